// SPDX-License-Identifier: Apache-2.0
// First-in first-out queue of arrivals on several lanes, in arrival order. The arrivals of one clock
// form a row, which has a bit per lane and copy: 1 if this copy of the lane's message must still be
// sent. Copies leave one per clock, lowest lane and copy first. The messages are stored outside, in
// the slot that their row has in this queue. `left`, `left_place`, `left_label` describe, a clock
// ahead, the row that will be the oldest, without regard to arrivals. Nothing is lost while
// `overflow` is low.
`default_nettype none
module row_queue #(
    parameter LANES      = 3,  // most messages that arrive in one clock
    parameter COPIES     = 1,  // most copies of a message
    parameter LABEL_BITS = 1,  // bits of a row's label
    parameter DEPTH      = 4   // slots
) (
    input  wire                       clk,
    input  wire                       rst,
    input  wire [$clog2(DEPTH+1)-1:0] places,  // slots in use, 1..DEPTH, constant
    input  wire [LANES*COPIES-1:0]    push,    // per lane, the copies to be sent; 0: no arrival
    input  wire [LABEL_BITS-1:0]      label,   // label of the row that arrives
    input  wire                       go,      // the oldest copy leaves at this edge, if there is one

    output wire [LANES-1:0]           enters,  // arrivals that find a slot
    output reg  [(DEPTH>1?$clog2(DEPTH):1)-1:0] free,  // slot of the row that arrives
    output wire [LANES*COPIES-1:0]    oldest,  // the copy that leaves first; 0: the queue is empty
    output reg  [LABEL_BITS-1:0]      oldest_label,  // label of the oldest row
    output wire                       pops,    // the last copy of a message leaves
    // The oldest row after this edge, without the row that arrives.
    output wire                       left,    // such a row exists
    output wire [(DEPTH>1?$clog2(DEPTH):1)-1:0] left_place,
    output wire [LABEL_BITS-1:0]      left_label,

    output reg  [$clog2(DEPTH+1)-1:0] count,    // messages now
    output wire [$clog2(DEPTH+1)-1:0] high,     // high-water mark of `count`
    output reg                        overflow  // sticky: an arrival found no slot
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam [PLACE_BITS-1:0] ONE = 1;
  localparam [LANES-1:0] ONE_LANE = 1;
  localparam [LANES*COPIES-1:0] ONE_COPY = 1, NO_COPY = 0;

  generate
    if (LANES < 1) begin : g_illegal_lanes row_queue_LANES_must_be_at_least_1 illegal (); end
    if (COPIES < 1) begin : g_illegal_copies row_queue_COPIES_must_be_at_least_1 illegal (); end
    if (LABEL_BITS < 1) begin : g_illegal_label_bits row_queue_LABEL_BITS_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth row_queue_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  // The oldest row is in registers (`head`). The younger rows are in the ring `rows`, from `next`
  // to the slot before `free`; the younger rows never fill the ring.
  reg [LANES*COPIES-1:0] head;  // copies of the oldest row that have not left
  reg [LANES*COPIES-1:0] rows[0:(1<<PLACE_BITS)-1];
  reg [LABEL_BITS-1:0] labels[0:(1<<PLACE_BITS)-1];
  reg [PLACE_BITS-1:0] next;  // slot after the oldest row's

  wire [LANES*COPIES-1:0] rest = head & (head - ONE_COPY);  // copies after the oldest one
  assign oldest = head & ~rest;
  wire stays = head != NO_COPY && !go;
  wire remains = stays || rest != NO_COPY;
  wire more = next != free;
  assign left = remains || more;
  assign left_place = remains ? next - ONE : next;
  assign left_label = remains ? oldest_label : labels[next];

  wire [LANES-1:0] arrive, done;
  wire [LANES*COPIES-1:0] arriving;
  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : g_lane
      assign arrive[g] = |push[g*COPIES+:COPIES];
      assign done[g] = |head[g*COPIES+:COPIES] && !(|rest[g*COPIES+:COPIES]);
      assign arriving[g*COPIES+:COPIES] = enters[g] ? push[g*COPIES+:COPIES] : {COPIES{1'b0}};
    end
  endgenerate
  assign pops = go && |done;
  // If not all arrivals fit, those of the lowest lanes enter.
  reg [LANES-1:0] fits;
  reg [COUNT_BITS-1:0] change;
  always @* begin : give_places
    integer i;
    reg [LANES-1:0] open;  // bit i: more than i messages fit
    for (i = 0; i < LANES; i = i + 1)
      open[i] = {{(32 - COUNT_BITS) {1'b0}}, places} > i && count < places - i[COUNT_BITS-1:0];
    if (pops) open = open << 1 | ONE_LANE;
    change = {COUNT_BITS{pops}};  // -1 if a message leaves
    for (i = 0; i < LANES; i = i + 1) begin
      fits[i] = open[0];
      if (arrive[i]) open = open >> 1;
      change = change + {{(COUNT_BITS - 1) {1'b0}}, arrive[i] && fits[i]};
    end
  end
  assign enters = arrive & fits;

  reg [COUNT_BITS-1:0] high_before;  // largest of the earlier counts, for short timing paths
  assign high = count > high_before ? count : high_before;

  always @(posedge clk) begin : exchange
    if (rst) begin
      head <= NO_COPY;
      next <= {PLACE_BITS{1'b0}};
      free <= {PLACE_BITS{1'b0}};
      count <= {COUNT_BITS{1'b0}};
      high_before <= {COUNT_BITS{1'b0}};
      overflow <= 1'b0;
    end else begin
      if (!stays) begin
        if (remains) head <= rest;
        else begin
          head <= more ? rows[next] : arriving;
          oldest_label <= more ? labels[next] : label;
          if (more || |enters) next <= next + ONE;
        end
      end
      if (|enters) begin
        rows[free] <= arriving;
        labels[free] <= label;
        free <= free + ONE;
      end
      if (|(arrive & ~fits)) overflow <= 1'b1;
      count <= count + change;
      high_before <= high;
    end
  end
endmodule
`default_nettype wire
