// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/flows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "romcast/core/error.hpp"

namespace romcast {
namespace fabric {
namespace {

std::vector<NodeId> destinations_of(const Collective& collective, MessageId message) {
  std::vector<NodeId> all;
  for (NodeId p = 0; p < collective.processors(); ++p) {
    if (collective.wants(message, p)) all.push_back(p);
  }
  return all;
}

// True if every flow has one receiver and no reduction, and no two flows have the same ends: then
// the number of the peer identifies a flow.
bool one_per_pair(const std::vector<NamedFlow>& flows) {
  std::set<std::pair<NodeId, NodeId>> pairs;
  return std::ranges::all_of(flows, [&](const NamedFlow& flow) {
    return flow.destinations.size() == 1 && flow.reduction.empty() &&
           pairs.insert({flow.origin, flow.destinations.front()}).second;
  });
}

// Name of the flow whose credits a flow of this name carries; nullopt: it carries none.
std::optional<std::string> credited(const std::string& name) {
  if (!name.ends_with(kCreditName)) return {};
  return name.substr(0, name.rfind(kCreditName));
}

// Flows of all modes, each name once.
struct AllFlows {
  explicit AllFlows(const std::vector<std::vector<NamedFlow>>& modes) {
    for (const auto& mode : modes) {
      std::set<std::string> here;
      for (const NamedFlow& flow : mode) {
        if (!here.insert(flow.name).second) {
          throw InputError(
              fmt::format("two flows are called {}; give one another name", flow.name));
        }
        const auto [at, fresh] = numbers.try_emplace(flow.name, list.size());
        if (fresh) list.push_back(flow);
        const NamedFlow& known = list[at->second];
        if (known.origin != flow.origin || known.destinations != flow.destinations ||
            known.reduction != flow.reduction) {
          throw InputError(fmt::format(
              "flow {} has other ends in another mode; give it another name", flow.name));
        }
      }
    }
  }

  // True for a flow that with_credits() added. Throws InputError for any other flow with a name
  // "NAME.credit" if a flow NAME exists.
  [[nodiscard]] bool brings_credits(std::size_t number) const {
    const NamedFlow& flow = list[number];
    const auto name = credited(flow.name);
    if (!name || !numbers.contains(*name)) return false;
    const NamedFlow& of = list[numbers.at(*name)];
    if (of.destinations == std::vector{flow.origin} &&
        flow.destinations == std::vector{of.origin} && flow.messages.size() == 1) {
      return true;
    }
    throw InputError(fmt::format(
        "flow {} does not bring the credits of flow {}; give it another name", flow.name, of.name));
  }

