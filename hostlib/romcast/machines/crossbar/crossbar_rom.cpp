// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_rom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/bit_row.hpp"
#include "romcast/machines/crossbar/crossbar_lanes.hpp"
#include "romcast/machines/crossbar/crossbar_rows.hpp"

namespace romcast {
namespace {

// Reads the sends of every processor, and checks that they are possible.
class Reader {
 public:
  Reader(const Complete& network, const Collective& collective, std::uint32_t ports)
      : network_(network),
        ports_(ports),
        sends_(network.processors()),
        sent_(network.processors(), 0),
        received_(network.processors(), 0),
        messages_(static_cast<std::uint32_t>(collective.message_numbers())),
        holds_(network.processors() * std::size_t{messages_}, false) {
    for (MessageId j = 0; j < messages_; ++j) holds_[place(collective.origin(j), j)] = true;
  }

  void read(Schedule& schedule) {
    std::vector<Hop> hops;
    while (schedule.next(hops)) {
      for (const Hop& hop : hops) send(hop);
      for (const Hop& hop : hops) {
        holds_[place(hop.to, hop.message)] = true;
        sent_[hop.link] = received_[hop.to] = 0;
      }
    }
  }
  [[nodiscard]] const std::vector<RoundSend>& of(NodeId processor) const {
    return sends_[processor];
  }
  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }

 private:
  [[nodiscard]] std::size_t place(NodeId processor, MessageId message) const {
    return std::size_t{processor} * messages_ + message;
  }
  [[noreturn]] void fail(const Hop& hop, const std::string& what) const {
    throw InputError(fmt::format(
        "cycle {}: {} {}; no ROM can run this schedule", hop.cycle,
        hop.link < network_.processors() ? network_.node_name(hop.link) : "nobody", what));
  }
  void send(const Hop& hop) {
    const std::size_t n = network_.processors();
    if (hop.cycle == 0 || hop.link >= n || hop.to >= n || hop.to == hop.link) {
      fail(hop, "sends to no other processor");
    }
    if (hop.message >= messages_) fail(hop, "sends what is no message");
    if (!holds_[place(hop.link, hop.message)]) {
      fail(hop, fmt::format("sends message {} but does not hold it", hop.message));
    }
    if (++sent_[hop.link] > ports_) fail(hop, fmt::format("sends more than {}", ports_));
    if (++received_[hop.to] > ports_) {
      fail(hop, fmt::format("sends to {}, which receives more than {}", network_.node_name(hop.to),
                            ports_));
    }
    sends_[hop.link].push_back({hop.cycle - 1, hop.to, hop.message});
    rounds_ = std::max(rounds_, hop.cycle);
  }

  const Complete& network_;
  std::uint32_t ports_;
  std::vector<std::vector<RoundSend>> sends_;
  std::vector<std::uint32_t> sent_, received_;  // counts of this cycle
  std::uint32_t messages_;
  std::vector<bool> holds_;
  std::uint32_t rounds_ = 0;
};

// Rounds from a processor's first send until the processor sends the same receiver the message
// whose number is `more` higher; 0: it never does.
std::uint32_t rounds_until(const std::vector<RoundSend>& sends, std::uint32_t more) {
  for (const RoundSend& send : sends) {
    const RoundSend& first = sends.front();
    if (send.to == first.to && send.message == first.message + more) {
      return send.round - first.round;
    }
  }
  return 0;
}

// Returns the rows of all processors, beginning with the source. Their period is pace.step, or 1
// for a processor that sends nothing. If find_rows() returns nullopt for any processor, returns an
// empty list.
std::vector<PeriodicRows> find_slow_rows(const Reader& reader, std::uint32_t ports, NodeId source,
                                         NodeId n, const Pace& pace) {
  std::vector<PeriodicRows> all;
  for (NodeId i = 0; i < n; ++i) {
    auto found = find_rows(pace, ports, reader.of((source + i) % n), pace.step);
    if (!found) return {};
    if (found->rows.empty()) found->period = 1;
    all.push_back(std::move(*found));
  }
  return all;
}

// Returns the rows of each processor, from the source on. If find_slow_rows() finds rows whose step
// is several rounds, returns those rows and sets `pace` to their pace.
std::vector<PeriodicRows> find_all_rows(const Reader& reader, std::uint32_t ports, NodeId source,
                                        NodeId n, Pace& pace) {
  std::vector<PeriodicRows> all{find_rows(pace, ports, reader.of(source))};
  // If no row of the source sends twice, a step of several rounds may work.
  if (pace.base(all.front().period) >= pace.messages) {
    for (const std::uint32_t rate : {ports, 1U}) {
      const std::uint32_t step = rounds_until(reader.of(source), rate);
      if (step < 2 || step >= all.front().period) continue;
      const Pace slow{rate, step, pace.messages, pace.last_round};
      std::vector<PeriodicRows> rows = find_slow_rows(reader, ports, source, n, slow);
      if (rows.empty()) continue;
      pace = slow;
      return rows;
    }
  }
  for (NodeId i = 1; i < n; ++i) all.push_back(find_rows(pace, ports, reader.of((source + i) % n)));
  return all;
}

// If any row has `clip`, sets `clip` in every row where it makes no difference, so that rows do not
// depend on the number of messages.
void clip_alike(const Pace& pace, std::vector<PeriodicRows>& all) {
  const auto clips = [](const PeriodicRows& one) {
    return std::ranges::any_of(one.rows, &PeriodicRow::clip);
  };
  if (std::ranges::none_of(all, clips)) return;
  for (PeriodicRows& one : all) {
    for (PeriodicRow& row : one.rows) {
      if (clipped_from(pace, one.period, row) >= pace.last_round) row.clip = true;
    }
  }
}

// Makes a processor's program from its rows. The rows of a phase get ports in ascending order of
// (receiver - source) mod n. Throws InputError if there are more than kMostPeriod rows.
PeriodicProgram program_of(PeriodicRows& found, std::uint32_t ports, NodeId source, NodeId n) {
  if (found.period > kMostPeriod) {
    throw InputError(
        fmt::format("a processor needs {} rows, a ROM has at most {}; give fewer "
                    "messages or another algorithm",
                    found.period, kMostPeriod));
  }
  std::ranges::sort(found.rows, {}, [&](const PeriodicRow& row) {
    return std::tuple((row.to + n - source) % n, row.offset, row.first);
  });
  PeriodicProgram program(std::size_t{found.period} * ports);
  std::vector<std::uint32_t> used(found.period, 0);
  for (const PeriodicRow& row : found.rows) {
    const std::uint32_t phase = row.first % found.period;
    program[std::size_t{phase} * ports + used[phase]++] = {
        .send = true,
        .clip = row.clip,
        .line = row.to * ports + row.lane,
        .offset = static_cast<std::int32_t>(row.offset)};
  }
  return program;
}

CompleteRoms share_programs(std::vector<PeriodicProgram>& programs) {
  CompleteRoms roms;
  std::map<PeriodicProgram, std::uint32_t> known;
  for (PeriodicProgram& program : programs) {
    const auto [at, fresh] = known.emplace(std::move(program), roms.programs.size());
    if (fresh) roms.programs.push_back(at->first);
    roms.program_of.push_back(at->second);
  }
  return roms;
}

}  // namespace

