// SPDX-License-Identifier: Apache-2.0
// The program's half.
#include "systemc/simulator.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "ranks/module_file.hpp"
#include "romcast/core/error.hpp"
#include "systemc/hardware_of.hpp"

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

std::shared_ptr<NodeHardware> hardware_of(const ControlledNodes& nodes) {
  return load_simulator().hardware_of(nodes);
}

std::shared_ptr<NodeHardware> Run::hardware() {
  if (!hardware_) hardware_ = hardware_of(nodes());
  return hardware_;
}

std::optional<Measurement> Cosimulation::measure(Run& run) {
  return load_simulator().measure(*this, run);
}

}  // namespace romcast
