// SPDX-License-Identifier: Apache-2.0
// Collectives that do not combine messages, on any network with up to thousands of nodes, greedily:
//   broadcast, allgather  a link brings, of the messages that its receiver lacks, the one that the
//                         fewest nodes have (spread.hpp)
//   alltoall, exchange    a link carries the message with most hops to go (carry.hpp), along any
//                         shortest path or along paths that spread the load (routes.hpp); a message
//                         to several processors takes a tree that spreads the load (groups.hpp)
//   scatter, gather       a maximum flow, which is optimal (rooted.hpp). If the flow network is too
//                         large, or ports are half-duplex or differ between nodes, messages take
//                         any shortest path as in an alltoall; in networks with more than
//                         kMostCarried nodes, all messages then go along one tree
// On links with times, timed.hpp is used for all of these collectives.
// With counted ports, spread and carry pair senders with receivers by maximum matchings. Several
// attempts break ties differently; the best one is kept, and a schedule at the bound ends the
// search.
#include "schedules/any/matching.hpp"

#include <array>

#include "schedules/any/carry.hpp"
#include "schedules/any/groups.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/replay.hpp"
#include "schedules/any/rooted.hpp"
#include "schedules/any/spread.hpp"
#include "schedules/any/timed.hpp"

namespace romcast::any {
namespace {

constexpr unsigned kMatchingAttempts = 12, kTimedAttempts = 60;
constexpr unsigned kRounds = 12;  // rounds of path negotiation
constexpr std::array kOrders{Order::mixed, Order::most_first};
constexpr std::uint64_t kMany = 20'000;  // messages

// The paths for one attempt of carry(). Seeds 0 and 1 take ordered_routes() if no link or port is
// then busy for more than 13/12 of `bound` cycles; otherwise the paths are negotiated_routes().
Routes routes_for(const Task& task, unsigned seed, Cycle bound, const Deadline& deadline) {
  if (seed < kOrders.size()) {
    Routes ordered = ordered_routes(task, kOrders.at(seed));
    if (ordered.busiest <= bound + bound / 12) return ordered;
  }
  return negotiated_routes(task, bound, kRounds, seed, deadline);
}

// Even seeds take any shortest path, odd seeds the paths of routes_for(). With over kMany messages
// it is the reverse, because an attempt then takes long, and the paths of routes_for() are better.
// Returns no hops if the schedule would take more than `most` cycles.
Hops attempt_alltoall(const Task& task, unsigned seed, Cycle bound, const Deadline& deadline,
                      Cycle most) {
  const bool many = task.collective.message_numbers() > kMany;
  if (seed % 2 == (many ? 1 : 0)) return carry(task, seed / 2, most);
  const Routes routes = routes_for(task, seed / 2, bound, deadline);
  return carry(task, seed / 2, most, &routes);
}

Hops attempt(const Task& task, unsigned seed, Cycle bound, const Deadline& deadline, Cycle most) {
  if (task.collective.passes()) return carry_groups(task, seed, most);
  if (task.collective.multicast()) return spread(task, seed, most);
  return is_rooted(task.collective) ? rooted(task, seed, most)
                                    : attempt_alltoall(task, seed, bound, deadline, most);
}

}  // namespace

namespace {

// The shortest of several schedules. Each is made for full-duplex links and for the port model of
// the task at every node, then replayed (replay.hpp) with the ports that the nodes really have.
Hops match_special(const Task& task, Cycle bound, const Deadline& deadline) {
  const Task wide{task.topology, task.collective, task.ports.full(), task.share};
  Hops best;
  const auto [number, of] = task.share;
  for (unsigned seed = number; seed < kMatchingAttempts * of; seed += of) {
    Hops hops = replayed(task, stored_schedule(attempt(wide, seed, bound, deadline, kNone)));
    if (best.empty() || cycles_of(hops) < cycles_of(best)) best = std::move(hops);
    if (cycles_of(best) <= bound || deadline.over() || Interruptible::interrupted()) break;
  }
  return best;
}

Hops match_timed(const Task& task, Cycle bound, const Deadline& deadline) {
  const auto [number, of] = task.share;
  Hops best = timed(task, number, kNone, deadline);
  Cycle cycles = last_arrival(task.topology, best);
  const Interruptible interruptible;
  for (unsigned seed = number + of; seed < kTimedAttempts * of; seed += of) {
    if (cycles <= bound || deadline.over() || Interruptible::interrupted()) break;
    Hops other = timed(task, seed, cycles - 1, deadline);
    if (other.empty()) continue;
    cycles = last_arrival(task.topology, other);
    best = std::move(other);
  }
  return best;
}

}  // namespace

Hops match(const Task& task, Cycle bound, const Deadline& deadline) {
  if (task.collective.expected_deliveries() == 0) return {};
  if (task.topology.timed()) return match_timed(task, bound, deadline);
  if (special(task)) return match_special(task, bound, deadline);
  if (is_rooted(task.collective)) {
    if (Hops hops = by_flow(task, bound); !hops.empty()) return hops;
  }
  const bool one = is_rooted(task.collective) && task.topology.nodes() > kMostCarried;
  const unsigned attempts = one ? 1 : kMatchingAttempts;
  const auto [number, of] = task.share;
  Hops best = attempt(task, number, bound, deadline, kNone);
  const Interruptible interruptible;
  for (unsigned seed = number + of; seed < attempts * of; seed += of) {
    if (cycles_of(best) <= bound || deadline.over() || Interruptible::interrupted()) break;
    Hops other = attempt(task, seed, bound, deadline, cycles_of(best) - 1);
    if (!other.empty()) best = std::move(other);
  }
  return best;
}

namespace {

Plan matching_plan(const Problem& problem) {
  const Deadline deadline(seconds_of(problem));
  const auto bound = static_cast<Cycle>(predict(problem).lower_bound.value_or(0));
  return {.open = stored_schedule(match(task_of(problem), bound, deadline))};
}

Algorithm matching(CollectiveKind kind, std::string summary) {
  return {.name = "matching",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = std::move(summary),
          .source = "romcast; time-expanded greedy as in TACOS (Won et al. 2024)",
          .default_control = Control::rom,
          .duplex = Duplex::both,
          .timed = true,
          .options = {seconds_option()},
          .refusal = refusal,
          .build = matching_plan,
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

using any::matching;

Algorithm matching_broadcast() {
  return matching(CollectiveKind::broadcast, "every node takes what the fewest have");
}
Algorithm matching_allgather() {
  return matching(CollectiveKind::allgather, "every node takes what the fewest have");
}
Algorithm matching_scatter() {
  return matching(CollectiveKind::scatter, "a maximum flow over links and cycles");
}
Algorithm matching_gather() {
  return matching(CollectiveKind::gather, "a maximum flow over links and cycles");
}
Algorithm matching_alltoall() {
  return matching(CollectiveKind::alltoall, "every link takes what has most hops to go");
}
Algorithm matching_exchange() {
  return matching(CollectiveKind::exchange, "every link takes what has most hops to go");
}

}  // namespace romcast
