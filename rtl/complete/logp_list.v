// SPDX-License-Identifier: Apache-2.0
// Program of one LogP processor: a list of timed rows, executed once. A row, highest bit first:
//   op            0 nothing (a long wait), 1 send a stored message, 2 send the flit that the
//                 processor supplies, 3 add one own operand
//   next_node     1: the destination's number grows by one with every repetition
//   next_message  1: the message's number grows by one with every repetition
//   times         repetitions after the first time
//   wait          idle cycles before the first time and before every repetition
//   need          number of messages that must have been received
//   message       number of the message that is sent the first time
//   line          destination {processor, lane}; logp_program adds `origin`, modulo `nodes`
// Row 0 fires for the first time in cycle `wait`, where cycles count from 0; at most one row fires
// in a cycle. Outputs depend on registers only.
`default_nettype none
module logp_list #(
    parameter LINE_BITS = 3,
    parameter LANES     = 1,   // lines per processor, 1 or 2
    parameter TAG_BITS  = 6,   // bits of a message number
    parameter NEED_BITS = 8,
    parameter SPAN_BITS = 16,  // bits of `times` and `wait`
    parameter ROM_DEPTH = 16   // rows
) (
    input wire clk,
    input wire rst,
    input wire run,  // low: load

    input wire [15:0] rows,  // in use, 0..ROM_DEPTH, constant while running

    input wire                                                load_valid,
    input wire [                                        31:0] load_address,
    input wire [4+2*SPAN_BITS+NEED_BITS+TAG_BITS+LINE_BITS-1:0] load_word,

    output wire                 fire,
    output wire [          1:0] op,
    output wire [LINE_BITS-1:0] line,
    output wire [ TAG_BITS-1:0] message,
    output wire [NEED_BITS-1:0] need
);
  localparam ROW_BITS = 4 + 2 * SPAN_BITS + NEED_BITS + TAG_BITS + LINE_BITS;
  localparam ADDRESS_BITS = $clog2(ROM_DEPTH + 1);
  localparam PLACE_BITS = ROM_DEPTH > 1 ? $clog2(ROM_DEPTH) : 1;

  generate
    if (LANES < 1 || LANES > 2) begin : g_illegal_lanes logp_list_LANES_must_be_1_to_2 illegal (); end
    if (LINE_BITS < LANES) begin : g_illegal_line_bits logp_list_LINE_BITS_must_be_at_least_LANES illegal (); end
    if (TAG_BITS < 1) begin : g_illegal_tag_bits logp_list_TAG_BITS_must_be_at_least_1 illegal (); end
    if (NEED_BITS < 1) begin : g_illegal_need_bits logp_list_NEED_BITS_must_be_at_least_1 illegal (); end
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_list_SPAN_BITS_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 1 || ROM_DEPTH > 65535) begin : g_illegal_rom_depth
      logp_list_ROM_DEPTH_must_be_1_to_65535 illegal ();
    end
  endgenerate

  (* no_rw_check, ram_style = "block" *) reg [ROW_BITS-1:0] list[0:ROM_DEPTH-1];
  reg [ROW_BITS-1:0] row;  // the row at `address`, read a clock ahead
  reg [ADDRESS_BITS-1:0] address;
  reg running;
  reg [SPAN_BITS-1:0] waited;
  reg [SPAN_BITS-1:0] repeated;

  wire next_node, next_message;
  wire [SPAN_BITS-1:0] times, idle;
  wire [TAG_BITS-1:0] number;
  wire [LINE_BITS-1:0] to;
  assign {op, next_node, next_message, times, idle, need, number, to} = row;

  wire active = running && address != rows[ADDRESS_BITS-1:0];
  assign fire = active && waited == idle;
  wire advance = fire && repeated == times;
  wire [ADDRESS_BITS-1:0] next_address = advance ? address + 1'b1 : address;

  // `repeated`, extended so that it can be cut to TAG_BITS or LINE_BITS.
  wire [SPAN_BITS+TAG_BITS+LINE_BITS-1:0] more = {{(TAG_BITS + LINE_BITS) {1'b0}}, repeated};
  assign message = next_message ? number + more[TAG_BITS-1:0] : number;
  assign line = next_node ? to + (more[LINE_BITS-1:0] << (LANES - 1)) : to;

  always @(posedge clk) begin
    if (load_valid) list[load_address[PLACE_BITS-1:0]] <= load_word;
    row <= list[next_address[PLACE_BITS-1:0]];
    running <= run && !rst;
    if (rst || !run || !running) begin
      address <= {ADDRESS_BITS{1'b0}};
      waited <= {SPAN_BITS{1'b0}};
      repeated <= {SPAN_BITS{1'b0}};
    end else if (active) begin
      address  <= next_address;
      waited   <= fire ? {SPAN_BITS{1'b0}} : waited + 1'b1;
      repeated <= advance ? {SPAN_BITS{1'b0}} : fire ? repeated + 1'b1 : repeated;
    end
  end

  wire unused = &{1'b0, load_address, rows, next_address, more};
endmodule
`default_nettype wire
