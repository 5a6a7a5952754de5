// SPDX-License-Identifier: Apache-2.0
#include "apps/commands/run_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "apps/commands/commands.hpp"
#include "apps/logp_times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

bool is_output(const CLI::Option& option) {
  const bool written = option.get_group() == "Output" && !option.check_lname("per-node");
  return written || option.check_lname("help");
}

std::string unknown(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return fmt::format("{}: romcast run has no such option{} (see romcast run --help)", word,
                     did_you_mean(word, names));
}

}  // namespace

RunParser::RunParser() {
  add_run(app_, given_);
  command_ = app_.get_subcommand("run");
}

RunParser::Found RunParser::find(const std::string& word) const {
  const bool longer = word.starts_with("--");
  const std::size_t end = longer ? std::min(word.find('='), word.size()) : 2;
  const std::string name = word.substr(0, end);
  const CLI::Option* option = command_->get_option_no_throw(name);
  if (option == nullptr) throw InputError(unknown(*command_, name));
  if (is_output(*option)) {
    throw InputError(fmt::format("{}: only romcast run writes this; leave it out", name));
  }
  if (end == word.size()) return {option, std::nullopt};
  return {option, word.substr(longer ? end + 1 : end)};
}

bool RunParser::has(const std::string& name) const {
  const CLI::Option* option = command_->get_option_no_throw("--" + name);
  return option != nullptr && !is_output(*option);
}

bool RunParser::is_hardware(const std::string& name) const {
  return command_->get_option("--" + name)->get_group() == "Hardware";
}

CommandLine RunParser::parse(const Grid::Point& options) {
  given_ = CommandLine{};
  std::vector<std::string> words;  // CLI11 consumes words from the back
  for (const auto& [option, value] : options) {
    words.push_back(value.empty() ? "--" + option : fmt::format("--{}={}", option, value));
  }
  words.emplace_back("run");
  app_.parse(words);
  static_cast<void>(settle_times(given_.scenario));  // the user already knows about the rounding
  read_control(given_);
  given_.run.gated = !given_.dense;
  return given_;
}

}  // namespace romcast
