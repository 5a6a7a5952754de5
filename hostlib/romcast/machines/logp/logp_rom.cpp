// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_rom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <span>
#include <unordered_map>

#include "romcast/core/bits.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/machines/bit_row.hpp"

namespace romcast {
namespace {

using Op = TimedRow::Op;

// An action of a processor, as a row without repetitions.
struct Event {
  std::uint64_t time = 0;
  TimedRow row;
};

// True if `next` can be a further repetition of `row`; `last` is the latest action of `row`, and
// `idle` is the number of cycles between `last` and `next`, without these two.
bool repeats(const TimedRow& row, const TimedRow& last, const TimedRow& next, std::uint64_t idle) {
  if (row.times == kLongestWait || idle != row.wait) return false;
  if (next.op != row.op || next.need != row.need || next.lane != row.lane) return false;
  const bool first = row.times == 0;  // the increments are not yet fixed
  const auto fits = [first](bool grows, std::uint32_t before, std::uint32_t after) {
    if (first) return after == before || after == before + 1;
    return after == before + (grows ? 1 : 0);
  };
  return fits(row.next_node, last.to, next.to) &&
         fits(row.next_message, last.message, next.message);
}

// Converts the events of one processor into rows.
class ListWriter {
 public:
  void add(const Event& event) {
    const std::uint64_t idle = event.time - free_;
    if (!list_.empty() && repeats(list_.back(), last_, event.row, idle)) {
      TimedRow& row = list_.back();
      if (row.times == 0) {
        row.next_node = event.row.to != last_.to;
        row.next_message = event.row.message != last_.message;
      }
      ++row.times;
    } else {
      start(event, idle);
    }
    last_ = event.row;
    free_ = event.time + 1;
  }
  [[nodiscard]] bool busy(std::uint64_t time) const { return time < free_; }
  [[nodiscard]] TimedList take() { return std::move(list_); }

 private:
  void start(const Event& event, std::uint64_t idle) {
    // A row without an action lasts a cycle longer than its wait.
    for (; idle > kLongestWait; idle -= kLongestWait + 1) {
      list_.push_back({.op = Op::wait, .wait = kLongestWait});
    }
    list_.push_back(event.row);
    list_.back().wait = static_cast<std::uint32_t>(idle);
  }

  TimedList list_;
  TimedRow last_{};
  std::uint64_t free_ = 0;  // first time at which an action can begin
};

// Distance from processor `from` to processor `of`, modulo the number of processors.
NodeId ahead(NodeId of, NodeId from, NodeId nodes) {
  return of >= from ? of - from : of + nodes - from;
}

class TimedCompiler {
 public:
  TimedCompiler(const Complete& network, const Collective& collective, Timing timing)
      : collective_(collective),
        timing_(timing),
        nodes_(static_cast<NodeId>(network.processors())),
        reach_(timing.latency + 2 * std::uint64_t{timing.overhead} + collective.traits().addition),
        writers_(nodes_),
        received_(nodes_, 0) {}

  /// Buffered machines: records in which cycle each message is taken from its queue. Call it for
  /// all hops of the schedule before the first step().
  void note_takings(const std::vector<Hop>& hops) {
    for (const Hop& hop : hops) {
      if (hop.to == hop.link) taken_[key(hop)] = hop.cycle;
    }
  }

  void step(const std::vector<Hop>& hops) {
    const std::uint64_t time = hops.front().cycle - std::uint64_t{1};
    for (; !arrivals_.empty() && arrivals_.top().first <= time; arrivals_.pop()) {
      ++received_[arrivals_.top().second];
    }
    // A hop with to == link takes a message from a queue. Such a hop needs no row, since the
    // hardware chooses the message.
    for (const Hop& hop : hops) {
      if (hop.computes()) {
        for (std::uint32_t i = 0; i < hop.to; ++i) {
          write(hop.link, {time + i, {.op = Op::add}});
        }
      } else if (hop.to != hop.link) {
        send(time, hop, hops);
      }
    }
  }

