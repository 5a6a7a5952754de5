// SPDX-License-Identifier: Apache-2.0
// The processor of a node that combines (combining_node): keeps what has come of every value, by link,
// and supplies what the node sends of it: its own part and all others up to this cycle, in the order
// of the processors. `in` goes to `supply` without a register. Message, lowest bit first: number of
// the value, lowest processor in it, value (see combine_values); a part comes once by a link.
`default_nettype none
module combine_parts #(
    parameter PORTS      = 3,   // links in
    parameter SENDERS    = 1,   // values that are supplied in a cycle
    parameter WIDTH      = 64,  // bits per message
    parameter VALUE_BITS = 1,   // bits of the number of a value
    parameter FIRST_BITS = 3,   // of a processor
    parameter COUNT_BITS = 4,
    parameter OWN        = 1    // 0: a switch, which has no part of its own
) (
    input wire clk,
    input wire rst,

    // Own parts, before the run: one word per clock, at the number of the value.
    input wire             load_valid,
    input wire [     31:0] load_address,
    input wire [WIDTH-1:0] load_word,

    input  wire [             PORTS-1:0] in_valid,
    input  wire [       PORTS*WIDTH-1:0] in_data,
    input  wire [SENDERS*VALUE_BITS-1:0] value,
    output wire [     SENDERS*WIDTH-1:0] supply
);
  localparam PARTS = PORTS + 1;  // the last is its own
  localparam VALUES = 1 << VALUE_BITS;
  localparam BODY = COUNT_BITS + 30;
  localparam PART = FIRST_BITS + BODY;

  generate
    if (PORTS < 1 || SENDERS < 1 || VALUE_BITS < 1 || FIRST_BITS < 1 || COUNT_BITS < 1 ||
        WIDTH < VALUE_BITS + PART) begin : g_illegal
      combine_parts_has_an_illegal_parameter illegal ();
    end
  endgenerate

  // Per sender: the parts of its value.
  wire [SENDERS*PARTS-1:0] there;
  wire [SENDERS*PARTS*PART-1:0] parts;
  genvar p, s, i;
  generate
    for (p = 0; p < PARTS; p = p + 1) begin : g_part
      wire writes;
      wire [VALUE_BITS-1:0] number;
      wire [PART-1:0] part;
      reg [PART-1:0] kept[0:VALUES-1];
      if (p < PORTS) begin : g_link
        reg [VALUES-1:0] came;
        assign writes = in_valid[p];
        assign {part, number} = in_data[p*WIDTH+:VALUE_BITS+PART];
        always @(posedge clk)
          if (rst) came <= {VALUES{1'b0}};
          else if (writes) came[number] <= 1'b1;
        for (s = 0; s < SENDERS; s = s + 1) begin : g_there
          assign there[s*PARTS+p] = came[value[s*VALUE_BITS+:VALUE_BITS]] ||
                                    (writes && number == value[s*VALUE_BITS+:VALUE_BITS]);
        end
      end else begin : g_own
        assign writes = OWN != 0 && load_valid;
        assign number = load_address[VALUE_BITS-1:0];
        assign part = load_word[VALUE_BITS+:PART];
        for (s = 0; s < SENDERS; s = s + 1) begin : g_there
          assign there[s*PARTS+p] = OWN != 0;
        end
      end
      always @(posedge clk) if (writes) kept[number] <= part;
      for (s = 0; s < SENDERS; s = s + 1) begin : g_read
        assign parts[(s*PARTS+p)*PART+:PART] =
            p < PORTS && writes && number == value[s*VALUE_BITS+:VALUE_BITS] ? part
                                                             : kept[value[s*VALUE_BITS+:VALUE_BITS]];
      end
    end

    // Step by step the part with the lowest processor of those that are left.
    for (s = 0; s < SENDERS; s = s + 1) begin : g_sender
      for (i = 0; i < PARTS; i = i + 1) begin : g_step
        wire [PARTS-1:0] candidates;
        wire [BODY-1:0] so_far, with_it, sum;
        wire [FIRST_BITS-1:0] lowest_of_all;
        reg [PARTS-1:0] best;
        reg [PART-1:0] lowest;
        always @* begin : choose
          integer k;
          best   = {PARTS{1'b0}};
          lowest = {PART{1'b0}};
          for (k = 0; k < PARTS; k = k + 1)
            if (candidates[k] && (best == {PARTS{1'b0}} ||
                parts[(s*PARTS+k)*PART+:FIRST_BITS] < lowest[FIRST_BITS-1:0])) begin
              best = {{(PARTS - 1) {1'b0}}, 1'b1} << k;
              lowest = parts[(s*PARTS+k)*PART+:PART];
            end
        end
        if (i == 0) begin : g_first
          assign candidates = there[s*PARTS+:PARTS];
          assign so_far = {10'd0, 10'd1, {COUNT_BITS + 10{1'b0}}};  // nothing yet
          assign lowest_of_all = lowest[FIRST_BITS-1:0];
        end else begin : g_other
          assign candidates = g_step[i-1].candidates & ~g_step[i-1].best;
          assign so_far = g_step[i-1].sum;
          assign lowest_of_all = g_step[i-1].lowest_of_all;
        end
        combine_values #(
            .COUNT_BITS(COUNT_BITS)
        ) fold (
            .left (so_far),
            .right(lowest[FIRST_BITS+:BODY]),
            .both (with_it)
        );
        assign sum = |best ? with_it : so_far;
      end
      assign supply[s*WIDTH+:VALUE_BITS+PART] = {
        g_step[PARTS-1].sum, g_step[PARTS-1].lowest_of_all, value[s*VALUE_BITS+:VALUE_BITS]
      };
      if (WIDTH > VALUE_BITS + PART) begin : g_rest
        assign supply[(s+1)*WIDTH-1:s*WIDTH+VALUE_BITS+PART] = 0;
      end
    end
  endgenerate
  wire unused = &{1'b0, load_valid, load_address, load_word, in_data};
endmodule
`default_nettype wire
