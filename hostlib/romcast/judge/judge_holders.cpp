// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/judge_holders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/judge/judge_holders_kinds.hpp"

namespace romcast {

std::unique_ptr<Holders> make_holders(const Topology& topology, const Collective& collective,
                                      bool note_inputs) {
  if (collective.multicast()) {
    return std::make_unique<SpreadingHolders>(topology, collective, note_inputs);
  }
  if (topology.direct()) {
    return std::make_unique<PassingHolders<std::uint32_t>>(topology, collective);
  }
  return std::make_unique<MovingHolders>(topology, collective);
}

void report_lost(const Topology& topology, const Collective& collective, const Holders& holders,
                 Cycle cycle, Findings& findings) {
  const std::uint64_t missing = findings.verdict().expected - findings.verdict().delivered;
  const std::uint64_t shown = std::min<std::uint64_t>(missing, Findings::kDescribed);
  std::uint64_t found = 0;
  const auto look = [&](MessageId message, NodeId processor) {
    if (!collective.wants(message, processor) || holders.delivered(message, processor)) return;
    ++found;
    findings.report(cycle, ViolationKind::message_lost, [&] {
      return fmt::format("{} never receives message {}", topology.node_name(processor),
                         collective.message_name(message));
    });
  };
  for (std::uint64_t i = 0; i < collective.message_numbers() && found < shown; ++i) {
    const auto message = static_cast<MessageId>(i);
    if (const NodeId only = collective.destination(message); only != kNone) {
      look(message, only);
      continue;
    }
    for (NodeId p = 0; p < topology.processors() && found < shown; ++p) look(message, p);
  }
  findings.count(missing - found);
}

}  // namespace romcast
