// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/figures.hpp"
#include "apps/run_journal.hpp"
#include "apps/worker_pool.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

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

// Runs what the journal does not know, as many at a time as there are cores.
std::map<std::string, Figures> figures_of_all(const std::vector<std::string>& runs,
                                              RunJournal& journal, const Progress& progress) {
  std::map<std::string, Figures> results;
  std::vector<std::string> missing;
  for (const std::string& run : runs) {
    if (const auto* report = journal.find(run)) {
      results[run] = figures_of(run, *report);
    } else {
      missing.push_back(run);
    }
  }
  run_in_children(
      missing.size(), [&](std::size_t job) { return report_of_run(missing[job]).dump(); },
      [&](std::size_t job, const Answer& answer) {
        const auto report = nlohmann::ordered_json::parse(answer.value());
        journal.add(missing[job], report);
        results[missing[job]] = figures_of(missing[job], report);
        if (progress) progress("running claims", double(results.size()) / double(runs.size()));
      });
  return results;
}

}  // namespace

std::vector<Entry> reproduce(const ReproduceOptions& options) {
  check_wanted(options.wanted);
  std::vector<const Claim*> wanted;
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) wanted.push_back(&claim);
    }
  }
  RunJournal journal(options.folder);
  const auto results =
      figures_of_all(claims::runs_of(wanted, options.effort), journal, options.progress);
  std::vector<Entry> entries;
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) {
        entries.push_back(claims::judge(paper, claim, options.effort, results));
        if (options.progress) options.progress("judging " + claim.id, -1);
      } else {
        entries.push_back({.paper = &paper,
                           .claim = &claim,
                           .verdict = claims::kNotRun,
                           .reason = "it was not asked for"});
      }
    }
  }
  journal.finish();
  return entries;
}

}  // namespace romcast
