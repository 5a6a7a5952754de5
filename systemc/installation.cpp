// SPDX-License-Identifier: Apache-2.0
#include "systemc/installation.hpp"

namespace romcast {

namespace fs = std::filesystem;

fs::path program_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path installed_sources() {
  const fs::path sources = (program_folder() / ROMCAST_SOURCES_FROM_PROGRAM).lexically_normal();
  std::error_code error;
  return fs::is_directory(sources / "rtl", error) ? sources : fs::path();
}

}  // namespace romcast
