// SPDX-License-Identifier: Apache-2.0
// Folders that this program wrote before, and may replace.
#pragma once

#include <string>

namespace romcast {

/// A kind of folder. Each folder of the kind has a description: the JSON file named `file`, whose
/// key "schema" has the value `schema`, and whose key "files" lists files of the folder.
struct OwnFolder {
  std::string file, schema;
  std::string command;  ///< command that writes such folders
};

/// Accepts a folder that does not exist or is empty, and a folder that contains the description and
/// otherwise only files that the description lists, a folder `build`, and folders `rtl` and `cells`
/// with nothing but romcast's modules and models of FPGA cells. Throws InputError for any other
/// folder.
void check_own_folder(const std::string& folder, const OwnFolder& own);

}  // namespace romcast
