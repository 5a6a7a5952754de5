// SPDX-License-Identifier: Apache-2.0
// Processor of a combining_node: stores the parts of every value, per link, and supplies the sum
// that the node sends: the own part and all arrivals up to this cycle, in ascending order of their
// lowest processors. A part is the combined value of one or several processors. The path from `in`
// to `supply` is combinational. Message, lowest bit first: number of the value, number of the
// part's lowest processor, value of the part (see combine_values).
//   ALL > 0    a part with ALL processors is the whole value: it is supplied alone
//   MANY = 0   a link brings at most one part of each value
//   MANY = 1   parts of one value that arrive by one link are added up in the order of arrival
//   RELAY = 1  a part replaces all parts of its value from earlier cycles: the sum has only the
//              latest arrivals, those of one cycle
// Drawing: docs/rtl/combine_parts.svg
`default_nettype none
module combine_parts #(
    parameter PORTS      = 3,   // links in
    parameter SENDERS    = 1,   // values that are supplied in a cycle
    parameter WIDTH      = 64,  // bits per message
    parameter VALUE_BITS = 1,   // bits of the number of a value
    parameter FIRST_BITS = 3,   // bits of a processor's number
    parameter COUNT_BITS = 4,
    parameter ALL        = 0,   // processors in a whole value; 0: no part is supplied alone
    parameter MANY       = 0,   // 1: a link may bring several parts of a value
    parameter RELAY      = 0,   // 1: a switch that forgets earlier parts
    parameter OWN        = 1    // 0: a switch, which has no part of its own
) (
    input wire clk,
    input wire rst,

    // Own parts, before the run: one word per clock; the address is the value's number.
    input wire             load_valid,
    input wire [     31:0] load_address,
    input wire [WIDTH-1:0] load_word,

    input  wire [             PORTS-1:0] in_valid,
    input  wire [       PORTS*WIDTH-1:0] in_data,
    input  wire [SENDERS*VALUE_BITS-1:0] value,
    output wire [     SENDERS*WIDTH-1:0] supply
);
  localparam PARTS = PORTS + 1;  // the last is the own part
  localparam VALUES = 1 << VALUE_BITS;
  localparam PART = FIRST_BITS + COUNT_BITS + 30;
  localparam [PARTS-1:0] ONE = 1;

  generate
    if (PORTS < 1) begin : g_illegal_ports combine_parts_PORTS_must_be_at_least_1 illegal (); end
    if (SENDERS < 1) begin : g_illegal_senders combine_parts_SENDERS_must_be_at_least_1 illegal (); end
    if (VALUE_BITS < 1) begin : g_illegal_value_bits combine_parts_VALUE_BITS_must_be_at_least_1 illegal (); end
    if (FIRST_BITS < 1) begin : g_illegal_first_bits combine_parts_FIRST_BITS_must_be_at_least_1 illegal (); end
    if (COUNT_BITS < 1) begin : g_illegal_count_bits combine_parts_COUNT_BITS_must_be_at_least_1 illegal (); end
    if (ALL < 0) begin : g_illegal_all combine_parts_ALL_must_not_be_negative illegal (); end
    if (ALL >> COUNT_BITS != 0) begin : g_illegal_all_2 combine_parts_ALL_must_fit_in_COUNT_BITS illegal (); end
    if (MANY < 0 || MANY > 1) begin : g_illegal_many combine_parts_MANY_must_be_0_or_1 illegal (); end
    if (RELAY < 0 || RELAY > 1) begin : g_illegal_relay combine_parts_RELAY_must_be_0_or_1 illegal (); end
    if (RELAY == 1 && OWN != 0) begin : g_illegal_relay_2 combine_parts_RELAY_must_be_0_with_OWN illegal (); end
    if (WIDTH < VALUE_BITS + PART) begin : g_illegal_width
      combine_parts_WIDTH_must_hold_a_value_and_its_number illegal ();
    end
  endgenerate

  // With RELAY = 1: values with an arrival in this cycle, whose earlier parts are forgotten.
  wire [VALUES-1:0] brought;
  generate
    if (RELAY == 1) begin : g_relay
      reg [VALUES-1:0] any;
      always @* begin : arrivals
        integer i;
        any = {VALUES{1'b0}};
        for (i = 0; i < PORTS; i = i + 1)
          if (in_valid[i]) any[in_data[i*WIDTH+:VALUE_BITS]] = 1'b1;
      end
      assign brought = any;
    end else begin : g_no_relay
      assign brought = {VALUES{1'b0}};
    end
  endgenerate

  // Per sender, for each link and the own part: whether there is a part of the sender's value, and
  // whether this part contains all processors.
  wire [SENDERS*PARTS-1:0] there, whole;
  wire [SENDERS*PARTS*PART-1:0] parts;
  genvar p, s;
  generate
    for (p = 0; p < PARTS; p = p + 1) begin : g_part
      wire writes;
      wire [VALUE_BITS-1:0] number;
      wire [PART-1:0] come, part;  // `come` arrives; `part` is stored, see MANY
      reg [PART-1:0] kept[0:VALUES-1];
      wire [VALUES-1:0] came, came_whole;
      wire comes_whole;
      if (p < PORTS) begin : g_link
        reg [VALUES-1:0] so_far;
        assign writes = in_valid[p];
        assign {come, number} = in_data[p*WIDTH+:VALUE_BITS+PART];
        assign came = so_far;
        always @(posedge clk)
          if (rst) so_far <= {VALUES{1'b0}};
          else begin
            so_far <= so_far & ~brought;
            if (writes) so_far[number] <= 1'b1;
          end
      end else begin : g_own
        assign writes = OWN != 0 && load_valid;
        assign number = load_address[VALUE_BITS-1:0];
        assign come = load_word[VALUE_BITS+:PART];
        assign came = {VALUES{OWN != 0}};
      end
      if (p < PORTS && ALL != 0) begin : g_whole
        reg [VALUES-1:0] so_far;
        assign comes_whole = come[FIRST_BITS+:COUNT_BITS] == ALL[COUNT_BITS-1:0];
        assign came_whole = so_far;
        always @(posedge clk)
          if (rst) so_far <= {VALUES{1'b0}};
          else if (writes && comes_whole) so_far[number] <= 1'b1;
      end else begin : g_never_whole
        assign comes_whole = 1'b0;
        assign came_whole = {VALUES{1'b0}};
      end
      if (p < PORTS && MANY == 1) begin : g_many
        wire [PART-1:0] earlier = kept[number];
        wire [COUNT_BITS+29:0] both;
        combine_values #(
            .COUNT_BITS(COUNT_BITS)
        ) add (
            .left(earlier[PART-1:FIRST_BITS]),
            .right(come[PART-1:FIRST_BITS]),
            .both(both)
        );
        wire [FIRST_BITS-1:0] first =
            earlier[FIRST_BITS-1:0] < come[FIRST_BITS-1:0] ? earlier[FIRST_BITS-1:0] : come[FIRST_BITS-1:0];
        assign part = came[number] && !comes_whole ? {both, first} : come;
      end else begin : g_once
        assign part = come;
      end
      always @(posedge clk) if (writes) kept[number] <= part;
      for (s = 0; s < SENDERS; s = s + 1) begin : g_read
        wire [VALUE_BITS-1:0] wanted = value[s*VALUE_BITS+:VALUE_BITS];
        wire now = p < PORTS && writes && number == wanted;
        assign there[s*PARTS+p] = (came[wanted] && !brought[wanted]) || now;
        assign whole[s*PARTS+p] = came_whole[wanted] || (now && comes_whole);
        assign parts[(s*PARTS+p)*PART+:PART] = now ? part : kept[wanted];
      end
    end

    for (s = 0; s < SENDERS; s = s + 1) begin : g_sender
      wire [PARTS-1:0] wholes = whole[s*PARTS+:PARTS];
      wire [PARTS-1:0] one_whole = wholes & (~wholes + ONE);
      combine_in_order #(
          .PARTS(PARTS),
          .FIRST_BITS(FIRST_BITS),
          .COUNT_BITS(COUNT_BITS)
      ) fold (
          .there(|wholes ? one_whole : there[s*PARTS+:PARTS]),
          .parts(parts[s*PARTS*PART+:PARTS*PART]),
          .both(supply[s*WIDTH+VALUE_BITS+:PART])
      );
      assign supply[s*WIDTH+:VALUE_BITS] = value[s*VALUE_BITS+:VALUE_BITS];
      if (WIDTH > VALUE_BITS + PART) begin : g_rest
        assign supply[(s+1)*WIDTH-1:s*WIDTH+VALUE_BITS+PART] = 0;
      end
    end
  endgenerate
  wire unused = &{1'b0, load_valid, load_address, load_word, in_data};
endmodule
`default_nettype wire
