// SPDX-License-Identifier: Apache-2.0
// Tools at work on a model: in a folder of their own, with one line if one of them fails.
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
  /// `name`: of the model; `of`: what it is a model of, for messages. Throws MissingError if there
  /// is no place for it.
  ModelWork(const ModelCache& cache, std::string name, std::string of);

  [[nodiscard]] const std::filesystem::path& path() const { return place_.work->path(); }
  /// Throws MissingError unless the tool succeeds and `makes` is there then.
  void run(Tool tool, const Arguments& words, const std::filesystem::path& makes);
  /// Throws MissingError if it cannot be written.
  void write(const std::string& file, const std::string& text);
  /// Compiles model.cc, which includes what Verilator wrote into `made`, with headers of `sources`;
  /// keeps what comes out, and returns the folder.
  std::filesystem::path compile(const std::filesystem::path& sources, const std::string& made);

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& remedy);

  std::string name_, of_;
  ModelPlace place_;
  std::optional<std::uint64_t> seconds_;
};

}  // namespace romcast
