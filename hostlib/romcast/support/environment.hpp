// SPDX-License-Identifier: Apache-2.0
// Reads the environment variables of the libraries; only ranks/launch.cpp reads others, namely
// ROMCAST_MPI_MESSAGES and the variables of mpirun. docs/library.md lists the names.
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// A variable of the environment; empty if it is not set.
std::string environment(const char* name);
/// The variable as a number from 1 on, `usual` if it is not set or empty. Throws InputError for
/// other values.
std::uint64_t environment_number(const char* name, std::uint64_t usual);

}  // namespace romcast
