// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992, section 1: broadcasts to subsets of processors; schedules as GOAL
// programs of blocking sends and receives, on asynchronous machines.
#include <fmt/format.h>

#include <algorithm>

#include "claims/fibtrees.hpp"
#include "romcast/core/error.hpp"
#include "romcast/goal/goal_claim.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast::claims {
namespace {

const std::vector<std::string>& schedules() {
  static const std::vector<std::string> all{"circulant", "fibonacci", "binomial", "path",
                                            "binary-tree"};
  return all;
}

// A schedule of rounds as a program of blocking sends and receives. A send names the receiver, a
// receive names the sender, neither names the message. A random wait precedes each operation.
class BlockingProgram {
 public:
  BlockingProgram(const PlanView& plan, unsigned seed, bool one_by_one)
      : one_by_one_(one_by_one), random_(seed), last_(plan.topology->processors()) {
    program_.name = "blocking";
    program_.ranks.resize(plan.topology->processors());
    for (std::size_t i = 0; i < plan.hops.size(); ++i) {
      if (i > 0 && plan.hops[i].cycle != plan.hops[i - 1].cycle) end_round();
      const Sent& hop = plan.hops[i];
      const std::uint32_t sent = add(hop.from, {.kind = GoalOp::Kind::send, .peer = hop.to});
      const std::uint32_t taken =
          add(hop.to, {.kind = GoalOp::Kind::receive, .peer = hop.from, .tag = kNone});
      pairs_.push_back({hop.from, sent, hop.to, taken});
    }
  }
  [[nodiscard]] const GoalProgram& program() const { return program_; }

  // Number of messages that do not arrive at their intended receive.
  [[nodiscard]] double astray(const GoalTimes& times) const {
    std::vector<std::uint32_t> first{0};  // number of the first operation, by rank
    for (const GoalRank& rank : program_.ranks) {
      first.push_back(first.back() + std::uint32_t(rank.ops.size()));
    }
    return double(std::ranges::count_if(pairs_, [&](const Pair& pair) {
      return times.message[first[pair.from] + pair.sent] !=
             times.message[first[pair.to] + pair.taken];
    }));
  }

 private:
  struct Pair {
    NodeId from = 0;
    std::uint32_t sent = 0;
    NodeId to = 0;
    std::uint32_t taken = 0;
  };
  // Numbers of a node's operations. `before`: those that end before the node's next operation
  // begins; `now`: those of the current round.
  struct Waits {
    std::vector<std::uint32_t> before{}, now{};
  };

  // Adds a wait and, after the wait, an operation; returns the operation's number. The wait begins
  // after the operations of the node's previous round or, if `one_by_one_`, its last operation.
  std::uint32_t add(NodeId node, const GoalOp& op) {
    GoalRank& rank = program_.ranks[node];
    Waits& waits = last_[node];
    random_ = random_ * 1664525 + 1013904223;
    const auto wait = std::uint32_t(rank.ops.size()), number = wait + 1;
    rank.ops.push_back({.kind = GoalOp::Kind::calc, .cycles = random_ >> 27});
    rank.ops.push_back(op);
    rank.orders.push_back({number, wait, false});
    for (const std::uint32_t until : waits.before) rank.orders.push_back({wait, until, false});
    if (one_by_one_) waits.before = {number};
    waits.now.push_back(number);
    return number;
  }
  void end_round() {
    for (Waits& waits : last_) {
      if (!waits.now.empty()) waits.before = std::move(waits.now);
      waits.now.clear();
    }
  }

  bool one_by_one_;
  std::uint32_t random_;
  GoalProgram program_;
  std::vector<Waits> last_;
  std::vector<Pair> pairs_;
};

// Number of messages that arrive at a wrong receive, or 10^9 if the machine deadlocks or the
// program is no broadcast.
std::optional<double> astray(const Row& row) {
  const PlanView plan = view_plan(row, {.network = "complete",
                                        .collective = "broadcast",
                                        .algorithm = schedules()[std::size_t(row["algorithm"])],
                                        .options = {{"processors", fmt::format("{}", row["n"])}},
                                        .messages = unsigned(row["m"])});
  const BlockingProgram blocking(plan, unsigned(row["waits"]), row["one by one"] == 1);
  const Timing slow{.latency = 6, .overhead = 2, .gap = 4};
  try {
    const GoalTimes times = simulate_goal(blocking.program(), slow, GoalInput::queued);
    const bool broadcast =
        broken_goal_claim(blocking.program(), times, CollectiveKind::broadcast).empty();
    return broadcast ? blocking.astray(times) : 1e9;
  } catch (const InputError&) {
    return 1e9;  // a deadlock
  }
}

Grid asynchronous() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (std::size_t algorithm = 0; algorithm < schedules().size(); ++algorithm) {
      for (const unsigned n :
           full ? std::vector{2U, 5U, 8U, 13U, 22U, 28U, 30U, 64U} : std::vector{5U, 8U, 22U}) {
        if (schedules()[algorithm] == "fibonacci" && n < 13) continue;
        for (const unsigned m : {1U, 7U}) {
          for (unsigned waits = 1; waits <= (full ? 6U : 2U); ++waits) {
            for (const unsigned one_by_one : {0U, 1U}) {
              all.push_back(one_port({n, m}, schedules()[algorithm]));
              all.back().at.insert(
                  all.back().at.end(),
                  {{"algorithm", double(algorithm)}, {"waits", waits}, {"one by one", one_by_one}});
            }
          }
        }
      }
    }
    return all;
  });
}

// Points with two runs: a broadcast among a random subset of a machine's 16 processors, and a
// broadcast on a machine that has as many processors as the subset.
Grid subsets() {
  return points_of([](bool full) {
    std::vector<Point> all;
    std::uint32_t random = 7;
    for (unsigned i = 0; i < (full ? 40U : 6U); ++i) {
      std::string left_out;
      unsigned n = 16;
      for (unsigned p = 0; p < 16; ++p) {
        random = random * 1664525 + 1013904223;
        if (random >> 30 != 0 || n == 2) continue;
        left_out += fmt::format("{}p{}", left_out.empty() ? "" : ",", p);
        --n;
      }
      if (left_out.empty()) continue;
      Point& point = all.emplace_back(one_port({n, 5}, "circulant"));
      point.at.emplace_back("subset", i);
      point.runs.insert(point.runs.begin(),
                        on_one_port({16, 5}, "circulant") + " --without " + left_out);
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> fibtrees_asynchronous() {
  return {
      {.id = "fibtrees-sec1-subsets",
       .place = "section 1",
       .statement = "Algorithms of the rounds model can operate within arbitrary subsets of the "
                    "processors",
       .tried = "random subsets of 16 processors: rounds of a broadcast to one less those on a "
                "machine of as many",
       .grid = subsets(),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "fibtrees-sec1-asynchronous",
       .place = "section 1",
       .statement = "An asynchronous architecture with blocking sends and receives implements "
                    "algorithms for the rounds model correctly, as sends and receives are paired",
       .tried = "the plan that ran as a GOAL program whose sends and receives name no message, on "
                "a machine with L = 6, o = 2, g = 4 and random waits before every operation; the "
                "two operations of a round at once or one by one: messages at the wrong receive",
       .grid = asynchronous(),
       .measured = astray,
       .printed = constant(0),
       .printed_text = "0 messages"},
  };
}

}  // namespace romcast::claims
