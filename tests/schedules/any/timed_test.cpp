// SPDX-License-Identifier: Apache-2.0
// Schedules and bounds on links that take several cycles.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_network.hpp"
#include "schedules/any/judged.hpp"
#include "schedules/bounds/bounds.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

using TimedNetwork = std::shared_ptr<const GraphNetwork>;

TimedNetwork timed_network(NodeId processors, unsigned more, unsigned seed, unsigned most) {
  std::minstd_rand random(seed + 1);
  const auto up_to = [&](unsigned limit) {
    return static_cast<std::uint32_t>(random() % (limit + 1));
  };
  GraphBuilder builder;
  for (NodeId v = 0; v < processors; ++v) {
    std::string name = "p";
    name += std::to_string(v);
    builder.add_node(name, NodeRole::processor);
  }
  std::set<std::pair<NodeId, NodeId>> there;
  const auto join = [&](NodeId a, NodeId b) {
    if (a == b || !there.emplace(std::min(a, b), std::max(a, b)).second) return;
    const std::uint32_t lanes = 1 + up_to(3) / 3;
    builder.add_edge(a, b, lanes, {1 + up_to(most), up_to(most)});
    builder.add_edge(b, a, lanes, {1 + up_to(most), up_to(most)});
  };
  for (NodeId v = 1; v < processors; ++v) join(v, up_to(v - 1));
  for (unsigned i = 0; i < more; ++i) join(up_to(processors - 1), up_to(processors - 1));
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, builder.finish());
}

TimedNetwork equal_times(const Topology& network, LinkTime time) {
  GraphBuilder builder;
  for (NodeId v = 0; v < network.nodes(); ++v)
    builder.add_node(network.node_name(v), NodeRole::processor);
  for (const Channel& c : network.channels()) builder.add_edge(c.from, c.to, c.capacity, time);
  return std::make_shared<GraphNetwork>("graph", NetworkOptions{}, builder.finish());
}

// The fewest cycles of a broadcast or allgather with all ports, by trying every choice of sends
// whose receivers lack the message.
class FewestTimed {
 public:
  FewestTimed(const Topology& network, const Collective& collective)
      : network_(network), messages_(static_cast<MessageId>(collective.message_numbers())) {
    State start{
        std::vector<std::uint32_t>(network.nodes(), 0), {}, std::vector<Cycle>(network.links(), 0)};
    for (MessageId m = 0; m < messages_; ++m) start.has[collective.origin(m)] |= 1U << m;
    for (limit_ = 1;; ++limit_) {
      if (search(start, 1)) break;
    }
  }
  [[nodiscard]] Cycle cycles() const { return limit_; }

 private:
  struct State {
    std::vector<std::uint32_t> has;
    std::vector<std::tuple<Cycle, NodeId, MessageId>> under_way;
    std::vector<Cycle> until;  // by link: last cycle of its send
  };
  [[nodiscard]] bool whole(const State& state) const {
    return std::ranges::all_of(state.has,
                               [&](std::uint32_t h) { return h == (1U << messages_) - 1; });
  }
  bool search(State state, Cycle cycle) {
    for (const auto& [end, node, m] : state.under_way) {
      if (end < cycle) state.has[node] |= 1U << m;
    }
    std::erase_if(state.under_way, [&](const auto& one) { return std::get<0>(one) < cycle; });
    if (whole(state)) return true;
    return cycle <= limit_ && choose(std::move(state), cycle, 0);
  }
  bool choose(State state, Cycle cycle, LinkId link) {
    if (link == network_.links()) return search(std::move(state), cycle + 1);
    const Channel& c = network_.channel_at(link);
    const Cycle end = cycle + c.time.delay() - 1;
    if (state.until[link] < cycle && end <= limit_) {
      for (MessageId m = 0; m < messages_; ++m) {
        const bool comes = std::ranges::any_of(state.under_way, [&](const auto& one) {
          return std::get<1>(one) == c.to && std::get<2>(one) == m && std::get<0>(one) <= end;
        });
        if ((state.has[c.from] >> m & 1) == 0 || (state.has[c.to] >> m & 1) != 0 || comes) continue;
        State next = state;
        next.until[link] = cycle + c.time.cycles - 1;
        next.under_way.emplace_back(end, c.to, m);
        if (choose(std::move(next), cycle, link + 1)) return true;
      }
    }
    return choose(std::move(state), cycle, link + 1);
  }

