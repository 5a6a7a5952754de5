// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "romcast/core/bits.hpp"
#include "romcast/design/verilog_tokens.hpp"

namespace romcast {
namespace {

struct Operator {
  std::string_view text;
  int rank;
  std::int64_t (*value)(std::int64_t a, std::int64_t b);
};
// Binary operators; those of higher rank bind tighter.
constexpr std::array<Operator, 15> kOperators{
    {{"||", 1, [](auto a, auto b) { return std::int64_t{a != 0 || b != 0}; }},
     {"&&", 2, [](auto a, auto b) { return std::int64_t{a != 0 && b != 0}; }},
     {"==", 3, [](auto a, auto b) { return std::int64_t{a == b}; }},
     {"!=", 3, [](auto a, auto b) { return std::int64_t{a != b}; }},
     {"<=", 4, [](auto a, auto b) { return std::int64_t{a <= b}; }},
     {">=", 4, [](auto a, auto b) { return std::int64_t{a >= b}; }},
     {"<", 4, [](auto a, auto b) { return std::int64_t{a < b}; }},
     {">", 4, [](auto a, auto b) { return std::int64_t{a > b}; }},
     {"<<", 5, [](auto a, auto b) { return a << b; }},
     {">>", 5, [](auto a, auto b) { return a >> b; }},
     {"+", 6, [](auto a, auto b) { return a + b; }},
     {"-", 6, [](auto a, auto b) { return a - b; }},
     {"*", 7, [](auto a, auto b) { return a * b; }},
     {"/", 7, [](auto a, auto b) { return a / b; }},
     {"%", 7, [](auto a, auto b) { return a % b; }}}};

const Operator* operator_of(std::string_view text) {
  const auto found = std::ranges::find(kOperators, text, &Operator::text);
  return found == kOperators.end() ? nullptr : &*found;
}

// Evaluates an expression from left to right, operators of higher rank first.
class Expression {
 public:
  Expression(std::string_view text, const VerilogValues& names)
      : text_(text), tokens_(verilog_code(text)), names_(names) {}

  std::int64_t value() {
    const std::int64_t result = choice();
    if (at_ < tokens_.size()) fail();
    return result;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::logic_error(fmt::format("no constant of Verilog: {}", text_));
  }
  [[nodiscard]] std::string_view next() const {
    return at_ < tokens_.size() ? tokens_[at_].text : std::string_view();
  }
  bool take(std::string_view what) {
    if (next() != what) return false;
    ++at_;
    return true;
  }
  void need(std::string_view what) {
    if (!take(what)) fail();
  }

  std::int64_t choice() {
    const std::int64_t condition = binary(1);
    if (!take("?")) return condition;
    const std::int64_t yes = choice();
    need(":");
    const std::int64_t no = choice();
    return condition != 0 ? yes : no;
  }

  std::int64_t binary(int least) {
    std::int64_t left = unary();
    for (const Operator* one = operator_of(next()); one != nullptr && one->rank >= least;
         one = operator_of(next())) {
      ++at_;
      const std::int64_t right = binary(one->rank + 1);
      const bool divides = one->text == "/" || one->text == "%";
      const bool shifts = one->text == "<<" || one->text == ">>";
      if ((divides && right == 0) || (shifts && (left < 0 || right < 0 || right > 62))) fail();
      left = one->value(left, right);
    }
    return left;
  }

  std::int64_t unary() {
    if (take("-")) return -unary();
    if (take("!")) return static_cast<std::int64_t>(unary() == 0);
    if (take("(")) return inside();
    const std::string_view word = next();
    if (word.empty() || tokens_[at_].kind != VerilogToken::Kind::word) fail();
    ++at_;
    if (word == "$clog2") {
      need("(");
      const std::int64_t of = inside();
      return of <= 1 ? 0 : index_bits(static_cast<std::uint64_t>(of));
    }
    if (word.size() < 18 && word.find_first_not_of("0123456789") == std::string_view::npos) {
      return std::stoll(std::string(word));
    }
    const auto found = names_.find(word);
    if (found == names_.end()) fail();
    return static_cast<std::int64_t>(found->second);
  }

  std::int64_t inside() {
    const std::int64_t value = choice();
    need(")");
    return value;
  }

  std::string_view text_;
  VerilogTokens tokens_;
  std::size_t at_ = 0;
  const VerilogValues& names_;
};

}  // namespace

std::int64_t verilog_value(std::string_view expression, const VerilogValues& names) {
  return Expression(expression, names).value();
}

}  // namespace romcast
