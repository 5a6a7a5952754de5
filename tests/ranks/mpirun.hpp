// SPDX-License-Identifier: Apache-2.0
// Runs the real romcast program on several ranks of this machine.
#pragma once

#include <string>
#include <vector>

#include "apps/start.hpp"

namespace romcast::test {

/// The first words of an mpirun command for this many ranks; the last of them is the program.
Words on_ranks(unsigned ranks);
/// True if the program was built with MPI; otherwise there is nothing to test.
bool has_ranks();
/// True if one mpirun can also start two different programs; Open MPI 5.0.7's cannot.
bool has_two_programs();

/// Calls mpirun; drops the lines that mpirun itself writes to the program's stderr.
Finished launch(const Words& arguments, const Start& start = {});
Finished run_on(unsigned ranks, const std::string& scenario, const Words& more = {},
                const Start& start = {});

/// Waits until the process `mpirun` has started `count` ranks; returns the ranks' processes.
std::vector<int> ranks_of(int mpirun, std::size_t count);

/// Returns once a file in this folder has contents, so that its writer is at work.
void await_content_in(const std::string& folder);

}  // namespace romcast::test
