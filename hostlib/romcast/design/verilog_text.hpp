// SPDX-License-Identifier: Apache-2.0
// Verilog modules as their texts describe them: parameters, ports and their widths, the
// comments in the port list, and which modules a module is made of. Verilator's XML has less: it is
// of one set of parameters, without comments and untaken generate branches, and costs 50 ms. A test
// compares the two.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "romcast/design/verilog_value.hpp"

namespace romcast {

struct VerilogPort {
  bool input = false;
  std::string name;
  std::string high{};  ///< expression of the highest bit's number; empty: the port has one bit
  std::optional<DescribedPort::Kind> kind{};  ///< of straps and registers
  bool operator==(const VerilogPort&) const = default;
};

struct VerilogHeader {
  std::vector<std::pair<std::string, std::string>> parameters;  ///< with their default expressions
  std::vector<VerilogPort> ports;
};

/// The header of the module that `verilog` consists of: `module NAME #(parameter ...) (ports);` or
/// `module NAME (ports);`, each range `[high:0]`. A comment line that begins with `Straps`,
/// `Counters`, `Marks` or `Flags` gives the ports below it their kind, up to the next empty line.
VerilogHeader verilog_header(std::string_view verilog);
/// Straps and registers, in the order of the port list.
std::vector<DescribedPort> described_ports(const VerilogHeader& header);

/// All parameters of a module: those given, else their defaults.
VerilogValues verilog_parameters(const VerilogHeader& header, const VerilogValues& given);
/// Bits of a port with these parameters.
unsigned verilog_width(const VerilogPort& port, const VerilogValues& parameters);

/// A module and all that it instantiates, directly or not, of those whose texts are given by name.
/// Modules that a text might mean count, too: all of them where it has macros or includes files.
std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts);

}  // namespace romcast
