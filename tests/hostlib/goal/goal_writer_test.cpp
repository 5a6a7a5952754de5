// SPDX-License-Identifier: Apache-2.0
// Schedules as GOAL programs: in a much simpler simulator every processor must finish at its time
// in the schedule.
#include "romcast/goal/goal_writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "hostlib/goal_text.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/goal/goal_ports.hpp"

using namespace romcast;
using namespace romcast::test;
using Time = std::uint64_t;
using Times = std::vector<Time>;

namespace {

std::string written(const Topology& network, const Collective& collective, Ports ports,
                    Timing timing, const OpenSchedule& schedule) {
  const auto path =
      std::filesystem::temp_directory_path() / ("romcast_goal_test." + std::to_string(::getpid()));
  write_goal(path.string(), network, collective, ports, timing, schedule);
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  std::filesystem::remove(path);
  return text.str();
}

// Simulates a program whose ranks run their operations one after another, every operation as early
// as possible. `finish` returns the time at which each rank ends.
class Chains {
 public:
  Chains(const GoalProgram& program, Timing timing)
      : program_(program),
        timing_(timing),
        at_(program.ranks.size()),
        free_(at_.size()),
        next_send_(at_.size()),
        next_receive_(at_.size()) {}

  Times finish() {
    for (bool moved = true; moved;) {
      moved = false;
      for (NodeId r = 0; r < at_.size(); ++r) {
        while (at_[r] < program_.ranks[r].ops.size() && step(r, program_.ranks[r].ops[at_[r]])) {
          ++at_[r];
          moved = true;
        }
      }
    }
    for (NodeId r = 0; r < at_.size(); ++r) REQUIRE(at_[r] == program_.ranks[r].ops.size());
    return free_;
  }

 private:
  bool step(NodeId rank, const GoalOp& op) {
    Time& free = free_[rank];
    if (op.kind == GoalOp::Kind::calc) {
      free += op.cycles;
    } else if (op.kind == GoalOp::Kind::send) {
      const Time time = std::max(free, next_send_[rank]);
      sent_[{rank, op.peer, op.tag}].push_back(time);
      free = time + timing_.overhead;
      next_send_[rank] = time + timing_.gap;
    } else {
      auto& sent = sent_[{op.peer, rank, op.tag}];
      if (sent.empty()) return false;
      const Time comes = sent.front() + timing_.overhead + timing_.latency;
      sent.pop_front();
      const Time time = std::max({comes, free, next_receive_[rank]});
      free = time + timing_.overhead;
      next_receive_[rank] = time + timing_.gap;
    }
    return true;
  }

  const GoalProgram& program_;
  const Timing timing_;
  std::vector<std::size_t> at_;
  Times free_, next_send_, next_receive_;
  std::map<std::tuple<NodeId, NodeId, std::uint32_t>, std::deque<Time>> sent_;
};

// The end of each processor's activities in the schedule.
Times last_activities(const OpenSchedule& schedule, std::size_t processors, Timing timing,
                      bool adds) {
  Times last(processors, 0);
  const auto until = [&](NodeId p, Time time) { last[p] = std::max(last[p], time); };
  const auto pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) {
    for (const Hop& hop : hops) {
      const Time time = hop.cycle - 1;
      if (adds && hop.message == kAdd) {
        until(hop.link, time + hop.to);
      } else if (timing.buffered && hop.to == hop.link) {
        until(hop.link, hop.cycle);
      } else {
        until(hop.link, time + timing.overhead);
        if (!timing.buffered) until(hop.to, time + timing.delay() + (adds ? 1 : 0));
      }
    }
  }
  return last;
}

struct Case {
  CollectiveKind kind;
  const char* algorithm;
  std::uint32_t processors, messages;
  Timing timing;
};

void check(const Case& c) {
  CAPTURE(c.algorithm, c.processors, c.messages, c.timing.latency, c.timing.overhead, c.timing.gap);
  const auto network = std::make_shared<Complete>(c.processors);
  const Collective collective(c.kind, c.processors, 0, c.messages);
  Problem problem{network, collective, Ports{Ports::Kind::single}, {}, c.timing};
  const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
  problem.timing.buffered = algorithm.buffered;
  const OpenSchedule schedule = algorithm.build(problem).open;
  const std::string text = written(*network, collective, problem.ports, problem.timing, schedule);
  CHECK(
      Chains(goal(text), problem.timing).finish() ==
      last_activities(schedule, c.processors, problem.timing, c.kind == CollectiveKind::summation));
  if (problem.timing.buffered) return;
  CHECK(simulate_goal(goal(text), problem.timing, GoalInput::direct).cycles ==
        simulate_goal(goal(text), problem.timing, GoalInput::queued).cycles);
}

using enum CollectiveKind;

}  // namespace

TEST_CASE("a send that must wait follows a calc as long as the wait") {
  // The sends begin at 0 and 9, and the gap is 4: without the calc the second would begin at 4.
  const Complete network(3);
  const Timing timing{.latency = 6, .overhead = 2, .gap = 4};
  CHECK(written(network, Collective(scatter, 3, 0, 1), Ports{Ports::Kind::single}, timing,
                stored_schedule({{1, 0, 1, 1}, {10, 0, 2, 2}})) ==
        "num_ranks 3\n\nrank 0 {\nl0: send 1b to 1 tag 1\nl1: calc 7\nl1 requires l0\n"
        "l2: send 1b to 2 tag 2\nl2 requires l1\n}\n\nrank 1 {\nl0: recv 1b from 0 tag 1\n}\n\n"
        "rank 2 {\nl0: recv 1b from 0 tag 2\n}\n");
}

