// SPDX-License-Identifier: Apache-2.0
#include "systemc/verilog_header.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace romcast {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::string without_comments(std::string_view text) {
  std::string code;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    code += text.substr(0, std::min(text.find("//"), end));
    code += '\n';
    text.remove_prefix(end);
  }
  return code;
}

// Removes a leading parenthesis from `text` and returns its contents.
std::string_view in_parentheses(std::string_view& text) {
  text.remove_prefix(std::min(text.find('('), text.size()));
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth > 0) continue;
    const std::string_view inside = text.substr(1, i - 1);
    text.remove_prefix(i + 1);
    return inside;
  }
  throw std::logic_error("a Verilog header without an end");
}

// Splits at the commas outside brackets.
std::vector<std::string_view> parts(std::string_view text) {
  std::vector<std::string_view> result;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size()) {
      const char c = text[i];
      depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
      if (c != ',' || depth > 0) continue;
    }
    if (const std::string_view part = trimmed(text.substr(begin, i - begin)); !part.empty()) {
      result.push_back(part);
    }
    begin = i + 1;
  }
  return result;
}

std::string last_name(std::string_view text) {
  text = trimmed(text);
  std::size_t begin = text.size();
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return std::string(text.substr(begin));
}

VerilogPort port_of(std::string_view text, bool input) {
  VerilogPort port{.input = input, .name = last_name(text)};
  const std::size_t open = text.find('['), colon = text.find_last_of(':');
  if (open != std::string_view::npos) port.high = trimmed(text.substr(open + 1, colon - open - 1));
  return port;
}

// Evaluates an expression from left to right, by operator precedence.
class Expression {
 public:
  Expression(std::string_view text, const VerilogValues& names) : text_(text), names_(names) {}

  std::int64_t value() {
    const std::int64_t result = choice();
    if (skip(); !text_.empty()) fail();
    return result;
  }

 private:
  struct Operator {
    std::string_view text;
    int rank;
  };
  // Sorted so that longer operators precede their prefixes.
  static constexpr std::array<Operator, 16> kOperators{{{"||", 1},
                                                        {"&&", 2},
                                                        {"==", 3},
                                                        {"!=", 3},
                                                        {"<<", 5},
                                                        {">>", 5},
                                                        {"<=", 4},
                                                        {">=", 4},
                                                        {"<", 4},
                                                        {">", 4},
                                                        {"+", 6},
                                                        {"-", 6},
                                                        {"*", 7},
                                                        {"/", 7},
                                                        {"%", 7},
                                                        {"?", 0}}};

  [[noreturn]] void fail() const {
    throw std::logic_error(fmt::format("no constant of Verilog: {}", text_));
  }
  void skip() { text_.remove_prefix(std::min(text_.find_first_not_of(kBlanks), text_.size())); }
  bool take(std::string_view what) {
    skip();
    if (!text_.starts_with(what)) return false;
    text_.remove_prefix(what.size());
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

  const Operator* next_operator() {
    skip();
    for (const Operator& one : kOperators) {
      if (text_.starts_with(one.text)) return &one;
    }
    return nullptr;
  }

  std::int64_t binary(int least) {
    std::int64_t left = unary();
    for (const Operator* one = next_operator(); one && one->rank >= least; one = next_operator()) {
      text_.remove_prefix(one->text.size());
      left = combined(one->text, left, binary(one->rank + 1));
    }
    return left;
  }

  std::int64_t combined(std::string_view with, std::int64_t a, std::int64_t b) const {
    if (with == "||") return static_cast<std::int64_t>(a != 0 || b != 0);
    if (with == "&&") return static_cast<std::int64_t>(a != 0 && b != 0);
    if (with == "==") return static_cast<std::int64_t>(a == b);
    if (with == "!=") return static_cast<std::int64_t>(a != b);
    if (with == "<=") return static_cast<std::int64_t>(a <= b);
    if (with == ">=") return static_cast<std::int64_t>(a >= b);
    if (with == "<") return static_cast<std::int64_t>(a < b);
    if (with == ">") return static_cast<std::int64_t>(a > b);
    if (with == "<<" || with == ">>") return shifted(with == "<<", a, b);
    if (with == "+") return a + b;
    if (with == "-") return a - b;
    if (with == "*") return a * b;
    if (b == 0) fail();
    return with == "/" ? a / b : a % b;
  }

  std::int64_t shifted(bool left, std::int64_t a, std::int64_t by) const {
    if (a < 0 || by < 0 || by > 62) fail();
    return left ? a << by : a >> by;
  }

  std::int64_t unary() {
    if (take("-")) return -unary();
    if (take("!")) return static_cast<std::int64_t>(unary() == 0);
    if (take("(")) {
      const std::int64_t inside = choice();
      need(")");
      return inside;
    }
    return name_or_number();
  }

  std::int64_t name_or_number() {
    skip();
    std::size_t end = 0;
    while (end < text_.size() && in_name(text_[end])) ++end;
    if (end == 0) fail();
    const std::string word(text_.substr(0, end));
    if (word == "$clog2") {
      text_.remove_prefix(end);
      need("(");
      const std::int64_t of = choice();
      need(")");
      return of <= 1 ? 0 : std::bit_width(static_cast<std::uint64_t>(of) - 1);
    }
    if (word.size() < 18 && word.find_first_not_of("0123456789") == std::string::npos) {
      text_.remove_prefix(end);
      return std::stoll(word);
    }
    const auto found = names_.find(word);
    if (found == names_.end()) fail();
    text_.remove_prefix(end);
    return static_cast<std::int64_t>(found->second);
  }

  std::string_view text_;
  const VerilogValues& names_;
};

}  // namespace

VerilogHeader verilog_header(std::string_view verilog) {
  const std::string code = without_comments(verilog);
  std::string_view rest = code;
  rest.remove_prefix(std::min(rest.find("module "), rest.size()));
  VerilogHeader header;
  if (rest.find('#') < rest.find('(')) {
    for (const std::string_view part : parts(in_parentheses(rest))) {
      const std::size_t sign = part.find('=');
      header.parameters.emplace_back(last_name(part.substr(0, sign)),
                                     trimmed(part.substr(sign + 1)));
    }
  }
  bool input = false;
  for (const std::string_view part : parts(in_parentheses(rest))) {
    if (part.starts_with("input")) input = true;
    if (part.starts_with("output")) input = false;
    header.ports.push_back(port_of(part, input));
  }
  return header;
}

std::int64_t verilog_value(std::string_view expression, const VerilogValues& names) {
  return Expression(expression, names).value();
}

VerilogValues verilog_parameters(const VerilogHeader& header, const VerilogValues& given) {
  VerilogValues values;
  for (const auto& [name, expression] : header.parameters) {
    const auto found = given.find(name);
    values[name] = found != given.end()
                       ? found->second
                       : static_cast<std::uint64_t>(verilog_value(expression, values));
  }
  return values;
}

unsigned verilog_width(const VerilogPort& port, const VerilogValues& parameters) {
  if (port.high.empty()) return 1;
  return static_cast<unsigned>(verilog_value(port.high, parameters) + 1);
}

}  // namespace romcast
