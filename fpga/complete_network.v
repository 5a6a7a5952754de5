// SPDX-License-Identifier: Apache-2.0
// A fully connected network whose PROCESSORS interfaces compute their rows: fpga/synth.sh measures
// the network's area, tests/rtl/complete_network_tb.v simulates the network. The straps and the
// port that loads the ROM of a Benes network are inputs of this module.
`default_nettype none
module complete_network #(
    parameter PROCESSORS = 8,
    parameter PORTS      = 1,
    parameter DIMENSIONS = 3,
    parameter BENES      = 0,   // 1: a Benes network instead of a crossbar
    parameter WIDTH      = 16,
    parameter TAG_BITS   = 6,
    parameter MESSAGES   = 64,
    parameter ROM_DEPTH  = 256, // rows of the Benes network
    parameter TIME_BITS  = 16
) (
    input wire clk,
    input wire rst,
    input wire run,

    input wire [                    $clog2(MESSAGES+1)-1:0] messages,
    input wire [                       $clog2(PORTS+1)-1:0] rate,
    input wire [                             TIME_BITS-1:0] last_round,
    input wire [                                      15:0] period,
    input wire                                              clip,
    input wire [PROCESSORS*DIMENSIONS*$clog2(PORTS+1)-1:0] digits,
    input wire [     PROCESSORS*$clog2(PROCESSORS*PORTS)-1:0] own_line,
    input wire [                $clog2(PROCESSORS*PORTS):0] lines,

    input  wire [             PROCESSORS-1:0] local_valid,
    input  wire [                  WIDTH-1:0] local_data,
    output wire [       PROCESSORS*PORTS-1:0] deliver_valid,
    output wire [ PROCESSORS*PORTS*WIDTH-1:0] deliver_data,
    input  wire                               load_valid,
    input  wire [                       31:0] load_address,
    input  wire [(2*$clog2(PROCESSORS*PORTS)-1)*(1<<($clog2(PROCESSORS*PORTS)-1))-1:0] load_word,

    output wire [PROCESSORS*TIME_BITS-1:0] hops,
    output wire [PROCESSORS*TIME_BITS-1:0] last_hop,
    output wire [PROCESSORS*TIME_BITS-1:0] deliveries,
    output wire [PROCESSORS*TIME_BITS-1:0] last_delivery,
    output wire [          PROCESSORS-1:0] duplicate,
    output wire [          PROCESSORS-1:0] overflow,
    output wire [          PROCESSORS-1:0] underflow,
    output wire [           TIME_BITS-1:0] flits,
    output wire                            contention
);
  localparam USED = PROCESSORS * PORTS;
  localparam LINE_BITS = $clog2(USED);
  localparam LINES = BENES != 0 ? 1 << LINE_BITS : USED;
  localparam POINT_BITS = DIMENSIONS * $clog2(PORTS + 1);

  reg running;  // `run`, a clock late: the ports need a clock to prepare cycle 1
  always @(posedge clk) running <= run && !rst;

  wire [31:0] cycle;
  time_base clock (
      .clk(clk),
      .rst(rst),
      .run(running),
      .cycle(cycle)
  );

  wire [LINES-1:0] sent, came;
  wire [LINES*LINE_BITS-1:0] to;
  wire [LINES*WIDTH-1:0] sent_data, came_data;
  genvar g;
  generate
    for (g = 0; g < PROCESSORS; g = g + 1) begin : g_processor
      complete_port #(
          .PORTS(PORTS),
          .WIDTH(WIDTH),
          .TAG_BITS(TAG_BITS),
          .MESSAGES(MESSAGES),
          .LINE_BITS(LINE_BITS),
          .ROM_DEPTH(0),
          .RULE(1),
          .DIMENSIONS(DIMENSIONS),
          .TIME_BITS(TIME_BITS)
      ) port (
          .clk(clk),
          .rst(rst),
          .run(run),
          .messages(messages),
          .rate(rate),
          .slow(1'b0),
          .last_round(last_round),
          .period(period),
          .clip(clip),
          .digits(digits[g*POINT_BITS+:POINT_BITS]),
          .own_line(own_line[g*LINE_BITS+:LINE_BITS]),
          .lines(lines),
          .cycle(cycle[TIME_BITS-1:0]),
          .in_valid(came[g*PORTS+:PORTS]),
          .in_data(came_data[g*PORTS*WIDTH+:PORTS*WIDTH]),
          .out_valid(sent[g*PORTS+:PORTS]),
          .out_line(to[g*PORTS*LINE_BITS+:PORTS*LINE_BITS]),
          .out_data(sent_data[g*PORTS*WIDTH+:PORTS*WIDTH]),
          .local_valid(local_valid[g]),
          .local_data(local_data),
          .deliver_valid(deliver_valid[g*PORTS+:PORTS]),
          .deliver_data(deliver_data[g*PORTS*WIDTH+:PORTS*WIDTH]),
          .load_valid(1'b0),
          .load_address(32'd0),
          .load_word({PORTS * (LINE_BITS + 10) {1'b0}}),
          .hops(hops[g*TIME_BITS+:TIME_BITS]),
          .last_hop(last_hop[g*TIME_BITS+:TIME_BITS]),
          .deliveries(deliveries[g*TIME_BITS+:TIME_BITS]),
          .last_delivery(last_delivery[g*TIME_BITS+:TIME_BITS]),
          .duplicate(duplicate[g]),
          .overflow(overflow[g]),
          .underflow(underflow[g])
      );
    end
    if (LINES > USED) begin : g_idle
      assign sent[LINES-1:USED] = {LINES - USED{1'b0}};
      assign sent_data[LINES*WIDTH-1:USED*WIDTH] = {(LINES - USED) * WIDTH{1'b0}};
    end
    if (BENES != 0) begin : g_benes
      benes #(
          .LINES(LINES),
          .WIDTH(WIDTH),
          .ROM_DEPTH(ROM_DEPTH),
          .TIME_BITS(TIME_BITS)
      ) fabric (
          .clk(clk),
          .rst(rst),
          .run(run),
          .in_valid(sent),
          .in_data(sent_data),
          .out_valid(came),
          .out_data(came_data),
          .period(period),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .flits(flits)
      );
      assign contention = 1'b0;
    end else begin : g_crossbar
      crossbar #(
          .LINES(LINES),
          .WIDTH(WIDTH),
          .TIME_BITS(TIME_BITS)
      ) fabric (
          .clk(clk),
          .rst(rst),
          .run(run),
          .in_valid(sent),
          .in_line(to),
          .in_data(sent_data),
          .out_valid(came),
          .out_data(came_data),
          .period(16'd1),
          .load_valid(1'b0),
          .load_address(32'd0),
          .load_word({LINES * (LINE_BITS + 1) {1'b0}}),
          .flits(flits),
          .contention(contention)
      );
    end
  endgenerate
endmodule
`default_nettype wire
