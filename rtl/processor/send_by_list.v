// SPDX-License-Identifier: Apache-2.0
// Processor that sends a list of messages, one after the other, as soon as it may: not before a cycle,
// not before so many messages have come, and with credits not without one. Word, lowest bit first:
//   flit
//   not_before  first cycle in which it may be on the link
//   need        messages that must have come, this cycle's included
//   more        0: the list is at its end
`default_nettype none
module send_by_list #(
    parameter WIDTH     = 32,  // bits per message
    parameter NEED_BITS = 8,   // 2 or more
    parameter DEPTH     = 16,  // words
    parameter CREDITS   = 0,   // places of the port that it sends to; 0: it always accepts
    parameter TIME_BITS = 32
) (
    input wire clk,
    input wire rst,
    input wire run,

    input wire [TIME_BITS-1:0] cycle,  // network time

    // While `run` is low: one word per clock.
    input wire                                 load_valid,
    input wire [                         31:0] load_address,
    input wire [WIDTH+TIME_BITS+NEED_BITS:0] load_word,

    input  wire             in_valid,   // a message comes
    input  wire             in_credit,  // a place is free again
    output reg              out_valid,
    output reg  [WIDTH-1:0] out_data,

    // Counters.
    output reg [TIME_BITS-1:0] sent
);
  localparam WORD_BITS = WIDTH + TIME_BITS + NEED_BITS + 1;
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam CREDIT_BITS = CREDITS > 0 ? $clog2(CREDITS + 1) : 1;

  generate
    if (WIDTH < 1 || NEED_BITS < 2 || DEPTH < 1 || CREDITS < 0 || TIME_BITS < 1) begin : g_illegal
      send_by_list_has_an_illegal_parameter illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WORD_BITS-1:0] list[0:(1<<ADDRESS_BITS)-1];
  reg [WORD_BITS-1:0] word;  // the next to be sent, read a clock ahead
  reg [ADDRESS_BITS-1:0] address;
  reg [NEED_BITS-1:0] came;
  reg [CREDIT_BITS-1:0] credits;

  wire more;
  wire [NEED_BITS-1:0] need;
  wire [TIME_BITS-1:0] not_before;
  wire [WIDTH-1:0] flit;
  assign {more, need, not_before, flit} = word;

  wire [NEED_BITS-1:0] came_now = came + {{(NEED_BITS - 1) {1'b0}}, in_valid};
  wire accepted = CREDITS == 0 || credits != {CREDIT_BITS{1'b0}} || in_credit;
  wire send = run && more && accepted && not_before <= cycle + 1'b1 && need <= came_now;
  wire [ADDRESS_BITS-1:0] next = send ? address + 1'b1 : address;

  always @(posedge clk) begin
    if (load_valid) list[load_address[ADDRESS_BITS-1:0]] <= load_word;
    word <= list[next];
    out_valid <= send && !rst;
    if (send) out_data <= flit;
    if (rst) begin
      address <= {ADDRESS_BITS{1'b0}};
      came <= {NEED_BITS{1'b0}};
      credits <= CREDITS[CREDIT_BITS-1:0];
      sent <= {TIME_BITS{1'b0}};
    end else begin
      address <= next;
      came <= came_now;
      if (CREDITS > 0 && send != in_credit) credits <= send ? credits - 1'b1 : credits + 1'b1;
      if (send) sent <= sent + 1'b1;
    end
  end
  wire unused = &{1'b0, load_address};
endmodule
`default_nettype wire
