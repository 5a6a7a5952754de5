// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/placement.hpp"

#include <algorithm>
#include <limits>
#include <queue>

#include "romcast/core/error.hpp"

namespace romcast::periodic {
namespace {

constexpr std::uint16_t kFar = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// For each node v, the fewest hops from `node` to v or, if `reversed`, from v to `node`; kFar if
// there is no path. Words pass only through nodes that forward.
std::vector<std::uint16_t> hops_of(const Paths& paths, NodeId node, bool reversed) {
  std::vector<std::vector<NodeId>> next(paths.arcs.size());
  for (NodeId v = 0; v < next.size(); ++v) {
    for (const Paths::Arc& arc : paths.arcs[v]) {
      reversed ? next[arc.to].push_back(v) : next[v].push_back(arc.to);
    }
  }
  std::vector<std::uint16_t> hops(next.size(), kFar);
  std::queue<NodeId> open;
  hops[node] = 0;
  open.push(node);
  while (!open.empty()) {
    const NodeId v = open.front();
    open.pop();
    if (v != node && paths.forwards[v] == 0) continue;
    for (const NodeId u : next[v]) {
      if (hops[u] != kFar) continue;
      hops[u] = static_cast<std::uint16_t>(hops[v] + 1);
      open.push(u);
    }
  }
  return hops;
}

}  // namespace

Placement::Placement(const Paths& paths, const std::vector<Word>& words, Terms terms, unsigned seed,
                     const std::vector<Placed>& fixed)
    : paths_(paths), words_(words), terms_(terms), random_(seed + 1) {
  measure();
  for (const Word& word : words_) options_.push_back(options_of(word));
  const std::size_t cells = paths_.capacity.size() * terms_.period;
  occupants_.resize(cells);
  weight_.assign(cells, 1);
  over_by_one_.assign(cells, 0);
  crowded_at_.assign(cells, kNone);
  placed_.resize(words_.size());
  fixed_.assign(cells, 0);
  for (std::uint32_t word = 0; word < words_.size(); ++word) {
    placed_[word] = words_[word].kept;
    put(word);
  }
  for (const Placed& word : fixed) {
    for (const PlacedHop& hop : word) {
      const std::size_t at = cell(resource_of_[hop.channel], hop.cycle);
      ++fixed_[at];
      refresh(at);
    }
  }
}

void Placement::measure() {
  from_.resize(paths_.arcs.size());
  to_.resize(paths_.arcs.size());
  for (NodeId v = 0; v < paths_.arcs.size(); ++v) {
    for (const Paths::Arc& arc : paths_.arcs[v]) {
      if (arc.channel >= resource_of_.size()) resource_of_.resize(arc.channel + 1, 0);
      resource_of_[arc.channel] = arc.resource;
    }
  }
  for (const Word& word : words_) {
    if (from_[word.from].empty()) from_[word.from] = hops_of(paths_, word.from, false);
    for (const NodeId to : word.to) {
      if (to_[to].empty()) to_[to] = hops_of(paths_, to, true);
    }
  }
}

// The paths that a word may take: to each destination at most `waiting` cycles longer than a
// shortest path.
Placement::Options Placement::options_of(const Word& word) const {
  const std::vector<std::uint16_t>& from = from_[word.from];
  const Cycle waiting = std::min(terms_.waiting, word.waiting);
  std::uint32_t longest = 0;
  for (const NodeId to : word.to) {
    if (from[to] == kFar) throw InputError("a word has no path to its destination");
    longest = std::max<std::uint32_t>(longest, from[to]);
  }
  // The latest offset at which a word at node v can still reach a destination in time; else -1.
  const auto latest = [&](NodeId v) -> std::int64_t {
    std::int64_t most = -1;
    for (const NodeId to : word.to) {
      if (to_[to][v] == kFar) continue;
      most = std::max(most, std::int64_t{from[to]} + waiting - to_[to][v]);
    }
    return most;
  };
  Options options;
  options.longest = longest + waiting;
  std::vector<std::int64_t> until(paths_.arcs.size());
  for (NodeId v = 0; v < until.size(); ++v) until[v] = latest(v);
  std::vector<std::vector<std::uint32_t>> known(paths_.arcs.size());  // states by node and delay
  const auto state_at = [&](NodeId v, std::uint32_t offset) {
    auto& states = known[v];
    const std::uint32_t delay = offset - from[v];
    if (states.size() <= delay) states.resize(delay + 1, kNone);
    if (states[delay] == kNone) {
      states[delay] = static_cast<std::uint32_t>(options.states.size());
      options.states.push_back({.node = v, .offset = offset});
    }
    return states[delay];
  };
  std::vector<std::vector<std::pair<NodeId, std::uint32_t>>> by_offset(options.longest + 1);
  std::vector<std::vector<char>> seen(paths_.arcs.size());
  const auto note = [&](NodeId v, std::uint32_t offset) {
    const std::uint32_t delay = offset - from[v];
    if (seen[v].size() <= delay) seen[v].resize(delay + 1, 0);
    if (seen[v][delay] != 0) return;
    seen[v][delay] = 1;
    by_offset[offset].emplace_back(v, offset);
  };
  const auto leaves = [&](NodeId v) { return v == word.from || paths_.forwards[v] != 0; };
  const auto each_arc = [&](NodeId v, std::uint32_t offset, auto act) {
    if (!leaves(v) || (v == word.from && offset > 0)) return;
    const Cycle most = v == word.from ? 0 : waiting;
    for (Cycle wait = 0; wait <= most; ++wait) {
      for (const Paths::Arc& arc : paths_.arcs[v]) {
        const std::uint32_t at = offset + wait + 1;
        if (arc.to == word.from || std::int64_t{at} > until[arc.to]) continue;
        act(arc, offset + wait);
      }
    }
  };
  // Makes the states in order of their offsets.
  note(word.from, 0);
  for (std::uint32_t offset = 0; offset <= options.longest; ++offset) {
    for (std::size_t i = 0; i < by_offset[offset].size(); ++i) {
      const NodeId v = by_offset[offset][i].first;
      state_at(v, offset);
      each_arc(v, offset, [&](const Paths::Arc& arc, std::uint32_t at) { note(arc.to, at + 1); });
    }
  }
  for (State& state : options.states) {
    state.first_arc = static_cast<std::uint32_t>(options.arcs.size());
    each_arc(state.node, state.offset, [&](const Paths::Arc& arc, std::uint32_t at) {
      options.arcs.push_back({.to = known[arc.to][at + 1 - from[arc.to]],
                              .offset = at,
                              .resource = arc.resource,
                              .channel = arc.channel});
    });
    state.arcs = static_cast<std::uint32_t>(options.arcs.size()) - state.first_arc;
  }
  return options;
}

void Placement::refresh(std::size_t cell) {
  const std::size_t capacity = paths_.capacity[cell / terms_.period] - fixed_[cell];
  const std::size_t words = occupants_[cell].size();
  over_by_one_[cell] =
      words < capacity ? 0 : weight_[cell] * static_cast<std::uint32_t>(words - capacity + 1);
  const bool crowded = words > capacity;
  if (crowded == (crowded_at_[cell] != kNone)) return;
  if (crowded) {
    crowded_at_[cell] = static_cast<std::uint32_t>(crowded_.size());
    crowded_.push_back(static_cast<std::uint32_t>(cell));
    return;
  }
  const std::uint32_t at = crowded_at_[cell];
  crowded_[at] = crowded_.back();
  crowded_at_[crowded_[at]] = at;
  crowded_.pop_back();
  crowded_at_[cell] = kNone;
}

void Placement::occupy(std::size_t cell, std::uint32_t word) {
  occupants_[cell].push_back(word);
  refresh(cell);
}

void Placement::vacate(std::size_t cell, std::uint32_t word) {
  auto& words = occupants_[cell];
  *std::ranges::find(words, word) = words.back();
  words.pop_back();
  refresh(cell);
}

void Placement::put(std::uint32_t word) {
  for (const PlacedHop& hop : placed_[word]) {
    occupy(cell(resource_of_[hop.channel], hop.cycle), word);
  }
}

void Placement::take(std::uint32_t word) {
  for (const PlacedHop& hop : placed_[word]) {
    vacate(cell(resource_of_[hop.channel], hop.cycle), word);
  }
}

// For a word that starts in cycle `start`, fills tree_ with paths to all destinations; extend()
// adds one path after another. Returns the sum of the paths' costs, or kNever if the sum is not
// below `best` or extend() returns kNever. The hops of a path count as conflicts for the following
// paths, because links can share resources.
std::uint64_t Placement::evaluate(std::uint32_t word, Cycle start, std::uint64_t best) {
  tree_.clear();
  const std::vector<NodeId>& ends = words_[word].to;
  if (ends.size() == 1) return extend(word, ends.front(), start, best);
  tree_state_.assign(paths_.arcs.size(), kNone);
  std::uint64_t total = 0;
  std::vector<std::size_t> held;
  for (const NodeId to : ends) {
    const std::size_t before = tree_.size();
    const std::uint64_t cost = extend(word, to, start, best - total);
    total = cost == kNever ? kNever : total + cost;
    if (total == kNever) break;
    for (std::size_t i = before; i < tree_.size(); ++i) {
      const StateArc& arc = options_[word].arcs[tree_[i]];
      held.push_back(cell(arc.resource, start + arc.offset));
      occupy(held.back(), word);
    }
  }
  for (const std::size_t one : held) vacate(one, word);
  return total;
}

// Adds to tree_ the cheapest path to node `to` from the word's origin or from a node of the paths
// in tree_. Returns the cost of the path, or kNever if there is no path, if the cost is not below
// `best`, or if the path enters a node of the tree a second time.
std::uint64_t Placement::extend(std::uint32_t word, NodeId to, Cycle start, std::uint64_t best) {
  const Options& options = options_[word];
  const std::vector<State>& states = options.states;
  const auto period = terms_.period;
  const bool one = words_[word].to.size() == 1;
  const bool layered = one && terms_.waiting == 0;
  cost_.assign(states.size(), kNever);
  came_by_.resize(states.size());
  came_from_.resize(states.size());
  cost_[0] = 0;
  std::uint32_t offset = 0;
  std::uint64_t least = kNever;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    const State& state = states[i];
    if (!one && tree_state_[state.node] == i) cost_[i] = 0;
    if (layered && state.offset != offset) {
      if (least >= best) return kNever;
      offset = state.offset;
      least = kNever;
    }
    const std::uint64_t here = cost_[i];
    if (here == kNever || here >= best) continue;
    least = std::min(least, here);
    for (std::uint32_t a = state.first_arc; a < state.first_arc + state.arcs; ++a) {
      const StateArc& arc = options.arcs[a];
      // A word with several destinations enters a node only once.
      if (!one && tree_state_[states[arc.to].node] != kNone) continue;
      const std::uint64_t cost =
          here + over_by_one_[std::size_t{arc.resource} * period + (start + arc.offset) % period];
      if (cost > cost_[arc.to]) continue;
      if (cost == cost_[arc.to] && (random_() & 1) != 0) continue;
      cost_[arc.to] = cost;
      came_by_[arc.to] = a;
      came_from_[arc.to] = i;
    }
  }
  std::uint32_t end = kNone;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (states[i].node != to || cost_[i] == kNever) continue;
    if (end == kNone || cost_[i] < cost_[end]) end = i;
  }
  if (end == kNone || cost_[end] >= best) return kNever;
  const std::uint64_t cost = cost_[end];
  while (end != 0 && (one || tree_state_[states[end].node] == kNone)) {
    tree_.push_back(came_by_[end]);
    if (!one) tree_state_[states[end].node] = end;
    end = came_from_[end];
  }
  // A path that enters a node of the tree a second time is not allowed.
  return !one && end != 0 && tree_state_[states[end].node] != end ? kNever : cost;
}

