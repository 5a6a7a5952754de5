// SPDX-License-Identifier: Apache-2.0
// Fat-tree switch, single-port: at most one message leaves per cycle, any number arrive. Two queues
// in arrival order: `up` for the parent, `down` for the children; a multicast from a child may
// enter both. Outputs depend on registers only; one clock per hop. Queues are in registers
// (fat_tree_queues) or, equivalent clock by clock, in block RAM (fat_tree_rows).
// Ports are numbered children 0..ARITY-1, then the parent.
//
// ROM_DEPTH = 0: local rule (Dimakopoulos & Dimopoulos 1996, figures 2b, 4a and 5): the oldest
//   message that goes up leaves, else the oldest message that goes down, to the lowest of the
//   children to which it must still be sent.
// ROM_DEPTH > 0: the schedule ROM sets the destinations of each arrival, and the sending queue.
//   Control word, lowest bit first: a mask of ARITY+1 bits per port, then `send_up`, `send_down`.
// Drawing: docs/rtl/fat_tree_switch_single.svg
`default_nettype none
module fat_tree_switch_single #(
    parameter ARITY      = 2,   // children, 2..16
    parameter WIDTH      = 32,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,  // bits of the route field
    parameter DEPTH      = 4,   // slots of each of the two queues
    parameter ROM_DEPTH  = 0,   // words of the schedule ROM, 0: local rule
    parameter TIME_BITS  = 32,  // bits of the cycle and hop counters
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter ROM_USED   = 0,  // mask of the control bits that the ROM keeps, see sequencer; 0: all
    parameter SLOTS_IN_RAM = 0,  // 1: queues in block RAM, for the local rule only
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: constant while running.
    input wire                  is_root,
    input wire [           1:0] route_kind,
    input wire [           4:0] shift,
    input wire [ROUTE_BITS-1:0] here,
    input wire [$clog2(DEPTH+1)-1:0] places,  // usable slots of each queue, 1..DEPTH

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [        ARITY:0] in_valid,
    input  wire [(ARITY+1)*WIDTH-1:0] in_data,
    output wire [        ARITY:0] out_valid,  // at most one
    output wire [      WIDTH-1:0] out_data,   // shared by all ports

    // ROM load port, while `run` is low: one word per clock. Unused when ROM_DEPTH = 0.
    input wire                                 load_valid,
    input wire [                         31:0] load_address,
    input wire [(ARITY+1)*(ARITY+1)+2+17:0] load_word,

    // Marks: largest values so far.
    output wire [ $clog2(2*DEPTH+1)-1:0] queue_high,    // distinct messages at the end of a cycle
    output wire [ $clog2(2*DEPTH+1)-1:0] waiting_high,  // messages that wait after a cycle's send
    output wire [   $clog2(DEPTH+1)-1:0] up_high,       // messages in the queue to the parent
    output wire [   $clog2(DEPTH+1)-1:0] down_high,     // messages that wait for one child
    output wire [   $clog2(DEPTH+1)-1:0] places_high,   // messages in the queue to the children
    // Counters.
    output wire [         TIME_BITS-1:0] hops,          // messages sent
    output wire [         TIME_BITS-1:0] last_hop,      // cycle of the last hop
    // Flags, sticky.
    output wire                          overflow,      // an arrival found its queue full
    output wire                          underflow,     // the ROM sends from an empty queue
    output wire                          contention     // arrival unexpected, missing or misrouted
);
  wire [$clog2(2*DEPTH+1)-1:0] raw_queue_high;
  wire [$clog2(2*DEPTH+1)-1:0] raw_waiting_high;
  wire [$clog2(DEPTH+1)-1:0] raw_up_high;
  reg [$clog2(DEPTH+1)-1:0] raw_down_high;
  wire [$clog2(DEPTH+1)-1:0] raw_places_high;
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire raw_overflow;
  wire raw_underflow;
  reg raw_contention;

  localparam PORTS = ARITY + 1;
  localparam CONTROL_BITS = PORTS * PORTS + 2;
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam TOTAL_BITS = $clog2(2 * DEPTH + 1);

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats fat_tree_switch_single_STATS_must_be_0_or_1 illegal (); end
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_switch_single_ARITY_must_be_2_to_16 illegal (); end
    if (WIDTH < ROUTE_BITS) begin : g_illegal_width
      fat_tree_switch_single_WIDTH_must_be_at_least_ROUTE_BITS illegal ();
    end
    if (DEPTH < 1) begin : g_illegal_depth fat_tree_switch_single_DEPTH_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth
      fat_tree_switch_single_ROM_DEPTH_must_not_be_negative illegal ();
    end
    if (SLOTS_IN_RAM < 0 || SLOTS_IN_RAM > 1) begin : g_illegal_slots_in_ram
      fat_tree_switch_single_SLOTS_IN_RAM_must_be_0_or_1 illegal ();
    end
    if (SLOTS_IN_RAM == 1 && ROM_DEPTH > 0) begin : g_illegal_slots_in_ram_2
      fat_tree_switch_single_SLOTS_IN_RAM_must_be_0_with_a_ROM_DEPTH illegal ();
    end
  endgenerate

  // A message is resident until its last copy has left.
  reg [TOTAL_BITS-1:0] resident;
  wire leaves;  // a message is sent for the last time
  wire [PORTS-1:0] astray;
  wire [TOTAL_BITS-1:0] left = resident - {{(TOTAL_BITS - 1) {1'b0}}, leaves};
  wire [CONTROL_BITS-1:0] control;
  fat_tree_frame #(
      .CONTROL_BITS(CONTROL_BITS),
      .ROM_DEPTH(ROM_DEPTH),
      .ARGUMENT_BITS(ARGUMENT_BITS),
      .ROM_USED(ROM_USED),
      .TOTAL_BITS(TOTAL_BITS),
      .LEFT_BITS(TOTAL_BITS),
      .TIME_BITS(TIME_BITS)
  ) frame (
      .clk(clk),
      .rst(rst),
      .run(run),
      .cycle(cycle),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_word(load_word),
      .control(control),
      .may_grow(|resident),
      .resident(resident),
      .left(left),
      .sent(|out_valid),
      .figures({raw_last_hop, raw_hops, raw_waiting_high, raw_queue_high})
  );

  // Controller: destinations of arrivals, and the queue that may send.
  wire [PORTS*PORTS-1:0] into;
  wire [COUNT_BITS-1:0] up_count, down_count;
  wire send_up, send_down;
  genvar g;
  generate
    if (ROM_DEPTH > 0) begin : g_rom
      assign {send_down, send_up} = control[CONTROL_BITS-1-:2];
      wire unused = &{1'b0, is_root, route_kind, shift, here, up_count, down_count};
    end else begin : g_rule
      assign send_up   = up_count != {COUNT_BITS{1'b0}};
      assign send_down = !send_up && down_count != {COUNT_BITS{1'b0}};
      wire unused = &{1'b0, control};
    end
    for (g = 0; g < PORTS; g = g + 1) begin : g_arrival
      wire [PORTS-1:0] mask;
      assign into[g*PORTS+:PORTS] = in_valid[g] ? mask : {PORTS{1'b0}};
      if (ROM_DEPTH > 0) begin : g_rom
        assign mask = control[g*PORTS+:PORTS];
        // A message from the parent cannot return to the parent.
        assign astray[g] = in_valid[g] != |mask || (g == ARITY && mask[ARITY]);
      end else begin : g_rule
        tree_route #(
            .ARITY(ARITY),
            .WIDTH(WIDTH),
            .ROUTE_BITS(ROUTE_BITS),
            .FROM(g)
        ) router (
            .kind(route_kind),
            .is_root(is_root),
            .shift(shift),
            .here(here),
            .data(in_data[g*WIDTH+:WIDTH]),
            .mask(mask)
        );
        assign astray[g] = in_valid[g] && !(|mask);
      end
    end
  endgenerate

  // Datapath: the waiting messages, and the message sent.
  generate
    if (SLOTS_IN_RAM != 0) begin : g_ram
      fat_tree_rows #(
          .ARITY(ARITY),
          .WIDTH(WIDTH),
          .DEPTH(DEPTH)
      ) rows (
          .clk(clk),
          .rst(rst),
          .places(places),
          .into(into),
          .in_data(in_data),
          .out_valid(out_valid),
          .out_data(out_data),
          .leaves(leaves),
          .up_count(up_count),
          .up_high(raw_up_high),
          .down_count(down_count),
          .down_high(raw_places_high),
          .overflow(raw_overflow)
      );
      assign raw_underflow = 1'b0;
      wire unused_send = &{1'b0, send_up, send_down};
    end else begin : g_registers
      fat_tree_queues #(
          .ARITY(ARITY),
          .WIDTH(WIDTH),
          .DEPTH(DEPTH)
      ) queues (
          .clk(clk),
          .rst(rst),
          .places(places),
          .send_up(send_up),
          .send_down(send_down),
          .into(into),
          .in_data(in_data),
          .out_valid(out_valid),
          .out_data(out_data),
          .leaves(leaves),
          .up_count(up_count),
          .up_high(raw_up_high),
          .down_count(down_count),
          .down_high(raw_places_high),
          .overflow(raw_overflow),
          .underflow(raw_underflow)
      );
    end
  endgenerate

  reg [ARITY*COUNT_BITS-1:0] waiting;  // messages for each child
  reg [COUNT_BITS-1:0] down_before;
  always @* begin : most_for_a_child
    integer j;
    raw_down_high = down_before;
    for (j = 0; j < ARITY; j = j + 1)
      if (waiting[j*COUNT_BITS+:COUNT_BITS] > raw_down_high)
        raw_down_high = waiting[j*COUNT_BITS+:COUNT_BITS];
  end
  always @(posedge clk) begin : contents
    integer i, j;
    reg [TOTAL_BITS-1:0] come;
    reg [COUNT_BITS-1:0] more;
    if (rst) begin
      resident <= {TOTAL_BITS{1'b0}};
      waiting <= {ARITY * COUNT_BITS{1'b0}};
      down_before <= {COUNT_BITS{1'b0}};
      raw_contention <= 1'b0;
    end else if (|in_valid || |out_valid || |astray || |resident) begin
      come = {TOTAL_BITS{1'b0}};
      for (i = 0; i < PORTS; i = i + 1)
        come = come + {{(TOTAL_BITS - 1) {1'b0}}, |into[i*PORTS+:PORTS]};
      resident <= left + come;

      for (j = 0; j < ARITY; j = j + 1) begin
        more = {COUNT_BITS{out_valid[j]}};  // -1 if a message leaves for child j, else 0
        for (i = 0; i < PORTS; i = i + 1)
          more = more + {{(COUNT_BITS - 1) {1'b0}}, into[i*PORTS+j]};
        waiting[j*COUNT_BITS+:COUNT_BITS] <= waiting[j*COUNT_BITS+:COUNT_BITS] + more;
      end
      down_before <= raw_down_high;
      if (|astray) raw_contention <= 1'b1;
    end
  end

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2(2*DEPTH+1){1'b0}};
  assign waiting_high = STATS != 0 ? raw_waiting_high : {$clog2(2*DEPTH+1){1'b0}};
  assign up_high = STATS != 0 ? raw_up_high : {$clog2(DEPTH+1){1'b0}};
  assign down_high = STATS != 0 ? raw_down_high : {$clog2(DEPTH+1){1'b0}};
  assign places_high = STATS != 0 ? raw_places_high : {$clog2(DEPTH+1){1'b0}};
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
