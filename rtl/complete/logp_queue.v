// SPDX-License-Identifier: Apache-2.0
// Input queue of a processor of the buffered machine (Karp et al., Theorem 3.8). One waiting
// message is taken per cycle: the message that the program sends in the next cycle or, if that
// message does not wait, the oldest one. A message waits from the cycle of its arrival on. If two
// messages arrive together, the one of lane 0 counts as older.
`default_nettype none
module logp_queue #(
    parameter LANES    = 2,
    parameter WIDTH    = 16,
    parameter TAG_BITS = 6,
    parameter DEPTH    = 2   // slots: messages that can wait in a cycle, arrivals included
) (
    input  wire                                 clk,
    input  wire                                 rst,
    input  wire [                    LANES-1:0] in_valid,
    input  wire [              LANES*WIDTH-1:0] in_data,
    input  wire                                 wants,       // the program sends `wanted` next
    input  wire [                 TAG_BITS-1:0] wanted,
    output reg                                  taken,       // a message leaves at this edge
    output reg  [                    WIDTH-1:0] taken_data,
    output reg  [$clog2(DEPTH+LANES+1)-1:0] high,        // most that waited, arrivals included
    output reg                                  overflow     // sticky: a message found no slot
);
  localparam HELD = DEPTH > 1 ? DEPTH - 1 : 1;
  localparam ALL = HELD + LANES;
  localparam COUNT_BITS = $clog2(DEPTH + LANES + 1);

  generate
    if (LANES < 1) begin : g_illegal_lanes logp_queue_LANES_must_be_at_least_1 illegal (); end
    if (WIDTH < TAG_BITS) begin : g_illegal_width logp_queue_WIDTH_must_be_at_least_TAG_BITS illegal (); end
    if (TAG_BITS < 1) begin : g_illegal_tag_bits logp_queue_TAG_BITS_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth logp_queue_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  reg [HELD-1:0] held;  // bit 0: the oldest
  reg [HELD*WIDTH-1:0] entries;
  wire [ALL-1:0] waits = {in_valid, held};
  wire [ALL*WIDTH-1:0] data = {in_data, entries};

  reg [ALL-1:0] chosen;
  reg [COUNT_BITS-1:0] waiting;
  always @* begin : choose
    integer i;
    reg found;
    chosen = {ALL{1'b0}};
    waiting = {COUNT_BITS{1'b0}};
    taken_data = {WIDTH{1'b0}};
    found = 1'b0;
    for (i = 0; i < ALL; i = i + 1) begin
      waiting = waiting + {{(COUNT_BITS - 1) {1'b0}}, waits[i]};
      if (waits[i] && wants && !found && data[i*WIDTH+:TAG_BITS] == wanted) begin
        chosen[i] = 1'b1;
        found = 1'b1;
      end
    end
    for (i = 0; i < ALL; i = i + 1)
      if (waits[i] && !found) begin
        chosen[i] = 1'b1;
        found = 1'b1;
      end
    for (i = 0; i < ALL; i = i + 1) if (chosen[i]) taken_data = data[i*WIDTH+:WIDTH];
    taken = found;
  end

  always @(posedge clk) begin : shift
    integer i, place;
    reg [HELD-1:0] kept;
    if (rst) begin
      held <= {HELD{1'b0}};
      high <= {COUNT_BITS{1'b0}};
      overflow <= 1'b0;
    end else if (|waits) begin
      kept  = {HELD{1'b0}};
      place = 0;
      for (i = 0; i < ALL; i = i + 1)
        if (waits[i] && !chosen[i]) begin
          if (place < DEPTH - 1) begin
            kept[place] = 1'b1;
            entries[place*WIDTH+:WIDTH] <= data[i*WIDTH+:WIDTH];
            place = place + 1;
          end else overflow <= 1'b1;
        end
      held <= kept;
      if (waiting > high) high <= waiting;
    end
  end
endmodule
`default_nettype wire
