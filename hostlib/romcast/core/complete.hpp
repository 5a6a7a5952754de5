// SPDX-License-Identifier: Apache-2.0
// Fully connected networks (Bruck, Cypher & Ho; Bar-Noy & Ho): in a round every processor sends up
// to K packets to any others and receives up to K. In a round, a processor may send several packets
// to one receiver (otherwise 3 processors, 4 messages and 3 ports would need 3 rounds, not 2).
//
// n processors have n(n-1) directed pairs, too many to store and, beyond 65,536 processors, too
// many to number in 32 bits. So channel v is all links of processor v into a crossbar. A hop names
// its sender by the link and its receiver in Hop::to; only the ports limit the hops of a processor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

class Complete final : public Topology {
 public:
  static constexpr std::uint32_t kMostProcessors = std::uint32_t{1} << 20;

  /// `processors`: 2 to 2^20. `without`: names of processors that take no part, e.g. "p3,p5"; the
  /// others keep their names and are numbered in order, and at least two must remain. Throws
  /// InputError, which names the option, for other values.
  explicit Complete(std::uint32_t processors, const std::string& without = "");

  [[nodiscard]] std::string network() const override { return "complete"; }
  [[nodiscard]] NetworkOptions options() const override;
  [[nodiscard]] std::string node_name(NodeId node) const override;
  [[nodiscard]] NodeId find_node(std::string_view name) const override;
  [[nodiscard]] unsigned level(NodeId) const override { return 1; }
  [[nodiscard]] unsigned levels() const override { return 1; }
  [[nodiscard]] bool direct() const override { return true; }
  [[nodiscard]] bool crossbar() const override { return true; }
  /// The same limit for sends and receptions.
  [[nodiscard]] PortLimit port_limit(Ports ports) const override;
  [[nodiscard]] ChannelId route(NodeId at, NodeId) const override { return at; }
  /// The processors that take no part.
  [[nodiscard]] std::vector<std::string> cut_off() const override;

 private:
  std::uint32_t whole_;  // number of processors, including those that take no part
  std::string without_;
  std::vector<NodeId> left_out_{};  // numbers in the names in `without_`, ascending
};

}  // namespace romcast
