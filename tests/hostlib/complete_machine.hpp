// SPDX-License-Identifier: Apache-2.0
// An interpreter for the periodic rows of fully connected networks, written from the comment at the
// top of rtl/complete/complete_port.v.
#pragma once

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "schedules/complete/solved.hpp"

namespace romcast::test {

using HopKey = std::tuple<Cycle, NodeId, NodeId, MessageId>;  // cycle, from, to, message

inline std::vector<HopKey> hops_of(const OpenSchedule& open) {
  std::vector<HopKey> all;
  std::vector<Hop> hops;
  const auto pass = open();
  while (pass->next(hops)) {
    for (const Hop& hop : hops) all.emplace_back(hop.cycle, hop.link, hop.to, hop.message);
  }
  std::ranges::sort(all);
  return all;
}

/// A flit: the line that it leaves on, the line that it is for, and its message.
struct Flit {
  std::uint32_t from = 0, to = 0;
  MessageId message = 0;
};

/// The flits that the rows send in a round.
inline std::vector<Flit> flits_in(const CompleteRoms& roms, std::uint32_t round) {
  std::vector<Flit> flits;
  const std::int64_t messages = roms.messages;
  for (std::uint32_t v = 0; v < roms.program_of.size(); ++v) {
    const PeriodicProgram& program = roms.programs.at(roms.program_of[v]);
    const std::size_t rows = program.size() / roms.ports;
    for (std::uint32_t p = 0; p < roms.ports; ++p) {
      const PeriodicSend& send = program.at(round % rows * roms.ports + p);
      // The message number grows by `rate` per round if `step` is 1, else per `rows` rounds.
      const std::int64_t steps = roms.step == 1 ? round : round / rows;
      const std::int64_t number = roms.rate * steps - send.offset;
      if (!send.send || number < 0) continue;
      if (send.clip ? round >= roms.last_round : number >= messages) continue;
      flits.push_back(
          {v * roms.ports + p, send.line, static_cast<MessageId>(std::min(number, messages - 1))});
    }
  }
  return flits;
}

/// The hops of 2 * last_round + 3 rounds; a whole schedule has last_round rounds. `meetings` counts
/// faults: for each round and destination line, the flits beyond the first one.
struct Run {
  std::vector<HopKey> hops;
  std::size_t meetings = 0;

  explicit Run(const CompleteRoms& roms) {
    for (std::uint32_t round = 0; round < 2 * roms.last_round + 3; ++round) {
      std::set<std::uint32_t> lines;
      for (const Flit& flit : flits_in(roms, round)) {
        if (!lines.insert(flit.to).second) ++meetings;
        hops.emplace_back(round + 1, flit.from / roms.ports, flit.to / roms.ports, flit.message);
      }
    }
    std::ranges::sort(hops);
  }
};

inline Plan plan(const Broadcast& b) {
  const Problem problem = problem_of(b);
  return find_algorithm(b.algorithm, problem).build(problem);
}

inline CompleteRoms compile(const Broadcast& b, const OpenSchedule& open) {
  const Problem problem = problem_of(b);
  return compile_complete_roms(Complete(b.n), problem.collective, b.k, open);
}

inline CompleteRoms compile(const Broadcast& b) { return compile(b, plan(b).open); }

}  // namespace romcast::test
