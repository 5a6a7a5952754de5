// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/dot_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "romcast/core/error.hpp"

namespace romcast {

class DotScanner {
 public:
  DotScanner(std::string_view text, const std::string& name, DotTokens& found)
      : text_(text), name_(name), found_(found) {}

  void scan() {
    found_.plain_ = text_;
    while (take_while(blank), more()) {
      if (sees("//") || now() == '#') {
        erase(text_.find('\n', at_));
      } else if (sees("/*")) {
        erase(end_of("*/", 2, "a comment"));
      } else {
        if (ended_) fail(line_, "text after the graph; give one graph");
        scan_token();
      }
    }
  }

 private:
  [[nodiscard]] bool more() const { return at_ < text_.size(); }
  [[nodiscard]] char now() const { return more() ? text_[at_] : '\0'; }
  [[nodiscard]] bool sees(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }
  static bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  [[noreturn]] void fail(std::size_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line, what));
  }

  std::string_view take(std::size_t count) {
    const std::string_view taken = text_.substr(at_, count);
    line_ += static_cast<std::size_t>(std::ranges::count(taken, '\n'));
    at_ += taken.size();
    return taken;
  }
  template <class Condition>
  std::string_view take_while(Condition condition) {
    std::size_t end = at_;
    while (end < text_.size() && condition(text_[end])) ++end;
    return take(end - at_);
  }
  std::size_t end_of(std::string_view word, std::size_t from, const char* what) const {
    const std::size_t end = text_.find(word, at_ + from);
    if (end == std::string_view::npos) fail(line_, fmt::format("{} without an end", what));
    return end + word.size();
  }
  // Blanks from here to there, but for ends of lines.
  void erase(std::size_t end) {
    for (std::size_t i = at_; i < std::min(end, text_.size()); ++i) {
      if (text_[i] != '\n') found_.plain_[i] = ' ';
    }
    take(std::min(end, text_.size()) - at_);
  }

  void add(std::string text, std::size_t line) {
    found_.tokens_.push_back({std::move(text), line});
  }

  void scan_token() {
    if (now() == '"') return add_quoted();
    if (now() == '<') return add_markup();
    const std::size_t line = line_;
    if (sees("--") || sees("->")) return add(std::string(take(2)), line);
    const auto part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c < 0;
    };
    if (part(now()) || now() == '-') {
      std::string word(take(1));
      word += take_while(part);
      if (word.size() > DotTokens::kLongestWord) {
        fail(line, fmt::format("a word of {} letters; give {} at most, or quote it", word.size(),
                               DotTokens::kLongestWord));
      }
      return add(std::move(word), line);
    }
    const char sign = now();
    if (sign == '{') found_.depth_ = std::max(found_.depth_, ++braces_);
    add(std::string(take(1)), line);
    if (sign != '}' || braces_ == 0 || --braces_ > 0) return;
    ended_ = true;
    found_.plain_.resize(at_);
  }

  void add_quoted() {
    const std::size_t line = line_;
    std::string text;
    take(1);
    while (now() != '"') {
      if (!more()) fail(line, "a quoted string without an end");
      if (sees("\\\"")) {
        take(1);
      } else if (sees("\\\n")) {
        take(2);
        continue;
      } else if (sees("\\\\")) {
        text += take(1);
      }
      text += take(1);
    }
    take(1);
    add(std::move(text), line);
  }

  void add_markup() {
    const std::size_t line = line_, begin = at_ + 1;
    std::size_t open = 0;
    do {
      if (!more()) fail(line, "markup in '<' and '>' without an end");
      open += now() == '<' ? 1 : 0;
      open -= now() == '>' ? 1 : 0;
      take(1);
    } while (open > 0);
    add(std::string(text_.substr(begin, at_ - begin - 1)), line);
  }

  std::string_view text_;
  const std::string& name_;
  DotTokens& found_;
  std::size_t at_ = 0, line_ = 1, braces_ = 0;
  bool ended_ = false;
};

DotTokens::DotTokens(std::string_view text, const std::string& name) {
  DotScanner(text, name, *this).scan();
}

std::optional<std::size_t> DotTokens::line_of(const std::vector<std::string>& tokens) const {
  const auto same = [](const Token& token, const std::string& text) { return token.text == text; };
  const auto found =
      std::search(tokens_.begin(), tokens_.end(), tokens.begin(), tokens.end(), same);
  if (found == tokens_.end()) return std::nullopt;
  return found->line;
}

}  // namespace romcast