std::uint32_t CompleteRoms::longest_period() const {
  std::size_t longest = 0;
  for (const PeriodicProgram& program : programs) longest = std::max(longest, program.size());
  return static_cast<std::uint32_t>(longest / ports);
}

bool CompleteRoms::happens(const PeriodicSend& send, std::uint64_t round) const {
  const std::int64_t number = static_cast<std::int64_t>(round / step * rate) - send.offset;
  return send.send && number >= 0 && (send.clip ? round < last_round : number < messages);
}

CompleteRoms compile_complete_roms(const Complete& network, const Collective& collective,
                                   std::uint32_t ports, const OpenSchedule& schedule) {
  Reader reader(network, collective, ports);
  reader.read(*schedule());
  const auto n = static_cast<NodeId>(network.processors());
  const NodeId source = collective.has_source() ? collective.source() : 0;
  Pace pace{.rate = ports,
            .messages = static_cast<std::uint32_t>(collective.message_numbers()),
            .last_round = reader.rounds()};
  std::vector<PeriodicRows> all = find_all_rows(reader, ports, source, n, pace);
  clip_alike(pace, all);
  assign_lanes(pace, ports, all);
  std::vector<PeriodicProgram> programs;
  for (NodeId v = 0; v < n; ++v) {
    programs.push_back(program_of(all[(v + n - source) % n], ports, source, n));
  }
  CompleteRoms roms = share_programs(programs);
  roms.ports = ports;
  roms.rate = pace.rate;
  roms.step = pace.step;
  roms.last_round = pace.last_round;
  roms.messages = pace.messages;
  return roms;
}

RowFormat row_format(const CompleteRoms& roms) {
  unsigned bits = 1;
  for (const PeriodicProgram& program : roms.programs) {
    for (const PeriodicSend& send : program) {
      const auto magnitude =
          static_cast<std::uint32_t>(send.offset < 0 ? -(send.offset + 1) : send.offset);
      bits = std::max(bits, static_cast<unsigned>(std::bit_width(magnitude)) + 1);
    }
  }
  const std::size_t lines = roms.program_of.size() * roms.ports;
  return {roms.ports, index_bits(lines), bits};
}

ControlWord packed_row(const RowFormat& format, const PeriodicProgram& program,
                       std::uint32_t phase) {
  ControlWord row((format.bits() + 31) / 32, 0);
  std::size_t at = 0;
  for (std::uint32_t p = 0; p < format.ports; ++p) {
    const PeriodicSend& send = program[std::size_t{phase} * format.ports + p];
    put_bits(row, at, format.offset_bits, static_cast<std::uint32_t>(send.offset));
    put_bits(row, at, format.line_bits, send.line);
    put_bits(row, at, 2, (send.send ? 2U : 0U) | (send.clip ? 1U : 0U));
  }
  return row;
}

PeriodicProgram unpacked_row(const RowFormat& format, std::span<const std::uint32_t> row) {
  PeriodicProgram sends;
  std::size_t at = 0;
  for (std::uint32_t p = 0; p < format.ports; ++p) {
    const auto offset = static_cast<std::int64_t>(get_bits(row, at, format.offset_bits));
    const std::int64_t sign = std::int64_t{1} << (format.offset_bits - 1);
    const std::uint32_t line = get_bits(row, at, format.line_bits), flags = get_bits(row, at, 2);
    sends.push_back({.send = (flags & 2) != 0,
                     .clip = (flags & 1) != 0,
                     .line = line,
                     .offset = static_cast<std::int32_t>((offset ^ sign) - sign)});
  }
  return sends;
}

std::vector<RomImage> packed_programs(const CompleteRoms& roms) {
  const RowFormat format = row_format(roms);
  std::vector<RomImage> images;
  for (const PeriodicProgram& program : roms.programs) {
    RomImage& image = images.emplace_back(format.bits());
    for (std::uint32_t row = 0; row < program.size() / roms.ports; ++row) {
      image.append(packed_row(format, program, row));
    }
  }
  return images;
}

}  // namespace romcast
