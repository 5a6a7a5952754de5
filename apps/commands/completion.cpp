// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "apps/commands/command_line.hpp"
#include "apps/option_table.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/design/board/manifest.hpp"
#include "schedules/designer/designer.hpp"

namespace romcast {
namespace {

template <class Words>
std::string joined(const Words& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> flags_of(const CLI::Option& option) {
  std::vector<std::string> flags;
  for (const std::string& letter : option.get_snames()) flags.push_back("-" + letter);
  for (const std::string& word : option.get_lnames()) flags.push_back("--" + word);
  return flags;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The options of a command; `sweep` also accepts those of `run`, except outputs.
std::vector<const CLI::Option*> options_of(const CLI::App& app, const CLI::App& command) {
  std::vector<const CLI::Option*> all = command.get_options();
  if (command.get_name() != "sweep") return all;
  for (const CLI::Option* option : app.get_subcommand("run")->get_options()) {
    const bool own = option->get_lnames().empty() || option->get_group() == "Output" ||
                     command.get_option_no_throw("--" + option->get_lnames().front()) != nullptr;
    if (!own) all.push_back(option);
  }
  return all;
}

std::vector<std::string> all_flags(const CLI::App& app, const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : options_of(app, command)) {
    for (const std::string& flag : flags_of(*option)) flags.push_back(flag);
  }
  return flags;
}

// Maps commands to the words that may follow them.
std::map<std::string, std::string> first_words(const CLI::App& app) {
  std::vector<std::string> commands;
  for (const CLI::App* command : commands_of(app)) commands.push_back(command->get_name());
  return {{"board", "build run sim"},
          {"completion", "bash zsh fish"},
          {"help", joined(commands)},
          {"list", "networks collectives algorithms patterns claims"}};
}

std::map<std::string, std::set<std::string>> all_values() {
  auto values = known_values();
  const std::vector<std::string> boards = board_names();
  values["board"] = {boards.begin(), boards.end()};
  return values;
}

// The known values of an option of `command`, separated by blanks: those that it checks, or else
// those of all options with its name. Empty if none are known.
std::string values_of(const CLI::App& command, const CLI::Option& option) {
  static const auto known = all_values();
  const std::string name = option.get_lnames().empty() ? "" : option.get_lnames().front();
  if (command.get_name() == "design" && name == "collective") {
    std::vector<std::string> rated;
    for (const CollectiveKind kind : all_collectives()) {
      if (designer::has_rate(kind)) rated.emplace_back(romcast::name(kind));
    }
    return joined(rated);
  }
  std::string checked = option.get_type_name();  // TEXT:{rule,rom}
  if (const std::size_t open = checked.find('{'); open != checked.npos) {
    checked = checked.substr(open + 1, checked.find('}') - open - 1);
    std::ranges::replace(checked, ',', ' ');
    return checked;
  }
  const auto found = known.find(name);
  return found == known.end() ? "" : joined(found->second);
}

// Known values by flag; those of a command whose values differ from those of earlier commands are
// by command and flag, "fabric --control".
struct ValuedFlags {
  std::map<std::string, std::string> general, of_command;
};

ValuedFlags valued_flags(const CLI::App& app) {
  ValuedFlags flags;
  std::vector<const CLI::App*> commands = commands_of(app);
  std::stable_partition(commands.begin(), commands.end(),
                        [](const CLI::App* command) { return command->get_name() == "run"; });
  for (const CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      const std::string values = values_of(*command, *option);
      if (values.empty()) continue;
      for (const std::string& flag : flags_of(*option)) {
        const auto [place, first] = flags.general.emplace(flag, values);
        if (place->second == values) continue;
        flags.of_command[fmt::format("{} {}", command->get_name(), flag)] = values;
      }
    }
  }
  return flags;
}

std::string bash(const CLI::App& app) {
  std::string values, own_values, options, names, firsts;
  for (const auto& [command, words] : first_words(app)) {
    firsts +=
        fmt::format("        {}) [ \"$COMP_CWORD\" -eq 2 ] && words=\"{}\" ;;\n", command, words);
  }
  const ValuedFlags flags = valued_flags(app);
  for (const auto& [flag, words] : flags.general) {
    values += fmt::format("    {}) words=\"{}\" ;;\n", flag, words);
  }
  for (const auto& [flag, words] : flags.of_command) {
    own_values += fmt::format("    \"{}\") words=\"{}\" ;;\n", flag, words);
  }
  for (const CLI::App* command : commands_of(app)) {
    names += (names.empty() ? "" : " ") + command->get_name();
    options += fmt::format("      {}) words=\"{}\" ;;\n", command->get_name(),
                           joined(all_flags(app, *command)));
  }
  return fmt::format(R"(# bash completion for romcast; `source <(romcast completion bash)`
_romcast() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  case "$before" in
{}  esac
  case "${{COMP_WORDS[1]}} $before" in
{}  esac
  if [ -z "$words" ]; then
    if [ "$COMP_CWORD" -eq 1 ]; then
      words="{} --help --version"
    else
      case "${{COMP_WORDS[1]}}" in
{}      esac
      case "$word" in -*) ;; *) words=""; case "${{COMP_WORDS[1]}}" in
{}      esac ;; esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _romcast romcast
)",
                     values, own_values, names, options, firsts);
}

std::string zsh(const CLI::App& app) {
  return "#compdef romcast\nautoload -U +X bashcompinit && bashcompinit\n" + bash(app);
}

// Quotes one line for fish.
std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find_first_of("'\\", at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return "'" + text + "'";
}

std::string fish(const CLI::App& app) {
  std::string text = "# fish completion for romcast; `romcast completion fish | source`\n";
  for (const CLI::App* command : commands_of(app)) {
    text += fmt::format("complete -c romcast -f -n __fish_use_subcommand -a {} -d {}\n",
                        command->get_name(), quoted(command->get_description()));
    for (const CLI::Option* option : options_of(app, *command)) {
      if (option->get_lnames().empty()) continue;
      const std::string& word = option->get_lnames().front();
      const std::string values = values_of(*command, *option);
      text +=
          fmt::format("complete -c romcast -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n",
                      command->get_name(), word,
                      option->get_snames().empty() ? "" : " -s " + option->get_snames().front(),
                      values.empty() ? "" : fmt::format(" -x -a '{}'", values),
                      quoted(option->get_description()));
    }
  }
  for (const auto& [command, words] : first_words(app)) {
    text += fmt::format("complete -c romcast -f -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                        command, words);
  }
  return text;
}

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return bash(app);
  if (shell == "zsh") return zsh(app);
  if (shell == "fish") return fish(app);
  throw InputError(
      fmt::format("completion {}: unknown shell; give one of: bash, zsh, fish", shell));
}

}  // namespace

void add_completion(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("completion", "Print the completion script of a shell");
  command->add_option("shell", given.what, "bash | zsh | fish")->required();
  command->footer("Example: source <(romcast completion bash)");
  command->callback([&app, &given] {
    given.command = [&app](const CommandLine& asked) {
      print(completion(app, asked.what));
      return kPass;
    };
  });
}

}  // namespace romcast
