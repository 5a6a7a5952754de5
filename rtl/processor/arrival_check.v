// SPDX-License-Identifier: Apache-2.0
// Compares the n-th message that arrives by one link of a processor with the n-th expected message,
// bit by bit. An arrival that differs is an error (also if the reason is that an earlier message is
// missing or doubled), and so is an arrival after the last expected message. If the last messages
// are missing, no error is counted, but `delivered` is too small. Word, lowest bit first:
//   flit
//   wanted  1: the flit counts as a delivery; absent if ALL_WANTED = 1 (every flit counts)
`default_nettype none
module arrival_check #(
    parameter WIDTH      = 32,  // bits per message
    parameter DEPTH      = 16,  // words
    parameter ALL_WANTED = 0,
    parameter TIME_BITS  = 32,
    parameter COUNT_BITS = 32   // bits of `delivered` and `errors`, enough for DEPTH
) (
    input wire clk,
    input wire rst,

    input wire [TIME_BITS-1:0] cycle,  // cycle in which the arrival was on the last link

    // After a reset, before the first message: one word per clock, in order.
    input wire                        load_valid,
    input wire [                31:0] load_address,
    input wire [WIDTH-ALL_WANTED:0] load_word,

    input wire             in_valid,
    input wire [WIDTH-1:0] in_data,

    // Counters.
    output reg [COUNT_BITS-1:0] delivered,
    output reg [ TIME_BITS-1:0] last,       // cycle of the last delivery
    output reg [COUNT_BITS-1:0] errors      // stops at its highest value
);
  localparam WORD_BITS = WIDTH + 1 - ALL_WANTED;
  localparam ADDRESS_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam PLACE_BITS = $clog2(DEPTH + 1);

  generate
    if (WIDTH < 1) begin : g_illegal_width arrival_check_WIDTH_must_be_at_least_1 illegal (); end
    if (DEPTH < 1) begin : g_illegal_depth arrival_check_DEPTH_must_be_at_least_1 illegal (); end
    if (ALL_WANTED < 0 || ALL_WANTED > 1) begin : g_illegal_all_wanted
      arrival_check_ALL_WANTED_must_be_0_or_1 illegal ();
    end
    if (TIME_BITS < 1) begin : g_illegal_time_bits arrival_check_TIME_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < PLACE_BITS) begin : g_illegal_count_bits
      arrival_check_COUNT_BITS_must_hold_DEPTH illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WORD_BITS-1:0] expected[0:(1<<ADDRESS_BITS)-1];
  reg [WORD_BITS-1:0] word;  // the next expected word, read a clock ahead
  reg [PLACE_BITS-1:0] place, words;
  wire more = place != words;
  wire wanted;

  // The comparisons of a message's two halves are combined a clock later, to shorten the critical
  // path from the last switch.
  localparam [WIDTH-1:0] ALL = ~{WIDTH{1'b0}}, LOW = ALL >> (WIDTH / 2), SAME = 0;
  wire [WIDTH-1:0] differs = in_data ^ word[WIDTH-1:0];
  reg came, low_right, high_right, came_wanted;
  reg [TIME_BITS-1:0] came_at;
  wire right = low_right && high_right;
  wire [PLACE_BITS-1:0] next = in_valid && more ? place + 1'b1 : place;
  generate
    if (ALL_WANTED != 0) begin : g_all
      assign wanted = 1'b1;
    end else begin : g_some
      assign wanted = word[WIDTH];
    end
  endgenerate

  always @(posedge clk) begin
    if (load_valid) expected[load_address[ADDRESS_BITS-1:0]] <= load_word;
    word <= expected[next[ADDRESS_BITS-1:0]];
    came <= in_valid && !rst;
    low_right <= more && (differs & LOW) == SAME;
    high_right <= (differs & ~LOW) == SAME;
    came_wanted <= wanted;
    came_at <= cycle;
    if (rst) begin
      words <= {PLACE_BITS{1'b0}};
      place <= {PLACE_BITS{1'b0}};
      delivered <= {COUNT_BITS{1'b0}};
      last <= {TIME_BITS{1'b0}};
      errors <= {COUNT_BITS{1'b0}};
    end else begin
      if (load_valid) words <= load_address[PLACE_BITS-1:0] + 1'b1;
      place <= next;
      if (came && !right && errors != {COUNT_BITS{1'b1}}) errors <= errors + 1'b1;
      if (came && right && came_wanted) begin
        delivered <= delivered + 1'b1;
        last <= came_at;
      end
    end
  end
  wire unused = &{1'b0, load_address, next};
endmodule
`default_nettype wire
