// Fat-tree switch, multi-port: every link can carry a message every cycle. One queue per outgoing
// branch, in arrival order, with multicast. Outputs depend on registers only; one clock per hop.
// Branches are numbered children 0..ARITY-1, then the parent; links follow in this order.
//
// ROM_DEPTH = 0: local rule. Each queue sends as many messages as its branch has links.
// ROM_DEPTH > 0: the schedule ROM says, per incoming link, into which queues an arrival goes and,
//   per branch, how many messages leave. Control word, lowest bit first: a mask of ARITY+1 bits per
//   incoming link, then the number of sends of each child's branch, then that of the parent's.
`default_nettype none
module fat_tree_switch_multi #(
    parameter ARITY      = 2,   // children, 2..16
    parameter DOWN_LINKS = 1,   // links to and from each child
    parameter UP_LINKS   = 1,   // links to and from the parent, >= DOWN_LINKS
    parameter WIDTH      = 32,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,  // bits of the route field
    parameter DEPTH      = 4,   // places per outgoing link
    parameter ROM_DEPTH  = 0,   // words of the schedule ROM, 0: local rule
    parameter TIME_BITS  = 32   // bits of the cycle and hop counters
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: constant while running.
    input wire                  is_root,
    input wire [           1:0] route_kind,
    input wire [           4:0] shift,
    input wire [ROUTE_BITS-1:0] here,

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [        ARITY*DOWN_LINKS+UP_LINKS-1:0] in_valid,
    input  wire [(ARITY*DOWN_LINKS+UP_LINKS)*WIDTH-1:0] in_data,
    output wire [        ARITY*DOWN_LINKS+UP_LINKS-1:0] out_valid,
    output wire [(ARITY*DOWN_LINKS+UP_LINKS)*WIDTH-1:0] out_data,

    // ROM load port, while `run` is low: one word per clock. Without use when ROM_DEPTH = 0.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [(ARITY*DOWN_LINKS+UP_LINKS)*(ARITY+1)+ARITY*$clog2(DOWN_LINKS+1)+$clog2(UP_LINKS+1)+17:0]
        load_word,

    // Counters and sticky flags.
    output wire [$clog2((ARITY*DOWN_LINKS+UP_LINKS)*DEPTH+1)-1:0] queue_high,
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] waiting_high,
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] up_high,    // longest up queue
    output wire [                   $clog2(UP_LINKS*DEPTH+1)-1:0] down_high,  // longest down queue
    output wire [                                  TIME_BITS-1:0] hops,       // messages sent
    output wire [                                  TIME_BITS-1:0] last_hop,   // cycle of the last one
    output wire                                                   overflow,   // an arrival is lost
    output wire                                                   underflow,  // send without message
    output wire                                                   contention  // arrival unexpected,
);                                                                            // missing or misrouted
  localparam BRANCHES = ARITY + 1;
  localparam LINKS = ARITY * DOWN_LINKS + UP_LINKS;
  localparam DOWN_BITS = $clog2(DOWN_LINKS + 1);
  localparam UP_BITS = $clog2(UP_LINKS + 1);
  localparam CONTROL_BITS = LINKS * BRANCHES + ARITY * DOWN_BITS + UP_BITS;
  localparam ORIGIN_BITS = $clog2(BRANCHES);
  localparam ENTRY = ORIGIN_BITS + WIDTH;
  localparam COUNT_BITS = $clog2(UP_LINKS * DEPTH + 1);

  generate
    if (ARITY < 2 || ARITY > 16 || DOWN_LINKS < 1 || UP_LINKS < DOWN_LINKS ||
        WIDTH < ROUTE_BITS || DEPTH < 1 || ROM_DEPTH < 0) begin : g_illegal
      fat_tree_switch_multi_has_an_illegal_parameter illegal ();
    end
  endgenerate

  wire [CONTROL_BITS-1:0] control;
  wire [LINKS*BRANCHES-1:0] into;  // per incoming link: the queues that its arrival enters
  wire [LINKS-1:0] astray;  // per incoming link: the arrival is not what the controller expects
  genvar g, b;

  generate
    if (ROM_DEPTH > 0) begin : g_rom
      wire fresh;
      sequencer #(
          .CONTROL_BITS(CONTROL_BITS),
          .DEPTH(ROM_DEPTH)
      ) sequencer (
          .clk(clk),
          .rst(rst),
          .run(run),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .control(control),
          .fresh(fresh)
      );
      wire unused = &{1'b0, is_root, shift, here, fresh};
    end else begin : g_rule
      assign control = {CONTROL_BITS{1'b0}};
      wire unused = &{1'b0, run, load_valid, load_address, load_word, control};
    end
    for (g = 0; g < LINKS; g = g + 1) begin : g_arrival
      localparam FROM = g / DOWN_LINKS < ARITY ? g / DOWN_LINKS : ARITY;
      wire [BRANCHES-1:0] mask;
      if (ROM_DEPTH > 0) begin : g_rom
        assign mask = control[g*BRANCHES+:BRANCHES];
        assign astray[g] = in_valid[g] != |mask;
      end else begin : g_rule
        tree_route #(
            .ARITY(ARITY),
            .ROUTE_BITS(ROUTE_BITS),
            .FROM(FROM)
        ) router (
            .kind(route_kind),
            .is_root(is_root),
            .shift(shift),
            .here(here),
            .route(in_data[g*WIDTH+:ROUTE_BITS]),
            .mask(mask)
        );
        assign astray[g] = in_valid[g] && !(|mask);
      end
      assign into[g*BRANCHES+:BRANCHES] = in_valid[g] ? mask : {BRANCHES{1'b0}};
    end
  endgenerate

  wire [BRANCHES*COUNT_BITS-1:0] highs, left;
  wire [BRANCHES-1:0] overflows, underflows;
  wire [LINKS*ORIGIN_BITS-1:0] origin;  // branch that the message on an outgoing link came by

  generate
    for (b = 0; b < BRANCHES; b = b + 1) begin : g_branch
      localparam WAYS = b < ARITY ? DOWN_LINKS : UP_LINKS;
      localparam POP_BITS = $clog2(WAYS + 1);
      localparam FILL_BITS = $clog2(WAYS * DEPTH + 1);
      wire [LINKS-1:0] push_valid;
      wire [LINKS*ENTRY-1:0] push_data;
      wire [WAYS*ENTRY-1:0] heads;
      wire [FILL_BITS-1:0] count, high;
      wire [POP_BITS-1:0] pops, fill, sent;
      for (g = 0; g < LINKS; g = g + 1) begin : g_push
        localparam FROM = g / DOWN_LINKS < ARITY ? g / DOWN_LINKS : ARITY;
        assign push_valid[g] = into[g*BRANCHES+b];
        assign push_data[g*ENTRY+:ENTRY] = {FROM[ORIGIN_BITS-1:0], in_data[g*WIDTH+:WIDTH]};
      end
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
      queue #(
          .WIDTH (ENTRY),
          .DEPTH (WAYS * DEPTH),
          .PUSHES(LINKS),
          .POPS  (WAYS)
      ) queue (
          .clk(clk),
          .rst(rst),
          .push_valid(push_valid),
          .push_data(push_data),
          .pops(pops),
          .heads(heads),
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
        assign out_data[LINK*WIDTH+:WIDTH] = heads[g*ENTRY+:WIDTH];
        assign origin[LINK*ORIGIN_BITS+:ORIGIN_BITS] = heads[g*ENTRY+WIDTH+:ORIGIN_BITS];
      end
    end
  endgenerate

  assign overflow = |overflows;
  assign underflow = |underflows;
  assign up_high = highs[ARITY*COUNT_BITS+:COUNT_BITS];

  fat_tree_statistics #(
      .ARITY(ARITY),
      .DOWN_LINKS(DOWN_LINKS),
      .UP_LINKS(UP_LINKS),
      .DEPTH(DEPTH),
      .TIME_BITS(TIME_BITS)
  ) statistics (
      .clk(clk),
      .rst(rst),
      .unicast(route_kind == 2'd0),
      .cycle(cycle),
      .into(into),
      .astray(|astray),
      .out_valid(out_valid),
      .origin(origin),
      .left(left),
      .down_highs(highs[ARITY*COUNT_BITS-1:0]),
      .queue_high(queue_high),
      .waiting_high(waiting_high),
      .down_high(down_high),
      .hops(hops),
      .last_hop(last_hop),
      .contention(contention)
  );
endmodule
`default_nettype wire
