// SPDX-License-Identifier: Apache-2.0
// Guided ejection (as Nagata & Braysy 2009 do for vehicle routes): a missing node, chosen at
// random, takes a slot (a parent and a round) of least cost. The nodes that must be ejected for
// this slot become missing. Each of these nodes adds 1 + the number of its earlier ejections to the
// cost.
#include <algorithm>
#include <random>

#include "schedules/star/greedy_tree.hpp"

namespace romcast::star {
namespace {

class Mender {
 public:
  Mender(const Neighbours& neighbours, Growth& growth)
      : neighbours_(neighbours),
        growth_(growth),
        width_(growth.rounds + 1),
        told_(growth.parent.size() * width_, kNone),
        ejections_(growth.parent.size(), 1) {
    for (NodeId v = 1; v < growth.parent.size(); ++v) {
      if (missing(v)) {
        waiting_.push_back(v);
      } else {
        told(growth.parent[v], growth.round[v]) = v;
      }
    }
  }

  bool run(std::uint64_t most_moves) {
    for (std::uint64_t move = 0; move < most_moves && !waiting_.empty(); ++move) {
      std::swap(waiting_[random_() % waiting_.size()], waiting_.back());
      const NodeId v = waiting_.back();
      if (choose(v)) {
        waiting_.pop_back();
        settle(v);
      } else {
        eject_a_neighbour(v);
      }
      for (unsigned i = 0; i < kShakes; ++i) shake(v);
    }
    growth_.missing = static_cast<NodeId>(waiting_.size());
    return waiting_.empty();
  }

 private:
  static constexpr unsigned kShakes = 10, kShakeDistance = 6;
  struct Place {
    NodeId parent;
    std::uint32_t round;
  };

  [[nodiscard]] bool missing(NodeId v) const { return v != 0 && growth_.parent[v] == kNone; }
  // The node to which v sends in a round, or kNone.
  NodeId& told(NodeId v, std::uint32_t round) { return told_[std::size_t{v} * width_ + round]; }
  NodeId some_neighbour(NodeId v) { return neighbours_.of(v)[random_() % neighbours_.degree()]; }

  void remove(NodeId v) { told(growth_.parent[v], growth_.round[v]) = kNone; }
  void put(NodeId v, Place place) {
    growth_.parent[v] = place.parent;
    growth_.round[v] = place.round;
    told(place.parent, place.round) = v;
  }
  void eject(NodeId v) {
    remove(v);
    growth_.parent[v] = growth_.round[v] = kNone;
    ++ejections_[v];
    waiting_.push_back(v);
  }

  // Sets places_ to the slots of least cost for v; false if no slot is possible. A slot would eject
  // the node that has the slot now, and the children to which v sends in the slot's round or
  // before; the cost is the sum of ejections_ of these nodes.
  bool choose(NodeId v) {
    std::uint64_t least = ~std::uint64_t{0};
    places_.clear();
    for (const NodeId p : neighbours_.of(v)) {
      if (missing(p) || growth_.parent[p] == v) continue;
      std::uint64_t early = 0;
      for (std::uint32_t t = 1; t < width_; ++t) {
        if (const NodeId child = told(v, t); child != kNone) early += ejections_[child];
        if (t <= growth_.round[p]) continue;
        const NodeId there = told(p, t);
        const std::uint64_t cost = early + (there == kNone ? 0 : ejections_[there]);
        if (cost > least) continue;
        if (cost < least) places_.clear();
        least = cost;
        places_.push_back({p, t});
      }
    }
    return !places_.empty();
  }
  void settle(NodeId v) {
    const Place place = places_[random_() % places_.size()];
    for (std::uint32_t t = 1; t <= place.round; ++t) {
      if (const NodeId child = told(v, t); child != kNone) eject(child);
    }
    if (const NodeId there = told(place.parent, place.round); there != kNone) eject(there);
    put(v, place);
  }
  // Draws a neighbour of v, and ejects this neighbour unless it is the root or missing. Called if
  // no slot is possible for v: each neighbour is missing, a child of v, or receives in the last
  // round.
  void eject_a_neighbour(NodeId v) {
    const NodeId w = some_neighbour(v);
    if (w != 0 && !missing(w)) eject(w);
  }

  // Draws a node near v and a slot for this node, and moves the node there if the slot is free and
  // early enough for the node's children. So the search does not go round in circles.
  void shake(NodeId v) {
    NodeId w = v;
    for (auto steps = random_() % kShakeDistance + 1; steps > 0; --steps) w = some_neighbour(w);
    if (w == 0 || missing(w)) return;
    std::uint32_t before = 1;  // the first round in which w sends
    while (before < width_ && told(w, before) == kNone) ++before;
    const NodeId p = some_neighbour(w);
    if (missing(p) || growth_.round[p] + 1 >= before) return;
    const auto choices = before - growth_.round[p] - 1;
    const auto round = static_cast<std::uint32_t>(growth_.round[p] + 1 + random_() % choices);
    if (told(p, round) != kNone) return;
    remove(w);
    put(w, {p, round});
  }

  const Neighbours& neighbours_;
  Growth& growth_;
  std::uint32_t width_;
  std::vector<NodeId> told_;  // by node and round
  std::vector<std::uint32_t> ejections_;
  std::vector<NodeId> waiting_;
  std::vector<Place> places_;
  std::mt19937_64 random_{1};  // fixed seed, so that a problem has one plan
};

}  // namespace

bool mend(const Neighbours& neighbours, Growth& growth, std::uint64_t most_moves) {
  return Mender(neighbours, growth).run(most_moves);
}

}  // namespace romcast::star
