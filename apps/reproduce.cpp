// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/figures.hpp"
#include "apps/progress.hpp"
#include "apps/run_journal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/run/rank_pool.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

using claims::Claim;
using claims::Entry;
using claims::Figures;
using claims::Paper;

bool asked_for(const std::vector<std::string>& wanted, const Paper& paper, const Claim& claim) {
  return wanted.empty() || std::ranges::find(wanted, paper.name) != wanted.end() ||
         std::ranges::find(wanted, claim.id) != wanted.end();
}

void check_wanted(const std::vector<std::string>& wanted) {
  std::vector<std::string> papers, known;
  for (const Paper& paper : claims::all_papers()) {
    papers.push_back(paper.name);
    for (const Claim& claim : paper.claims) known.push_back(claim.id);
  }
  known.insert(known.end(), papers.begin(), papers.end());
  for (const std::string& name : wanted) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw InputError(fmt::format("{}: no such paper or claim{}; the papers are {}", name,
                                 did_you_mean(name, known), fmt::join(papers, ", ")));
  }
}

std::vector<const Claim*> wanted_claims(const ReproduceOptions& options) {
  check_wanted(options.wanted);
  std::vector<const Claim*> wanted;
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) wanted.push_back(&claim);
    }
  }
  return wanted;
}

using Done = std::function<void(std::size_t run, const Answer& answer)>;

std::function<std::string(std::size_t)> work_on(const std::vector<std::string>& runs) {
  return [&runs](std::size_t run) { return report_of_run(runs.at(run)).dump(); };
}

// Runs one job per core, or one per rank if there are several ranks. False if a rank was lost.
bool run_missing(const std::vector<std::string>& runs, const std::vector<std::size_t>& missing,
                 const Done& done, Ranks& ranks) {
  const auto work = work_on(runs);
  if (ranks.several()) {
    return run_on_ranks(ranks, missing, work, done, {.notice = [](const std::string& text) {
                          clear_progress();
                          say(fmt::format("romcast: note: {}\n", text));
                        }});
  }
  if (!missing.empty()) load_simulator();  // once for all children
  run_in_children(
      missing.size(), [&](std::size_t job) { return work(missing[job]); },
      [&](std::size_t job, const Answer& answer) { done(missing[job], answer); });
  return true;
}

// Runs the jobs that are not in the journal. False if a rank was lost.
bool run_all(const std::vector<std::string>& runs, const ReproduceOptions& options,
             RunJournal& journal, std::map<std::string, Figures>& results) {
  std::vector<std::size_t> missing;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (const auto* report = journal.find(runs[run])) {
      results[runs[run]] = figures_of(runs[run], *report);
    } else {
      missing.push_back(run);
    }
  }
  const auto done = [&](std::size_t number, const Answer& answer) {
    const std::string& run = runs[number];
    const auto report = nlohmann::ordered_json::parse(answer.value());
    journal.add(run, report);
    results[run] = figures_of(run, report);
    if (options.progress) {
      options.progress("running claims", double(results.size()) / double(runs.size()));
    }
  };
  return run_missing(runs, missing, done, *options.ranks);
}

}  // namespace

Reproduced reproduce(const ReproduceOptions& options) {
  const std::vector<std::string> runs = claims::runs_of(wanted_claims(options), options.effort);
  RunJournal journal(options.folder);
  std::map<std::string, Figures> results;
  Reproduced done{.rank_lost = !run_all(runs, options, journal, results)};
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) {
        done.entries.push_back(claims::judge(paper, claim, options.effort, results));
        if (options.progress) options.progress("judging " + claim.id, -1);
      } else {
        done.entries.push_back({.paper = &paper,
                                .claim = &claim,
                                .verdict = claims::kNotRun,
                                .meaning = claims::kNotRun,
                                .reason = "it was not asked for"});
      }
    }
  }
  journal.finish();
  return done;
}

std::map<std::string, Figures> figures_of_runs(const std::vector<std::string>& runs,
                                               const ReproduceOptions& options) {
  RunJournal journal(options.folder);
  std::map<std::string, Figures> results;
  run_all(runs, options, journal, results);
  journal.finish();
  return results;
}

bool serve_reproduce(const ReproduceOptions& options) {
  const std::vector<std::string> runs = claims::runs_of(wanted_claims(options), options.effort);
  return serve_jobs(*options.ranks, work_on(runs));
}

}  // namespace romcast
