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
/// Lines of a schedule file between `hops` and `end`, sorted: within a cycle their order means
/// nothing.
Lines hops_of(const std::string& schedule);

struct Finished {
  int status = -1;  ///< exit status; 1000 + signal if it died
  std::string out{}, err{};

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
  /// stderr is one line that names the program.
  [[nodiscard]] bool one_line() const;
};

using Words = std::vector<std::string>;
using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs romcast with these arguments and these variables set. stdout and stderr are not terminals.
Finished call(const Words& arguments, const Environment& environment = {});

/// The error of a command that romcast refuses, after checks that hold for all bad input: status 2,
/// nothing on stdout, one line on stderr.
std::string refusal(const Words& arguments);
std::string refusal(const std::string& command);

/// Appends the blank-separated arguments of a text.
Words operator+(Words arguments, const std::string& more);
/// Appends arguments, which may have blanks.
Words operator+(Words arguments, const Words& more);
Words words(const std::string& text);

}  // namespace romcast::test
