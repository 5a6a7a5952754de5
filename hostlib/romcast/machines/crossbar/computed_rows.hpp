// SPDX-License-Identifier: Apache-2.0
// The rows that processors compute from their numbers (rtl/complete/cube_rows.v), written out: for
// the ROM of the switch between them.
#pragma once

#include "romcast/core/collective.hpp"
#include "romcast/core/complete_rules.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"

namespace romcast {

/// A program per processor, ports and lanes as the hardware has them. `last_round`: rounds of the
/// run. The source is point 0.
CompleteRoms computed_rows(const CompleteRules& rules, const Collective& collective,
                           std::uint32_t last_round);

}  // namespace romcast
