// SPDX-License-Identifier: Apache-2.0
// Schedule ROM and its sequencer: one control word per cycle, no bubble.
//
// A ROM word is {op[1:0], argument[15:0], control}:
//   op 0 RUN   drive `control` for argument+1 cycles, then the next word
//   op 1 LOOP  drive `control` for one cycle, then jump back argument[5:0] words;
//              after argument[15:6]+1 passes through the loop go on with the next word
//   op 2 HALT  drive nothing from here on
// The loop is closed by its last word, so it costs no cycle; loops do not nest.
`default_nettype none
module sequencer #(
    parameter CONTROL_BITS = 8,
    parameter DEPTH        = 16  // words
) (
    input  wire                     clk,
    input  wire                     rst,
    input  wire                     run,           // low: load; high: execute from word 0
    input  wire                     load_valid,
    input  wire [             31:0] load_address,
    input  wire [CONTROL_BITS+17:0] load_word,
    output wire [ CONTROL_BITS-1:0] control,       // of this cycle; 0 before the run and after HALT
    output wire                     fresh          // first cycle of a word that drives control
);
  localparam WORD_BITS = CONTROL_BITS + 18;
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam [1:0] RUN = 2'd0, LOOP = 2'd1;

  generate
    if (DEPTH < 1 || CONTROL_BITS < 1) begin : g_illegal
      sequencer_parameters_must_be_positive illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WORD_BITS-1:0] rom[0:DEPTH-1];
  reg [WORD_BITS-1:0] word;  // the word being executed, read one clock ahead
  reg [ADDRESS_BITS-1:0] address;
  reg [15:0] held;  // cycles that this RUN word has been driven
  reg [9:0] passes;  // finished passes of the current loop
  reg running;

  wire [1:0] op = word[WORD_BITS-1-:2];
  wire [15:0] argument = word[WORD_BITS-3-:16];
  wire drives = running && (op == RUN || op == LOOP);
  assign control = drives ? word[CONTROL_BITS-1:0] : {CONTROL_BITS{1'b0}};
  assign fresh   = drives && held == 16'd0;

  wire again = op == LOOP && passes != argument[15:6];
  wire advance = running && (op == RUN ? held == argument : op == LOOP);
  wire [ADDRESS_BITS-1:0] back;
  generate
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
    if (load_valid) rom[load_address[ADDRESS_BITS-1:0]] <= load_word;
    if (rst || !run) begin
      address <= {ADDRESS_BITS{1'b0}};
      held <= 16'd0;
      passes <= 10'd0;
      running <= !rst && run;
    end else begin
      running <= 1'b1;
      address <= next_address;
      if (running) begin
        held   <= advance ? 16'd0 : held + 16'd1;
        if (op == LOOP) passes <= again ? passes + 10'd1 : 10'd0;
      end
    end
  end

  generate
    if (ADDRESS_BITS < 32) begin : g_unused
      wire unused = &{1'b0, load_address[31:ADDRESS_BITS]};
    end
  endgenerate
endmodule
`default_nettype wire
