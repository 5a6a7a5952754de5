// SPDX-License-Identifier: Apache-2.0
// The graph G_i of Dimakopoulos & Dimopoulos 1996, section 3.3.1, and its holes: cycles in which a
// leaf receives nothing.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "romcast/core/topologies.hpp"
#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

constexpr Ports kEvery{Ports::Kind::multi};

std::shared_ptr<const Topology> graph_i(unsigned k, unsigned h, unsigned i) {
  return make_topology("collapsed-tree", [=](std::string_view name) -> std::optional<std::string> {
    if (name == "arity") return std::to_string(k);
    if (name == "height") return std::to_string(h);
    return name == "collapsed" ? std::optional(std::to_string(i)) : std::nullopt;
  });
}

// The hops of a tree's schedule on the links of G_i; hops inside the collapsed levels are omitted.
std::vector<Hop> collapsed(const Solved& solved, const Topology& graph, unsigned i) {
  const auto& tree = dynamic_cast<const FatTree&>(*solved.topology);
  const unsigned top = tree.height() - i + 1;
  const auto node = [&](NodeId v) {
    const unsigned level = tree.level(v);
    return graph.find_node(level == 0     ? fmt::format("p{}", v)
                           : level >= top ? fmt::format("s{}.0", top)
                                          : fmt::format("s{}.{}", level, tree.index(v)));
  };
  std::vector<Hop> hops, step;
  for (const auto pass = solved.schedule(); pass->next(step);) {
    for (const Hop& hop : step) {
      const Channel& channel = tree.channel_at(hop.link);
      const NodeId from = node(channel.from), to = node(channel.to);
      if (from == to) continue;
      const Channel& along = graph.channels()[graph.find_channel(from, to)];
      hops.push_back({hop.cycle, along.first_link + (hop.link - channel.first_link), hop.message});
    }
  }
  return hops;
}

}  // namespace

TEST_CASE("a total exchange of a tree is one of G_i, with T - n + 1 holes in every leaf") {
  for (const auto& [k, h] : {std::pair{2U, 3U}, {2U, 4U}, {3U, 2U}, {3U, 3U}, {4U, 2U}}) {
    const Solved solved = solve(multi_port(k, h, alltoall, "pipelined", "exponential"));
    for (unsigned i = 1; i < h; ++i) {
      CAPTURE(k, h, i);
      const auto graph = graph_i(k, h, i);
      const Collective collective(alltoall, graph->processors(), 0, 1);
      const std::vector<Hop> hops = collapsed(solved, *graph, i);
      const Verdict verdict = judge(*graph, collective, kEvery, stored_schedule(hops));
      CHECK(verdict.violation_count == 0);
      CHECK(verdict.delivered == verdict.expected);
      // Each of the n leaves receives n - 1 messages in as many cycles; all other cycles are holes.
      std::map<NodeId, std::set<Cycle>> received;
      for (const Hop& hop : hops) {
        const NodeId to = graph->channel_at(hop.link).to;
        if (graph->is_processor(to)) received[to].insert(hop.cycle);
      }
      for (const auto& [leaf, cycles] : received) CHECK(cycles.size() == graph->processors() - 1);
      // Up to cycle `period` no message from another subtree can arrive, so a subtree has at least
      // one hole for each message that it sends to another subtree.
      const Cycle period = 2 * (h - i + 1) - 1;
      const auto subtrees = static_cast<NodeId>(FatTree(k, h, "constant").power(i));
      const NodeId width = static_cast<NodeId>(graph->processors()) / subtrees;
      std::vector<std::uint64_t> external(subtrees, 0), holes(subtrees, period * width);
      for (const Hop& hop : hops) {
        const Channel& channel = graph->channel_at(hop.link);
        if (hop.cycle > period) continue;
        if (graph->is_processor(channel.to)) --holes[channel.to / width];
        if (!graph->is_processor(channel.from)) continue;
        const NodeId to = collective.destination(hop.message);
        external[channel.from / width] += channel.from / width != to / width ? 1 : 0;
      }
      for (NodeId j = 0; j < subtrees; ++j) CHECK(holes[j] >= external[j]);
    }
  }
}

TEST_CASE("a leaf of G_i receives one message at a time, and its switches do not") {
  const auto graph = graph_i(2, 2, 1);
  const Collective collective(gather, 4, 0, 1);
  const auto link = [&](const char* from, const char* to) {
    return graph->channels()[graph->find_channel(graph->find_node(from), graph->find_node(to))]
        .first_link;
  };
  const auto violations = [&](Cycle last) {
    return judge(*graph, collective, kEvery,
                 stored_schedule({{1, link("p2", "s1.1"), 2},
                                  {1, link("p3", "s1.1"), 3},
                                  {2, link("s1.1", "s2.0"), 2},
                                  {2, link("s1.1", "s2.0") + 1, 3},
                                  {3, link("s2.0", "s1.0"), 2},
                                  {3, link("s2.0", "s1.0") + 1, 3},
                                  {4, link("s1.0", "p0"), 2},
                                  {5, link("s1.0", "p0"), 3},
                                  {last, link("p1", "p0"), 1}}))
        .violation_count;
  };
  CHECK(violations(6) == 0);
  CHECK(violations(1) == 0);
  CHECK(violations(4) == 1);
  CHECK(violations(5) == 1);
}

TEST_CASE("schedules are searched on G_i as on any network") {
  const auto graph = graph_i(2, 2, 1);
  const Problem problem{graph, Collective(alltoall, 4, 0, 1), kEvery, {}};
  for (const char* name : {"", "matching", "exact"}) {
    CAPTURE(name);
    const Verdict verdict = judge(*graph, problem.collective, kEvery,
                                  find_algorithm(name, problem).build(problem).open);
    CHECK(verdict.violation_count == 0);
    CHECK(verdict.delivered == verdict.expected);
    // The pipelined alltoall on the fat tree of 4 leaves takes 6 cycles and is legal on G_1, too.
    if (name != std::string("matching")) CHECK(verdict.cycles <= 6);
  }
}
