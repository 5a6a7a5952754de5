// SPDX-License-Identifier: Apache-2.0
// The program's half of simulator.hpp: loads the module, and calls the module's entries.
#include "systemc/simulator.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "ranks/module_file.hpp"
#include "romcast/core/error.hpp"

namespace romcast {

const Simulator& load_simulator() {
  const std::filesystem::path file = module_file(kSimulatorModule);
  void* const module = file.empty() ? nullptr : dlopen(file.c_str(), RTLD_NOW);
  const void* const entries = module == nullptr ? nullptr : dlsym(module, ROMCAST_SIMULATOR_NAME);
  if (entries == nullptr) {
    throw MissingError(
        fmt::format("co-simulation cannot be loaded ({}); install romcast again",
                    file.empty() ? fmt::format("no {}", kSimulatorModule) : dlerror()));
  }
  return *static_cast<const Simulator*>(entries);
}

std::optional<Measurement> Cosimulation::measure(Run& run) {
  return load_simulator().measure(*this, run);
}

FabricReport cosimulate_fabric(const FabricRequest& request) {
  return load_simulator().fabric(request);
}

}  // namespace romcast
