// SPDX-License-Identifier: Apache-2.0
// Verilator's writer of FST files, extended by a check for write errors.
#pragma once

namespace romcast {

/// The first error of any of its files, as errno; 0: none so far.
int fst_error();

}  // namespace romcast
