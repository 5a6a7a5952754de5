// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/installation.hpp"

#include <dlfcn.h>
#include <link.h>

namespace romcast {
namespace {

namespace fs = std::filesystem;

// The file that contains this code: the program, or the shared library.
fs::path own_file() {
  Dl_info info{};
  link_map* object = nullptr;
  const void* const here = reinterpret_cast<const void*>(&installed_sources);
  const bool found = dladdr1(here, &info, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) != 0;
  if (!found || object == nullptr || object->l_name[0] == '\0') {
    return fs::read_symlink("/proc/self/exe");
  }
  return fs::canonical(object->l_name);
}

}  // namespace

fs::path program_folder() { return own_file().parent_path(); }

fs::path installed_sources() {
  for (const char* way : {ROMCAST_SOURCES_FROM_PROGRAM, ROMCAST_SOURCES_FROM_LIBRARY}) {
    const fs::path sources = (program_folder() / way).lexically_normal();
    std::error_code error;
    if (fs::is_directory(sources / "rtl", error)) return sources;
  }
  return {};
}

void share_symbols() {
  const fs::path file = own_file();
  if (file != fs::read_symlink("/proc/self/exe")) {
    dlopen(file.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  }
}

}  // namespace romcast
