// SPDX-License-Identifier: Apache-2.0
// Puts the program's memory into large pages, if the system supports them.
#pragma once

namespace romcast {

/// Call it once, before large allocations: from then on malloc uses pages of 2 MB, up to half of
/// the machine's memory. Plans and co-simulations access far more memory in random order than the
/// TLB covers with pages of 4 kB. Does nothing if the system does not support such large pages.
void take_huge_pages();

}  // namespace romcast
