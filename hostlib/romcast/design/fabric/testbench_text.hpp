// SPDX-License-Identifier: Apache-2.0
// Template of a fabric's testbench in Verilog: with_values() replaces the names between @.
#pragma once

namespace romcast {

const char* fabric_testbench_text();

}  // namespace romcast
