// SPDX-License-Identifier: Apache-2.0
// A program that sends from an empty queue sets `underflow`, for either queue; a program without
// sends does not.
`default_nettype none
module fat_tree_underflow_tb;
  localparam CONTROL_BITS = 11;  // masks of three ports, `up`, `down`
  reg clk = 1'b0, rst = 1'b1, run = 1'b0, load_valid = 1'b0;
  reg [1:0] sends;  // {down, up}
  wire underflow;
  always #1 clk = !clk;

  fat_tree_switch_single #(
      .ARITY(2),
      .DEPTH(2),
      .ROM_DEPTH(1)
  ) switch (
      .clk(clk), .rst(rst), .run(run),
      .is_root(1'b0), .route_kind(2'd0), .shift(5'd0), .here(10'd0), .places(2'd2),
      .cycle(32'd0), .in_valid(3'd0), .in_data(96'd0), .out_valid(), .out_data(),
      .load_valid(load_valid), .load_address(32'd0), .load_word({18'd0, sends, 9'd0}),
      .queue_high(), .waiting_high(), .up_high(), .down_high(), .places_high(), .hops(),
      .last_hop(), .overflow(), .underflow(underflow), .contention());

  integer i, faults;
  initial begin
    faults = 0;
    for (i = 0; i < 4; i = i + 1) begin
      sends = i[1:0];
      rst   = 1'b1;
      run   = 1'b0;
      repeat (2) @(negedge clk);
      rst = 1'b0;
      load_valid = 1'b1;
      @(negedge clk) load_valid = 1'b0;
      @(negedge clk) if (underflow !== 1'b0) faults = faults + 1;
      run = 1'b1;
      repeat (4) @(negedge clk);
      if (underflow !== |sends) begin
        $display("FAULT: sends %b, underflow %b", sends, underflow);
        faults = faults + 1;
      end
    end
    if (faults == 0) $display("PASS fat_tree_underflow_tb");
    $finish(0);
  end
endmodule
`default_nettype wire
