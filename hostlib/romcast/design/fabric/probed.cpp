// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "romcast/design/fabric/top.hpp"

namespace romcast {
namespace {

// Wraps the fabric: streams are vectors by tile, and outputs show the words between
// endpoints and routers.
constexpr const char* kProbed = R"(// Made by romcast.
`default_nettype none
module romcast_fabric_probed (
    input  wire clk,
    input  wire rst,
@PORTS@    input  wire [@TILES@-1:0] s_valid,
    output wire [@TILES@-1:0] s_ready,
    input  wire [@TILES@*@WIDTH@-1:0] s_data,
    input  wire [@TILES@-1:0] s_last,
    input  wire [@TILES@*@FLOW_BITS@-1:0] s_dest,
    output wire [@TILES@-1:0] m_valid,
    input  wire [@TILES@-1:0] m_ready,
    output wire [@TILES@*@WIDTH@-1:0] m_data,
    output wire [@TILES@-1:0] m_last,
    output wire [@TILES@*@FLOW_BITS@-1:0] m_id,
    output wire [@TILES@*(@WIDTH@+3)-1:0] leaves,
    output wire [@TILES@*(@WIDTH@+3)-1:0] comes,
    output wire [@SLOT_BITS@-1:0] slot,
    output wire bank,
    output wire irq
);
  localparam WIDTH = @WIDTH@, FLOW_BITS = @FLOW_BITS@;
  wire user_clk = clk;
  romcast_fabric fabric (
      .clk(clk),
      .rst(rst),
@CONNECTIONS@      .irq(irq)
  );
  assign slot = fabric.tile_@FIRST@.slot;
  assign bank = fabric.tile_@FIRST@.bank;
@PROBES@endmodule
`default_nettype wire
)";

}  // namespace

std::string fabric_probed(const FabricDesign& design) {
  std::string probes;
  const unsigned line = design.settings().payload + 3;
  for (std::size_t t = 0; t < design.fabric().tiles.size(); ++t) {
    if (!design.has_endpoint(t)) {
      probes += fmt::format(
          "  assign {{s_ready[{0}], m_valid[{0}], m_last[{0}]}} = 3'd0;\n"
          "  assign m_data[{0}*WIDTH+:WIDTH] = {{WIDTH{{1'b0}}}};\n"
          "  assign m_id[{0}*FLOW_BITS+:FLOW_BITS] = {{FLOW_BITS{{1'b0}}}};\n",
          t);
    }
    probes += fmt::format(
        "  assign leaves[{0}*{1}+:{1}] = fabric.tile_{2}.from_end;\n"
        "  assign comes[{0}*{1}+:{1}] = fabric.tile_{2}.to_end;\n",
        t, line, design.name(t));
  }
  return with_values(kProbed, {{"PORTS", fabric_bus_ports(design)},
                               {"TILES", std::to_string(design.fabric().tiles.size())},
                               {"WIDTH", std::to_string(design.settings().payload)},
                               {"SLOT_BITS", std::to_string(design.fabric().slot_bits)},
                               {"FLOW_BITS", std::to_string(design.fabric().flow_bits)},
                               {"CONNECTIONS", fabric_connections(design)},
                               {"FIRST", design.name(0)},
                               {"PROBES", probes}});
}

}  // namespace romcast
