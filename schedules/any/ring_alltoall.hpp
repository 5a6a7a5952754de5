// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedules/any/any.hpp"

namespace romcast::any {

/// A multi-port alltoall on a whole ring whose links all have numbers in order of its nodes: the
/// fewest cycles, ceil(M n^2 / 8), or M (n^2 - 1) / 8 if n is odd.
Hops alltoall_round(const Task& task);

}  // namespace romcast::any
