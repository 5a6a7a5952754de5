// SPDX-License-Identifier: Apache-2.0
// Flows against all cuts of small random networks (Ford & Fulkerson 1956: the largest flow is the
// smallest cut).
#include "schedules/bounds/max_flow.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using romcast::bounds::MaxFlow;

namespace {

struct Arc {
  std::size_t from, to;
  std::int64_t capacity;
};

// One network in two forms: a list of arcs whose cuts are all tried, and a MaxFlow.
class Pair {
 public:
  explicit Pair(std::size_t vertices) : vertices_(vertices), flow_(vertices) {}

  void connect(const Arc& arc) {
    CHECK(flow_.connect(arc.from, arc.to, arc.capacity) == arcs_.size());
    arcs_.push_back(arc);
  }
  void change(std::size_t arc, std::int64_t capacity) {
    arcs_[arc].capacity = capacity;
    flow_.set_capacity(arc, capacity);
  }
  std::size_t add_vertex() {
    CHECK(flow_.add_vertex() == vertices_);
    return vertices_++;
  }

  // Checks the largest flow from vertex 0, the source, to vertex 1, the sink, against all cuts.
  void compare() {
    std::int64_t least = cut(1);
    std::size_t nearest = vertices_;  // fewest vertices on the source's side of a least cut
    for (std::uint32_t side = 1; side < 1U << vertices_; side += 2) {
      if ((side & 2) == 0) least = std::min(least, cut(side));
    }
    for (std::uint32_t side = 1; side < 1U << vertices_; side += 2) {
      if ((side & 2) != 0 || cut(side) != least) continue;
      nearest = std::min<std::size_t>(nearest, __builtin_popcount(side));
    }
    REQUIRE(flow_.solve(0, 1) == least);

    std::vector<std::int64_t> gains(vertices_, 0);
    for (std::size_t arc = 0; arc < arcs_.size(); ++arc) {
      const std::int64_t along = flow_.along(arc);
      CHECK(along <= arcs_[arc].capacity);
      gains[arcs_[arc].from] -= along;
      gains[arcs_[arc].to] += along;
    }
    CHECK(gains[1] == least);
    CHECK(std::all_of(gains.begin() + 2, gains.end(), [](std::int64_t gain) { return gain == 0; }));

    const std::vector<bool> side = flow_.source_side(0);
    std::uint32_t members = 0;
    for (std::size_t v = 0; v < vertices_; ++v) members |= side[v] ? 1U << v : 0;
    CHECK(cut(members) == least);
    CHECK(static_cast<std::size_t>(__builtin_popcount(members)) == nearest);
  }

 private:
  [[nodiscard]] std::int64_t cut(std::uint32_t side) const {
    std::int64_t sum = 0;
    for (const auto& [from, to, capacity] : arcs_) {
      if ((side >> from & 1) != 0 && (side >> to & 1) == 0) sum += capacity;
    }
    return sum;
  }

  std::size_t vertices_;
  std::vector<Arc> arcs_;
  MaxFlow flow_;
};

}  // namespace

TEST_CASE("the largest flow is the smallest cut, also after arcs and vertices were added") {
  std::mt19937 random(1956);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  for (unsigned round = 0; round < 200; ++round) {
    std::size_t vertices = 2 + below(5);
    Pair pair(vertices);
    std::size_t arcs = below(3 * vertices);
    const auto arc = [&] {
      const std::size_t from = below(vertices);
      return Arc{from, (from + 1 + below(vertices - 1)) % vertices,
                 static_cast<std::int64_t>(below(8))};
    };
    for (std::size_t i = 0; i < arcs; ++i) pair.connect(arc());
    pair.compare();
    for (unsigned step = 0; step < 3; ++step) {
      if (arcs > 0) pair.change(below(arcs), static_cast<std::int64_t>(below(8)));
      pair.compare();
    }
    vertices = pair.add_vertex() + 1;
    pair.connect(arc());
    pair.connect(arc());
    pair.change(arcs, 9);  // the first new arc, before a flow uses it
    pair.compare();
  }
}
