// SPDX-License-Identifier: Apache-2.0
// Compares every broadcast in rounds on fully connected networks with an oracle that shares no code
// with romcast: the plan obeys the model, its number of rounds is in the oracle's range, and the
// theory's bound is the larger of the bounds of Lemmas 2 and 3 of Bar-Noy & Ho.
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <optional>
#include <set>

#include "complete_rounds.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/complete.hpp"

namespace {

using namespace romcast;
using oracle::complete::Sends;
using romcast::test::CompleteRounds;

// A problem for an algorithm, with its option --degree (0: not given).
struct Run {
  oracle::complete::Job job;
  unsigned degree = 0;
  NodeId source = 0;
};

Problem problem_of(const Run& run) {
  const auto& [n, m, k] = run.job;
  Problem problem{std::make_shared<Complete>(n),
                  Collective(CollectiveKind::broadcast, n, run.source, m),
                  k == 1 ? Ports{Ports::Kind::single} : Ports{Ports::Kind::several, k},
                  {}};
  if (run.degree != 0) problem.options["degree"] = std::to_string(run.degree);
  return problem;
}

bool fits(const Algorithm& algorithm, const Run& run) {
  const Problem problem = problem_of(run);
  return std::ranges::count(algorithm.ports, problem.ports.kind) != 0 &&
         (!algorithm.refusal || algorithm.refusal(problem).empty());
}

Sends sends_of(const Plan& plan, const Topology& topology) {
  const auto schedule = plan.open();
  Sends sends;
  for (std::vector<Hop> hops; schedule->next(hops);) {
    for (const Hop& hop : hops) {
      sends.push_back({hop.cycle - 1, topology.channel_at(hop.link).from, hop.to, hop.message});
    }
  }
  return sends;
}

// The number of rounds by the formula that a paper prints for the algorithm; empty if the oracle
// has no such formula (`fibonacci`: if no degree is given).
std::optional<unsigned> printed(const std::string& algorithm, const Run& run) {
  namespace oc = oracle::complete;
  if (algorithm == "k-tree") return oc::k_tree_printed(run.job);
  if (algorithm.starts_with("rotation")) {
    return oc::ceil_div(run.job.m, run.job.k) + oc::ceil_log(run.job.k + 1, run.job.n);
  }
  if (algorithm == "fibonacci" && run.degree != 0) {
    return oc::fibonacci_printed(run.job, run.degree);
  }
  return std::nullopt;
}

void check_theory(const std::string& algorithm, const Run& run, const Theory& theory,
                  unsigned rounds) {
  if (theory.formula_cycles) CHECK(*theory.formula_cycles == rounds);
  CHECK(theory.formula_cycles.has_value() == (algorithm != "d-ary-trees"));
  REQUIRE(theory.lower_bound);
  CHECK(*theory.lower_bound == oracle::complete::lemma3(run.job));
  CHECK(*theory.lower_bound <= rounds);
  const auto figure = printed(algorithm, run);
  if (theory.paper_cycles && figure) CHECK(*theory.paper_cycles == *figure);
}

// If the algorithm does not fit the run (fits()), returns false. Otherwise compares the algorithm's
// plan and theory with the oracle by CHECKs, and returns true.
bool compare(const Algorithm& algorithm, const Run& run, CompleteRounds& rounds) {
  if (!fits(algorithm, run)) return false;
  const auto& [n, m, k] = run.job;
  CAPTURE(algorithm.name, n, m, k, run.degree, run.source);
  const Problem problem = problem_of(run);
  const Sends sends = sends_of(algorithm.build(problem), *problem.topology);
  const auto verdict = oracle::complete::judge(run.job, run.source, sends);
  CHECK(verdict.violation == "");
  const auto range = rounds.of(algorithm.name, run.job, run.degree);
  CHECK(verdict.rounds >= range.least);
  CHECK(verdict.rounds <= range.most);
  check_theory(algorithm.name, run, algorithm.predict(problem), verdict.rounds);
  return true;
}

struct Grid {
  std::vector<unsigned> n, m, k, degrees{0};
};

std::vector<unsigned> up_to(unsigned most) {
  std::vector<unsigned> all;
  for (unsigned n = 2; n <= most; ++n) all.push_back(n);
  return all;
}

// Compares the broadcasts in `names` with the oracle, each on the problems of the grid that it
// fits: with source 0 and, if the sum of the numbers of processors and messages is divisible by 5,
// also with another source. Returns the names of the broadcasts that fit a problem with source 0.
std::set<std::string> compare_all(const Grid& grid, const std::set<std::string>& names) {
  std::set<std::string> seen;
  CompleteRounds rounds;
  const auto one = [&](const Algorithm& algorithm, const oracle::complete::Job& job,
                       unsigned degree) {
    if (compare(algorithm, {job, degree, 0}, rounds)) seen.insert(algorithm.name);
    if ((job.n + job.m) % 5 == 0) compare(algorithm, {job, degree, job.n - 1 - job.n / 3}, rounds);
  };
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.network != "complete" || !names.contains(algorithm.name)) continue;
    if (algorithm.collective != CollectiveKind::broadcast) continue;
    for (const unsigned n : grid.n) {
      for (const unsigned m : grid.m) {
        for (const unsigned k : grid.k) {
          for (const unsigned degree : grid.degrees) one(algorithm, {n, m, k}, degree);
        }
      }
    }
  }
  return seen;
}

