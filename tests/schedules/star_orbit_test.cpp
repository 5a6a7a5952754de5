// SPDX-License-Identifier: Apache-2.0
// Alltoall on star graphs, multi-port. Expected values: the bandwidth bound ceil(n! l_{n,1} /
// (n-1)) with distances counted by breadth-first search, and known results that must not be missed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/relative_program.hpp"
#include "schedules/star/orbits.hpp"
#include "schedules/star_alltoall.hpp"

using namespace romcast;
using namespace romcast::test::star;

namespace {

Run run_of(unsigned n, const std::string& algorithm, Timing timing, const Options& options = {},
           std::uint32_t messages = 1) {
  return {n, algorithm, timing, options, messages, Ports::Kind::multi};
}

std::uint64_t bandwidth_bound(unsigned n) { return (hops_to_substars(n, 1) + n - 2) / (n - 1); }

// Last cycle of a program, without the judge.
std::uint64_t end_of(const RelativeProgram& program, Timing timing) {
  std::uint64_t end = 0;
  for (const RelativePacket& packet : program.packets) {
    end = std::max(end, packet.start + timing.startup +
                            packet.messages.size() * std::uint64_t{timing.per_message} - 1);
  }
  return end;
}

// Most packets along one dimension.
std::size_t startups_of_a_port(const RelativeProgram& program) {
  std::map<unsigned, std::size_t> packets;
  std::size_t most = 0;
  for (const RelativePacket& packet : program.packets) {
    most = std::max(most, ++packets[packet.dimension]);
  }
  return most;
}

}  // namespace

TEST_CASE("turning a destination turns the dimensions of the path to it") {
  Permutation at = Permutation::identity(5), other = at;
  for (const unsigned d : {2U, 4U, 5U, 3U, 5U}) {
    at = at.crossed(d);
    other = other.crossed(star::turned(d, 3, 5));
    CHECK(star::turned(at, 3, 5) == other);
  }
  CHECK(star::turned(2, 1, 5) == 3);
  CHECK(star::turned(5, 1, 5) == 2);
}

TEST_CASE("orbits take every message once and all ports alike") {
  for (unsigned n = 3; n <= 6; ++n) {
    for (const std::uint32_t messages : {1U, 2U, 3U, 7U}) {
      CAPTURE(n, messages);
      const auto orbits = star::orbits_of(problem_of(run_of(n, "", {}, {}, messages)));
      std::set<std::pair<NodeId, std::uint32_t>> seen;
      std::map<std::pair<unsigned, unsigned>, std::size_t> loads;
      for (const auto& [message, path] : orbits.full) {
        seen.insert({message.destination, message.index});
        for (const star::TurnHop hop : path) ++loads[{hop.turn, hop.dimension}];
      }
      for (const RelativeMessage& m : orbits.rest) seen.insert({m.destination, m.index});
      CHECK(seen.size() == (factorial(n) - 1) * messages);
      CHECK(orbits.full.size() + orbits.rest.size() == seen.size());
      CHECK(std::ranges::all_of(loads, [&](const auto& l) {
        return l.second == loads[{l.first.first, 2}];
      }));
    }
  }
}

TEST_CASE("orbit meets the bandwidth bound on S_3 to S_6 without start-up") {
  for (unsigned n = 3; n <= 6; ++n) {
    CAPTURE(n);
    CHECK(judged(run_of(n, "orbit", {0, 1})) == bandwidth_bound(n));
    CHECK(theory_of(run_of(n, "orbit", {0, 1})).lower_bound == bandwidth_bound(n));
  }
}

TEST_CASE("orbit is within a cycle of the bandwidth bound 4938 on S_7") {
  const auto program = plan_of(run_of(7, "orbit", {0, 1})).hints.find<RelativeProgram>();
  CHECK(bandwidth_bound(7) == 4938);
  CHECK(end_of(*program, {0, 1}) <= 4939);
}

TEST_CASE("cyclic-orbit takes n^2 - 3n + 3 start-ups or fewer and few messages too many") {
  const std::map<unsigned, std::uint64_t> known{{3, 6}, {4, 24}, {5, 118}, {6, 698}};
  for (const auto& [n, messages] : known) {
    CAPTURE(n);
    const auto program = plan_of(run_of(n, "cyclic-orbit", {0, 1})).hints.find<RelativeProgram>();
    CHECK(startups_of_a_port(*program) <= n * n - 3 * n + 3);
    CHECK(end_of(*program, {0, 1}) <= messages);
    CHECK(end_of(*program, {0, 1}) >= bandwidth_bound(n));
  }
}

TEST_CASE("orbit and cyclic-orbit deliver all with any times caps and numbers of messages",
          "[long]") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing :
         {Timing{0, 1}, Timing{0, 3}, Timing{1, 1}, Timing{20, 1}, Timing{1, 20}, Timing{100, 3}}) {
      for (const std::uint32_t messages : {1U, 2U, 5U}) {
        if (n == 5 && (messages == 5 || timing.per_message == 3)) continue;  // takes long
        for (const char* cap : {"0", "1", "4"}) {
          CAPTURE(n, timing.startup, timing.per_message, messages, cap);
          const Options options{{"packet-cap", cap}};
          const std::uint64_t orbit = judged(run_of(n, "orbit", timing, options, messages));
          const std::uint64_t turns = judged(run_of(n, "cyclic-orbit", timing, options, messages));
          CHECK(orbit > 0);
          CHECK(turns >= orbit);
          const Theory theory = theory_of(run_of(n, "", timing, options, messages));
          CHECK_FALSE(theory.formula_cycles.has_value());
          CHECK(theory.lower_bound <= orbit);
        }
      }
    }
  }
}

TEST_CASE("orbit keeps all ports busy with n-1 messages for each destination") {
  for (unsigned n = 3; n <= 5; ++n) {  // then no orbit is short: n! l_{n,1} message times
    CAPTURE(n);
    for (const char* name : {"orbit", "cyclic-orbit"}) {
      CHECK(judged(run_of(n, name, {0, 1}, {}, n - 1)) == hops_to_substars(n, 1));
    }
  }
}
