// SPDX-License-Identifier: Apache-2.0
#include "apps/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "apps/terminal.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

constexpr std::size_t kOptionColumn = 26, kCommandColumn = 14;

// True for a line of a footer that is already in columns, like the table of environment variables.
bool indented(const std::string& line) { return line.starts_with("  "); }

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

using Row = std::pair<const char*, const char*>;

constexpr std::array<Row, 6> kEnvironment{
    {{"ROMCAST_CACHE",
      "folder of built models (models, beside the program; where that cannot "
      "be written, and for an installed program: $XDG_CACHE_HOME/romcast or "
      "~/.cache/romcast)"},
     {"ROMCAST_CACHE_LIMIT", "how much is kept there, e.g. 500M, 2G, none (1G)"},
     {"ROMCAST_TOOL_SECONDS", "seconds that a tool may take: Verilator, compiler, synthesis (900)"},
     {"ROMCAST_MOST_JUDGED",
      "hops of a plan that are judged one by one, although all nodes run alike "
      "(100000000)"},
     {"ROMCAST_MPI_MESSAGES", "1: ranks of one machine share no memory, all goes through MPI"},
     {"ROMCAST_ROOT", "folder of the sources (where romcast was installed or built)"}}};

constexpr std::array<Row, 4> kExitStatus{
    {{"0", "pass"},
     {"1", "verdict fail"},
     {"2", "bad usage, bad input or unwritable output"},
     {"3", "something that is needed is missing, or a tool failed"}}};

// Escapes text for roff.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool first = result.empty() || result.back() == '\n';
    if (first && (c == '.' || c == '\'')) result += "\\&";
    result += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '~' ? "\\(ti" : std::string(1, c);
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }

// An entry of the man page.
std::string paragraph(const std::string& title, const std::string& text) {
  return fmt::format(".TP\n{}\n{}\n", title, escaped(text));
}

std::string title_of(const CLI::Option& option) {
  std::string title;
  for (const std::string& letter : option.get_snames()) title += bold("-" + letter) + ", ";
  for (const std::string& word : option.get_lnames()) title += bold("--" + word) + ", ";
  if (title.empty()) return "\\fI" + escaped(option.get_name(true)) + "\\fR";
  title.resize(title.size() - 2);
  if (option.get_type_size() != 0) title += " \\fI" + escaped(option.get_type_name()) + "\\fR";
  return title;
}

std::string command_text(const CLI::App& command) {
  std::string text = fmt::format(".SS {}\n{}.\n", bold("romcast " + command.get_name()),
                                 escaped(command.get_description()));
  for (const CLI::Option* option : command.get_options()) {
    const std::string usual = option->get_default_str();
    text += paragraph(title_of(*option), option->get_description() +
                                             (usual.empty() ? "" : fmt::format(" ({})", usual)));
  }
  const std::string footer = command.get_footer();
  return footer.empty() ? text : text + ".PP\n" + escaped(footer) + "\n";
}

template <std::size_t kRows>
std::string section(const std::string& title, const std::array<Row, kRows>& rows) {
  std::string text = ".SH " + title + "\n";
  for (const auto& [name, what] : rows) text += paragraph(bold(name), what);
  return text;
}

}  // namespace

HelpText::HelpText() : columns_(terminal_columns().value_or(80)) {}

std::string HelpText::entry(const std::string& name, const std::string& text,
                            std::size_t column) const {
  std::string line = "  " + filled(name, 2, 6, columns_);
  line.pop_back();  // removes the line end
  if (text.empty()) return line + '\n';
  if (line.size() + 2 > column) {
    line += '\n';
    line.append(column, ' ');
  } else {
    line.resize(column, ' ');
  }
  return line + filled(text, column, column, columns_);
}

std::string HelpText::make_option(const CLI::Option* option, bool positional) const {
  return entry(make_option_name(option, positional) + make_option_opts(option),
               make_option_desc(option), kOptionColumn);
}

std::string HelpText::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description(), kCommandColumn);
}

std::string HelpText::make_description(const CLI::App* app) const {
  return filled(app->get_description(), 0, 0, columns_);
}

std::string HelpText::make_usage(const CLI::App* app, std::string name) const {
  return "\n" + CLI::Formatter::make_usage(app, std::move(name));
}

std::string HelpText::make_footer(const CLI::App* app) const {
  const std::string footer = app->get_footer();
  std::string text;
  for (std::size_t at = 0; at < footer.size();) {
    const std::size_t end = std::min(footer.find('\n', at), footer.size());
    const std::string line = footer.substr(at, end - at);
    text += indented(line) ? line + '\n' : filled(line, 0, 2, columns_);
    at = end + 1;
  }
  return text;
}

std::string first_page(const CLI::App& app) {
  const HelpText text;
  return text.make_description(&app) +
         R"(
Three lines to copy:
  romcast plan -n torus --dims 4x4 -c alltoall -p multi
                a schedule for your network, its cycles beside the lower bound
  romcast run -k 4 -H 2 --capacity exponential -c alltoall -p multi
                the same on Verilog switches: theory, plan and hardware compared
  romcast demo  every collective on four networks (minutes, the first time)
)" + text.make_subcommands(&app, CLI::AppFormatMode::Normal) +
         R"(
More: romcast help (all of this and the environment), romcast help COMMAND,
romcast list (networks, collectives, algorithms)
)";
}

std::string help_footer() {
  std::string text = "Environment (docs/models.md):\n";
  for (const auto& [name, what] : kEnvironment) {
    text += fmt::format("  {:<21}{}", name, filled(what, 23, 23, 80));
  }
  return text + "\nThe help of a command: romcast help COMMAND. Start with: romcast demo";
}

std::string man_page(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH ROMCAST 1 \"\" \"romcast {}\" \"User Commands\"\n"
      ".SH NAME\nromcast \\- {}\n"
      ".SH SYNOPSIS\n\\fBromcast\\fR \\fIcommand\\fR [\\fIoptions\\fR]\n"
      ".SH DESCRIPTION\n"
      "Results go to standard output, everything else to standard error. In the help of an option "
      "its default stands in round brackets.\n"
      ".SH COMMANDS\n",
      ROMCAST_VERSION,
      escaped("schedules of collectives, compiled into ROMs, run on Verilog switches"));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text += command_text(*command);
  }
  return text + section("EXIT STATUS", kExitStatus) + section("ENVIRONMENT", kEnvironment);
}

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) return no_command(app) + " (see romcast --help)";
  const CLI::App& command = *chosen.front();
  const bool others = command.get_allow_extras() || command.remaining().empty();
  const std::string what = others ? error.what() : unknown_word(command);
  return fmt::format("{} (see romcast {} --help)", what, command.get_name());
}

}  // namespace romcast
