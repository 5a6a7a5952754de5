// SPDX-License-Identifier: Apache-2.0
// Runs tools for a model in a separate folder, with a one-line error if one of them fails.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "romcast/support/tool.hpp"
#include "systemc/model_cache.hpp"
#include "systemc/model_recipe.hpp"

namespace romcast {

class ModelWork {
 public:
  /// `name`: the name of the model; `of`: its module, for the texts of errors. Throws MissingError
  /// if no folder is writable.
  ModelWork(const ModelCache& cache, std::string name, std::string of);

  [[nodiscard]] const std::filesystem::path& path() const { return place_.work->path(); }
  /// Runs a tool. Throws MissingError unless it succeeds and has made the file `makes`.
  void run(const Tool& tool, const Arguments& words, const std::filesystem::path& makes) {
    run(tool.program, tool, words, makes);
  }
  /// Runs Verilator, whose output goes to `made`. Throws MissingError unless it succeeds.
  void verilate(const Arguments& words, const std::string& made);
  /// Writes a file in the work folder. Throws MissingError if the file cannot be written.
  void write(const std::string& file, const std::string& text);
  /// Compiles model.cc, which includes Verilator's output in `made` and headers in `sources`, and
  /// caches the library. Returns the cache folder that has the library. Throws MissingError if
  /// compiling or caching fails.
  std::filesystem::path compile(const std::filesystem::path& sources, const std::string& made);

 private:
  void run(const std::string& name, Tool tool, const Arguments& words,
           const std::filesystem::path& makes);
  [[noreturn]] void fail(const std::string& what, const std::string& remedy);

  std::string name_, of_;
  ModelPlace place_;
  std::optional<std::uint64_t> seconds_;
};

}  // namespace romcast
