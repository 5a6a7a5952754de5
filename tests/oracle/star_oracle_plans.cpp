// SPDX-License-Identifier: Apache-2.0
// The algorithms of the design notes: the sends of the nodes, in order.
#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "star_oracle_machine.hpp"

namespace oracle::star {
namespace {

using Holdings = std::vector<Messages>;  // [node]

// All nodes send their messages along the dimensions `dims` in turn; returns the messages that each
// node then has.
Holdings travel(Machine& machine, const Graph& graph, Holdings held,
                const std::vector<unsigned>& dims) {
  for (const unsigned d : dims) {
    Holdings next(graph.nodes());
    for (unsigned node = 0; node < graph.nodes(); ++node) {
      machine.send(node, d, held[node]);
      next[graph.neighbour[node][d]] = held[node];
    }
    held = std::move(next);
  }
  return held;
}

// Every node holds only messages for nodes of its own K-substar (K = `big_k`). For one suffix of a
// k-substar after another (k = chain.front()), sends the messages for that k-substar into it. Then
// recurses in the k-substars: after each suffix or, if `deferred`, once, after the last suffix.
void within_substars(Machine& machine, const Graph& graph, unsigned big_k, const Chain& chain,
                     bool deferred, const Holdings& held) {
  if (big_k == 1) return;
  const unsigned k = chain.front();
  const Chain rest(chain.begin() + 1, chain.end());
  std::map<Label, Holdings> groups;  // by the suffix of the destination relative to the holder
  for (const Label& suffix : suffixes(big_k, k)) groups[suffix].resize(graph.nodes());
  for (unsigned node = 0; node < graph.nodes(); ++node)
    for (const unsigned message : held[node]) {
      const unsigned target = graph.relative(node, message % graph.nodes());
      groups[graph.label[target].substr(k, big_k - k)][node].push_back(message);
    }
  Holdings collected(graph.nodes());
  for (auto& [suffix, group] : groups) {
    Holdings arrived = travel(machine, graph, std::move(group), substar_path(big_k, suffix));
    if (!deferred) within_substars(machine, graph, k, rest, deferred, arrived);
    for (unsigned node = 0; node < graph.nodes() && deferred; ++node)
      collected[node].insert(collected[node].end(), arrived[node].begin(), arrived[node].end());
  }
  if (deferred) within_substars(machine, graph, k, rest, deferred, collected);
}

// Conjugates by d -> d + 1, n -> 2, which keeps symbol 1 and position 1.
Label rotated(const Label& label) {
  const auto turn = [&](std::size_t i) { return i == 0 ? 0 : i % (label.size() - 1) + 1; };
  Label result = label;
  for (std::size_t i = 0; i < label.size(); ++i)
    result[turn(i)] = static_cast<char>('1' + turn(static_cast<std::size_t>(label[i] - '1')));
  return result;
}

// For each relative destination the number of the copy that serves it: the members of an orbit take
// consecutive copies. An orbit of fewer than n - 1 members starts at the copy after the last copy
// of the previous such orbit; the notes do not specify this start.
std::vector<unsigned> copies(const Graph& graph) {
  constexpr unsigned kNone = std::numeric_limits<unsigned>::max();
  std::vector<unsigned> copy(graph.nodes(), kNone);
  unsigned next = 0;
  for (unsigned first = 1; first < graph.nodes(); ++first)
    for (unsigned member = first; copy[member] == kNone;) {
      copy[member] = next++ % (graph.n - 1);  // n - 1 members end where they began
      member = graph.number(rotated(graph.label[member]));
    }
  return copy;
}

struct Cyclic {
  Machine& machine;
  const Graph& graph;
  std::vector<std::vector<unsigned>> distance;  // between any two nodes
  std::vector<Holdings> held;                   // [copy][node], messages that have not arrived

  Cyclic(Machine& the_machine, const Graph& the_graph, bool by_orbits)
      : machine(the_machine), graph(the_graph) {
    const std::vector<unsigned> copy = copies(graph);
    held.assign(by_orbits ? graph.n - 1 : 1, Holdings(graph.nodes()));
    for (unsigned u = 0; u < graph.nodes(); ++u) {
      distance.emplace_back(graph.nodes());
      for (unsigned v = 0; v < graph.nodes(); ++v) {
        const unsigned relative = graph.relative(u, v);
        distance[u][v] = graph.distance[relative];
        if (u != v) held[by_orbits ? copy[relative] : 0][u].push_back(u * graph.nodes() + v);
      }
    }
  }

