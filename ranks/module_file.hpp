// SPDX-License-Identifier: Apache-2.0
// Finds the modules that the program loads on demand.
#pragma once

#include <filesystem>

namespace romcast {

/// The folder of the program, and that of its installed modules.
std::filesystem::path program_file_folder();
std::filesystem::path installed_modules();

/// The file of a module: beside the program in a build folder, else installed; empty if it is in
/// neither.
std::filesystem::path module_file(const char* module);

}  // namespace romcast
