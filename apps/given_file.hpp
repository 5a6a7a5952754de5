// SPDX-License-Identifier: Apache-2.0
// A file that a user names, or standard input, whose format is detected before it is read.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

namespace romcast {

class GivenFile {
 public:
  /// Format, judging from the beginning.
  enum class Content { schedule, goal, msccl, other };

  /// Opens a file; "-" is standard input, which need not be a regular file. Throws InputError if it
  /// cannot be read.
  explicit GivenFile(const std::string& path);
  ~GivenFile();
  GivenFile(const GivenFile&) = delete;
  GivenFile& operator=(const GivenFile&) = delete;

  /// The stream from the beginning of the file.
  [[nodiscard]] std::istream& stream() { return stream_; }
  /// Name for messages.
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

}  // namespace romcast
