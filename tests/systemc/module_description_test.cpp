// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/module_description.hpp"

#include <catch2/catch.hpp>

#include "systemc/model_sources.hpp"

using namespace romcast;
using Kind = DescribedPort::Kind;
using DescribedPorts = std::vector<DescribedPort>;

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
  CHECK(described_ports(verilog) == DescribedPorts{{Kind::strap, "here"},
                                                   {Kind::strap, "is_root"},
                                                   {Kind::mark, "high"},
                                                   {Kind::counter, "hops"},
                                                   {Kind::flag, "overflow"},
                                                   {Kind::flag, "contention"}});
}

TEST_CASE("an empty line ends what a title says") {
  CHECK(described_ports("// Straps\n\ninput wire a,\n").empty());
  CHECK(described_ports("// Straps\ninput wire a,\n\ninput wire b,\n") ==
        DescribedPorts{{Kind::strap, "a"}});
}

TEST_CASE("a module without titles has neither straps nor registers") {
  CHECK(described_ports("module m (input wire a, output wire b);\nendmodule\n").empty());
  CHECK(ModelSources().ports("time_base").empty());
}

TEST_CASE("what every node must have to be reported is in its module's description") {
  const ModelSources sources;
  for (const char* module : {"fat_tree_switch_single", "fat_tree_switch_multi",
                             "fat_tree_switch_credit", "store_node_single", "store_node_multi"}) {
    const DescribedPorts ports = sources.ports(module);
    CAPTURE(module);
    for (const DescribedPort& port : DescribedPorts{{Kind::mark, "queue_high"},
                                                    {Kind::mark, "waiting_high"},
                                                    {Kind::counter, "hops"},
                                                    {Kind::counter, "last_hop"},
                                                    {Kind::flag, "overflow"},
                                                    {Kind::flag, "underflow"},
                                                    {Kind::flag, "contention"},
                                                    {Kind::strap, "here"}}) {
      CAPTURE(port.name);
      CHECK(std::ranges::find(ports, port) != ports.end());
    }
  }
}