void Placement::keep_tree(std::uint32_t word, Cycle start) {
  Placed& placed = placed_[word];
  placed.clear();
  for (const std::uint32_t a : best_tree_) {
    const StateArc& arc = options_[word].arcs[a];
    placed.push_back({start + arc.offset, arc.channel});
  }
  std::ranges::sort(placed, {}, &PlacedHop::cycle);
}

std::uint64_t Placement::place_best(std::uint32_t word) {
  const Word& one = words_[word];
  Cycle window = std::min(one.window, terms_.period);
  if (!terms_.repeats) {
    window = terms_.period - std::min(terms_.period - 1, options_[word].longest - 1);
  }
  std::uint64_t best = kNever;
  Cycle best_start = 0;
  const auto first = static_cast<Cycle>(random_() % window);
  for (Cycle i = 0; i < window && best > 0; ++i) {
    const Cycle start = (one.earliest + (first + i) % window) % terms_.period;
    const std::uint64_t cost = evaluate(word, start, best);
    if (cost >= best) continue;
    best = cost;
    best_start = start;
    best_tree_.swap(tree_);
  }
  keep_tree(word, best_start);
  return best;
}

bool Placement::solve(const std::function<bool()>& go_on) {
  const auto longest = [](const Options& options) { return options.longest; };
  if (!terms_.repeats && std::ranges::max(options_, {}, longest).longest > terms_.period) {
    return false;
  }
  std::vector<std::uint32_t> order(words_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  // Words with long paths come first: they would have the fewest choices left later.
  std::ranges::shuffle(order, random_);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::uint32_t word) { return options_[word].longest; });
  std::uint64_t placed = 0;
  for (const std::uint32_t word : order) {
    if (!placed_[word].empty()) continue;
    if (placed++ % 64 == 0 && !go_on()) return false;
    place_best(word);
    put(word);
  }
  for (std::uint64_t step = 0; !crowded_.empty(); ++step) {
    if (step % 64 == 0 && !go_on()) return false;
    const std::size_t at = crowded_[random_() % crowded_.size()];
    const auto& words = occupants_[at];
    const std::uint32_t word = words[random_() % words.size()];
    if (!words_[word].kept.empty()) continue;
    take(word);
    place_best(word);
    put(word);
    for (const PlacedHop& hop : placed_[word]) {
      const std::size_t used = cell(resource_of_[hop.channel], hop.cycle);
      if (crowded_at_[used] == kNone) continue;
      ++weight_[used];
      refresh(used);
    }
  }
  return true;
}

}  // namespace romcast::periodic
