// SPDX-License-Identifier: Apache-2.0
// Converts networks, problems and hops between Python's values and the library's. Errors are
// InputError, which names the argument.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "romcast/romcast.hpp"

namespace romcast::python {

using Network = std::shared_ptr<const Topology>;

/// A hop between nodes, as users see it; 20 bytes.
struct Row {
  std::uint32_t cycle = 0, src = 0, dst = 0, lane = 0, message = 0;
};
using Rows = std::vector<Row>;

/// Appends `hop` to `rows` if a message crosses a link to another node; skips start-ups,
/// computations, and hops that only take a message from its node's queue.
void add_row(const Topology& network, const Hop& hop, Rows& rows);
Rows rows_of(const Topology& network, const OpenSchedule& schedule);
/// Converts rows to hops; the error names the first wrong row.
std::vector<Hop> hops_of(const Topology& network, std::span<const Row> rows);

/// `ports`: a text that find_ports() reads, e.g. single, multi, 2. The keys of `timing` are names
/// of members of Timing, the values are cycles.
Problem problem_of(const Network& network, const std::string& collective, const std::string& ports,
                   NodeId root, std::uint32_t messages,
                   const std::map<std::string, std::uint32_t>& timing, const Options& options);
using Demands = std::vector<std::pair<NodeId, std::vector<NodeId>>>;
Problem exchange_of(const Network& network, const Demands& demands, const std::string& ports,
                    const std::map<std::string, std::uint32_t>& timing, const Options& options);
/// Flows that repeat; `lines`: for each line of a file of flows (docs/periodic.md), its fields from
/// the flow's name on.
Problem flows_of(const Network& network, const std::vector<std::vector<std::string>>& lines,
                 const std::string& ports, const Options& options);

}  // namespace romcast::python
