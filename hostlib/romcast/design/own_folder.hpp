// SPDX-License-Identifier: Apache-2.0
// Folders that this program wrote before, and may replace.
#pragma once

#include <string>

namespace romcast {

/// The description in a folder: a JSON file with the keys `schema` and `files`.
struct OwnFolder {
  std::string file, schema;
  std::string command;  ///< command that writes such folders
};

/// Throws InputError if the folder is not empty and lacks the description, or has files other than
/// those of its description, copied Verilog, and outputs of its Makefile.
void check_own_folder(const std::string& folder, const OwnFolder& own);

}  // namespace romcast
