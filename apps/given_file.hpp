// SPDX-License-Identifier: Apache-2.0
// A file that a user names, or standard input: opened, and looked at before it is read.
#pragma once

#include <fstream>
#include <istream>
#include <memory>
#include <string>

namespace romcast {

class GivenFile {
 public:
  /// What it begins like.
  enum class Content { schedule, goal, msccl, other };

  /// "-" is standard input, which need not be a file. Throws InputError if it cannot be read.
  explicit GivenFile(const std::string& path);
  ~GivenFile();
  GivenFile(const GivenFile&) = delete;
  GivenFile& operator=(const GivenFile&) = delete;

  /// From the beginning.
  [[nodiscard]] std::istream& stream() { return stream_; }
  /// For messages.
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
