// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "romcast/design/fabric/top.hpp"

namespace romcast {
namespace {

constexpr const char* kStandIns = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast fabric. Stand-ins of the parts that are proved by themselves (formal/README.md of
// romcast): a memory returns any word, an endpoint sends any word, and the registers send frame waves.
// prove_0.v and prove_1.v say which words.
`default_nettype none
module rmc_slot_table #(
    parameter WORD_BITS  = 16,
    parameter SLOT_BITS  = 6,
    parameter SIGNATURES = 0
) (
    input  wire                              clk,
    input  wire [             SLOT_BITS-1:0] slot,
    input  wire                              bank,
    output wire [             WORD_BITS-1:0] word,
    input  wire                              write,
    input  wire [             SLOT_BITS-1:0] write_slot,
    input  wire [             WORD_BITS-1:0] write_word,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] driven
);
  assign word = $anyseq;
  assign written = 0;
  assign driven = 0;
endmodule
@ENDPOINT@
@REGISTERS@
`default_nettype wire
)";

constexpr const char* kEndpoint = R"(
module rmc_endpoint #(
    parameter WIDTH     = 16,
    parameter SLOT_BITS = 6,
    parameter FLOW_BITS = 4,
    parameter TX_DEPTH  = 16,
    parameter RX_DEPTH  = 16,
    parameter CREDITS   = 1,
    parameter ROOM      = 8,
    parameter ON_DEMAND = 0,
    parameter CROSSING  = 0,
    parameter STATS     = 1,
    parameter WORD_BITS = 2 * FLOW_BITS + 3
) (
    input  wire                              clk,
    input  wire                              rst,
    input  wire [             SLOT_BITS-1:0] slot,
    input  wire                              bank,
    input  wire                              inject,
    input  wire                              stay,
    input  wire                              check,
    input  wire                              write,
    input  wire [             SLOT_BITS-1:0] write_slot,
    input  wire [             WORD_BITS-1:0] write_word,
    output wire [                 WIDTH+2:0] out_word,
    input  wire [                 WIDTH+2:0] in_word,
    input  wire [        $clog2(TX_DEPTH):0] need,
    output wire                              ready,
    output wire                              sent,
    output wire                              came,
    output wire                              missed,
    output wire                              stalled,
    output wire                              missing,
    output wire                              stray,
    output wire                              overflow,
    output wire [        $clog2(TX_DEPTH):0] tx_high,
    output wire [        $clog2(RX_DEPTH):0] rx_high,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] driven,
    input  wire                              axis_aclk,
    input  wire                              axis_areset,
    input  wire                              s_axis_tvalid,
    output wire                              s_axis_tready,
    input  wire [                 WIDTH-1:0] s_axis_tdata,
    input  wire                              s_axis_tlast,
    input  wire [             FLOW_BITS-1:0] s_axis_tdest,
    output wire                              m_axis_tvalid,
    input  wire                              m_axis_tready,
    output wire [                 WIDTH-1:0] m_axis_tdata,
    output wire                              m_axis_tlast,
    output wire [             FLOW_BITS-1:0] m_axis_tid
);
  assign out_word = $anyseq;
  assign {ready, sent, came, missed, stalled, missing, stray, overflow} = 0;
  assign {tx_high, rx_high, written, driven} = 0;
  assign {s_axis_tready, m_axis_tvalid, m_axis_tdata, m_axis_tlast, m_axis_tid} = 0;
endmodule
)";

