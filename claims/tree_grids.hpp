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
/// Limits on the leaves of quick runs, of quick runs with capacities and of full runs with
/// capacities: with capacities every level needs its own model.
inline constexpr double kQuick = 32, kQuickWide = 16, kFullWide = 64;
/// Trees with at most `most` leaves, in quick runs also at most `quick`; ascending in k, h >= 2.
std::vector<TreeSizes> tree_sizes(bool full, double most = 256, double quick = kQuick);
/// Options of `romcast run` on such a tree.
std::string on_tree(TreeSizes tree, const std::string& rest);
Sizes sizes(TreeSizes tree);

/// One point for each tree, with runs of these options.
Grid on_trees(const std::vector<std::string>& runs, double most = 256);
/// One point for each level i of each tree, with the size "i"; with `two_ways` two points for each
/// level, with the size "way" of 0 and of 1.
Grid on_levels(const std::string& run, bool two_ways);
/// One point for each tree and each of its distinct capacity patterns, numbered by the size
/// "pattern". Quick runs use small trees only, and of those with more than 9 leaves only binary
/// ones, with the last pattern.
Grid on_capacities(const std::vector<std::string>& runs, double most = 32);
/// The capacities of pattern i on a tree: constant, exponential, doubling, linear, one wide top.
std::vector<unsigned> capacities(TreeSizes tree, unsigned pattern);
inline constexpr unsigned kPatterns = 5;

inline double k_of(const Row& row) { return row["k"]; }
inline double h_of(const Row& row) { return row["h"]; }
inline double n_of(const Row& row) { return row["n"]; }
/// n, or n+1 for k = 2.
inline double one_leaf(const Row& row) { return n_of(row) + (k_of(row) == 2 ? 1 : 0); }

/// A point whose run is the fastest schedule on such a tree with the capacities of a pattern, found
/// and proved to be fastest by a solver.
Point solved_tree(TreeSizes tree, const std::string& problem, unsigned pattern = 0);

}  // namespace romcast::claims
