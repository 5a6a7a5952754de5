// SPDX-License-Identifier: Apache-2.0
// Finds processors that reach each other. Forwarding nodes form strongly connected components; an
// endpoint begins and ends paths, but no path passes through it, so reachability is no equivalence:
// two switches may share endpoints without a path between the switches.
#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <map>
#include <numeric>

#include "romcast/networks/graph.hpp"

namespace romcast {
namespace {

using Bits = boost::dynamic_bitset<std::uint64_t>;
using Numbers = std::vector<std::uint32_t>;

// The component of each forwarding node; kNone for endpoints.
struct Components {
  Numbers of;
  std::uint32_t count = 0;
};

Components components_of(const Graph& graph) {
  using Forwarders = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  std::vector<NodeId> number(graph.nodes.size(), kNone);
  std::uint32_t forwarding = 0;
  for (NodeId v = 0; v < number.size(); ++v) {
    if (graph.nodes[v].role != NodeRole::endpoint) number[v] = forwarding++;
  }
  Forwarders forwarders(forwarding);
  for (const Graph::Edge& edge : graph.edges) {
    const NodeId from = number[edge.from], to = number[edge.to];
    if (from != kNone && to != kNone) boost::add_edge(from, to, forwarders);
  }
  Numbers component(forwarding, 0);
  Components components{.of = Numbers(graph.nodes.size(), kNone)};
  if (forwarding == 0) return components;
  components.count = static_cast<std::uint32_t>(boost::strong_components(
      forwarders,
      boost::make_iterator_property_map(
          component.begin(), boost::get(boost::vertex_index, forwarders), component.front())));
  for (NodeId v = 0; v < number.size(); ++v) {
    if (number[v] != kNone) components.of[v] = component[number[v]];
  }
  return components;
}

void make_set(Numbers& numbers) {
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// The forwarding processors of one component, or endpoints whose links lead to the same
// components and come from the same components. All members reach each other, or the class has
// only one member.
struct Class {
  std::vector<NodeId> members{};
  // For endpoints: the components that their links lead to (out) and come from (in). For forwarding
  // processors: their own component. Numbers are indices in `tied`, the sorted list of the
  // components with links to or from endpoints.
  Numbers out{}, in{};
};

class Search {
 public:
  // Each set that better() prefers contains the `required` processors.
  Search(const Graph& graph, std::vector<NodeId> required)
      : graph_(graph),
        required_(std::move(required)),
        components_(components_of(graph)),
        out_(graph.nodes.size()),
        in_(graph.nodes.size()),
        next_(components_.count) {
    for (const Graph::Edge& edge : graph.edges) add(edge);
    for (std::vector<Numbers>* sets : {&out_, &in_, &next_}) std::ranges::for_each(*sets, make_set);
  }

  // True if `some` contains the required processors and, in addition, either has more processors
  // than `best`, or has as many and precedes `best` in lexicographic order. Both lists ascend.
  [[nodiscard]] bool better(const std::vector<NodeId>& some,
                            const std::vector<NodeId>& best) const {
    for (const NodeId v : required_) {
      if (!std::ranges::binary_search(some, v)) return false;
    }
    return some.size() > best.size() || (some.size() == best.size() && some < best);
  }

  // The forwarding processors of each component that has any, the largest sets first; at most
  // `most` sets.
  [[nodiscard]] std::vector<std::vector<NodeId>> forwarding() const {
    constexpr std::size_t most = 64;
    std::vector<std::vector<NodeId>> found(components_.count);
    for (NodeId v = 0; v < graph_.nodes.size(); ++v) {
      if (graph_.nodes[v].role == NodeRole::processor) found[components_.of[v]].push_back(v);
    }
    std::erase_if(found, [](const auto& one) { return one.empty(); });
    std::ranges::stable_sort(found, std::greater{}, &std::vector<NodeId>::size);
    if (found.size() > most) found.resize(most);
    return found;
  }

  // For each component, takes the set of its processors and of all endpoints with links both to and
  // from the component. Returns the best set by better(); empty if no set contains the required
  // processors.
  [[nodiscard]] std::vector<NodeId> around_one_component() const {
    std::vector<std::vector<NodeId>> around(components_.count);
    for (NodeId v = 0; v < graph_.nodes.size(); ++v) {
      if (graph_.nodes[v].role == NodeRole::processor) around[components_.of[v]].push_back(v);
      Numbers both;
      std::ranges::set_intersection(out_[v], in_[v], std::back_inserter(both));
      for (const std::uint32_t component : both) around[component].push_back(v);
    }
    std::vector<NodeId> best;
    for (const std::vector<NodeId>& one : around) {
      if (better(one, best)) best = one;
    }
    return best;
  }

  // Grows greedily, from several seeds, sets of classes that all reach each other, and returns the
  // processors of the best set by better(). If classes differ little, as in real networks, this is
  // usually the largest set. Empty if no set found contains the required processors, or if the
  // search would take too long.
  [[nodiscard]] std::vector<NodeId> through_components() const {
    constexpr std::size_t most_classes = 1 << 14, most_beginnings = 256;
    constexpr double most_steps = 4e9;
    Numbers tied;
    std::size_t links = 0;
    for (const std::vector<Numbers>* sets : {&out_, &in_}) {
      for (const Numbers& set : *sets) tied.insert(tied.end(), set.begin(), set.end());
    }
    make_set(tied);
    for (const Numbers& next : next_) links += next.size();
    if (tied.size() > most_classes || double(tied.size()) * double(links) > most_steps) return {};
    const std::vector<Bits> reached = this->reached(tied);
    std::vector<Class> classes = this->classes(tied, reached);
    if (classes.size() > most_classes) return {};

    const std::vector<Bits> mutual = this->mutual(classes, reached);
    std::vector<std::size_t> partners(classes.size(), 0), order(classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::size_t k = mutual[i].find_first(); k != Bits::npos; k = mutual[i].find_next(k)) {
        partners[i] += classes[k].members.size();
      }
    }
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t k) {
      return partners[k] + classes[k].members.size();
    });
    std::vector<NodeId> best;
    for (std::size_t i = 0; i < std::min(order.size(), most_beginnings); ++i) {
      std::vector<NodeId> grown = classes[order[i]].members;
      Bits others = mutual[order[i]];
      for (const std::size_t k : order) {
        if (!others[k]) continue;
        grown.insert(grown.end(), classes[k].members.begin(), classes[k].members.end());
        others &= mutual[k];
      }
      std::ranges::sort(grown);
      if (better(grown, best)) best = grown;
    }
    return best;
  }

