// SPDX-License-Identifier: Apache-2.0
// The only reader of environment variables in the libraries: docs/library.md lists the names.
#pragma once

#include <cstdint>
#include <string>

namespace romcast {

/// A variable of the environment; empty if it is not set.
std::string environment(const char* name);
/// The same as a number from 1 on, `usual` without one. Throws InputError if it is none.
std::uint64_t environment_number(const char* name, std::uint64_t usual);

}  // namespace romcast
