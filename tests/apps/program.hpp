// SPDX-License-Identifier: Apache-2.0
// Runs the real romcast program and captures its output.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace romcast::test {

/// An empty directory that is removed with the object.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  /// Writes a file and returns its path.
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::size_t entries() const;

 private:
  std::filesystem::path path_;
};

std::string content(const std::string& path);

using Lines = std::vector<std::string>;
Lines lines(const std::string& text);
/// The lines between `hops` and `end` in the text of a schedule file, sorted as text, since the
/// order of the hops of a cycle means nothing.
Lines hops_of(const std::string& schedule);

struct Finished {
  int status = -1;  ///< exit status, or 1000 + the signal that ended romcast
  std::string out{}, err{};

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
  /// True if stderr is one line that names the program.
  [[nodiscard]] bool one_line() const;
};

using Words = std::vector<std::string>;
using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs romcast with these arguments and environment variables, with stdout and stderr directed to
/// files; throws std::runtime_error if no process can be started.
Finished call(const Words& arguments, const Environment& environment = {});

/// Runs a command that romcast must refuse with status 2, nothing on stdout and one line on stderr;
/// returns this line.
std::string refusal(const Words& arguments);
std::string refusal(const std::string& command);

/// Appends the blank-separated arguments of a text.
Words operator+(Words arguments, const std::string& more);
/// Appends arguments, which may have blanks.
Words operator+(Words arguments, const Words& more);
Words words(const std::string& text);

}  // namespace romcast::test
