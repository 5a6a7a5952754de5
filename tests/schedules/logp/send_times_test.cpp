// SPDX-License-Identifier: Apache-2.0
// LogP machines: times of simultaneous sends of all processors.
#include "schedules/logp/send_times.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "schedules/logp/machine.hpp"

using namespace romcast;

namespace {

// The earliest time of the last of `sends` sends that all processors make in lockstep, over all
// sets of times.
std::uint64_t best_lockstep(const logp::Machine& machine, std::uint64_t sends) {
  const std::uint64_t window = std::max(machine.reach(), machine.spacing());
  const auto fits = [&](std::uint64_t d) {
    return d >= machine.spacing() && (d <= machine.latency() || d >= machine.reach());
  };
  // The most sends so far, by the ages of recent sends.
  std::map<std::vector<std::uint64_t>, std::uint64_t> most{{{0}, 1}};
  for (std::uint64_t time = 0;; ++time) {
    std::map<std::vector<std::uint64_t>, std::uint64_t> next;
    for (const auto& [ages, count] : most) {
      if (count == sends) return time;
      std::vector<std::uint64_t> older;
      for (const std::uint64_t age : ages) {
        if (age + 1 < window) older.push_back(age + 1);
      }
      next[older] = std::max(next[older], count);
      if (!std::ranges::all_of(ages, [&](std::uint64_t age) { return fits(age + 1); })) continue;
      older.push_back(0);
      next[older] = std::max(next[older], count + 1);
    }
    most = std::move(next);
  }
}

}  // namespace

TEST_CASE("spread sends are the best that lockstep allows on all but few small machines") {
  unsigned cases = 0, missed = 0;
  for (std::uint32_t overhead = 1; overhead <= 2; ++overhead) {
    for (std::uint32_t latency = 1; latency <= 7; ++latency) {
      for (std::uint32_t gap = 1; gap <= 5; ++gap) {
        for (const std::uint64_t sends : {2, 3, 6, 9, 14}) {
          const logp::Machine machine{
              .processors = 5, .timing = {.latency = latency, .overhead = overhead, .gap = gap}};
          const auto found = logp::send_times(machine, sends).at(sends - 1);
          const auto best = best_lockstep(machine, sends);
          REQUIRE(found >= best);
          ++cases;
          missed += found > best ? 1 : 0;
        }
      }
    }
  }
  CAPTURE(cases, missed);
  CHECK(missed * 50 <= cases);
}
