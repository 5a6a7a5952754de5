// SPDX-License-Identifier: Apache-2.0
// Flows as text, one per line: in schedule files and in separate files (docs/periodic.md).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Reads lines like `flow camera from p0 to p5,p6 words 4 latency 40` and `reduce sum from p0,p1,p2
/// to p5 words 4 operator add`.
class FlowBuilder {
 public:
  /// The network must outlive this object.
  explicit FlowBuilder(const Topology& network) : network_(network) {}
  /// Reads a line. Throws InputError "found; allowed" without a location.
  void add(std::span<const std::string_view> words);
  /// The exchange that consists of the flows. Throws InputError if there are no flows.
  [[nodiscard]] Collective finish() const;

 private:
  void add_reduction(Flow flow, std::string_view from, std::string_view to,
                     std::string_view operation);

  const Topology& network_;
  std::vector<Flow> flows_;
};

/// The flows of an exchange, one per line; nodes are written by name.
std::string flow_text(const Topology& network, const Collective& exchange);

/// Reads a file of such lines; `#` begins a comment. Throws InputError "file:line: found; allowed".
Collective load_flows(const std::string& path, const Topology& network);

}  // namespace romcast
