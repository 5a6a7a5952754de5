// SPDX-License-Identifier: Apache-2.0
// Program of a LogP processor: selects the action that begins at the end of a cycle. The ROM holds
// timed rows (CYCLIC = 0, logp_list.v) or block-cyclic rows (CYCLIC = 1, logp_cyclic.v; item x is
// the stored message number x). For processor r of a row, `line` names processor
// (r + origin) mod nodes. Outputs depend on registers only.
`default_nettype none
module logp_program #(
    parameter TAG_BITS  = 6,
    parameter ITEM_BITS = 7,
    parameter LINE_BITS = 3,
    parameter LANES     = 1,
    parameter CYCLIC    = 0,
    parameter ROM_DEPTH = 16,
    parameter NEED_BITS = 8,
    parameter SIZE_BITS = 8,
    parameter SPAN_BITS = 16,
    parameter TIME_BITS = 32
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire                 run,
    // {items, start, first, rows, origin, nodes} of logp_port, registered while `rst` is high.
    input  wire [ITEM_BITS+TIME_BITS+SIZE_BITS+2*LINE_BITS+16:0] straps,
    input  wire                 load_valid,
    input  wire [         31:0] load_address,
    input  wire [(CYCLIC != 0 ? LINE_BITS + 3 * SIZE_BITS :
        4 + 2 * SPAN_BITS + NEED_BITS + TAG_BITS + LINE_BITS)-1:0] load_word,
    output wire                 ready,
    output wire                 fire,
    output wire [          1:0] op,       // see logp_list.v
    output wire [LINE_BITS-1:0] line,     // {processor, lane}
    output wire [ TAG_BITS-1:0] message,
    output wire [NEED_BITS-1:0] need
);
  localparam [1:0] STORED = 2'd1;

  generate
    if (TAG_BITS < 1) begin : g_illegal_tag_bits logp_program_TAG_BITS_must_be_at_least_1 illegal (); end
    if (ITEM_BITS < 1) begin : g_illegal_item_bits logp_program_ITEM_BITS_must_be_at_least_1 illegal (); end
    if (LANES < 1 || LANES > 2) begin : g_illegal_lanes logp_program_LANES_must_be_1_or_2 illegal (); end
    if (LINE_BITS < LANES) begin : g_illegal_line_bits logp_program_LINE_BITS_must_be_at_least_LANES illegal (); end
    if (CYCLIC < 0 || CYCLIC > 1) begin : g_illegal_cyclic logp_program_CYCLIC_must_be_0_or_1 illegal (); end
    if (ROM_DEPTH < 1 || ROM_DEPTH > 65535) begin : g_illegal_rom_depth
      logp_program_ROM_DEPTH_must_be_1_to_65535 illegal ();
    end
    if (NEED_BITS < 1) begin : g_illegal_need_bits logp_program_NEED_BITS_must_be_at_least_1 illegal (); end
    if (SIZE_BITS < 1) begin : g_illegal_size_bits logp_program_SIZE_BITS_must_be_at_least_1 illegal (); end
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_program_SPAN_BITS_must_be_at_least_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits logp_program_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [LINE_BITS:0] nodes;
  wire [LINE_BITS-1:0] origin;
  wire [15:0] rows;
  wire [SIZE_BITS-1:0] first;
  wire [TIME_BITS-1:0] start;
  wire [ITEM_BITS-1:0] items;
  assign {items, start, first, rows, origin, nodes} = straps;
  reg [LINE_BITS:0] processors;
  reg [LINE_BITS-1:0] zero;
  reg [15:0] program_rows;
  always @(posedge clk) if (rst) {processors, zero, program_rows} <= {nodes, origin, rows};

  wire [LINE_BITS-1:0] relative;
  generate
    if (CYCLIC != 0) begin : g_cyclic
      reg [SIZE_BITS-1:0] first_item;
      reg [TIME_BITS-1:0] first_time;
      reg [ITEM_BITS-1:0] all_items;
      always @(posedge clk) if (rst) {first_item, first_time, all_items} <= {first, start, items};
      wire [ITEM_BITS-1:0] item;
      wire [ITEM_BITS+TAG_BITS-1:0] number = {{TAG_BITS{1'b0}}, item};
      logp_cyclic #(
          .LINE_BITS(LINE_BITS),
          .LANES(LANES),
          .ITEM_BITS(ITEM_BITS),
          .SIZE_BITS(SIZE_BITS),
          .TIME_BITS(TIME_BITS),
          .ROM_DEPTH(ROM_DEPTH)
      ) program_rom (
          .clk(clk),
          .rst(rst),
          .run(run),
          .rows(program_rows),
          .first(first_item),
          .start(first_time),
          .items(all_items),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .ready(ready),
          .fire(fire),
          .line(relative),
          .item(item)
      );
      assign op = STORED;
      assign message = number[TAG_BITS-1:0];
      assign need = {NEED_BITS{1'b0}};
      wire unused = &{1'b0, number};
    end else begin : g_list
      logp_list #(
          .LINE_BITS(LINE_BITS),
          .LANES(LANES),
          .TAG_BITS(TAG_BITS),
          .NEED_BITS(NEED_BITS),
          .SPAN_BITS(SPAN_BITS),
          .ROM_DEPTH(ROM_DEPTH)
      ) program_rom (
          .clk(clk),
          .rst(rst),
          .run(run),
          .rows(program_rows),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .fire(fire),
          .op(op),
          .line(relative),
          .message(message),
          .need(need)
      );
      assign ready = 1'b1;
      wire unused = &{1'b0, first, start, items};
    end
  endgenerate

  // Both summands of `turned` are less than `modulus`, so one subtraction reduces the sum.
  localparam LANE_BITS = LANES - 1;
  wire [LINE_BITS:0] modulus = processors << LANE_BITS;
  wire [LINE_BITS:0] turned = {1'b0, relative} + {1'b0, zero << LANE_BITS};
  wire [LINE_BITS:0] wrapped = turned - modulus;
  assign line = turned < modulus ? turned[LINE_BITS-1:0] : wrapped[LINE_BITS-1:0];
  wire unused_wrap = &{1'b0, wrapped};
endmodule
`default_nettype wire
