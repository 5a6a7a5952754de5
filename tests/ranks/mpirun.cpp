// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpirun.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>

namespace romcast::test {
namespace {

// Throws after a time that suffices for anything but building a model.
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
  return {"-q", "--oversubscribe",     "--allow-run-as-root",
          "-n", std::to_string(ranks), ROMCAST_ON_RANKS};
}

bool has_ranks() { return ROMCAST_HAS_RANKS != 0; }

Finished run_on(unsigned ranks, const std::string& scenario, const Words& more,
                const Start& start) {
  Words arguments = on_ranks(ranks) + ("run " + scenario);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return call(arguments, start);
}

std::vector<int> ranks_of(int mpirun, std::size_t count) {
  const std::string list = fmt::format("/proc/{0}/task/{0}/children", mpirun);
  std::vector<int> children;
  await("mpirun has not started its ranks", [&] {
    children.clear();
    std::ifstream in(list);
    for (int child = 0; in >> child;) {
      std::ifstream name(fmt::format("/proc/{}/comm", child));
      std::string text;
      if (name >> text && text == "romcast") children.push_back(child);
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
