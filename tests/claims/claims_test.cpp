// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>

#include "claims/claim.hpp"
#include "claims/ledger.hpp"

namespace romcast::claims {
namespace {

std::vector<std::string> listed() {
  std::ifstream file(ROMCAST_CLAIM_IDS);
  std::vector<std::string> ids;
  for (std::string id; std::getline(file, id);) ids.push_back(id);
  return ids;
}

TEST_CASE("the claims are those of the list, each once", "[claims]") {
  std::vector<std::string> ids;
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      CHECK(claim.id.starts_with(paper.name + "-"));
      ids.push_back(claim.id);
    }
  }
  std::vector<std::string> wanted = listed();
  std::ranges::sort(ids);
  std::ranges::sort(wanted);
  CHECK(ids == wanted);
}

TEST_CASE("every claim says where it stands, what it says, and how it is tried or why not",
          "[claims]") {
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      INFO(claim.id);
      CHECK(!claim.place.empty());
      CHECK(!claim.statement.empty());
      CHECK(bool(claim.grid) == claim.untestable.empty());
      CHECK(bool(claim.grid) == bool(claim.printed));
      CHECK(bool(claim.printed) == !claim.printed_text.empty());
      CHECK(bool(claim.corrected) == !claim.corrected_text.empty());
    }
  }
}

TEST_CASE("the quick grid of a claim is not empty and part of the full one", "[claims]") {
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (!claim.grid) continue;
      INFO(claim.id);
      const std::vector<Point> quick = claim.grid(Effort::quick), full = claim.grid(Effort::full);
      CHECK(!quick.empty());
      CHECK(full.size() >= quick.size());
    }
  }
}

const Paper kPaper{"paper", "A paper", {}};
// The runs of claim_of() below; the number after -H is the size h.
const std::vector<std::string> kRuns{"-H 2", "-H 3", "-H 4"};

std::map<std::string, Figures> measured(const std::vector<double>& cycles) {
  std::map<std::string, Figures> results;
  for (std::size_t i = 0; i < kRuns.size(); ++i) {
    results[kRuns[i]] = {.command = kRuns[i], .cycles = cycles[i], .plan_cycles = cycles[i]};
  }
  return results;
}

Claim claim_of(Relation relation) {
  return {.id = "paper-thm1",
          .grid =
              [](Effort) {
                std::vector<Point> points;
                for (std::size_t i = 0; i < kRuns.size(); ++i) {
                  points.push_back({{{"h", double(i + 2)}}, {kRuns[i]}});
                }
                return points;
              },
          .relation = relation,
          .printed = [](const Row& row) -> std::optional<double> { return 2 * row["h"]; },
          .printed_text = "2h"};
}

Entry judged(const Claim& claim, const std::map<std::string, Figures>& results) {
  return judge(kPaper, claim, Effort::quick, results);
}

TEST_CASE("a claim that holds at all points is confirmed", "[claims]") {
  const Claim claim = claim_of(Relation::equals);
  CHECK(judged(claim, measured({4, 6, 8})).verdict == "confirmed");
  CHECK(judged(claim, measured({4, 6, 8})).counterexample.empty());
}

TEST_CASE("the first point at which a claim fails is the counterexample", "[claims]") {
  const Claim claim = claim_of(Relation::equals);
  const Entry entry = judged(claim, measured({4, 7, 9}));
  CHECK(entry.verdict == "refuted");
  CHECK(entry.counterexample == "h=3: measured 7, printed = 6 (romcast run -H 3)");
}

TEST_CASE("the corrected formula must hold at all points", "[claims]") {
  Claim claim = claim_of(Relation::equals);
  claim.corrected = [](const Row& row) -> std::optional<double> { return 2 * row["h"] + 1; };
  CHECK(judged(claim, measured({5, 7, 9})).verdict == "confirmed with correction");
  CHECK(judged(claim, measured({5, 7, 8})).verdict == "refuted");
  CHECK(judged(claim, measured({4, 6, 8})).verdict == "confirmed");
}

TEST_CASE("bounds and strict relations are told apart", "[claims]") {
  CHECK(judged(claim_of(Relation::at_most), measured({4, 5, 8})).verdict == "confirmed");
  CHECK(judged(claim_of(Relation::at_most), measured({4, 7, 8})).verdict == "refuted");
  CHECK(judged(claim_of(Relation::at_least), measured({4, 7, 8})).verdict == "confirmed");
  CHECK(judged(claim_of(Relation::less), measured({3, 5, 8})).verdict == "refuted");
  CHECK(judged(claim_of(Relation::more), measured({5, 7, 9})).verdict == "confirmed");
}

TEST_CASE("a formula that says nothing at a point is not held against it", "[claims]") {
  Claim claim = claim_of(Relation::equals);
  claim.printed = [](const Row& row) -> std::optional<double> {
    if (row["h"] == 3) return std::nullopt;
    return 2 * row["h"];
  };
  CHECK(judged(claim, measured({4, 100, 8})).verdict == "confirmed");
}

TEST_CASE("a run in which hardware and plan differ proves nothing", "[claims]") {
  auto results = measured({4, 6, 8});
  results["-H 4"].fault = "hardware and plan differ";
  const Entry entry = judged(claim_of(Relation::equals), results);
  CHECK(entry.verdict == "refuted");
  CHECK(entry.faulty);
  CHECK(entry.reason == "a run proves nothing: -H 4: hardware and plan differ");
}

TEST_CASE("a claim without a grid is not testable, and says why", "[claims]") {
  const Claim claim{.id = "paper-q", .untestable = "it is a question"};
  const Entry entry = judged(claim, {});
  CHECK(entry.verdict == "not testable");
  CHECK(entry.reason == "it is a question");
}

TEST_CASE("a run that several claims need is made once", "[claims]") {
  const Claim claim = claim_of(Relation::equals);
  CHECK(runs_of({&claim, &claim}, Effort::quick) == kRuns);
}

}  // namespace
}  // namespace romcast::claims
