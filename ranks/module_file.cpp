// SPDX-License-Identifier: Apache-2.0
#include "ranks/module_file.hpp"

namespace romcast {

namespace fs = std::filesystem;

fs::path program_file_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path installed_modules() {
  return (program_file_folder() / ROMCAST_MODULES_FROM_PROGRAM).lexically_normal();
}

fs::path module_file(const char* module) {
  std::error_code error;
  for (const fs::path& folder : {program_file_folder(), installed_modules()}) {
    if (fs::exists(folder / module, error)) return folder / module;
  }
  return {};
}

}  // namespace romcast
