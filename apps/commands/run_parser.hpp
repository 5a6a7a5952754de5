// SPDX-License-Identifier: Apache-2.0
// `romcast run` as it is declared, for commands that make up its options themselves: whatever it
// takes, they take.
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
  /// The option of a word like -k, -k2, --arity or --arity=2, and the value in the word, if any.
  /// Throws InputError if there is none, or it is one of the outputs.
  [[nodiscard]] Found find(const std::string& word) const;
  /// Whether there is an option of this long name that is no output.
  [[nodiscard]] bool has(const std::string& name) const;
  /// Whether it says how, and not what, is run.
  [[nodiscard]] bool is_hardware(const std::string& name) const;
  /// What `romcast run` makes of these options. Throws InputError or CLI::ParseError.
  CommandLine parse(const Grid::Point& options);

 private:
  CLI::App app_{"romcast"};
  CommandLine given_{};
  CLI::App* command_ = nullptr;
};

}  // namespace romcast
