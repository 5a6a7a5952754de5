// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/token_lines.hpp"

#include <algorithm>
#include <cctype>

namespace romcast {

// What both languages share: a place in the text that knows its line.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

 protected:
  [[nodiscard]] bool more() const { return at_ < text_.size(); }
  [[nodiscard]] char now() const { return more() ? text_[at_] : '\0'; }
  [[nodiscard]] bool sees(std::string_view word) const {
    return text_.substr(at_).starts_with(word);
  }
  std::string_view take(std::size_t count) {
    const std::string_view taken = text_.substr(at_, count);
    line_ += static_cast<std::size_t>(std::ranges::count(taken, '\n'));
    at_ += taken.size();
    return taken;
  }
  // Up to and with this word, or all.
  std::string_view take_through(std::string_view word, std::size_t from = 0) {
    const std::size_t end = text_.find(word, std::min(at_ + from, text_.size()));
    return take(end == std::string_view::npos ? text_.size() - at_ : end + word.size() - at_);
  }
  template <class Condition>
  std::string_view take_while(Condition condition) {
    std::size_t end = at_;
    while (end < text_.size() && condition(text_[end])) ++end;
    return take(end - at_);
  }
  static bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

class DotScanner : Scanner {
 public:
  using Scanner::Scanner;

  TokenLines scan() {
    while (take_while(blank), more()) {
      if (sees("//") || (now() == '#' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
        take_through("\n");
      } else if (sees("/*")) {
        take_through("*/", 2);
      } else if (now() == '"') {
        add_quoted();
      } else if (now() == '<') {
        take_markup();
      } else {
        add_word();
      }
    }
    found_.lines_ = line_;
    return std::move(found_);
  }

 private:
  void add(std::string text, std::size_t line) {
    found_.tokens_.push_back({std::move(text), line, brackets_ > 0});
  }

  void add_quoted() {
    const std::size_t line = line_;
    std::string text;
    take(1);
    while (more() && now() != '"') {
      if (sees("\\\"")) take(1);
      text += take(1);
    }
    take(1);
    add(std::move(text), line);
  }

  void take_markup() {
    std::size_t open = 0;
    do {
      open += now() == '<' ? 1 : 0;
      open -= now() == '>' ? 1 : 0;
      take(1);
    } while (more() && open > 0);
  }

  void add_word() {
    const std::size_t line = line_;
    if (sees("--") || sees("->")) return add(std::string(take(2)), line);
    const auto part = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c < 0;
    };
    if (part(now()) || now() == '-') {
      std::string text(take(1));
      return add(text += take_while(part), line);
    }
    const char sign = now();
    if (sign == '{') found_.depth_ = std::max(found_.depth_, ++braces_);
    if (sign == '}' && braces_ > 0) --braces_;
    if (sign == '[') ++brackets_;
    if (sign == ']' && brackets_ > 0) --brackets_;
    add(std::string(take(1)), line);
  }

  TokenLines found_;
  std::size_t braces_ = 0, brackets_ = 0;
};

class XmlScanner : Scanner {
 public:
  using Scanner::Scanner;

  TokenLines scan() {
    while (take_while(blank), more()) {
      if (sees("<!--")) {
        take_through("-->");
      } else if (sees("<?")) {
        take_through("?>");
      } else if (sees("<![CDATA[")) {
        take_through("]]>");
      } else if (sees("<!")) {
        take_through(">");
      } else if (now() == '<') {
        scan_tag();
      } else {
        add_text(take_while([](char c) { return c != '<'; }));
      }
    }
    found_.lines_ = line_;
    return std::move(found_);
  }

 private:
  void add(std::string_view text, std::size_t line) {
    found_.tokens_.push_back({std::string(text), line, false});
  }

  void add_text(std::string_view text) {
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    add(text, line_);
  }

  void scan_tag() {
    const bool closes = sees("</");
    add(take(closes ? 2 : 1), line_);
    if (!closes) found_.depth_ = std::max(found_.depth_, ++open_);
    if (closes && open_ > 0) --open_;
    while (take_while(blank), more()) {
      const std::size_t line = line_;
      if (now() == '>') return add(take(1), line);
      if (sees("/>")) {
        if (open_ > 0) --open_;
        return add(take(2), line);
      }
      if (now() == '"' || now() == '\'') {
        std::string_view quoted = take_through(std::string(1, now()), 1);
        quoted.remove_prefix(1);
        add(quoted.substr(0, quoted.empty() ? 0 : quoted.size() - 1), line);
        continue;
      }
      const std::string_view word = take_while([](char c) {
        return !blank(c) && std::string_view("=>/\"'").find(c) == std::string_view::npos;
      });
      add(word.empty() ? take(1) : word, line);
    }
  }

  TokenLines found_;
  std::size_t open_ = 0;
};

TokenLines TokenLines::of_dot(std::string_view text) { return DotScanner(text).scan(); }
TokenLines TokenLines::of_xml(std::string_view text) { return XmlScanner(text).scan(); }

std::optional<std::size_t> TokenLines::line_of(const std::vector<std::string>& tokens) const {
  const auto same = [](const Token& token, const std::string& text) { return token.text == text; };
  const auto found =
      std::search(tokens_.begin(), tokens_.end(), tokens.begin(), tokens.end(), same);
  if (found == tokens_.end()) return std::nullopt;
  return found->line;
}

}  // namespace romcast
