// SPDX-License-Identifier: Apache-2.0
// Replaces each hop that adds several operands by one hop per operand, in consecutive cycles.
#pragma once

#include "romcast/core/schedule.hpp"

namespace romcast {

OpenSchedule unit_additions(OpenSchedule schedule);

}  // namespace romcast
