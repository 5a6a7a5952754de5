// SPDX-License-Identifier: Apache-2.0
// Runs the real romcast program on several ranks of this machine.
#pragma once

#include <string>
#include <vector>

#include "apps/start.hpp"

namespace romcast::test {

/// What mpirun needs for so many ranks, up to the program.
Words on_ranks(unsigned ranks);
/// The program built with MPI; else there is nothing to be tested.
bool has_ranks();

Finished run_on(unsigned ranks, const std::string& scenario, const Words& more = {},
                const Start& start = {});

/// Processes of the ranks that an mpirun has started, once there are so many.
std::vector<int> ranks_of(int mpirun, std::size_t count);

/// Returns once a file in this folder has something in it: whoever writes it is at work.
void await_content_in(const std::string& folder);

}  // namespace romcast::test
