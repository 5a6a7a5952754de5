// SPDX-License-Identifier: Apache-2.0
// Verilator's writer of FST files, which itself does not look whether its files could be written.
#pragma once

namespace romcast {

/// The first error of any of its files, as error number; 0: none so far.
int fst_error();

}  // namespace romcast
