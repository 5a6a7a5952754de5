// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/module_description.hpp"

#include <array>
#include <sstream>
#include <string_view>
#include <utility>

namespace romcast {
namespace {

using Kind = DescribedPort::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 4> kTitles{{{"Straps", Kind::strap},
                                                                    {"Counters", Kind::counter},
                                                                    {"Marks", Kind::mark},
                                                                    {"Flags", Kind::flag}}};
constexpr std::string_view kBlanks = " \t\r", kComment = "//";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

// The kind of the ports below a comment, if the comment is a title.
const Kind* title(std::string_view comment) {
  const std::string_view text = trimmed(comment.substr(kComment.size()));
  for (const auto& [word, kind] : kTitles) {
    if (text.starts_with(word)) return &kind;
  }
  return nullptr;
}

// The last word of a declaration, or nothing.
std::string_view declared(std::string_view code) {
  if (!code.starts_with("input") && !code.starts_with("output")) return {};
  code = code.substr(0, code.find_last_not_of(" \t\r,") + 1);
  return code.substr(code.find_last_of(" \t]") + 1);
}

}  // namespace

std::vector<DescribedPort> described_ports(const std::string& verilog) {
  std::vector<DescribedPort> ports;
  const Kind* section = nullptr;
  std::istringstream lines(verilog);
  for (std::string whole; std::getline(lines, whole);) {
    const std::string_view line = trimmed(whole);
    if (line.starts_with(");")) break;
    if (line.empty()) {
      section = nullptr;
    } else if (line.starts_with(kComment)) {
      if (const Kind* kind = title(line)) section = kind;
    } else if (section) {
      const std::string_view name = declared(trimmed(line.substr(0, line.find(kComment))));
      if (!name.empty()) ports.push_back({*section, std::string(name)});
    }
  }
  return ports;
}

}  // namespace romcast
