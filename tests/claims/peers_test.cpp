// SPDX-License-Identifier: Apache-2.0
// Published figures of other schedulers, compared with romcast's.
#include "claims/peers.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace romcast::claims;

namespace {

PeerFigure published(double figure, bool less, std::optional<double> limit) {
  return {.id = "x",
          .run = "plan x",
          .figure = figure,
          .less_is_better = less,
          .measured = [](const Figures& run) { return run.cycles; },
          .limit = [limit](const Figures&) { return limit; }};
}

Standing standing(double ours, double figure, bool less = true,
                  std::optional<double> limit = std::nullopt) {
  return compare(published(figure, less, limit), {.cycles = ours}).standing;
}

}  // namespace

TEST_CASE("less is ahead where less is better, and more where more is") {
  CHECK(standing(9, 10) == Standing::ahead);
  CHECK(standing(11, 10) == Standing::behind);
  CHECK(standing(11, 10, false) == Standing::ahead);
  CHECK(standing(9, 10, false) == Standing::behind);
}

TEST_CASE("a difference beyond the digits of a publication is none") {
  CHECK(standing(10.005, 10) == Standing::equal);
  CHECK(standing(10.02, 10) == Standing::behind);
}

TEST_CASE("what is better than any schedule here is beyond, not ahead of us") {
  CHECK(standing(11, 10, true, 11) == Standing::beyond);
  CHECK(standing(12, 10, true, 9) == Standing::behind);
  CHECK(standing(3, 4, false, 3.5) == Standing::beyond);
}

TEST_CASE("a figure at its limit is optimal") {
  CHECK(compare(published(10, true, 9), {.cycles = 9}).optimal);
  CHECK(!compare(published(10, true, 8), {.cycles = 9}).optimal);
  CHECK(compare(published(10, true, 8), {.cycles = 9, .optimal = true}).optimal);
}

TEST_CASE("a faulty run gives no figure beside the published one") {
  const PeerResult result = compare(published(10, true, 9), {.cycles = 9, .fault = "illegal"});
  CHECK(result.standing == Standing::no_result);
  CHECK(result.fault == "illegal");
}

TEST_CASE("every figure of others has an id, a source, a run and a measure") {
  std::set<std::string> ids;
  for (const PeerFigure& figure : peer_figures()) {
    CAPTURE(figure.id);
    CHECK(ids.insert(figure.id).second);
    CHECK(figure.id.starts_with("peers-"));
    CHECK(!figure.source.empty());
    CHECK(!figure.run.empty());
    CHECK(figure.figure > 0);
    CHECK(figure.measured);
  }
  CHECK(ids.size() >= 35);
}
