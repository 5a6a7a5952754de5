// SPDX-License-Identifier: Apache-2.0
// Words and symbols of a Verilog text.
#pragma once

#include <string_view>
#include <vector>

namespace romcast {

struct VerilogToken {
  /// Comments are kept only if they begin with // and begin a line.
  enum class Kind { word, symbol, comment, empty_line };
  Kind kind = Kind::symbol;
  std::string_view text{};

  [[nodiscard]] bool code() const { return kind == Kind::word || kind == Kind::symbol; }
};
using VerilogTokens = std::vector<VerilogToken>;

/// The text must outlive the tokens.
VerilogTokens verilog_tokens(std::string_view text);
/// The tokens without comments and empty lines.
VerilogTokens verilog_code(std::string_view text);

}  // namespace romcast
