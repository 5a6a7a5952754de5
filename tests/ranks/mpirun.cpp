// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpirun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

namespace romcast::test {
namespace {

// Waits until there() is true. Throws after four minutes, enough for all but building a model.
void await(const std::string& complaint, const std::function<bool()>& there) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 4min;
  while (!there()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error(complaint);
    std::this_thread::sleep_for(10ms);
  }
}

}  // namespace

Words on_ranks(unsigned ranks) {
  // Concurrent calls of Open MPI 4 may fail if they share a folder.
  static const Folder own;
  ::setenv("OMPI_MCA_orte_tmpdir_base", own.file("").c_str(), 1);
  ::setenv("PRTE_MCA_prte_tmpdir_base", own.file("").c_str(), 1);
  // Ranks use shared memory only: libraries for networks take 0.2 s to start and a second to stop.
  ::setenv("OMPI_MCA_pml", "ob1", 1);
  ::setenv("OMPI_MCA_btl", "^tcp,ofi", 1);
  return {"--oversubscribe", "--allow-run-as-root", "-n", std::to_string(ranks), ROMCAST_ON_RANKS};
}

bool has_ranks() { return ROMCAST_HAS_RANKS != 0; }
bool has_two_programs() { return has_ranks() && ROMCAST_HAS_TWO_PROGRAMS != 0; }

// Drops Open MPI's own messages: lines of dashes frame them, or they begin with [node:process].
Finished launch(const Words& arguments, const Start& start) {
  Finished finished = call(arguments, start);
  std::istringstream lines(std::exchange(finished.err, ""));
  bool framed = false;
  for (std::string line; std::getline(lines, line);) {
    // Version 5 and later ones begin lines with blanks and NUL bytes.
    line.erase(0, line.find_first_not_of(std::string(" \0", 2)));
    if (line.starts_with("----------")) {
      framed = !framed;
    } else if (!framed && !line.empty() && line[0] != '[') {
      finished.err += line + "\n";
    }
  }
  return finished;
}

Finished run_on(unsigned ranks, const std::string& scenario, const Words& more,
                const Start& start) {
  Words arguments = on_ranks(ranks) + ("run " + scenario);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return launch(arguments, start);
}

std::vector<int> ranks_of(int mpirun, std::size_t count) {
  const std::string tasks = fmt::format("/proc/{}/task", mpirun);  // any thread may start the ranks
  std::vector<int> children;
  await("mpirun has not started its ranks", [&] {
    children.clear();
    for (const auto& task : std::filesystem::directory_iterator(tasks)) {
      std::ifstream in(task.path() / "children");
      for (int child = 0; in >> child;) {
        std::ifstream name(fmt::format("/proc/{}/comm", child));
        std::string text;
        if (name >> text && text == "romcast") children.push_back(child);
      }
    }
    return children.size() == count;
  });
  return children;
}

void await_content_in(const std::string& folder) {
  await("nothing was written into " + folder, [&] {
    return std::ranges::any_of(
        std::filesystem::directory_iterator(folder), [](const std::filesystem::path& file) {
          std::error_code gone;  // the file may have been renamed
          const std::uintmax_t bytes = std::filesystem::file_size(file, gone);
          return !gone && bytes > 0;
        });
  });
}

}  // namespace romcast::test
