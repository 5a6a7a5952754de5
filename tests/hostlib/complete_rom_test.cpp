// The periodic rows of fully connected networks, run by a machine written from the head of
// rtl/complete/complete_port.v: they must make the hops of the plan and no others.
#include "romcast/complete_rom.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "romcast/error.hpp"
#include "schedules/complete_solved.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

namespace {

using HopKey = std::tuple<Cycle, NodeId, NodeId, MessageId>;  // cycle, from, to, message

std::vector<HopKey> hops_of(const OpenSchedule& open) {
  std::vector<HopKey> all;
  std::vector<Hop> hops;
  const auto pass = open();
  while (pass->next(hops)) {
    for (const Hop& hop : hops) all.emplace_back(hop.cycle, hop.link, hop.to, hop.message);
  }
  std::ranges::sort(all);
  return all;
}

// What the rows send in the rounds of the run and in as many again. Two flits on one line are a
// fault.
struct Machine {
  std::vector<HopKey> hops;
  std::size_t meetings = 0;

  Machine(const CompleteRoms& roms, std::uint32_t n, std::uint32_t messages) {
    for (std::uint32_t round = 0; round < 2 * roms.last_round + 3; ++round) {
      std::set<std::uint32_t> lines;
      for (NodeId v = 0; v < n; ++v) {
        const PeriodicProgram& program = roms.programs.at(roms.program_of.at(v));
        const std::size_t rows = program.size() / roms.ports;
        for (std::uint32_t p = 0; p < roms.ports; ++p) {
          const PeriodicSend& send = program.at(round % rows * roms.ports + p);
          std::int64_t number = std::int64_t{roms.rate} * round - send.offset;
          if (!send.send || number < 0) continue;
          if (send.clip ? round >= roms.last_round : number >= messages) continue;
          number = std::min<std::int64_t>(number, messages - 1);
          if (!lines.insert(send.line).second) ++meetings;
          hops.emplace_back(round + 1, v, send.line / roms.ports, number);
        }
      }
    }
    std::ranges::sort(hops);
  }
};

OpenSchedule plan(const Broadcast& b) {
  const Problem problem = problem_of(b);
  return find_algorithm(b.algorithm, problem).build(problem).open;
}

CompleteRoms compile(const Broadcast& b, const OpenSchedule& open) {
  const Problem problem = problem_of(b);
  return compile_complete_roms(dynamic_cast<const Complete&>(*problem.topology), problem.collective,
                               b.k, open);
}

void check_same_hops(const Broadcast& b) {
  CAPTURE(b.algorithm, b.n, b.m, b.k, b.source);
  const OpenSchedule open = plan(b);
  const CompleteRoms roms = compile(b, open);
  const Machine machine(roms, b.n, b.m);
  REQUIRE(machine.meetings == 0);
  REQUIRE(machine.hops == hops_of(open));
}

constexpr std::uint32_t kMessages[] = {1, 2, 3, 4, 5, 7, 12, 33, 64};

}  // namespace

TEST_CASE("rows make the hops of every one-port algorithm") {
  for (const char* algorithm : {"binomial", "path", "binary-tree", "d-ary-trees", "circulant",
                                "rotation", "fibonacci", "hypercube"}) {
    const std::string name = algorithm;
    for (std::uint32_t n = 2; n <= 40; n += n < 14 ? 1 : 5) {
      if (name == "fibonacci" && n < 4) continue;
      if (name == "hypercube" && (n & (n - 1)) != 0) continue;
      for (const std::uint32_t m : kMessages) {
        check_same_hops({.algorithm = name, .n = n, .m = m, .source = m % n});
      }
    }
  }
}

TEST_CASE("rows make the hops of every algorithm for several ports") {
  for (const char* algorithm : {"k-tree", "rotation", "rotation-best"}) {
    for (std::uint32_t k = 2; k <= 5; ++k) {
      for (std::uint32_t n = 2; n <= 60; n += n < 14 ? 1 : 9) {
        for (const std::uint32_t m : kMessages) {
          check_same_hops({.algorithm = algorithm, .n = n, .m = m, .k = k, .source = n / 2});
        }
      }
    }
  }
}
