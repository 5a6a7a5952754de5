// SPDX-License-Identifier: Apache-2.0
// Random pairs of labels: the route must be the first dimension in cyclic order, after the one by
// which the message came, that shortens the path. The length of a path is the number of steps of
// this algorithm: swap the first symbol into its position in the goal's label; if the first symbol
// is in that position already, swap it with a symbol that is not in its own. The algorithm finds
// shortest paths in star graphs, so the test needs no formula for the distance.
`default_nettype none
module star_route_tb;
  parameter SYMBOLS = 5, TRIALS = 2000;
  localparam PORTS = SYMBOLS - 1, S = $clog2(SYMBOLS), BITS = SYMBOLS * S, P = $clog2(PORTS);

  reg [BITS-1:0] here, route;
  reg [P-1:0] came;
  reg valid;
  wire known;
  wire [P-1:0] port;
  star_route #(.SYMBOLS(SYMBOLS)) dut (
      .valid(valid), .here(here), .route(route), .came(came), .known(known), .port(port));

  integer errors = 0, trial, i, p, from, expected, seed = 11;

  function [BITS-1:0] crossed(input [BITS-1:0] label, input integer position);
    begin
      crossed = label;
      crossed[S-1:0] = label[position*S+:S];
      crossed[position*S+:S] = label[S-1:0];
    end
  endfunction
  function [BITS-1:0] shuffled(input integer unused);
    integer at, other;
    reg [S-1:0] kept;
    begin
      for (at = 0; at < SYMBOLS; at = at + 1) shuffled[at*S+:S] = at;
      for (at = SYMBOLS - 1; at > 0; at = at - 1) begin
        other = $unsigned($random(seed)) % (at + 1);
        kept = shuffled[at*S+:S];
        shuffled[at*S+:S] = shuffled[other*S+:S];
        shuffled[other*S+:S] = kept;
      end
    end
  endfunction
  function integer distance(input [BITS-1:0] start, input [BITS-1:0] goal);
    integer at, step;
    reg [BITS-1:0] label;
    begin
      label = start;
      distance = 0;
      while (label != goal) begin
        step = -1;
        for (at = 1; at < SYMBOLS; at = at + 1)
          if (goal[at*S+:S] == label[S-1:0]) step = at;  // home of the first symbol
        for (at = 1; at < SYMBOLS; at = at + 1)
          if (step < 0 && label[at*S+:S] != goal[at*S+:S]) step = at;
        label = crossed(label, step);
        distance = distance + 1;
      end
    end
  endfunction

  initial begin
    valid = 1'b1;
    for (trial = 0; trial < TRIALS; trial = trial + 1) begin
      here = shuffled(0);
      route = shuffled(0);
      if (trial % 4 == 0) begin  // labels close to each other
        route = here;
        for (i = 0; i < trial / 4 % 5; i = i + 1)
          route = crossed(route, 1 + $unsigned($random(seed)) % PORTS);
      end
      from = $unsigned($random(seed)) % PORTS;
      came = from;
      #1;
      expected = -1;
      for (i = PORTS; i > 0; i = i - 1) begin
        p = (from + i) % PORTS;
        if (distance(crossed(here, p + 1), route) < distance(here, route)) expected = p;
      end
      if (known !== (expected >= 0) || (known && port != expected)) begin
        errors = errors + 1;
        if (errors < 10) $display("star_route_tb: %h to %h by %0d: %0d", here, route, came, port);
      end
    end
    valid = 1'b0;
    #1 if (known !== 1'b0) errors = errors + 1;
    if (errors == 0) $display("PASS star_route_tb: %0d routes", TRIALS);
    else $display("FAIL star_route_tb: %0d errors", errors);
    $finish(0);
  end
endmodule
`default_nettype wire