  std::vector<NamedFlow> list{};
  std::map<std::string, std::size_t> numbers{};  // by name
};

// For each flow: the flow that carries its credits, if possible a flow that with_credits() did not
// add; kNoTile if no flow carries them. Throws InputError for a flow whose credits are carried in
// some of the modes that have the flow, but not in all of them.
std::vector<std::size_t> pairs_of_modes(const std::vector<std::vector<NamedFlow>>& modes,
                                        const AllFlows& all) {
  std::vector<std::size_t> back(all.list.size(), kNoTile);
  std::vector<char> without(all.list.size());
  FlowPairs paired;
  for (const auto& mode : modes) {
    const std::vector<std::size_t> here = pairs_of(mode, paired);
    add_pairs(mode, paired);
    for (std::size_t f = 0; f < mode.size(); ++f) {
      const std::size_t number = all.numbers.at(mode[f].name);
      if (here[f] == kNoTile) {
        without[number] = 1;
      } else if (back[number] == kNoTile || all.brings_credits(back[number])) {
        back[number] = all.numbers.at(mode[here[f]].name);
      }
    }
  }
  for (std::size_t f = 0; f < back.size(); ++f) {
    if (back[f] == kNoTile || without[f] == 0) continue;
    throw InputError(fmt::format(
        "flow {} has a way back in one mode, and none in another; give all modes one, or none",
        all.list[f].name));
  }
  return back;
}

}  // namespace

std::vector<NamedFlow> flows_of(const Collective& collective, const Topology& network) {
  std::vector<NamedFlow> flows;
  std::map<std::pair<NodeId, std::vector<NodeId>>, std::size_t> known;
  std::vector<std::size_t> begins;  // by flow of the collective: its first index in `flows`
  for (const Flow& flow : collective.flows()) {
    begins.push_back(flows.size());
    if (!flow.reduces()) {
      flows.push_back({flow.name, flow.origin, flow.destinations, {}, flow.latency});
    }
    for (const NodeId source : flow.sources) {
      flows.push_back({.name = fmt::format("{}:{}", flow.name, network.node_name(source)),
                       .origin = source,
                       .destinations = flow.destinations,
                       .reduction = flow.name,
                       .operation = flow.operation});
    }
  }
  const bool named = !flows.empty();
  begins.push_back(flows.size());
  for (MessageId m = 0; m < collective.message_numbers(); ++m) {
    if (named) {
      const std::uint32_t of = collective.flow_of(m).first;
      for (std::size_t f = begins[of]; f < begins[of + 1]; ++f) flows[f].messages.push_back(m);
      continue;
    }
    const NodeId origin = collective.origin(m);
    std::vector<NodeId> to = destinations_of(collective, m);
    if (to.empty()) continue;
    const auto [at, fresh] = known.try_emplace({origin, to}, flows.size());
    if (fresh) {
      std::vector<std::string> names;
      for (const NodeId p : to) names.push_back(network.node_name(p));
      const bool all = to.size() > 1 && to.size() + 1 == collective.processors();
      flows.push_back({fmt::format("{}>{}", network.node_name(origin),
                                   all ? "all" : fmt::format("{}", fmt::join(names, "+"))),
                       origin, std::move(to)});
    }
    flows[at->second].messages.push_back(m);
  }
  return flows;
}

std::vector<FabricReduction> reductions_of(const std::vector<std::vector<NamedFlow>>& modes) {
  std::vector<FabricReduction> all;
  std::map<std::string, std::set<NodeId>> sources;
  for (const auto& mode : modes) {
    std::map<std::string, std::set<NodeId>> here;
    for (const NamedFlow& flow : mode) {
      if (!flow.reduction.empty()) here[flow.reduction].insert(flow.origin);
    }
    for (const auto& [name, origins] : here) {
      if (sources.try_emplace(name, origins).first->second == origins) continue;
      throw InputError(fmt::format(
          "reduction {} has other sources in another mode; give it another name", name));
    }
    for (const NamedFlow& flow : mode) {
      if (flow.reduction.empty()) continue;
      const auto known = std::ranges::find(all, flow.reduction, &FabricReduction::name);
      if (known == all.end()) {
        all.push_back({flow.reduction, flow.operation});
      } else if (known->operation != flow.operation) {
        throw InputError(
            fmt::format("reduction {} has another operator in another mode; give it another name",
                        known->name));
      }
    }
  }
  return all;
}

std::vector<std::size_t> pairs_of(const std::vector<NamedFlow>& flows, const FlowPairs& paired) {
  std::vector<std::size_t> back(flows.size(), kNoTile);
  std::map<std::pair<NodeId, NodeId>, std::vector<std::size_t>> open;
  std::map<std::string, std::size_t> by_name;
  for (std::size_t f = 0; f < flows.size(); ++f) by_name[flows[f].name] = f;
  const auto pair = [&](std::size_t f, const std::string& name) {
    const auto other = by_name.find(name);
    if (other == by_name.end() || back[f] != kNoTile || back[other->second] != kNoTile) return;
    back[f] = other->second;
    back[other->second] = f;
  };
  for (std::size_t f = 0; f < flows.size(); ++f) {  // flows that with_credits() added
    if (const auto of = credited(flows[f].name)) pair(f, *of);
  }
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (const auto known = paired.find(flows[f].name); known != paired.end()) {
      pair(f, known->second);
    }
  }
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (flows[f].destinations.size() != 1 || back[f] != kNoTile) continue;
    if (!flows[f].reduction.empty() || paired.contains(flows[f].name)) continue;
    const NodeId to = flows[f].destinations.front();
    auto& waiting = open[{to, flows[f].origin}];
    if (waiting.empty()) {
      open[{flows[f].origin, to}].push_back(f);
    } else {
      back[f] = waiting.front();
      back[waiting.front()] = f;
      waiting.erase(waiting.begin());
    }
  }
  return back;
}

