// SPDX-License-Identifier: Apache-2.0
// Node of a reduce, allreduce or reduce-scatter on any direct network: the processor combines
// the arrivals of each value with an own operand, and a schedule ROM sets when the combined value
// leaves. Outputs depend on registers only.
//
// SENDERS = 1: single-port, a ROM word's target is the outgoing port. SENDERS = PORTS: a ROM per
// port. In ROM words (see store_program) the field `slot` is the number of the value.
// In a cycle with `issue` high, the processor puts value number `issue_value` on `local_data`,
// combined with all of the value's arrivals, those in this cycle included; so the processor needs a
// combinational path from `in_data` to `local_data`. The link carries the data in the next cycle.
// AGAIN = 0, a reduce: a value leaves once, and must not arrive afterwards.
// Drawing: docs/rtl/combining_node.svg
`default_nettype none
module combining_node #(
    parameter PORTS      = 3,   // links in and out, 1..64
    parameter SENDERS    = 1,   // 1 or PORTS
    parameter ANY_COME   = 0,   // arrivals per cycle, single-port: 0: at most 1; 1: any number
    parameter AGAIN      = 0,   // 1: values may leave more than once, and arrive after they left
    parameter WIDTH      = 64,  // bits per message: {rest, number of the value}
    parameter VALUE_BITS = 1,   // bits of the number of a value
    parameter ROM_DEPTH  = 64,  // words of each sender's ROM
    parameter TIME_BITS  = 32,  // bits of the cycle, hop and delivery counters
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [        PORTS-1:0] in_valid,
    input  wire [  PORTS*WIDTH-1:0] in_data,
    output reg  [        PORTS-1:0] out_valid,
    output reg  [SENDERS*WIDTH-1:0] out_data,   // SENDERS = 1: shared by all ports

    // The processor: `issue` requests a value, which the processor puts on `local_data` in the same
    // cycle; arrivals are delivered to the processor a clock later.
    output wire [           SENDERS-1:0] issue,
    output wire [SENDERS*VALUE_BITS-1:0] issue_value,
    input  wire [     SENDERS*WIDTH-1:0] local_data,
    output reg  [             PORTS-1:0] deliver_valid,
    output reg  [       PORTS*WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one word per clock. SENDERS > 1: bits 31..28 of the
    // address name the port (PORTS > 16: bits 31..26), the other bits name the word.
    input wire load_valid,
    input wire [31:0] load_address,
    input wire [VALUE_BITS+(SENDERS==1&&PORTS>1?$clog2(PORTS):1)+2+17:0] load_word,

    // Counters.
    output wire [TIME_BITS-1:0] hops,           // messages sent
    output wire [TIME_BITS-1:0] last_hop,       // cycle of the last hop
    output wire [TIME_BITS-1:0] busy,           // cycles of sending, summed over ports
    output wire [TIME_BITS-1:0] deliveries,     // all arrivals
    output wire [TIME_BITS-1:0] last_delivery,
    // Flags, sticky.
    output wire                 underflow,      // AGAIN = 0: a value that has left leaves or arrives again
    // Single-port: two arrivals in a cycle (ANY_COME = 0), or a ROM target that is no port.
    output wire                 contention
);
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire [TIME_BITS-1:0] raw_busy;
  wire [TIME_BITS-1:0] raw_deliveries;
  wire [TIME_BITS-1:0] raw_last_delivery;
  reg raw_underflow;
  reg raw_contention;

  localparam TARGET_BITS = SENDERS == 1 && PORTS > 1 ? $clog2(PORTS) : 1;
  localparam SELECT_BITS = PORTS > 16 ? 6 : 4;  // bits of a load address that name the port
  localparam VALUES = 1 << VALUE_BITS;
  localparam [PORTS-1:0] NONE = 0, ONE = 1;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats combining_node_STATS_must_be_0_or_1 illegal (); end
    if (PORTS < 1 || PORTS > 64) begin : g_illegal_ports combining_node_PORTS_must_be_1_to_64 illegal (); end
    if (SENDERS != 1 && SENDERS != PORTS) begin : g_illegal_senders
      combining_node_SENDERS_must_be_1_or_PORTS illegal ();
    end
    if (ANY_COME < 0 || ANY_COME > 1) begin : g_illegal_any_come
      combining_node_ANY_COME_must_be_0_or_1 illegal ();
    end
    if (AGAIN < 0 || AGAIN > 1) begin : g_illegal_again combining_node_AGAIN_must_be_0_or_1 illegal (); end
    if (VALUE_BITS < 1 || VALUE_BITS > 16) begin : g_illegal_value_bits
      combining_node_VALUE_BITS_must_be_1_to_16 illegal ();
    end
    if (WIDTH < VALUE_BITS) begin : g_illegal_width combining_node_WIDTH_must_be_at_least_VALUE_BITS illegal (); end
    if (ROM_DEPTH < 1) begin : g_illegal_rom_depth combining_node_ROM_DEPTH_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits combining_node_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [SENDERS*TARGET_BITS-1:0] target;
  wire [SENDERS-1:0] first, start, unused_label;
  genvar k;
  generate
    for (k = 0; k < SENDERS; k = k + 1) begin : g_sender
      wire mine = SENDERS == 1 || load_address[31-:SELECT_BITS] == k[SELECT_BITS-1:0];
      store_program #(
          .PLACE_BITS (VALUE_BITS),
          .TARGET_BITS(TARGET_BITS),
          .ROUTE_BITS (1),
          .ROM_DEPTH  (ROM_DEPTH)
      ) controller (
          .clk(clk),
          .rst(rst),
          .run(run),
          .load_valid(load_valid && mine),
          .load_address({{SELECT_BITS{1'b0}}, load_address[31-SELECT_BITS:0]}),
          .load_word(load_word),
          .hop(issue[k]),
          .sends(issue[k]),
          .first(first[k]),
          .start(start[k]),
          .target(target[k*TARGET_BITS+:TARGET_BITS]),
          .label(unused_label[k]),
          .place(issue_value[k*VALUE_BITS+:VALUE_BITS])
      );
    end
  endgenerate

  wire [PORTS-1:0] sends;  // by port
  generate
    if (SENDERS == 1) begin : g_single
      assign sends = issue[0] ? ONE << target : NONE;
    end else begin : g_multi
      assign sends = issue;
    end
  endgenerate

  reg [VALUES-1:0] sent;  // values that have left
  reg amiss;
  always @* begin : watch
    integer i;
    amiss = 1'b0;
    for (i = 0; i < PORTS; i = i + 1)
      if (in_valid[i] && sent[in_data[i*WIDTH+:VALUE_BITS]]) amiss = 1'b1;
    for (i = 0; i < SENDERS; i = i + 1)
      if (issue[i] && sent[issue_value[i*VALUE_BITS+:VALUE_BITS]]) amiss = 1'b1;
  end
  always @(posedge clk) begin : exchange
    integer i;
    out_valid <= rst ? NONE : sends;
    deliver_valid <= rst ? NONE : in_valid;
    deliver_data <= in_data;
    if (|issue) out_data <= local_data;
    for (i = 0; i < SENDERS; i = i + 1)
      if (issue[i]) sent[issue_value[i*VALUE_BITS+:VALUE_BITS]] <= 1'b1;
    if (rst) begin
      sent <= {VALUES{1'b0}};
      {raw_underflow, raw_contention} <= 2'b00;
    end else begin
      if (amiss && AGAIN == 0) raw_underflow <= 1'b1;
      if (SENDERS == 1 && ANY_COME == 0 && (in_valid & (in_valid - 1'b1)) != NONE)
        raw_contention <= 1'b1;
      if (SENDERS == 1 && |issue && sends == NONE) raw_contention <= 1'b1;
    end
  end

  wire unused_high, unused_waiting, missing;
  store_statistics #(
      .LANES(PORTS),
      .PLACES(1),
      .TIME_BITS(TIME_BITS)
  ) statistics (
      .clk(clk),
      .rst(rst),
      .unicast(1'b0),
      .cycle(cycle),
      .enters({PORTS + 1{1'b0}}),
      .out_valid(out_valid),
      .stays(NONE),
      .held(out_valid),
      .delivers(in_valid),
      .missing(missing),
      .figures({raw_last_delivery, raw_deliveries, raw_busy, raw_last_hop, raw_hops, unused_waiting, unused_high})
  );
  wire unused = &{1'b0, first, start, unused_label, target, missing, unused_high, unused_waiting};

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign busy = STATS != 0 ? raw_busy : {TIME_BITS{1'b0}};
  assign deliveries = STATS != 0 ? raw_deliveries : {TIME_BITS{1'b0}};
  assign last_delivery = STATS != 0 ? raw_last_delivery : {TIME_BITS{1'b0}};
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
