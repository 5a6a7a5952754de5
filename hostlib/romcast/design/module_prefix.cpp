// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/module_prefix.hpp"

#include <algorithm>
#include <cctype>

#include "romcast/design/verilog_tokens.hpp"

namespace romcast {
namespace {

constexpr std::string_view kPrefix = "rmc_";

bool in_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// Finds where names of `modules` begin in code. A name counts only after `module`; or, if neither
// `.` nor a backquote precedes it, before `#` or before the name of an instance.
void find_in_code(std::string_view text, const std::set<std::string>& modules,
                  std::set<std::size_t>& found) {
  const VerilogTokens code = verilog_code(text);
  const auto at = [&](std::size_t i) { return i < code.size() ? code[i] : VerilogToken{}; };
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!modules.contains(std::string(code[i].text))) continue;
    const bool declared = i > 0 && code[i - 1].text == "module";
    const bool instance = at(i + 1).text == "#" ||
                          (at(i + 1).kind == VerilogToken::Kind::word && at(i + 2).text == "(");
    const bool named = i > 0 && (code[i - 1].text == "." || code[i - 1].text == "`");
    if (declared || (instance && !named)) {
      found.insert(static_cast<std::size_t>(code[i].text.data() - text.data()));
    }
  }
}

// Finds where names of `modules` begin in a comment. `queue` and `crossbar` are also English words,
// so a name without `_` counts only as the name of a file or after `see`.
void find_in_comment(std::string_view text, std::size_t begin, std::size_t end,
                     const std::set<std::string>& modules, std::set<std::size_t>& found) {
  std::string_view before;
  for (std::size_t at = begin; at < end;) {
    if (!in_word(text[at])) {
      ++at;
      continue;
    }
    std::size_t last = at;
    while (last < end && in_word(text[last])) ++last;
    const std::string_view word = text.substr(at, last - at), rest = text.substr(last, end - last);
    const bool file = rest.starts_with(".v") && (rest.size() == 2 || !in_word(rest[2]));
    const bool part_of_path = at > begin && text[at - 1] == '/';
    const bool name = word.find('_') != std::string_view::npos || before == "see";
    if (modules.contains(std::string(word)) && (file || (name && !part_of_path))) found.insert(at);
    before = word;
    at = last;
  }
}

}  // namespace

std::string prefixed(const std::string& module) {
  return module.starts_with(kPrefix) ? module : std::string(kPrefix) + module;
}

std::string with_prefixed(std::string_view text, const std::set<std::string>& modules) {
  std::set<std::string> renamed;
  for (const std::string& module : modules) {
    if (prefixed(module) != module) renamed.insert(module);
  }
  std::set<std::size_t> found;
  find_in_code(text, renamed, found);
  for (std::size_t at = 0; (at = text.find("//", at)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    find_in_comment(text, at, end, renamed, found);
    at = end;
  }
  std::string result;
  std::size_t copied = 0;
  for (const std::size_t at : found) {
    result.append(text.substr(copied, at - copied)).append(kPrefix);
    copied = at;
  }
  return result.append(text.substr(copied));
}

}  // namespace romcast
