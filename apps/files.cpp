// SPDX-License-Identifier: Apache-2.0
#include "apps/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <streambuf>
#include <string_view>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kBlock = std::size_t{1} << 16;

// Removes leading blanks, line ends and comments of GOAL programs.
std::string_view without_comments(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const char* end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : nullptr;
    if (end == nullptr) return text;
    const std::size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return "";
    text.remove_prefix(at + std::strlen(end));
  }
}

GivenFile::Content content_of(std::string_view text) {
  if (text.starts_with("romcast-schedule")) return GivenFile::Content::schedule;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = without_comments(text);
  if (text.starts_with("num_ranks")) return GivenFile::Content::goal;
  return text.starts_with("<") ? GivenFile::Content::msccl : GivenFile::Content::other;
}

// False for an empty path, and for standard output and character devices like /dev/null, which
// several outputs may share.
bool lasts(const std::string& path) {
  std::error_code none;
  return !path.empty() && path != "-" && !fs::is_character_file(path, none);
}

// Path, without links, of a file that need not exist.
fs::path place_of(const fs::path& path) {
  std::error_code none;
  return fs::weakly_canonical(fs::absolute(end_of_links(path), none), none);
}

bool same(const fs::path& one, const fs::path& other) {
  std::error_code none;
  if (fs::equivalent(one, other, none)) return true;
  return !place_of(one).empty() && place_of(one) == place_of(other);
}

// True if the file lies in the folder, at any depth; the folder need not exist.
bool below(const fs::path& file, const fs::path& folder) {
  const fs::path path = place_of(file);
  fs::path top = place_of(folder);
  if (!top.has_filename()) top = top.parent_path();  // "dir/"
  return !top.empty() && std::ranges::mismatch(top, path).in1 == top.end();
}

bool within(const fs::path& file, const fs::path& folder) {
  std::error_code none;
  return fs::is_directory(folder, none) &&
         same(fs::absolute(end_of_links(file)).parent_path(), folder);
}

void refuse(const GivenPath& one, const GivenPath& other, const char* reason) {
  throw InputError(fmt::format("{} {} and {} {}: {}; give another path", one.option, *one.path,
                               other.option, *other.path, reason));
}

}  // namespace

// Buffers a stream so that ahead() shows its beginning before a reader consumes that beginning.
// Pipes need this, since they cannot be read twice.
class GivenFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(std::istream& source) : source_(source), chunk_(kBlock) {}

  // Returns the next bytes without consuming them.
  std::string_view ahead() {
    if (gptr() == egptr()) underflow();
    return {gptr(), static_cast<std::size_t>(egptr() - gptr())};
  }

 protected:
  int_type underflow() override {
    source_.read(chunk_.data(), static_cast<std::streamsize>(chunk_.size()));
    if (source_.bad()) throw std::ios_base::failure("cannot be read");
    setg(chunk_.data(), chunk_.data(), chunk_.data() + source_.gcount());
    return source_.gcount() == 0 ? traits_type::eof() : traits_type::to_int_type(chunk_[0]);
  }

 private:
  std::istream& source_;
  std::vector<char> chunk_;
};

GivenFile::GivenFile(const std::string& path)
    : name_(path == "-" ? "stdin" : path), stream_(nullptr) {
  if (path != "-") file_ = open_input(path, LineReader::kMostBytes);
  buffer_ = std::make_unique<Buffer>(path == "-" ? std::cin : file_);
  try {
    content_ = content_of(buffer_->ahead());
  } catch (const std::ios_base::failure&) {
    throw InputError(fmt::format("{}: cannot be read; give a text file", name_));
  }
  stream_.rdbuf(buffer_.get());
}

GivenFile::~GivenFile() = default;

void check_paths(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::string& path = *outputs[i].path;
    if (names_standard_output(path)) path.assign(1, '-');
    if (!lasts(path)) continue;
    for (const GivenPath& input : inputs) {
      if (!lasts(*input.path)) continue;
      if (same(path, *input.path) || within(path, *input.path)) {
        refuse(outputs[i], input, "what is read would be overwritten");
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (lasts(*outputs[j].path) && same(path, *outputs[j].path)) {
        refuse(outputs[j], outputs[i], "both would be written into one file");
      }
      if (lasts(*outputs[j].path) &&
          (below(path, *outputs[j].path) || below(*outputs[j].path, path))) {
        refuse(outputs[j], outputs[i], "one would be written into the other");
      }
    }
  }
}

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

std::string path_word(const std::string& path) {
  const bool plain = std::ranges::all_of(path, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("/._-+,:@%").find(c) != std::string::npos;
  });
  return plain ? path : shell_word(path);
}

void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  write_file(path, value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace romcast