// The frame wave (rmc_slot_counter.v) starts a frame in each clock in which `begins` is high; the
// tiles begin slot 0 two clocks later.
constexpr const char* kRegisters = R"(
module rmc_registers #(
    parameter TILES       = 16,
    parameter SLOT_BITS   = 6,
    parameter STATS       = 1,
    parameter WAVE_DELAY  = 4,
    parameter READY_DELAY = 16,
    parameter FINGERPRINT = 64'd0,
    parameter TILE_BITS   = TILES > 1 ? $clog2(TILES) : 1,
    parameter ADDRESS     = TILE_BITS + SLOT_BITS + 3
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 bus_valid,
    input  wire                 bus_write,
    input  wire [  ADDRESS-1:0] bus_address,
    input  wire [         31:0] bus_data,
    output wire                 bus_done,
    output wire [         31:0] bus_read,
    output wire                 irq,
    output wire [          4:0] wave,
    input  wire                 ready,
    input  wire [    TILES-1:0] error,
    output wire [    TILES-1:0] select,
    output wire                 write,
    output wire [          1:0] space,
    output wire [SLOT_BITS-1:0] address,
    output wire [         31:0] write_data,
    input  wire [ 32*TILES-1:0] read_data
);
  wire begins = $anyseq;  // prove_0.v and prove_1.v say when
  assign wave = {begins, 4'b0111};
  assign {bus_done, bus_read, irq, select, write, space, address, write_data} = 0;
endmodule
)";

constexpr const char* kProof = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast fabric. Theorem: while frames run by the tables of tables_@MODE@.hex, each word that an
// endpoint injects in a slot of the schedule leaves the network at each of its receivers the known
// number of clocks later, unchanged, and no other word leaves. The state is arbitrary, and so is the
// frame; only the slot counters of all tiles are equal, which is proved to stay so. After @CLOCKS@ clocks
// nothing of that state is left in the network.
`default_nettype none
module prove (
    input wire clk
);
  localparam WIDTH = @WIDTH@, LINE = WIDTH + 3, SLOT_BITS = @SLOT_BITS@, FLOW_BITS = @FLOW_BITS@;
  localparam PERIOD = @PERIOD@, LONGEST = @LONGEST@;
  romcast_fabric fabric (
      .clk(clk),
      .rst(1'b0)
  );
  reg [7:0] age = 8'd0;  // clocks that passed
  always @(posedge clk) if (age != 8'd255) age <= age + 1'b1;
  wire full = age >= LONGEST + 5;

  // The slot of all tiles, and slots of some clocks before.
  reg [SLOT_BITS-1:0] slot;
  always @(posedge clk) slot <= slot == PERIOD - 1 ? 0 : slot + 1'b1;
  always @* if ($initstate) assume (slot < PERIOD);
  function [SLOT_BITS-1:0] before(input [SLOT_BITS-1:0] from, input integer clocks);
    before = from >= clocks % PERIOD ? from - clocks % PERIOD : from + PERIOD - clocks % PERIOD;
  endfunction
  wire [SLOT_BITS-1:0] slot_1 = before(slot, 1), slot_2 = before(slot, 2), slot_3 = before(slot, 3),
      slot_4 = before(slot, 4);
@COMBINES@  (* hierconn *) wire \fabric.registers.begins ;
  always @* assume (\fabric.registers.begins == (slot == @BEGINS@));

@TILES@endmodule
`default_nettype wire
)";

constexpr const char* kTileProof = R"(
  // @NAME@: {address, word} of its router, then of its endpoint
  reg [63:0] words_@T@[0:@WRITES@-1];
  initial $readmemh("build/tables_@MODE@_@FILE@", words_@T@);
  (* hierconn *) wire \fabric.tile_@NAME@.reset ;
  (* hierconn *) wire [4:0] \fabric.tile_@NAME@.wave_1 ;
  (* hierconn *) wire [SLOT_BITS-1:0] \fabric.tile_@NAME@.slot , \fabric.tile_@NAME@.router.slots.slot ;
  (* hierconn *) wire [@BITS@-1:0] \fabric.tile_@NAME@.router.slots.word ;
  (* hierconn *) wire [LINE-1:0] \fabric.tile_@NAME@.from_end , \fabric.tile_@NAME@.to_end ;
  wire [63:0] router_@T@ = words_@T@[slot_2], leaves_@T@ = words_@T@[PERIOD+slot_3];
  wire [63:0] comes_@T@ = words_@T@[PERIOD+slot_4];
  reg [LINE-1:0] past_@T@[1:LONGEST];  // words that left the endpoint, by clocks
  integer i_@T@;
  always @(posedge clk) begin
    past_@T@[1] <= \fabric.tile_@NAME@.from_end ;
    for (i_@T@ = 2; i_@T@ <= LONGEST; i_@T@ = i_@T@ + 1) past_@T@[i_@T@] <= past_@T@[i_@T@-1];
  end
  always @* begin
