// SPDX-License-Identifier: Apache-2.0
// The flows of schedules: their ends, and their numbers on AXI4-Stream (`tdest` and `tid`).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "romcast/fabric/fabric.hpp"

namespace romcast::fabric {

/// A flow of a collective; its ends are processors.
struct NamedFlow {
  std::string name;
  NodeId origin = 0;
  std::vector<NodeId> destinations{};
  std::vector<MessageId> messages{};
  std::uint32_t bound = 0;
  /// Name of the flow's reduction; empty: none. The flows of a reduction have the same messages.
  std::string reduction{};
  Operation operation = Operation::add;

  /// True if the flows are equal, except that their messages may have different MessageIds.
  [[nodiscard]] bool same_as(const NamedFlow& other) const {
    return name == other.name && origin == other.origin && destinations == other.destinations &&
           messages.size() == other.messages.size() && bound == other.bound &&
           reduction == other.reduction && operation == other.operation;
  }
};

/// The named flows of a collective, with one for each source of a reduction. If the collective has
/// no named flows: a flow for each pair of an origin and a set of destinations.
std::vector<NamedFlow> flows_of(const Collective& collective, const Topology& network);
/// The reductions of all modes. Throws InputError if modes disagree on the operator or the sources
/// of a reduction.
std::vector<FabricReduction> reductions_of(const std::vector<std::vector<NamedFlow>>& modes);
/// Maps a flow's name to the name of the flow that carries the flow's credits. Flows that
/// with_credits() added are neither keys nor values.
using FlowPairs = std::map<std::string, std::string>;
/// For each flow: the index of the opposite flow, which carries its credits, or kNoTile. A flow
/// that with_credits() added is paired with the flow whose credits it carries. A flow in `paired`,
/// the pairs of other modes, gets the same partner or none. Any other two opposite flows are paired
/// if each has one receiver and neither belongs to a reduction.
std::vector<std::size_t> pairs_of(const std::vector<NamedFlow>& flows,
                                  const FlowPairs& paired = {});
/// Adds the pairs that pairs_of() finds among `flows`.
void add_pairs(const std::vector<NamedFlow>& flows, FlowPairs& paired);
/// Throws InputError if any flow has a bound of its latency, since frames on demand cannot keep
/// such bounds; the error names the first such flow.
void check_on_demand(const Collective& collective);
/// Suffix of the names of flows that with_credits() added.
inline constexpr const char* kCreditName = ".credit";

/// Flows of all modes, each name once, with their numbers. `tile_of`: the tile, by processor.
/// Throws InputError for a name that stands for several flows or reductions; with `credits` also
/// for a flow whose credits are carried in some of its modes, but not in all, and for a flow
/// "NAME.credit" that carries no credits of an existing flow NAME.
std::vector<FabricFlow> numbered_flows(const std::vector<std::vector<NamedFlow>>& modes,
                                       const std::vector<std::size_t>& tile_of, bool credits);

}  // namespace romcast::fabric
