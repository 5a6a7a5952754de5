// SPDX-License-Identifier: Apache-2.0
// Builds a model: Verilator, then the compiler, in a folder of their own.
#pragma once

#include "romcast/machines/model_spec.hpp"
#include "systemc/model_cache.hpp"
#include "systemc/model_recipe.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {

/// Arguments of Verilator in a work folder where `romcast` leads to the sources; it writes into
/// `made`.
Arguments verilator_words(const ModelSpec& spec, const ModelSources& sources);

/// Builds a model and keeps it; returns the folder that it is in. Throws MissingError if a tool is
/// not there or fails, or if there is no place for it.
std::filesystem::path build_model(const ModelSpec& spec, const ModelSources& sources,
                                  const ModelCache& cache);

}  // namespace romcast
