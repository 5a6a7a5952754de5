// SPDX-License-Identifier: Apache-2.0
// Splits every addition of several operands into additions of one operand.
#pragma once

#include "romcast/core/schedule.hpp"

namespace romcast {

OpenSchedule unit_additions(OpenSchedule schedule);

}  // namespace romcast
