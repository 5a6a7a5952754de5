// Stand-in for tree_route in proofs of the switches: any way that the real one may name. The real
// one sends nothing back to the parent that came from the parent; that is proved apart.
`default_nettype none
module tree_route #(
    parameter ARITY      = 2,
    parameter ROUTE_BITS = 10,
    parameter FROM       = 0
) (
    input  wire [           1:0] kind,
    input  wire                  is_root,
    input  wire [           4:0] shift,
    input  wire [ROUTE_BITS-1:0] here,
    input  wire [ROUTE_BITS-1:0] route,
    output wire [       ARITY:0] mask
);
  (* anyseq *) wire [ARITY:0] any;
  assign mask = {FROM != ARITY && any[ARITY], any[ARITY-1:0]};
endmodule
`default_nettype wire
