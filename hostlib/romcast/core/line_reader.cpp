// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/line_reader.hpp"

#include <fmt/format.h>

#include <cstring>
#include <istream>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;
constexpr std::size_t kShown = 40;

bool is_space(char c) { return c == ' ' || c == '\t'; }

}  // namespace

std::string printable(std::string_view text) {
  std::string result(text.substr(0, kShown));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > kShown ? result + "..." : result;
}

std::string quote(std::string_view text) { return "'" + printable(text) + "'"; }

LineReader::LineReader(std::istream& in, std::string name, char comment, std::size_t longest)
    : in_(in), name_(std::move(name)), buffer_(kBuffer), comment_(comment), longest_(longest) {}

bool LineReader::next() {
  words_.clear();
  for (std::string_view line; words_.empty();) {
    if (!take_line(line)) return false;
    text_ = line;
    split(line);
  }
  return true;
}

std::string LineReader::place() const {
  return fmt::format("{}:{}", name_, line_ == 0 ? 1 : line_);
}

void LineReader::fail(std::string_view found, std::string_view allowed) const {
  throw InputError(fmt::format("{}: {}; {}", place(), found, allowed));
}

// Moves the unread bytes to the front of the buffer, which grows if they fill it, and reads more
// bytes after them. Returns false if the file has no more bytes. Throws InputError if reading fails
// or the file is too long.
bool LineReader::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * end_);
  in_.read(buffer_.data() + end_, static_cast<std::streamsize>(buffer_.size() - end_));
  if (in_.bad()) throw InputError(fmt::format("{}: cannot be read; give a text file", name_));
  end_ += static_cast<std::size_t>(in_.gcount());
  bytes_ += static_cast<std::uint64_t>(in_.gcount());
  if (bytes_ > kMostBytes) {
    fail(fmt::format("more than {} bytes", kMostBytes), "give a shorter file");
  }
  return in_.gcount() > 0;
}

bool LineReader::take_line(std::string_view& line) {
  const char* newline = nullptr;
  for (;;) {
    const char* start = buffer_.data() + begin_;
    newline = static_cast<const char*>(std::memchr(start, '\n', end_ - begin_));
    if (newline != nullptr || end_ - begin_ > longest_ || !fill()) break;
  }
  if (newline == nullptr && begin_ == end_) return false;
  const char* start = buffer_.data() + begin_;
  const char* stop = newline == nullptr ? buffer_.data() + end_ : newline;
  ++line_;
  line = std::string_view(start, static_cast<std::size_t>(stop - start));
  if (line.size() > longest_) {
    fail(fmt::format("a line of more than {} characters", longest_), "is this a text file?");
  }
  begin_ += line.size() + (newline == nullptr ? 0 : 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

void LineReader::split(std::string_view line) {
  if (comment_ != 0) line = line.substr(0, line.find(comment_));
  for (std::size_t i = 0; i < line.size();) {
    while (i < line.size() && is_space(line[i])) ++i;
    const std::size_t start = i;
    while (i < line.size() && !is_space(line[i])) ++i;
    if (i > start) words_.push_back(line.substr(start, i - start));
  }
}

}  // namespace romcast
