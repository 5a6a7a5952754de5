// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/instance.hpp"

#include <catch2/catch.hpp>

using namespace romcast;

TEST_CASE("an instance names its parameters and pins, one a line, in their order") {
  const VerilogInstance instance{.module = "queue",
                                 .name = "up",
                                 .parameters = {{"WIDTH", 16U}, {"DEPTH", "DEPTH + 1"}},
                                 .pins = {{"clk", "clk"}, {"in_valid", "p0_valid[2]"}}};
  CHECK(instance.text() ==
        "  queue #(\n"
        "      .WIDTH(16),\n"
        "      .DEPTH(DEPTH + 1)\n"
        "  ) up (\n"
        "      .clk(clk),\n"
        "      .in_valid(p0_valid[2])\n"
        "  );\n");
}
