// SPDX-License-Identifier: Apache-2.0
// Messages that wait in a single-port switch, in registers: two queues in arrival order, `up` for
// the parent and `down` for the children; a multicast from a child may enter both. Each clock at
// most one queue sends its oldest message: `up` if it may send and is not empty, else `down` if it
// may. `down` sends a message to the message's children in ascending order, one per clock.
`default_nettype none
module fat_tree_queues #(
    parameter ARITY = 2,
    parameter WIDTH = 32,  // bits per message
    parameter DEPTH = 4    // slots of each of the two queues
) (
    input  wire                           clk,
    input  wire                           rst,
    input  wire [    $clog2(DEPTH+1)-1:0] places,      // usable slots of each queue, 1..DEPTH, constant
    input  wire                           send_up,     // queues that may send; `up` comes first
    input  wire                           send_down,
    input  wire [(ARITY+1)*(ARITY+1)-1:0] into,        // per incoming link: outputs of its message
    input  wire [    (ARITY+1)*WIDTH-1:0] in_data,
    output wire [                ARITY:0] out_valid,   // at most one
    output wire [              WIDTH-1:0] out_data,
    output wire                           leaves,      // a message is sent for the last time
    output wire [    $clog2(DEPTH+1)-1:0] up_count,    // messages in each queue; `high`: maximum
    output wire [    $clog2(DEPTH+1)-1:0] up_high,
    output wire [    $clog2(DEPTH+1)-1:0] down_count,
    output wire [    $clog2(DEPTH+1)-1:0] down_high,
    output wire                           overflow,    // sticky: an arrival found its queue full
    output wire                           underflow    // sticky: an empty queue was to send
);
  localparam PORTS = ARITY + 1;
  localparam COUNT_BITS = $clog2(DEPTH + 1);

  // An entry of `up` records whether its message also waits in `down`; an entry of `down` records
  // the children to which its message goes.
  wire [ARITY-1:0] up_push, up_label;
  wire [PORTS-1:0] down_push;
  wire [PORTS*ARITY-1:0] down_label;
  wire [WIDTH-1:0] up_head, down_head;
  wire up_also_down;
  wire [ARITY-1:0] down_children;
  wire up_overflow, up_underflow, down_overflow, down_underflow;

  genvar g;
  generate
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_queues_ARITY_must_be_2_to_16 illegal (); end
    if (WIDTH < 1) begin : g_illegal_width fat_tree_queues_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth fat_tree_queues_DEPTH_must_be_at_least_1 illegal (); end
    for (g = 0; g < PORTS; g = g + 1) begin : g_push
      wire [ARITY-1:0] children = into[g*PORTS+:ARITY];
      assign down_push[g] = |children;
      assign down_label[g*ARITY+:ARITY] = children;
      if (g < ARITY) begin : g_up
        assign up_push[g] = into[g*PORTS+ARITY];
        assign up_label[g] = |children;
      end
    end
  endgenerate

  reg [ARITY-1:0] served;  // children to which the head of `down` was sent
  wire [ARITY-1:0] remaining = down_children & ~served;
  reg [ARITY-1:0] child;  // the lowest remaining child
  always @* begin : lowest
    integer i;
    child = {ARITY{1'b0}};
    for (i = ARITY - 1; i >= 0; i = i - 1)
      if (remaining[i]) begin
        child = {ARITY{1'b0}};
        child[i] = 1'b1;
      end
  end

  wire up_goes = send_up && up_count != {COUNT_BITS{1'b0}};
  wire down_goes = send_down && !up_goes && down_count != {COUNT_BITS{1'b0}};
  wire last_copy = remaining == child;
  assign out_valid = {up_goes, down_goes ? child : {ARITY{1'b0}}};
  assign out_data  = up_goes ? up_head : down_head;

  queue #(
      .WIDTH (WIDTH),
      .LABEL_BITS(1),
      .DEPTH (DEPTH),
      .PUSHES(ARITY),
      .POPS  (1)
  ) up (
      .clk(clk),
      .rst(rst),
      .places(places),
      .push_valid(up_push),
      .push_data(in_data[ARITY*WIDTH-1:0]),
      .push_label(up_label),
      .pops(send_up),
      .heads(up_head),
      .head_labels(up_also_down),
      .count(up_count),
      .high(up_high),
      .overflow(up_overflow),
      .underflow(up_underflow)
  );
  queue #(
      .WIDTH (WIDTH),
      .LABEL_BITS(ARITY),
      .DEPTH (DEPTH),
      .PUSHES(PORTS),
      .POPS  (1)
  ) down (
      .clk(clk),
      .rst(rst),
      .places(places),
      .push_valid(down_push),
      .push_data(in_data),
      .push_label(down_label),
      .pops(send_down && !up_goes && (last_copy || !down_goes)),
      .heads(down_head),
      .head_labels(down_children),
      .count(down_count),
      .high(down_high),
      .overflow(down_overflow),
      .underflow(down_underflow)
  );
  assign overflow  = up_overflow || down_overflow;
  assign underflow = up_underflow || down_underflow;

  // A message in both queues counts as leaving the switch by `down`, as `up` is served first.
  assign leaves = up_goes ? !up_also_down : down_goes && last_copy;
  always @(posedge clk)
    if (rst) served <= {ARITY{1'b0}};
    else if (down_goes) served <= last_copy ? {ARITY{1'b0}} : served | child;
endmodule
`default_nettype wire
