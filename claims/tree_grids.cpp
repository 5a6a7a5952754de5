// SPDX-License-Identifier: Apache-2.0
#include "claims/tree_grids.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast::claims {

std::vector<TreeSizes> tree_sizes(bool full, double most, double quick) {
  std::vector<TreeSizes> all;
  for (unsigned k = 2; k <= (full ? 8 : 4); ++k) {
    for (unsigned h = 2; power(k, h) <= (full ? most : std::min(most, quick)); ++h) {
      all.push_back({k, h});
    }
  }
  return all;
}

std::string on_tree(TreeSizes tree, const std::string& rest) {
  return fmt::format("-k {} -H {} {}", tree.k, tree.h, rest);
}

Sizes sizes(TreeSizes tree) { return {{"k", tree.k}, {"h", tree.h}, {"n", tree.n()}}; }

Grid on_trees(const std::vector<std::string>& runs, double most) {
  const bool wide = std::ranges::any_of(
      runs, [](const std::string& run) { return run.find("--capacity") != std::string::npos; });
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree :
         tree_sizes(full, wide ? std::min(most, kFullWide) : most, wide ? kQuickWide : kQuick)) {
      Point& point = all.emplace_back(Point{.at = sizes(tree)});
      for (const std::string& run : runs) point.runs.push_back(on_tree(tree, run));
    }
    return all;
  });
}

Grid on_levels(const std::string& run, bool two_ways) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree : tree_sizes(full, 64)) {
      for (unsigned i = 1; i <= tree.h; ++i) {
        for (unsigned way = 0; way <= unsigned(two_ways); ++way) {
          Sizes at = sizes(tree);
          at.emplace_back("i", i);
          if (two_ways) at.emplace_back("way", way);
          Point& point = all.emplace_back(Point{.at = at});
          if (!run.empty()) point.runs.push_back(on_tree(tree, run));
        }
      }
    }
    return all;
  });
}

std::vector<unsigned> capacities(TreeSizes tree, unsigned pattern) {
  std::vector<unsigned> all;
  for (unsigned i = 1; i <= tree.h; ++i) {
    const auto exponential = static_cast<unsigned>(power(tree.k, i - 1));
    const unsigned wide_top = i == tree.h ? exponential : 1;
    all.push_back(pattern == 0   ? 1
                  : pattern == 1 ? exponential
                  : pattern == 2 ? 1U << (i - 1)
                  : pattern == 3 ? i
                                 : wide_top);
  }
  return all;
}

Grid on_capacities(const std::vector<std::string>& runs, double most) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const TreeSizes tree : tree_sizes(full, most, 16)) {
      for (unsigned pattern = 0; pattern < kPatterns; ++pattern) {
        // Each capacity needs its own model, so quick runs omit trees of more than 9 leaves, except
        // binary trees with the last pattern (one wide top).
        if (!full && tree.n() > 9 && (tree.k > 2 || pattern + 1 < kPatterns)) continue;
        const std::vector<unsigned> c = capacities(tree, pattern);
        bool known = false;
        for (unsigned i = 0; i < pattern; ++i) known = known || capacities(tree, i) == c;
        if (known) continue;
        Sizes at = sizes(tree);
        at.emplace_back("pattern", pattern);
        Point& point = all.emplace_back(Point{.at = at});
        for (const std::string& run : runs) {
          point.runs.push_back(
              on_tree(tree, fmt::format("--capacity {} {}", fmt::join(c, ","), run)));
        }
      }
    }
    return all;
  });
}

Point solved_tree(TreeSizes tree, const std::string& problem, unsigned pattern) {
  const std::vector<unsigned> children(tree.h, tree.k);
  Point point{
      sizes(tree),
      {fmt::format("-n tree --children {} --capacity {} {} -a exact --seconds 60",
                   fmt::join(children, ","), fmt::join(capacities(tree, pattern), ","), problem)}};
  point.at.emplace_back("pattern", pattern);
  return point;
}

}  // namespace romcast::claims
