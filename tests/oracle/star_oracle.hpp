// SPDX-License-Identifier: Apache-2.0
// An independent simulator of all-to-all communication in star graphs, after Tseng, Chang & Sheu
// (1998) and the design notes. It shares no code with the library it judges: naive, slow, obviously
// right. Figures of the paper: star_oracle_theory.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace oracle::star {

using Label = std::string;  // a permutation, symbols '1' .. '9'
using Chain = std::vector<unsigned>;

// S_n, 2 <= n <= 9. Nodes are numbered in lexicographic order; node 0 is 12..n.
struct Graph {
  explicit Graph(unsigned symbols);

  unsigned n;
  std::vector<Label> label;
  std::vector<std::vector<unsigned>> neighbour;  // [node][d], d = 2 .. n
  std::vector<unsigned> distance;                // of every node from node 0, breadth first

  unsigned nodes() const { return static_cast<unsigned>(label.size()); }
  unsigned number(const Label& permutation) const;
  // The node q with u * q = v, where (u * q)_i = u_(q_i): the position of v relative to u.
  unsigned relative(unsigned u, unsigned v) const;
};

// collective  ports   algorithms
// alltoall    single  direct; grouped, deferred (both need a chain); cyclic (may have a cap)
//             multi   cyclic-orbit
// allgather   single  mesh-ring; hamiltonian-ring; hamiltonian-word; level (may have a cap)
//             multi   level
// cyclic-orbit: n - 1 copies of cyclic run together, each a dimension ahead of the preceding copy.
// All nodes and copies begin a step together, and a step without messages takes no time. An orbit
// is a set of relative destinations that rotations of the dimensions 2 .. n map to each other.
// The members of an orbit are assigned to the copies in turn, from the lexicographically first
// member on; an orbit of fewer than n - 1 members begins at the copy after the last copy of the
// previous such orbit (the notes specify neither, so other choices may be faster or slower).
struct Scenario {
  unsigned n;  // symbols: alltoall 3 .. 6, allgather 3 .. 7
  std::string collective, ports, algorithm;
  std::uint64_t startup, per_message;  // t_s, t_m in cycles, not both 0
  Chain chain{};                       // n > k_1 > k_2 > .. > 1, with the 1 in the list
  unsigned cap = 0;                    // most messages in a packet; 0: no limit
};

struct Outcome {
  std::uint64_t cycles;  // when the last message has reached its destination
  // Distinct cycles in which a node starts a packet; maximum over the nodes.
  std::uint64_t startups;
  std::uint64_t message_hops;  // link crossings of messages
  bool exactly_once;           // every node got the message of every other node exactly once
  std::string violation;       // the first violated rule; empty: none
};

// Store and forward: a packet of i messages occupies its directed link, and in the single-port
// model the sending port of one node and the receiving port of the other, for t_s + i t_m cycles. A
// node sends as soon as its own port and messages allow, without knowledge of the receiver's state.
// Throws std::invalid_argument for anything not in the table above.
Outcome simulate(const Scenario& scenario);

// Dimensions of the path from 12..K (K = `big_k`) to the substar *^k X (X = `suffix`) by the
// paper's rules R3 and R4. If R3 allows several positions i, the path uses the smallest i, or, if
// `largest` is true, the largest i.
std::vector<unsigned> substar_path(unsigned big_k, const Label& suffix, bool largest = false);
// All suffixes X of the k-substars of S_K, in lexicographic order.
std::vector<Label> suffixes(unsigned big_k, unsigned k);

// Dimensions of the n! - 1 hops of a Hamiltonian path from 12..n (Ehrlich's swaps).
std::vector<unsigned> hamiltonian_path(unsigned n);
// Dimensions of the n! hops of a Hamiltonian cycle from 12..n, found by search; n <= 7.
std::vector<unsigned> hamiltonian_cycle(const Graph& graph);

// Exhaustive searches, for tiny n.
// Fewest rounds of a single-port broadcast of one message; n <= 4.
unsigned optimal_broadcast_rounds(unsigned n);
// Length of the shortest sequence of dimensions that has, for every node, the dimensions of a path
// from 12..n to the node as a subsequence; if `shortest_paths`, those of a shortest path.
unsigned shortest_word(unsigned n, bool shortest_paths);
// Fewest steps of a symmetric multiport total exchange (t_s = 0, t_m = 1) in which every message
// takes a shortest path; n = 3.
unsigned optimal_uniform_exchange(unsigned n);
// Number of steps after which the messages of all nodes to node 12..n have arrived, if the steps
// use the dimensions 2, 3, .., n, 2, 3, .. in turn, and in each step a message crosses the
// dimension if the hop brings the message nearer to node 12..n, and otherwise stays.
unsigned cyclic_steps(const Graph& graph);

}  // namespace oracle::star
