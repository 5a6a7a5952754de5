// SPDX-License-Identifier: Apache-2.0
// Processor that sends by a schedule ROM. The ROM holds the program (see sequencer) that the
// processor also runs in the co-simulation. Control word: bit 0 is `send`; the bits above are
// `slot`, the flit's index in the table of flits (no bits if the table has one flit). `run` must
// rise a clock before the network time starts.
`default_nettype none
module send_by_rom #(
    parameter WIDTH        = 32,  // bits per message
    parameter CONTROL_BITS = 2,
    parameter SLOTS        = 1,   // flits in the table
    parameter ROM_DEPTH    = 16,  // words
    parameter ARGUMENT_BITS = 16,  // bits of a word's argument, see sequencer
    parameter COUNT_BITS   = 32
) (
    input wire clk,
    input wire rst,
    input wire run,

    // While `run` is low: one word per clock. Bit 31 of the address: 0 program, 1 table of flits.
    input wire load_valid,
    input wire [31:0] load_address,
    input wire [(WIDTH>CONTROL_BITS+18?WIDTH:CONTROL_BITS+18)-1:0] load_word,

    output reg              out_valid,
    output reg  [WIDTH-1:0] out_data,

    // Counters.
    output reg [COUNT_BITS-1:0] sent  // stops at its highest value
);
  localparam PLACE_BITS = SLOTS > 1 ? $clog2(SLOTS) : 1;
  localparam PROGRAM_BITS = CONTROL_BITS + 18;
  localparam WORD_BITS = WIDTH > PROGRAM_BITS ? WIDTH : PROGRAM_BITS;

  generate
    if (WIDTH < 1) begin : g_illegal_width send_by_rom_WIDTH_must_be_at_least_1 illegal (); end
    if (CONTROL_BITS < 1) begin : g_illegal_control_bits send_by_rom_CONTROL_BITS_must_be_at_least_1 illegal (); end
    if (SLOTS < 1) begin : g_illegal_slots send_by_rom_SLOTS_must_be_at_least_1 illegal (); end
    if (SLOTS > 1 && PLACE_BITS > CONTROL_BITS - 1) begin : g_illegal_slots_2
      send_by_rom_CONTROL_BITS_must_be_more_than_those_of_SLOTS illegal ();
    end
    if (ROM_DEPTH < 1) begin : g_illegal_rom_depth send_by_rom_ROM_DEPTH_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits send_by_rom_COUNT_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  wire [CONTROL_BITS-1:0] control;
  wire fresh;
  wire send = control[0];
  wire [PLACE_BITS-1:0] slot;
  generate
    if (SLOTS > 1) begin : g_slots
      assign slot = control[PLACE_BITS:1];
    end else begin : g_slot
      assign slot = {PLACE_BITS{1'b0}};
    end
  endgenerate
  sequencer #(
      .CONTROL_BITS(CONTROL_BITS),
      .DEPTH(ROM_DEPTH),
      .ARGUMENT_BITS(ARGUMENT_BITS)
  ) program_rom (
      .clk(clk),
      .rst(rst),
      .run(run),
      .load_valid(load_valid && !load_address[31]),
      .load_address({1'b0, load_address[30:0]}),
      .load_word(load_word[PROGRAM_BITS-1:0]),
      .control(control),
      .fresh(fresh)
  );

  (* no_rw_check *) reg [WIDTH-1:0] flits[0:(1<<PLACE_BITS)-1];
  always @(posedge clk) begin
    if (load_valid && load_address[31]) flits[load_address[PLACE_BITS-1:0]] <= load_word[WIDTH-1:0];
    out_data <= flits[slot];
    out_valid <= send && !rst;
    if (rst) sent <= {COUNT_BITS{1'b0}};
    else if (send && sent != {COUNT_BITS{1'b1}}) sent <= sent + 1'b1;
  end
  wire unused = &{1'b0, fresh, control, load_word[WORD_BITS-1:0], load_address};
endmodule
`default_nettype wire
