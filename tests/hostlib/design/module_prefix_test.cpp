// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/module_prefix.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

TEST_CASE("modules get the prefix rmc_ unless they have it") {
  CHECK(prefixed("queue") == "rmc_queue");
  CHECK(prefixed("rmc_fifo") == "rmc_fifo");
}

TEST_CASE("modules are renamed where they are declared and instantiated, nothing else is") {
  const std::set<std::string> modules{"queue", "row_queue", "crossbar", "rmc_fifo"};
  CHECK(with_prefixed("module queue #(parameter queue = 1) (input wire crossbar);\n"
                      "  row_queue #(.queue(queue)) queue (.queue(queue), .crossbar(crossbar));\n"
                      "  crossbar lines (.clk(clk));\n"
                      "  rmc_fifo fifo ();\n"
                      "  wire queued = queue[0] + (crossbar);\n"
                      "  other_queue last ();\n"
                      "endmodule\n",
                      modules) ==
        "module rmc_queue #(parameter queue = 1) (input wire crossbar);\n"
        "  rmc_row_queue #(.queue(queue)) queue (.queue(queue), .crossbar(crossbar));\n"
        "  rmc_crossbar lines (.clk(clk));\n"
        "  rmc_fifo fifo ();\n"
        "  wire queued = queue[0] + (crossbar);\n"
        "  other_queue last ();\n"
        "endmodule\n");
}

TEST_CASE("comments name renamed modules and their files, words of English stay") {
  const std::set<std::string> modules{"queue", "store_program"};
  CHECK(with_prefixed("// A queue; see queue, store_program and rtl/queue.v.\n"
                      "wire a;  // docs/rtl/store_program.svg, store_programs\n",
                      modules) ==
        "// A queue; see rmc_queue, rmc_store_program and rtl/rmc_queue.v.\n"
        "wire a;  // docs/rtl/store_program.svg, store_programs\n");
}
