// SPDX-License-Identifier: Apache-2.0
// Sizes of the queues of a fabric's endpoints, in words.
#pragma once

#include "romcast/fabric/fabric.hpp"

namespace romcast::fabric {

/// Sets `room` of all tiles, and `tx` if frames are on demand, from the fabric's modes and flows.
/// `built`: the existing hardware that must hold the words; nullptr if there is none yet. Throws
/// InputError that names the tile whose queue would be too large, or is too small.
void size_queues(Fabric& fabric, const Fabric* built);

}  // namespace romcast::fabric
