// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/board/ecp5_tools.hpp"

#include <filesystem>

#include "romcast/support/environment.hpp"
#include "romcast/support/tool.hpp"

namespace romcast {

std::string ecp5_tool(const std::string& program) {
  if (!find_program(program).empty()) return program;
  // The XDG standard demands that a relative $XDG_CACHE_HOME be ignored.
  std::filesystem::path cache = environment("XDG_CACHE_HOME");
  if (!cache.is_absolute()) cache = std::filesystem::path(environment("HOME")) / ".cache";
  const std::filesystem::path fetched = cache / "romcast-ecp5/bin" / program;
  std::error_code failed;
  return fetched.is_absolute() && std::filesystem::exists(fetched, failed) ? fetched.string() : "";
}

}  // namespace romcast
