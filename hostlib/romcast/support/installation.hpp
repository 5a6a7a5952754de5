// SPDX-License-Identifier: Apache-2.0
// Locates the program, and the Verilog and headers that are installed with the program.
#pragma once

#include <filesystem>

namespace romcast {

/// The folder of the program, or of the shared library, that contains this code.
std::filesystem::path program_folder();

/// The folder with the Verilog and headers of an installed romcast, found from program_folder(), so
/// that an installation can be moved; empty if the program runs in its build folder.
std::filesystem::path installed_sources();

/// Lets models find the symbols of Verilator's run-time library, which is linked into the file that
/// contains this code, even if a program has loaded that file with local symbols.
void share_symbols();

}  // namespace romcast
