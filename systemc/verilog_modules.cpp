// SPDX-License-Identifier: Apache-2.0
#include "systemc/verilog_modules.hpp"

#include <string_view>
#include <vector>

namespace romcast {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

std::string without_comments(const std::string& text) {
  std::string code;
  for (std::size_t at = 0; at < text.size();) {
    const bool line = text.compare(at, 2, "//") == 0, block = text.compare(at, 2, "/*") == 0;
    if (line || block) {
      const std::size_t end = line ? text.find('\n', at) : text.find("*/", at + 2);
      code += ' ';
      at = end == std::string::npos ? text.size() : end + (line ? 1 : 2);
    } else {
      code += text[at++];
    }
  }
  return code;
}

// An instance begins with two words, or with a word and `#`. Keywords match, too, but are harmless.
bool may_begin_instance(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(kBlanks);
  if (next == std::string_view::npos) return false;
  return behind[next] == '#' || (next > 0 && (behind[next] == '\\' || in_word(behind[next])));
}

void add_used(const std::string& text, const std::map<std::string, std::string>& texts,
              std::vector<std::string>& found) {
  const std::string code = without_comments(text);
  if (code.find("`include") != std::string::npos || code.find("`define") != std::string::npos) {
    for (const auto& [name, unused] : texts) found.push_back(name);
    return;
  }
  for (std::size_t at = 0, end = 0; at < code.size(); at = end) {
    for (end = at; end < code.size() && in_word(code[end]);) ++end;
    const std::string word = code.substr(at, end - at);
    if (end == at) {
      ++end;
    } else if (texts.contains(word) && may_begin_instance(std::string_view(code).substr(end))) {
      found.push_back(word);
    }
  }
}

}  // namespace

std::set<std::string> modules_below(const std::string& top,
                                    const std::map<std::string, std::string>& texts) {
  std::set<std::string> modules;
  std::vector<std::string> todo{top};
  while (!todo.empty()) {
    const std::string name = todo.back();
    todo.pop_back();
    const auto text = texts.find(name);
    if (text == texts.end() || !modules.insert(name).second) continue;
    add_used(text->second, texts, todo);
  }
  return modules;
}

}  // namespace romcast
