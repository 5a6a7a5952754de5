// SPDX-License-Identifier: Apache-2.0
// Parameters and ports of a Verilog module from its header, and the widths of the ports for given
// parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace romcast {

struct VerilogPort {
  bool input = false;
  std::string name;
  std::string high{};  ///< expression of the highest bit's number; empty: the port has one bit
  bool operator==(const VerilogPort&) const = default;
};

struct VerilogHeader {
  std::vector<std::pair<std::string, std::string>> parameters;  ///< with their default expressions
  std::vector<VerilogPort> ports;
};

/// The header of a module; `verilog` contains one module: `module NAME #(parameter ...) (ports);`
/// or `module NAME (ports);`, each range `[high:0]`.
VerilogHeader verilog_header(std::string_view verilog);

using VerilogValues = std::map<std::string, std::uint64_t, std::less<>>;

/// Value of a constant expression: decimal numbers, names, `$clog2`, the operators of C on whole
/// numbers. Throws std::logic_error for anything else.
std::int64_t verilog_value(std::string_view expression, const VerilogValues& names);

/// All parameters of a module: given values, else defaults.
VerilogValues verilog_parameters(const VerilogHeader& header, const VerilogValues& given);
/// Width of a port with these parameters.
unsigned verilog_width(const VerilogPort& port, const VerilogValues& parameters);

}  // namespace romcast
