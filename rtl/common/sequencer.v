// SPDX-License-Identifier: Apache-2.0
// Schedule ROM and its sequencer: one control word per cycle, no bubble.
//
// A ROM word is {op[1:0], argument[15:0], control}:
//   op 0 RUN   drive `control` for argument+1 cycles, then the next word
//   op 1 LOOP  drive `control` for one cycle, then jump back argument[5:0] words;
//              after argument[15:6]+1 passes through the loop go on with the next word
//   op 2 HALT  drive nothing until `rst` is high or `run` is low
// The last word of the loop is the LOOP word, so that looping needs no extra cycle; loops do not
// nest.
`default_nettype none
module sequencer #(
    parameter CONTROL_BITS  = 8,
    parameter DEPTH         = 16,  // words
    parameter ARGUMENT_BITS = 16,  // number of low argument bits in the ROM, 1..16; others: 0
    parameter USED          = 0    // mask of the control bits that are kept; 0: all
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     run,           // low: load; high: execute from word 0
    input  wire                     load_valid,
    input  wire [             31:0] load_address,
    input  wire [CONTROL_BITS+17:0] load_word,
    output wire [ CONTROL_BITS-1:0] control,       // control word; 0 before the run and after HALT
    output wire                     fresh          // first cycle of a word that drives control
);
  // Bits of `control` that the ROM keeps.
  localparam [CONTROL_BITS-1:0] MASK = USED, KEPT = USED == 0 ? ~MASK : MASK;
  function integer ones;
    input [CONTROL_BITS-1:0] bits;
    integer i;
    begin
      ones = 0;
      for (i = 0; i < CONTROL_BITS; i = i + 1) if (bits[i]) ones = ones + 1;
    end
  endfunction
  localparam KEPT_BITS = ones(KEPT);
  localparam WORD_BITS = KEPT_BITS + ARGUMENT_BITS + 2;
  localparam PASS_BITS = ARGUMENT_BITS > 6 ? ARGUMENT_BITS - 6 : 1;
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam [1:0] RUN = 2'd0, LOOP = 2'd1;

  generate
    if (DEPTH < 1) begin : g_illegal_depth sequencer_DEPTH_must_be_at_least_1 illegal (); end
    if (CONTROL_BITS < 1) begin : g_illegal_control_bits sequencer_CONTROL_BITS_must_be_at_least_1 illegal (); end
    if (ARGUMENT_BITS < 1 || ARGUMENT_BITS > 16) begin : g_illegal_argument_bits
      sequencer_ARGUMENT_BITS_must_be_1_to_16 illegal ();
    end
    if (USED < 0) begin : g_illegal_used sequencer_USED_must_not_be_negative illegal (); end
  endgenerate

  (* no_rw_check *) reg [WORD_BITS-1:0] rom[0:DEPTH-1];
  reg [WORD_BITS-1:0] word;  // the word being executed, read one clock ahead
  reg [ADDRESS_BITS-1:0] address;
  reg [ARGUMENT_BITS-1:0] held;  // earlier cycles in which this RUN word was driven
  reg [PASS_BITS-1:0] passes;  // finished passes of the current loop
  reg running;

  wire [1:0] op = word[WORD_BITS-1-:2];
  wire [ARGUMENT_BITS-1:0] run_length = word[WORD_BITS-3-:ARGUMENT_BITS];
  wire [15:0] argument = {{(16 - ARGUMENT_BITS) {1'b0}}, run_length};
  wire [PASS_BITS-1:0] more_passes;
  wire drives = running && (op == RUN || op == LOOP);
  assign fresh = drives && held == {ARGUMENT_BITS{1'b0}};

  wire again = op == LOOP && passes != more_passes;
  wire advance = running && (op == RUN ? held == run_length : op == LOOP);
  wire [ADDRESS_BITS-1:0] back;
  wire [WORD_BITS-1:0] kept_word;  // kept bits of the word to be loaded
  generate
    if (KEPT == {CONTROL_BITS{1'b1}}) begin : g_whole
      assign kept_word[KEPT_BITS-1:0] = load_word[CONTROL_BITS-1:0];
      assign control = drives ? word[CONTROL_BITS-1:0] : {CONTROL_BITS{1'b0}};
    end else begin : g_some
      genvar g;
      for (g = 0; g < CONTROL_BITS; g = g + 1) begin : g_bit
        if (KEPT[g]) begin : g_kept
          localparam [CONTROL_BITS-1:0] BELOW = KEPT & ~(~{CONTROL_BITS{1'b0}} << g);
          localparam PLACE = ones(BELOW);
          assign kept_word[PLACE] = load_word[g];
          assign control[g] = drives && word[PLACE];
        end else begin : g_never
          assign control[g] = 1'b0;
        end
      end
    end
    assign kept_word[KEPT_BITS+:ARGUMENT_BITS] = load_word[CONTROL_BITS+:ARGUMENT_BITS];
    assign kept_word[WORD_BITS-1-:2] = load_word[CONTROL_BITS+17-:2];
    if (ARGUMENT_BITS > 6) begin : g_passes
      assign more_passes = run_length[ARGUMENT_BITS-1:6];
    end else begin : g_one_pass
      assign more_passes = 1'b0;
    end
    if (ADDRESS_BITS > 6) begin : g_long
      assign back = {{(ADDRESS_BITS - 6) {1'b0}}, argument[5:0]};
    end else begin : g_short
      assign back = argument[ADDRESS_BITS-1:0];
    end
  endgenerate
  wire [ADDRESS_BITS-1:0] next_address =
      !advance ? address : again ? address - back : address + 1'b1;

  always @(posedge clk) begin
    word <= rom[next_address];
    if (load_valid) rom[load_address[ADDRESS_BITS-1:0]] <= kept_word;
    if (rst || !run) begin
      address <= {ADDRESS_BITS{1'b0}};
      held <= {ARGUMENT_BITS{1'b0}};
      passes <= {PASS_BITS{1'b0}};
      running <= !rst && run;
    end else begin
      running <= 1'b1;
      address <= next_address;
      if (running) begin
        held <= advance ? {ARGUMENT_BITS{1'b0}} : held + 1'b1;
        if (op == LOOP) passes <= again ? passes + 1'b1 : {PASS_BITS{1'b0}};
      end
    end
  end

  generate
    if (ADDRESS_BITS < 32) begin : g_unused
      wire unused = &{1'b0, load_address[31:ADDRESS_BITS]};
    end
  endgenerate
  wire unused_bits = &{1'b0, load_word, argument};
endmodule
`default_nettype wire
