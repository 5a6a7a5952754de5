// SPDX-License-Identifier: Apache-2.0
#include "ranks/sibling_watch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "ranks/ranks.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kEvery{1};
// Number of looks, one per second, until a stopped or missing rank is reported: one more than the
// seconds of Exchange's timeout, so that Exchange, whose error names the cause better, is first.
constexpr unsigned kLooks = Ranks::kPatience.count() + 1;
constexpr int kMissing = 3;

// Programs that start ranks, on the machine of the command and on others.
constexpr std::array<std::string_view, 6> kStarters{"mpirun", "mpiexec", "orterun",
                                                    "orted",  "prterun", "prted"};

std::string text_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return std::move(text).str();
}

std::optional<unsigned> variable(const std::string& environment, std::string_view name) {
  for (std::size_t at = 0; at < environment.size();) {
    const std::string_view one = environment.c_str() + at;
    if (one.starts_with(name) && one.substr(name.size()).starts_with('=')) {
      return static_cast<unsigned>(std::strtoul(one.data() + name.size() + 1, nullptr, 10));
    }
    at += one.size() + 1;
  }
  return std::nullopt;
}

// State of a process, as /proc reports it: T if it is stopped; Z if it has ended or has no file.
char state_of(int process) {
  const std::string stat = text_of(fs::path("/proc") / std::to_string(process) / "stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || name_end + 2 >= stat.size() ? 'Z' : stat[name_end + 2];
}

std::vector<int> children_of(int process) {
  std::vector<int> children;
  std::error_code error;
  const fs::path tasks = fs::path("/proc") / std::to_string(process) / "task";
  for (fs::directory_iterator task(tasks, error), end; !error && task != end;
       task.increment(error)) {
    std::istringstream list(text_of(task->path() / "children"));
    for (int child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

struct Sibling {
  unsigned rank = 0;
  unsigned stopped = 0;  // consecutive looks that found it stopped
};

class Siblings {
 public:
  // Siblings are found only if the parent process `starter` is one of kStarters.
  explicit Siblings(int starter) : starter_(starter) {
    std::string name = text_of(fs::path("/proc") / std::to_string(starter) / "comm");
    if (name.ends_with('\n')) name.pop_back();
    if (std::ranges::find(kStarters, name) == kStarters.end()) return;
    const std::string own = text_of("/proc/self/environ");
    expected_ = variable(own, "OMPI_COMM_WORLD_LOCAL_SIZE").value_or(0);
  }

  // Runs once a second. Returns the text of an error that has lasted for kLooks looks, but only on
  // the rank that reports it: the lowest one that is not stopped. Empty otherwise.
  std::string look(bool met) {
    if (expected_ < 2) return {};
    if (by_process_.size() < expected_) find();
    if (!by_process_.contains(getpid())) return {};  // run by a wrapper, or /proc is not readable
    std::string wrong;
    unsigned running = 0, speaker = std::numeric_limits<unsigned>::max();
    for (auto& [process, one] : by_process_) {
      const char state = state_of(process);
      if (state == 'Z') continue;
      ++running;
      one.stopped = state == 'T' ? one.stopped + 1 : 0;
      if (one.stopped >= kLooks && wrong.empty()) {
        wrong = fmt::format("rank {} (process {} of this machine) is stopped", one.rank, process);
      }
      if (state != 'T') speaker = std::min(speaker, one.rank);
    }
    missing_ = running < expected_ && !met ? missing_ + 1 : 0;
    if (missing_ >= kLooks && wrong.empty()) {
      wrong = fmt::format(
          "only {} of the {} ranks of this machine have come to the start; do all run romcast?",
          running, expected_);
    }
    return speaker == launched().rank ? wrong : std::string();
  }

 private:
  void find() {
    for (const int child : children_of(starter_)) {
      const auto rank = variable(text_of(fs::path("/proc") / std::to_string(child) / "environ"),
                                 "OMPI_COMM_WORLD_RANK");
      if (rank) by_process_.try_emplace(child, Sibling{.rank = *rank});
    }
  }

  int starter_;
  unsigned expected_ = 0;
  std::map<int, Sibling> by_process_{};
  unsigned missing_ = 0;  // consecutive looks that missed a rank
};

}  // namespace

// The new thread blocks all signals, so that the other threads handle them.
SiblingWatch::SiblingWatch() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  thread_ = std::thread([this] { look(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void SiblingWatch::end() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  wakes_.notify_one();
  thread_.join();
}

void SiblingWatch::look() {
  Siblings siblings(getppid());
  std::unique_lock lock(mutex_);
  while (!wakes_.wait_for(lock, kEvery, [this] { return ended_; })) {
    const std::string wrong = siblings.look(met_);
    if (wrong.empty()) continue;
    say(fmt::format("romcast: rank {}: {}\n", launched().rank, wrong));
    end_at_once(kMissing);
  }
}

}  // namespace romcast
