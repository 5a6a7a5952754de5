// SPDX-License-Identifier: Apache-2.0
// Starts the programs that build models: with a list of arguments and without a shell, so that no
// character of a path means anything.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "romcast/support/work_folder.hpp"

namespace romcast {

struct Tool {
  std::string program;  ///< a path, or a name to be looked for in $PATH
  std::string package;  ///< what to install if it is not there
  bool at_home = true;  ///< false: without $HOME, for a tool that writes a history there
  std::optional<std::uint64_t> seconds{};  ///< at most; else $ROMCAST_TOOL_SECONDS, or 900
};

/// Where a shell finds a program, seen from the folder in which romcast was started; empty:
/// nowhere.
std::filesystem::path find_program(const std::string& program);

/// How a tool ended.
struct ToolEnd {
  enum class Kind { exited, killed, missing, not_started, overdue };
  Kind kind = Kind::exited;
  int value = 0;  ///< exit status, signal, error number, or seconds

  [[nodiscard]] bool success() const { return kind == Kind::exited && value == 0; }
};

/// Where a tool's words go, in the folder that it runs in.
constexpr const char* kToolLog = "log";

/// Runs a tool in a work folder, in a process group of its own, and waits for it and all that it
/// started, but no longer than ROMCAST_TOOL_SECONDS (900). Its output is added to the log. Throws
/// InputError if that is no number of seconds.
ToolEnd run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const WorkFolder& work);

/// What happened to a tool that did not succeed, and what to do about it: the end of a sentence
/// that begins with its name. `words` is what it said.
struct ToolTrouble {
  std::string what, remedy;
};
ToolTrouble trouble(const Tool& tool, const ToolEnd& end, const std::string& words);

/// Runs a tool that must make a file in the work folder; nothing if it did.
std::optional<ToolTrouble> run_for(const Tool& tool, const std::vector<std::string>& arguments,
                                   const WorkFolder& work, const std::filesystem::path& makes);

}  // namespace romcast
