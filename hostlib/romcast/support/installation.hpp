// SPDX-License-Identifier: Apache-2.0
// Whether this program was installed, and where its Verilog and headers then are.
#pragma once

#include <filesystem>

namespace romcast {

/// The folder of this program's executable.
std::filesystem::path program_folder();

/// The folder of Verilog and headers of an installed romcast, which lies relative to the program
/// and so moves with it; empty if this one runs where it was built.
std::filesystem::path installed_sources();

/// Lets models find the symbols of Verilator's run-time part, which is in the same file as this,
/// even where a program has loaded that file for itself alone.
void share_symbols();

}  // namespace romcast
