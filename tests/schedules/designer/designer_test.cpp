// SPDX-License-Identifier: Apache-2.0
// Designs of sizes whose best networks are known.
#include "schedules/designer/designer.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "hostlib/graph_oracle.hpp"
#include "romcast/core/error.hpp"
#include "schedules/designer/strides.hpp"

using namespace romcast;
using namespace romcast::designer;

namespace {

const Design* find(const Catalog& catalog, const std::string& network) {
  for (const Design& one : catalog.designs) {
    if (one.candidate.network == network) return &one;
    for (const std::string& other : one.alike) {
      if (other == network) return &one;
    }
  }
  return nullptr;
}

Catalog both(std::uint32_t processors, std::uint32_t degree) {
  return design(processors, degree, {CollectiveKind::allgather, CollectiveKind::alltoall});
}

}  // namespace

TEST_CASE("all candidates have the size and the degree, and are made by their names") {
  for (const auto& [n, d] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{24, 3}, {32, 5}, {36, 4}, {10, 3}}) {
    std::set<std::string> names;
    for (const Candidate& one : candidates(n, d)) {
      CAPTURE(one.network);
      CHECK(names.insert(one.network).second);
      const auto made = network(one.network, {});
      CHECK(made->processors() == n);
      CHECK(made->nodes() == n);
      CHECK(diameter(*made) == one.diameter);
      std::size_t most = 0;
      for (NodeId v = 0; v < n; ++v) most = std::max(most, made->outputs(v).size());
      CHECK(most == d);
    }
    CHECK(names.size() > 4);
  }
}

TEST_CASE("the Petersen graph is the best of ten processors with three links both ways") {
  const Catalog catalog = both(10, 3);
  const Design* petersen = find(catalog, "petersen");
  REQUIRE(petersen != nullptr);
  CHECK(petersen->candidate.diameter == 2);
  CHECK(catalog.both_ways.steps == 2);
  CHECK(catalog.both_ways.cycles == std::vector<double>{3.0, 5.0});
  CHECK(petersen->figures[0].cycles == Approx(3.0));
  CHECK(petersen->figures[1].cycles == Approx(5.0));
  CHECK(petersen->figures[0].frontier);
  CHECK(petersen->figures[1].optimal());
}

TEST_CASE("networks that are as good as the best are on the frontier") {
  // Linear programs show that both networks need four cycles per message.
  const Catalog catalog = both(8, 3);
  for (const char* name : {"circulant 8 1,4", "generalized-kautz 8 3"}) {
    const Design* one = find(catalog, name);
    REQUIRE(one != nullptr);
    CAPTURE(name, one->figures[1].cycles, one->figures[1].bound);
    CHECK(one->figures[1].frontier);
  }
}

TEST_CASE("networks of 16 processors with four links are hypercube, torus and one graph") {
  const Catalog catalog = design(16, 4, {CollectiveKind::alltoall, CollectiveKind::allreduce});
  const Design* cube = find(catalog, "hypercube 4");
  REQUIRE(cube != nullptr);
  CHECK(find(catalog, "torus 4x4") == cube);
  CHECK(find(catalog, "hyperx 2x2x2x2") == nullptr);
  CHECK(cube->figures[0].cycles == Approx(8.0));
  CHECK(cube->figures[1].cycles == Approx(2 * 15.0 / (16 * 4)));
  CHECK(cube->figures[0].optimal());
  CHECK(cube->figures[1].optimal());
}

TEST_CASE("twice the line graph of a complete bipartite graph is among 128 of degree 4") {
  const Catalog catalog = design(128, 4, {CollectiveKind::allgather});
  const Design* lines = find(catalog, "line 2 (degree 4 (hyperx 2))");
  REQUIRE(lines != nullptr);
  CHECK(lines->candidate.diameter == 4);
  CHECK(lines->figures[0].cycles == Approx(127.0 / 4));
  CHECK(lines->figures[0].frontier);
}

