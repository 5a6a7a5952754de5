// SPDX-License-Identifier: Apache-2.0
// Files that end in a line with their name, length and checksum, so that truncated, damaged or
// foreign files are detected before use. Loaders ignore data after the end of a library.
#pragma once

#include <string>

#include "romcast/support/descriptor.hpp"

namespace romcast {

/// Copies a file to another and seals the copy. Throws std::system_error if reading or writing
/// fails.
void copy_sealed(const Descriptor& from, const Descriptor& to, const std::string& name);

/// Describes the damage of a sealed file; empty if it is intact.
std::string damage(const Descriptor& file, const std::string& name);

}  // namespace romcast
