// SPDX-License-Identifier: Apache-2.0
// Optima by exhaustive search, independent of bounds, heuristics and solvers.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <unordered_set>

#include "romcast/networks/graph_network.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/bounds/bounds.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

using Set = std::uint32_t;

// Adds to `found` all sets of nodes that can know a message after a cycle in which each node of
// `knowing`, from index `next` on, sends it to one neighbour or to none; `known`: the set so far.
void spread(const Topology& network, const std::vector<NodeId>& knowing, std::size_t next,
            Set known, std::set<Set>& found) {
  if (next == knowing.size()) {
    found.insert(known);
    return;
  }
  spread(network, knowing, next + 1, known, found);
  for (const ChannelId c : network.outputs(knowing[next])) {
    const Set to = Set{1} << network.channels()[c].to;
    if ((known & to) == 0) spread(network, knowing, next + 1, known | to, found);
  }
}

Cycle fewest_broadcast_cycles(const Topology& network, NodeId source) {
  const Set all = (Set{1} << network.nodes()) - 1;
  std::set<Set> reached{Set{1} << source};
  for (Cycle cycle = 0;; ++cycle) {
    if (reached.contains(all)) return cycle;
    std::set<Set> found;
    for (const Set known : reached) {
      std::vector<NodeId> knowing;
      for (NodeId v = 0; v < network.nodes(); ++v) {
        if ((known >> v & 1) != 0) knowing.push_back(v);
      }
      spread(network, knowing, 0, known, found);
    }
    reached = std::move(found);
  }
}

// The node at which each message of an alltoall is: four bits per message, at most 16 messages.
using Places = std::uint64_t;

NodeId place(Places places, unsigned message) { return places >> 4 * message & 15; }

Places placed(Places places, unsigned message, NodeId at) {
  return (places & ~(Places{15} << 4 * message)) | Places{at} << 4 * message;
}

class Alltoall {
 public:
  explicit Alltoall(const Topology& network) : network_(network) {
    const auto n = static_cast<NodeId>(network.processors());
    REQUIRE(std::max<std::size_t>(network.nodes(), n * (n - 1)) <= 16);
    for (NodeId from = 0; from < n; ++from) {
      for (NodeId to = 0; to < n; ++to) {
        if (from == to) continue;
        begin_ = placed(begin_, messages_, from);
        end_ = placed(end_, messages_++, to);
      }
    }
  }
  Cycle fewest_cycles() {
    std::unordered_set<Places> reached{begin_}, last{begin_};
    for (Cycle cycle = 0;; ++cycle) {
      if (last.contains(end_)) return cycle;
      std::unordered_set<Places> found;
      std::vector<std::uint32_t> free;
      for (const Channel& c : network_.channels()) free.push_back(c.capacity);
      for (const Places places : last) move(0, places, free, found);
      last.clear();
      for (const Places places : found) {
        if (reached.insert(places).second) last.insert(places);
      }
    }
  }

 private:
  // Adds to `found` each value that `places` can have after a cycle in which each message from `m`
  // on stays or crosses a free link. `free` counts the free links of each channel.
  void move(unsigned m, Places places, std::vector<std::uint32_t>& free,
            std::unordered_set<Places>& found) {
    if (m == messages_) {
      found.insert(places);
      return;
    }
    move(m + 1, places, free, found);
    const NodeId at = place(places, m);
    if (at == place(end_, m) || (at != place(begin_, m) && !network_.forwards(at))) return;
    for (const ChannelId c : network_.outputs(at)) {
      if (free[c] == 0) continue;
      --free[c];
      move(m + 1, placed(places, m, network_.channels()[c].to), free, found);
      ++free[c];
    }
  }

  const Topology& network_;
  unsigned messages_ = 0;
  Places begin_ = 0, end_ = 0;
};

// Three endpoints, each at a random switch, and three connected switches; channels of one or two
// links.
std::shared_ptr<const GraphNetwork> endpoints_and_switches(unsigned seed) {
  std::mt19937 random(seed);
  Graph graph = Graph::numbered(3);
  for (Graph::Node& node : graph.nodes) node.role = NodeRole::endpoint;
  for (const char* name : {"s0", "s1", "s2"}) graph.nodes.push_back({name, NodeRole::forwarder});
  for (NodeId p = 0; p < 3; ++p)
    graph.join(p, 3 + static_cast<NodeId>(random() % 3), 1 + random() % 2);
  graph.join(3, 4, 1 + random() % 2);
  graph.join(5, 3 + static_cast<NodeId>(random() % 2));
  if (random() % 2 == 0) graph.join(4, 5);
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
}

}  // namespace

TEST_CASE("alltoalls between endpoints: no bound is above the true optimum, which is found",
          "[any][exhaustive][slow]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto network = endpoints_and_switches(seed);
    const Cycle fewest = Alltoall(*network).fewest_cycles();
    const Problem problem =
        problem_of(network, CollectiveKind::alltoall, kMulti, 1, 0, {{"seconds", "60"}});
    CAPTURE(seed);
    for (const auto& bound : bounds::all_bounds({*network, problem.collective, kMulti})) {
      CAPTURE(bound.name);
      CHECK(bound.cycles <= fewest);
    }
    CHECK(judged("portfolio", problem) == fewest);
  }
}

TEST_CASE("single-port broadcasts: bound, optimum and greed around the true optimum",
          "[any][exhaustive]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Network network = random_network(3 + seed % 6, seed % 6, 100 + seed);
    const NodeId source = seed % 3;
    const Problem problem =
        problem_of(network, CollectiveKind::broadcast, kSingle, 1, source, {{"seconds", "60"}});
    const Cycle fewest = fewest_broadcast_cycles(*network, source);
    CAPTURE(seed);
    const Algorithm& exact = find_algorithm("exact", problem);
    CHECK(exact.predict(problem).lower_bound.value() <= fewest);
    CHECK(judged("exact", problem) == fewest);
    CHECK(judged("matching", problem) >= fewest);
  }
}
