// SPDX-License-Identifier: Apache-2.0
// Lines of a LogP machine after the outputs of the crossbar: a message is in transit for `latency`
// cycles, one on the crossbar and latency-1 in a ring of rows. With LATENCY = 1 there is no ring.
//
// Counts the messages in transit on every line; a bit of `crowded` rises if its line carries more
// than `capacity`, which is ceil(latency / gap) in the LogP model.
`default_nettype none
module logp_line #(
    parameter LINES   = 1,
    parameter WIDTH   = 16,  // bits per flit
    parameter LATENCY = 1    // cycles, at most
) (
    input wire clk,
    input wire rst,

    // Straps: registered while `rst` is high.
    input wire [$clog2(LATENCY+1)-1:0] latency,   // 2..LATENCY; 1 if LATENCY is 1
    input wire [$clog2(LATENCY+1)-1:0] capacity,  // most messages in transit on a line; 0: no limit

    input  wire [      LINES-1:0] in_valid,
    input  wire [LINES*WIDTH-1:0] in_data,
    output wire [      LINES-1:0] out_valid,
    output wire [LINES*WIDTH-1:0] out_data,  // undefined where out_valid is 0

    output reg [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit on one line so far
    output reg [            LINES-1:0] crowded        // sticky
);
  localparam COUNT_BITS = LATENCY < 1 ? 1 : $clog2(LATENCY + 1);
  localparam [LINES*COUNT_BITS-1:0] NOTHING = 0;
  localparam [LINES-1:0] NONE = 0;

  generate
    if (LINES < 1) begin : g_illegal_lines logp_line_LINES_must_be_at_least_1 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width logp_line_WIDTH_must_be_at_least_1 illegal (); end
    if (LATENCY < 1) begin : g_illegal_latency logp_line_LATENCY_must_be_at_least_1 illegal (); end
  endgenerate

  generate
    if (LATENCY < 2) begin : g_wire
      wire unused = &{1'b0, latency};
      assign out_valid = in_valid;
      assign out_data  = in_data;
    end else begin : g_ring
      localparam ROWS = LATENCY - 1;
      localparam AT_BITS = ROWS < 2 ? 1 : $clog2(ROWS);
      localparam [COUNT_BITS-1:0] TWO = 2;
      (* no_rw_check *) reg [LINES-1:0] valid_rows[0:ROWS-1];
      (* no_rw_check *) reg [LINES*WIDTH-1:0] data_rows[0:ROWS-1];
      reg [AT_BITS-1:0] at, last;  // the row that is written; the last row in use
      reg filled;  // every row in use has been written since `rst`
      reg [LINES-1:0] valid;
      reg [LINES*WIDTH-1:0] data;

      // The row after the written one is the oldest. With one row in use, arrivals bypass it.
      wire [COUNT_BITS-1:0] last_row = latency - TWO;
      wire wraps = at == last;
      wire [AT_BITS-1:0] oldest = wraps ? {AT_BITS{1'b0}} : at + 1'b1;
      wire single = last == {AT_BITS{1'b0}};
      always @(posedge clk) begin
        at <= rst ? {AT_BITS{1'b0}} : oldest;
        if (rst) last <= last_row[AT_BITS-1:0];
        filled <= !rst && (filled || wraps);
        valid <= rst ? NONE : single ? in_valid : filled || wraps ? valid_rows[oldest] : NONE;
        data <= single ? in_data : data_rows[oldest];
        valid_rows[at] <= in_valid;
        if (|in_valid) data_rows[at] <= in_data;
      end
      assign out_valid = valid;
      assign out_data  = data;
      if (COUNT_BITS > AT_BITS) begin : g_unused
        wire unused = &{1'b0, last_row[COUNT_BITS-1:AT_BITS]};
      end
    end
  endgenerate

  reg [COUNT_BITS-1:0] limit;
  reg [LINES*COUNT_BITS-1:0] stored;  // messages in the registers, by line
  always @(posedge clk) begin : count
    integer i;
    reg [COUNT_BITS-1:0] one;
    reg grows;
    if (rst) begin
      limit <= capacity;
      stored <= NOTHING;
      transit_high <= {COUNT_BITS{1'b0}};
      crowded <= NONE;
    end else if (|in_valid || |out_valid) begin
      grows = 1'b0;  // a line gets at most one message per clock, so the tests below need only ==
      for (i = 0; i < LINES; i = i + 1) begin
        one = stored[i*COUNT_BITS+:COUNT_BITS];
        if (in_valid[i]) begin
          if (one == transit_high) grows = 1'b1;
          if (one == limit && limit != {COUNT_BITS{1'b0}}) crowded[i] <= 1'b1;
        end
        if (in_valid[i] != out_valid[i])
          stored[i*COUNT_BITS+:COUNT_BITS] <= in_valid[i] ? one + 1'b1 : one - 1'b1;
      end
      if (grows) transit_high <= transit_high + 1'b1;
    end
  end
endmodule
`default_nettype wire
