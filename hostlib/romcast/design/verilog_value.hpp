// SPDX-License-Identifier: Apache-2.0
// Constant expressions of Verilog.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace romcast {

using VerilogValues = std::map<std::string, std::uint64_t, std::less<>>;

/// Value of a constant expression of decimal numbers, names, `$clog2`, parentheses, and C's
/// arithmetic, shift, comparison, logical and conditional operators. Throws std::logic_error if the
/// expression has anything else, divides by 0, or shifts illegally.
std::int64_t verilog_value(std::string_view expression, const VerilogValues& names);

}  // namespace romcast
