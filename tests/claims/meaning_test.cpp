// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "claims/claim.hpp"
#include "claims/ledger.hpp"

namespace romcast::claims {
namespace {

const Paper kPaper{"paper", "A paper", {}};

// How judged() tries a claim whose printed formula is 2h: at h = 2 and h = 3, with the two measured
// figures `measured`. The corrected formula, one_more(), is 2h + 1.
struct Tried {
  std::vector<double> measured{4, 6};
  std::string run = "-H ";  // empty: no runs
  std::vector<std::string> faults{"", ""};
  bool reads_run = true, reads_plan = false;
};

Entry judged(Claim claim, const Tried& tried = {}, Effort effort = Effort::quick) {
  std::vector<Point> points;
  std::map<std::string, Figures> results;
  for (std::size_t i = 0; i < 2; ++i) {
    Point& point = points.emplace_back(Point{{{"h", double(i + 2)}}, {}});
    if (tried.run.empty()) continue;
    const std::string run = tried.run + (i == 0 ? "2" : "3");
    point.runs.push_back(run);
    results[run] = {.command = run, .fault = tried.faults[i]};
  }
  claim.grid = [points](Effort) { return points; };
  claim.measured = [tried](const Row& row) -> std::optional<double> {
    if (tried.reads_run && row.runs() > 0) (void)row.run();
    if (tried.reads_plan) row.note_plan();
    return tried.measured.at(std::size_t(row["h"]) - 2);
  };
  claim.printed = [](const Row& row) -> std::optional<double> { return 2 * row["h"]; };
  return judge(kPaper, claim, effort, results);
}

Formula one_more() {
  return [](const Row& row) -> std::optional<double> { return 2 * row["h"] + 1; };
}

TEST_CASE("a claim that holds in runs holds", "[claims]") {
  const Entry entry = judged({});
  CHECK(entry.meaning == "holds");
  CHECK(entry.basis == Basis::hardware);
}

TEST_CASE("a claim that holds without a run is computed only", "[claims]") {
  const Entry entry = judged({}, {.run = ""});
  CHECK(entry.verdict == "confirmed");
  CHECK(entry.meaning == "computed only");
  CHECK(entry.basis == Basis::computed);
}

TEST_CASE("runs of plans alone are no hardware", "[claims]") {
  CHECK(judged({}, {.run = "plan -H "}).basis == Basis::plan);
}

TEST_CASE("a figure has the basis of what it is read from, whatever runs beside it", "[claims]") {
  CHECK(judged({}, {.reads_plan = true}).basis == Basis::plan);
  CHECK(judged({}, {.reads_run = false, .reads_plan = true}).basis == Basis::plan);
  CHECK(judged({}, {.reads_run = false}).basis == Basis::computed);
  const Entry entry = judged({});
  CHECK(entry.trials.front().basis == Basis::hardware);
}

TEST_CASE("a bound or a conjecture is not contradicted", "[claims]") {
  const Entry entry = judged({.relation = Relation::at_least, .sense = Sense::bound});
  CHECK(entry.verdict == "confirmed");
  CHECK(entry.meaning == "not contradicted");
}

TEST_CASE("a misprint and a false claim are told apart", "[claims]") {
  const Tried tried{.measured = {5, 7}};
  Claim claim{.corrected = one_more(), .repair = Repair::misprint};
  CHECK(judged(claim, tried).verdict == "confirmed with correction");
  CHECK(judged(claim, tried).meaning == "holds after repair of a misprint");
  claim.repair = Repair::value;
  CHECK(judged(claim, tried).meaning == "false, the right value known");
}

TEST_CASE("a false claim without a right value for all cases is open", "[claims]") {
  const Tried tried{.measured = {5, 7}};
  CHECK(judged({}, tried).meaning == "false, open");
  const Claim partly{.corrected = one_more(), .repair = Repair::partly};
  CHECK(judged(partly, tried).verdict == "confirmed with correction");
  CHECK(judged(partly, tried).meaning == "false, open");
}

TEST_CASE("a run that proves nothing gives no result", "[claims]") {
  CHECK(judged({}, {.faults = {"", "the plan is illegal"}}).meaning == "no result");
}

TEST_CASE("a claim that cannot be tried, or was not, means that", "[claims]") {
  CHECK(judge(kPaper, {.untestable = "a question"}, Effort::quick, {}).meaning == "not testable");
  CHECK(std::string(kMeanings.back()) == kNotRun);
}

TEST_CASE("a bound that no trial attains proves nothing", "[claims]") {
  Claim claim{.relation = Relation::at_most};
  CHECK(judged(claim, {.measured = {3, 6}}).verdict == "confirmed");
  CHECK(judged(claim, {.measured = {3, 6}}).slack == 0);
  const Entry entry = judged(claim, {.measured = {3, 5}});
  CHECK(entry.verdict == "refuted");
  CHECK(entry.meaning == "no result");
  CHECK(entry.faulty);
  CHECK(entry.slack == 1);
  CHECK(entry.reason ==
        "the trial proves nothing: the nearest figure is 1 from the formula, not 0");
}

TEST_CASE("a loose bound says how loose it is, and must be neither looser nor tighter",
          "[claims]") {
  const Claim claim{.relation = Relation::at_most, .slack = 3};
  CHECK(judged(claim, {.measured = {1, 1}}).verdict == "confirmed");
  CHECK(judged(claim, {.measured = {0, 1}}).faulty);
  CHECK(judged(claim, {.measured = {2, 2}}).faulty);
}

TEST_CASE("the full grid may come nearer to a bound than the quick one", "[claims]") {
  const Claim claim{.relation = Relation::at_most, .slack = 3};
  CHECK(!judged(claim, {.measured = {2, 2}}, Effort::full).faulty);
  CHECK(judged(claim, {.measured = {0, 1}}, Effort::full).faulty);
}

TEST_CASE("one example shows that there is one, and none shows nothing", "[claims]") {
  const Claim claim{.relation = Relation::more, .sense = Sense::exists};
  CHECK(judged(claim, {.measured = {4, 7}}).meaning == "holds");
  CHECK(judged(claim, {.measured = {4, 7}}).verdict == "confirmed");
  const Entry none = judged(claim, {.measured = {4, 6}});
  CHECK(none.meaning == "not shown");
  CHECK(none.verdict == "not testable");
  CHECK(none.counterexample.empty());
  CHECK(!none.reason.empty());
}

TEST_CASE("points that a search has solved are marked", "[claims]") {
  const Entry solved = judged({}, {.run = "-n tree -a exact --seconds 60 -H "});
  CHECK(solved.trials.front().solved);
  CHECK(!judged({}).trials.front().solved);
}

TEST_CASE("every lower bound and the conjecture are marked as such", "[claims]") {
  std::size_t bounds = 0;
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (claim.sense == Sense::bound) ++bounds;
      INFO(claim.id);
      const bool conjecture = claim.statement.find("onjecture") != std::string::npos;
      const bool least = claim.statement.find("at least") != std::string::npos &&
                         claim.relation == Relation::at_least && claim.grid;
      if ((conjecture && claim.grid) || (least && claim.corrected == nullptr)) {
        CHECK((claim.sense == Sense::bound || claim.id == "star-R3R4-twice"));
      }
    }
  }
  CHECK(bounds >= 20);
}

TEST_CASE("a claim with a corrected formula says in a sentence why the printed one fails",
          "[claims]") {
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      INFO(claim.id);
      CHECK((!claim.corrected || claim.why.ends_with(".")));
      CHECK((claim.why.empty() || claim.why.ends_with(".")));
    }
  }
}

TEST_CASE("formulas that the scan has lost are marked, and only those of one paper", "[claims]") {
  std::size_t lost = 0;
  for (const Paper& paper : all_papers()) {
    for (const Claim& claim : paper.claims) {
      INFO(claim.id);
      CHECK((!claim.reconstructed || paper.name == "multiport"));
      CHECK((claim.statement.find("[reconstructed]") == std::string::npos || claim.reconstructed));
      lost += claim.reconstructed ? 1 : 0;
    }
  }
  CHECK(lost >= 11);
}

}  // namespace
}  // namespace romcast::claims
