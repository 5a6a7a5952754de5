// SPDX-License-Identifier: Apache-2.0
// A queue like `rmc_fifo`, between two clocks. Pointers cross as Gray codes through two registers,
// so each side sees the other side's additions and removals some clocks late, never too early.
// Both resets must be held together for four clocks of the slower side.
`default_nettype none
module rmc_async_fifo #(
    parameter WIDTH = 16,
    parameter DEPTH = 16,  // entries: a power of two, 4 or more
    parameter STATS = 1
) (
    input  wire                     in_clk,
    input  wire                     in_rst,
    input  wire                     in_valid,
    output wire                     in_ready,
    input  wire [        WIDTH-1:0] in_data,
    output wire [$clog2(DEPTH):0] in_used,    // upper bound of the number of entries
    output wire [$clog2(DEPTH):0] high,       // high-water mark of `in_used`
    output wire                     overflow,   // at `in_clk`: an entry finds no slot
    input  wire                     out_clk,
    input  wire                     out_rst,
    output reg                      out_valid,
    input  wire                     out_ready,
    output reg  [        WIDTH-1:0] out_data,
    output wire [$clog2(DEPTH):0] out_used    // lower bound of the number of entries
);
  localparam BITS = $clog2(DEPTH);

  generate
    if (WIDTH < 1) begin : g_illegal_width rmc_async_fifo_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 4) begin : g_illegal_depth rmc_async_fifo_DEPTH_must_be_at_least_4 illegal (); end
    if (DEPTH != 1 << BITS) begin : g_illegal_depth_2 rmc_async_fifo_DEPTH_must_be_a_power_of_2 illegal (); end
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_async_fifo_STATS_must_be_0_to_2 illegal (); end
  endgenerate

  (* no_rw_check *) reg [WIDTH-1:0] entries[0:DEPTH-1];
  // Pointers to the slot of the next arrival (tail), to the oldest entry (head) and to the second
  // oldest entry, in binary and as Gray codes; each is one bit wider than an address.
  reg [BITS:0] tail, head, second, tail_gray, head_gray, second_gray;
  (* async_reg = "true" *) reg [BITS:0] tail_first, tail_seen, head_first, head_seen;  // Gray codes
  reg [BITS:0] tail_there, head_there;  // pointers of the other side, in binary

  // Write side.
  wire enters = in_valid && in_ready;
  wire [BITS:0] next_tail = tail + {{BITS{1'b0}}, enters};
  wire [BITS:0] head_binary, tail_binary;
  assign in_used  = tail - head_there;
  assign in_ready = tail_gray != {~head_seen[BITS:BITS-1], head_seen[BITS-2:0]};
  always @(posedge in_clk) begin
    if (enters) entries[tail[BITS-1:0]] <= in_data;
    head_first <= head_gray;
    head_seen  <= head_first;
    head_there <= head_binary;
    if (in_rst) begin
      tail <= {BITS + 1{1'b0}};
      tail_gray <= {BITS + 1{1'b0}};
    end else begin
      tail <= next_tail;
      tail_gray <= next_tail ^ (next_tail >> 1);
    end
  end

  // Read side.
  wire leaves = out_valid && out_ready;
  wire [BITS:0] third = second + 1'b1;
  assign out_used = tail_there - head;
  always @(posedge out_clk) begin
    out_data   <= entries[leaves ? second[BITS-1:0] : head[BITS-1:0]];
    out_valid  <= !out_rst && (leaves ? second_gray != tail_seen : head_gray != tail_seen);
    tail_first <= tail_gray;
    tail_seen  <= tail_first;
    tail_there <= tail_binary;
    if (out_rst) begin
      head <= {BITS + 1{1'b0}};
      head_gray <= {BITS + 1{1'b0}};
      second <= {{BITS{1'b0}}, 1'b1};
      second_gray <= {{BITS{1'b0}}, 1'b1};
    end else if (leaves) begin
      head <= second;
      head_gray <= second_gray;
      second <= third;
      second_gray <= third ^ (third >> 1);
    end
  end

  genvar b;
  generate
    for (b = 0; b <= BITS; b = b + 1) begin : g_binary
      assign head_binary[b] = ^(head_seen >> b);
      assign tail_binary[b] = ^(tail_seen >> b);
    end
    if (STATS > 0) begin : g_stats
      reg [BITS:0] mark;
      always @(posedge in_clk)
        if (in_rst) mark <= {BITS + 1{1'b0}};
        else if (in_used > mark) mark <= in_used;
      assign high = mark;
      assign overflow = in_valid && !in_ready;
    end else begin : g_no_stats
      assign high = {BITS + 1{1'b0}};
      assign overflow = 1'b0;
    end
  endgenerate
endmodule
`default_nettype wire
