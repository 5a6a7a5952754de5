// SPDX-License-Identifier: Apache-2.0
// Fat-tree switch, single-port, bounded buffers: a queue of two messages per port. With credits
// the local rule never sends to a full queue, whatever the size of the tree. Unicast.
// Outputs depend on registers only; one clock per hop.
// Ports are numbered children 0..ARITY-1, then the parent.
//
// ROM_DEPTH = 0: local rule (Dimakopoulos & Dimopoulos 1996, figure 5, with credits). Among the
//   ports' oldest messages that have a credit at their output, a message to the parent leaves, else
//   one from the parent, else one from child to child; the lowest sending child comes first.
// ROM_DEPTH > 0: the schedule ROM selects the port whose oldest message leaves, and the output.
//   Control word, lowest bit first: a bit per source port, then a bit per destination port.
// Drawing: docs/rtl/fat_tree_switch_credit.svg
`default_nettype none
module fat_tree_switch_credit #(
    parameter ARITY      = 2,   // children, 2..16
    parameter WIDTH      = 32,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,  // bits of the route field
    parameter ROM_DEPTH  = 0,   // words of the schedule ROM, 0: local rule
    parameter TIME_BITS  = 32,  // bits of the cycle and hop counters
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter ROM_USED   = 0,  // mask of the control bits that the ROM keeps, see sequencer; 0: all
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: sampled while `rst` is high.
    input wire                  is_root,
    input wire                  above_leaves,  // the children are processors, which always accept
    input wire [           4:0] shift,
    input wire [ROUTE_BITS-1:0] here,

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [            ARITY:0] in_valid,
    input  wire [(ARITY+1)*WIDTH-1:0] in_data,
    input  wire [            ARITY:0] in_credit,   // a neighbour has freed a slot
    output wire [            ARITY:0] out_valid,   // at most one
    output wire [          WIDTH-1:0] out_data,    // shared by all ports
    output wire [            ARITY:0] out_credit,  // the port's queue has freed a slot

    // ROM load port, while `run` is low: one word per clock. Unused when ROM_DEPTH = 0.
    input wire                      load_valid,
    input wire [              31:0] load_address,
    input wire [2*(ARITY+1)+17:0] load_word,

    // Marks: largest values so far.
    output wire [$clog2(2*ARITY+3)-1:0] queue_high,    // messages at the end of a cycle
    output wire [$clog2(2*ARITY+3)-1:0] waiting_high,  // messages that wait after a cycle's send
    output wire [                  1:0] places_high,   // messages of one port
    // Counters.
    output wire [        TIME_BITS-1:0] hops,          // messages sent
    output wire [        TIME_BITS-1:0] last_hop,      // cycle of the last hop
    // Flags, sticky.
    output wire                         overflow,      // an arrival found its queue full
    output wire                         underflow,     // the ROM sends from an empty queue
    output wire                         contention     // arrival without path, or ambiguous control
);
  wire [$clog2(2*ARITY+3)-1:0] raw_queue_high;
  wire [$clog2(2*ARITY+3)-1:0] raw_waiting_high;
  wire [1:0] raw_places_high;
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  reg raw_overflow;
  reg raw_underflow;
  reg raw_contention;

  localparam PORTS = ARITY + 1;
  localparam CONTROL_BITS = 2 * PORTS;
  localparam TOTAL_BITS = $clog2(2 * ARITY + 3);
  localparam DIGIT_BITS = $clog2(ARITY);
  localparam [PORTS-1:0] NONE = 0, UP = 1 << ARITY, DOWN = UP - 1;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats fat_tree_switch_credit_STATS_must_be_0_or_1 illegal (); end
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_switch_credit_ARITY_must_be_2_to_16 illegal (); end
    if (WIDTH < ROUTE_BITS) begin : g_illegal_width
      fat_tree_switch_credit_WIDTH_must_be_at_least_ROUTE_BITS illegal ();
    end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth
      fat_tree_switch_credit_ROM_DEPTH_must_not_be_negative illegal ();
    end
  endgenerate

  // Straps are registered, so that outputs depend on registers only. Tools remove the registers of
  // tied straps.
  reg root, leaves_below;
  reg [4:0] shift_q;
  reg [ROUTE_BITS-1:0] here_q;
  always @(posedge clk)
    if (rst) {root, leaves_below, shift_q, here_q} <= {is_root, above_leaves, shift, here};

  // Per port: two slots, and the slot that holds the older message.
  reg [PORTS*WIDTH-1:0] slot_0, slot_1;
  reg [PORTS-1:0] older;  // 1: the older message is in slot 1
  // Per port: direction of the older message (`up` and `down` 0: no message); `up_second` and
  // `down_second`: direction of the last arrival, which is the second message if there are two.
  reg [PORTS-1:0] up, up_second, down, down_second;
  reg [PORTS*DIGIT_BITS-1:0] child, child_second;  // child to which a message goes down
  reg [PORTS-1:0] some, full;  // at least one message; two
  reg [PORTS-1:0] credit_one, credit_two;  // at least one credit for sends by the port; two
  reg [2*PORTS-1:0] granted;  // the rule's {destination, source} for the coming cycle
  wire [PORTS-1:0] source, destination;
  wire sends;
  wire impossible;  // some source, but not exactly one source and one destination

  wire [CONTROL_BITS-1:0] control;
  generate
    if (ROM_DEPTH > 0) begin : g_rom
      assign {destination, source} = control;
      assign sends = |(source & some);
      assign out_valid = sends ? destination : NONE;
      assign out_credit = sends ? source : NONE;
      wire one_source = (source & (source - 1'b1)) == NONE;
      wire one_destination = destination != NONE && (destination & (destination - 1'b1)) == NONE;
      assign impossible = |source && !(one_source && one_destination);
      wire unused = &{1'b0, granted};
    end else begin : g_rule
      assign {destination, source} = granted;
      assign sends = |source;  // a granted message exists and has a destination
      assign out_valid = destination;
      assign out_credit = source;
      assign impossible = 1'b0;
      wire unused = &{1'b0, control};
    end
  endgenerate

  // Path {up, down, child} of an arrival; `up` and `down` are both 0 if no path exists. As in
  // tree_route with kind 0, arrivals go down if the digits of upper levels equal `here`, else up.
  function [DIGIT_BITS+1:0] way;
    input from_parent;
    input [ROUTE_BITS-1:0] digits;  // of the route, this level's digit in the low bits
    way = {digits >> DIGIT_BITS != here_q && !root && !from_parent,
           digits >> DIGIT_BITS == here_q && |only(digits[DIGIT_BITS-1:0]), digits[DIGIT_BITS-1:0]};
  endfunction

  function [PORTS-1:0] only;  // one-hot port of a child; 0: no such child
    input [DIGIT_BITS-1:0] digit;
    only = {{ARITY{1'b0}}, 1'b1} << digit & DOWN;
  endfunction

  // {destination, source} by the local rule; 0: no message may leave.
  function [2*PORTS-1:0] grant;
    input [PORTS-1:0] ups, downs;  // direction of each port's oldest message; both 0: none
    input [PORTS*DIGIT_BITS-1:0] children;
    input [PORTS-1:0] open;  // ports that accept a message
    integer i;
    begin
      grant = {2 * PORTS{1'b0}};
      for (i = ARITY - 1; i >= 0; i = i - 1)  // lowest priority first: down from a child
        if (downs[i] && |(only(children[i*DIGIT_BITS+:DIGIT_BITS]) & open))
          grant = {only(children[i*DIGIT_BITS+:DIGIT_BITS]), {{ARITY{1'b0}}, 1'b1} << i};
      if (downs[ARITY] && |(only(children[ARITY*DIGIT_BITS+:DIGIT_BITS]) & open))
        grant = {only(children[ARITY*DIGIT_BITS+:DIGIT_BITS]), UP};
      for (i = ARITY - 1; i >= 0; i = i - 1)
        if (ups[i] && open[ARITY]) grant = {UP, {{ARITY{1'b0}}, 1'b1} << i};
    end
  endfunction

  reg [WIDTH-1:0] chosen;
  always @* begin : choose
    integer i;
    chosen = {WIDTH{1'b0}};
    for (i = 0; i < PORTS; i = i + 1)
      if (source[i])
        chosen = chosen | (older[i] ? slot_1[i*WIDTH+:WIDTH] : slot_0[i*WIDTH+:WIDTH]);
  end
  assign out_data = chosen;

  reg [TOTAL_BITS-1:0] resident;  // messages in all slots
  always @* begin : count_all
    integer i;
    resident = {TOTAL_BITS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1)
      resident = resident + {{(TOTAL_BITS - 1) {1'b0}}, some[i]} + {{(TOTAL_BITS - 1) {1'b0}}, full[i]};
  end
  reg settled;  // nothing has arrived in the last cycle

  reg two_before;  // a port has held two messages
  wire two_high = two_before || |full;
  assign raw_places_high = {two_high, !two_high && |raw_queue_high};

  // Messages need no reset. If a port has one message, an arrival enters the free slot. If the port
  // has none or two, the arrival enters the slot that `older` names, which is empty or (unless the
  // queue overflows) becomes free at this edge.
  wire [PORTS-1:0] arrives_in = older ^ (some & ~full);
  always @(posedge clk) begin : keep
    integer i;
    reg [DIGIT_BITS+1:0] path;
    for (i = 0; i < PORTS; i = i + 1)
      if (in_valid[i]) begin
        if (arrives_in[i]) slot_1[i*WIDTH+:WIDTH] <= in_data[i*WIDTH+:WIDTH];
        else slot_0[i*WIDTH+:WIDTH] <= in_data[i*WIDTH+:WIDTH];
        path = way(i == ARITY, in_data[i*WIDTH+:ROUTE_BITS] >> shift_q);
        {up_second[i], down_second[i], child_second[i*DIGIT_BITS+:DIGIT_BITS]} <= path;
      end
  end

  wire [PORTS-1:0] loads = source | ~some;
  always @(posedge clk) begin : exchange
    integer i;
    reg [PORTS-1:0] one;
    reg [PORTS-1:0] ups, downs, ups_in, downs_in;
    reg [PORTS*DIGIT_BITS-1:0] children, children_in;
    reg [DIGIT_BITS+1:0] path;
    if (rst) begin
      some <= NONE;
      full <= NONE;
      older <= NONE;
      {up, down} <= {NONE, NONE};
      credit_one <= ~NONE;
      credit_two <= ~NONE;
      granted <= {2 * PORTS{1'b0}};
      settled <= 1'b1;
      two_before <= 1'b0;
      raw_overflow <= 1'b0;
      raw_underflow <= 1'b0;
      raw_contention <= 1'b0;
    end else if (|source || |in_valid || |in_credit || !settled) begin
      settled <= !(|in_valid);

      for (i = 0; i < PORTS; i = i + 1) begin
        path = way(i == ARITY, in_data[i*WIDTH+:ROUTE_BITS] >> shift_q);
        {ups_in[i], downs_in[i], children_in[i*DIGIT_BITS+:DIGIT_BITS]} = path;
        children[i*DIGIT_BITS+:DIGIT_BITS] =
            !loads[i] ? child[i*DIGIT_BITS+:DIGIT_BITS]
            : full[i] ? child_second[i*DIGIT_BITS+:DIGIT_BITS] : children_in[i*DIGIT_BITS+:DIGIT_BITS];
      end
      if (|(in_valid & ~ups_in & ~downs_in)) raw_contention <= 1'b1;
      ups = (loads & full & up_second) | (loads & ~full & in_valid & ups_in) | (~loads & up);
      downs = (loads & full & down_second) | (loads & ~full & in_valid & downs_in) | (~loads & down);
      up <= ups;
      down <= downs;
      child <= children;
      some  <= (some & ~out_credit) | full | in_valid;
      older <= older ^ out_credit;
      full <= (full & ~out_credit) | (some & in_valid & ~out_credit) | (full & in_valid);
      two_before <= two_high;
      if (|(full & in_valid & ~out_credit)) raw_overflow <= 1'b1;

      one = (credit_one & ~out_valid) | credit_two | in_credit;
      credit_one <= one;
      credit_two <= (credit_two & ~out_valid) | (credit_one & in_credit & ~out_valid) |
                    (credit_two & in_credit);
      granted <= grant(ups, downs, children, one | (leaves_below ? DOWN : NONE));

      if (|source && !sends) raw_underflow <= 1'b1;
      if (impossible) raw_contention <= 1'b1;
    end
  end
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
      .may_grow(!settled),
      .resident(resident),
      .left(resident - {{(TOTAL_BITS - 1) {1'b0}}, sends}),
      .sent(sends),
      .figures({raw_last_hop, raw_hops, raw_waiting_high, raw_queue_high})
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2(2*ARITY+3){1'b0}};
  assign waiting_high = STATS != 0 ? raw_waiting_high : {$clog2(2*ARITY+3){1'b0}};
  assign places_high = STATS != 0 ? raw_places_high : {1+1{1'b0}};
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
