// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "romcast/design/verilog_tokens.hpp"

namespace romcast {
namespace {

using Token = VerilogToken;
using Tokens = VerilogTokens;

// The text from the first of these tokens to the last one.
std::string text_of(std::span<const Token> of) {
  if (of.empty()) return "";
  return {of.front().text.data(), of.back().text.data() + of.back().text.size()};
}

std::size_t find(std::span<const Token> in, std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find(in, text, &Token::text) - in.begin());
}

// Removes from `rest` the next list in parentheses and all tokens before this list. Returns the
// list's items, each with the comments and empty lines before the item. Throws std::logic_error if
// no list follows, or a list without an end.
std::vector<std::span<const Token>> items(std::span<const Token>& rest) {
  rest = rest.subspan(find(rest, "("));
  std::vector<std::span<const Token>> found;
  int depth = 0;
  std::size_t begin = 1;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const std::string_view text = rest[i].text;
    depth += text == "(" || text == "[" || text == "{" ? 1 : 0;
    depth -= text == ")" || text == "]" || text == "}" ? 1 : 0;
    if (depth > (text == "," ? 1 : 0)) continue;
    const auto item = rest.subspan(begin, i - begin);
    if (std::ranges::any_of(item, &Token::code)) found.push_back(item);
    begin = i + 1;
    if (depth > 0) continue;
    rest = rest.subspan(begin);
    return found;
  }
  throw std::logic_error("a Verilog header without an end");
}

// The kind that a comment gives the ports below it; nullopt if the comment is not a title.
std::optional<DescribedPort::Kind> title(std::string_view comment) {
  using Kind = DescribedPort::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kTitles{{{"Straps", Kind::strap},
                                                                      {"Counters", Kind::counter},
                                                                      {"Marks", Kind::mark},
                                                                      {"Flags", Kind::flag}}};
  comment.remove_prefix(std::min(comment.find_first_not_of("/ \t"), comment.size()));
  for (const auto& [word, kind] : kTitles) {
    if (comment.starts_with(word)) return kind;
  }
  return std::nullopt;
}

// Reads the ports of a list in order, since titles and directions hold for the ports that follow.
class PortReader {
 public:
  VerilogPort port(std::span<const Token> item) {
    Tokens words;
    for (const Token& token : item) {
      if (token.code()) words.push_back(token);
      if (words.empty()) look_at(token);
    }
    if (words.front().text == "input") input_ = true;
    if (words.front().text == "output") input_ = false;
    VerilogPort port{.input = input_, .name = std::string(words.back().text), .kind = kind_};
    const std::size_t open = find(words, "[");
    if (open == words.size()) return port;
    const auto colon = std::find_if(words.rbegin(), words.rend(),
                                    [](const Token& token) { return token.text == ":"; });
    const auto end = static_cast<std::size_t>(words.rend() - colon) - 1;
    port.high = text_of(std::span(words).subspan(open + 1, end - open - 1));
    return port;
  }

 private:
  void look_at(const Token& before) {
    if (before.kind == Token::Kind::empty_line) kind_.reset();
    if (before.kind != Token::Kind::comment) return;
    if (const auto kind = title(before.text)) kind_ = kind;
  }

  bool input_ = false;
  std::optional<DescribedPort::Kind> kind_{};
};

// True if this token may follow the name of a module in an instance: if it is a name, the `\` of an
// escaped name, or `#`. Such tokens also follow keywords, but no module has a keyword as its name.
bool may_begin_instance(const Token& behind) {
  return behind.kind == Token::Kind::word || behind.text == "#" || behind.text == "\\";
}

std::vector<std::string> used_by(const std::string& text,
                                 const std::map<std::string, std::string>& texts) {
  const Tokens words = verilog_code(text);
  std::vector<std::string> found;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string word(words[i].text), behind(words[i + 1].text);
    if (word == "`" && (behind == "include" || behind == "define")) {
      for (const auto& [name, unused] : texts) found.push_back(name);
      return found;
    }
    if (may_begin_instance(words[i + 1]) && texts.contains(word)) found.push_back(word);
  }
  return found;
}

}  // namespace

VerilogHeader verilog_header(std::string_view verilog) {
  const Tokens all = verilog_tokens(verilog);
  std::span<const Token> rest(all);
  rest = rest.subspan(find(rest, "module"));
  VerilogHeader header;
  if (find(rest, "#") < find(rest, "(")) {
    for (const auto item : items(rest)) {
      Tokens words(item.begin(), item.end());
      std::erase_if(words, [](const Token& token) { return !token.code(); });
      const std::size_t sign = find(words, "=");
      header.parameters.emplace_back(words[sign - 1].text,
                                     text_of(std::span(words).subspan(sign + 1)));
    }
  }
  PortReader reader;
  for (const auto item : items(rest)) header.ports.push_back(reader.port(item));
  return header;
}

std::vector<DescribedPort> described_ports(const VerilogHeader& header) {
  std::vector<DescribedPort> ports;
  for (const VerilogPort& port : header.ports) {
    if (port.kind) ports.push_back({*port.kind, port.name});
  }
  return ports;
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

std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts) {
  std::set<std::string> modules;
  std::vector<std::string> todo{top};
  while (!todo.empty()) {
    const std::string name = todo.back();
    todo.pop_back();
    const auto text = texts.find(name);
    if (text == texts.end() || !modules.insert(name).second) continue;
    for (std::string& used : used_by(text->second, texts)) todo.push_back(std::move(used));
  }
  return modules;
}

}  // namespace romcast
