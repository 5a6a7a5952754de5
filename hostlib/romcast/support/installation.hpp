// SPDX-License-Identifier: Apache-2.0
// Detects an installed program, and locates its Verilog and headers.
#pragma once

#include <filesystem>

namespace romcast {

/// The folder of the program, or of the shared library, that contains this code.
std::filesystem::path program_folder();

/// The folder of Verilog and headers of an installed romcast, relative to the program, so that an
/// installation can be moved; empty if the program runs in its build folder.
std::filesystem::path installed_sources();

/// Lets models find the symbols of Verilator's run-time library, which is linked into the file that
/// contains this code, even if a program has loaded that file with local symbols.
void share_symbols();

}  // namespace romcast
