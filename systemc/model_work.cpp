// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_work.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/support/environment.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Names within the work folder. The tools never see the folder's path, which may have any
// characters.
constexpr const char *kSource = "model.cc", *kLibraryFile = "model.so";
// kHeader includes Verilator's headers; the folder kHeaders also has the form of kHeader that the
// build of this program has precompiled. The compiler reads kHeader itself if the precompiled form
// is missing or was made by another compiler.
constexpr const char *kHeaders = "headers", *kHeader = "headers/models.hpp";

// True if root or the user owns the file: on another machine the path of this program's build may
// belong to another user.
bool trusted(const fs::path& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && (status.st_uid == 0 || status.st_uid == ::geteuid());
}

// The path of the program `verilator_bin`: starting the script `verilator` takes longer than the
// program needs to translate a switch. Returns the script's name if an environment variable chooses
// another Verilator, if the script is missing, or if the script's folder has no `verilator_bin`.
std::string verilator() {
  const fs::path script = find_program("verilator"),
                 program = script.parent_path() / "verilator_bin";
  const bool chosen =
      !environment("VERILATOR_ROOT").empty() || !environment("VERILATOR_BIN").empty();
  if (script.empty() || chosen || find_program(program.string()).empty()) return "verilator";
  return program.string();
}

}  // namespace

ModelWork::ModelWork(const ModelCache& cache, std::string name, std::string of)
    : name_(std::move(name)),
      of_(std::move(of)),
      place_(cache.place_for(name_)),
      seconds_(cache.tool_seconds()) {
  std::error_code ignored;
  fs::create_directory_symlink(ROMCAST_MODEL_HEADERS, path() / kHeaders, ignored);
}

void ModelWork::write(const std::string& file, const std::string& text) {
  std::ofstream out(path() / file);
  out << text;
  out.close();
  if (!out) {
    fail(fmt::format("{} cannot be written", file),
         "free space, or set ROMCAST_CACHE to another disk");
  }
}

fs::path ModelWork::compile(const fs::path& sources, const std::string& made) {
  Arguments words{optimisation(path() / made)};
  for (const std::string& flag : compiler_flags()) words.push_back(flag);
  const std::string includes = verilator_includes();
  if (trusted(path() / kHeader)) words.insert(words.end(), {"-include", kHeader});
  // Models do not link the C++ library, which the program has loaded: reading the library's symbols
  // would take most of the time of linking.
  words.insert(words.end(),
               {"-shared", "-nodefaultlibs", "-I" + made, "-I" + sources.string(), "-I" + includes,
                "-I" + includes + "/vltstd", kSource, "-o", kLibraryFile, "-lgcc"});
  run({model_compiler(), "g++"}, words, kLibraryFile);
  ModelCache::keep(place_, name_, kLibraryFile);
  return place_.folder;
}

void ModelWork::verilate(const Arguments& words, const std::string& made) {
  run("verilator", {verilator(), "verilator"}, words, fs::path(made) / "Vmodel.h");
}

void ModelWork::run(const std::string& name, Tool tool, const Arguments& words,
                    const fs::path& makes) {
  tool.seconds = seconds_;
  const auto told = run_for(tool, words, *place_.work, makes);
  if (told) fail(fmt::format("{} {}", name, told->what), told->remedy);
}

void ModelWork::fail(const std::string& what, const std::string& remedy) {
  const fs::path log = ModelCache::keep_log(place_, name_);
  throw MissingError(fmt::format("{}, building a model of {}; {}{}", what, of_, remedy,
                                 log.empty() ? "" : "; log: " + log.string()));
}

}  // namespace romcast
