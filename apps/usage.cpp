// SPDX-License-Identifier: Apache-2.0
#include "apps/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

using Names = std::vector<std::string>;

Names command_names(const CLI::App& app) {
  Names names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

Names option_names(const CLI::App& command) {
  Names names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

std::string no_command(const CLI::App& app) {
  const Names names = command_names(app), rest = app.remaining();
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  if (rest.empty()) return fmt::format("give a command: {}", all);
  if (is_option(rest.front())) {
    return fmt::format("{}: give a command first: {}", rest.front(), all);
  }
  const std::string near = did_you_mean(rest.front(), names);
  return fmt::format("{}: no such command{}", rest.front(), near.empty() ? "; give " + all : near);
}

std::string unknown_word(const CLI::App& command) {
  const Names rest = command.remaining();
  const auto option = std::ranges::find_if(rest, is_option);
  if (option == rest.end()) {
    return fmt::format("{}: romcast {} takes no such word", rest.front(), command.get_name());
  }
  const std::string name = option->substr(0, option->find('='));
  return fmt::format("{}: romcast {} has no such option{}", name, command.get_name(),
                     did_you_mean(name, option_names(command)));
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) return no_command(app) + " (see romcast --help)";
  const CLI::App& command = *chosen.front();
  const std::string what = command.remaining().empty() ? error.what() : unknown_word(command);
  return fmt::format("{} (see romcast {} --help)", what, command.get_name());
}

}  // namespace romcast
