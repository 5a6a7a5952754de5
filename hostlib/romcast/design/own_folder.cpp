// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/own_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// True for a folder all of whose files have names that romcast gives to files in a folder `rtl` or
// `cells`: prefixed modules, and families of FPGAs.
bool is_our_verilog(const fs::path& folder) {
  return fs::is_directory(folder) &&
         std::ranges::all_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
           const std::string name = entry.path().filename().string();
           return name == "ice40.v" || name == "ecp5.v" ||
                  (name.starts_with("rmc_") && name.ends_with(".v"));
         });
}

bool is_own(const fs::path& folder, const OwnFolder& own) {
  std::ifstream in(folder / own.file);
  const Json design = Json::parse(in, nullptr, false);
  if (!design.is_object() || design.value("schema", Json()) != own.schema) return false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const Json& files = design.value("files", Json::array());
    const bool listed = std::ranges::any_of(files, [&](const Json& file) { return file == name; });
    const bool folder_of_ours =
        name == "build" || ((name == "rtl" || name == "cells") && is_our_verilog(entry.path()));
    if (!listed && !folder_of_ours && name != own.file) return false;
  }
  return true;
}

}  // namespace

void check_own_folder(const std::string& folder, const OwnFolder& own) {
  if (!fs::exists(folder) || fs::is_empty(folder) || is_own(folder, own)) return;
  throw InputError({"output", folder},
                   fmt::format("is there already and has other files than {} writes", own.command));
}

}  // namespace romcast
