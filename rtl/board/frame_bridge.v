// SPDX-License-Identifier: Apache-2.0
// Connects a serial line to a network made by romcast rtl; the protocol is docs/board-protocol.md.
// Commands. A reply carries the value below or, if none is listed, the next sequence number:
//   0 identify  value: word of `id` that the payload names
//   1 load      payload: target, address, word, as on the load port
//   2 start
//   3 status    value: {words loaded, 6'd0, started, ready}
//   4 read      value: the register that the payload names
//   5 clear     resets the network; the next sequence number is the one after this frame's
// Each load and each start is executed once, in the order of their sequence numbers.
`default_nettype none
module frame_bridge #(
    parameter CLOCKS_PER_BIT = 104,
    parameter WORD_BITS      = 32,  // bits of a word of the load port
    parameter ID_WORDS       = 16   // a power of 2, 2 or more
) (
    input wire                   clk,
    input wire                   rst,
    input wire [32*ID_WORDS-1:0] id,    // first word lowest
    input wire                   rx,
    output wire                  tx,

    output reg                  network_rst,
    output reg                  start,
    input  wire                 ready,
    output reg                  load_valid,
    output wire [         15:0] load_target,
    output wire [         31:0] load_address,
    output wire [WORD_BITS-1:0] load_word,
    output wire [         23:0] read_address,
    input  wire [         31:0] read_value
);
  localparam WORD_BYTES = (WORD_BITS + 7) / 8;
  localparam MOST = WORD_BYTES + 6;
  localparam ID_BITS = $clog2(ID_WORDS);
  localparam [7:0] IDENTIFY = 8'd0, LOAD = 8'd1, START = 8'd2, STATUS = 8'd3, READ = 8'd4, CLEAR = 8'd5;
  localparam [7:0] DONE = 8'd0, OUT_OF_ORDER = 8'd1, UNKNOWN = 8'd2, NOT_NOW = 8'd3;
  localparam [2:0] SETTLED = 3'd7;  // clocks from frame to reply, in which `read_value` settles

  generate
    if (WORD_BITS < 1) begin : g_illegal_word_bits frame_bridge_WORD_BITS_must_be_at_least_1 illegal (); end
    if (ID_WORDS < 2) begin : g_illegal_id_words frame_bridge_ID_WORDS_must_be_at_least_2 illegal (); end
    if (ID_WORDS != 1 << ID_BITS) begin : g_illegal_id_words_2
      frame_bridge_ID_WORDS_must_be_a_power_of_2 illegal ();
    end
  endgenerate

  wire frame, idle, reply;
  wire [7:0] sequence_number, command, length;
  wire [8*MOST-1:0] payload;
  reg [7:0] code;
  wire [31:0] value;
  serial_frames #(
      .CLOCKS_PER_BIT(CLOCKS_PER_BIT),
      .MOST(MOST)
  ) frames (
      .clk(clk),
      .rst(rst),
      .rx(rx),
      .tx(tx),
      .frame(frame),
      .sequence_number(sequence_number),
      .command(command),
      .length(length),
      .payload(payload),
      .idle(idle),
      .reply(reply),
      .code(code),
      .value(value)
  );

  // Loads are accepted at full length only, so their fields have fixed positions.
  assign load_word = payload[WORD_BITS-1:0];
  assign load_address = payload[8*WORD_BYTES+:32];
  assign load_target = payload[8*WORD_BYTES+32+:16];
  assign read_address = payload[23:0];

  reg [7:0] next_number;
  reg [23:0] loaded;  // words loaded since the last clear
  wire [7:0] ahead = sequence_number - next_number;
  wire ordered = command == LOAD || command == START;
  wire known = command == LOAD ? length == MOST[7:0] : command <= CLEAR;
  wire may = !start && (command == LOAD || ready);
  wire now = ordered && known && ahead == 8'd0 && may;
  wire [7:0] verdict = !known ? UNKNOWN
             : !ordered || ahead[7] ? DONE  // ahead[7]: a repeated request, already done
             : ahead != 8'd0 ? OUT_OF_ORDER : may ? DONE : NOT_NOW;

  reg [2:0] waited;
  assign value = command == READ ? read_value
               : command == IDENTIFY ? id[32*payload[ID_BITS-1:0]+:32]
               : command == STATUS ? {loaded, 6'd0, start, ready} : {24'd0, next_number};
  reg [3:0] clearing;
  assign reply = waited == SETTLED;
  always @(posedge clk) begin
    load_valid <= 1'b0;
    network_rst <= rst || clearing != 4'd0;
    if (rst) begin
      next_number <= 8'd0;
      loaded <= 24'd0;
      start <= 1'b0;
      waited <= 3'd0;
      clearing <= 4'd15;
    end else begin
      if (clearing != 4'd0) clearing <= clearing - 4'd1;
      if (waited != 3'd0) waited <= waited + 3'd1;
      if (frame && idle && waited == 3'd0) begin
        waited <= 3'd1;
        code   <= verdict;
        if (now) begin
          next_number <= next_number + 8'd1;
          load_valid <= command == LOAD;
          if (command == LOAD) loaded <= loaded + 24'd1;
          start <= command == START;
        end
        if (command == CLEAR) begin
          next_number <= sequence_number + 8'd1;
          loaded <= 24'd0;
          start <= 1'b0;
          clearing <= 4'd15;
        end
      end
    end
  end
  wire unused = &{1'b0, payload};
endmodule
`default_nettype wire
