// SPDX-License-Identifier: Apache-2.0
#include "apps/time_text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "romcast/core/error.hpp"

namespace romcast {

double parse_time(std::string_view option, std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, double>, 4> units{
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
  double number = 0;
  const auto end =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string_view unit(end.ptr,
                              static_cast<std::size_t>(text.data() + text.size() - end.ptr));
  for (const auto& [name, seconds] : units) {
    if (end.ec == std::errc{} && unit == name && number >= 0) return number * seconds;
  }
  throw InputError(
      fmt::format("--{} {}: give a number with ns, us, ms or s, e.g. 2.5us", option, text));
}

}  // namespace romcast
