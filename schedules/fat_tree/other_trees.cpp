// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/other_trees.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "schedules/any/any.hpp"
#include "schedules/any/replay.hpp"
#include "schedules/any/reversed.hpp"
#include "schedules/any/scatter_tree.hpp"
#include "schedules/fat_tree/bounds.hpp"
#include "schedules/fat_tree/shape.hpp"

namespace romcast {

Algorithm furthest_first_scatter();

namespace {

using Build = std::function<Plan(const Problem&)>;
using Formula = std::function<std::optional<std::uint64_t>(const Problem&)>;

// The plan of `build` as hops alone, since nodes with stores run no rules. If nodes are
// single-port, any::replayed() moves each hop to the first cycle in which its link and ports are
// free.
Plan stored(const Problem& problem, const Build& build) {
  const Plan plan = build(problem);
  return {.open = stored_schedule(problem.ports.single()
                                      ? any::replayed(any::task_of(problem), plan.open)
                                      : all_hops(plan.open))};
}

Plan scatter(const Problem& problem, const Build& build) {
  if (LevelTree::is(*problem.topology)) return stored(problem, build);
  return {.open = stored_schedule(any::scatter_down_tree(any::task_of(problem)))};
}

// The plan of a gather: the plan of the scatter from the gather's sink, with times and hops
// reversed. Scatter and gather number their messages in the same way.
Plan reversed_scatter(const Problem& problem, const Build&) {
  const Topology& topology = *problem.topology;
  const Collective& gather = problem.collective;
  Problem other = problem;
  other.collective =
      Collective(CollectiveKind::scatter, gather.processors(), gather.source(), gather.messages());
  any::Hops hops = all_hops(scatter(other, furthest_first_scatter().build).open);
  any::turn_round(hops);
  for (Hop& hop : hops) {
    const Channel& channel = topology.channel_at(hop.link);
    const Channel& back = topology.channels()[topology.find_channel(channel.to, channel.from)];
    hop.link = back.first_link + (hop.link - channel.first_link);
  }
  return {.open = stored_schedule(std::move(hops))};
}

// The levels of a tree whose switches all have several children, so that the paper's formulas can
// hold with k_i for k; nothing for other trees.
std::optional<LevelTree> regular(const Problem& problem) {
  if (!LevelTree::is(*problem.topology)) return std::nullopt;
  LevelTree tree = LevelTree::of(*problem.topology);
  for (unsigned i = 1; i <= tree.height(); ++i) {
    if (tree.arity(i) == 1) return std::nullopt;
  }
  return tree;
}

std::optional<std::uint64_t> one_leaf(const Problem& problem) {
  const auto tree = regular(problem);
  if (!tree || !tree->narrowest_below()) return std::nullopt;
  if (!problem.ports.single()) return one_leaf_bound(*tree, problem.collective.messages());
  std::vector<std::uint32_t> children;
  for (unsigned i = 1; i <= tree->height(); ++i) {
    children.push_back(static_cast<std::uint32_t>(tree->arity(i)));
  }
  const LevelTree single(children, std::vector<std::uint32_t>(children.size(), 1));
  return one_leaf_bound(single, problem.collective.messages());
}

std::optional<std::uint64_t> flooded(const Problem& problem) {
  const auto tree = regular(problem);
  return tree && tree->capacity(1) == 1 ? one_leaf(problem) : std::nullopt;
}

template <bool pipelined>
std::optional<std::uint64_t> phases(const Problem& problem) {
  const auto tree = regular(problem);
  if (!tree) return std::nullopt;
  const std::uint64_t h = tree->height();
  std::uint64_t cycles = pipelined ? 2 * h - 1 : h * h;
  for (unsigned i = 1; i <= h; ++i) {
    cycles += problem.collective.messages() * phase_cycles(*tree, i);
  }
  return cycles;
}

struct Version {
  std::string_view name;
  CollectiveKind collective;
  bool any_tree;  // also for rooted-tree
  std::function<Plan(const Problem&, const Build&)> plan = stored;
  Formula formula{};
};

const std::array<Version, 9>& table() {
  using enum CollectiveKind;
  static const std::array<Version, 9> versions{
      Version{"furthest-first", CollectiveKind::scatter, true, romcast::scatter, one_leaf},
      Version{"reversed-scatter", gather, true, reversed_scatter, one_leaf},
      Version{"greedy", gather, true},
      Version{"upward-first", allgather, true},
      Version{"flooding", allgather, true, stored, flooded},
      Version{"upward-first", alltoall, true},
      Version{"greedy", alltoall, true},
      Version{"pipelined", alltoall, false, stored, phases<true>},
      Version{"phased", alltoall, false, stored, phases<false>}};
  return versions;
}

Algorithm version_on(const std::string& network, const Algorithm& algorithm,
                     const Version& version) {
  Algorithm result = algorithm;
  result.network = network;
  result.paper = false;
  result.default_control = Control::rom;
  result.summary += "; equal arities are not needed";
  result.refusal = [](const Problem& problem) {
    const std::string reason = any::refusal(problem);
    return reason.empty() ? tree_refusal(*problem.topology) : reason;
  };
  result.build = [build = algorithm.build, plan = version.plan](const Problem& problem) {
    return plan(problem, build);
  };
  result.predict = [formula = version.formula, source = algorithm.source](const Problem& problem) {
    Theory theory = any::predict(problem);
    if (!formula) return theory;
    theory.formula_cycles = formula(problem);
    if (theory.formula_cycles) theory.formula_source = source + ", with k_i for k";
    return theory;
  };
  return result;
}

}  // namespace

std::vector<Algorithm> other_tree_versions(const Algorithm& algorithm) {
  std::vector<Algorithm> versions;
  if (algorithm.network != "fat-tree") return versions;
  if (algorithm.collective == CollectiveKind::broadcast) {
    return {largest_first_broadcast("tree"), largest_first_broadcast("rooted-tree")};
  }
  for (const Version& version : table()) {
    if (version.name != algorithm.name || version.collective != algorithm.collective) continue;
    versions.push_back(version_on("tree", algorithm, version));
    if (version.any_tree) versions.push_back(version_on("rooted-tree", algorithm, version));
  }
  return versions;
}

}  // namespace romcast
