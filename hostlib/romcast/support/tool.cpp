// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/tool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/support/environment.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Actions and attributes of posix_spawn for the new process.
struct Spawning {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};

  explicit Spawning(const WorkFolder& work) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addfchdir_np(&actions, work.descriptor().number());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, kToolLog,
                                     O_WRONLY | O_CREAT | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    // The tool keeps the descriptor open: the folder is locked as long as a process works in it.
    posix_spawn_file_actions_adddup2(&actions, work.descriptor().number(),
                                     work.descriptor().number());
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGCHLD}) sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
  }
  ~Spawning() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
};

bool executable(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

// Time limit of a tool; without a limit, a tool that cannot start processes may try for ever.
int most_seconds(const Tool& tool) {
  constexpr std::uint64_t usual = 900, most = 1'000'000'000;
  return static_cast<int>(std::min(
      tool.seconds ? *tool.seconds : environment_number("ROMCAST_TOOL_SECONDS", usual), most));
}

// Returns false if the process still runs after `seconds` seconds. Does not reap it.
bool ends_within(pid_t process, int seconds) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (auto pause = std::chrono::milliseconds(1);; pause = std::min(2 * pause, 20ms)) {
    siginfo_t info{};
    const int failed =
        ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT | WNOHANG);
    if (failed == 0 ? info.si_pid != 0 : errno != EINTR) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(pause);
  }
}

// Waits until the tool ends or reaches its time limit, then kills all processes of its group.
ToolEnd wait_for(Child& child, pid_t leader, int seconds) {
  const bool ended = ends_within(leader, seconds);
  ::kill(-leader, SIGKILL);
  const int status = child.wait();
  if (!ended) return {ToolEnd::Kind::overdue, seconds};
  if (WIFSIGNALED(status)) return {ToolEnd::Kind::killed, WTERMSIG(status)};
  return {ToolEnd::Kind::exited, WEXITSTATUS(status)};
}

// The first line with an error message, shortened and without control characters.
std::string first_error(const std::string& words) {
  constexpr std::size_t kMost = 160;
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("rror") == std::string::npos && line.find("ERROR") == std::string::npos) continue;
    for (char& c : line) c = std::iscntrl(static_cast<unsigned char>(c)) != 0 ? ' ' : c;
    return line.size() > kMost ? fmt::format("{}...", line.substr(0, kMost)) : line;
  }
  return {};
}

constexpr const char* kMoreProcesses = "end other programs, or raise the limits (ulimit -u, -v)";

std::string why_killed(int signal, const std::string& package) {
  switch (signal) {
    case SIGKILL:
      return "perhaps there is too little memory: free some, or take a smaller network";
    case SIGXFSZ:
      return "raise the limit on the size of files (ulimit -f)";
    case SIGXCPU:
      return "raise the limit on CPU time (ulimit -t)";
    default:
      return fmt::format("run again; if it happens again: apt-get install --reinstall {}", package);
  }
}

std::string why_failed(const std::string& words, const std::string& package) {
  if (words.find("No space left") != std::string::npos) {
    return "free space on the disk, or set ROMCAST_CACHE to a folder on another";
  }
  if (words.find("Resource temporarily unavailable") != std::string::npos) return kMoreProcesses;
  for (const char* hint : {"Killed", "out of memory", "Cannot allocate", "signal 9"}) {
    if (words.find(hint) != std::string::npos) return why_killed(SIGKILL, package);
  }
  return fmt::format("mend what it complains of (apt-get install --reinstall {}?) and run again",
                     package);
}

}  // namespace

fs::path find_program(const std::string& program) {
  if (program.find('/') != std::string::npos)
    return executable(program) ? fs::path(program) : fs::path();
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path file = fs::absolute(folder.empty() ? "." : folder) / program;
    if (executable(file)) return file;
  }
  return {};
}

ToolEnd run_tool(const Tool& tool, const std::vector<std::string>& arguments,
                 const WorkFolder& work) {
  const fs::path program = find_program(tool.program);
  if (program.empty()) return {ToolEnd::Kind::missing, ENOENT};
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::vector<char*> variables;
  for (char** one = environ; *one != nullptr; ++one) {
    if (tool.at_home || !std::string_view(*one).starts_with("HOME=")) variables.push_back(*one);
  }
  variables.push_back(nullptr);
  const int seconds = most_seconds(tool);
  const Spawning spawning(work);
  pid_t leader = -1;
  try {
    Child child(Child::Scope::group, [&] {
      const int error = ::posix_spawn(&leader, program.c_str(), &spawning.actions,
                                      &spawning.attributes, pointers.data(), variables.data());
      if (error != 0) throw std::system_error(error, std::generic_category());
      return leader;
    });
    return wait_for(child, leader, seconds);
  } catch (const std::system_error& error) {
    return {ToolEnd::Kind::not_started, error.code().value()};
  }
}

ToolTrouble trouble(const Tool& tool, const ToolEnd& end, const std::string& words) {
  switch (end.kind) {
    case ToolEnd::Kind::missing:
      return {"is not installed", fmt::format("apt-get install {}", tool.package)};
    case ToolEnd::Kind::not_started:
      return {fmt::format("cannot be started ({})", std::strerror(end.value)),
              end.value == EAGAIN || end.value == ENOMEM
                  ? std::string(kMoreProcesses)
                  : fmt::format("apt-get install --reinstall {}", tool.package)};
    case ToolEnd::Kind::killed:
      return {fmt::format("was killed by signal {} ({})", end.value, ::strsignal(end.value)),
              why_killed(end.value, tool.package)};
    case ToolEnd::Kind::overdue:
      return {fmt::format("did not end within {} seconds", end.value),
              words.find("temporarily unavailable") != std::string::npos
                  ? std::string(kMoreProcesses)
                  : std::string("give it more time with ROMCAST_TOOL_SECONDS, or take a smaller "
                                "network")};
    default:
      break;
  }
  const std::string error = first_error(words);
  return {fmt::format("failed with exit status {}{}", end.value,
                      error.empty() ? "" : " (" + error + ")"),
          why_failed(words, tool.package)};
}

std::optional<ToolTrouble> run_for(const Tool& tool, const std::vector<std::string>& arguments,
                                   const WorkFolder& work, const fs::path& makes) {
  const ToolEnd end = run_tool(tool, arguments, work);
  std::error_code ignored;
  if (!end.success()) {
    std::ostringstream said;
    said << std::ifstream(work.path() / kToolLog).rdbuf();
    return trouble(tool, end, said.str());
  }
  if (fs::exists(work.path() / makes, ignored)) return std::nullopt;
  return ToolTrouble{fmt::format("wrote no {}", makes.string()),
                     "apt-get install --reinstall " + tool.package};
}

}  // namespace romcast
