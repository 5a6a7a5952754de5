// SPDX-License-Identifier: Apache-2.0
// Alltoall on all ports, in turns: `cyclic` on n-1 ports at once.
//
// Rotating the dimensions 2..n groups the destinations into orbits of n-1. The message for the
// first destination of an orbit crosses, in turn t, dimension 2 + (t mod (n-1)) if that brings it
// nearer; the message for destination c of the orbit, the first being c = 0, does the same with all
// dimensions rotated by c. So every port carries equally many messages in a turn, and all have
// arrived after at most n^2 - 3n + 3 turns, each with one start-up. On S_3 to S_6 there are n - 3
// turns fewer, because the first destination of an orbit is the one that is reached in the fewest
// turns.
// The few smaller orbits (if n-1 is prime, n-2 orbits of one destination) make turns longer: each
// of their messages rotates the dimensions by a c that adds little. So all turns together take 6,
// 24, 115, 698 message times on S_3 to S_6, where the bandwidth bound is 5, 21, 111, 689.
//
// Smallest case, S_3: orbits {213, 321}, {231, 312}, {132}. The messages of node 123 hop in turn 0:
// those to 213, 312, 132 along g_2, those to 321, 231 along g_3 (213 and 321 are reached); in turn
// 1: that to 231 along g_2, those to 312, 132 along g_3; in turn 2: that to 132 along g_2.
#include "schedules/star/bounds.hpp"
#include "schedules/star/orbits.hpp"

namespace romcast {
namespace {

using namespace star;

Plan cyclic_orbit_alltoall_plan(const Problem& problem) {
  Orbits orbits = orbits_of(problem);
  for (Traveller& fitted : fit_into_turns(problem, orbits.full, orbits.rest)) {
    orbits.full.push_back(std::move(fitted));
  }
  return plan_of(problem, program_of(problem, orbits.full));
}

Theory cyclic_orbit_alltoall_theory(const Problem& problem) {
  Theory theory;
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm cyclic_orbit_alltoall() {
  return {.name = "cyclic-orbit",
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::multi},
          .summary = "n-1 messages in lockstep on all ports, dimensions in turn; few start-ups",
          .source = "romcast",
          .default_control = Control::rom,
          .options = {packet_cap_option()},
          .build = cyclic_orbit_alltoall_plan,
          .predict = cyclic_orbit_alltoall_theory};
}

}  // namespace romcast
