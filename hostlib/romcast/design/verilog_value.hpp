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

/// Value of a constant expression: decimal numbers, names, `$clog2`, the operators of C on whole
/// numbers. Throws std::logic_error if it has anything else in it.
std::int64_t verilog_value(std::string_view expression, const VerilogValues& names);

}  // namespace romcast
