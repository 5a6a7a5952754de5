// SPDX-License-Identifier: Apache-2.0
// Chains of nested substars, by which alltoall on star graphs groups messages (Tseng, Chang & Sheu
// 1998, section III.1): an n-star consists of k-substars, each of these of smaller substars, and so
// on down to single nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/star_graph.hpp"

namespace romcast::star {

/// Sizes n > k_1 > k_2 > .. > 1 of nested substars, without n; {1} sends to one node at a time.
using Chain = std::vector<unsigned>;

/// When the messages that reached a substar are spread inside it: before the messages for the next
/// substar are sent, or once at the end, when the messages for all substars have arrived.
enum class Spreading { at_once, at_the_end };

/// A step of a chain, from K-substars to k-substars: every node sends `hops` times, `messages`
/// messages each time, to a neighbour.
struct ChainStep {
  std::uint64_t hops = 0, messages = 0;
};

/// Costs of a whole chain, with packets of at most --packet-cap messages: cycles; start-ups of a
/// node (one per hop of a packet); messages that a node sends (counted once per hop).
struct ChainCost {
  std::uint64_t cycles = 0, startups = 0, messages = 0;
};

/// The steps of a chain. Their hops follow from distance_sum(), as the paths to the substars are
/// shortest ones.
std::vector<ChainStep> chain_steps(const Problem& problem, const Chain& chain, Spreading spreading);
ChainCost chain_cost(const Problem& problem, const Chain& chain, Spreading spreading);
/// The cheapest of all 2^(n-2) chains, by cycles, then by start-ups.
Chain best_chain(const Problem& problem, Spreading spreading);

/// The option --substars: "best" or a chain such as 3,2,1.
AlgorithmOption substars_option();
/// The chain of --substars; best_chain() for "best" or without the option. Throws InputError if the
/// option is neither "best" nor a chain.
Chain chain_of(const Problem& problem, Spreading spreading);
/// A chain as text, such as "3>2>1".
std::string chain_name(const Chain& chain);

/// Dimensions of the paths, by the paper's rules R3 and R4, from node 12..K to all k-substars *^k
/// x_{k+1}..x_K.
using Paths = std::vector<std::vector<unsigned>>;
/// The paths with K = `from` and k = `to`, in lexicographic order of x_{k+1}..x_K.
Paths paths_to_substars(unsigned from, unsigned to);

/// --substar-order: the order of the substars X_1 .. X_N, which the paper leaves free. A named
/// order holds for all steps of a chain, a list of the numbers 1..N only for the first step.
AlgorithmOption substar_order_option();
/// The paths of each step of a chain, in the order of --substar-order; lexicographic without it.
/// Throws InputError if the option is no order.
std::vector<Paths> paths_of(const Problem& problem, const Chain& chain);
/// All n! relative destinations, including the source itself. Destinations that share a packet are
/// consecutive: substars are in the order of the paths to them; inside every substar the nodes have
/// the same order, if counted relative to the node where the path to the substar ends.
std::vector<NodeId> slot_order(const StarGraph& star, const std::vector<Paths>& steps);

/// Formula of a chain and the lower bound.
Theory chain_theory(const Problem& problem, const Chain& chain, Spreading spreading);
/// The plan that spreads the messages of each substar as soon as they arrive (Spreading::at_once).
Plan grouped_plan(const Problem& problem, const Chain& chain);
/// chain_theory() of grouped_plan(), with the errata of the paper's equation (1) and Theorem 1.
Theory grouped_theory(const Problem& problem, const Chain& chain);

}  // namespace romcast::star
