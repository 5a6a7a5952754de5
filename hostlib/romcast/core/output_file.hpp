// SPDX-License-Identifier: Apache-2.0
// Files and folders that take their names only when they are complete, so that a run that ends
// before leaves no half of one; devices, pipes and standard output ("-") are written directly.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "romcast/core/cleanup.hpp"

namespace romcast {

/// Nobody reads standard output any more, which is no failure but the end.
class BrokenPipe : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "broken pipe"; }
};

class OutputFile {
 public:
  /// Throws InputError if the path cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Both throw InputError that says why if it cannot be written, BrokenPipe where nobody reads
  /// standard output.
  void write(std::string_view text);
  void commit();

  /// Where it is until it is complete; empty if it is written directly.
  [[nodiscard]] const std::string& work_path() const { return work_.path(); }
  /// Throws the InputError of this error number.
  [[noreturn]] void fail(int error) const;

 private:
  void open_work(unsigned mode);
  int close();

  std::string path_;
  std::string final_;
  Temporary work_;
  int descriptor_ = -1;
};

/// A whole file.
void write_file(const std::string& path, std::string_view text);

class OutputFolder {
 public:
  /// Throws InputError if there can be no folder of this name, or a file has it.
  explicit OutputFolder(const std::string& path);

  /// A file in it. Throws InputError if it cannot be written.
  void write(const std::string& name, std::string_view text);
  /// Takes the place of what has its name until now: at every moment one of the two is there.
  void commit();

  /// Where it is until it is complete.
  [[nodiscard]] const std::string& work_path() const { return work_; }

 private:
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string final_;
  std::string work_;
  Temporary made_;  // the work folder, with those above it that were not there
};

/// What a path names: the end of its symbolic links, whether it exists or not.
std::string end_of_links(const std::string& path);

}  // namespace romcast
