// SPDX-License-Identifier: Apache-2.0
// Builds a model in a separate folder: runs Verilator, then the compiler.
#pragma once

#include "romcast/machines/model_spec.hpp"
#include "systemc/model_cache.hpp"
#include "systemc/model_recipe.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {

/// Arguments of Verilator, which runs in a work folder: it finds the sources by the symbolic link
/// `romcast` and writes into the folder `made`.
Arguments verilator_words(const ModelSpec& spec, const ModelSources& sources);

/// Builds a model and caches it; returns the cache's folder that has it. Throws MissingError if a
/// tool is missing or fails, or if no folder is writable.
std::filesystem::path build_model(const ModelSpec& spec, const ModelSources& sources,
                                  const ModelCache& cache);

}  // namespace romcast
