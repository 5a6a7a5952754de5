// SPDX-License-Identifier: Apache-2.0
// Lines of a LogP machine behind the outputs of the crossbar: a message is in transit for LATENCY
// cycles, one on the crossbar and LATENCY-1 in registers. LATENCY = 1 is a wire.
//
// Counts what is in transit on every line, i.e. to one receiver; `crowded` goes up if that is more
// than `capacity`, ceil(latency / gap) in the model.
`default_nettype none
module logp_line #(
    parameter LINES   = 1,
    parameter WIDTH   = 16,  // bits per flit
    parameter LATENCY = 1    // cycles
) (
    input wire clk,
    input wire rst,

    input wire [$clog2(LATENCY+1)-1:0] capacity,  // strap, registered under `rst`; 0: no limit

    input  wire [      LINES-1:0] in_valid,
    input  wire [LINES*WIDTH-1:0] in_data,
    output wire [      LINES-1:0] out_valid,
    output wire [LINES*WIDTH-1:0] out_data,  // means nothing unless valid

    output reg [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit on one line so far
    output reg [            LINES-1:0] crowded        // sticky
);
  localparam COUNT_BITS = LATENCY < 1 ? 1 : $clog2(LATENCY + 1);
  localparam [LINES*COUNT_BITS-1:0] NOTHING = 0;
  localparam [LINES-1:0] NONE = 0;

  generate
    if (LINES < 1 || WIDTH < 1 || LATENCY < 1) begin : g_illegal
      logp_line_has_an_illegal_parameter illegal ();
    end
  endgenerate

  genvar s;
  generate
    if (LATENCY < 2) begin : g_wire
      assign out_valid = in_valid;
      assign out_data  = in_data;
    end else begin : g_pipeline
      reg [LINES*(LATENCY-1)-1:0] valid;  // stage by stage, the youngest lowest
      for (s = 0; s < LATENCY - 1; s = s + 1) begin : g_stage
        reg [LINES*WIDTH-1:0] data;
        if (s == 0) begin : g_first
          always @(posedge clk) begin
            valid[LINES-1:0] <= rst ? NONE : in_valid;
            if (|in_valid) data <= in_data;
          end
        end else begin : g_next
          always @(posedge clk) begin
            valid[s*LINES+:LINES] <= rst ? NONE : valid[(s-1)*LINES+:LINES];
            if (|valid[(s-1)*LINES+:LINES]) data <= g_stage[s-1].data;
          end
        end
      end
      assign out_valid = valid[(LATENCY-2)*LINES+:LINES];
      assign out_data  = g_stage[LATENCY-2].data;
    end
  endgenerate

  reg [COUNT_BITS-1:0] limit;
  reg [LINES*COUNT_BITS-1:0] stored;  // messages in the registers, by line
  always @(posedge clk) begin : count
    integer i;
    reg [COUNT_BITS-1:0] total, high;
    if (rst) begin
      limit <= capacity;
      stored <= NOTHING;
      transit_high <= {COUNT_BITS{1'b0}};
      crowded <= NONE;
    end else if (|in_valid || |out_valid) begin
      high = transit_high;
      for (i = 0; i < LINES; i = i + 1) begin
        total = stored[i*COUNT_BITS+:COUNT_BITS] + {{(COUNT_BITS - 1) {1'b0}}, in_valid[i]};
        if (total > high) high = total;
        if (limit != {COUNT_BITS{1'b0}} && total > limit) crowded[i] <= 1'b1;
        stored[i*COUNT_BITS+:COUNT_BITS] <= total - {{(COUNT_BITS - 1) {1'b0}}, out_valid[i]};
      end
      transit_high <= high;
    end
  end
endmodule
`default_nettype wire
