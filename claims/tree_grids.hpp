// SPDX-License-Identifier: Apache-2.0
// Grids of fat trees. Letters as in Dimakopoulos & Dimopoulos 1996: k children, h levels of
// branches, n = k^h leaves.
#pragma once

#include <string>
#include <vector>

#include "claims/tools.hpp"

namespace romcast::claims {

struct TreeSizes {
  unsigned k = 2, h = 2;
  [[nodiscard]] double n() const { return power(k, h); }
};
/// Most leaves of a tree in quick runs, in quick runs with capacities, and in full runs with
/// capacities. With capacities each level of a tree needs its own model.
inline constexpr double kQuick = 32, kQuickWide = 16, kFullWide = 64;
/// All trees with k = 2..8, h >= 2 and at most `most` leaves; unless `full`, only those that also
/// have k <= 4 and at most `quick` leaves.
std::vector<TreeSizes> tree_sizes(bool full, double most = 256, double quick = kQuick);
/// Options of `romcast run`: those of the tree, then `rest`.
std::string on_tree(TreeSizes tree, const std::string& rest);
Sizes sizes(TreeSizes tree);

/// One point for each tree of tree_sizes(), with one run for each string of options in `runs`.
Grid on_trees(const std::vector<std::string>& runs, double most = 256);
/// One point for each level of each tree, where the size "i" is the level's number; if `two_ways`,
/// two points for each level, one with the size "way" = 0, one with "way" = 1.
Grid on_levels(const std::string& run, bool two_ways);
/// One point for each tree and each of its distinct capacity patterns, numbered by the size
/// "pattern". Quick runs use small trees only, and of those with more than 9 leaves only binary
/// ones, with the last pattern.
Grid on_capacities(const std::vector<std::string>& runs, double most = 32);
/// The capacities c_1..c_h of pattern 0 (constant), 1 (exponential), 2 (doubling), 3 (linear) or
/// 4 (one wide top).
std::vector<unsigned> capacities(TreeSizes tree, unsigned pattern);
inline constexpr unsigned kPatterns = 5;

inline double k_of(const Row& row) { return row["k"]; }
inline double h_of(const Row& row) { return row["h"]; }
inline double n_of(const Row& row) { return row["n"]; }
/// The steps in which one leaf sends to, or receives from, all others: n, or n+1 for k = 2.
inline double one_leaf(const Row& row) { return n_of(row) + (k_of(row) == 2 ? 1 : 0); }

/// A point with one run: on the tree with the capacities of `pattern`, a solver finds a schedule
/// for `problem` (options of collective and ports), and proves that no schedule is faster.
Point solved_tree(TreeSizes tree, const std::string& problem, unsigned pattern = 0);

}  // namespace romcast::claims
