// SPDX-License-Identifier: Apache-2.0
// Stand-in for tree_route in proofs of the switches: per message, any set of ports without the
// parent if the parent sent the message. That tree_route selects no other set is proved separately.
`default_nettype none
module tree_route #(
    parameter ARITY      = 2,
    parameter WIDTH      = 10,
    parameter ROUTE_BITS = 10,
    parameter FROM       = 0,
    parameter LINKS      = 1
) (
    input  wire [           1:0] kind,
    input  wire                  is_root,
    input  wire [           4:0] shift,
    input  wire [ROUTE_BITS-1:0] here,
    input  wire [LINKS*WIDTH-1:0] data,
    output wire [LINKS*(ARITY+1)-1:0] mask
);
  (* anyseq *) wire [LINKS*(ARITY+1)-1:0] any;
  wire [ARITY:0] sensible = {FROM != ARITY, {ARITY{1'b1}}};
  assign mask = any & {LINKS{sensible}};
endmodule
`default_nettype wire
