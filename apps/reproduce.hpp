// SPDX-License-Identifier: Apache-2.0
// All claims of the papers, tried on the hardware: the runs that they need, two at a time, then a
// verdict each.
#pragma once

#include <string>
#include <vector>

#include "apps/runner.hpp"
#include "claims/ledger.hpp"

namespace romcast {

struct ReproduceOptions {
  std::vector<std::string> wanted{};  ///< papers and claims; none: all
  claims::Effort effort = claims::Effort::full;
  std::string folder{};  ///< where what was run is kept until all is; empty: nowhere
  Progress progress{};
};

/// An entry for every claim of every paper, in their order; those not asked for are "not run yet".
/// Throws InputError for an unknown paper or claim.
std::vector<claims::Entry> reproduce(const ReproduceOptions& options);

}  // namespace romcast
