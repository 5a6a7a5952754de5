// SPDX-License-Identifier: Apache-2.0
// Messages that wait in a single-port switch, in block RAM: under the local rule equivalent to
// fat_tree_queues. Each incoming link (lane) has a memory. Two queues of rows keep the order of the
// messages; a row stands for the messages that arrive in one clock (row_queue).
// In its lane's memory, a message that goes down lies in the slot that its row has in `down`; any
// other message lies in the slot that its row has in `up`. Memories are read a clock before the
// message is sent; a message that is sent in the clock after its arrival bypasses the memories.
// Drawing: docs/rtl/fat_tree_rows.svg
`default_nettype none
module fat_tree_rows #(
    parameter ARITY = 2,
    parameter WIDTH = 32,  // bits per message
    parameter DEPTH = 4    // slots of each of the two queues
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire [    $clog2(DEPTH+1)-1:0] places,      // usable slots of each queue, 1..DEPTH, constant
    input  wire [(ARITY+1)*(ARITY+1)-1:0] into,        // per incoming link: outputs of its message
    input  wire [    (ARITY+1)*WIDTH-1:0] in_data,
    output wire [                ARITY:0] out_valid,   // at most one
    output wire [              WIDTH-1:0] out_data,
    output wire                           leaves,      // a message is sent for the last time
    output wire [    $clog2(DEPTH+1)-1:0] up_count,    // messages in each queue; `high`: maximum
    output wire [    $clog2(DEPTH+1)-1:0] up_high,
    output wire [    $clog2(DEPTH+1)-1:0] down_count,
    output wire [    $clog2(DEPTH+1)-1:0] down_high,
    output wire                           overflow     // sticky: an arrival found its queue full
);
  localparam PORTS = ARITY + 1;
  localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  generate
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_rows_ARITY_must_be_2_to_16 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width fat_tree_rows_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth fat_tree_rows_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  wire [ARITY-1:0] up_push, also_down, up_enters, up_oldest, oldest_also_down, left_also_down;
  wire [PORTS*ARITY-1:0] down_push, down_oldest;
  wire [PORTS-1:0] down_enters;
  wire [PLACE_BITS-1:0] up_free, up_left_place, oldest_where, left_where;
  wire [PLACE_BITS-1:0] down_free, down_left_place;
  wire up_left, down_left, down_pops, up_pops, down_label, down_left_label;
  wire up_overflow, down_overflow;

  // A row of `up` records which of its messages also go down, and which slot the row of these
  // messages has in `down`.
  wire up_goes = |up_oldest;
  row_queue #(
      .LANES(ARITY),
      .COPIES(1),
      .LABEL_BITS(ARITY + PLACE_BITS),
      .DEPTH(DEPTH)
  ) up (
      .clk(clk),
      .rst(rst),
      .places(places),
      .push(up_push),
      .label({also_down, down_free}),
      .go(1'b1),
      .enters(up_enters),
      .free(up_free),
      .oldest(up_oldest),
      .oldest_label({oldest_also_down, oldest_where}),
      .pops(up_pops),
      .left(up_left),
      .left_place(up_left_place),
      .left_label({left_also_down, left_where}),
      .count(up_count),
      .high(up_high),
      .overflow(up_overflow)
  );
  row_queue #(
      .LANES(PORTS),
      .COPIES(ARITY),
      .LABEL_BITS(1),
      .DEPTH(DEPTH)
  ) down (
      .clk(clk),
      .rst(rst),
      .places(places),
      .push(down_push),
      .label(1'b0),
      .go(!up_goes),
      .enters(down_enters),
      .free(down_free),
      .oldest(down_oldest),
      .oldest_label(down_label),
      .pops(down_pops),
      .left(down_left),
      .left_place(down_left_place),
      .left_label(down_left_label),
      .count(down_count),
      .high(down_high),
      .overflow(down_overflow)
  );
  assign overflow = up_overflow || down_overflow;
  wire unused = &{1'b0, up_pops, oldest_where, down_label, down_left_label};

  // Message sent now: that of the lowest lane in the oldest row of `up`, to the parent; if `up` is
  // empty, that of the lowest lane in the oldest row of `down`, to the lowest child that it still
  // has to reach.
  function [PORTS-1:0] lowest;
    input [PORTS-1:0] lanes;
    lowest = lanes & (~lanes + 1'b1);
  endfunction
  wire [PORTS-1:0] down_lane;
  wire [PORTS-1:0] lane = up_goes ? {1'b0, up_oldest} : down_lane;
  reg [ARITY-1:0] child;
  always @* begin : find_child
    integer i;
    child = {ARITY{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) child = child | down_oldest[i*ARITY+:ARITY];
  end
  assign out_valid = {up_goes, up_goes ? {ARITY{1'b0}} : child};
  assign leaves = up_goes ? !(|(lane[ARITY-1:0] & oldest_also_down)) : down_pops;

  // Message sent next: from the memories, or an arrival that bypasses the memories. An arrival
  // bypasses them if no row is left in `up` and either an arrival enters `up` or no row is left in
  // `down`. Arrivals for `up` go before arrivals for `down`.
  wire passes = !up_left && (|up_enters || !down_left);
  wire [PORTS-1:0] arrival = lowest(|up_enters ? {1'b0, up_enters} : down_enters);
  reg passed;
  always @(posedge clk) passed <= passes;

  wire [PORTS*WIDTH-1:0] shown;  // 0 except for the lane that sends
  genvar g;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : g_lane
      wire [PLACE_BITS:0] write_place, read_place;  // slots of `down` follow those of `up`
      wire write;
      assign down_push[g*ARITY+:ARITY] = into[g*PORTS+:ARITY];
      assign down_lane[g] = |down_oldest[g*ARITY+:ARITY];
      if (g < ARITY) begin : g_child
        assign up_push[g] = into[g*PORTS+ARITY];
        assign also_down[g] = |into[g*PORTS+:ARITY];
        assign write = up_enters[g] || down_enters[g];
        assign write_place = also_down[g] ? {1'b1, down_free} : {1'b0, up_free};
        assign read_place = !up_left ? {1'b1, down_left_place} :
            left_also_down[g] ? {1'b1, left_where} : {1'b0, up_left_place};
      end else begin : g_parent
        assign write = down_enters[g];
        assign write_place = {1'b1, down_free};
        assign read_place = {1'b1, down_left_place};
      end

      (* no_rw_check, ram_style = "block" *) reg [WIDTH-1:0] messages[0:(2<<PLACE_BITS)-1];
      reg [WIDTH-1:0] found, past;
      always @(posedge clk) begin
        if (write) messages[write_place] <= in_data[g*WIDTH+:WIDTH];
        found <= messages[read_place];
        past <= passes && arrival[g] ? in_data[g*WIDTH+:WIDTH] : {WIDTH{1'b0}};
      end
      assign shown[g*WIDTH+:WIDTH] = past | (lane[g] && !passed ? found : {WIDTH{1'b0}});
    end
  endgenerate
  reg [WIDTH-1:0] sent;
  always @* begin : find_data
    integer i;
    sent = {WIDTH{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) sent = sent | shown[i*WIDTH+:WIDTH];
  end
  assign out_data = sent;
endmodule
`default_nettype wire
