// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpirun.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace romcast::test {

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
  using namespace std::chrono_literals;
  const std::string list = fmt::format("/proc/{0}/task/{0}/children", mpirun);
  for (int tries = 0; tries < 500; ++tries) {
    std::vector<int> children;
    std::ifstream in(list);
    for (int child = 0; in >> child;) {
      std::ifstream name(fmt::format("/proc/{}/comm", child));
      std::string text;
      if (name >> text && text == "romcast") children.push_back(child);
    }
    if (children.size() == count) return children;
    std::this_thread::sleep_for(10ms);
  }
  throw std::runtime_error("mpirun has not started its ranks");
}

}  // namespace romcast::test
