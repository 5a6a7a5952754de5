// SPDX-License-Identifier: Apache-2.0
#include "apps/help_text.hpp"

#include <fmt/format.h>

#include "apps/terminal.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

constexpr std::size_t kOptionColumn = 26, kCommandColumn = 14;

// Environment variables in a footer stand in columns that are already wrapped.
bool indented(const std::string& line) { return line.starts_with("  "); }

}  // namespace

HelpText::HelpText() : columns_(terminal_columns().value_or(80)) {}

std::string HelpText::entry(const std::string& name, const std::string& text,
                            std::size_t column) const {
  std::string line = "  " + name;
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

}  // namespace romcast
