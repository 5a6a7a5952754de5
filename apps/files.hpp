// SPDX-License-Identifier: Apache-2.0
// The files that a user names: inputs, whose formats are detected before the inputs are read, and
// outputs, which may overwrite neither inputs nor each other.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace romcast {

/// A file, or standard input.
class GivenFile {
 public:
  /// The format, detected from the beginning of the file.
  enum class Content { schedule, goal, msccl, other };

  /// Opens a regular file or, if the path is "-", standard input, even if that is a pipe. Throws
  /// InputError if the input cannot be read, or if a file with another path than "-" is not regular
  /// or is longer than LineReader::kMostBytes.
  explicit GivenFile(const std::string& path);
  ~GivenFile();
  GivenFile(const GivenFile&) = delete;
  GivenFile& operator=(const GivenFile&) = delete;

  /// The stream from the beginning of the file.
  [[nodiscard]] std::istream& stream() { return stream_; }
  /// Name for texts of errors.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] Content content() const { return content_; }

 private:
  class Buffer;

  std::string name_;
  std::ifstream file_;
  std::unique_ptr<Buffer> buffer_;
  std::istream stream_;
  Content content_ = Content::other;
};

/// A path and the option that gave it; the path is empty if the option was not given.
struct GivenPath {
  const char* option;
  std::string* path;
};

/// Replaces outputs that are other names of standard output by "-". Throws InputError if two
/// outputs are the same file, if an output lies in another one, which is then a folder, or if an
/// output is an input or lies directly in an input folder.
void check_paths(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs);

/// The text as one word of a shell's command.
std::string shell_word(const std::string& text);
/// The path itself if a shell reads it as one word, else quoted.
std::string path_word(const std::string& path);

/// Writes JSON; in strings, replaces bytes that are not UTF-8. Throws InputError if the file cannot
/// be written.
void write_json(const std::string& path, const nlohmann::ordered_json& value);

}  // namespace romcast
