// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A multi-port alltoall with M messages of each pair on an intact ring of n nodes, numbered in
/// order, in the fewest cycles: ceil(M n^2 / 8), or M (n^2 - 1) / 8 if n is odd.
Hops alltoall_round(const Task& task);

}  // namespace romcast::any
