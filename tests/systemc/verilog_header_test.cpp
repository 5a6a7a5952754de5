// SPDX-License-Identifier: Apache-2.0
#include "systemc/verilog_header.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace romcast;

TEST_CASE("constant expressions are read as Verilog reads them") {
  const VerilogValues names{{"DEPTH", 5}, {"ARITY", 3}, {"ONE", 1}};
  const std::vector<std::pair<const char*, std::int64_t>> known{
      {"7", 7},
      {"2 + 3 * 4", 14},
      {"(2 + 3) * 4", 20},
      {"10 - 4 - 3", 3},
      {"$clog2(DEPTH+1)-1", 2},
      {"$clog2(DEPTH)", 3},
      {"$clog2(8)", 3},
      {"$clog2(ONE)", 0},
      {"DEPTH>1?$clog2(DEPTH):1", 3},
      {"ONE>1?$clog2(DEPTH):1", 1},
      {"(DEPTH == 5 && ARITY != 3) || !ONE", 0},
      {"ONE << ARITY", 8},
      {"-1 + DEPTH % ARITY", 1},
      {"ARITY <= 3 ? 1 : ARITY >= 9 ? 2 : 3", 1}};
  for (const auto& [text, value] : known) {
    CAPTURE(text);
    CHECK(verilog_value(text, names) == value);
  }
}

TEST_CASE("what is no constant expression is an error") {
  for (const char* text : {"", "1 +", "UNKNOWN", "(1", "1)", "4 / 0", "8'd3", "a[1]"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(verilog_value(text, {}), std::logic_error);
  }
}

TEST_CASE("a header gives parameters, their defaults, and ports with their directions and widths") {
  const VerilogHeader header = verilog_header(R"(// a (comment, with) brackets
`default_nettype none
module node #(
    parameter PORTS = 3,  // links, 2..16
    parameter BITS = (PORTS + 1) * $clog2(PORTS + 1)
) (
    input wire clk,
    // Straps.
    input wire [BITS-1:0] here,  // own (address)
    output reg  [(PORTS>1?PORTS:2)*8-1:0] out_data,
    output wire last
);
  wire [7:0] inner;
endmodule
)");
  REQUIRE(header.parameters.size() == 2);
  CHECK(header.parameters[0] == std::pair<std::string, std::string>("PORTS", "3"));
  const VerilogValues defaults = verilog_parameters(header, {}),
                      given = verilog_parameters(header, {{"PORTS", 7}});
  CHECK(defaults.at("BITS") == 8);
  CHECK(given.at("BITS") == 24);
  REQUIRE(header.ports.size() == 4);
  CHECK(header.ports[0] == VerilogPort{true, "clk"});
  CHECK(header.ports[1].name == "here");
  CHECK_FALSE(header.ports[2].input);
  CHECK(verilog_width(header.ports[0], given) == 1);
  CHECK(verilog_width(header.ports[1], given) == 24);
  CHECK(verilog_width(header.ports[2], given) == 56);
  CHECK(verilog_width(header.ports[3], given) == 1);
}

TEST_CASE("a module without parameters has a header, too") {
  const VerilogHeader header = verilog_header(
      "module time_base (\n  input wire clk,\n  output reg "
      "[31:0] cycle\n);\nendmodule\n");
  CHECK(header.parameters.empty());
  REQUIRE(header.ports.size() == 2);
  CHECK(verilog_width(header.ports[1], {}) == 32);
}
