// SPDX-License-Identifier: Apache-2.0
// The top module of a whole design as a Verilated model, cached like the models of switches.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "romcast/design/board/verilog.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {

struct TopModel {
  BoardVerilog verilog;
  std::vector<std::string> headers;  ///< paths in systemc/, compiled with the model
  /// Returns C++ that includes Verilator's output in `folder` and defines the function
  /// romcast_make.
  std::function<std::string(const std::filesystem::path& folder)> source;
  std::string settings{};  ///< a configuration file for Verilator; empty: none
};

/// Returns the model's function romcast_make; builds the model unless it is cached. Throws
/// MissingError if a tool is missing or fails.
void* load_top(const TopModel& model, const ModelSettings& settings = {});

}  // namespace romcast
