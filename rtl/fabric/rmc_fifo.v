// SPDX-License-Identifier: Apache-2.0
// First-in first-out queue in block RAM. `out_data` shows the oldest entry, at the earliest two
// clocks after the entry came. `out_valid` and `out_data` stay until the entry is taken.
`default_nettype none
module rmc_fifo #(
    parameter WIDTH = 16,
    parameter DEPTH = 16,  // entries, 2 or more; the memory is rounded up to a power of two
    parameter STATS = 1    // 0: no mark and no flag
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     in_valid,
    output wire                     in_ready,   // a slot is free; else the entry does not enter
    input  wire [        WIDTH-1:0] in_data,
    output reg                      out_valid,
    input  wire                     out_ready,
    output reg  [        WIDTH-1:0] out_data,
    output wire [$clog2(DEPTH):0] used,       // entries
    output wire [$clog2(DEPTH):0] high,       // high-water mark of `used`, a clock late
    output wire                     overflow    // an entry finds no slot
);
  localparam BITS = $clog2(DEPTH);
  localparam [31:0] LAST = DEPTH - 1;

  generate
    if (WIDTH < 1) begin : g_illegal_width rmc_fifo_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 2) begin : g_illegal_depth rmc_fifo_DEPTH_must_be_at_least_2 illegal (); end
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_fifo_STATS_must_be_0_to_2 illegal (); end
  endgenerate

  // If an edge reads the address that it writes, `out_valid` becomes 0, so the data do not matter.
  (* no_rw_check *) reg [WIDTH-1:0] entries[0:(1<<BITS)-1];
  reg [BITS:0] tail, head;  // next arrival and oldest entry; one bit wider than addresses
  reg [BITS:0] second;      // head + 1 in a register, so that no path leads through an adder
  wire leaves = out_valid && out_ready;
  assign used = tail - head;
  wire enters = in_valid && in_ready;
  // `full` is computed a clock ahead, so that no path leads from `used` into the memory.
  wire is_last = used == LAST[BITS:0];
  reg full;
  assign in_ready = !full;

  always @(posedge clk) begin
    if (enters) entries[tail[BITS-1:0]] <= in_data;
    out_data  <= entries[leaves ? second[BITS-1:0] : head[BITS-1:0]];
    out_valid <= !rst && (leaves ? second != tail : head != tail);
    if (rst) begin
      tail <= {BITS + 1{1'b0}};
      head <= {BITS + 1{1'b0}};
      second <= {{BITS{1'b0}}, 1'b1};
      full <= 1'b0;
    end else begin
      full <= !leaves && (full || (enters && is_last));
      tail <= tail + {{BITS{1'b0}}, enters};
      if (leaves) begin
        head <= second;
        second <= second + 1'b1;
      end
    end
  end

  generate
    if (STATS > 0) begin : g_stats
      reg [BITS:0] mark;
      always @(posedge clk)
        if (rst) mark <= {BITS + 1{1'b0}};
        else if (used > mark) mark <= used;
      assign high = mark;
      assign overflow = in_valid && !in_ready;
    end else begin : g_no_stats
      assign high = {BITS + 1{1'b0}};
      assign overflow = 1'b0;
    end
  endgenerate
endmodule
`default_nettype wire
