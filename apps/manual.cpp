// SPDX-License-Identifier: Apache-2.0
#include "apps/manual.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

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

}  // namespace romcast
