// SPDX-License-Identifier: Apache-2.0
// Reads Verilog modules: parameters, ports and their widths, the comments in the port list, and the
// modules that a module instantiates. Verilator's XML does not suffice: it holds for one set of
// parameters, lacks comments and untaken generate branches, and takes 50 ms to make.
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
  std::optional<DescribedPort::Kind> kind{};  ///< nullopt: neither a strap nor a register
  bool operator==(const VerilogPort&) const = default;
};

struct VerilogHeader {
  std::vector<std::pair<std::string, std::string>> parameters;  ///< with their default expressions
  std::vector<VerilogPort> ports;
};

/// The header of the module that `verilog` consists of: `module NAME #(parameter ...) (ports);` or
/// `module NAME (ports);`, each range `[high:0]`. A comment line that begins with `Straps`,
/// `Counters`, `Marks` or `Flags` gives the ports below it their kind, up to the next empty line.
/// Throws std::logic_error if the list of ports or of parameters is missing or has no end.
VerilogHeader verilog_header(std::string_view verilog);
/// Straps and registers, in the order of the port list.
std::vector<DescribedPort> described_ports(const VerilogHeader& header);

/// All parameters of a module, with the given values, else with their defaults.
VerilogValues verilog_parameters(const VerilogHeader& header, const VerilogValues& given);
/// Bits of a port with these parameters.
unsigned verilog_width(const VerilogPort& port, const VerilogValues& parameters);

/// A module and all that it instantiates, directly or indirectly, among the modules whose texts are
/// given by name. A text that defines macros or includes files may use any of these modules, so all
/// of them are returned.
std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts);

}  // namespace romcast
