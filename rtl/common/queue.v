// SPDX-License-Identifier: Apache-2.0
// First-in first-out queue with several writers and readers per clock, in arrival order.
// Entries that arrive in one clock enter in the order of their lanes. A push in a clock may use the
// slots that the pops of the same clock free. Nothing is lost, doubled or reordered while no flag
// is up.
// Drawing: docs/rtl/queue.svg
`default_nettype none
module queue #(
    parameter WIDTH      = 32,  // bits per entry
    parameter LABEL_BITS = 1,   // bits of an entry's label
    parameter DEPTH      = 4,   // slots, >= POPS
    parameter PUSHES     = 1,   // most entries that arrive in one clock
    parameter POPS       = 1,   // most entries that leave in one clock
    // 1: one process per writer instead of an unrolled loop.
    parameter BY_LANE    = PUSHES > 15 ? 1 : 0
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [  $clog2(DEPTH+1)-1:0] places,      // slots in use, POPS..DEPTH, constant
    input  wire [           PUSHES-1:0] push_valid,
    input  wire [     PUSHES*WIDTH-1:0] push_data,
    input  wire [PUSHES*LABEL_BITS-1:0] push_label,
    input  wire [   $clog2(POPS+1)-1:0] pops,        // number of entries that leave at this edge
    output reg  [       POPS*WIDTH-1:0] heads,       // oldest entry in the lowest lane
    output reg  [  POPS*LABEL_BITS-1:0] head_labels,
    output reg  [  $clog2(DEPTH+1)-1:0] count,       // entries now
    output wire [  $clog2(DEPTH+1)-1:0] high,        // high-water mark of `count`
    output reg                          overflow,    // sticky: an arrival found no slot
    output reg                          underflow    // sticky: a pop found no entry
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam POP_BITS = $clog2(POPS + 1);
  localparam ENTRY = LABEL_BITS + WIDTH;

  generate
    if (WIDTH < 1) begin : g_illegal_width queue_WIDTH_must_be_at_least_1 illegal (); end
    if (LABEL_BITS < 1) begin : g_illegal_label_bits queue_LABEL_BITS_must_be_at_least_1 illegal (); end
    if (PUSHES < 1) begin : g_illegal_pushes queue_PUSHES_must_be_at_least_1 illegal (); end
    if (POPS < 1) begin : g_illegal_pops queue_POPS_must_be_at_least_1 illegal (); end
    if (DEPTH < POPS) begin : g_illegal_depth queue_DEPTH_must_be_at_least_POPS illegal (); end
    if (BY_LANE < 0 || BY_LANE > 1) begin : g_illegal_by_lane queue_BY_LANE_must_be_0_or_1 illegal (); end
  endgenerate

  (* no_rw_check *) reg [ENTRY-1:0] entries[0:DEPTH-1];
  reg [PLACE_BITS-1:0] first;  // slot of the oldest entry
  reg [PLACE_BITS-1:0] free;   // slot of the next arrival
  reg [COUNT_BITS-1:0] high_before;  // largest of the earlier counts, for short timing paths
  assign high = count > high_before ? count : high_before;
  wire [PLACE_BITS-1:0] last = places[PLACE_BITS-1:0] - 1'b1;  // slot 0 follows it

  // No function calls here: simulators number each call, so code of two queues would always differ.
  always @* begin : show
    integer i, place;
    reg [PLACE_BITS-1:0] shown;
    for (i = 0; i < POPS; i = i + 1) begin
      place = {{(32 - PLACE_BITS) {1'b0}}, first} + i;
      if (place >= {{(32 - COUNT_BITS) {1'b0}}, places})
        place = place - {{(32 - COUNT_BITS) {1'b0}}, places};
      shown = i == 0 ? first : place[PLACE_BITS-1:0];
      {head_labels[i*LABEL_BITS+:LABEL_BITS], heads[i*WIDTH+:WIDTH]} = entries[shown];
    end
  end

  always @(posedge clk) begin : exchange
    integer i;
    reg [COUNT_BITS-1:0] filled;
    reg [PLACE_BITS-1:0] place;
    if (rst) begin
      count <= {COUNT_BITS{1'b0}};
      high_before <= {COUNT_BITS{1'b0}};
      first <= {PLACE_BITS{1'b0}};
      free <= {PLACE_BITS{1'b0}};
      overflow <= 1'b0;
      underflow <= 1'b0;
    end else if (|push_valid || |pops) begin
      filled = count;
      place  = first;
      for (i = 0; i < POPS; i = i + 1) begin
        if (i < {{(32 - POP_BITS) {1'b0}}, pops}) begin
          if (filled != {COUNT_BITS{1'b0}}) begin
            filled = filled - 1'b1;
            place  = place == last ? {PLACE_BITS{1'b0}} : place + 1'b1;
          end else underflow <= 1'b1;
        end
      end
      first <= place;
      place = free;
      for (i = 0; i < PUSHES; i = i + 1) begin
        if (push_valid[i]) begin
          if (filled != places) begin
            if (BY_LANE == 0)
              entries[place] <= {push_label[i*LABEL_BITS+:LABEL_BITS], push_data[i*WIDTH+:WIDTH]};
            filled = filled + 1'b1;
            place  = place == last ? {PLACE_BITS{1'b0}} : place + 1'b1;
          end else overflow <= 1'b1;
        end
      end
      free  <= place;
      count <= filled;
      high_before <= high;
    end
  end

  // Simulators unroll loops that write memories, which makes much code for many writers.
  genvar g;
  generate
    if (BY_LANE != 0) begin : g_by_lane
      reg [PUSHES-1:0] enters;
      reg [PUSHES*PLACE_BITS-1:0] at;
      always @* begin : find_places
        integer i;
        reg [COUNT_BITS-1:0] filled;
        reg [PLACE_BITS-1:0] place;
        enters = {PUSHES{1'b0}};
        at = {PUSHES * PLACE_BITS{1'b0}};
        filled = count;
        place = free;
        for (i = 0; i < POPS; i = i + 1)
          if (i < {{(32 - POP_BITS) {1'b0}}, pops} && filled != {COUNT_BITS{1'b0}})
            filled = filled - 1'b1;
        if (|push_valid)
          for (i = 0; i < PUSHES; i = i + 1)
            if (push_valid[i] && filled != places) begin
              enters[i] = 1'b1;
              at[i*PLACE_BITS+:PLACE_BITS] = place;
              filled = filled + 1'b1;
              place = place == last ? {PLACE_BITS{1'b0}} : place + 1'b1;
            end
      end
      for (g = 0; g < PUSHES; g = g + 1) begin : g_lane
        always @(posedge clk)
          if (enters[g])
            entries[at[g*PLACE_BITS+:PLACE_BITS]] <=
                {push_label[g*LABEL_BITS+:LABEL_BITS], push_data[g*WIDTH+:WIDTH]};
      end
    end
  endgenerate
endmodule
`default_nettype wire
