// SPDX-License-Identifier: Apache-2.0
// Broadcasts of the fully connected network embedded in a real one: processor p sends the same
// messages to the same processors in the same order as in the fully connected network, but each
// send is a packet that goes hop by hop along a shortest path and competes with other packets in
// the switches. This shows the price of "fully connected".
//
// A processor sends its next packet in the first cycle in which the processor has the packet's
// message and both a port and the packet's link are free. Packets wait in a queue for each link. A
// packet is a copy of a message for one destination (Collective::copied), so several copies of a
// message can be in one switch.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"

namespace romcast::laid_out {

/// The sends of each processor on the fully connected network, in order.
class LogicalSends {
 public:
  struct Send {
    NodeId to = 0;
    std::uint32_t message = 0;  ///< 0..M-1
  };
  /// Runs `complete`, an algorithm of the fully connected network, for as many processors as
  /// `problem` has. If `complete` can use several ports and `problem` is multi-port, `complete`
  /// gets as many ports as a processor of `problem` has neighbours. Throws InputError if the
  /// processors receive more than 50 million copies in all.
  LogicalSends(const Problem& problem, const Algorithm& complete);

  [[nodiscard]] std::span<const Send> of(NodeId processor) const {
    return std::span(sends_).subspan(begin_[processor], begin_[processor + 1] - begin_[processor]);
  }
  /// The most sends of a processor in a round.
  [[nodiscard]] std::uint32_t ports() const { return ports_; }

 private:
  std::uint32_t ports_;
  std::vector<std::size_t> begin_;  // by processor: index of its first send in sends_
  std::vector<Send> sends_;
};

/// The plan on a fat tree. Here and below, the collective must come from Collective::copied().
Plan tree_plan(const Problem& problem, const std::shared_ptr<const LogicalSends>& sends);
/// The plan on a star graph.
Plan star_plan(const Problem& problem, const std::shared_ptr<const LogicalSends>& sends);

/// One Algorithm for each network in which `complete` can be embedded; empty if `complete` is no
/// broadcast of the fully connected network, or is for LogP machines.
std::vector<Algorithm> versions(const Algorithm& complete);

}  // namespace romcast::laid_out
