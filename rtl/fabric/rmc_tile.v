// SPDX-License-Identifier: Apache-2.0
// A node of the fabric: slot counter, router, endpoint and, with REDUCE, an operator. Link 0 of the
// router is the endpoint; links 1 to LINKS - 1 are on `in_word` and `out_word`, link 1 in the low
// bits. With ENDPOINT = 0 the node is a switch, and writes to the endpoint's table are ignored.
//
// With REDUCE the router has one more input, the operator's result, and two more outputs, the
// operands; the top 3 bits of a table word are the operation. The router takes a result two clocks
// after its operands. For each i = 1..HOLDS, output OUTPUTS - i drives input INPUTS - i: a word
// waits in the output's register as long as this output takes this input.
//
// The register file accesses words: `space` 0 has the words of `rmc_tile_status` and, as word 7
// (with ON_DEMAND), the number of words per frame that `ready` waits for; `space` 1 is the router's
// table, `space` 2 the endpoint's table. Tables and word 7 cannot be read. Each bank has its own
// tables and its own word 7; writes go to the bank that does not run.
// Drawing: docs/rtl/rmc_tile.svg
`default_nettype none
module rmc_tile #(
    parameter LINKS     = 5,   // links in each direction, including the endpoint's
    parameter ENDPOINT  = 1,   // 0: a switch; link 0 and the streams are unused
    parameter WIDTH     = 16,  // bits of data, whole bytes
    parameter SLOT_BITS = 6,
    parameter FLOW_BITS = 4,
    parameter TX_DEPTH  = 16,
    parameter RX_DEPTH  = 16,
    parameter CREDITS   = 1,
    parameter ROOM      = 8,
    parameter ON_DEMAND = 0,
    parameter CROSSING  = 0,
    parameter REDUCE    = 0,
    parameter SIGNED    = 0,
    parameter HOLDS     = 0,   // registers in which words wait
    parameter STATS     = 1
) (
    input  wire                           clk,
    input  wire                           rst,            // for at least five clocks
    input  wire [                    4:0] wave,
    output wire                           ready,
    output wire                           error,
    input  wire [(LINKS-1)*(WIDTH+3)-1:0] in_word,        // {valid, last, credit, data} of each link
    output wire [(LINKS-1)*(WIDTH+3)-1:0] out_word,
    input  wire                           select,         // the register file accesses this node
    input  wire                           write,
    input  wire [                    1:0] space,
    input  wire [          SLOT_BITS-1:0] address,
    input  wire [                   31:0] write_data,
    output wire [                   31:0] read_data,      // two clocks after `select`; else 0
    input  wire                           axis_aclk,      // clock of both streams, with CROSSING
    input  wire                           axis_areset,
    input  wire                           s_axis_tvalid,
    output wire                           s_axis_tready,
    input  wire [              WIDTH-1:0] s_axis_tdata,
    input  wire                           s_axis_tlast,
    input  wire [          FLOW_BITS-1:0] s_axis_tdest,
    output wire                           m_axis_tvalid,
    input  wire                           m_axis_tready,
    output wire [              WIDTH-1:0] m_axis_tdata,
    output wire                           m_axis_tlast,
    output wire [          FLOW_BITS-1:0] m_axis_tid
);
  localparam LINE = WIDTH + 3;
  localparam INPUTS = LINKS + (REDUCE != 0 ? 1 : 0) + HOLDS;
  localparam OUTPUTS = LINKS + (REDUCE != 0 ? 2 : 0) + HOLDS;
  localparam EXTRA_BITS = REDUCE != 0 ? 3 : 0;
  localparam SOURCES = OUTPUTS > LINKS ? INPUTS : INPUTS - 1;
  localparam WORD_BITS = OUTPUTS * (1 + SOURCES / 2 + SOURCES % 2) + EXTRA_BITS;
  localparam EXTRA_PINS = REDUCE != 0 ? 3 : 1;
  localparam END_BITS = 2 * FLOW_BITS + 3;
  localparam SUM_BITS = WORD_BITS > 16 ? 32 : 16, END_SUM_BITS = END_BITS > 16 ? 32 : 16;

  generate
    if (ENDPOINT < 0 || ENDPOINT > 1) begin : g_illegal_endpoint rmc_tile_ENDPOINT_must_be_0_or_1 illegal (); end
    if (LINKS < 3) begin : g_illegal_links rmc_tile_LINKS_must_be_at_least_3 illegal (); end
    if (HOLDS < 0) begin : g_illegal_holds rmc_tile_HOLDS_must_not_be_negative illegal (); end
    if (INPUTS > 7) begin : g_illegal_links_2
      rmc_tile_LINKS_REDUCE_and_HOLDS_must_make_at_most_7_inputs illegal ();
    end
    if (WORD_BITS > 32) begin : g_illegal_links_3
      rmc_tile_LINKS_FLOW_BITS_REDUCE_and_HOLDS_must_make_words_of_at_most_32_bits illegal ();
    end
    if (SLOT_BITS < 4) begin : g_illegal_slot_bits rmc_tile_SLOT_BITS_must_be_at_least_4 illegal (); end
    if (TX_DEPTH > 16384) begin : g_illegal_tx_depth rmc_tile_TX_DEPTH_must_be_at_most_16384 illegal (); end
    if (REDUCE < 0 || REDUCE > 1) begin : g_illegal_reduce rmc_tile_REDUCE_must_be_0_or_1 illegal (); end
    if (RX_DEPTH > 16384) begin : g_illegal_rx_depth rmc_tile_RX_DEPTH_must_be_at_most_16384 illegal (); end
    if (END_BITS > 32) begin : g_illegal_flow_bits
      rmc_tile_FLOW_BITS_must_make_words_of_endpoints_of_at_most_32_bits illegal ();
    end
  endgenerate

  // Reset, wave and bus have a register in each tile, so that no wire has many distant ends. Yosys
  // would merge equal registers without `keep`. All registers but `reset` start with any value, and
  // memories are not reset.
  reg reset = 1'b1;
  reg selected, writes;
  reg [4:0] wave_1;
  reg [1:0] space_1;
  reg [SLOT_BITS-1:0] address_1;
  reg [31:0] data_1;
  (* keep *) always @(posedge clk) begin
    reset <= rst;
    wave_1 <= rst ? 5'b01000 : wave;
    selected <= select;
    {writes, space_1, address_1, data_1} <= {write, space, address, write_data};
  end

  wire [SLOT_BITS-1:0] slot;
  wire bank, inject, stay, check;
  rmc_slot_counter #(
      .SLOT_BITS(SLOT_BITS)
  ) counter (
      .clk   (clk),
      .rst   (reset),
      .wave  (wave_1),
      .slot  (slot),
      .bank  (bank),
      .inject(inject),
      .stay  (stay),
      .check (check)
  );
  // The router's `slot` is one clock later than the endpoint's: the endpoint's word is on the
  // router's input three clocks after the endpoint's `slot`, and two after the router's.
  reg [SLOT_BITS-1:0] slot_1;
  reg bank_1, check_1;
  always @(posedge clk) {slot_1, bank_1, check_1} <= {slot, bank, check};

  wire loads = selected && writes && !reset;
  wire [INPUTS*LINE-1:0] arriving;
  wire [OUTPUTS*LINE-1:0] leaving;
  wire [EXTRA_PINS-1:0] extra;
  wire [INPUTS-1:0] silent, left;
  wire [SUM_BITS-1:0] written, driven;
  wire [LINE-1:0] from_end, to_end;  // link 0
  assign arriving[0+:LINE] = from_end;
  assign to_end = leaving[0+:LINE];
  assign arriving[LINE+:(LINKS-1)*LINE] = in_word;
  assign out_word = leaving[LINE+:(LINKS-1)*LINE];
  rmc_slot_router #(
      .LINKS     (LINKS),
      .INPUTS    (INPUTS),
      .OUTPUTS   (OUTPUTS),
      .WIDTH     (WIDTH),
      .SLOT_BITS (SLOT_BITS),
      .EXTRA_BITS(EXTRA_BITS),
      .STATS     (STATS)
  ) router (
      .clk       (clk),
      .slot      (slot_1),
      .bank      (bank_1),
      .check     (check_1),
      .write     (loads && space_1 == 2'd1),
      .write_slot(address_1),
      .write_word(data_1[WORD_BITS-1:0]),
      .in_word   (arriving),
      .out_word  (leaving),
      .extra     (extra),
      .missing   (silent),
      .stray     (left),
      .written   (written),
      .driven    (driven)
  );

  wire sent, came, missed, stalled, missing, stray, overflow;
  wire [$clog2(TX_DEPTH):0] tx_high, need;
  wire [$clog2(RX_DEPTH):0] rx_high;
  wire [END_SUM_BITS-1:0] end_written, end_driven;
  generate
    if (ENDPOINT != 0) begin : g_endpoint
      rmc_endpoint #(
          .WIDTH    (WIDTH),
          .SLOT_BITS(SLOT_BITS),
          .FLOW_BITS(FLOW_BITS),
          .TX_DEPTH (TX_DEPTH),
          .RX_DEPTH (RX_DEPTH),
          .CREDITS  (CREDITS),
          .ROOM     (ROOM),
          .ON_DEMAND(ON_DEMAND),
          .CROSSING (CROSSING),
          .STATS    (STATS)
      ) endpoint (
          .clk          (clk),
          .rst          (reset),
          .slot         (slot),
          .bank         (bank),
          .inject       (inject),
          .stay         (stay),
          .check        (check),
          .write        (loads && space_1 == 2'd2),
          .write_slot   (address_1),
          .write_word   (data_1[END_BITS-1:0]),
          .out_word     (from_end),
          .in_word      (to_end),
          .need         (need),
          .ready        (ready),
          .sent         (sent),
          .came         (came),
          .missed       (missed),
          .stalled      (stalled),
          .missing      (missing),
          .stray        (stray),
          .overflow     (overflow),
          .tx_high      (tx_high),
          .rx_high      (rx_high),
          .written      (end_written),
          .driven       (end_driven),
          .axis_aclk    (axis_aclk),
          .axis_areset  (axis_areset),
          .s_axis_tvalid(s_axis_tvalid),
          .s_axis_tready(s_axis_tready),
          .s_axis_tdata (s_axis_tdata),
          .s_axis_tlast (s_axis_tlast),
          .s_axis_tdest (s_axis_tdest),
          .m_axis_tvalid(m_axis_tvalid),
          .m_axis_tready(m_axis_tready),
          .m_axis_tdata (m_axis_tdata),
          .m_axis_tlast (m_axis_tlast),
          .m_axis_tid   (m_axis_tid)
      );
    end else begin : g_switch
      assign from_end = {LINE{1'b0}};
      assign {ready, sent, came, missed, stalled, missing, stray, overflow} = 8'h80;
      assign {tx_high, rx_high, end_written, end_driven} = 0;
      assign {s_axis_tready, m_axis_tvalid, m_axis_tdata, m_axis_tlast, m_axis_tid} = 0;
      wire unused = &{1'b0, inject, stay, to_end, need, axis_aclk, axis_areset, s_axis_tvalid, s_axis_tdata,
                      s_axis_tlast, s_axis_tdest, m_axis_tready};
    end
  endgenerate

  generate
    if (REDUCE != 0) begin : g_reduce
      rmc_operator #(
          .WIDTH (WIDTH),
          .SIGNED(SIGNED)
      ) operator (
          .clk      (clk),
          .operation(extra),
          .a        (leaving[LINKS*LINE+:LINE]),
          .b        (leaving[(LINKS+1)*LINE+:LINE]),
          .result   (arriving[LINKS*LINE+:LINE])
      );
    end else begin : g_no_reduce
      wire unused = &{1'b0, extra};
    end
    if (HOLDS > 0) begin : g_holds
      assign arriving[(INPUTS-HOLDS)*LINE+:HOLDS*LINE] = leaving[(OUTPUTS-HOLDS)*LINE+:HOLDS*LINE];
    end
    if (ON_DEMAND != 0 && ENDPOINT != 0) begin : g_need
      reg [$clog2(TX_DEPTH):0] words_0, words_1;  // of bank 0 and 1
      wire sets = loads && space_1 == 2'd0 && address_1[3:0] == 4'd7;
      always @(posedge clk)
        if (reset) {words_1, words_0} <= 0;
        else if (sets && bank) words_0 <= data_1[$clog2(TX_DEPTH):0];
        else if (sets) words_1 <= data_1[$clog2(TX_DEPTH):0];
      assign need = bank ? words_1 : words_0;
    end else begin : g_no_need
      assign need = 0;
    end
  endgenerate
  wire unused = &{1'b0, data_1, address_1};

  wire [18:0] flag = {overflow, stray, missing, {(8 - INPUTS) {1'b0}}, left, {(8 - INPUTS) {1'b0}}, silent};
  wire [31:0] marks = {{(15 - $clog2(TX_DEPTH)) {1'b0}}, tx_high, {(15 - $clog2(RX_DEPTH)) {1'b0}}, rx_high};
  wire [127:0] signatures = {{(32 - END_SUM_BITS) {1'b0}}, end_driven, {(32 - END_SUM_BITS) {1'b0}}, end_written,
                             {(32 - SUM_BITS) {1'b0}}, driven, {(32 - SUM_BITS) {1'b0}}, written};
  rmc_tile_status #(
      .STATS(STATS)
  ) status (
      .clk       (clk),
      .rst       (reset),
      .start     (wave_1[4]),
      .flag      (flag),
      .event_bits({stalled, missed, came, sent}),
      .marks     (marks),
      .signatures(signatures),
      .select    (selected && space_1 == 2'd0),
      .write     (writes),
      .address   (address_1[3:0]),
      .write_data(data_1),
      .read_data (read_data),
      .error     (error)
  );
endmodule
`default_nettype wire
