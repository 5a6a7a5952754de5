// SPDX-License-Identifier: Apache-2.0
// Tries claims of the papers: performs the runs that the claims need (co-simulated, or only
// planned), several runs at a time, then computes a verdict for each claim.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "claims/ledger.hpp"
#include "claims/peers.hpp"
#include "ranks/ranks.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

struct ReproduceOptions {
  std::vector<std::string> wanted{};  ///< papers and claims; empty: all
  claims::Effort effort = claims::Effort::full;
  std::string folder{};  ///< keeps finished runs until all are done; empty: keeps none
  Progress progress{};
  /// The ranks among which the runs are distributed.
  std::shared_ptr<Ranks> ranks = no_other_ranks();
};

struct Reproduced {
  /// One entry for every claim of every paper, in order; claims not asked for are "not run yet".
  std::vector<claims::Entry> entries{};
  bool rank_lost = false;  ///< a rank died, and the others did its runs
};
/// For the first rank: tries the claims. Throws InputError for an unknown paper or claim, and if
/// another file in the folder has the name of the file of finished runs.
Reproduced reproduce(const ReproduceOptions& options);
/// Removes the finished runs from the folder; the next call then performs all runs again.
void forget_runs(const ReproduceOptions& options);
/// Prints the ledger; with a folder in `options`, also writes its page and its figures there, and
/// then removes the finished runs.
void show_ledger(const std::vector<claims::Entry>& entries, const ReproduceOptions& options);
/// The first claim whose trial proves nothing (Entry::faulty), and why; empty if there is none.
std::string fault_of(const std::vector<claims::Entry>& entries);
/// For the other ranks: performs jobs from the first rank. False if another rank was lost.
bool serve_reproduce(const ReproduceOptions& options);

/// The word with which a user asks for published figures of other schedulers instead of papers.
inline constexpr const char* kPeers = "peers";
/// Performs the runs for the published figures whose ids `options.wanted` lists, or for all
/// published figures if it lists kPeers; returns a comparison per figure. Throws InputError for an
/// unknown id.
std::vector<claims::PeerResult> reproduce_peers(const ReproduceOptions& options);

}  // namespace romcast
