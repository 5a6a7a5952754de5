// SPDX-License-Identifier: Apache-2.0
// Network of a LogP machine: a crossbar, decoded by destination, and a line after each of its
// outputs.
`default_nettype none
module logp_fabric #(
    parameter LINES     = 4,   // 2..65536
    parameter WIDTH     = 16,  // bits per flit
    parameter LATENCY   = 1,   // cycles in transit, at most
    parameter BY_INPUT  = 0,   // see crossbar.v
    parameter TIME_BITS = 32
) (
    input wire clk,
    input wire rst,

    // Straps.
    input wire [$clog2(LATENCY+1)-1:0] latency,   // cycles in transit: 2..LATENCY; 1 if LATENCY is 1
    input wire [$clog2(LATENCY+1)-1:0] capacity,  // most in transit on a line; 0: no limit

    input  wire [              LINES-1:0] in_valid,
    input  wire [LINES*$clog2(LINES)-1:0] in_line,    // destination
    input  wire [        LINES*WIDTH-1:0] in_data,
    output wire [              LINES-1:0] out_valid,
    output wire [        LINES*WIDTH-1:0] out_data,   // means nothing unless valid

    // Counters.
    output wire [        TIME_BITS-1:0] flits,         // passed
    // Marks.
    output wire [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit on one line so far
    // Flags, sticky.
    output wire                         contention,    // flits collided, and were dropped
    output wire [            LINES-1:0] crowded        // more than `capacity`
);
  localparam [LINES*($clog2(LINES)+1)-1:0] NO_ROW = 0;
  wire [LINES-1:0] passed;
  wire [LINES*WIDTH-1:0] passed_data;
  crossbar #(
      .LINES(LINES),
      .WIDTH(WIDTH),
      .ROM_DEPTH(0),
      .BY_INPUT(BY_INPUT),
      .TIME_BITS(TIME_BITS)
  ) crossbar (
      .clk(clk),
      .rst(rst),
      .run(1'b1),
      .in_valid(in_valid),
      .in_line(in_line),
      .in_data(in_data),
      .out_valid(passed),
      .out_data(passed_data),
      .period(16'd1),
      .load_valid(1'b0),
      .load_address(16'd0),
      .load_row(NO_ROW),
      .flits(flits),
      .contention(contention)
  );
  logp_line #(
      .LINES(LINES),
      .WIDTH(WIDTH),
      .LATENCY(LATENCY)
  ) line (
      .clk(clk),
      .rst(rst),
      .latency(latency),
      .capacity(capacity),
      .in_valid(passed),
      .in_data(passed_data),
      .out_valid(out_valid),
      .out_data(out_data),
      .transit_high(transit_high),
      .crowded(crowded)
  );
endmodule
`default_nettype wire
