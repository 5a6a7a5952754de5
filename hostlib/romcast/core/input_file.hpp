// SPDX-License-Identifier: Apache-2.0
// Files that somebody else wrote or named: only such as come to an end.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace romcast {

/// Opens a file for reading. Throws InputError if it cannot be opened, is no regular file (devices,
/// pipes and folders may never end) or has more than so many bytes.
std::ifstream open_input(const std::string& path, std::uint64_t most_bytes);

}  // namespace romcast
