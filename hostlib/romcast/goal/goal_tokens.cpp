// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_tokens.hpp"

#include <fmt/format.h>

#include <charconv>

namespace romcast {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// Length of the first word of a text.
std::size_t length(std::string_view text) {
  std::size_t end = 1;
  if (is_digit(text[0])) {
    while (end < text.size() && is_digit(text[end])) ++end;
  } else if (is_letter(text[0])) {
    while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_')) {
      ++end;
    }
  } else if (text.starts_with("-1")) {
    return 2;
  }
  return end;
}

}  // namespace

bool GoalTokens::next() {
  words_.clear();
  at_ = 0;
  while (words_.empty()) {
    if (!lines_.next()) {
      if (comment_) fail("the file ends here", "'*/' is missing");
      return false;
    }
    split(lines_.text());
  }
  return true;
}

void GoalTokens::split(std::string_view line) {
  while (!line.empty()) {
    if (comment_) {
      const std::size_t end = line.find("*/");
      if (end == std::string_view::npos) return;
      comment_ = false;
      line.remove_prefix(end + 2);
    } else if (is_space(line[0])) {
      line.remove_prefix(1);
    } else if (line.starts_with("//")) {
      return;
    } else if (line.starts_with("/*")) {
      comment_ = true;
      line.remove_prefix(2);
    } else {
      words_.push_back(line.substr(0, length(line)));
      line.remove_prefix(words_.back().size());
    }
  }
}

std::string_view GoalTokens::take() {
  const std::string_view word = peek();
  if (at_ < words_.size()) ++at_;
  return word;
}

bool GoalTokens::accept(std::string_view word) {
  if (peek() != word) return false;
  ++at_;
  return true;
}

void GoalTokens::expect(std::string_view word) {
  if (!accept(word)) fail(found(), fmt::format("here comes '{}'", word));
}

template <typename Number>
Number GoalTokens::number(std::string_view what, Number least, Number most) {
  const std::string_view word = peek();
  Number value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = error == std::errc{} && end == word.data() + word.size();
  if (!whole || value < least || value > most) {
    fail(fmt::format("{} {}", what, found()),
         fmt::format("give a number from {} to {}", least, most));
  }
  ++at_;
  return value;
}

template std::uint32_t GoalTokens::number(std::string_view, std::uint32_t, std::uint32_t);
template std::uint64_t GoalTokens::number(std::string_view, std::uint64_t, std::uint64_t);

void GoalTokens::end_line() {
  if (at_ < words_.size()) fail(found(), "nothing may follow here");
}

std::string GoalTokens::found() const {
  return at_ < words_.size() ? quote(words_[at_]) : "the end of the line";
}

}  // namespace romcast
