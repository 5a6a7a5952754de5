// SPDX-License-Identifier: Apache-2.0
// Multi-port alltoall with M messages of each pair on a ring of n nodes, in both directions
// simultaneously: for each of the M message numbers and every d up to n/2, every node sends to the
// nodes at distance d. All links are busy, except that in the last cycle every second link may be
// idle. The number of cycles T is the bound, all hops divided by the number of links:
//   n odd   T = M (n^2 - 1) / 8
//   n even  T = ceil(M n^2 / 8)
// If n is even, messages to the opposite node can go in either direction. A node sends two such
// messages simultaneously, in different directions. If M is odd, the last message to the opposite
// node goes upwards (to higher numbers) from even nodes and downwards from odd nodes; if all nodes
// sent this message simultaneously, every second link would be idle. Therefore the even and the odd
// nodes take turns with their last message to each node. Upwards, track 0 consists of the links
// from even nodes in even cycles, counted from 0, and of the links from odd nodes in odd cycles;
// track 1 consists of the other links in each cycle. A message stays on its track. Downwards, the
// tracks are mirror images. On a track, either the even or the odd nodes begin to send in a cycle.
// The messages are divided between the tracks so that both tracks end in the same cycle or one
// cycle apart.
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
  // Sends message m of the source over `distance` hops, from cycle begin + 1 on without waiting;
  // each hop goes from a node v to node (v + by) mod n.
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

  // Even nodes begin on track 0, odd nodes on track 1. After a turn with an even distance, the same
  // nodes have the next turn on the track; after an odd distance, the other nodes have it. So all
  // nodes send if a distance gets one turn on each track or, if the distance is odd, two successive
  // turns on one track. Only even nodes send upwards to the opposite node, so the distance `half`
  // gets one turn, on one track. To balance this turn, one or two odd distances get two turns on
  // one track: then the tracks are equally long or, if `half` is odd, end one cycle apart.
  void in_turns(std::uint32_t m) {
    ends_ = {0, 0};
    const NodeId half = n_ / 2;
    for (NodeId distance = 2; distance < half; distance += 2) {
      take_turn(0, distance, m);
      take_turn(1, distance, m);
    }
    NodeId makes_up = half / 2 + (half / 2 % 2 == 0 ? 1 : 0);  // odd
    const bool one_too_much = half % 2 == 0 && half / 2 % 2 == 0;
    // If `half` is odd, the messages to the opposite node are sent last, on the track `last`, on
    // which the even nodes then have their turn.
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
