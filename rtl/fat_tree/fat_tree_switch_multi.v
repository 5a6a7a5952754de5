// SPDX-License-Identifier: Apache-2.0
// Fat-tree switch, multi-port: every link can carry a message every cycle. One queue per outgoing
// branch, in arrival order, with multicast. Outputs depend on registers only; one clock per hop.
// Branches are numbered children 0..ARITY-1, then the parent; links follow in this order.
//
// ROM_DEPTH = 0: local rule. Each cycle every queue sends its oldest messages, one per link of its
//   branch.
// ROM_DEPTH > 0: the schedule ROM sets, per incoming link, the queues that an arrival enters and,
//   per branch, how many messages leave. Control word, lowest bit first: a mask of ARITY+1 bits per
//   incoming link, then the number of sends of each child's branch, then that of the parent's.
// Drawing: docs/rtl/fat_tree_switch_multi.svg
`default_nettype none
module fat_tree_switch_multi #(
    parameter ARITY      = 2,   // children, 2..16
    parameter DOWN_LINKS = 1,   // links in each direction, per child
    parameter UP_LINKS   = 1,   // links in each direction, to and from the parent, >= DOWN_LINKS
    parameter WIDTH      = 32,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,  // bits of the route field
    parameter DEPTH      = 4,   // slots per outgoing link
    parameter ROM_DEPTH  = 0,   // words of the schedule ROM, 0: local rule
    parameter TIME_BITS  = 32,  // bits of the cycle and hop counters
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter ROM_USED   = 0,  // mask of the control bits that the ROM keeps, see sequencer; 0: all
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
    input wire [$clog2(DEPTH+1)-1:0] places,  // usable slots per outgoing link, 1..DEPTH

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [        ARITY*DOWN_LINKS+UP_LINKS-1:0] in_valid,
    input  wire [(ARITY*DOWN_LINKS+UP_LINKS)*WIDTH-1:0] in_data,
    output wire [        ARITY*DOWN_LINKS+UP_LINKS-1:0] out_valid,
    output wire [(ARITY*DOWN_LINKS+UP_LINKS)*WIDTH-1:0] out_data,

    // ROM load port, while `run` is low: one word per clock. Unused when ROM_DEPTH = 0.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [(ARITY*DOWN_LINKS+UP_LINKS)*(ARITY+1)+ARITY*$clog2(DOWN_LINKS+1)+$clog2(UP_LINKS+1)+17:0]
        load_word,

    // Marks: largest values so far.
    output wire [$clog2((ARITY*DOWN_LINKS+UP_LINKS)*DEPTH+1)-1:0] queue_high,    // distinct messages
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] waiting_high,  // for one branch
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] up_high,    // in the up queue
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] down_high,  // in one down queue
    // Counters.
    output wire [                                  TIME_BITS-1:0] hops,       // messages sent
    output wire [                                  TIME_BITS-1:0] last_hop,   // cycle of the last hop
    // Flags, sticky.
    output wire                                                   overflow,   // an arrival is lost
    output wire                                                   underflow,  // send without message
    output wire                                                   contention  // see `astray`
);
  wire [$clog2((ARITY*DOWN_LINKS+UP_LINKS)*DEPTH+1)-1:0] raw_queue_high;
  wire [$clog2(UP_LINKS*DEPTH+1)-1:0] raw_waiting_high;
  wire [$clog2(UP_LINKS*DEPTH+1)-1:0] raw_up_high;
  wire [$clog2(UP_LINKS*DEPTH+1)-1:0] raw_down_high;
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire raw_overflow;
  wire raw_underflow;
  reg raw_contention;

  localparam BRANCHES = ARITY + 1;
  localparam LINKS = ARITY * DOWN_LINKS + UP_LINKS;
  localparam DOWN_BITS = $clog2(DOWN_LINKS + 1);
  localparam UP_BITS = $clog2(UP_LINKS + 1);
  localparam CONTROL_BITS = LINKS * BRANCHES + ARITY * DOWN_BITS + UP_BITS;
  localparam ORIGIN_BITS = $clog2(BRANCHES);
  localparam COUNT_BITS = $clog2(UP_LINKS * DEPTH + 1);
  localparam TOTAL_BITS = $clog2(LINKS * DEPTH + 1);
  localparam PLACE_BITS = $clog2(DEPTH + 1);

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats fat_tree_switch_multi_STATS_must_be_0_or_1 illegal (); end
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_switch_multi_ARITY_must_be_2_to_16 illegal (); end
    if (DOWN_LINKS < 1) begin : g_illegal_down_links
      fat_tree_switch_multi_DOWN_LINKS_must_be_at_least_1 illegal ();
    end
    if (UP_LINKS < DOWN_LINKS) begin : g_illegal_up_links
      fat_tree_switch_multi_UP_LINKS_must_be_at_least_DOWN_LINKS illegal ();
    end
    if (WIDTH < ROUTE_BITS) begin : g_illegal_width
      fat_tree_switch_multi_WIDTH_must_be_at_least_ROUTE_BITS illegal ();
    end
    if (DEPTH < 1) begin : g_illegal_depth fat_tree_switch_multi_DEPTH_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth
      fat_tree_switch_multi_ROM_DEPTH_must_not_be_negative illegal ();
    end
  endgenerate

  wire may_grow;
  wire [TOTAL_BITS-1:0] resident;
  wire [BRANCHES*COUNT_BITS-1:0] left;
  wire [CONTROL_BITS-1:0] control;
  fat_tree_frame #(
      .CONTROL_BITS(CONTROL_BITS),
      .ROM_DEPTH(ROM_DEPTH),
      .ARGUMENT_BITS(ARGUMENT_BITS),
      .ROM_USED(ROM_USED),
      .LINKS(LINKS),
      .QUEUES(BRANCHES),
      .TOTAL_BITS(TOTAL_BITS),
      .LEFT_BITS(COUNT_BITS),
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
      .may_grow(may_grow),
      .resident(resident),
      .left(left),
      .sent(out_valid),
      .figures({raw_last_hop, raw_hops, raw_waiting_high, raw_queue_high})
  );

  wire [LINKS*BRANCHES-1:0] mask;  // per incoming link: the queues that its arrival enters
  genvar g, b;

  generate
    if (ROM_DEPTH > 0) begin : g_rom
      wire unused = &{1'b0, is_root, shift, here};
    end else begin : g_rule
      wire unused = &{1'b0, control};
    end
    for (b = 0; b < BRANCHES; b = b + 1) begin : g_arrival
      localparam WAYS = b < ARITY ? DOWN_LINKS : UP_LINKS;
      if (ROM_DEPTH > 0) begin : g_rom
        assign mask[b*DOWN_LINKS*BRANCHES+:WAYS*BRANCHES] =
            control[b*DOWN_LINKS*BRANCHES+:WAYS*BRANCHES];
      end else begin : g_rule
        tree_route #(
            .ARITY(ARITY),
            .WIDTH(WIDTH),
            .ROUTE_BITS(ROUTE_BITS),
            .FROM(b),
            .LINKS(WAYS)
        ) router (
            .kind(route_kind),
            .is_root(is_root),
            .shift(shift),
            .here(here),
            .data(in_data[b*DOWN_LINKS*WIDTH+:WAYS*WIDTH]),
            .mask(mask[b*DOWN_LINKS*BRANCHES+:WAYS*BRANCHES])
        );
      end
    end
  endgenerate

  reg [BRANCHES*LINKS-1:0] into;  // per queue: the links whose arrivals enter it
  reg astray;  // an arrival is unexpected, missing or has no path
  always @* begin : enter
    integer i, j;
    {i, j} = 64'd0;  // avoids latches if the loops are skipped
    into   = {BRANCHES * LINKS{1'b0}};
    astray = 1'b0;
    if (ROM_DEPTH > 0 || |in_valid)
      for (i = 0; i < LINKS; i = i + 1) begin
        if (in_valid[i])
          for (j = 0; j < BRANCHES; j = j + 1) into[j*LINKS+i] = mask[i*BRANCHES+j];
        if (ROM_DEPTH > 0 ? in_valid[i] != |mask[i*BRANCHES+:BRANCHES]
                          : in_valid[i] && !(|mask[i*BRANCHES+:BRANCHES])) astray = 1'b1;
      end
  end

  wire [BRANCHES*COUNT_BITS-1:0] highs;
  wire [BRANCHES-1:0] overflows, underflows;
  wire [LINKS*ORIGIN_BITS-1:0] origin;  // per outgoing link: branch by which its message came
  wire [LINKS*ORIGIN_BITS-1:0] from;  // branch of an incoming link
  generate
    for (g = 0; g < LINKS; g = g + 1) begin : g_from
      localparam FROM = g / DOWN_LINKS < ARITY ? g / DOWN_LINKS : ARITY;
      assign from[g*ORIGIN_BITS+:ORIGIN_BITS] = FROM[ORIGIN_BITS-1:0];
    end
  endgenerate

  generate
    for (b = 0; b < BRANCHES; b = b + 1) begin : g_branch
      localparam WAYS = b < ARITY ? DOWN_LINKS : UP_LINKS;
      localparam POP_BITS = $clog2(WAYS + 1);
      localparam FILL_BITS = $clog2(WAYS * DEPTH + 1);
      wire [FILL_BITS-1:0] count, high;
      wire [POP_BITS-1:0] pops, fill, sent;
      if (DEPTH > 1) begin : g_deep
        assign fill = count > WAYS[FILL_BITS-1:0] ? WAYS[POP_BITS-1:0] : count[POP_BITS-1:0];
      end else begin : g_shallow
        assign fill = count;
      end
      if (ROM_DEPTH > 0) begin : g_rom
        assign pops = control[LINKS*BRANCHES+b*DOWN_BITS+:POP_BITS];
      end else begin : g_rule
        assign pops = fill;
      end
      assign sent = pops < fill ? pops : fill;
      wire [FILL_BITS-1:0] limit;
      if (WAYS > 1) begin : g_limit
        assign limit = WAYS[FILL_BITS-1:0] * {{(FILL_BITS - PLACE_BITS) {1'b0}}, places};
      end else begin : g_limit
        assign limit = places;
      end
      queue #(
          .WIDTH (WIDTH),
          .LABEL_BITS(ORIGIN_BITS),
          .DEPTH (WAYS * DEPTH),
          .PUSHES(LINKS),
          .POPS  (WAYS)
      ) queue (
          .clk(clk),
          .rst(rst),
          .places(limit),
          .push_valid(into[b*LINKS+:LINKS]),
          .push_data(in_data),
          .push_label(from),
          .pops(pops),
          .heads(out_data[b*DOWN_LINKS*WIDTH+:WAYS*WIDTH]),
          .head_labels(origin[b*DOWN_LINKS*ORIGIN_BITS+:WAYS*ORIGIN_BITS]),
          .count(count),
          .high(high),
          .overflow(overflows[b]),
          .underflow(underflows[b])
      );
      assign highs[b*COUNT_BITS+:COUNT_BITS] = {{(COUNT_BITS - FILL_BITS) {1'b0}}, high};
      assign left[b*COUNT_BITS+:COUNT_BITS] =
          {{(COUNT_BITS - FILL_BITS) {1'b0}}, count} - {{(COUNT_BITS - POP_BITS) {1'b0}}, sent};
      for (g = 0; g < WAYS; g = g + 1) begin : g_head
        localparam LINK = b * DOWN_LINKS + g;
        assign out_valid[LINK] = g[POP_BITS-1:0] < sent;
      end
    end
  endgenerate

  always @(posedge clk)
    if (rst) raw_contention <= 1'b0;
    else if (astray) raw_contention <= 1'b1;
  assign raw_overflow = |overflows;
  assign raw_underflow = |underflows;
  assign raw_up_high = highs[ARITY*COUNT_BITS+:COUNT_BITS];

  fat_tree_statistics #(
      .ARITY(ARITY),
      .DOWN_LINKS(DOWN_LINKS),
      .UP_LINKS(UP_LINKS),
      .DEPTH(DEPTH)
  ) statistics (
      .clk(clk),
      .rst(rst),
      .unicast(route_kind == 2'd0),
      .into(into),
      .out_valid(out_valid),
      .origin(origin),
      .down_highs(highs[ARITY*COUNT_BITS-1:0]),
      .may_grow(may_grow),
      .resident(resident),
      .down_high(raw_down_high)
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2((ARITY*DOWN_LINKS+UP_LINKS)*DEPTH+1){1'b0}};
  assign waiting_high = STATS != 0 ? raw_waiting_high : {$clog2(UP_LINKS*DEPTH+1){1'b0}};
  assign up_high = STATS != 0 ? raw_up_high : {$clog2(UP_LINKS*DEPTH+1){1'b0}};
  assign down_high = STATS != 0 ? raw_down_high : {$clog2(UP_LINKS*DEPTH+1){1'b0}};
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
