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
/// their C++, so that it is compiled once. `inputs`: those that instances connect differently. They
/// stay variables; else Verilator would substitute the connected signals, separately per instance.
std::string with_shared_code(const std::string& module, const std::vector<std::string>& inputs);
/// Flags that all models are compiled with.
Arguments compiler_flags();

/// The text of Verilator's C++ in a folder, except for the files with code that runs once.
std::string made_in(const std::filesystem::path& folder);

/// Symbol of a model that evaluates a clock edge by two calls of eval(), because its scheduler is
/// unknown.
inline constexpr const char* kSlowModel = "romcast_slow_model";

/// C++ that includes Verilator's output in `folder` and makes a bank of it, with the straps and
/// registers of `ports`; for a time base it makes a TimeBase.
std::string model_source(const ModelSpec& spec, const std::vector<DescribedPort>& ports,
                         const std::filesystem::path& folder);
/// The same for the top of a board, whose class is Vmodel: it makes BoardPins.
std::string board_model_source(const std::filesystem::path& folder);
/// The same for a fabric with probes (fabric_probed); it makes FabricPins.
std::string fabric_model_source(const std::filesystem::path& folder);
/// The optimisation level for the C++ in `folder`.
const char* optimisation(const std::filesystem::path& folder);

}  // namespace romcast
