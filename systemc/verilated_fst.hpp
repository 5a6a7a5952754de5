// SPDX-License-Identifier: Apache-2.0
// Verilator's writer of FST files, extended by a check for write errors.
#pragma once

namespace romcast {

/// The first error in any FST file, as errno; 0 if there was none so far.
int fst_error();

}  // namespace romcast