  const Topology& network_;
  const MessageId messages_;
  Cycle limit_ = 0;
};

}  // namespace

TEST_CASE("matching is legal on links with any times, in all collectives", "[any][timed]") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const TimedNetwork network = timed_network(2 + seed % 8, seed % 6, seed, 1 + seed % 7);
    for (const Ports ports : {kSingle, kMulti}) {
      for (const CollectiveKind kind : {broadcast, scatter, gather, allgather, alltoall}) {
        CAPTURE(seed, name(kind), ports.name());
        judged("matching",
               problem_of(network, kind, ports, 1 + seed % 3, seed % 2, {{"seconds", "0"}}));
      }
      for (const CollectiveKind kind : {reduce, reduce_scatter, allreduce}) {
        CAPTURE(seed, name(kind), ports.name());
        Problem problem = combining_problem(network, kind, ports, 1 + seed % 3, seed % 2);
        problem.options = {{"seconds", "0"}};
        judged("matching", problem);
      }
    }
  }
}

TEST_CASE("bounds never exceed the fewest cycles, which small searches find",
          "[bounds][timed][slow]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const TimedNetwork network = timed_network(3, seed % 2, seed, 3);
    for (const bool all : {false, true}) {
      const Collective collective(all ? allgather : broadcast, 3, 0, all ? 1 : 1 + seed % 2);
      const Cycle fewest = FewestTimed(*network, collective).cycles();
      CAPTURE(seed, all);
      CHECK(bounds::best_bound({*network, collective, kMulti}).cycles <= fewest);
      const Problem problem{network, collective, kMulti, {{"seconds", "0.2"}}};
      CHECK(judged("matching", problem) >= fewest);
      CHECK(judged("exact", problem) == fewest);
    }
  }
}

TEST_CASE("exact is legal on links with times, with one port, too", "[any][timed][slow]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const TimedNetwork network = timed_network(3 + seed % 2, seed % 3, seed, 2);
    for (const CollectiveKind kind : {broadcast, allgather, alltoall, gather}) {
      CAPTURE(seed, name(kind));
      const Options options{{"seconds", "2"}};
      const Cycle multi = judged("exact", problem_of(network, kind, kMulti, 1, 0, options));
      CHECK(judged("exact", problem_of(network, kind, kSingle, 1, 0, options)) >= multi);
    }
  }
}

TEST_CASE("times that are all the same multiply the cycles", "[any][timed]") {
  // Without latency a schedule of R rounds needs R * `cycles` cycles.
  for (const std::uint32_t cycles : {2, 5}) {
    const TimedNetwork network = equal_times(*hypercube(3), {cycles, 0});
    CHECK(judged("matching", problem_of(network, allgather, kMulti)) == 3 * cycles);
    CHECK(judged("matching", problem_of(network, broadcast, kMulti)) == 3 * cycles);
    CHECK(judged("matching", problem_of(network, scatter, kMulti)) == 3 * cycles);
  }
}

TEST_CASE("latency is paid once by a stream of messages", "[any][timed]") {
  // M messages over one link of c cycles per message and latency l: M c + l.
  const TimedNetwork network = equal_times(*path(2), {3, 10});
  CHECK(judged("matching", problem_of(network, broadcast, kMulti, 7)) == 7 * 3 + 10);
  // Over h links in a row: (M + h - 1) c + h l.
  const TimedNetwork line = equal_times(*path(4), {3, 10});
  CHECK(judged("matching", problem_of(line, broadcast, kMulti, 7)) == (7 + 2) * 3 + 3 * 10);
}

TEST_CASE("a slow link between fast clusters carries each message once", "[any][timed]") {
  // Two cliques of 4, joined by one slow link each way, which 4 messages must cross.
  GraphBuilder builder;
  for (const char* node : {"a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3"}) {
    builder.add_node(node, NodeRole::processor);
  }
  for (NodeId a = 0; a < 8; ++a) {
    for (NodeId b = 0; b < 8; ++b) {
      if (a != b && a / 4 == b / 4) builder.add_edge(a, b, 1, {1, 0});
    }
  }
  builder.add_edge(0, 4, 1, {20, 0});
  builder.add_edge(4, 0, 1, {20, 0});
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, builder.finish());
  // 4 * 20 cycles on the slow link, whose sender begins with its own message, and one cycle to
  // spread the last message.
  CHECK(judged("matching", problem_of(network, allgather, kMulti)) == 81);
}

