// SPDX-License-Identifier: Apache-2.0
// Checks the rules of a LogP processor: sends begin at least `spacing` cycles apart, and so do
// receptions; no two activities overlap. An activity is a send's overhead, a reception or the
// addition of an own operand; it occupies the cycles after the one in which its input is high.
`default_nettype none
module logp_rules #(
    parameter SPAN_BITS = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [SPAN_BITS-1:0] overhead,   // overhead of a send
    input  wire [  SPAN_BITS:0] reception,  // overhead of a reception, and its addition
    input  wire [SPAN_BITS-1:0] spacing,    // max(g, o)
    input  wire                 send,
    input  wire                 receive,
    input  wire                 add,
    output reg                  gap_error,  // sticky
    output reg                  overlap     // sticky
);
  localparam [SPAN_BITS-1:0] NONE = 0;
  localparam [SPAN_BITS:0] IDLE = 0;

  generate
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_rules_SPAN_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  // Remaining cycles, this one included, in which it would be an error to begin a send
  // (`send_left`), a reception (`receive_left`) or any activity (`busy`).
  reg [SPAN_BITS-1:0] send_left, receive_left;
  reg [SPAN_BITS:0] busy;
  wire sending = send && overhead != NONE;
  wire receiving = receive && reception != IDLE;
  wire [SPAN_BITS-1:0] pause = spacing == NONE ? NONE : spacing - 1'b1;

  always @(posedge clk)
    if (rst) begin
      send_left <= NONE;
      receive_left <= NONE;
      busy <= IDLE;
      gap_error <= 1'b0;
      overlap <= 1'b0;
    end else begin
      if (send) send_left <= pause;
      else if (send_left != NONE) send_left <= send_left - 1'b1;
      if (receive) receive_left <= pause;
      else if (receive_left != NONE) receive_left <= receive_left - 1'b1;
      if ((send && send_left != NONE) || (receive && receive_left != NONE)) gap_error <= 1'b1;

      if (receiving) busy <= reception - 1'b1;
      else if (sending) busy <= {1'b0, overhead} - 1'b1;
      else if (add) busy <= IDLE;
      else if (busy != IDLE) busy <= busy - 1'b1;
      if (((sending || receiving || add) && busy != IDLE) ||
          (receiving && (sending || add)) || (sending && add)) overlap <= 1'b1;
    end
endmodule
`default_nettype wire
