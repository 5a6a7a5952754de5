// SPDX-License-Identifier: Apache-2.0
// Program of one processor of a block-cyclic broadcast (Karp et al., section 3.2). The processor is
// one of the `rows` members of a block and sends the items x = first, first + rows, ... below
// `items`: row j sends item x at time start + (x - first) + j to processor
// base + (x + offset) mod size. A row, highest bit first, is {size, offset, step, base, lane} with
// step = rows mod size; all members of a block have the same rows, for any number of items.
//
// The residues (x + offset) mod size are in a RAM; each residue advances by `step`, modulo `size`,
// when its row has fired. While `run` is low the residues for x = first are computed, a subtraction
// per clock; then `ready` rises.
`default_nettype none
module logp_cyclic #(
    parameter LINE_BITS = 3,   // {processor, lane}
    parameter LANES     = 1,   // lines per processor, 1 or 2
    parameter ITEM_BITS = 6,   // bits of an item's number
    parameter SIZE_BITS = 8,   // bits of the size of a block
    parameter TIME_BITS = 32,
    parameter ROM_DEPTH = 16   // rows
) (
    input wire clk,
    input wire rst,
    input wire run,  // low: load, then prepare until `ready`

    // Constant while running and while preparing.
    input wire [         15:0] rows,   // 0..ROM_DEPTH and below 2^SIZE_BITS
    input wire [SIZE_BITS-1:0] first,
    input wire [TIME_BITS-1:0] start,
    input wire [ITEM_BITS-1:0] items,

    input wire                             load_valid,
    input wire [                     31:0] load_address,
    input wire [LINE_BITS+3*SIZE_BITS-1:0] load_word,

    output reg                  ready,
    output wire                 fire,
    output wire [LINE_BITS-1:0] line,
    output wire [ITEM_BITS-1:0] item
);
  localparam ROW_BITS = LINE_BITS + 3 * SIZE_BITS;
  localparam ADDRESS_BITS = $clog2(ROM_DEPTH + 1);
  localparam PLACE_BITS = ROM_DEPTH > 1 ? $clog2(ROM_DEPTH) : 1;
  localparam X_BITS = (ITEM_BITS > SIZE_BITS ? ITEM_BITS : SIZE_BITS) + 1;
  localparam [1:0] FETCH = 2'd0, BEGIN = 2'd1, REDUCE = 2'd2, DONE = 2'd3;

  generate
    if (LANES < 1 || LANES > 2) begin : g_illegal_lanes logp_cyclic_LANES_must_be_1_to_2 illegal (); end
    if (LINE_BITS < LANES) begin : g_illegal_line_bits logp_cyclic_LINE_BITS_must_be_at_least_LANES illegal (); end
    if (ITEM_BITS < 1) begin : g_illegal_item_bits logp_cyclic_ITEM_BITS_must_be_at_least_1 illegal (); end
    if (SIZE_BITS < 1 || SIZE_BITS > 16) begin : g_illegal_size_bits
      logp_cyclic_SIZE_BITS_must_be_1_to_16 illegal ();
    end
    if (TIME_BITS < 1) begin : g_illegal_time_bits logp_cyclic_TIME_BITS_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 1 || ROM_DEPTH > 65535) begin : g_illegal_rom_depth
      logp_cyclic_ROM_DEPTH_must_be_1_to_65535 illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [ROW_BITS-1:0] list[0:ROM_DEPTH-1];
  (* no_rw_check *) reg [SIZE_BITS-1:0] residues[0:(ROM_DEPTH>1?ROM_DEPTH:2)-1];
  reg [ROW_BITS-1:0] row;  // `row` and `found` are the words at `address`, read a clock ahead
  reg [SIZE_BITS-1:0] found;
  reg [SIZE_BITS-1:0] stepped;  // replaces `found` if the edge that read the word also wrote it
  reg fresh;
  reg [ADDRESS_BITS-1:0] address;
  reg running;
  reg [1:0] state;
  reg [SIZE_BITS:0] turn;
  reg [TIME_BITS-1:0] left;  // cycles before row 0 first fires
  reg [X_BITS-1:0] x;

  wire [SIZE_BITS-1:0] size, offset, step;
  wire [LINE_BITS-1:0] base;
  assign {size, offset, step, base} = row;
  wire [SIZE_BITS-1:0] residue = fresh ? stepped : found;

  wire last = address + 1'b1 == rows[ADDRESS_BITS-1:0];
  wire active = running && rows != 16'd0 && x < {{(X_BITS - ITEM_BITS) {1'b0}}, items};
  assign fire = active && left == {TIME_BITS{1'b0}};
  assign item = x[ITEM_BITS-1:0];
  wire [SIZE_BITS+LINE_BITS-1:0] member = {{LINE_BITS{1'b0}}, residue};
  assign line = base + (member[LINE_BITS-1:0] << (LANES - 1));

  // The RAM's write port takes the residues for x = first during preparation, and advanced ones in
  // the run.
  wire settled = turn < {1'b0, size};
  wire [SIZE_BITS:0] sum = {1'b0, residue} + {1'b0, step};
  wire [SIZE_BITS:0] rest = sum < {1'b0, size} ? sum : sum - {1'b0, size};
  wire turned = state == REDUCE && settled;
  wire write = fire || turned;  // never both: formal/inside/logp_cyclic.v
  wire [SIZE_BITS-1:0] value = fire ? rest[SIZE_BITS-1:0] : turn[SIZE_BITS-1:0];
  wire [ADDRESS_BITS-1:0] after = last ? {ADDRESS_BITS{1'b0}} : address + 1'b1;
  wire [ADDRESS_BITS-1:0] next_address = write ? after : address;

  always @(posedge clk) begin
    if (load_valid) list[load_address[PLACE_BITS-1:0]] <= load_word;
    row <= list[next_address[PLACE_BITS-1:0]];
    if (write) residues[address[PLACE_BITS-1:0]] <= value;
    found   <= residues[next_address[PLACE_BITS-1:0]];
    stepped <= value;
    fresh   <= write && next_address == address;
    running <= run && ready && !rst;
    if (rst || load_valid || (running && !run)) begin
      ready <= 1'b0;
      state <= FETCH;
      address <= {ADDRESS_BITS{1'b0}};
    end else if (running) begin
      address <= next_address;
      if (left != {TIME_BITS{1'b0}}) left <= left - 1'b1;
      if (fire && last) x <= x + {{(X_BITS - SIZE_BITS) {1'b0}}, rows[SIZE_BITS-1:0]};
    end else begin
      address <= next_address;
      left <= start;
      x <= {{(X_BITS - SIZE_BITS) {1'b0}}, first};
      case (state)
        FETCH: state <= rows == 16'd0 ? DONE : BEGIN;
        BEGIN: begin
          turn  <= {1'b0, first} + {1'b0, offset};
          state <= REDUCE;
        end
        REDUCE: begin
          if (!settled) turn <= turn - {1'b0, size};
          else state <= last ? DONE : BEGIN;
        end
        default: ready <= 1'b1;
      endcase
    end
  end

  wire unused = &{1'b0, load_address, rows, address, next_address, member, rest};
endmodule
`default_nettype wire