TEST_CASE("no switch gets a message that nobody takes from it", "[any][timed]") {
  const auto network = make_topology("cluster", [](std::string_view option) {
    const std::map<std::string, std::string, std::less<>> given{
        {"machines", "2"}, {"gpus", "4"}, {"bandwidth", "1/4,1/8"}, {"latency", "3cycles,9cycles"}};
    const auto found = given.find(option);
    return found == given.end() ? std::nullopt : std::optional(found->second);
  });
  for (const std::uint32_t messages : {1, 2, 3, 8}) {
    const Problem problem = problem_of(network, allgather, kMulti, messages);
    const auto schedule = find_algorithm("matching", problem).build(problem).open();
    std::set<std::pair<NodeId, MessageId>> came, left;
    std::vector<Hop> hops;
    while (schedule->next(hops)) {
      for (const Hop& hop : hops) {
        const Channel& c = network->channel_at(hop.link);
        left.emplace(c.from, hop.message);
        if (!network->is_processor(c.to)) came.emplace(c.to, hop.message);
      }
    }
    CAPTURE(messages);
    CHECK(std::ranges::includes(left, came));
  }
}

TEST_CASE("forest and flow are legal on links with times, and their rates bound all schedules",
          "[any][timed][exhaustive][slow]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const TimedNetwork network = timed_network(3 + seed % 5, seed % 6, seed, 1 + seed % 4);
    for (const std::uint32_t messages : {1, 5}) {
      CAPTURE(seed, messages);
      const Options options{{"seconds", "1"}};
      for (const CollectiveKind kind : {broadcast, allgather}) {
        const Problem problem = problem_of(network, kind, kMulti, messages, 0, options);
        const Plan plan = find_algorithm("forest", problem).build(problem);
        CHECK(judged("forest", problem) >= plan.proved_bound);
        CHECK(judged("matching", problem) >= plan.proved_bound);
      }
      const Problem problem = problem_of(network, alltoall, kMulti, messages, 0, options);
      const Plan plan = find_algorithm("flow", problem).build(problem);
      CHECK(judged("flow", problem) >= plan.proved_bound);
      CHECK(judged("matching", problem) >= plan.proved_bound);
    }
  }
}

TEST_CASE("the rate of an allgather on links with times is that of its worst cut", "[any][timed]") {
  // A ring of three; one link into node a needs 2 cycles per message, the other 3: together 5/6
  // messages per cycle.
  GraphBuilder builder;
  for (const char* node : {"a", "b", "c"}) builder.add_node(node, NodeRole::processor);
  for (const auto& [from, to, cycles] : std::initializer_list<std::array<std::uint32_t, 3>>{
           {1, 0, 2}, {2, 0, 3}, {0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {2, 1, 1}}) {
    builder.add_edge(from, to, 1, {cycles, 1});
  }
  const auto network = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, builder.finish());
  const Problem problem = problem_of(network, allgather, kMulti, 50, 0, {{"seconds", "2"}});
  const Plan plan = find_algorithm("forest", problem).build(problem);
  REQUIRE(plan.rate);
  // For each message per node, two messages, from b and from c, enter node a: 2 * 6 / 5 cycles.
  CHECK(plan.rate->bound.cycles * 5 == plan.rate->bound.messages * 12);
  CHECK(plan.proved_bound == 120);
  CHECK(judged("forest", problem) <= 125);
}

TEST_CASE("the cut between slow links is found whatever the order of the dimensions",
          "[any][timed]") {
  // In each direction 32 * 32 messages cross 8 links of 6 cycles per message, 128 messages on each
  // link.
  for (const char* bandwidth : {"1/6,1/2", "1/2,1/6"}) {
    const auto mesh = make_topology("mesh", [&](std::string_view option) {
      return option == "dims"        ? std::optional<std::string>("8x8")
             : option == "bandwidth" ? std::optional<std::string>(bandwidth)
                                     : std::nullopt;
    });
    const Problem problem = problem_of(mesh, alltoall, kMulti);
    CAPTURE(bandwidth);
    CHECK(find_algorithm("matching", problem).predict(problem).lower_bound >= 32 * 32 / 8 * 6);
  }
}

TEST_CASE("algorithms for links that take a cycle refuse others", "[any][timed]") {
  const TimedNetwork network = equal_times(*hypercube(2), {2, 0});
  for (const char* name : {"node-invariant", "half-duplex"}) {
    CHECK_THROWS_AS(find_algorithm(name, problem_of(network, allgather, kMulti)), InputError);
  }
}
