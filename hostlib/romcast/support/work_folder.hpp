// SPDX-License-Identifier: Apache-2.0
// A folder in which a tool works, e.g. builds a model. The folder is removed by the destructor, or
// by the handler of a signal that ends the process; after SIGKILL, by remove_if_abandoned().
#pragma once

#include <filesystem>
#include <string>

#include "romcast/core/cleanup.hpp"
#include "romcast/support/descriptor.hpp"

namespace romcast {

class WorkFolder {
 public:
  /// Makes the folder `parent`/`name`.PID-N.build, with the lowest number N for which the name is
  /// free. Throws std::system_error if the folder cannot be made.
  WorkFolder(const std::filesystem::path& parent, const std::string& name);

  /// A path that leads to the folder through descriptor(): /proc/self/fd/NUMBER, which is short and
  /// has no special characters.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const Descriptor& descriptor() const { return folder_; }
  /// The contents of a file in the folder; empty if the file does not exist.
  [[nodiscard]] std::string text(const std::string& file) const;

 private:
  bool open(const std::filesystem::path& real);

  Temporary temporary_;
  Descriptor folder_;
  std::filesystem::path path_;
};

/// Makes a work folder in the folder for temporary files. Throws MissingError if that folder cannot
/// be written.
WorkFolder temporary_work_folder(const std::string& name);

/// Removes a work folder unless its builder (the process that made the folder) or one of the
/// builder's tools still runs. Returns whether the folder was removed.
bool remove_if_abandoned(const std::filesystem::path& folder);

/// Waits until a folder's builder and the builder's tools have ended, ten minutes at most. Returns
/// whether one of these processes ran at the call; false on a file system without locks.
bool await_builder(const std::filesystem::path& folder);

}  // namespace romcast
