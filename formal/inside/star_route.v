// SPDX-License-Identifier: Apache-2.0
  // Properties of the routing: among the ports that bring the message nearer, `port` is the first
  // one after `came` in cyclic order. The distance of two labels in a star graph follows from the
  // permutation that turns one label into the other: the number of displaced symbols plus the
  // number of cycles of two or more symbols, less two if the first position is in such a cycle
  // (Akers, Harel, Krishnamurthy 1987).
  integer a, c;
  reg proper;
  reg [SYMBOLS-1:0] met_here, met_route;
  always @* begin
    met_here = 0;
    met_route = 0;
    for (a = 0; a < SYMBOLS; a = a + 1) begin
      met_here[here[a*S+:S]] = 1'b1;
      met_route[route[a*S+:S]] = 1'b1;
    end
    proper = &met_here && &met_route;
    assume (proper && valid && came < PORTS);
  end

  function [5:0] distance;
    input [SYMBOLS*S-1:0] from, to;
    integer i, j, least, at;
    begin
      distance = 0;
      for (i = 0; i < SYMBOLS; i = i + 1)
        if (from[i*S+:S] != to[i*S+:S]) begin
          distance = distance + 1;
          // A cycle of the permutation is counted once, at its lowest position.
          least = i;
          at = i;
          for (j = 0; j < SYMBOLS; j = j + 1) begin
            at = position(to, from[at*S+:S]);
            if (at < least) least = at;
          end
          if (least == i) distance = distance + 1;
          if (i == 0) distance = distance - 2;
        end
    end
  endfunction
  function integer position;
    input [SYMBOLS*S-1:0] label;
    input [S-1:0] symbol;
    integer k;
    begin
      position = 0;
      for (k = 0; k < SYMBOLS; k = k + 1) if (label[k*S+:S] == symbol) position = k;
    end
  endfunction
  function [SYMBOLS*S-1:0] crossed;
    input [SYMBOLS*S-1:0] label;
    input integer dimension;
    begin
      crossed = label;
      crossed[S-1:0] = label[dimension*S+:S];
      crossed[dimension*S+:S] = label[S-1:0];
    end
  endfunction

  reg [PORTS-1:0] better;
  always @* begin
    for (c = 0; c < PORTS; c = c + 1)
      better[c] = distance(crossed(here, c + 1), route) < distance(here, route);
    assert (known == (here != route));
    assert (known == |better);
    if (known) begin
      assert (better[port]);
      for (c = 0; c < PORTS; c = c + 1)
        if (better[c]) assert ((port + PORTS - came - 1) % PORTS <= (c + PORTS - came - 1) % PORTS);
    end
  end
