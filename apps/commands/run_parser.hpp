// SPDX-License-Identifier: Apache-2.0
// Parses the options of `romcast run` for commands that generate such options, so that these
// commands accept all of them.
#pragma once

#include <optional>
#include <string>

#include "apps/commands/command_line.hpp"
#include "apps/sweep/axes.hpp"

namespace romcast {

class RunParser {
 public:
  RunParser();
  RunParser(const RunParser&) = delete;
  RunParser& operator=(const RunParser&) = delete;

  struct Found {
    const CLI::Option* option;
    std::optional<std::string> value;
  };
  /// Finds the option of a word like -k, -k2, --arity or --arity=2, and the value in the word, if
  /// any. Throws InputError if there is no such option, or if it is an output.
  [[nodiscard]] Found find(const std::string& word) const;
  /// True if an option with this long name exists and is no output.
  [[nodiscard]] bool has(const std::string& name) const;
  /// True if the option selects hardware instead of a problem.
  [[nodiscard]] bool is_hardware(const std::string& name) const;
  /// Parses the options as `romcast run` does. Throws InputError or CLI::ParseError.
  CommandLine parse(const Grid::Point& options);

 private:
  CLI::App app_{"romcast"};
  CommandLine given_{};
  CLI::App* command_ = nullptr;
};

}  // namespace romcast
