// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/dot_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

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
  // Overwrites the text up to `end` with blanks, keeping line breaks.
  void erase(std::size_t end) {
    for (std::size_t i = at_; i < std::min(end, text_.size()); ++i) {
      if (text_[i] != '\n') found_.plain_[i] = ' ';
    }
    take(std::min(end, text_.size()) - at_);
  }

  void add(std::string text, std::size_t line, bool sign = false) {
    found_.tokens_.push_back({std::move(text), line, sign});
  }

  void scan_token() {
    if (now() == '"') return add_quoted();
    if (now() == '<') return add_markup();
    const std::size_t line = line_;
    if (sees("--") || sees("->")) return add(std::string(take(2)), line, true);
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
    add(std::string(take(1)), line, true);
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

namespace {

using Token = DotTokens::Token;

// Upper limits on the numbers of nodes before and after each edge operator.
class Ends {
 public:
  explicit Ends(const std::vector<Token>& tokens) : tokens_(tokens), other_(tokens.size(), 0) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].is("{")) open.push_back(i);
      if (!tokens[i].is("}") || open.empty()) continue;
      other_[i] = open.back();
      other_[open.back()] = i;
      open.pop_back();
    }
    all_ = names(0, tokens.size());
  }

  [[nodiscard]] double before(std::size_t i) const {
    if (i == 0) return 0;
    std::size_t first = i - 1;
    if (tokens_[first].is("}")) first = other_[first];
    // A named subgraph can be reopened in other statements, so it may contain any node.
    for (const std::size_t back : {std::size_t{1}, std::size_t{2}}) {
      if (first >= back && subgraph(first - back)) return all_;
    }
    if (tokens_[first].is("{")) return names(first, i);
    while (first > 1 && (tokens_[first - 1].is(",") || tokens_[first - 1].is(":"))) first -= 2;
    return names(first, i);
  }
  [[nodiscard]] double after(std::size_t i) const {
    std::size_t last = i + 1;
    if (last >= tokens_.size()) return 0;
    if (subgraph(last)) return all_;
    if (tokens_[last].is("{")) return names(last, std::max(other_[last], last));
    while (last + 2 < tokens_.size() && (tokens_[last + 1].is(",") || tokens_[last + 1].is(":"))) {
      last += 2;
    }
    return names(i + 1, last + 1);
  }

 private:
  [[nodiscard]] bool subgraph(std::size_t i) const {
    return lowered(tokens_[i].text) == "subgraph";
  }
  [[nodiscard]] double names(std::size_t begin, std::size_t end) const {
    std::unordered_set<std::string_view> names;
    for (std::size_t i = begin; i < end; ++i) {
      if (!tokens_[i].sign) names.insert(tokens_[i].text);
      if (subgraph(i) && all_ > 0) return all_;
    }
    return static_cast<double>(names.size());
  }

  const std::vector<Token>& tokens_;
  std::vector<std::size_t> other_;  // by brace: its matching brace
  double all_ = 0;
};

}  // namespace

double DotTokens::most_edges() const {
  const Ends ends(tokens_);
  double edges = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i].is("--") || tokens_[i].is("->")) edges += ends.before(i) * ends.after(i);
  }
  return edges;
}

std::optional<std::size_t> DotTokens::line_of(const std::vector<std::string>& tokens) const {
  const auto same = [](const Token& token, const std::string& text) { return token.text == text; };
  const auto found =
      std::search(tokens_.begin(), tokens_.end(), tokens.begin(), tokens.end(), same);
  if (found == tokens_.end()) return std::nullopt;
  return found->line;
}

}  // namespace romcast
