// SPDX-License-Identifier: Apache-2.0
// Routing in a complete tree: the output ports of messages, from each message's route field and the
// port by which the messages came. Combinational.
// Ports: children 0..ARITY-1, then the parent. The route field holds one digit per level, lowest
// level first, DIGIT_BITS each. kind:
//   0 unicast  the digits of the destination processor
//   1 flood    no field: a message goes to every port except the one by which it came
//   2 turn     a message from child FROM goes to child (FROM - r) mod ARITY if this level's digit r
//              is 1..ARITY-1, and also up if a digit of a higher level is not 0. A message from the
//              parent goes to all children
//   3 top      no field: a message goes up to the root, then down to all processors, the sender too
`default_nettype none
module tree_route #(
    parameter ARITY      = 2,
    parameter WIDTH      = 10,  // bits per message: {rest, route field}
    parameter ROUTE_BITS = 10,
    parameter FROM       = 0,   // port by which the messages came
    parameter LINKS      = 1    // links of that port, one message each
) (
    input  wire [           1:0] kind,
    input  wire                  is_root,
    input  wire [           4:0] shift,    // DIGIT_BITS * (level - 1)
    input  wire [ROUTE_BITS-1:0] here,     // position of this switch in its level, as digits
    input  wire [LINKS*WIDTH-1:0] data,
    // Per message: its output ports, bit ARITY for the parent; all 0: no path.
    output reg  [LINKS*(ARITY+1)-1:0] mask
);
  localparam DIGIT_BITS = $clog2(ARITY);

  generate
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity tree_route_ARITY_must_be_2_to_16 illegal (); end
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits tree_route_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (WIDTH < ROUTE_BITS) begin : g_illegal_width tree_route_WIDTH_must_be_at_least_ROUTE_BITS illegal (); end
    if (FROM < 0 || FROM > ARITY) begin : g_illegal_from tree_route_FROM_must_be_0_to_ARITY illegal (); end
    if (LINKS < 1) begin : g_illegal_links tree_route_LINKS_must_be_at_least_1 illegal (); end
  endgenerate

  localparam PORTS = ARITY + 1;
  localparam [ARITY-1:0] ONE = 1, NONE = 0;
  wire may_climb = !is_root && FROM != ARITY;

  always @* begin : route
    integer i;
    reg [ROUTE_BITS-1:0] digits, above;
    reg [DIGIT_BITS-1:0] digit;
    reg [5:0] ahead, turn;  // turn: the child `ahead` steps before FROM, cyclically
    reg turns;
    for (i = 0; i < LINKS; i = i + 1) begin
      digits = data[i*WIDTH+:ROUTE_BITS] >> shift;
      above = digits >> DIGIT_BITS;  // equal to `here`: the destination is below this switch
      digit = digits[DIGIT_BITS-1:0];
      ahead = {{(6 - DIGIT_BITS) {1'b0}}, digit};
      turn = FROM[5:0] >= ahead ? FROM[5:0] - ahead : FROM[5:0] + ARITY[5:0] - ahead;
      turns = FROM != ARITY && ahead != 6'd0 && ahead < ARITY[5:0];
      case (kind)
        2'd0: mask[i*PORTS+:PORTS] = above == here ? {1'b0, ONE << digit} : {may_climb, NONE};
        2'd1: mask[i*PORTS+:PORTS] = {may_climb, ~(ONE << FROM)};
        2'd2: mask[i*PORTS+:PORTS] = {may_climb && above != {ROUTE_BITS{1'b0}},
                                      FROM == ARITY ? ~NONE : turns ? ONE << turn : NONE};
        default:
          mask[i*PORTS+:PORTS] = {may_climb, FROM == ARITY || is_root ? ~NONE : NONE};
      endcase
    end
  end
endmodule
`default_nettype wire
