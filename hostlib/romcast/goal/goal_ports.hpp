// SPDX-License-Identifier: Apache-2.0
// Assigns ports to the messages of a cycle, distinct at each sender and distinct at each receiver.
#pragma once

#include <span>
#include <vector>

#include "romcast/core/schedule.hpp"

namespace romcast {

/// The ports suffice if no processor sends or receives more messages per cycle than it has ports
/// (Koenig's theorem).
class GoalPorts {
 public:
  GoalPorts(std::size_t processors, std::uint32_t ports)
      : ports_(ports), sends_(processors * ports, kNone), receives_(processors * ports, kNone) {}

  /// The port of every hop of a cycle. Throws InputError if the ports do not suffice.
  const std::vector<std::uint32_t>& assign(std::span<const Hop> hops);

 private:
  void place(std::span<const Hop> hops, std::uint32_t index);
  void exchange(std::span<const Hop> hops, NodeId receiver, std::uint32_t here,
                std::uint32_t there);
  void set(const Hop& hop, std::uint32_t port, std::uint32_t index);
  [[nodiscard]] std::uint32_t free_port(const std::vector<std::uint32_t>& slots,
                                        NodeId processor) const;

  std::uint32_t ports_;
  std::vector<std::uint32_t> sends_, receives_;  // by processor and port: index of a hop, or kNone
  std::vector<std::uint32_t> port_;              // by hop
};

}  // namespace romcast
