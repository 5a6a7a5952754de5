// SPDX-License-Identifier: Apache-2.0
// Where the words of a file stand: Boost's readers say what is in a file, but not in which line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace romcast {

struct Token {
  std::string text;
  std::size_t line = 1;
  bool attribute = false;  ///< DOT: between brackets
};

class TokenLines {
 public:
  /// Words, quoted strings without their quotes, "--", "->" and single signs; no comments.
  static TokenLines of_dot(std::string_view text);
  /// "<" and the name of each element or "</", names and values of attributes with "=" between
  /// them, ">" or "/>" and text; no comments.
  static TokenLines of_xml(std::string_view text);

  /// The line of the first place where these tokens follow each other.
  [[nodiscard]] std::optional<std::size_t> line_of(const std::vector<std::string>& tokens) const;
  [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
  /// Lines of the file.
  [[nodiscard]] std::size_t lines() const { return lines_; }
  /// Most braces, or elements, within each other: what recursion must be kept from.
  [[nodiscard]] std::size_t depth() const { return depth_; }

 private:
  friend class DotScanner;
  friend class XmlScanner;
  std::vector<Token> tokens_;
  std::size_t lines_ = 1, depth_ = 0;
};

}  // namespace romcast
