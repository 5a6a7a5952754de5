// SPDX-License-Identifier: Apache-2.0
// Connects an AXI4-Stream slave to the input of a router. In a slot of flow f the oldest word
// leaves if its `tdest` is f, the slot is open and f has credit; otherwise a bubble leaves. Words
// leave in the order of arrival.
`default_nettype none
module rmc_stream_tx #(
    parameter WIDTH     = 16,  // bits of data, whole bytes
    parameter FLOW_BITS = 4,
    parameter DEPTH     = 16,  // words
    parameter CROSSING  = 0,   // 1: the stream has a clock of its own
    parameter STATS     = 1
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     slot_used,      // the slot belongs to `flow`
    input  wire                     slot_open,      // a word of `flow` may leave
    input  wire [    FLOW_BITS-1:0] flow,
    input  wire                     granted,        // `flow` has credit
    input  wire                     credit,         // credit bit to send with the word or bubble
    output wire [        WIDTH+2:0] out_word,       // {valid, last, credit, data}, a clock later
    output wire [$clog2(DEPTH):0] used,           // words that wait
    output wire                     missed,         // an open slot found no word of its flow
    output wire                     stalled,        // an open slot's word waits for credit
    input  wire                     s_axis_aclk,    // unused without CROSSING
    input  wire                     s_axis_areset,
    input  wire                     s_axis_tvalid,
    output wire                     s_axis_tready,
    input  wire [        WIDTH-1:0] s_axis_tdata,
    input  wire                     s_axis_tlast,
    input  wire [    FLOW_BITS-1:0] s_axis_tdest,
    output wire [$clog2(DEPTH):0] high            // high-water mark of the queue
);
  localparam ENTRY = WIDTH + 1 + FLOW_BITS;

  generate
    if (WIDTH < 8) begin : g_illegal_width rmc_stream_tx_WIDTH_must_be_at_least_8 illegal (); end
    if (WIDTH % 8 != 0) begin : g_illegal_width_2 rmc_stream_tx_WIDTH_must_be_a_multiple_of_8 illegal (); end
    if (FLOW_BITS < 1) begin : g_illegal_flow_bits rmc_stream_tx_FLOW_BITS_must_be_at_least_1 illegal (); end
    if (CROSSING < 0 || CROSSING > 1) begin : g_illegal_crossing
      rmc_stream_tx_CROSSING_must_be_0_or_1 illegal ();
    end
  endgenerate

  wire shown, last, leaves;
  wire [WIDTH-1:0] data;
  wire [FLOW_BITS-1:0] dest;
  generate
    if (CROSSING != 0) begin : g_crossing
      wire [$clog2(DEPTH):0] came;
      wire overflow;
      rmc_async_fifo #(
          .WIDTH(ENTRY),
          .DEPTH(DEPTH),
          .STATS(STATS)
      ) words (
          .in_clk   (s_axis_aclk),
          .in_rst   (s_axis_areset),
          .in_valid (s_axis_tvalid),
          .in_ready (s_axis_tready),
          .in_data  ({s_axis_tdest, s_axis_tlast, s_axis_tdata}),
          .in_used  (came),
          .high     (high),
          .overflow (overflow),
          .out_clk  (clk),
          .out_rst  (rst),
          .out_valid(shown),
          .out_ready(leaves),
          .out_data ({dest, last, data}),
          .out_used (used)
      );
      wire unused = &{1'b0, came, overflow};
    end else begin : g_one_clock
      wire overflow;  // unused: only shows that a word waits for `s_axis_tready`
      rmc_fifo #(
          .WIDTH(ENTRY),
          .DEPTH(DEPTH),
          .STATS(STATS)
      ) words (
          .clk      (clk),
          .rst      (rst),
          .in_valid (s_axis_tvalid),
          .in_ready (s_axis_tready),
          .in_data  ({s_axis_tdest, s_axis_tlast, s_axis_tdata}),
          .out_valid(shown),
          .out_ready(leaves),
          .out_data ({dest, last, data}),
          .used     (used),
          .high     (high),
          .overflow (overflow)
      );
      wire unused = &{1'b0, s_axis_aclk, s_axis_areset, overflow};
    end
  endgenerate

  wire fits = shown && dest == flow && slot_open;
  assign leaves  = fits && granted;
  assign missed  = slot_open && !fits;
  assign stalled = fits && !granted;

  reg sent, ends, grants;
  reg [WIDTH-1:0] word;
  always @(posedge clk) begin
    sent <= leaves && !rst;
    ends <= slot_used && (!leaves || last) && !rst;
    grants <= credit;
    word <= data;
  end
  assign out_word = {sent, ends, grants, word};
endmodule
`default_nettype wire
