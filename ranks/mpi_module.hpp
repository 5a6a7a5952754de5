// SPDX-License-Identifier: Apache-2.0
// The MPI part of ranks/ is a module. Only processes that mpirun starts load the module, since MPI
// and its libraries cost each start 4 ms. The module uses symbols of romcast from the program.
#pragma once

#include "ranks/ranks.hpp"

// The name contains a digest of this header, ranks.hpp and the module's sources, so that the
// program refuses a module that was built from different files.
#define ROMCAST_MPI_TEXT_OF(name) #name
#define ROMCAST_MPI_TEXT(name) ROMCAST_MPI_TEXT_OF(name)
#define ROMCAST_MPI_JOIN_NAME ROMCAST_MPI_TEXT(ROMCAST_MPI_JOIN)

namespace romcast {

inline constexpr const char* kMpiModule = "libromcast_mpi.so";

/// Joins the other processes of the same mpirun. The caller owns the result; the module stays
/// loaded.
using MpiJoin = Ranks*();

}  // namespace romcast
