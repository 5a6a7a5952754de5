// SPDX-License-Identifier: Apache-2.0
// Help pages wrapped to the terminal, the man page, and errors of the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace romcast {

/// Wraps help texts to terminal_columns(), or to 80 columns if terminal_columns() is nothing.
class HelpText final : public CLI::Formatter {
 public:
  HelpText();
  [[nodiscard]] std::string make_option(const CLI::Option* option, bool positional) const override;
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;
  [[nodiscard]] std::string make_description(const CLI::App* app) const override;
  [[nodiscard]] std::string make_usage(const CLI::App* app, std::string name) const override;
  [[nodiscard]] std::string make_footer(const CLI::App* app) const override;

 private:
  [[nodiscard]] std::string entry(const std::string& name, const std::string& text,
                                  std::size_t column) const;

  std::size_t columns_;
};

/// The page of `romcast` without a command: three examples to copy, and the commands in groups.
std::string first_page(const CLI::App& app);

/// The environment variables that the program reads, and first steps.
std::string help_footer();

/// The man page romcast(1), generated from the help of the commands.
std::string man_page(const CLI::App& app);

/// One line about unknown words of the command line, with the nearest known ones, or about another
/// error; it ends with a pointer to the help. `app` must have been parsed.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error);

}  // namespace romcast