 private:
  void add(const Graph::Edge& edge) {
    const std::uint32_t from = components_.of[edge.from], to = components_.of[edge.to];
    if (from == kNone && to != kNone) out_[edge.from].push_back(to);
    if (from != kNone && to == kNone) in_[edge.to].push_back(from);
    if (from != kNone && to != kNone && from != to) next_[from].push_back(to);
    if (from == kNone && to == kNone) direct_.push_back(std::uint64_t{edge.from} << 32 | edge.to);
  }

  // For each component of `tied`: the components of `tied` that it reaches.
  [[nodiscard]] std::vector<Bits> reached(const Numbers& tied) const {
    std::vector<Bits> reached;
    Numbers place(components_.count, kNone), seen(components_.count, kNone), queue;
    for (std::uint32_t i = 0; i < tied.size(); ++i) place[tied[i]] = i;
    for (std::uint32_t i = 0; i < tied.size(); ++i) {
      reached.emplace_back(tied.size());
      queue.assign(1, tied[i]);
      seen[tied[i]] = i;
      for (std::size_t k = 0; k < queue.size(); ++k) {
        if (place[queue[k]] != kNone) reached.back().set(place[queue[k]]);
        for (const std::uint32_t to : next_[queue[k]]) {
          if (std::exchange(seen[to], i) != i) queue.push_back(to);
        }
      }
    }
    return reached;
  }

  // Classes of endpoints, and of the processors of each component in `tied`.
  [[nodiscard]] std::vector<Class> classes(const Numbers& tied,
                                           const std::vector<Bits>& reached) const {
    std::vector<NodeId> neighbours;  // endpoints with links to or from endpoints
    for (const std::uint64_t edge : direct_) {
      neighbours.push_back(static_cast<NodeId>(edge >> 32));
      neighbours.push_back(static_cast<NodeId>(edge));
    }
    make_set(neighbours);
    std::vector<Class> classes;
    std::map<std::pair<Numbers, Numbers>, std::size_t> by_links;
    std::map<std::uint32_t, std::size_t> by_component;
    for (NodeId v = 0; v < graph_.nodes.size(); ++v) {
      if (graph_.nodes[v].role == NodeRole::forwarder) continue;
      if (components_.of[v] != kNone) {
        const auto found = std::ranges::lower_bound(tied, components_.of[v]);
        if (found == tied.end() || *found != components_.of[v]) continue;
        const auto place = static_cast<std::uint32_t>(found - tied.begin());
        const auto [known, fresh] = by_component.emplace(place, classes.size());
        if (fresh) classes.push_back({.out = {place}, .in = {place}});
        classes[known->second].members.push_back(v);
        continue;
      }
      Class one{.members = {v}, .out = places(out_[v], tied), .in = places(in_[v], tied)};
      const bool direct = std::ranges::binary_search(neighbours, v);
      if ((one.out.empty() || one.in.empty()) && !direct) continue;
      const bool alike = !direct && std::ranges::any_of(one.out, [&](std::uint32_t from) {
        return std::ranges::any_of(one.in, [&](std::uint32_t to) { return reached[from][to]; });
      });
      if (!alike) {
        classes.push_back(std::move(one));
        continue;
      }
      const auto [known, fresh] = by_links.emplace(std::pair(one.out, one.in), classes.size());
      if (fresh) {
        classes.push_back(std::move(one));
      } else {
        classes[known->second].members.push_back(v);
      }
    }
    return classes;
  }

