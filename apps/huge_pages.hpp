// SPDX-License-Identifier: Apache-2.0
// The program's memory in large pages, where the system has them.
#pragma once

namespace romcast {

/// To be called once, before much is allocated: what malloc hands out from now on comes from pages
/// of 2 MB, up to half of the memory that the machine has. Plans and co-simulations go through far
/// more memory in no order than the processor knows pages of 4 kB. Does nothing where the system
/// does not offer it.
void take_huge_pages();

}  // namespace romcast
