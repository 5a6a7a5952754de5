// SPDX-License-Identifier: Apache-2.0
// Connects the output of a router to an AXI4-Stream master. `room` goes back to the senders as
// credit. No word is dropped if at most ROOM words come between a clock with `room` high and the
// next such clock.
`default_nettype none
module rmc_stream_rx #(
    parameter WIDTH     = 16,  // bits of data, whole bytes
    parameter FLOW_BITS = 4,
    parameter DEPTH     = 16,  // words
    parameter ROOM      = 8,   // words that may still come after `room` falls
    parameter CROSSING  = 0,   // 1: the stream has a clock of its own
    parameter STATS     = 1
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire [        WIDTH+2:0] in_word,        // {valid, last, credit, data}
    input  wire                     slot_used,      // the slot brings a word of `flow`, or a bubble
    input  wire [    FLOW_BITS-1:0] flow,
    output reg                      room,
    output wire                     came,           // a word arrives
    output wire                     overflow,       // the word finds the queue full
    input  wire                     m_axis_aclk,    // unused without CROSSING
    input  wire                     m_axis_areset,
    output wire                     m_axis_tvalid,
    input  wire                     m_axis_tready,
    output wire [        WIDTH-1:0] m_axis_tdata,
    output wire                     m_axis_tlast,
    output wire [    FLOW_BITS-1:0] m_axis_tid,
    output wire [$clog2(DEPTH):0] high            // high-water mark of the queue
);
  localparam ENTRY = WIDTH + 1 + FLOW_BITS;
  localparam COUNT_BITS = $clog2(DEPTH) + 1;
  // `room` falls a clock after the queue holds more than MOST words, so that the queue holds at
  // most MOST + 2 words when `room` falls.
  localparam [31:0] MOST = DEPTH - ROOM - 2;

  generate
    if (WIDTH < 8) begin : g_illegal_width rmc_stream_rx_WIDTH_must_be_at_least_8 illegal (); end
    if (WIDTH % 8 != 0) begin : g_illegal_width_2 rmc_stream_rx_WIDTH_must_be_a_multiple_of_8 illegal (); end
    if (FLOW_BITS < 1) begin : g_illegal_flow_bits rmc_stream_rx_FLOW_BITS_must_be_at_least_1 illegal (); end
    if (ROOM < 0) begin : g_illegal_room rmc_stream_rx_ROOM_must_not_be_negative illegal (); end
    if (ROOM > DEPTH - 2) begin : g_illegal_room_2 rmc_stream_rx_ROOM_must_be_at_most_DEPTH_minus_2 illegal (); end
    if (CROSSING < 0 || CROSSING > 1) begin : g_illegal_crossing
      rmc_stream_rx_CROSSING_must_be_0_or_1 illegal ();
    end
  endgenerate

  assign came = in_word[WIDTH+2] && slot_used;
  wire [COUNT_BITS-1:0] used;
  wire [ENTRY-1:0] entry = {flow, in_word[WIDTH+1], in_word[WIDTH-1:0]};
  wire ready;
  always @(posedge clk) room <= !rst && used <= MOST[COUNT_BITS-1:0];
  wire unused = &{1'b0, in_word[WIDTH], ready};

  generate
    if (CROSSING != 0) begin : g_crossing
      wire [COUNT_BITS-1:0] left;
      rmc_async_fifo #(
          .WIDTH(ENTRY),
          .DEPTH(DEPTH),
          .STATS(STATS)
      ) words (
          .in_clk   (clk),
          .in_rst   (rst),
          .in_valid (came),
          .in_ready (ready),
          .in_data  (entry),
          .in_used  (used),
          .high     (high),
          .overflow (overflow),
          .out_clk  (m_axis_aclk),
          .out_rst  (m_axis_areset),
          .out_valid(m_axis_tvalid),
          .out_ready(m_axis_tready),
          .out_data ({m_axis_tid, m_axis_tlast, m_axis_tdata}),
          .out_used (left)
      );
      wire unused_count = &{1'b0, left};
    end else begin : g_one_clock
      rmc_fifo #(
          .WIDTH(ENTRY),
          .DEPTH(DEPTH),
          .STATS(STATS)
      ) words (
          .clk      (clk),
          .rst      (rst),
          .in_valid (came),
          .in_ready (ready),
          .in_data  (entry),
          .out_valid(m_axis_tvalid),
          .out_ready(m_axis_tready),
          .out_data ({m_axis_tid, m_axis_tlast, m_axis_tdata}),
          .used     (used),
          .high     (high),
          .overflow (overflow)
      );
      wire unused_clock = &{1'b0, m_axis_aclk, m_axis_areset};
    end
  endgenerate
endmodule
`default_nettype wire