  static Numbers places(const Numbers& components, const Numbers& tied) {
    Numbers places;
    for (const std::uint32_t component : components) {
      places.push_back(
          static_cast<std::uint32_t>(std::ranges::lower_bound(tied, component) - tied.begin()));
    }
    return places;
  }

  // For each class: the classes that reach it and are reached from it.
  [[nodiscard]] std::vector<Bits> mutual(const std::vector<Class>& classes,
                                         const std::vector<Bits>& reached) const {
    std::vector<Bits> reach, ends;
    std::vector<std::uint32_t> class_of(graph_.nodes.size(), kNone);
    for (std::uint32_t k = 0; k < classes.size(); ++k) {
      Bits far(reached.size()), near(reached.size());
      for (const std::uint32_t from : classes[k].out) far |= reached[from];
      for (const std::uint32_t to : classes[k].in) near.set(to);
      reach.push_back(std::move(far));
      ends.push_back(std::move(near));
      for (const NodeId v : classes[k].members) class_of[v] = k;
    }
    std::vector<Bits> one_way(classes.size(), Bits(classes.size()));
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::size_t k = 0; k < classes.size(); ++k) {
        if (i != k && reach[i].intersects(ends[k])) one_way[i].set(k);
      }
    }
    for (const std::uint64_t edge : direct_) {
      const std::uint32_t from = class_of[edge >> 32], to = class_of[static_cast<NodeId>(edge)];
      if (from != to) one_way[from].set(to);
    }
    std::vector<Bits> mutual = one_way;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      for (std::size_t k = one_way[i].find_first(); k != Bits::npos; k = one_way[i].find_next(k)) {
        if (!one_way[k][i]) mutual[i].reset(k);
      }
    }
    return mutual;
  }

  const Graph& graph_;
  const std::vector<NodeId> required_;
  const Components components_;
  // For each endpoint: the components that its links lead to and come from.
  std::vector<Numbers> out_, in_;
  std::vector<Numbers> next_;            // by component: the components that its links lead to
  std::vector<std::uint64_t> direct_{};  // links from one endpoint to another
};

// Nodes whose numbers satisfy a condition, in order.
template <class Condition>
std::vector<NodeId> nodes_where(const Graph& graph, Condition condition) {
  std::vector<NodeId> nodes;
  for (NodeId v = 0; v < graph.nodes.size(); ++v) {
    if (condition(v)) nodes.push_back(v);
  }
  return nodes;
}

NodeId number_in(const std::vector<NodeId>& part, NodeId node) {
  return static_cast<NodeId>(std::ranges::lower_bound(part, node) - part.begin());
}

// Returns the best set of processors that a greedy search finds, ascending; empty if it finds none.
// The processors of a set reach each other through switches of the graph and processors of the set.
// If `inside` is a processor, only sets that contain `inside` count.
std::vector<NodeId> best_processors(const Graph& graph, NodeId inside) {
  const auto is = [&](NodeId v, NodeRole role) { return graph.nodes[v].role == role; };
  std::vector<NodeId> wanted;
  if (inside != kNone && !is(inside, NodeRole::forwarder)) wanted.push_back(inside);
  const Search search(graph, wanted);
  std::vector<NodeId> best = search.around_one_component();
  const auto all = nodes_where(graph, [&](NodeId v) { return !is(v, NodeRole::forwarder); });
  if (best.size() == all.size()) return best;
  // Each search admits the forwarding processors of only one component, or none; all other
  // forwarding processors are removed from the graph.
  std::vector<std::vector<NodeId>> choices = search.forwarding();
  choices.emplace_back();
  for (const std::vector<NodeId>& forwarding : choices) {
    const std::vector<NodeId> nodes = nodes_where(graph, [&](NodeId v) {
      return !is(v, NodeRole::processor) || std::ranges::binary_search(forwarding, v);
    });
    std::vector<NodeId> required = wanted;
    if (!forwarding.empty()) required.push_back(forwarding.front());
    const bool gone = std::ranges::any_of(
        required, [&](NodeId v) { return !std::ranges::binary_search(nodes, v); });
    if (gone) continue;
    for (NodeId& v : required) v = number_in(nodes, v);
    std::vector<NodeId> found = Search(part_of(graph, nodes), required).through_components();
    for (NodeId& v : found) v = nodes[v];
    if (search.better(found, best)) best = std::move(found);
  }
  return best;
}