TEST_CASE("no network is better than the limits, and a network off the frontier is beaten",
          "[exhaustive]") {
  for (const auto& [n, d] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{16, 3}, {24, 4}, {30, 2}}) {
    const Catalog catalog = both(n, d);
    for (const Design& one : catalog.designs) {
      CAPTURE(one.candidate.network);
      const Limit& limit = one.both_ways ? catalog.both_ways : catalog.any;
      CHECK(one.candidate.diameter >= limit.steps);
      for (std::size_t k = 0; k < 2; ++k) {
        CHECK(one.figures[k].cycles >= limit.cycles[k] * (1 - 1e-9));
        CHECK(one.figures[k].cycles >= one.figures[k].bound * (1 - 1e-9));
        bool beaten = false;
        for (const Design& other : catalog.designs) {
          const CollectiveFigures &mine = one.figures[k], &its = other.figures[k];
          beaten = beaten || (its.steps <= mine.steps && its.cycles < mine.cycles * (1 - 2e-3)) ||
                   (its.steps < mine.steps && its.cycles <= mine.cycles * (1 + 1e-4));
        }
        if (one.figures[k].frontier) {
          CHECK(!beaten);
        } else {
          // The search finds cycles to 0.1 %, so networks whose cycles differ by 0.2 % may be
          // equal.
          CHECK(std::ranges::any_of(catalog.designs, [&](const Design& other) {
            const CollectiveFigures &mine = one.figures[k], &its = other.figures[k];
            return &other != &one && its.steps <= mine.steps &&
                   its.cycles <= mine.cycles * (1 + 2e-3);
          }));
        }
      }
    }
  }
}

TEST_CASE("networks whose links all lead both ways are a part of all networks") {
  const Catalog catalog = design(16, 4, {CollectiveKind::allgather}, Wanted::both_ways);
  CHECK(find(catalog, "hypercube 4") != nullptr);
  CHECK(find(catalog, "de-bruijn 4 2") == nullptr);
  CHECK(find(both(16, 4), "de-bruijn 4 2") != nullptr);
  for (const Design& one : catalog.designs) CHECK(one.both_ways);
}

TEST_CASE("the strides of circulant graphs have the least mean distance of all") {
  for (const std::uint32_t n : {9U, 13U, 16U, 25U}) {
    double least = 1e9;
    for (std::uint32_t a = 1; a <= (n - 1) / 2; ++a) {
      for (std::uint32_t b = a + 1; b <= (n - 1) / 2; ++b) {
        const std::string text = fmt::format("circulant {} {},{}", n, a, b);
        if (!error_of(text, {}).empty()) continue;  // not connected
        double total = 0;
        for (const unsigned one : boost_distances(boost_graph(*network(text, {})), 0)) total += one;
        least = std::min(least, total);
      }
    }
    const std::vector<std::uint32_t> best = best_strides(n, 4);
    REQUIRE(best.size() == 2);
    double total = 0;
    const auto made = network(fmt::format("circulant {} {},{}", n, best[0], best[1]), {});
    for (const unsigned one : boost_distances(boost_graph(*made), 0)) total += one;
    CHECK(total == least);
  }
  CHECK(best_strides(9, 3).empty());
  CHECK(best_strides(2048, 8).size() == 4);
}

TEST_CASE("impossible designs are refused by name") {
  using Catch::Contains;
  const auto refused = [](std::uint32_t n, std::uint32_t d, CollectiveKind kind) -> std::string {
    try {
      design(n, d, {kind});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refused(1, 1, CollectiveKind::alltoall), Contains("`nodes` 1: give a number from 2"));
  CHECK_THAT(refused(8, 8, CollectiveKind::alltoall), Contains("`degree` 8: give a number from 1"));
  CHECK_THAT(refused(8, 3, CollectiveKind::scatter),
             Contains("`collective` scatter: it has no rate here; give allgather"));
}
