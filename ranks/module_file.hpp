// SPDX-License-Identifier: Apache-2.0
// Finds the modules that the program loads on demand.
#pragma once

#include <filesystem>

namespace romcast {

/// The folder of the running program's file.
std::filesystem::path program_file_folder();
/// The folder into which the program's modules are installed.
std::filesystem::path installed_modules();

/// The path of a module's file: in program_file_folder() if the file exists there, as in a build
/// folder; else in installed_modules(); empty if neither folder has the file.
std::filesystem::path module_file(const char* module);

}  // namespace romcast
