// SPDX-License-Identifier: Apache-2.0
  // Properties of the routing that the switches rely on.
  always @* begin
    if (is_root || FROM == ARITY) assert (!mask[ARITY]);
    if (kind == 2'd0) assert ((mask & (mask - 1'b1)) == 0);  // unicast: one port at most
    if (kind == 2'd1 && FROM < ARITY) assert (!mask[FROM]);  // flood: not back
  end
