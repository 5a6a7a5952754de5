// SPDX-License-Identifier: Apache-2.0
// The two datapaths of the single-port switch under the local rule, side by side: fat_tree_queues
// has its slots in registers, fat_tree_rows in block RAM. inside/slots_equal.v checks that the
// outputs of the two are equal, except for data sent after a message was lost.
`default_nettype none
module slots_equal #(
    parameter ARITY = 2,
    parameter WIDTH = 1,
    parameter DEPTH = 2
) (
    input wire                           clk,
    input wire                           rst,
    input wire [    $clog2(DEPTH+1)-1:0] places,
    input wire [(ARITY+1)*(ARITY+1)-1:0] into,
    input wire [    (ARITY+1)*WIDTH-1:0] in_data
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  wire [ARITY:0] queues_valid, rows_valid;
  wire [WIDTH-1:0] queues_data, rows_data;
  wire [4*COUNT_BITS-1:0] queues_marks, rows_marks;
  wire queues_leaves, rows_leaves, queues_overflow, rows_overflow, underflow;
  wire some_up = queues_marks[0+:COUNT_BITS] != {COUNT_BITS{1'b0}};
  fat_tree_queues #(
      .ARITY(ARITY),
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) queues (
      .clk(clk),
      .rst(rst),
      .places(places),
      .send_up(some_up),
      .send_down(!some_up && queues_marks[2*COUNT_BITS+:COUNT_BITS] != {COUNT_BITS{1'b0}}),
      .into(into),
      .in_data(in_data),
      .out_valid(queues_valid),
      .out_data(queues_data),
      .leaves(queues_leaves),
      .up_count(queues_marks[0+:COUNT_BITS]),
      .up_high(queues_marks[COUNT_BITS+:COUNT_BITS]),
      .down_count(queues_marks[2*COUNT_BITS+:COUNT_BITS]),
      .down_high(queues_marks[3*COUNT_BITS+:COUNT_BITS]),
      .overflow(queues_overflow),
      .underflow(underflow)
  );
  fat_tree_rows #(
      .ARITY(ARITY),
      .WIDTH(WIDTH),
      .DEPTH(DEPTH)
  ) rows (
      .clk(clk),
      .rst(rst),
      .places(places),
      .into(into),
      .in_data(in_data),
      .out_valid(rows_valid),
      .out_data(rows_data),
      .leaves(rows_leaves),
      .up_count(rows_marks[0+:COUNT_BITS]),
      .up_high(rows_marks[COUNT_BITS+:COUNT_BITS]),
      .down_count(rows_marks[2*COUNT_BITS+:COUNT_BITS]),
      .down_high(rows_marks[3*COUNT_BITS+:COUNT_BITS]),
      .overflow(rows_overflow)
  );
endmodule
`default_nettype wire
