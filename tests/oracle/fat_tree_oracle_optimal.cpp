// SPDX-License-Identifier: Apache-2.0
// Exhaustive search for the fewest steps, breadth first over the states of a tiny tree.
//
// A state is, for every node, the number of messages that it holds for each destination (unicast:
// messages for one destination are interchangeable), or the messages that it knows (broadcasts:
// copies are free). Having sent more never hurts, so no node idles while it has a useful send;
// beyond that every choice is tried.
#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "fat_tree_oracle_plans.hpp"

namespace oracle {
namespace {

using State = std::string;  // one byte per (node, item): count, or 1 = known

struct Move {
  unsigned from, to, item;
  bool operator==(const Move&) const = default;
};

struct Outlet {  // single-port: a node with all its neighbours; multiport: one branch of a node
  unsigned node;
  std::vector<unsigned> neighbours;
  unsigned capacity;  // most sends per step
};

struct Search {
  const Tree& tree;
  bool unicast;                 // items are destinations; otherwise they are messages
  std::vector<unsigned> first;  // [level] number of the level's first node
  unsigned n = leaf_count(tree), nodes = 0;
  std::vector<Outlet> outlets{};
  State goal{};  // broadcasts: the required knowledge of the leaves
  std::size_t max_states = 0;
  std::unordered_set<State> next{};

  unsigned level_of(unsigned node) const {
    unsigned level = 0;
    while (level < tree.h && node >= first[level + 1]) ++level;
    return level;
  }

  // The neighbour of `node` that is nearer to `leaf`; `nowhere` if `node` is the leaf.
  unsigned towards(unsigned node, unsigned leaf) const {
    const unsigned level = level_of(node), index = node - first[level];
    if (level == 0 && leaf == index) return nowhere;
    if (leaf / power(tree.k, level) != index) return first[level + 1] + index / tree.k;
    return first[level - 1] + leaf / power(tree.k, level - 1);
  }

  void build(bool single) {
    first.assign(1, 0);
    for (unsigned level = 0; level <= tree.h; ++level)
      first.push_back(first[level] + n / power(tree.k, level));
    nodes = first[tree.h + 1];
    for (unsigned node = 0; node < nodes; ++node) {
      const unsigned level = level_of(node), index = node - first[level];
      std::vector<std::pair<unsigned, unsigned>> all;  // neighbour, capacity of the branch
      if (level > 0)
        for (unsigned child = 0; child < tree.k; ++child)
          all.emplace_back(first[level - 1] + index * tree.k + child, tree.capacity[level - 1]);
      if (level < tree.h) all.emplace_back(first[level + 1] + index / tree.k, tree.capacity[level]);
      if (single) outlets.push_back({node, {}, 1});
      for (const auto& [neighbour, capacity] : all) {
        if (single)
          outlets.back().neighbours.push_back(neighbour);
        else
          outlets.push_back({node, {neighbour}, capacity});
      }
    }
  }

  // Every useful send of an outlet, with repetitions for interchangeable messages.
  std::vector<Move> useful(const State& state, const Outlet& outlet) const {
    std::vector<Move> moves;
    for (unsigned item = 0; item < n; ++item) {
      const unsigned held = static_cast<unsigned char>(state[outlet.node * n + item]);
      for (unsigned neighbour : outlet.neighbours) {
        if (unicast && towards(outlet.node, item) != neighbour) continue;
        if (!unicast && state[neighbour * n + item] != 0) continue;
        moves.insert(moves.end(), std::min(held, outlet.capacity), {outlet.node, neighbour, item});
      }
    }
    return moves;
  }

  void apply(State& state, const Move& move) const {
    if (unicast) --state[move.from * n + move.item];
    if (!unicast || move.to != move.item) ++state[move.to * n + move.item];
  }

  // `before` is the state before a step; `after` has the sends of all outlets below `outlet` too.
  // Adds to `next` one state for each combination of sends that the other outlets can choose.
  // Returns false as soon as `next` has more than max_states states.
  bool expand(const State& before, const State& after, std::size_t outlet) {
    if (outlet == outlets.size()) {
      next.insert(after);
      return next.size() <= max_states;
    }
    const std::vector<Move> moves = useful(before, outlets[outlet]);
    const std::size_t chosen = std::min<std::size_t>(moves.size(), outlets[outlet].capacity);
    std::vector<bool> pick(moves.size(), false);
    std::fill(pick.end() - static_cast<std::ptrdiff_t>(chosen), pick.end(), true);
    std::vector<std::vector<Move>> tried;
    do {
      std::vector<Move> choice;
      for (std::size_t i = 0; i < moves.size(); ++i)
        if (pick[i]) choice.push_back(moves[i]);
      if (std::find(tried.begin(), tried.end(), choice) != tried.end()) continue;
      tried.push_back(choice);
      State state = after;
      for (const Move& move : choice) apply(state, move);
      if (!expand(before, state, outlet + 1)) return false;
    } while (std::next_permutation(pick.begin(), pick.end()));
    return true;
  }

  bool done(const State& state) const {
    if (unicast) return std::all_of(state.begin(), state.end(), [](char c) { return c == 0; });
    for (std::size_t i = 0; i < goal.size(); ++i)
      if (goal[i] != 0 && state[i] == 0) return false;
    return true;
  }
};

}  // namespace

unsigned optimal_cycles(const Tree& tree, const std::string& collective, const std::string& ports,
                        unsigned source, std::size_t max_states) {
  const bool unicast = collective != "broadcast" && collective != "allgather";
  Search search{tree, unicast, {}};
  search.max_states = max_states;
  search.build(ports == "single");
  const unsigned n = search.n;
  State start(std::size_t{search.nodes} * n, '\0');
  search.goal.assign(std::size_t{n} * n, '\0');
  for (unsigned from = 0; from < n; ++from)
    for (unsigned to = 0; to < n; ++to) {
      const bool from_all = collective == "alltoall" || collective == "allgather";
      const bool to_all = from_all || collective == "broadcast" || collective == "scatter";
      if (from == to) continue;
      if (collective == "gather" ? to != source : !(from_all || from == source)) continue;
      if (!to_all && to != source) continue;
      if (unicast) {
        ++start[from * n + to];
      } else {
        start[from * n + from] = 1;
        search.goal[to * n + from] = 1;
      }
    }
  std::unordered_set<State> layer{start};
  for (unsigned steps = 0;; ++steps) {
    for (const State& state : layer)
      if (search.done(state)) return steps;
    search.next.clear();
    for (const State& state : layer)
      if (!search.expand(state, state, 0)) return 0;
    std::swap(layer, search.next);
  }
}

}  // namespace oracle