  // Moves along g_d every message that this brings nearer to its destination.
  void step(Holdings& nodes, unsigned d, std::uint64_t not_before) {
    Holdings next(graph.nodes());
    for (unsigned node = 0; node < graph.nodes(); ++node) {
      const unsigned other = graph.neighbour[node][d];
      Messages moving;
      for (const unsigned message : nodes[node]) {
        const unsigned target = message % graph.nodes();
        const bool nearer = distance[other][target] < distance[node][target];
        (nearer ? moving : next[node]).push_back(message);
        if (nearer && other != target) next[other].push_back(message);
      }
      machine.send(node, d, moving, not_before);
    }
    nodes = std::move(next);
  }

  bool done() const {
    return std::all_of(held.begin(), held.end(), [](const Holdings& nodes) {
      return std::all_of(nodes.begin(), nodes.end(), [](const auto& list) { return list.empty(); });
    });
  }
};

std::vector<unsigned> walk(const Graph& graph, unsigned from, const std::vector<unsigned>& word) {
  std::vector<unsigned> nodes{from};
  for (const unsigned d : word) nodes.push_back(graph.neighbour[nodes.back()][d]);
  nodes.pop_back();  // a closed word ends at its start
  return nodes;
}

unsigned dimension(const Graph& graph, unsigned from, unsigned to) {
  for (unsigned d = 2; d <= graph.n; ++d)
    if (graph.neighbour[from][d] == to) return d;
  throw std::logic_error("no neighbours");
}

// Every node of the ring sends to its successor once for each other node of the ring: first
// packet[node], then always the packet that the node received last; nothing before `not_before`.
void around(Machine& machine, const Graph& graph, const std::vector<unsigned>& ring,
            Holdings& packet, std::uint64_t not_before) {
  const std::size_t length = ring.size();
  Holdings last(length);
  for (std::size_t i = 0; i < length; ++i) last[i] = packet[ring[i]];
  for (std::size_t turn = 1; turn < length; ++turn) {
    for (std::size_t i = 0; i < length; ++i)
      machine.send(ring[i], dimension(graph, ring[i], ring[(i + 1) % length]), last[i], not_before);
    std::rotate(last.begin(), last.end() - 1, last.end());
  }
}

// The mesh of figure 5: rows[i] is the ring r_(i+1); a column has the same index in all rings.
std::vector<std::vector<unsigned>> mesh(const Graph& graph) {
  Label start = graph.label[0];
  std::rotate(start.begin(), start.begin() + 1, start.end());  // ends with symbol 1
  const Graph smaller(graph.n - 1);
  std::vector<std::vector<unsigned>> rows{
      walk(graph, graph.number(start), hamiltonian_cycle(smaller))};
  for (unsigned i = 2; i <= graph.n; ++i) {
    rows.emplace_back();
    for (const unsigned node : rows[i - 2]) {
      Label label = graph.label[node];  // T_(i-1),i exchanges these two symbols
      std::swap(label[label.find(static_cast<char>('0' + i))],
                label[label.find(static_cast<char>('0' + i - 1))]);
      rows.back().push_back(graph.number(label));
    }
  }
  return rows;
}

// Dimensions of the path between adjacent nodes `from` and `to` of a column (equation (4)): n if
// `from` begins with the last symbol of `to`; otherwise n, x, n, where x is the position of that
// symbol in `from`. The path back has the same dimensions.
std::vector<unsigned> column_path(const Graph& graph, unsigned from, unsigned to) {
  const Label& a = graph.label[from];
  const char wanted = graph.label[to].back();
  if (a[0] == wanted) return {graph.n};
  return {graph.n, static_cast<unsigned>(a.find(wanted) + 1), graph.n};
}

// One propagation: each node rows[i][j] sends message carried[i][j] (none if it is graph.nodes())
// to the node of its column in row i + direction, if that row exists. All messages make their first
// hop in the `slot` cycles from cycle `begin` on, the second and third hops in the next two slots.
void propagate(Machine& machine, const Graph& graph, const std::vector<std::vector<unsigned>>& rows,
               const std::vector<std::vector<unsigned>>& carried, int direction,
               std::uint64_t begin, std::uint64_t slot) {
  for (unsigned number = 0; number < 3; ++number)
    for (unsigned i = 0; i < graph.n; ++i)
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        const int next = static_cast<int>(i) + direction;
        if (next < 0 || next >= static_cast<int>(graph.n)) continue;
        const auto path = column_path(graph, rows[i][j], rows[static_cast<unsigned>(next)][j]);
        if (number >= path.size() || carried[i][j] >= graph.nodes()) continue;
        unsigned from = rows[i][j];
        for (unsigned hop = 0; hop < number; ++hop) from = graph.neighbour[from][path[hop]];
        machine.send(from, path[number], {carried[i][j]}, begin + number * slot,
                     number + 1 < path.size());
      }
}

}  // namespace

