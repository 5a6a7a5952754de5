// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_text.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "romcast/design/verilog_sources.hpp"

using namespace romcast;

namespace {

using PortKind = DescribedPort::Kind;
using DescribedPorts = std::vector<DescribedPort>;
using Names = std::set<std::string>;

// The names of module `top`, which has this text, and of the modules below `top`. The modules a, b
// and c exist, too.
Names below(const std::string& text) {
  return modules_below(
      "top", {{"top", text}, {"a", "module a; b u_b (); endmodule"}, {"b", ""}, {"c", ""}});
}

DescribedPorts ports_of(const std::string& verilog) {
  return described_ports(verilog_header(verilog));
}

}  // namespace

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

TEST_CASE("ports below a title are straps, counters, marks or flags") {
  const std::string verilog = R"(
module m #(
    parameter WIDTH = 4  // Straps are no parameters
) (
    input wire clk,

    // Straps: constant while running.
    input wire [WIDTH-1:0] here,  // own address, in bits
    // With a rule only.
    input wire is_root,

    input wire [3:0] cycle,  // network time

    // Marks.
    output reg [$clog2(WIDTH+1)-1:0] high,
    // Counters.
    output wire [WIDTH-1:0] hops,   // messages sent
    // Flags, sticky.
    output reg overflow,
    output wire contention  // two met, or
);                          // lead nowhere
  // Flags
  output_is_no_port y ();
endmodule
)";
  CHECK(ports_of(verilog) == DescribedPorts{{PortKind::strap, "here"},
                                            {PortKind::strap, "is_root"},
                                            {PortKind::mark, "high"},
                                            {PortKind::counter, "hops"},
                                            {PortKind::flag, "overflow"},
                                            {PortKind::flag, "contention"}});
}

TEST_CASE("an empty line ends what a title says") {
  CHECK(ports_of("module m (\n// Straps\n\ninput wire a\n);\n").empty());
  CHECK(ports_of("module m (\n// Straps\ninput wire a,\n\ninput wire b\n);\n") ==
        DescribedPorts{{PortKind::strap, "a"}});
}

TEST_CASE("a module without titles has neither straps nor registers") {
  CHECK(ports_of("module m (input wire a, output wire b);\nendmodule\n").empty());
  CHECK(VerilogSources().ports("time_base").empty());
}

TEST_CASE("what every node must have to be reported is in its module's description") {
  const VerilogSources sources;
  for (const char* module : {"fat_tree_switch_single", "fat_tree_switch_multi",
                             "fat_tree_switch_credit", "store_node_single", "store_node_multi"}) {
    const DescribedPorts ports = sources.ports(module);
    CAPTURE(module);
    for (const DescribedPort& port : DescribedPorts{{PortKind::mark, "queue_high"},
                                                    {PortKind::mark, "waiting_high"},
                                                    {PortKind::counter, "hops"},
                                                    {PortKind::counter, "last_hop"},
                                                    {PortKind::flag, "overflow"},
                                                    {PortKind::flag, "underflow"},
                                                    {PortKind::flag, "contention"},
                                                    {PortKind::strap, "here"}}) {
      CAPTURE(port.name);
      CHECK(std::ranges::find(ports, port) != ports.end());
    }
  }
}

TEST_CASE("a module is made of itself and of what it instantiates, directly or not") {
  CHECK(below("") == Names{"top"});
  CHECK(below("b u_b (.x(y));") == Names{"b", "top"});
  CHECK(below("a u_a (.x(y));") == Names{"a", "b", "top"});
  CHECK(modules_below("none", {{"a", ""}}).empty());
}

TEST_CASE("instances are seen however they are written") {
  const Names both{"b", "top"};
  CHECK(below("b #(.W(1)) u (.x(y));") == both);
  CHECK(below("b#(1)u(x);") == both);
  CHECK(below("if (X) b\n\n   // which\n  u\n (x);") == both);
  CHECK(below("b /* the */ u (x);") == both);
  CHECK(below("b u [3:0] (x);") == both);
  CHECK(below("b \\u-1 (x);") == both);
  CHECK(below("begin:g_b b u(x); end") == both);
}

TEST_CASE("names in comments, of instances and of signals are not modules used") {
  const Names alone{"top"};
  CHECK(below("// b u (x);\n/* c #(1) u (x); */") == alone);
  CHECK(below("other b (x); wire c; assign c = b + 1;") == alone);
  CHECK(below("wire bb; ab u (x);") == alone);
}

TEST_CASE("modules that use each other end") {
  CHECK(modules_below("x", {{"x", "y u ();"}, {"y", "x u ();"}}) == Names{"x", "y"});
}

TEST_CASE("where macros or other files may name modules, all count") {
  const Names all{"a", "b", "c", "top"};
  CHECK(below("`define M c\n `M u (x);") == all);
  CHECK(below("`include \"x.vh\"\n") == all);
  CHECK(below("`default_nettype none\n// `include\n") == Names{"top"});
}
