// SPDX-License-Identifier: Apache-2.0
// Routing in star graphs against breadth-first search by Boost.Graph.
#include "romcast/core/star_routing.hpp"

#include <catch2/catch.hpp>

#include "hostlib/star_distances.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

// The number of hops of path_to() if rule R3 (see star_routing.hpp) were applied with the largest
// dimension that R3 allows, instead of the smallest.
std::size_t hops_by_largest(Permutation from, const Substar& substar, unsigned n) {
  std::size_t hops = 0;
  for (; !inside(from, substar, n); ++hops) {
    // The fixed position, counted from 0, that the substar has for the symbol at `position` of
    // `from`; n if the symbol belongs to the free positions.
    const auto home = [&](unsigned position) {
      for (unsigned i = substar.free; i < n; ++i) {
        if (substar.label[i] == from[position]) return i;
      }
      return n;
    };
    unsigned i = home(0);
    if (i == n) {
      i = n - 1;
      while (home(i) == n || home(i) == i) --i;
    }
    from = from.crossed(i + 1);
  }
  return hops;
}

}  // namespace

TEST_CASE("the distance of two nodes is that of breadth-first search") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const std::vector<unsigned> distance = StarOracle(n).distances({0});
    for (NodeId u = 0; u < star.nodes(); ++u) {
      REQUIRE(star_distance(star.label(0), star.label(u), n) == distance[u]);
      REQUIRE(star_distance(star.label(u), star.label(0), n) == distance[u]);
    }
  }
}

TEST_CASE("the distance of any two nodes is that of breadth-first search") {
  for (unsigned n = 3; n <= 5; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    for (NodeId v = 0; v < star.nodes(); ++v) {
      const std::vector<unsigned> distance = oracle.distances({v});
      for (NodeId u = 0; u < star.nodes(); ++u) {
        REQUIRE(star_distance(star.label(u), star.label(v), n) == distance[u]);
      }
    }
  }
}

TEST_CASE("a dimension brings a message nearer just where breadth-first search says so") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const std::vector<unsigned> distance = StarOracle(n).distances({0});
    for (NodeId u = 0; u < star.nodes(); ++u) {
      for (unsigned d = 2; d <= n; ++d) {
        const bool truth = distance[star.neighbour(u, d)] < distance[u];
        REQUIRE(nearer(star.label(u), star.label(0), d, n) == truth);
      }
    }
  }
}

TEST_CASE("a dimension brings a message nearer to any node where its relative label says so") {
  const StarGraph star(5);
  const StarOracle oracle(5);
  for (NodeId to = 0; to < star.nodes(); to += 11) {
    const std::vector<unsigned> distance = oracle.distances({to});
    for (NodeId u = 0; u < star.nodes(); ++u) {
      for (unsigned d = 2; d <= 5; ++d) {
        const bool truth = distance[star.neighbour(u, d)] < distance[u];
        REQUIRE(nearer(star.label(u), star.label(to), d, 5) == truth);
      }
    }
  }
}

TEST_CASE("rules R1 and R2 take every message one hop nearer") {
  for (unsigned n = 3; n <= 7; ++n) {
    const StarGraph star(n);
    const std::vector<unsigned> distance = StarOracle(n).distances({0});
    for (NodeId u = 1; u < star.nodes(); ++u) {
      const unsigned d = step_towards(star.label(u), star.label(0), n);
      REQUIRE(distance[star.neighbour(u, d)] + 1 == distance[u]);
    }
  }
}

TEST_CASE("rule R1 takes the smallest dimension and R2 brings the first symbol home") {
  const StarGraph star(5);
  const auto step = [&](const char* from, const char* to) {
    return step_towards(star.label(star.find_node(from)), star.label(star.find_node(to)), 5);
  };
  CHECK(step("12435", "12345") == 3);  // R1: 3 and 4 are exchanged
  CHECK(step("15342", "12345") == 2);  // R1: 2 and 5
  CHECK(step("42315", "12345") == 4);  // R2
  CHECK(step("12345", "54321") == 5);  // R2: the 1 belongs to position 5
}

TEST_CASE("every route in a star graph takes the message one hop nearer") {
  for (unsigned n = 3; n <= 5; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    for (NodeId destination = 0; destination < star.nodes(); ++destination) {
      const std::vector<unsigned> distance = oracle.distances({destination});
      for (NodeId at = 0; at < star.nodes(); ++at) {
        if (at == destination) continue;
        const Channel& channel = star.channels()[star.route(at, destination)];
        REQUIRE(channel.from == at);
        REQUIRE(distance[channel.to] + 1 == distance[at]);
      }
    }
  }
}

TEST_CASE("rules R3 and R4 find a shortest path from every node to every substar", "[exhaustive]") {
  for (unsigned n = 3; n <= 6; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    for (unsigned k = 1; k <= n; ++k) {
      for (const std::string& label : oracle.substars(k)) {
        const Substar substar{star.label(star.find_node(label)), k};
        const std::vector<unsigned> distance = oracle.distances(oracle.substar(label, k));
        for (NodeId u = 0; u < star.nodes(); ++u) {
          REQUIRE(inside(star.label(u), substar, n) == (distance[u] == 0));
          const std::vector<unsigned> path = path_to(star.label(u), substar, n);
          REQUIRE(path.size() == distance[u]);
          NodeId at = u;
          for (const unsigned d : path) at = star.neighbour(at, d);
          REQUIRE(distance[at] == 0);
        }
      }
    }
  }
}

TEST_CASE("the paper's examples of rules R3 and R4 in a star graph of six symbols") {
  const StarGraph star(6);
  const auto step = [&](const char* label) {
    return step_towards(star.label(0), Substar{star.label(star.find_node(label)), 4}, 6);
  };
  CHECK(step("124563") == 3);  // towards ****63
  CHECK(step("235641") == 6);  // towards ****41
}

TEST_CASE("rule R3 with the largest i takes a detour from 1342 to **34") {
  const StarGraph star(4);
  const Substar substar{star.label(star.find_node("1234")), 2};
  const Permutation from = star.label(star.find_node("1342"));
  CHECK(path_to(from, substar, 4) == std::vector<unsigned>{2, 3, 4});
  CHECK(hops_by_largest(from, substar, 4) == 4);
}

TEST_CASE("rule R3 with the largest i loses only to substars of two up to n-2 dimensions") {
  for (unsigned n = 3; n <= 6; ++n) {
    const StarGraph star(n);
    const StarOracle oracle(n);
    for (unsigned k = 1; k <= n; ++k) {
      const Substar substar{star.label(0), k};
      const std::vector<unsigned> distance =
          oracle.distances(oracle.substar(oracle.labels.front(), k));
      bool loses = false;
      for (NodeId u = 0; u < star.nodes(); ++u) {
        loses = loses || hops_by_largest(star.label(u), substar, n) > distance[u];
      }
      CHECK(loses == (2 <= k && k + 2 <= n));
    }
  }
}
