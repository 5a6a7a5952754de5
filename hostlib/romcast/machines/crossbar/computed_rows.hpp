// SPDX-License-Identifier: Apache-2.0
// Expands the rows that processors compute from their numbers (rtl/complete/cube_rows.v), for the
// ROM of the fabric between the processors.
#pragma once

#include "romcast/core/collective.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"

namespace romcast {

/// Returns a program per processor, with ports and lanes as in the hardware. `last_round`: rounds
/// of the run. The source is point 0 (complete_rules.hpp).
CompleteRoms computed_rows(const CompleteRules& rules, const Collective& collective,
                           std::uint32_t last_round);

}  // namespace romcast
