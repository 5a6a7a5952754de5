// SPDX-License-Identifier: Apache-2.0
// The words of a DOT file and their lines; cgraph reports lines for syntax errors only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

class DotTokens {
 public:
  struct Token {
    std::string text;
    std::size_t line = 1;
    bool sign = false;  ///< neither a word nor a string

    [[nodiscard]] bool is(std::string_view wanted) const { return sign && text == wanted; }
  };

  /// Splits the text into words, quoted strings without their quotes, "--", "->" and single signs,
  /// by the rules of cgraph's scanner. Throws InputError "name:line: ..." for a string, a comment
  /// or markup that does not end, for a word longer than kLongestWord, and for text after the first
  /// graph.
  DotTokens(std::string_view text, const std::string& name);

  /// Maximum length of a word, in bytes: cgraph overruns a buffer in messages about words of more
  /// than a thousand bytes.
  static constexpr std::size_t kLongestWord = 256;

  /// The line of the first occurrence of this sequence of tokens; nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> line_of(const std::vector<std::string>& tokens) const;
  [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
  /// The text up to the end of the graph, with blanks in place of comments.
  [[nodiscard]] const std::string& plain() const { return plain_; }
  /// Nesting depth of braces: each level is a recursion in cgraph.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// Upper limit on the number of edges: "a, b -- {c d}" has four.
  [[nodiscard]] double most_edges() const;

 private:
  friend class DotScanner;
  std::vector<Token> tokens_;
  std::string plain_;
  std::size_t depth_ = 0;
};

}  // namespace romcast
