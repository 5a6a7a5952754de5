// SPDX-License-Identifier: Apache-2.0
// What the literature says about the cost of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace romcast {

/// Figures in cycles; absent ones are nullopt or empty.
struct Theory {
  std::optional<std::uint64_t> formula_cycles{};  ///< of this algorithm, corrected where needed
  std::string formula_source{};
  std::optional<std::uint64_t> lower_bound{};  ///< of any algorithm for this problem
  std::string lower_bound_source{};
  bool lower_bound_attained = false;  ///< some schedule takes no more, so others are not optimal
  /// The plan takes as few cycles as any schedule can; nothing if it is not known.
  std::optional<bool> optimal{};
  std::string optimal_by{};                     ///< "bound" or "solver", if optimal
  std::optional<std::uint64_t> item_delay{};    ///< from an item's first send to its last reception
  std::optional<std::uint64_t> paper_cycles{};  ///< as printed, where that differs
  std::string erratum{};                        ///< what is wrong with the printed figure
  /// Rounds of the same algorithm on the fully connected network that it was made for.
  std::optional<std::uint64_t> complete_rounds{};
};

}  // namespace romcast
