// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/machine.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"

namespace romcast {

std::unique_ptr<Machine> machine_of(const SharedJob& job) {
  for (const auto make :
       {reduce_machine, tree_machine, direct_machine, logp_machine, complete_machine}) {
    if (auto machine = make(job)) return machine;
  }
  throw InputError(fmt::format("--network {}: there is no hardware for it yet; use romcast plan",
                               job->problem.topology->network()));
}

}  // namespace romcast
