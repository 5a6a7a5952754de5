// SPDX-License-Identifier: Apache-2.0
// Files and folders that get their names only when they are complete, so that an interrupted run
// leaves no partial ones; devices, pipes and standard output ("-") are written directly.
#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/cleanup.hpp"

namespace romcast {

/// Thrown if the reader of standard output has gone away: the program stops, without an error.
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

  /// Appends text. Throws InputError with the reason if writing fails; BrokenPipe instead if the
  /// reader of standard output has gone away, unless SIGPIPE is ignored.
  void write(std::string_view text);
  /// Completes the file and gives a temporary file its final name. Throws like write().
  void commit();

  /// The temporary path while the file is incomplete; empty if the file is written directly.
  [[nodiscard]] const std::string& work_path() const { return work_.path(); }
  /// Throws the error for this errno: InputError, or BrokenPipe as in write().
  [[noreturn]] void fail(int error) const;

 private:
  void open_work(unsigned mode);
  int close();

  std::string path_;
  std::string final_;
  Temporary work_;
  int descriptor_ = -1;
};

/// Writes a whole file.
void write_file(const std::string& path, std::string_view text);

/// Throws InputError if the path is "-", which stands for standard output.
void check_folder_name(const std::string& path);

/// The folders above a result that did not exist before. The destructor, or the handler of a signal
/// that ends the program, removes those that are empty.
class NewParents {
 public:
  NewParents() = default;
  ~NewParents();
  NewParents(const NewParents&) = delete;
  NewParents& operator=(const NewParents&) = delete;
  /// Makes the folder and the missing folders above it; returns errno if that fails, else 0.
  int make(const std::filesystem::path& folder);
  void keep();

 private:
  std::vector<Temporary> made_;  // outermost first
};

class OutputFolder {
 public:
  /// Throws InputError if the folder cannot be made, a file has this name, or the path is "-".
  explicit OutputFolder(const std::string& path);

  /// Writes a file in the folder. Throws InputError if that fails.
  void write(const std::string& name, std::string_view text);
  /// Gives the folder its name. Replaces an existing folder of this name, in one step if the file
  /// system can exchange names and the folder is not the current one. Throws InputError if that
  /// fails.
  void commit();

  /// The temporary path while the folder is incomplete.
  [[nodiscard]] const std::string& work_path() const { return work_; }

 private:
  void replace_entries() const;
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string final_;
  std::string work_;
  NewParents parents_;
  Temporary made_;  // the work folder
};

/// If a path is a symbolic link, follows it and further links to the first path that is no link;
/// this path need not exist. Else returns the path.
std::string end_of_links(const std::string& path);

}  // namespace romcast
