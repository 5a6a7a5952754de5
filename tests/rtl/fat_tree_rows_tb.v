// SPDX-License-Identifier: Apache-2.0
// Two single-port switches under random traffic of every kind of route, which sometimes overflows
// their queues: the switch with queues in block RAM must have the outputs of the switch with queues
// in registers in every clock, except for the data after a lost message.
`default_nettype none
module fat_tree_rows_tb;
  parameter ARITY = 2, DEPTH = 4, BUILT = DEPTH, EPISODES = 60;
  localparam WIDTH = 24, ROUTE_BITS = 8, PORTS = ARITY + 1, TIME_BITS = 12;
  localparam COUNT_BITS = $clog2(BUILT + 1), TOTAL_BITS = $clog2(2 * BUILT + 1);
  localparam SHOWN = PORTS + 2 * TOTAL_BITS + 3 * COUNT_BITS + 2 * TIME_BITS + 3;

  reg clk = 1'b0, rst = 1'b1, is_root = 1'b0;
  reg [1:0] kind = 0;
  reg [ROUTE_BITS-1:0] here = 0;
  reg [TIME_BITS-1:0] cycle = 0;
  reg [PORTS-1:0] in_valid = 0;
  reg [PORTS*WIDTH-1:0] in_data = 0;
  wire [SHOWN-1:0] shown[0:1];
  wire [WIDTH-1:0] data[0:1];
  always #1 clk = !clk;

  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : g_switch
      wire [PORTS-1:0] out_valid;
      wire [TOTAL_BITS-1:0] queue_high, waiting_high;
      wire [COUNT_BITS-1:0] up_high, down_high, places_high;
      wire [TIME_BITS-1:0] hops, last_hop;
      wire overflow, underflow, contention;
      fat_tree_switch_single #(
          .ARITY(ARITY), .WIDTH(WIDTH), .ROUTE_BITS(ROUTE_BITS), .DEPTH(BUILT),
          .TIME_BITS(TIME_BITS), .SLOTS_IN_RAM(g)
      ) switch (
          .clk(clk), .rst(rst), .run(1'b1), .is_root(is_root), .route_kind(kind), .shift(5'd0),
          .here(here), .places(DEPTH[COUNT_BITS-1:0]), .cycle(cycle), .in_valid(in_valid),
          .in_data(in_data), .out_valid(out_valid), .out_data(data[g]), .load_valid(1'b0),
          .load_address(32'd0), .load_word({PORTS * PORTS + 20{1'b0}}), .queue_high(queue_high),
          .waiting_high(waiting_high), .up_high(up_high), .down_high(down_high),
          .places_high(places_high), .hops(hops), .last_hop(last_hop), .overflow(overflow),
          .underflow(underflow), .contention(contention));
      assign shown[g] = {out_valid, queue_high, waiting_high, up_high, down_high, places_high, hops,
                         last_hop, overflow, underflow, contention};
    end
  endgenerate

  integer episode, step, i, errors = 0, seed = 7, rate, sent = 0, lost = 0;
  initial begin
    for (episode = 0; episode < EPISODES; episode = episode + 1) begin
      @(negedge clk) rst = 1'b1;
      in_valid = 0;
      kind = episode;
      is_root = episode % 3 == 0;
      here = episode % 2;
      rate = 2 + episode % 7 * ARITY;  // mean clocks between the arrivals at a port
      @(negedge clk) rst = 1'b0;
      for (step = 0; step < 120; step = step + 1) begin
        for (i = 0; i < PORTS; i = i + 1) begin
          in_valid[i] = step < 90 && $unsigned($random(seed)) % rate == 0;
          in_data[i*WIDTH+:WIDTH] = $random(seed);
          if ($unsigned($random(seed)) % 2) in_data[i*WIDTH+4+:ROUTE_BITS-4] = 0;
        end
        cycle = cycle + 1;
        @(negedge clk);
        if (shown[0] !== shown[1] ||
            (|g_switch[0].out_valid && !g_switch[0].overflow && data[0] !== data[1])) begin
          errors = errors + 1;
          if (errors < 10) $display("fat_tree_rows_tb: episode %0d, clock %0d differs", episode, step);
        end
        if (|g_switch[0].out_valid) sent = sent + 1;
      end
      if (g_switch[0].overflow) lost = lost + 1;
    end
    if (sent < 10 * EPISODES || lost == 0 || lost == EPISODES) $display("untested: %0d, %0d", sent, lost);
    else if (errors == 0) $display("PASS fat_tree_rows_tb: %0d messages sent, %0d overflows", sent, lost);
    $finish(0);
  end
endmodule
`default_nettype wire