// The best processors, and the switches on paths between them.
std::vector<NodeId> chosen(const Graph& graph, NodeId inside) {
  const std::vector<NodeId> processors = best_processors(graph, inside);
  if (processors.size() < 2) return {};
  const std::vector<NodeId> nodes = nodes_where(graph, [&](NodeId v) {
    return graph.nodes[v].role == NodeRole::forwarder || std::ranges::binary_search(processors, v);
  });
  const Graph candidates = part_of(graph, nodes);
  std::vector<NodeId> ends = processors;
  for (NodeId& v : ends) v = number_in(nodes, v);
  const std::vector<bool> after = reached(candidates, ends), before = reaching(candidates, ends);
  std::vector<NodeId> part;
  for (NodeId v = 0; v < nodes.size(); ++v) {
    if (after[v] && before[v]) part.push_back(nodes[v]);
  }
  return part;
}

// For each node: true if the node is in `queue` or on a walk that begins in `queue` and passes
// through no endpoint. `ends` returns the two ends of an edge in the direction of the walk.
template <class Ends>
std::vector<bool> walk(const Graph& graph, std::vector<NodeId> queue, Ends ends) {
  std::vector<std::vector<NodeId>> next(graph.nodes.size());
  for (const Graph::Edge& edge : graph.edges) {
    const auto [from, to] = ends(edge);
    graph.check(from);
    graph.check(to);
    next[from].push_back(to);
  }
  std::vector<bool> seen(graph.nodes.size(), false);
  for (const NodeId v : queue) {
    graph.check(v);
    seen[v] = true;
  }
  const std::size_t beginnings = queue.size();
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const NodeId at = queue[i];
    if (i >= beginnings && graph.nodes[at].role == NodeRole::endpoint) continue;
    for (const NodeId v : next[at]) {
      if (!seen[v]) queue.push_back(v);
      seen[v] = true;
    }
  }
  return seen;
}

// Returns `part` without those processors that do not reach the node `inside` within `part`, and
// without those that are not reached from `inside`.
std::vector<NodeId> near(const Graph& graph, std::vector<NodeId> part, NodeId inside) {
  const Graph current = part_of(graph, part);
  const NodeId node = number_in(part, inside);
  const std::vector<bool> after = reached(current, {node}), before = reaching(current, {node});
  std::vector<NodeId> left;
  for (NodeId v = 0; v < part.size(); ++v) {
    const bool forwarder = current.nodes[v].role == NodeRole::forwarder;
    if (forwarder || (after[v] && before[v])) left.push_back(part[v]);
  }
  return left;
}

}  // namespace

std::vector<bool> reached(const Graph& graph, const std::vector<NodeId>& from) {
  return walk(graph, from, [](const Graph::Edge& edge) { return std::pair(edge.from, edge.to); });
}

std::vector<bool> reaching(const Graph& graph, const std::vector<NodeId>& to) {
  return walk(graph, to, [](const Graph::Edge& edge) { return std::pair(edge.to, edge.from); });
}

std::vector<NodeId> largest_part(const Graph& graph, NodeId inside) {
  if (inside != kNone) graph.check(inside);
  std::vector<NodeId> part(graph.nodes.size());
  std::iota(part.begin(), part.end(), NodeId{0});
  // A removed processor may have been on the path between others, so the search is repeated.
  while (true) {
    if (inside != kNone) part = near(graph, std::move(part), inside);
    std::vector<NodeId> smaller =
        chosen(part_of(graph, part), inside == kNone ? kNone : number_in(part, inside));
    if (smaller.size() == part.size()) return part;
    for (NodeId& v : smaller) v = part[v];
    part = std::move(smaller);
    const bool lost = inside != kNone && !std::ranges::binary_search(part, inside);
    if (part.empty() || lost) return {};
  }
}

}  // namespace romcast
