// SPDX-License-Identifier: Apache-2.0
// Checks that a single-port node receives one packet at a time. Packets that follow each other
// without a pause are legal. Stores the earliest cycle of the next message instead of counting
// down, so that an idle link needs no simulation time.
`default_nettype none
module receive_guard #(
    parameter PORTS     = 3,
    parameter TIME_BITS = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [         16:0] opening,   // startup + per_message - 1
    input  wire [         15:0] spacing,   // per_message - 1
    input  wire [TIME_BITS-1:0] cycle,
    input  wire [    PORTS-1:0] in_start,
    input  wire [    PORTS-1:0] in_valid,
    output reg                  clash      // sticky: packets overlap
);
  localparam DUE_BITS = (TIME_BITS > 17 ? TIME_BITS : 17) + 1;
  localparam [PORTS-1:0] NONE = 0;

  generate
    if (PORTS < 1) begin : g_illegal_ports receive_guard_PORTS_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits receive_guard_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg opened;  // a packet has begun, and its first message is still to come
  reg [PORTS-1:0] owner;  // port of the last packet
  reg [DUE_BITS-1:0] earliest;  // first cycle in which the next message is legal
  wire [DUE_BITS-1:0] now = {{(DUE_BITS - TIME_BITS) {1'b0}}, cycle};
  wire [PORTS-1:0] touched = in_start | in_valid;
  wire [16:0] pause = |in_start ? opening : {1'b0, spacing};

  always @(posedge clk) begin
    if (rst) begin
      opened <= 1'b0;
      owner <= NONE;
      earliest <= {DUE_BITS{1'b0}};
      clash <= 1'b0;
    end else if (|touched) begin
      opened <= |in_start;
      owner <= touched;
      earliest <= now + {{(DUE_BITS - 17) {1'b0}}, pause} + {{(DUE_BITS - 1) {1'b0}}, !(|in_start)};
      if ((touched & (touched - 1'b1)) != NONE || (|in_start && (opened || |in_valid)) ||
          (|in_valid && (now < earliest || (opened && in_valid != owner)))) clash <= 1'b1;
    end
  end
endmodule
`default_nettype wire
