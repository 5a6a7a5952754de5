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

}  // namespace romcast
