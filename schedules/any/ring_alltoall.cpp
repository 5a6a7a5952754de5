// SPDX-License-Identifier: Apache-2.0
// Multi-port alltoall on a ring, in both directions simultaneously: message by message every node
// sends to the node at distance d, for every d up to n/2. All links are busy, except that in the
// last cycle every second link may be idle.
//   n odd   T = M (n^2 - 1) / 8, hops divided by links: the bound
//   n even  T = ceil(M n^2 / 8), the bound, too
// If n is even, messages to the opposite node can go in either direction. A node sends two of them
// simultaneously, in different directions. If M is odd, the last one goes upwards from even nodes
// and downwards from odd nodes; if all nodes sent it simultaneously, every second link would be
// idle. Therefore nodes take turns with their last messages to all nodes. A message that starts at
// an even node in an even cycle, counted from 0, uses only links of even numbers in even cycles and
// links of odd numbers in odd cycles: this is track 0. Track 1 has the other links in each cycle.
// Every second node sends on a track at a time, and the messages are divided between the tracks so
// that both tracks end in the same cycle or one cycle apart.
//   n = 8, M = 1, the nodes that send upwards, and the distance d to which they send:
//   track 0: even 2, even 4, even 1, odd 1   track 1: odd 2, odd 3, even 3
#include "schedules/any/ring_alltoall.hpp"

#include <algorithm>
#include <array>

namespace romcast {
namespace any {
namespace {

class Round {
 public:
  explicit Round(const Task& task)
      : topology_(task.topology),
        n_(static_cast<NodeId>(task.topology.processors())),
        each_(task.collective.messages()) {}

  [[nodiscard]] Hops hops() {
    std::uint32_t m = 0;
    if (n_ % 2 == 1) {
      for (; m < each_; ++m) all_below_half(m, m);
    }
    for (; m + 1 < each_; m += 2) {
      all_below_half(m, m);
      all_below_half(m + 1, m + 1);
      all(n_ / 2, m, m + 1);
    }
    if (m < each_) in_turns(m);
    std::ranges::stable_sort(hops_, {}, &Hop::cycle);
    return std::move(hops_);
  }

 private:
  // Sends a message in hops from a node v to v + `by`, modulo n, after `begin` cycles.
  void send(NodeId source, NodeId by, NodeId distance, std::uint32_t m, Cycle begin) {
    const NodeId destination = moved(source, by, distance);
    for (NodeId step = 0; step < distance; ++step) {
      const ChannelId c =
          topology_.find_channel(moved(source, by, step), moved(source, by, step + 1));
      hops_.push_back({.cycle = begin + step + 1,
                       .link = topology_.channels()[c].first_link,
                       .message = (source * n_ + destination) * each_ + m});
    }
  }
  [[nodiscard]] NodeId moved(NodeId v, NodeId by, NodeId steps) const {
    return static_cast<NodeId>((v + std::uint64_t{by} * steps) % n_);
  }

  // All nodes send over `distance` simultaneously, message `up` upwards and message `down`
  // downwards.
  void all(NodeId distance, std::uint32_t up, std::uint32_t down) {
    for (NodeId v = 0; v < n_; ++v) {
      send(v, 1, distance, up, begin_);
      send(v, n_ - 1, distance, down, begin_);
    }
    begin_ += distance;
  }
  void all_below_half(std::uint32_t up, std::uint32_t down) {
    for (NodeId distance = 1; 2 * distance < n_; ++distance) all(distance, up, down);
  }

  // Sends message `m` over `distance` upwards from the nodes whose turn it is on a track, and
  // downwards from the mirror images of these nodes.
  void take_turn(unsigned track, NodeId distance, std::uint32_t m) {
    Cycle& begin = ends_.at(track);
    for (NodeId v = (begin + track) % 2; v < n_; v += 2) {
      send(v, 1, distance, m, begin_ + begin);
      send((n_ + 1 - v) % n_, n_ - 1, distance, m, begin_ + begin);
    }
    begin += distance;
  }
  void both_turns(unsigned track, NodeId distance, std::uint32_t m) {
    take_turn(track, distance, m);
    take_turn(track, distance, m);
  }

  // After an even distance the same nodes have their turn again: even nodes on track 0, odd nodes
  // on track 1. An odd distance passes the turn on, so it runs twice on one track or once on both.
  // Only even nodes send upwards to the opposite node, so this distance runs once, on one track;
  // one or two odd distances that run twice on one track make the tracks equally long or, if half
  // is odd, let them end one cycle apart.
  void in_turns(std::uint32_t m) {
    ends_ = {0, 0};
    const NodeId half = n_ / 2;
    for (NodeId distance = 2; distance < half; distance += 2) {
      take_turn(0, distance, m);
      take_turn(1, distance, m);
    }
    NodeId makes_up = half / 2 + (half / 2 % 2 == 0 ? 1 : 0);  // odd
    const bool one_too_much = half % 2 == 0 && half / 2 % 2 == 0;
    // If half is odd, the messages at distance half go last, on the track on which even nodes then
    // have their turn.
    const NodeId splits = half / 2 - 1;
    const unsigned last = half % 2 == 1 && splits % 2 == 1 ? 1 : 0;
    if (half % 2 == 0) take_turn(0, half, m);
    if (makes_up < half) both_turns(1 - last, makes_up, m);
    if (one_too_much) both_turns(last, 1, m);
    for (NodeId distance = 1; distance < half; distance += 2) {
      if (distance == makes_up || (one_too_much && distance == 1)) continue;
      take_turn(0, distance, m);
      take_turn(1, distance, m);
    }
    if (half % 2 == 1) take_turn(last, half, m);
  }

  const Topology& topology_;
  NodeId n_;
  std::uint32_t each_;
  Cycle begin_ = 0;
  std::array<Cycle, 2> ends_{};  // by track: cycles in use since `begin_`
  Hops hops_;
};

std::string ring_alltoall_refusal(const Problem& problem) {
  if (problem.topology->processors() < 3) return "it needs a whole ring of 3 nodes or more";
  return refusal(problem);
}

Theory ring_alltoall_theory(const Problem& problem) {
  Theory theory = any::predict(problem);
  const std::uint64_t n = problem.topology->processors();
  const std::uint64_t hops = problem.collective.messages() * (n * n - n % 2);
  theory.formula_cycles = (hops + 7) / 8;
  theory.formula_source = "all links are busy";
  return theory;
}

}  // namespace

Hops alltoall_round(const Task& task) { return Round(task).hops(); }

}  // namespace any

Algorithm both_ways_alltoall() {
  return {.name = "both-ways",
          .network = "ring",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::multi},
          .summary = "every node sends both ways, to one distance after the other",
          .source = "romcast",
          .default_control = Control::rom,
          .refusal = any::ring_alltoall_refusal,
          .build =
              [](const Problem& problem) {
                return Plan{.open = stored_schedule(any::alltoall_round(any::task_of(problem)))};
              },
          .predict = any::ring_alltoall_theory};
}

}  // namespace romcast
