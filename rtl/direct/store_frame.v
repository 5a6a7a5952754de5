// SPDX-License-Identifier: Apache-2.0
// Common part of all nodes with a store: straps, outgoing links, counters and flags. A node adds
// its stores and its controllers. The clock edge at the end of a cycle sets the links' outputs for
// the next cycle.
// Drawing: docs/rtl/store_frame.svg
`default_nettype none
module store_frame #(
    parameter PORTS      = 3,   // links in and out
    parameter LANES      = 1,   // links in use at the same time: PORTS or, single-port, 1
    parameter SENDERS    = 1,   // units that hold links: one per lane, or 1 for all lanes
    parameter PLACES     = 4,   // slots of all stores
    parameter ROUTE_BITS = 8,
    parameter TIME_BITS  = 32
) (
    input wire                 clk,
    input wire                 rst,
    input wire [TIME_BITS-1:0] cycle,

    // {per_message, startup, packet_cap, swap, multicast, here}; `settings` keeps the last four of them
    // while `rst` is low.
    input  wire [ROUTE_BITS+49:0] straps,
    output reg  [ROUTE_BITS+17:0] settings,

    input wire [  PORTS-1:0] in_start,
    input wire [  PORTS-1:0] in_valid,
    input wire [LANES-1:0] delivers,
    input wire             unicast,   // a message leaves its slot when it is sent
    input wire [LANES:0] enters,   // messages that take a slot; highest bit: an own message
    input wire             full,      // a message has no slot

    input  wire [SENDERS-1:0] sends,      // the sender holds its links in the coming cycle
    // The coming cycle begins a packet, or a ROM word that continues a packet.
    input  wire [SENDERS-1:0] first,
    input  wire [SENDERS-1:0] start,      // with `first`: the packet begins with its start-up
    input  wire [  PORTS-1:0] ports,      // the links of the senders
    output wire [SENDERS-1:0] hop,        // the coming cycle carries a message
    input  wire [SENDERS-1:0] filled,     // with `hop`: there is a message to be sent
    input  wire               astray,     // a message or a ROM word has no legal target
    input  wire [  LANES-1:0] stays,      // the message on the link keeps its slot, though unicast
    output wire [  PORTS-1:0] out_start,
    output reg  [  PORTS-1:0] out_valid,

    output reg  overflow,
    output reg  underflow,
    output wire contention,
    output wire [5*TIME_BITS+2*$clog2(PLACES+1)-1:0] figures  // see store_statistics
);
  localparam [PORTS-1:0] NONE = 0;

  generate
    if (PORTS < 1) begin : g_illegal_ports store_frame_PORTS_must_be_at_least_1 illegal (); end
    if (LANES != 1 && LANES != PORTS) begin : g_illegal_lanes store_frame_LANES_must_be_1_or_PORTS illegal (); end
    if (SENDERS != 1 && SENDERS != LANES) begin : g_illegal_senders
      store_frame_SENDERS_must_be_1_or_LANES illegal ();
    end
    if (PLACES < 1) begin : g_illegal_places store_frame_PLACES_must_be_at_least_1 illegal (); end
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_frame_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits store_frame_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [15:0] startup, per_message;
  assign {per_message, startup} = straps[ROUTE_BITS+18+:32];
  reg has_start;  // startup > 0
  reg [16:0] opening;  // startup + per_message - 1
  reg [15:0] spacing;  // per_message - 1
  always @(posedge clk)
    if (rst) begin
      settings <= straps[ROUTE_BITS+17:0];
      has_start <= |startup;
      opening <= {1'b0, startup} + {1'b0, per_message} - 17'd1;
      spacing <= per_message - 16'd1;
    end

  reg [PORTS-1:0] port_q;  // the links in use
  wire [SENDERS-1:0] start_q, held_q;
  wire [PORTS-1:0] held = {PORTS / SENDERS{held_q}} & port_q;
  assign out_start = {PORTS / SENDERS{start_q}} & port_q;
  genvar k;
  generate
    for (k = 0; k < SENDERS; k = k + 1) begin : g_sender
      link_timer timer (
          .clk(clk),
          .rst(rst),
          .opening(opening),
          .spacing(spacing),
          .has_start(has_start),
          .sends(sends[k]),
          .first(first[k]),
          .start(start[k]),
          .hop(hop[k]),
          .out_start(start_q[k]),
          .held(held_q[k])
      );
    end
  endgenerate

  wire clash, missing;
  reg stray;
  assign contention = clash || stray;
  always @(posedge clk) begin
    if (|sends) port_q <= ports;
    out_valid <= rst ? NONE : {PORTS / SENDERS{hop & filled}} & ports;
    if (rst) begin
      overflow <= 1'b0;
      underflow <= 1'b0;
      stray <= 1'b0;
    end else begin
      if (full) overflow <= 1'b1;
      if (|(hop & ~filled) || missing) underflow <= 1'b1;
      if (astray) stray <= 1'b1;
    end
  end

  wire [LANES-1:0] lane_valid, lane_held;
  generate
    if (LANES == 1) begin : g_single
      assign lane_valid = |out_valid;
      assign lane_held = held_q;
      receive_guard #(
          .PORTS(PORTS),
          .TIME_BITS(TIME_BITS)
      ) guard (
          .clk(clk),
          .rst(rst),
          .opening(opening),
          .spacing(spacing),
          .cycle(cycle),
          .in_start(in_start),
          .in_valid(in_valid),
          .clash(clash)
      );
      wire unused = &{1'b0, held};
    end else begin : g_multi
      assign lane_valid = out_valid;
      assign lane_held = held;
      assign clash = 1'b0;
      wire unused = &{1'b0, in_start, in_valid};
    end
  endgenerate
  store_statistics #(
      .LANES(LANES),
      .PLACES(PLACES),
      .TIME_BITS(TIME_BITS)
  ) statistics (
      .clk(clk),
      .rst(rst),
      .unicast(unicast),
      .cycle(cycle),
      .enters(enters),
      .out_valid(lane_valid),
      .stays(stays),
      .held(lane_held),
      .delivers(delivers),
      .missing(missing),
      .figures(figures)
  );
endmodule
`default_nettype wire
