// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  constexpr std::uint64_t most = UINT32_MAX;
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number <= most ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view why) {
  throw InputError(fmt::format("--{} {}: {}", option, text, why));
}

// Syntax: first..last[..step | ..xfactor]
struct Range {
  std::uint64_t first = 0, last = 0, step = 1;
  bool factor = false;
};

std::optional<Range> range_in(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(dots + 2), step = "1";
  if (const std::size_t more = rest.find(".."); more != std::string_view::npos) {
    step = rest.substr(more + 2);
    rest = rest.substr(0, more);
  }
  const bool factor = step.starts_with("x");
  const auto first = number_in(text.substr(0, dots)), last = number_in(rest),
             by = number_in(step.substr(factor ? 1 : 0));
  if (!first || !last || !by) return std::nullopt;
  return Range{*first, *last, *by, factor};
}

void add_range(const Range& range, std::string_view option, std::string_view text,
               std::vector<std::string>& values) {
  if (range.last < range.first) refuse(option, text, "this range is empty; give the least first");
  if (range.step < (range.factor ? 2 : 1) || (range.factor && range.first == 0)) {
    refuse(option, text,
           "this range never ends; give a step of 1 or more, or a factor of 2 or more");
  }
  for (std::uint64_t v = range.first; v <= range.last;
       v = range.factor ? v * range.step : v + range.step) {
    values.push_back(std::to_string(v));
    if (values.size() > kMostValues) {
      refuse(option, text, fmt::format("too many values; at most {}", kMostValues));
    }
  }
}

// End of the first item: the first comma outside brackets, or the end of the text.
std::size_t end_of_item(std::string_view text) {
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] == ',' && open <= 0) return i;
  }
  return text.size();
}

}  // namespace

std::vector<std::string> sweep_values(std::string_view option, std::string_view text) {
  std::vector<std::string> values;
  for (std::string_view rest = text;;) {
    const std::size_t end = end_of_item(rest);
    std::string_view item = rest.substr(0, end);
    const bool kept = item.size() > 2 && item.front() == '[' && item.back() == ']';
    if (kept) item = item.substr(1, item.size() - 2);
    if (item.empty()) refuse(option, text, "a value is empty; leave the comma out");
    const auto range = kept ? std::nullopt : range_in(item);
    if (range) {
      add_range(*range, option, text, values);
    } else {
      values.emplace_back(item);
    }
    if (end == rest.size()) return values;
    rest.remove_prefix(end + 1);
  }
}

Grid::Grid(std::vector<Axis> axes) : axes_(std::move(axes)) {
  for (const Axis& axis : axes_) {
    size_ *= axis.values.size();
    if (size_ > kMostPoints) {
      throw InputError(fmt::format("--{}: this makes more than {} points; give fewer values",
                                   axis.option, kMostPoints));
    }
  }
}

Grid::Point Grid::point(std::size_t index) const {
  Point point(axes_.size());
  for (std::size_t a = axes_.size(); a-- > 0;) {
    const std::vector<std::string>& values = axes_[a].values;
    point[a] = {axes_[a].option, values[index % values.size()]};
    index /= values.size();
  }
  return point;
}

}  // namespace romcast
