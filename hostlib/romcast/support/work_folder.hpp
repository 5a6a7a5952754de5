// SPDX-License-Identifier: Apache-2.0
// A folder in which a model is built; it is removed with its user, however that ends.
#pragma once

#include <filesystem>
#include <string>

#include "romcast/core/cleanup.hpp"
#include "romcast/support/descriptor.hpp"

namespace romcast {

class WorkFolder {
 public:
  /// Makes `parent`/`name`.PID-N.build. Throws std::system_error if that is impossible.
  WorkFolder(const std::filesystem::path& parent, const std::string& name);

  /// The folder by its descriptor: short, of harmless characters, and constant.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const Descriptor& descriptor() const { return folder_; }
  /// The contents of a file in it; nothing if it does not exist.
  [[nodiscard]] std::string text(const std::string& file) const;

 private:
  bool open(const std::filesystem::path& real);

  Temporary temporary_;
  Descriptor folder_;
  std::filesystem::path path_;
};

/// Removes a folder unless its builder, or a tool of it, still runs. Returns whether it was
/// removed.
bool remove_if_abandoned(const std::filesystem::path& folder);

/// Waits until a folder's builder and its tools have ended, ten minutes at most. Returns whether
/// there were any: on a file system without locks there are none.
bool await_builder(const std::filesystem::path& folder);

}  // namespace romcast
