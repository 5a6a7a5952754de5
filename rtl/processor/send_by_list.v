// SPDX-License-Identifier: Apache-2.0
// Processor that sends a list of messages in order, each as soon as its cycle is reached, the
// needed number of messages has arrived and, with credits, a credit is available. The list ends
// with the last word that was loaded. Word, lowest bit first:
//   flit
//   not_before  first cycle in which the flit may be on the link; absent with LATER = 0
//   need        messages that must arrive before the cycle in which the flit is on the link;
//               absent with NEED_BITS = 0
`default_nettype none
module send_by_list #(
    parameter WIDTH      = 32,  // bits per message
    parameter LATER      = 1,
    parameter NEED_BITS  = 8,
    parameter DEPTH      = 16,  // words
    parameter CREDITS    = 0,   // slots of the receiving port; 0: it always accepts
    parameter TIME_BITS  = 32,
    parameter COUNT_BITS = $clog2(DEPTH + 1)
) (
    input wire clk,
    input wire rst,
    input wire run,

    input wire [TIME_BITS-1:0] cycle,  // network time

    // After a reset, while `run` is low: one word per clock, in order.
    input wire                                     load_valid,
    input wire [                             31:0] load_address,
    input wire [WIDTH+LATER*TIME_BITS+NEED_BITS-1:0] load_word,

    input  wire             in_valid,   // a message comes
    input  wire             in_credit,  // the receiver has freed a slot
    output reg              out_valid,
    output wire [WIDTH-1:0] out_data,

    // Counters.
    output wire [COUNT_BITS-1:0] sent
);
  localparam WORD_BITS = WIDTH + LATER * TIME_BITS + NEED_BITS;
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam PLACE_BITS = $clog2(DEPTH + 1);
  localparam CREDIT_BITS = CREDITS > 0 ? $clog2(CREDITS + 1) : 1;

  generate
    if (WIDTH < 1) begin : g_illegal_width send_by_list_WIDTH_must_be_at_least_1 illegal (); end
    if (LATER < 0 || LATER > 1) begin : g_illegal_later send_by_list_LATER_must_be_0_or_1 illegal (); end
    if (NEED_BITS < 0) begin : g_illegal_need_bits send_by_list_NEED_BITS_must_not_be_negative illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth send_by_list_DEPTH_must_be_at_least_1 illegal (); end
    if (CREDITS < 0) begin : g_illegal_credits send_by_list_CREDITS_must_not_be_negative illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits send_by_list_TIME_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS != PLACE_BITS) begin : g_illegal_count_bits
      send_by_list_COUNT_BITS_must_be_those_of_DEPTH illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WORD_BITS-1:0] list[0:(1<<ADDRESS_BITS)-1];
  reg [PLACE_BITS-1:0] place, words;
  reg [CREDIT_BITS-1:0] credits;
  assign sent = place;

  // With LATER = NEED_BITS = 0 a word is read as it leaves, else a clock ahead.
  localparam ASKS = LATER != 0 || NEED_BITS > 0;
  wire send;
  wire [PLACE_BITS-1:0] next = send ? place + 1'b1 : place;
  reg [WORD_BITS-1:0] word;
  wire [PLACE_BITS-1:0] read_place = ASKS ? next : place;
  always @(posedge clk) word <= list[read_place[ADDRESS_BITS-1:0]];

  wire on_time, all_there;
  generate
    if (ASKS) begin : g_ahead
      reg [WIDTH-1:0] flit;
      always @(posedge clk) flit <= word[WIDTH-1:0];
      assign out_data = flit;
    end else begin : g_as_it_goes
      assign out_data = word;
    end
    if (LATER != 0) begin : g_later
      assign on_time = word[WIDTH+:TIME_BITS] <= cycle + 1'b1;
    end else begin : g_at_once
      assign on_time = 1'b1;
    end
    if (NEED_BITS > 0) begin : g_need
      reg [NEED_BITS-1:0] came;
      wire [NEED_BITS:0] came_now = {1'b0, came} + {{NEED_BITS{1'b0}}, in_valid};
      always @(posedge clk) came <= rst ? {NEED_BITS{1'b0}} : came_now[NEED_BITS-1:0];
      assign all_there = {1'b0, word[WORD_BITS-1-:NEED_BITS]} <= came_now;
    end else begin : g_no_need
      assign all_there = 1'b1;
    end
  endgenerate

  wire accepted = CREDITS == 0 || credits != {CREDIT_BITS{1'b0}} || in_credit;
  assign send = run && place != words && accepted && on_time && all_there;

  always @(posedge clk) begin
    if (load_valid) list[load_address[ADDRESS_BITS-1:0]] <= load_word;
    out_valid <= send && !rst;
    if (rst) begin
      words <= {PLACE_BITS{1'b0}};
      place <= {PLACE_BITS{1'b0}};
      credits <= CREDITS[CREDIT_BITS-1:0];
    end else begin
      if (load_valid) words <= load_address[PLACE_BITS-1:0] + 1'b1;
      place <= next;
      if (CREDITS > 0 && send != in_credit) credits <= send ? credits - 1'b1 : credits + 1'b1;
    end
  end
  wire unused = &{1'b0, load_address, read_place, cycle, in_valid, in_credit};
endmodule
`default_nettype wire
