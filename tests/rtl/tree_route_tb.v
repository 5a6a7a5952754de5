// SPDX-License-Identifier: Apache-2.0
// Tests the output ports that tree_route selects, for all switches of a tree of LEVELS levels, all
// input ports, the route fields of all leaves and the four kinds of routing. The expected ports
// come from divisions of the numbers of leaves and switches; the fields are packed from the digits
// of leaf numbers.
`default_nettype none
module tree_route_tb;
  parameter ARITY = 3, LEVELS = 3;
  localparam DIGIT_BITS = $clog2(ARITY);
  localparam ROUTE_BITS = LEVELS * DIGIT_BITS;

  reg [1:0] kind;
  reg is_root;
  reg [4:0] shift;
  reg [ROUTE_BITS-1:0] here, route;
  wire [(ARITY+1)*(ARITY+1)-1:0] masks;
  genvar g;
  generate
    for (g = 0; g <= ARITY; g = g + 1) begin : g_from
      wire [ARITY:0] decoy;  // ports of a second message, whose field has the inverse bits
      tree_route #(.ARITY(ARITY), .WIDTH(ROUTE_BITS + 1), .ROUTE_BITS(ROUTE_BITS), .FROM(g),
          .LINKS(2)) dut (
          .kind(kind), .is_root(is_root), .shift(shift), .here(here),
          .data({1'b1, route, 1'b0, ~route}), .mask({masks[g*(ARITY+1)+:ARITY+1], decoy}));
    end
  endgenerate

  function integer power(input integer exponent);
    power = ARITY ** exponent;
  endfunction

  // `number` in base ARITY, its digits packed lowest first.
  function [ROUTE_BITS-1:0] packed_digits(input integer number);
    integer digit;
    begin
      packed_digits = 0;
      for (digit = 0; digit < LEVELS; digit = digit + 1)
        packed_digits = packed_digits |
                        ((number / power(digit) % ARITY) << (digit * DIGIT_BITS));
    end
  endfunction

  integer level, place, way, field, from, port, turn, errors = 0, checks = 0;
  reg [ARITY:0] expected;
  reg up;
  initial begin
    for (level = 1; level <= LEVELS; level = level + 1)
      for (place = 0; place < power(LEVELS - level); place = place + 1)
        for (field = 0; field < power(LEVELS); field = field + 1) begin
          is_root = level == LEVELS;
          shift = DIGIT_BITS * (level - 1);
          here = packed_digits(place);
          route = packed_digits(field);
          for (way = 0; way < 4; way = way + 1) begin
            kind = way;
            #1;
            for (from = 0; from <= ARITY; from = from + 1) begin
              up = !is_root && from != ARITY;
              expected = 0;
              case (kind)
                0:  // to the child towards leaf `field`; up if the leaf is not below this switch
                  if (field / power(level) == place) expected[field/power(level-1)%ARITY] = 1'b1;
                  else expected[ARITY] = up;
                1: begin
                  expected = {up, {ARITY{1'b1}}};
                  if (from < ARITY) expected[from] = 1'b0;
                end
                2: begin
                  turn = field / power(level - 1) % ARITY;
                  if (from == ARITY) expected = {1'b0, {ARITY{1'b1}}};
                  else if (turn > 0) expected[(from + ARITY - turn) % ARITY] = 1'b1;
                  if (field / power(level) > 0) expected[ARITY] = up;
                end
                3: expected = from == ARITY || is_root ? {1'b0, {ARITY{1'b1}}}
                                                       : {1'b1, {ARITY{1'b0}}};
              endcase
              checks = checks + 1;
              if (masks[from*(ARITY+1)+:ARITY+1] !== expected) begin
                errors = errors + 1;
                if (errors < 10)
                  $display("tree_route_tb: kind %0d level %0d place %0d field %0d from %0d: %b",
                           kind, level, place, field, from, masks[from*(ARITY+1)+:ARITY+1]);
              end
            end
          end
        end
    // A digit that names no child selects no port.
    is_root = 1'b1;
    shift = 0;
    kind = 2;
    for (field = ARITY; field < (1 << DIGIT_BITS); field = field + 1) begin
      route = field;
      #1;
      for (from = 0; from < ARITY; from = from + 1) begin
        checks = checks + 1;
        if (masks[from*(ARITY+1)+:ARITY+1] !== 0) errors = errors + 1;
      end
    end
    if (errors == 0) $display("PASS tree_route_tb: %0d routes", checks);
    else $display("FAIL tree_route_tb: %0d of %0d routes", errors, checks);
    $finish(0);
  end
endmodule
`default_nettype wire
