// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "apps/figures.hpp"
#include "apps/run_journal.hpp"
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

// Runs what is not known yet, as many at a time as there are cores.
class Runs {
 public:
  Runs(std::vector<std::string> runs, RunJournal& journal, const Progress& progress)
      : runs_(std::move(runs)), journal_(journal), progress_(progress) {}

  std::map<std::string, Figures> all() {
    for (const std::string& run : runs_) {
      if (const auto* report = journal_.find(run)) {
        results_[run] = figures_of(run, *report);
        ++done_;
      }
    }
    std::vector<std::future<void>> others;
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    for (unsigned i = 1; i < cores; ++i) {
      others.push_back(std::async(std::launch::async, [this] { work(); }));
    }
    work();
    for (std::future<void>& other : others) other.get();
    return std::move(results_);
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (next_ < runs_.size()) {
      const std::string run = runs_[next_++];
      if (results_.contains(run)) continue;
      lock.unlock();
      try {
        const auto report = report_of_run(run);
        lock.lock();
        journal_.add(run, report);
        results_[run] = figures_of(run, report);
      } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        next_ = runs_.size();  // the others need not go on
        throw;
      }
      ++done_;
      if (progress_) progress_("running claims", double(done_) / double(runs_.size()));
    }
  }

  std::vector<std::string> runs_;
  RunJournal& journal_;
  const Progress& progress_;
  std::map<std::string, Figures> results_{};
  std::mutex mutex_{};
  std::size_t next_ = 0, done_ = 0;
};

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
      Runs(claims::runs_of(wanted, options.effort), journal, options.progress).all();
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
