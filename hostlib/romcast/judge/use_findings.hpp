// SPDX-License-Identifier: Apache-2.0
// Describes how a hop violates the rules of its link and its ports.
#pragma once

#include <fmt/format.h>

#include "romcast/core/schedule.hpp"
#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/port_book.hpp"

namespace romcast {

/// `what()` names the object that crosses the link, e.g. "message 3".
template <class What>
void report_use(const Topology& topology, const PortBook::Use& use, const Hop& hop, NodeId to,
                What what, Findings& findings) {
  if (use.wrong == 0) return;
  const Channel& channel = topology.channel_at(hop.link);
  const auto name = [&](NodeId node) { return topology.node_name(node); };
  if ((use.wrong & PortBook::kLinkTaken) != 0) {
    findings.report(hop.cycle, ViolationKind::link_over_capacity, [&] {
      return fmt::format("link {} -> {}, lane {}, carries {} while it is busy", name(channel.from),
                         name(to), hop.link - channel.first_link, what());
    });
  }
  if ((use.wrong & PortBook::kSendTaken) != 0) {
    findings.report(hop.cycle, ViolationKind::port_used_twice, [&] {
      return fmt::format("{} sends {} to {} while it sends something else", name(channel.from),
                         what(), name(to));
    });
  }
  if ((use.wrong & PortBook::kReceiveTaken) != 0) {
    findings.report(hop.cycle, ViolationKind::port_used_twice, [&] {
      return fmt::format("{} receives {} from {} while it receives something else", name(to),
                         what(), name(channel.from));
    });
  }
  if ((use.wrong & PortBook::kOpposed) != 0) {
    findings.report(hop.cycle, ViolationKind::link_over_capacity, [&] {
      return fmt::format("link {} -> {}, lane {}, carries {} while {} -> {} is busy (half-duplex)",
                         name(channel.from), name(to), hop.link - channel.first_link, what(),
                         name(to), name(channel.from));
    });
  }
  if ((use.wrong & PortBook::kSharedTaken) != 0) {
    findings.report(hop.cycle, ViolationKind::port_used_twice, [&] {
      return fmt::format("{} sends {} to {} while a port of one of them is in use (half-duplex)",
                         name(channel.from), what(), name(to));
    });
  }
  if ((use.wrong & PortBook::kUnpaid) != 0) {
    findings.report(hop.cycle, ViolationKind::startup_not_paid, [&] {
      return fmt::format("link {} -> {} carries {} without the time for it", name(channel.from),
                         name(to), what());
    });
  }
}

}  // namespace romcast
