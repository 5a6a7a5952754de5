// SPDX-License-Identifier: Apache-2.0
// All claims of the papers, tried on the hardware: the runs that they need, two at a time, then a
// verdict each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "claims/ledger.hpp"
#include "ranks/ranks.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

struct ReproduceOptions {
  std::vector<std::string> wanted{};  ///< papers and claims; none: all
  claims::Effort effort = claims::Effort::full;
  std::string folder{};  ///< where what was run is kept until all is; empty: nowhere
  Progress progress{};
  std::shared_ptr<Ranks> ranks = no_other_ranks();  ///< the runs are handed out to them
};

struct Reproduced {
  /// For every claim of every paper, in their order; those not asked for are "not run yet".
  std::vector<claims::Entry> entries{};
  bool rank_lost = false;  ///< the others have done its runs
};
/// On the first rank. Throws InputError for an unknown paper or claim.
Reproduced reproduce(const ReproduceOptions& options);
/// On the other ranks: does what the first one hands out. False if another rank was lost.
bool serve_reproduce(const ReproduceOptions& options);

}  // namespace romcast
