// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/commands/command_line.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/cache_upkeep.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Sum {
  std::size_t models = 0;
  std::uintmax_t bytes = 0;
};

Sum sum(const fs::path& folder) {
  Sum all;
  for (const CachedModel& model : models_in(folder)) {
    ++all.models;
    all.bytes += model.bytes;
  }
  return all;
}

std::string megabytes(std::uintmax_t bytes) {
  return fmt::format("{:.1f} MB", double(bytes) / 1e6);
}

std::string counted(std::size_t models) {
  return fmt::format("{} {}", models, models == 1 ? "model" : "models");
}

// The text as a JSON string; replaces bytes that are not UTF-8, which names of folders may contain.
Json printable(const std::string& text) {
  const Json raw = text;
  return Json::parse(raw.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Schema romcast.cache/1: sizes in bytes; the limit is null if there is none.
Json cache_json() {
  const std::uintmax_t limit = cache_limit();
  const bool limited = limit != std::numeric_limits<std::uintmax_t>::max();
  Json folders = Json::array();
  for (const fs::path& folder : cache_folders()) {
    const Sum all = sum(folder);
    folders.push_back({{"folder", printable(folder.string())},
                       {"writable", can_build_in(folder)},
                       {"models", all.models},
                       {"bytes", all.bytes}});
  }
  return {{"schema", "romcast.cache/1"},
          {"limit_bytes", limited ? Json(limit) : Json(nullptr)},
          {"folders", folders}};
}

// Removes the models from all writable folders; returns cache_json() with the number and bytes of
// the removed models.
Json clear_cache() {
  Sum gone;
  for (const fs::path& folder : cache_folders()) {
    if (!can_build_in(folder)) continue;
    const Sum before = sum(folder);
    clear_models(folder);
    const Sum after = sum(folder);
    gone.models += before.models - std::min(before.models, after.models);
    gone.bytes += before.bytes - std::min(before.bytes, after.bytes);
  }
  Json cache = cache_json();
  cache["removed"] = {{"models", gone.models}, {"bytes", gone.bytes}};
  return cache;
}

std::string cache_text(const Json& cache) {
  std::string text;
  if (cache.contains("removed")) {
    const Json& gone = cache["removed"];
    text += fmt::format("removed {}, {}\n", counted(gone["models"]), megabytes(gone["bytes"]));
  }
  const Json& limit = cache["limit_bytes"];
  const std::string most = limit.is_null() ? "no limit" : "at most " + megabytes(limit);
  for (const Json& folder : cache["folders"]) {
    text += fmt::format("{}: {}, {}, {}\n", folder["folder"].get<std::string>(),
                        counted(folder["models"]), megabytes(folder["bytes"]),
                        folder["writable"] ? most : "read only");
  }
  return text;
}

int cache(const CommandLine& given) {
  const nlohmann::ordered_json found = given.what == "clear" ? clear_cache() : cache_json();
  if (given.json != "-") print(cache_text(found));
  if (!given.json.empty()) write_file(given.json, found.dump(2) + "\n");
  return kPass;
}

}  // namespace

void add_cache(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("cache", "Show or clear the cache of built switch models");
  command->add_option("what", given.what, "clear: remove the models")
      ->check(CLI::IsMember({"clear"}));
  add_json(*command, given);
  command->callback([&given] { given.command = cache; });
}

}  // namespace romcast
