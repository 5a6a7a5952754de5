// SPDX-License-Identifier: Apache-2.0
// Opens the input files of users.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace romcast {

/// Opens a file for reading. Throws InputError if it cannot be opened, is no regular file (a device
/// or a pipe may never end) or has more than `most_bytes` bytes.
std::ifstream open_input(const std::string& path, std::uint64_t most_bytes);

}  // namespace romcast