const std::set<std::string> kOnePort{"path",      "binomial",  "binary-tree",
                                     "hypercube", "circulant", "clipped-cube"};
const std::set<std::string> kSeveralPorts{"clipped-cube", "k-tree", "rotation", "rotation-best"};

}  // namespace

TEST_CASE("Every broadcast in rounds on fully connected networks has an oracle") {
  std::set<std::string> listed;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.network != "complete" || algorithm.logp) continue;
    if (algorithm.collective == CollectiveKind::broadcast) listed.insert(algorithm.name);
  }
  CHECK(listed == CompleteRounds::algorithms());
}

TEST_CASE("The oracle finds the same rounds with one port") {
  const Grid grid{.n = up_to(64), .m = {1, 2, 3, 5, 10}, .k = {1}};
  CHECK(compare_all(grid, {"path", "binomial", "binary-tree", "hypercube", "circulant", "rotation"})
            .size() == 6);
}

TEST_CASE("The oracle finds the same rounds with several ports") {
  const Grid grid{.n = up_to(64), .m = {1, 2, 3, 5, 9, 10}, .k = {2, 3, 4, 5, 8}};
  CHECK(compare_all(grid, kSeveralPorts) == kSeveralPorts);
}

TEST_CASE("Broadcasts that are planned send by send keep the model and near Theorem 10") {
  const Grid grid{.n = {2, 3, 5, 6, 8, 16, 35, 36, 64}, .m = {1, 2, 5, 9}, .k = {2, 3, 5, 8}};
  CHECK(compare_all(grid, {"rarest-first"}).size() == 1);
}

TEST_CASE("The oracle finds the same rounds with Fibonacci trees of any degree") {
  const Grid grid{.n = up_to(64), .m = {1, 2, 5, 9}, .k = {1}, .degrees = {3, 4, 5, 6, 7, 20, 63}};
  CHECK(compare_all(grid, {"fibonacci"}).size() == 1);
  const Grid best{.n = up_to(64), .m = {1, 4}, .k = {1}};
  CHECK(compare_all(best, {"fibonacci"}).size() == 1);
}

TEST_CASE("Fibonacci trees fit where the oracle can build them") {
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.name != "fibonacci") continue;
    for (unsigned n = 2; n <= 200; ++n) {
      for (const unsigned d : {3U, 4U, 5U, 8U, 13U, 60U}) {
        CAPTURE(n, d);
        CHECK(fits(algorithm, {{n, 2, 1}, d}) == oracle::complete::fibonacci_fits(n, d));
      }
    }
  }
}

TEST_CASE("d-ary trees take rounds that some colouring of the oracle's trees takes") {
  const Grid grid{.n = up_to(64), .m = {1, 2, 5}, .k = {1}, .degrees = {0, 3, 4, 7}};
  CHECK(compare_all(grid, {"d-ary-trees"}).size() == 1);
}

TEST_CASE("The oracle finds the same rounds in larger networks") {
  const Grid grid{.n = {81, 100, 121, 127, 129, 211, 256, 343, 512, 625, 700},
                  .m = {4, 7},
                  .k = {1, 2, 3, 4, 6},
                  .degrees = {0}};
  std::set<std::string> names = kOnePort;
  names.insert(kSeveralPorts.begin(), kSeveralPorts.end());
  CHECK(compare_all(grid, names) == names);
  const Grid trees{.n = {81, 211, 256, 512, 700}, .m = {4}, .k = {1}, .degrees = {3, 4, 7}};
  CHECK(compare_all(trees, {"fibonacci", "d-ary-trees"}).size() == 2);
}
