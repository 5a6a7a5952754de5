// SPDX-License-Identifier: Apache-2.0
// The same schedule with every addition of several operands as additions of one each.
#pragma once

#include "romcast/core/schedule.hpp"

namespace romcast {

OpenSchedule unit_additions(OpenSchedule schedule);

}  // namespace romcast
