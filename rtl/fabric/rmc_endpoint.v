// SPDX-License-Identifier: Apache-2.0
// Network interface of a node: an AXI4-Stream in each direction, and the table of the slots' flows.
// A table word is {flow out of the network, flow into it, eject, stays, inject}, inject in bit 0.
// A flow that stays is also injected in the frames that drain the network for a COMMIT, unless
// frames run on demand (`rmc_frame`).
//
// A credit bit that arrives in a slot whose flow out of the network has number f is the credit of
// flow number f into the network; every word and bubble that the endpoint sends carries `room` as
// its credit bit. The tile's router gets the same `slot` a clock later than this endpoint.
// Drawing: docs/rtl/rmc_endpoint.svg
`default_nettype none
module rmc_endpoint #(
    parameter WIDTH     = 16,  // bits of data, whole bytes
    parameter SLOT_BITS = 6,
    parameter FLOW_BITS = 4,
    parameter TX_DEPTH  = 16,  // words
    parameter RX_DEPTH  = 16,
    parameter CREDITS   = 1,   // 0: all flows are always granted
    parameter ROOM      = 8,   // words that may still arrive after `room` falls
    parameter ON_DEMAND = 0,   // 1: `ready` depends on the queues
    parameter CROSSING  = 0,   // 1: the streams have a clock of their own
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
    input  wire                              write,       // into the bank that does not run
    input  wire [             SLOT_BITS-1:0] write_slot,
    input  wire [             WORD_BITS-1:0] write_word,
    output wire [                 WIDTH+2:0] out_word,    // three clocks after `slot`
    input  wire [                 WIDTH+2:0] in_word,     // four clocks after `slot`
    input  wire [        $clog2(TX_DEPTH):0] need,        // words that a frame on demand takes
    output wire                              ready,       // a frame on demand may start
    // Events, each for one clock.
    output wire                              sent,
    output wire                              came,
    // `missed`: a slot may inject, but no word of its flow heads the queue.
    output wire                              missed,
    output wire                              stalled,     // a word had to wait for credit
    output wire                              missing,     // a slot of an arriving flow was silent
    output wire                              stray,       // a word came in a slot of no flow
    output wire                              overflow,
    output wire [        $clog2(TX_DEPTH):0] tx_high,
    output wire [        $clog2(RX_DEPTH):0] rx_high,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] written,
    output wire [(WORD_BITS > 16 ? 32 : 16)-1:0] driven,
    input  wire                              axis_aclk,   // clock of both streams, with CROSSING
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
  generate
    if (CREDITS < 0 || CREDITS > 1) begin : g_illegal_credits rmc_endpoint_CREDITS_must_be_0_or_1 illegal (); end
    if (ON_DEMAND < 0 || ON_DEMAND > 1) begin : g_illegal_on_demand
      rmc_endpoint_ON_DEMAND_must_be_0_or_1 illegal ();
    end
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_endpoint_STATS_must_be_0_to_2 illegal (); end
    if (WORD_BITS != 2 * FLOW_BITS + 3) begin : g_illegal_word_bits
      rmc_endpoint_WORD_BITS_must_be_2_FLOW_BITS_plus_3 illegal ();
    end
  endgenerate

  wire [WORD_BITS-1:0] word;
  rmc_slot_table #(
      .WORD_BITS (WORD_BITS),
      .SLOT_BITS (SLOT_BITS),
      .SIGNATURES(STATS > 0 ? 1 : 0)
  ) slots (
      .clk       (clk),
      .slot      (slot),
      .bank      (bank),
      .word      (word),
      .write     (write),
      .write_slot(write_slot),
      .write_word(write_word),
      .written   (written),
      .driven    (driven)
  );

  // Suffix _n: n clocks after `slot`.
  reg inject_1, stay_1, check_1, check_2, check_3, check_4;
  reg used_2, open_2, eject_2, eject_3, eject_4;
  reg [FLOW_BITS-1:0] flow_2, from_2, from_3, from_4;
  always @(posedge clk) begin
    {inject_1, stay_1} <= {inject, stay};
    used_2 <= word[0];
    open_2 <= word[0] && (inject_1 || (stay_1 && word[1]));
    flow_2 <= word[3+:FLOW_BITS];
    {eject_4, eject_3, eject_2} <= {eject_3, eject_2, word[2]};
    {from_4, from_3, from_2} <= {from_3, from_2, word[WORD_BITS-1-:FLOW_BITS]};
    {check_4, check_3, check_2, check_1} <= {check_3, check_2, check_1, check};
  end

  wire granted, room;
  generate
    if (CREDITS != 0) begin : g_credits
      rmc_grants #(
          .FLOW_BITS(FLOW_BITS)
      ) credit_bits (
          .clk         (clk),
          .write       (eject_4 && in_word[WIDTH+1+:2] != 2'd0 && !rst),
          .write_flow  (from_4),
          .write_credit(in_word[WIDTH]),
          .flow        (word[3+:FLOW_BITS]),
          .granted     (granted)
      );
    end else begin : g_no_credits
      assign granted = 1'b1;
    end
  endgenerate

  wire [$clog2(TX_DEPTH):0] waiting;
  rmc_stream_tx #(
      .WIDTH    (WIDTH),
      .FLOW_BITS(FLOW_BITS),
      .DEPTH    (TX_DEPTH),
      .CROSSING (CROSSING),
      .STATS    (STATS)
  ) tx (
      .clk          (clk),
      .rst          (rst),
      .slot_used    (used_2),
      .slot_open    (open_2),
      .flow         (flow_2),
      .granted      (granted),
      .credit       (room),
      .out_word     (out_word),
      .used         (waiting),
      .missed       (missed),
      .stalled      (stalled),
      .s_axis_aclk  (axis_aclk),
      .s_axis_areset(axis_areset),
      .s_axis_tvalid(s_axis_tvalid),
      .s_axis_tready(s_axis_tready),
      .s_axis_tdata (s_axis_tdata),
      .s_axis_tlast (s_axis_tlast),
      .s_axis_tdest (s_axis_tdest),
      .high         (tx_high)
  );
  rmc_stream_rx #(
      .WIDTH    (WIDTH),
      .FLOW_BITS(FLOW_BITS),
      .DEPTH    (RX_DEPTH),
      .ROOM     (ROOM),
      .CROSSING (CROSSING),
      .STATS    (STATS)
  ) rx (
      .clk          (clk),
      .rst          (rst),
      .in_word      (in_word),
      .slot_used    (eject_4),
      .flow         (from_4),
      .room         (room),
      .came         (came),
      .overflow     (overflow),
      .m_axis_aclk  (axis_aclk),
      .m_axis_areset(axis_areset),
      .m_axis_tvalid(m_axis_tvalid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata (m_axis_tdata),
      .m_axis_tlast (m_axis_tlast),
      .m_axis_tid   (m_axis_tid),
      .high         (rx_high)
  );
  assign sent = out_word[WIDTH+2];

  generate
    if (STATS > 0) begin : g_flags
      assign missing = check_4 && eject_4 && in_word[WIDTH+1+:2] == 2'd0;
      assign stray   = check_4 && !eject_4 && in_word[WIDTH+2];
    end else begin : g_no_flags
      assign missing = 1'b0;
      assign stray   = 1'b0;
      wire unused = &{1'b0, check_4};
    end
    if (ON_DEMAND != 0) begin : g_on_demand
      reg filled;
      always @(posedge clk) filled <= !rst && waiting >= need && room;
      assign ready = filled;
    end else begin : g_free_running
      assign ready = 1'b1;
      wire unused = &{1'b0, waiting, need};
    end
  endgenerate
endmodule
`default_nettype wire
