// SPDX-License-Identifier: Apache-2.0
// The Verilog of a fabric's testbench, with names in @ in place of its numbers.
#pragma once

namespace romcast {

const char* fabric_testbench_text();

}  // namespace romcast