void alltoall_by_substars(Machine& machine, const Graph& graph, const Chain& chain, bool deferred) {
  Holdings own(graph.nodes());
  for (unsigned message = 0; message < graph.nodes() * graph.nodes(); ++message)
    own[message / graph.nodes()].push_back(message);
  within_substars(machine, graph, graph.n, chain, deferred, own);
}

void alltoall_cyclic(Machine& machine, const Graph& graph, bool by_orbits) {
  Cyclic cyclic(machine, graph, by_orbits);
  for (unsigned t = 0; !cyclic.done(); ++t) {
    if (t > graph.nodes()) throw std::logic_error("cyclic does not end");
    const std::uint64_t begin = by_orbits ? machine.now() : 0;  // copies begin a step together
    for (unsigned c = 0; c < cyclic.held.size(); ++c)
      cyclic.step(cyclic.held[c], 2 + (t + c) % (graph.n - 1), begin);
  }
}

void allgather_mesh_ring(Machine& machine, const Graph& graph, std::uint64_t slot) {
  const auto rows = mesh(graph);
  Holdings gathered(graph.nodes());
  for (unsigned node = 0; node < graph.nodes(); ++node) gathered[node].push_back(node);
  std::uint64_t begin = 0;
  for (const int direction : {1, -1}) {
    auto carried = rows;
    for (unsigned repetition = 1; repetition < graph.n; ++repetition, begin += 3 * slot) {
      propagate(machine, graph, rows, carried, direction, begin, slot);
      const std::vector<unsigned> nothing(rows[0].size(), graph.nodes());
      if (direction > 0) {
        carried.insert(carried.begin(), nothing);
        carried.pop_back();
      } else {
        carried.push_back(nothing);
        carried.erase(carried.begin());
      }
      for (unsigned i = 0; i < graph.n; ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
          if (carried[i][j] < graph.nodes()) gathered[rows[i][j]].push_back(carried[i][j]);
    }
  }
  for (const auto& row : rows) around(machine, graph, row, gathered, begin);
}

void allgather_hamiltonian_ring(Machine& machine, const Graph& graph) {
  Holdings own(graph.nodes());
  for (unsigned node = 0; node < graph.nodes(); ++node) own[node].push_back(node);
  around(machine, graph, walk(graph, 0, hamiltonian_cycle(graph)), own, 0);
}

void allgather_hamiltonian_word(Machine& machine, const Graph& graph) {
  Holdings last(graph.nodes());
  for (unsigned node = 0; node < graph.nodes(); ++node) last[node].push_back(node);
  travel(machine, graph, last, hamiltonian_path(graph.n));
}

void allgather_level(Machine& machine, const Graph& graph) {
  Holdings block(graph.nodes());
  for (unsigned node = 0; node < graph.nodes(); ++node) block[node].push_back(node);
  for (unsigned j = 2; j <= graph.n; ++j) {
    const Holdings c = travel(machine, graph, block, {j});
    Holdings all = block;
    for (unsigned node = 0; node < graph.nodes(); ++node)
      all[node].insert(all[node].end(), c[node].begin(), c[node].end());
    for (unsigned i = 2; i < j; ++i) {
      const Holdings more = travel(machine, graph, c, {i});
      for (unsigned node = 0; node < graph.nodes(); ++node)
        all[node].insert(all[node].end(), more[node].begin(), more[node].end());
    }
    block = std::move(all);
  }
}

}  // namespace oracle::star
