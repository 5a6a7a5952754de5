// SPDX-License-Identifier: Apache-2.0
// Checks a single-port node's controller by the level rule (an allgather in which nodes send blocks
// of messages): the port and slot of each message, and packets of CAP messages. With CAP = 0 a
// block is one packet, even if it has more messages than the packet's 16-bit counter can count.
`timescale 1ns / 1ns
`default_nettype none
module star_level_tb;
  parameter PORTS = 3;
  parameter OWN = 70000;
  parameter CAP = 0;  // 0: no limit
  localparam BITS = 22;
  reg clk = 1'b0, rst = 1'b1, run = 1'b0;
  wire sends, first;
  wire [$clog2(PORTS)-1:0] port;
  wire [BITS-1:0] place;
  star_level_single #(.PORTS(PORTS), .PLACE_BITS(BITS), .COUNT_BITS(BITS)) rule (
      .clk(clk), .rst(rst), .run(run), .own(OWN[BITS-1:0]), .packet_cap(CAP[15:0]), .hop(sends),
      .sends(sends), .first(first), .port(port), .place(place));

  integer level, turn, block, at, room, errors = 0;
  task tick;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask
  task send(input integer through, input integer from, input integer messages);
    for (at = 0; at < messages; at = at + 1) begin
      room = CAP == 0 ? messages : CAP;
      if (!sends || first != (at % room == 0) || port != through || place != from + at)
        errors = errors + 1;
      tick;
    end
  endtask
  initial begin
    tick;
    rst = 1'b0;
    run = 1'b1;
    tick;
    block = OWN;
    for (level = 0; level < PORTS; level = level + 1) begin  // dimension level + 2
      send(level, 0, block);
      for (turn = 0; turn < level; turn = turn + 1) send(turn, block, block);
      block = block * (level + 2);
    end
    if (sends) errors = errors + 1;
    if (errors == 0) $display("PASS star_level_tb");
    else $display("FAIL star_level_tb: %0d cycles", errors);
    $finish(0);
  end
endmodule
`default_nettype wire
