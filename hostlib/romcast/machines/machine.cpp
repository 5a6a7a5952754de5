// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/machine.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/machines/image_folder.hpp"

namespace romcast {

#define MACHINE(name) std::unique_ptr<Machine> name##_machine(const SharedJob& job);
#include "romcast/machines/machines.inc"
#undef MACHINE

void Machine::read(NodeImages& images) const {
  read_images(job_.hardware.rom_folder, job_, images);
}

std::unique_ptr<Machine> machine_of(const SharedJob& job) {
  for (const auto make : {
#define MACHINE(name) name##_machine,
#include "romcast/machines/machines.inc"
#undef MACHINE
       }) {
    if (auto machine = make(job)) return machine;
  }
  throw InputError({"network", job->problem.topology->network()}, "there is no hardware for it yet",
                   "use romcast plan");
}

}  // namespace romcast
