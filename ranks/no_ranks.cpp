// SPDX-License-Identifier: Apache-2.0
// Built where there is no MPI.
#include <fmt/format.h>

#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"

namespace romcast {

std::shared_ptr<Ranks> join_ranks() {
  const Launch launch = launched();
  if (launch.count == 1) return no_other_ranks();
  throw MissingError(fmt::format(
      "one of {} ranks, but this program was built without MPI; install libopenmpi-dev and "
      "libboost-mpi-dev and build it again, or start it without mpirun",
      launch.count));
}

}  // namespace romcast