  [[nodiscard]] TimedRoms finish() {
    TimedRoms roms;
    std::map<TimedList, std::uint32_t> known;
    for (ListWriter& writer : writers_) {
      TimedList list = writer.take();
      const auto [at, fresh] = known.emplace(list, static_cast<std::uint32_t>(roms.lists.size()));
      if (fresh) roms.lists.push_back(std::move(list));
      roms.list_of.push_back(at->second);
    }
    return roms;
  }

 private:
  void send(std::uint64_t time, const Hop& hop, const std::vector<Hop>& hops) {
    const bool keeps = collective_.traits().one_to_all();
    TimedRow row{.op = keeps ? Op::stored : Op::supplied,
                 .need = collective_.combines() ? received_[hop.link] : 0,
                 .message = number(hop),
                 .to = ahead(hop.to, hop.link, nodes_)};
    if (timing_.buffered) row.lane = lane(hop, hops);
    write(hop.link, {time, row});
    arrivals_.emplace(time + reach_, hop.to);
  }

  void write(NodeId processor, const Event& event) {
    if (writers_[processor].busy(event.time)) {
      throw InputError(
          fmt::format("cycle {}: processor {} is to begin two things at once; its program begins "
                      "one in a cycle",
                      event.time + 1, processor));
    }
    writers_[processor].add(event);
  }

  static std::uint64_t key(const Hop& hop) { return std::uint64_t{hop.to} << 32 | hop.message; }
  [[nodiscard]] Cycle taking(const Hop& hop) const {
    const auto found = taken_.find(key(hop));
    return found == taken_.end() ? kNone : found->second;
  }

  [[nodiscard]] MessageId number(const Hop& hop) const {
    return relative_number(collective_, hop.link, hop.to, hop.message);
  }

  // Lane at the receiver, for a hop among all `hops` of a cycle: 1 if another message is sent to
  // the receiver in this cycle and is taken earlier from the queue than the hop's message, else 0.
  // Throws InputError if three or more messages are sent to the receiver in this cycle.
  [[nodiscard]] std::uint32_t lane(const Hop& hop, const std::vector<Hop>& hops) const {
    std::uint32_t others = 0, earlier = 0;
    const Cycle taken = taking(hop);
    for (const Hop& other : hops) {
      if (other.to != hop.to || other.link == hop.to || other.link == hop.link) continue;
      ++others;
      if (taking(other) < taken) ++earlier;
    }
    if (others < 2) return earlier;
    throw InputError(fmt::format(
        "cycle {}: more than two messages are sent to processor {} at once; its queue takes two",
        hop.cycle, hop.to));
  }