TEST_CASE("ports of a processor are cpus and what they wait for crosses over") {
  // Processor 0 sends to 1 and 2 on its two ports, then processor 1 forwards on both of its ports.
  const Complete network(4);
  const std::string text =
      written(network, Collective(broadcast, 4, 0, 2), Ports{Ports::Kind::several, 2}, {},
              stored_schedule({{1, 0, 0, 1}, {1, 0, 1, 2}, {2, 1, 0, 2}, {2, 1, 0, 3}}));
  CHECK(text ==
        "num_ranks 4\n\nrank 0 {\nl0: send 1b to 1 tag 0\nl1: send 1b to 2 tag 1 cpu 1 nic 1\n}\n"
        "\nrank 1 {\nl0: recv 1b from 0 tag 0\nl1: send 1b to 2 tag 0\nl1 requires l0\n"
        "l2: calc 1 cpu 1\nl3: send 1b to 3 tag 0 cpu 1 nic 1\nl3 requires l2\nl3 requires l0\n}\n"
        "\nrank 2 {\nl0: recv 1b from 0 tag 1 cpu 1 nic 1\nl1: recv 1b from 1 tag 0\n}\n"
        "\nrank 3 {\nl0: recv 1b from 1 tag 0 cpu 1 nic 1\n}\n");
}

TEST_CASE("what waits in a queue comes by a port of its own") {
  // Two messages arrive at time 2; the second one is taken at time 3.
  const Timing timing{.latency = 2, .buffered = true};
  const std::string text =
      written(Complete(3), Collective(alltoall, 3, 0, 1), Ports{Ports::Kind::single}, timing,
              stored_schedule({{1, 0, 2, 2}, {1, 1, 5, 2}, {2, 2, 2, 2}, {3, 2, 5, 2}}));
  CHECK(text ==
        "num_ranks 3\n\nrank 0 {\nl0: send 1b to 2 tag 2\n}\n"
        "\nrank 1 {\nl0: send 1b to 2 tag 5 cpu 1 nic 1\n}\n"
        "\nrank 2 {\nl0: recv 1b from 0 tag 2\nl1: calc 3 cpu 1\n"
        "l2: recv 1b from 1 tag 5 cpu 1 nic 1\nl2 requires l1\n}\n");
}

TEST_CASE("every processor ends when the schedule says") {
  const std::vector<Timing> timings{{.latency = 6, .overhead = 2, .gap = 4},
                                    {.latency = 1},
                                    {.latency = 5},
                                    {.latency = 9, .overhead = 3, .gap = 1},
                                    {.latency = 7, .overhead = 1, .gap = 5}};
  for (const Timing& timing : timings) {
    for (const std::uint32_t processors : {2U, 5U, 8U, 16U}) {
      check({broadcast, "optimal-tree", processors, 1, timing});
      check({allgather, "cyclic", processors, 2, timing});
      check({alltoall, "cyclic", processors, 1, timing});
      check({reduce, "reversed-tree", processors, 1, timing});
    }
  }
}

TEST_CASE("several items and summations end when the schedule says") {
  for (const std::uint32_t latency : {3U, 6U}) {
    for (const std::uint32_t processors : {5U, 14U, 41U}) {
      check({broadcast, "block-cyclic", processors, 7, {.latency = latency}});
      check({allreduce, "combining", processors, 1, {.latency = latency}});
    }
  }
  check({broadcast, "single-sending", 14, 7, {.latency = 3}});
  for (const std::uint32_t operands : {1U, 5U, 79U, 200U}) {
    check({summation, "summation-tree", 8, operands, {.latency = 5, .overhead = 2, .gap = 4}});
  }
}

TEST_CASE("messages of a cycle get ports that are free at both ends") {
  std::mt19937 random(3);
  for (const std::uint32_t ports : {2U, 3U, 7U}) {
    for (int round = 0; round < 200; ++round) {
      constexpr NodeId processors = 9;
      // The sends of a round are the union of `ports` partial permutations.
      std::vector<Hop> hops;
      for (std::uint32_t k = 0; k < ports; ++k) {
        std::vector<NodeId> to(processors);
        for (NodeId p = 0; p < processors; ++p) to[p] = p;
        std::shuffle(to.begin(), to.end(), random);
        for (NodeId p = 0; p < processors; ++p) {
          if (to[p] != p && random() % 8 > 0) hops.push_back({1, p, 0, to[p]});
        }
      }
      std::shuffle(hops.begin(), hops.end(), random);
      GoalPorts assigned(processors, ports);
      std::map<std::pair<NodeId, std::uint32_t>, int> sends, receives;
      const std::vector<std::uint32_t> port = assigned.assign(hops);
      for (std::size_t i = 0; i < hops.size(); ++i) {
        REQUIRE(port[i] < ports);
        REQUIRE(++sends[{hops[i].link, port[i]}] == 1);
        REQUIRE(++receives[{hops[i].to, port[i]}] == 1);
      }
    }
  }
}

TEST_CASE("networks whose processors do not reach each other have no GOAL program") {
  const Complete network(4);
  CHECK_THROWS_AS(
      GoalWriter(network, Collective(broadcast, 4, 0, 1), Ports{Ports::Kind::several, 300}, {}),
      InputError);
}
