// SPDX-License-Identifier: Apache-2.0
// Orbits of destinations under rotation of the dimensions.
#include "schedules/star/orbits.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "schedules/star/alltoall.hpp"

using namespace romcast;
using namespace romcast::test::star;

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
      const auto orbits = star::orbits_of(problem_of(multi_port(n, "", {}, {}, messages)));
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
