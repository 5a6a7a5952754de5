// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace romcast {
namespace {

// Least number of edits that turn `a` into `b`. An edit inserts, deletes or replaces one letter, or
// swaps two adjacent letters.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string one_of(std::span<const std::string> names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  return fmt::format("{} or {}", fmt::join(names.first(names.size() - 1), ", "), names.back());
}

std::string nearest(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t longest = 64;  // bounds the cost of edits()
  if (word.size() > longest) return "";
  const std::size_t limit = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::size_t least = limit;
  std::string best;
  for (const std::string& name : names) {
    const std::size_t longer = std::max(word.size(), name.size());
    const std::size_t apart = longer - std::min(word.size(), name.size());  // <= edits()
    if (apart > least || apart == limit) continue;
    const std::size_t distance = edits(word, name);
    // Words are often cut short, so among equally near names one that continues the word is
    // preferred.
    const bool continues = name.starts_with(word) && !best.starts_with(word);
    if (continues ? distance > least || distance == limit : distance >= least) continue;
    least = distance;
    best = name;
  }
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::string name = nearest(word, names);
  return name.empty() ? "" : fmt::format("; did you mean {}?", name);
}

}  // namespace romcast
