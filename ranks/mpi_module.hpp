// SPDX-License-Identifier: Apache-2.0
// The MPI part of ranks/ is a module that only processes started by mpirun load: MPI and its
// libraries cost each start 4 ms. Symbols of romcast that the module uses come from the program.
#pragma once

#include "ranks/ranks.hpp"

// The name contains a digest of both sides' sources, so that a module of another build is refused.
#define ROMCAST_MPI_TEXT_OF(name) #name
#define ROMCAST_MPI_TEXT(name) ROMCAST_MPI_TEXT_OF(name)
#define ROMCAST_MPI_JOIN_NAME ROMCAST_MPI_TEXT(ROMCAST_MPI_JOIN)

namespace romcast {

inline constexpr const char* kMpiModule = "libromcast_mpi.so";

/// Joins the other processes of the same mpirun. The caller owns the result; the module stays
/// loaded.
using MpiJoin = Ranks*();

}  // namespace romcast