void add_pairs(const std::vector<NamedFlow>& flows, FlowPairs& paired) {
  const std::vector<std::size_t> back = pairs_of(flows, paired);
  for (std::size_t f = 0; f < flows.size(); ++f) {
    if (back[f] == kNoTile || credited(flows[f].name) || credited(flows[back[f]].name)) continue;
    paired[flows[f].name] = flows[back[f]].name;
  }
}

void check_on_demand(const Collective& collective) {
  for (const Flow& flow : collective.flows()) {
    if (flow.latency == 0) continue;
    throw InputError(
        fmt::format("flow {} allows a latency of {} cycles, but frames on demand wait for all "
                    "endpoints; leave its latency out",
                    flow.name, flow.latency));
  }
}

std::vector<FabricFlow> numbered_flows(const std::vector<std::vector<NamedFlow>>& modes,
                                       const std::vector<std::size_t>& tile_of, bool credits) {
  const AllFlows named(modes);
  const std::vector<NamedFlow>& all = named.list;
  std::vector<std::size_t> back(all.size(), kNoTile);
  if (credits) back = pairs_of_modes(modes, named);
  const bool by_peer = one_per_pair(all);
  const std::vector<FabricReduction> reductions = reductions_of(modes);
  std::map<NodeId, unsigned> next;  // by processor: the next unused flow number
  std::vector<FabricFlow> flows;
  for (std::size_t f = 0; f < all.size(); ++f) {
    FabricFlow flow{.name = all[f].name,
                    .from = tile_of[all[f].origin],
                    .back = back[f],
                    .credit_only = credits && named.brings_credits(f),
                    .bound = all[f].bound};
    if (!all[f].reduction.empty()) {
      const auto of = std::ranges::find(reductions, all[f].reduction, &FabricReduction::name);
      flow.reduction = static_cast<std::size_t>(of - reductions.begin());
      flow.arrives =
          std::ranges::find(flows, flow.reduction, &FabricFlow::reduction) == flows.end();
    }
    for (const NodeId p : all[f].destinations) flow.to.push_back(tile_of[p]);
    flow.ids.resize(flow.to.size());
    flow.dest = by_peer ? all[f].destinations.front() : next[all[f].origin]++;
    flows.push_back(std::move(flow));
  }
  // At its receiver, a flow has the sender's number (by_peer), else the number of its flow back,
  // else a number that no other flow has there; the flows of a reduction share one number.
  for (std::size_t f = 0; f < all.size(); ++f) {
    if (!flows[f].arrives) {
      flows[f].ids = std::ranges::find(flows, flows[f].reduction, &FabricFlow::reduction)->ids;
      continue;
    }
    for (std::size_t i = 0; i < all[f].destinations.size(); ++i) {
      flows[f].ids[i] = by_peer              ? all[f].origin
                        : back[f] != kNoTile ? flows[back[f]].dest
                                             : next[all[f].destinations[i]]++;
    }
  }
  return flows;
}

}  // namespace fabric

Collective with_credits(const Collective& collective, const Topology& network,
                        const Collective* other) {
  if (collective.combines() || collective.reduces()) return collective;
  const auto named = fabric::flows_of(collective, network);
  fabric::FlowPairs paired;
  if (other != nullptr) fabric::add_pairs(fabric::flows_of(*other, network), paired);
  const auto back = fabric::pairs_of(named, paired);
  std::vector<Flow> flows;
  for (const auto& flow : named) {
    if (flow.name.ends_with(fabric::kCreditName)) {
      throw InputError(
          fmt::format("flow {}: names of flows that bring credits end in {}; give it another name",
                      flow.name, fabric::kCreditName));
    }
    flows.push_back({flow.name, flow.origin, flow.destinations,
                     static_cast<std::uint32_t>(flow.messages.size()), flow.bound});
  }
  for (std::size_t f = 0; f < named.size(); ++f) {
    if (back[f] != kNoTile || named[f].destinations.size() != 1) continue;
    flows.push_back({named[f].name + fabric::kCreditName,
                     named[f].destinations.front(),
                     {named[f].origin},
                     1,
                     0});
  }
  if (flows.size() == named.size()) return collective;
  return Collective::of_flows(collective.processors(), std::move(flows));
}

}  // namespace romcast
