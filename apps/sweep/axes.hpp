// SPDX-License-Identifier: Apache-2.0
// The points of a sweep: options with the values that each takes in turn.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romcast {

/// The largest number of values of an option, and of points of a sweep.
inline constexpr std::size_t kMostValues = 100'000, kMostPoints = 1'000'000;

/// Expands a text: "2,4,8" to three values, "2..5" to four, "1..9..2" to 1, 3, 5, 7 and 9, and
/// "1..64..x2" to the seven powers of two; lists may contain ranges. Brackets enclose a single
/// value, including commas: "[1,2,2],[1,1,1]". Throws InputError "--option text: ..." for an empty
/// value or range, an endless range, or a range that makes more than kMostValues values in all.
std::vector<std::string> sweep_values(std::string_view option, std::string_view text);

struct Axis {
  std::string option;               ///< long name without dashes
  std::vector<std::string> values;  ///< an empty value: the option has no argument
};

/// All combinations of values of the axes; the last axis varies fastest.
class Grid {
 public:
  /// Throws InputError if there are more than kMostPoints.
  explicit Grid(std::vector<Axis> axes);

  using Point = std::vector<std::pair<std::string, std::string>>;  ///< options with their values
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] Point point(std::size_t index) const;

 private:
  std::vector<Axis> axes_;
  std::size_t size_ = 1;
};

}  // namespace romcast