  const Collective& collective_;
  const Timing timing_;
  const NodeId nodes_;
  const std::uint64_t reach_;  // from the start of a send until its message can be used
  std::vector<ListWriter> writers_;
  std::vector<std::uint32_t> received_;  // by processor: messages usable by now
  using Arrival = std::pair<std::uint64_t, NodeId>;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals_;
  std::unordered_map<std::uint64_t, Cycle> taken_;  // buffered: cycle of taking, by key()
};

std::vector<CyclicRow> rows_of(std::span<const LogpProgram::Target> targets) {
  std::vector<CyclicRow> rows;
  const auto own = static_cast<std::uint32_t>(targets.size());
  for (const LogpProgram::Target& target : targets) {
    rows.push_back({target.base, target.size, target.offset, own % target.size});
  }
  return rows;
}

template <class Lists>
RomSize sum_of(const Lists& lists, unsigned word_bits) {
  RomSize size{.images = lists.size(), .word_bits = word_bits};
  for (const auto& list : lists) {
    size.words_max = std::max(size.words_max, list.size());
    size.bits_total += list.size() * std::uint64_t{word_bits};
  }
  return size;
}

RomSize size_of(const TimedRoms& roms) {
  std::uint64_t times = 0, wait = 0, need = 0, message = 0, to = 0, lane = 0;
  for (const TimedList& list : roms.lists) {
    for (const TimedRow& row : list) {
      times = std::max<std::uint64_t>(times, row.times);
      wait = std::max<std::uint64_t>(wait, row.wait);
      need = std::max<std::uint64_t>(need, row.need);
      message = std::max<std::uint64_t>(message, row.message);
      to = std::max<std::uint64_t>(to, row.to);
      lane = std::max<std::uint64_t>(lane, row.lane);
    }
  }
  const unsigned span = field_bits(std::max(times, wait) + 1);
  return sum_of(roms.lists, 4 + 2 * span + field_bits(need + 1) + field_bits(message + 1) +
                                field_bits(to + 1) + (lane > 0 ? 1 : 0));
}

RomSize size_of(const CyclicRoms& roms) {
  std::uint64_t base = 0, size = 0;
  for (const auto& rows : roms.blocks) {
    for (const CyclicRow& row : rows) {
      base = std::max<std::uint64_t>(base, row.base);
      size = std::max<std::uint64_t>(size, row.size);
    }
  }
  return sum_of(roms.blocks, field_bits(base + 1) + 3 * field_bits(size + 1));
}

template <class Lists>
std::vector<RomImage> packed_lists(const LogpFields& fields, unsigned bits, const Lists& lists) {
  std::vector<RomImage> images;
  for (const auto& list : lists) {
    RomImage& image = images.emplace_back(bits);
    for (const auto& row : list) image.append(packed_row(fields, row));
  }
  return images;
}

template <class Lists>
std::size_t longest_of(const Lists& lists) {
  std::size_t most = 0;
  for (const auto& list : lists) most = std::max(most, list.size());
  return most;
}

}  // namespace

TimedRoms compile_timed_roms(const Complete& network, const Collective& collective, Timing timing,
                             const OpenSchedule& schedule) {
  TimedCompiler compiler(network, collective, timing);
  if (timing.buffered) {
    const std::unique_ptr<Schedule> pass = schedule();
    for (std::vector<Hop> hops; pass->next(hops);) compiler.note_takings(hops);
  }
  const std::unique_ptr<Schedule> pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) compiler.step(hops);
  return compiler.finish();
}

CyclicRoms cyclic_roms(const Complete& network, const Collective& collective,
                       const LogpProgram& program) {
  const auto nodes = static_cast<NodeId>(network.processors());
  const auto actual = [&](NodeId counted) { return (counted + collective.source()) % nodes; };
  CyclicRoms roms{.block_of = std::vector<std::uint32_t>(nodes, kNone),
                  .first = std::vector<std::uint32_t>(nodes, 0),
                  .start = std::vector<Cycle>(nodes, 0),
                  .items = program.items};
  roms.blocks.push_back(rows_of(std::span(&program.root, 1)));
  roms.block_of[collective.source()] = 0;
  for (const LogpProgram::Block& block : program.blocks) {
    const std::span targets(program.targets);
    for (std::uint32_t member = 0; member < block.size; ++member) {
      const NodeId node = actual(block.base + member);
      roms.block_of[node] = static_cast<std::uint32_t>(roms.blocks.size());
      roms.first[node] = member;
      roms.start[node] = block.start + member;
    }
    roms.blocks.push_back(rows_of(targets.subspan(block.first_target, block.size)));
  }
  return roms;
}

MessageId relative_number(const Collective& collective, NodeId from, NodeId to, MessageId message) {
  if (!collective.symmetric()) return message;
  const auto n = static_cast<NodeId>(collective.processors());
  return collective.number(ahead(collective.origin(message), from, n),
                           ahead(message / collective.messages() % n, to, n),
                           message % collective.messages());
}

MessageId absolute_number(const Collective& collective, NodeId from, NodeId to,
                          MessageId relative) {
  if (!collective.symmetric()) return relative;
  const auto n = static_cast<NodeId>(collective.processors());
  return collective.number((from + collective.origin(relative)) % n,
                           (to + relative / collective.messages() % n) % n,
                           relative % collective.messages());
}

