// SPDX-License-Identifier: Apache-2.0
// Real machines: networks whose links have published bandwidths.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/networks/graph_network.hpp"

namespace romcast {

/// A link of a machine, as published.
struct MachineLink {
  std::string_view machine, link;
  double gigabytes;  ///< GB/s in each direction, of one link
  std::string_view source;
};

/// The bandwidths of all machines.
inline constexpr std::array<MachineLink, 9> kMachineLinks{{
    {"dgx1", "NVLink 2", 25, "TE-CCL, teccl/topologies/dgx1.py; SCCL (Cai et al. 2021)"},
    {"ndv2", "NVLink 2", 25, "TE-CCL, teccl/topologies/ndv2.py"},
    {"ndv2", "InfiniBand", 12.5, "TE-CCL, teccl/topologies/ndv2.py; TACCL (Shah et al. 2023)"},
    {"dgx2", "NVSwitch", 125, "TE-CCL, teccl/topologies/dgx2.py; TACCL: 1 MB in 8 us"},
    {"dgx2", "InfiniBand", 12.5, "TE-CCL, teccl/topologies/dgx2.py"},
    {"dgx-a100", "NVSwitch", 300, "ForestColl, topologies.py"},
    {"dgx-a100", "InfiniBand", 25, "ForestColl, topologies.py"},
    {"mi250", "xGMI", 50, "ForestColl, topologies.py; TE-CCL, teccl/topologies/amd.py"},
    {"mi250", "InfiniBand", 16, "ForestColl, topologies.py"},
}};

/// GB/s of a link in kMachineLinks. Throws std::logic_error if the table has no such link.
double gigabytes(std::string_view machine, std::string_view link);

/// Collects the nodes and links of a machine, with bandwidths.
class MachineGraph {
 public:
  explicit MachineGraph(std::string machine) : machine_(std::move(machine)) {}

  /// Adds the next of the processors p0, p1, ... and returns its number. All processors must be
  /// added before the first switch.
  NodeId processor();
  /// Adds a switch and returns its number.
  NodeId forwarder(const std::string& name);
  /// Adds `count` links, named `link` in kMachineLinks: connect() in one direction, join() in both.
  void connect(NodeId from, NodeId to, std::string_view link, unsigned count = 1);
  void join(NodeId a, NodeId b, std::string_view link, unsigned count = 1);

  /// The network, with lanes in the ratio of the bandwidths. If that needs more lanes than a
  /// channel can have, bandwidths are rounded by at most 5 %, with a note; with_link_times() then
  /// uses the exact bandwidths if the user gives the option `chunk` but not `bandwidth`.
  [[nodiscard]] std::shared_ptr<const GraphNetwork> network(NetworkOptions options) const;

 private:
  struct Edge {
    NodeId from, to;
    double link;  // GB/s
    std::uint32_t count;
    [[nodiscard]] double gigabytes() const { return link * count; }
  };
  [[nodiscard]] GraphWithSpeeds published() const;

  std::string machine_;
  Graph graph_{};
  std::vector<Edge> edges_{};
};

}  // namespace romcast
