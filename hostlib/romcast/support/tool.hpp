// SPDX-License-Identifier: Apache-2.0
// Starts other programs, e.g. compilers: with a list of arguments and without a shell, so that no
// character of a path is special.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "romcast/support/work_folder.hpp"

namespace romcast {

struct Tool {
  std::string program;  ///< a path, or a name that is searched in $PATH
  std::string package;  ///< package to install if the program is missing
  bool at_home = true;  ///< false: without $HOME, for a tool that writes a history there
  std::optional<std::uint64_t> seconds{};  ///< time limit; default $ROMCAST_TOOL_SECONDS, or 900
};

/// The path of a program as a shell in the current folder would find it; empty if it is not found.
std::filesystem::path find_program(const std::string& program);

/// How a tool ended.
struct ToolEnd {
  enum class Kind { exited, killed, missing, not_started, overdue };
  Kind kind = Kind::exited;
  int value = 0;  ///< exit status; signal if killed, seconds if overdue, errno if no start

  [[nodiscard]] bool success() const { return kind == Kind::exited && value == 0; }
};

/// Name of the tools' log in the work folder.
constexpr const char* kToolLog = "log";

/// Runs a tool in a work folder, in a separate process group, and waits until it ends or reaches
/// its time limit; then kills all processes of the group. Appends the output to the log. Throws
/// InputError if the limit comes from $ROMCAST_TOOL_SECONDS and is no number from 1 on.
ToolEnd run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const WorkFolder& work);

struct ToolTrouble {
  std::string what, remedy;  ///< `what`: the end of a sentence that begins with the tool's name
};
/// Describes the failure of a tool, and a remedy. `words`: the tool's output.
ToolTrouble trouble(const Tool& tool, const ToolEnd& end, const std::string& words);

/// Runs a tool that must make the file `makes` in the work folder. Returns nullopt if the tool
/// succeeded and the file exists, otherwise the trouble.
std::optional<ToolTrouble> run_for(const Tool& tool, const std::vector<std::string>& arguments,
                                   const WorkFolder& work, const std::filesystem::path& makes);

}  // namespace romcast