LogpFields logp_fields(const Collective& collective, Timing timing) {
  LogpFields fields{.lanes = timing.buffered ? 2U : 1U};
  const auto codec = logp_codec(collective);
  const unsigned least = codec->hashes() ? fields.tag_bits : 0;
  fields.tag_bits = std::max(least, codec->tag_bits());
  return fields;
}

std::unique_ptr<FlitCodec> logp_codec(const Collective& collective) {
  if (collective.combines()) return std::make_unique<CombiningFlitCodec>(collective);
  return std::make_unique<CompleteFlitCodec>(collective);
}

unsigned timed_row_bits(const LogpFields& fields) {
  return 4 + 2 * fields.span_bits + fields.need_bits + fields.tag_bits + fields.line_bits;
}
unsigned cyclic_row_bits(const LogpFields& fields) {
  return fields.line_bits + 3 * fields.size_bits;
}

ControlWord packed_row(const LogpFields& fields, const TimedRow& row) {
  ControlWord word((timed_row_bits(fields) + 31) / 32, 0);
  std::size_t at = 0;
  put_bits(word, at, fields.line_bits, row.to * fields.lanes + row.lane);
  put_bits(word, at, fields.tag_bits, row.message);
  put_bits(word, at, fields.need_bits, row.need);
  put_bits(word, at, fields.span_bits, row.wait);
  put_bits(word, at, fields.span_bits, row.times);
  put_bits(word, at, 1, row.next_message ? 1 : 0);
  put_bits(word, at, 1, row.next_node ? 1 : 0);
  put_bits(word, at, 2, static_cast<std::uint32_t>(row.op));
  return word;
}

ControlWord packed_row(const LogpFields& fields, const CyclicRow& row) {
  ControlWord word((cyclic_row_bits(fields) + 31) / 32, 0);
  std::size_t at = 0;
  put_bits(word, at, fields.line_bits, row.base * fields.lanes);
  put_bits(word, at, fields.size_bits, row.step);
  put_bits(word, at, fields.size_bits, row.offset);
  put_bits(word, at, fields.size_bits, row.size);
  return word;
}

TimedRow timed_row(const LogpFields& fields, std::span<const std::uint32_t> word) {
  TimedRow row;
  std::size_t at = 0;
  const std::uint32_t line = get_bits(word, at, fields.line_bits);
  row.to = line / fields.lanes;
  row.lane = line % fields.lanes;
  row.message = get_bits(word, at, fields.tag_bits);
  row.need = get_bits(word, at, fields.need_bits);
  row.wait = get_bits(word, at, fields.span_bits);
  row.times = get_bits(word, at, fields.span_bits);
  row.next_message = get_bits(word, at, 1) != 0;
  row.next_node = get_bits(word, at, 1) != 0;
  row.op = static_cast<Op>(get_bits(word, at, 2));
  return row;
}

CyclicRow cyclic_row(const LogpFields& fields, std::span<const std::uint32_t> word) {
  CyclicRow row;
  std::size_t at = 0;
  row.base = get_bits(word, at, fields.line_bits) / fields.lanes;
  row.step = get_bits(word, at, fields.size_bits);
  row.offset = get_bits(word, at, fields.size_bits);
  row.size = get_bits(word, at, fields.size_bits);
  return row;
}

std::size_t LogpRoms::longest() const {
  return timed ? longest_of(timed->lists) : longest_of(cyclic->blocks);
}

RomSize LogpRoms::size() const { return timed ? size_of(*timed) : size_of(*cyclic); }

std::vector<RomImage> LogpRoms::packed(const LogpFields& fields) const {
  return timed ? packed_lists(fields, timed_row_bits(fields), timed->lists)
               : packed_lists(fields, cyclic_row_bits(fields), cyclic->blocks);
}

}  // namespace romcast
