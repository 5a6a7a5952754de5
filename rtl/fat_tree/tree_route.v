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
  wire may_climb = !is_root && FROM != ARITY;
  integer child, turn;

  always @* begin
    mask = {(ARITY + 1) {1'b0}};
    turn = 0;
    for (child = 0; child < ARITY; child = child + 1) begin
      turn = FROM >= child ? FROM - child : FROM - child + ARITY;
      case (kind)
        2'd0: mask[child] = above == here && digit == child[DIGIT_BITS-1:0];
        2'd1: mask[child] = FROM != child;
        2'd2: mask[child] = FROM == ARITY || (turn != 0 && digit == turn[DIGIT_BITS-1:0]);
        default: mask[child] = FROM == ARITY || is_root;
      endcase
    end
    case (kind)
      2'd0: mask[ARITY] = may_climb && above != here;
      2'd2: mask[ARITY] = may_climb && above != {ROUTE_BITS{1'b0}};
      default: mask[ARITY] = may_climb;
    endcase
  end
endmodule
`default_nettype wire
