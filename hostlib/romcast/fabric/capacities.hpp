// SPDX-License-Identifier: Apache-2.0
// Words for which the queues of a fabric's endpoints are built.
#pragma once

#include "romcast/fabric/fabric.hpp"

namespace romcast::fabric {

/// Sets `room` of all tiles, and `tx` if frames are on demand, from the modes, flows and rules.
/// `built`: the hardware that it must fit; nullptr: none yet. Throws InputError that names the tile
/// whose queue would be too large, or is too small.
void size_queues(Fabric& fabric, const Fabric* built);

}  // namespace romcast::fabric
