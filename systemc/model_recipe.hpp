// SPDX-License-Identifier: Apache-2.0
// Recipe of a model: the flags of Verilator and of the compiler, and the C++ around the model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "romcast/machines/model_spec.hpp"

namespace romcast {

using Arguments = std::vector<std::string>;

/// Flags that depend only on the kind of model and its number of lanes, not on other parameters.
Arguments verilator_flags(const ModelSpec& spec);
/// Text of a configuration file for Verilator; empty if the model needs none.
std::string verilator_settings(const ModelSpec& spec);
/// A configuration file with which all instances of a module that have the same parameters share
/// their C++, so that it is compiled once. `inputs`: the module's inputs that instances connect to
/// different signals. These inputs stay variables; else each instance would have C++ of its own, in
/// which Verilator has replaced the inputs by the connected signals.
std::string with_shared_code(const std::string& module, const std::vector<std::string>& inputs);
/// Flags that all models are compiled with.
Arguments compiler_flags();

/// The text of Verilator's C++ in a folder, except for the files with code that runs once.
std::string made_in(const std::filesystem::path& folder);

/// Symbol that a model defines if its scheduler is unknown, so that the model evaluates a clock
/// edge by two calls of eval().
inline constexpr const char* kSlowModel = "romcast_slow_model";

/// C++ that includes Verilator's output in `folder` and defines romcast_make(), which makes a
/// NodeBank with the straps and registers of `ports` or, for a time base, a TimeBase.
std::string model_source(const ModelSpec& spec, const std::vector<DescribedPort>& ports,
                         const std::filesystem::path& folder);
/// C++ for the top module of a board, Verilated in `folder`: romcast_make() makes a BoardPins.
std::string board_model_source(const std::filesystem::path& folder);
/// C++ for module `romcast_fabric_probed`, Verilated in `folder`: romcast_make() makes a
/// FabricPins.
std::string fabric_model_source(const std::filesystem::path& folder);
/// The compiler's option for the C++ in `folder`: "-O1" if the C++ is large, else "-O2".
const char* optimisation(const std::filesystem::path& folder);

}  // namespace romcast
