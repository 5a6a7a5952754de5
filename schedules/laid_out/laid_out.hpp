// SPDX-License-Identifier: Apache-2.0
// Broadcasts of the fully connected network embedded in a real one: processor p sends the same
// messages to the same processors in the same order, but each send is a packet that goes hop by hop
// along a shortest path and competes with other packets in the switches. This shows the price of
// "fully connected".
//
// A processor sends its next packet as soon as it has received the packet's message, and a port and
// the packet's link are free. Packets queue for a link. They are copies with one destination each
// (Collective::copied), so several copies of a message can be in one switch.
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
  /// `complete` is an algorithm of the fully connected network. It runs with the same number of
  /// processors; if it can use several ports and the network's nodes are multi-port, it has as many
  /// ports as a processor has neighbours. Throws InputError if the algorithm makes too many copies.
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
