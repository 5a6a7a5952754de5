// SPDX-License-Identifier: Apache-2.0
// Files that end in a line with their name, length and checksum, so that what is cut, damaged or
// something else is known before it is used. Loaders of libraries ignore what follows the library.
#pragma once

#include <string>

#include "romcast/support/descriptor.hpp"

namespace romcast {

/// Copies a file to another and seals the copy. Throws std::system_error if that cannot be read or
/// written.
void copy_sealed(const Descriptor& from, const Descriptor& to, const std::string& name);

/// What is wrong with a sealed file, in words; empty if nothing is.
std::string damage(const Descriptor& file, const std::string& name);

}  // namespace romcast
