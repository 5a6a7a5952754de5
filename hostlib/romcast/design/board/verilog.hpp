// SPDX-License-Identifier: Apache-2.0
// The Verilog of a board, or the netlist that is made of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "romcast/support/tool.hpp"

namespace romcast {

/// Files by name, with their texts.
using VerilogTexts = std::vector<std::pair<std::string, std::string>>;

/// Runs a tool with the arguments `words`. Throws MissingError if the tool is missing, fails, or
/// does not write the file `makes`.
using ToolRunner = std::function<void(const Tool& tool, const std::vector<std::string>& words,
                                      const std::filesystem::path& makes)>;

struct BoardVerilog {
  VerilogTexts files;
  std::string top;
  /// Family, ice40 or ecp5, of the cells in the netlist; empty: `files` are simulated as they are.
  std::string cells{};
  /// Writes a netlist of the design into `folder`, by tools that `run` runs in `folder`, and
  /// returns the name of the netlist's file; `made_by` names the tools and their settings. If this
  /// function is empty and `cells` is not, `files` are the netlist.
  std::function<std::string(const std::filesystem::path& folder, const ToolRunner& run)> netlist{};
  std::string made_by{};
};

}  // namespace romcast
