// SPDX-License-Identifier: Apache-2.0
// The order of the substars X_1 .. X_N in step (2) of Tseng, Chang & Sheu 1998, section III.1: "in
// any order". The time is the same for all orders.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "romcast/core/error.hpp"
#include "schedules/star/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast::star {
namespace {

constexpr std::string_view kLexicographic = "lexicographic", kNearest = "nearest-first",
                           kFurthest = "furthest-first";

[[noreturn]] void refuse(std::string_view text, std::size_t substars) {
  throw InputError({"substar_order", text},
                   fmt::format("give {}, {}, {}, or each of 1 to {} once", kLexicographic, kNearest,
                               kFurthest, substars));
}

// The paths in the order of `text`, which lists each of 1..paths.size() once, separated by commas.
// Throws InputError if `text` is no such list.
Paths listed(const Paths& paths, std::string_view text) {
  Paths ordered;
  std::vector<bool> used(paths.size(), false);
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    std::size_t number = 0;
    const auto [rest, error] = std::from_chars(at, end, number);
    if (error != std::errc{} || number < 1 || number > paths.size() || used[number - 1] ||
        (rest != end && *rest != ',')) {
      refuse(text, paths.size());
    }
    used[number - 1] = true;
    ordered.push_back(paths[number - 1]);
    if (rest == end) break;
    at = rest + 1;
  }
  if (ordered.size() != paths.size()) refuse(text, paths.size());
  return ordered;
}

}  // namespace

AlgorithmOption substar_order_option() {
  return {"substar-order",
          {std::string(kLexicographic)},
          fmt::format("order of the substars: {}, {}, {}, or their numbers, e.g. 3,1,2",
                      kLexicographic, kNearest, kFurthest),
          true,
          true};
}

std::vector<Paths> paths_of(const Problem& problem, const Chain& chain) {
  const auto given = problem.options.find("substar-order");
  const std::string order =
      given == problem.options.end() ? std::string(kLexicographic) : given->second;
  const bool named = order == kLexicographic || order == kNearest || order == kFurthest;
  std::vector<Paths> steps;
  unsigned from = graph(problem)->symbols();
  for (const unsigned to : chain) {
    Paths paths = paths_to_substars(from, to);
    if (order == kNearest) std::ranges::stable_sort(paths, {}, &std::vector<unsigned>::size);
    if (order == kFurthest) {
      std::ranges::stable_sort(paths, std::greater(), &std::vector<unsigned>::size);
    }
    if (!named && steps.empty()) paths = listed(paths, order);
    steps.push_back(std::move(paths));
    from = to;
  }
  return steps;
}

}  // namespace romcast::star