@NEED@    if ($initstate) begin
      assume (!\fabric.tile_@NAME@.reset );
      assume (\fabric.tile_@NAME@.wave_1 == {slot == PERIOD - 1, 4'b0111});
      assume (\fabric.tile_@NAME@.slot == slot);
    end
    assert (\fabric.tile_@NAME@.wave_1 == {slot == PERIOD - 1, 4'b0111});
    assert (\fabric.tile_@NAME@.slot == slot);
    if (age >= 1) assert (\fabric.tile_@NAME@.router.slots.slot == slot_1);
    // The memory has what the host wrote.
    assert (router_@T@[63:32] == @ROUTER@ + slot_2);
    assert (leaves_@T@[63:32] == @END@ + slot_3);
    assume (\fabric.tile_@NAME@.router.slots.word == router_@T@[@BITS@-1:0]);
    // An endpoint is silent but for the slots of its table.
    assume (leaves_@T@[0] == (\fabric.tile_@NAME@.from_end [LINE-1-:2] != 2'd0));
    // The table has the flow of the slot in which the schedule sends a word, and no other.
    case (slot_3)
@INJECTED@      default: assert (!leaves_@T@[0]);
    endcase
    if (full)
      case (slot_4)
@EJECTED@        default: assert (!comes_@T@[2] && \fabric.tile_@NAME@.to_end [LINE-1-:2] == 2'd0);
      endcase
  end
)";

// Combines two words or bubbles. The result is a word if both are words, else a bubble; a word is
// the last of its packet if either is; the result grants credit if both do.
constexpr const char* kCombines = R"(  localparam [WIDTH-1:0] FLIP = @FLIP@;
  function [LINE-1:0] combined(input [2:0] operation, input [LINE-1:0] a, input [LINE-1:0] b);
    reg less;
    reg [WIDTH-1:0] value;
    begin
      less = (a[WIDTH-1:0] ^ FLIP) < (b[WIDTH-1:0] ^ FLIP);
      value = operation == 0 ? a[WIDTH-1:0] + b[WIDTH-1:0] :
              operation == 1 ? (less ? a[WIDTH-1:0] : b[WIDTH-1:0]) :
              operation == 2 ? (less ? b[WIDTH-1:0] : a[WIDTH-1:0]) :
              operation == 3 ? a[WIDTH-1:0] & b[WIDTH-1:0] : a[WIDTH-1:0] | b[WIDTH-1:0];
      combined = {a[LINE-1] && b[LINE-1], a[LINE-2] || b[LINE-2] || !(a[LINE-1] && b[LINE-1]),
                  a[WIDTH] && b[WIDTH], value};
    end
  endfunction
)";

std::string combines_text(const FabricDesign& design) {
  if (design.fabric().reductions.empty()) return "";
  return with_values(kCombines, {{"FLIP", design.fabric().is_signed ? "{1'b1, {(WIDTH - 1) {1'b0}}}"
                                                                    : "{WIDTH{1'b0}}"}});
}

// Verilog expression of a result at one receiver: the words of all sources, combined as in `steps`.
std::string result_text(const Fabric& fabric, const FabricMode& mode, const FabricResult& result,
                        std::size_t receiver) {
  std::vector<std::string> stack;
  for (const FabricResult::Step& step : result.steps) {
    if (step.flow != kNoTile) {
      const auto word = std::ranges::find_if(mode.words, [&](const FabricWord& one) {
        return one.flow == step.flow && one.slot == step.slot;
      });
      stack.push_back(
          fmt::format("past_{}[{}]", fabric.flows[step.flow].from, word->after[receiver] + 1));
      continue;
    }
    const std::string b = std::move(stack.back());
    stack.pop_back();
    stack.back() = fmt::format("combined({}, {}, {})",
                               static_cast<unsigned>(fabric.reductions[result.reduction].operation),
                               stack.back(), b);
  }
  return stack.back();
}

// Verilog assertion that a frame waits for the `slots` words that the endpoint injects in the
// frame; empty unless frames are on demand.
std::string need_text(const FabricDesign& design, std::size_t mode, std::size_t tile,
                      unsigned slots) {
  if (!design.settings().on_demand) return "";
  return fmt::format("    assert (words_{}[{}] == {{32'd{}, 32'd{}}});\n", tile,
                     design.writes_of_tile(mode) - 1, design.address(tile, 0, 7), slots);
}

}  // namespace

std::string fabric_stand_ins(const FabricDesign&) {
  return with_values(kStandIns, {{"ENDPOINT", kEndpoint}, {"REGISTERS", kRegisters}});
}

unsigned fabric_proof_clocks(const FabricDesign& design) {
  Cycle longest = 0;
  for (const FabricMode& mode : design.fabric().modes) longest = std::max(longest, mode.longest());
  return longest + 5;
}

std::string fabric_proof(const FabricDesign& design, std::size_t m) {
  const Fabric& fabric = design.fabric();
  const FabricMode& mode = fabric.modes[m];
  std::map<std::size_t, std::string> injected, ejected;  // by tile
  std::map<std::size_t, unsigned> slots;
  for (const FabricWord& word : mode.words) {
    const FabricFlow& flow = fabric.flows[word.flow];
    ++slots[flow.from];
    injected[flow.from] +=
        fmt::format("      {}: assert (leaves_{}[0] && leaves_{}[3+:FLOW_BITS] == {});\n",
                    word.slot, flow.from, flow.from, flow.dest);
    const auto result = std::ranges::find_if(mode.results, [&](const FabricResult& one) {
      return one.steps.front().flow == word.flow && one.steps.front().slot == word.slot;
    });
    if (flow.reduction != kNoTile && result == mode.results.end()) continue;
    for (std::size_t i = 0; i < flow.to.size(); ++i) {
      const std::size_t to = flow.to[i];
      ejected[to] += fmt::format(
          "        {0}: assert (comes_{1}[2] && comes_{1}[3+FLOW_BITS+:FLOW_BITS] == {2} &&\n"
          "                   \\fabric.tile_{3}.to_end == {4});\n",
          (word.slot + word.after[i]) % mode.period, to, flow.ids[i], design.name(to),
          result == mode.results.end() ? fmt::format("past_{}[{}]", flow.from, word.after[i] + 1)
                                       : result_text(fabric, mode, *result, i));
    }
  }
  std::string tiles;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    tiles += with_values(kTileProof, {{"T", std::to_string(t)},
                                      {"NAME", design.name(t)},
                                      {"BITS", std::to_string(fabric.tiles[t].word_bits())},
                                      {"MODE", std::to_string(m)},
                                      {"FILE", fmt::format("{:04}", t)},
                                      {"ROUTER", std::to_string(design.address(t, 1, 0))},
                                      {"END", std::to_string(design.address(t, 2, 0))},
                                      {"WRITES", std::to_string(design.writes_of_tile(m))},
                                      {"NEED", need_text(design, m, t, slots[t])},
                                      {"INJECTED", injected[t]},
                                      {"EJECTED", ejected[t]}});
  }
  return with_values(kProof, {{"MODE", std::to_string(m)},
                              {"CLOCKS", std::to_string(mode.longest() + 5)},
                              {"WIDTH", std::to_string(design.settings().payload)},
                              {"SLOT_BITS", std::to_string(fabric.slot_bits)},
                              {"FLOW_BITS", std::to_string(fabric.flow_bits)},
                              {"PERIOD", std::to_string(mode.period)},
                              {"BEGINS", std::to_string((2 * mode.period - 2) % mode.period)},
                              {"LONGEST", std::to_string(mode.longest())},
                              {"COMBINES", combines_text(design)},
                              {"TILES", tiles}});
}

}  // namespace romcast
