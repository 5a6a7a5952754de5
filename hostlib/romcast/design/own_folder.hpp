// SPDX-License-Identifier: Apache-2.0
// Folders that this program wrote before, and may replace.
#pragma once

#include <string>

namespace romcast {

/// A kind of folder: each one has a description, the JSON file `file` with the keys `schema` (which
/// identifies the kind) and `files`.
struct OwnFolder {
  std::string file, schema;
  std::string command;  ///< command that writes such folders
};

/// Throws InputError if the folder is not empty and lacks the description, or has files other than
/// the description, the files that it lists, copied Verilog, and outputs of the Makefile.
void check_own_folder(const std::string& folder, const OwnFolder& own);

}  // namespace romcast
