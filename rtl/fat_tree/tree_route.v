// Routing in a complete tree, from a message's route field and the port it came by. Combinational.
// Ports: children 0..ARITY-1, then the parent. The route field holds one digit per level, lowest
// level first, DIGIT_BITS each. kind:
//   0 unicast  the digits of the destination processor
//   1 flood    no field: a message goes to every port but the one it came by
//   2 turn     digit r of this level > 0: turn to child (g - r) mod ARITY, g = child it came from;
//              on upwards while a digit of a higher level is not 0; from the parent to all children
//   3 top      no field: up to the root, which sends to all its children (the sender hears itself)
`default_nettype none
module tree_route #(
    parameter ARITY      = 2,
    parameter ROUTE_BITS = 10,
    parameter FROM       = 0    // port it came by
) (
    input  wire [           1:0] kind,
    input  wire                  is_root,
    input  wire [           4:0] shift,    // DIGIT_BITS * (level - 1)
    input  wire [ROUTE_BITS-1:0] here,     // position of this switch in its level, as digits
    input  wire [ROUTE_BITS-1:0] route,
    output reg  [       ARITY:0] mask      // output ports; bit ARITY is the parent; 0: astray
);
  localparam DIGIT_BITS = $clog2(ARITY);

  wire [ROUTE_BITS-1:0] digits = route >> shift;
  wire [ROUTE_BITS-1:0] above = digits >> DIGIT_BITS;
  wire [DIGIT_BITS-1:0] digit = digits[DIGIT_BITS-1:0];
  wire inside_here = above == here;  // the destination is below this switch
  wire may_climb = !is_root && FROM != ARITY;
  localparam [ARITY-1:0] ONE = 1, NONE = 0;

  // The child `digit` steps before FROM, cyclically.
  wire [5:0] ahead = {{(6 - DIGIT_BITS) {1'b0}}, digit};
  wire [5:0] turn = FROM[5:0] >= ahead ? FROM[5:0] - ahead : FROM[5:0] + ARITY[5:0] - ahead;
  wire turns = FROM != ARITY && ahead != 6'd0 && ahead < ARITY[5:0];

  always @*
    case (kind)
      2'd0: mask = inside_here ? {1'b0, ONE << digit} : {may_climb, NONE};
      2'd1: mask = {may_climb, ~(ONE << FROM)};
      2'd2: mask = {may_climb && above != {ROUTE_BITS{1'b0}},
                    FROM == ARITY ? ~NONE : turns ? ONE << turn : NONE};
      default: mask = {may_climb, FROM == ARITY || is_root ? ~NONE : NONE};
    endcase
endmodule
`default_nettype wire
