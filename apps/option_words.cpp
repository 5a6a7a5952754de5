// SPDX-License-Identifier: Apache-2.0
#include "apps/option_words.hpp"

#include <algorithm>

namespace romcast {
namespace {

bool names_field(std::string_view quoted) {
  return !quoted.empty() && quoted.find_first_not_of("abcdefghijklmnopqrstuvwxyz_-") == quoted.npos;
}

}  // namespace

std::string with_options(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('`'), text.size());
    const std::size_t close = text.find('`', open + 1);
    result += text.substr(0, open);
    text.remove_prefix(open);
    if (close == std::string_view::npos) return result += text;
    std::string name(text.substr(1, close - open - 1));
    if (names_field(name)) {
      std::ranges::replace(name, '_', '-');
      result += name == "output" ? "-o" : "--" + name;
      text.remove_prefix(close - open + 1);
    } else {
      result += '`';
      text.remove_prefix(1);
    }
  }
  return result;
}

Report with_options(Report report) {
  report.shallow = with_options(report.shallow);
  report.rom_note = with_options(report.rom_note);
  report.plan_note = with_options(report.plan_note);
  return report;
}

nlohmann::ordered_json view_with_options(nlohmann::ordered_json view) {
  nlohmann::ordered_json& rom = view["rom"];
  if (rom.contains("none")) rom["none"] = with_options(rom["none"].get<std::string>());
  return view;
}

}  // namespace romcast
