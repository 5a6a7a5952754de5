// SPDX-License-Identifier: Apache-2.0
// The claims of Karp, Sahay, Santos & Schauser 1993 in parts, and code that the parts share.
// Symbols: P processors, latency L, overhead o, gap g, k items.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "claims/tools.hpp"

namespace romcast::claims {

std::vector<Claim> logp_single();      // sections 1, 2
std::vector<Claim> logp_items();       // 3, 3.1, 3.4, 3.5
std::vector<Claim> logp_words();       // 3.2, 3.3: blocks and words
std::vector<Claim> logp_continuous();  // 3.2, 3.3
std::vector<Claim> logp_pruned();      // Theorem 3.5
std::vector<Claim> logp_others();      // 4 and 5
std::vector<Claim> logp_more();        // 3.3 to 5: claims about single processors and items
std::vector<Claim> logp_sketch();      // the proof of Theorem 3.8
std::vector<Claim> logp_figures();     // Figures 1 and 3 to 6

// Options of `romcast run` for a collective and an algorithm; several parts use these options.
inline const std::string kTree = "-c broadcast -a optimal-tree";
inline const std::string kReduce = "-c reduce -a reversed-tree";
inline const std::string kCombine = "-c allreduce -a combining";
inline const std::string kGossip = "-c allgather -a cyclic";
inline const std::string kExchange = "-c alltoall -a cyclic";
inline const std::string kEndless = "-c broadcast -a block-cyclic --continuous on";
inline const std::string kTail = "-c broadcast -a tail";
inline const std::string kMulti = "-c broadcast -a multi-sending --seconds 600";

struct LogpSize {
  unsigned processors = 2, latency = 1, overhead = 0, gap = 1, items = 1;
};
/// Options of `romcast run` on a machine of this size; `rest` selects collective and algorithm.
std::string on_logp(const LogpSize& size, const std::string& rest);
Sizes sizes_of(const LogpSize& size);
Point logp_point(const LogpSize& size, const std::vector<std::string>& rest);
/// Allreduces by `combining` on machines with o = 0, g = 1 and f_T processors, T >= L (f_of()).
Grid combining_trees();
/// Summations on machines with g >= o+1, with times t in which all processors can add operands.
/// `narrow` adds machines with g <= o; `short_times` adds times t that are too short.
Grid summations(bool narrow, bool short_times);
/// Points on machines with o = 0 and g = 1, in ascending order of L, then P, then in the order of
/// `items` (k); only sizes that `keep` accepts. Each point has a run for each element of `rest`.
Grid postal_grid(const std::vector<std::string>& rest, const std::vector<unsigned>& items,
                 const std::function<bool(const LogpSize&)>& keep = {});

/// f_t of the paper: 1 for t < L, else f_(t-1) + f_(t-L).
double f_of(unsigned latency, unsigned t);
/// B(P), the time of an optimal broadcast of one item on a machine of this size: the largest label
/// in the broadcast's tree. The tree's root has label 0; the children of a node with label t have
/// the labels t + i*spacing + L + 2o, i = 0, 1, ...
double tree_time(const LogpSize& size, unsigned spacing);
/// Labels of the same tree, ascending.
std::vector<double> tree_labels(const LogpSize& size, unsigned spacing);
/// Numbers of children of the internal nodes in the tree of f_t processors.
std::multiset<unsigned> block_sizes(unsigned latency, unsigned t);
LogpSize size_of(const Row& row);
/// B(P-1) on a machine with o = 0 and g = 1.
double others_time(const Row& row);
/// k* on such a machine: the sum of f_i for 0 <= i < B(P-1), divided by P-1 and rounded down.
double k_star(const Row& row);

inline double P_of(const Row& row) { return row["P"]; }
inline double L_of(const Row& row) { return row["L"]; }
inline double o_of(const Row& row) { return row["o"]; }
inline double g_of(const Row& row) { return row["g"]; }
inline double items_of(const Row& row) { return row["k"]; }

}  // namespace romcast::claims
