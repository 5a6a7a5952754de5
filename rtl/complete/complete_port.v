// SPDX-License-Identifier: Apache-2.0
// Interface of one processor of a fully connected network with PORTS ports: stores messages by
// their number and sends them by a periodic program. Outputs depend on registers only.
//
// Round R = 0, 1, ... is on the lines in cycle R + 1. Row R mod `period` sets each port,
// port 0 lowest: {send, clip, destination line, offset}, the offset signed. With `send` the port
// sends message rate*R - offset if this is one of 0..messages-1; with `slow` the number is
// rate*floor(R/period) - offset, which grows once per period. With `clip` a higher number stands
// for the last message, and the port sends in the rounds R < last_round only. A message that
// arrives in a cycle can be sent in the next.
//
// RULE = 0: a ROM holds the rows. RULE = 1: cube_rows computes the rows; the load port is unused,
// and `run`, once high, must stay high until a reset.
// Drawing: docs/rtl/complete_port.svg
`default_nettype none
module complete_port #(
    parameter PORTS       = 1,
    parameter WIDTH       = 16,  // bits per flit: {rest, message number}
    parameter TAG_BITS    = 6,   // bits of the message number in a flit
    parameter MESSAGES    = 64,  // slots: one per message number
    parameter LINE_BITS   = 2,
    parameter OFFSET_BITS = 8,   // signed
    parameter ROM_DEPTH   = 16,  // rows, 0 with the rule
    parameter RULE        = 0,
    parameter DIMENSIONS  = 1,   // rule: largest number of digits of a point
    parameter TIME_BITS   = 32,  // bits of the cycle, hop and delivery counters
    parameter SHARED      = 1,  // 0: an array for each pair of bank and port, for synthesis
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: registered while `rst` is high.
    input wire [$clog2(MESSAGES+1)-1:0] messages,    // 1..MESSAGES
    input wire [   $clog2(PORTS+1)-1:0] rate,        // growth of the number per round or period
    input wire                          slow,        // `rate` is per period; ROM only
    input wire [         TIME_BITS-1:0] last_round,  // first round in which `clip` rows do not send
    input wire [                  15:0] period,      // rows; rule: dimensions
    // Rule only, see cube_rows.
    input wire                                  clip,      // the bit `clip` of every row
    input wire [DIMENSIONS*$clog2(PORTS+1)-1:0] digits,    // digits of the point, to the base PORTS+1
    input wire [                 LINE_BITS-1:0] own_line,  // line of the processor's lane 0
    input wire [                   LINE_BITS:0] lines,     // PORTS times the number of processors

    input wire [TIME_BITS-1:0] cycle,  // network time

    input  wire [          PORTS-1:0] in_valid,
    input  wire [    PORTS*WIDTH-1:0] in_data,
    output reg  [          PORTS-1:0] out_valid,
    output reg  [PORTS*LINE_BITS-1:0] out_line,
    output reg  [    PORTS*WIDTH-1:0] out_data,

    // The processor: own messages in, before the run; deliveries out, a clock after arrival. An own
    // message in the cycle of an arrival at port 0 is lost and sets `overflow`.
    input  wire                   local_valid,
    input  wire [      WIDTH-1:0] local_data,
    output reg  [      PORTS-1:0] deliver_valid,
    output reg  [PORTS*WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one row per clock.
    input wire                                         load_valid,
    input wire [                                 31:0] load_address,
    input wire [PORTS*(LINE_BITS+OFFSET_BITS+2)-1:0] load_word,

    // Counters.
    output wire [TIME_BITS-1:0] hops,           // messages sent
    output wire [TIME_BITS-1:0] last_hop,       // cycle of the last hop
    output wire [TIME_BITS-1:0] deliveries,
    output wire [TIME_BITS-1:0] last_delivery,
    // Flags, sticky.
    output wire                duplicate,      // a message arrived again, or at two ports
    output wire                overflow,       // no slot for a message, or an own message is lost
    output wire                underflow       // a message to be sent neither is stored nor arrives
);
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire [TIME_BITS-1:0] raw_deliveries;
  wire [TIME_BITS-1:0] raw_last_delivery;
  reg raw_duplicate;
  reg raw_overflow;
  reg raw_underflow;

  localparam COUNT_BITS = $clog2(MESSAGES + 1);
  localparam PLACE_BITS = MESSAGES > 1 ? $clog2(MESSAGES) : 1;
  localparam RATE_BITS = $clog2(PORTS + 1);
  localparam BANK_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam ENTRY_BITS = LINE_BITS + OFFSET_BITS + 2;
  // From base = 2^(LARGE+1) on, base - offset exceeds every message number: `base` stops growing.
  localparam LARGER = COUNT_BITS > OFFSET_BITS ? COUNT_BITS : OFFSET_BITS;
  localparam LARGE = LARGER > RATE_BITS ? LARGER : RATE_BITS;
  localparam NUMBER_BITS = LARGE + 3;
  localparam [PORTS-1:0] NONE = 0;
  localparam [MESSAGES-1:0] NO_MESSAGES = 0;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats complete_port_STATS_must_be_0_or_1 illegal (); end
    if (PORTS < 1) begin : g_illegal_ports complete_port_PORTS_must_be_at_least_1 illegal (); end
    if (MESSAGES < 1) begin : g_illegal_messages complete_port_MESSAGES_must_be_at_least_1 illegal (); end
    if (TAG_BITS < PLACE_BITS) begin : g_illegal_tag_bits
      complete_port_TAG_BITS_must_hold_the_numbers_of_MESSAGES illegal ();
    end
    if (TAG_BITS > 31) begin : g_illegal_tag_bits_2 complete_port_TAG_BITS_must_be_at_most_31 illegal (); end
    if (WIDTH < TAG_BITS) begin : g_illegal_width complete_port_WIDTH_must_be_at_least_TAG_BITS illegal (); end
    if (LINE_BITS < 1) begin : g_illegal_line_bits complete_port_LINE_BITS_must_be_at_least_1 illegal (); end
    if (OFFSET_BITS < 1) begin : g_illegal_offset_bits complete_port_OFFSET_BITS_must_be_at_least_1 illegal (); end
    if (RULE < 0 || RULE > 1) begin : g_illegal_rule complete_port_RULE_must_be_0_or_1 illegal (); end
    if (DIMENSIONS < 1) begin : g_illegal_dimensions complete_port_DIMENSIONS_must_be_at_least_1 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth complete_port_ROM_DEPTH_must_not_be_negative illegal (); end
    if ((ROM_DEPTH > 0) != (RULE == 0)) begin : g_illegal_rom_depth_2
      complete_port_ROM_DEPTH_must_be_0_with_a_RULE_and_positive_with_RULE_0 illegal ();
    end
    if (SHARED < 0 || SHARED > 1) begin : g_illegal_shared complete_port_SHARED_must_be_0_or_1 illegal (); end
    if (TIME_BITS < 1) begin : g_illegal_time_bits complete_port_TIME_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg [COUNT_BITS-1:0] count;
  reg [RATE_BITS-1:0] step;
  reg [TIME_BITS-1:0] clip_end;
  always @(posedge clk)
    if (rst) begin
      {count, step, clip_end} <= {messages, rate, last_round};
      if ({{(32 - COUNT_BITS) {1'b0}}, messages} > MESSAGES) count <= MESSAGES[COUNT_BITS-1:0];
    end

  wire [PORTS*ENTRY_BITS-1:0] row;
  wire active, advance;
  generate
    if (RULE == 1) begin : g_rule
      cube_rows #(
          .PORTS(PORTS),
          .DIMENSIONS(DIMENSIONS),
          .LINE_BITS(LINE_BITS),
          .OFFSET_BITS(OFFSET_BITS)
      ) rows (
          .clk(clk),
          .rst(rst),
          .run(run),
          .period(period),
          .clip(clip),
          .digits(digits),
          .own_line(own_line),
          .lines(lines),
          .row(row),
          .active(active)
      );
      assign advance = 1'b1;
      wire unused = &{1'b0, slow, load_valid, load_address, load_word};
    end else begin : g_rom
      localparam PHASE_BITS = ROM_DEPTH > 1 ? $clog2(ROM_DEPTH) : 1;
      reg [15:0] rows;
      wire [15:0] last = rows - 16'd1;
      reg waits;
      reg [PHASE_BITS-1:0] left;  // rounds of this period that follow the present round
      always @(posedge clk) begin
        if (rst) {rows, waits} <= {period, slow};
        if (rst || !active || left == {PHASE_BITS{1'b0}}) left <= last[PHASE_BITS-1:0];
        else left <= left - 1'b1;
      end
      assign advance = !waits || left == {PHASE_BITS{1'b0}};
      periodic_rom #(
          .ROW_BITS(PORTS * ENTRY_BITS),
          .DEPTH(ROM_DEPTH)
      ) rom (
          .clk(clk),
          .rst(rst),
          .run(run),
          .period(rows),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_word(load_word),
          .row(row),
          .active(active)
      );
      wire unused = &{1'b0, clip, digits, own_line, lines, last};
    end
  endgenerate
  reg [NUMBER_BITS-1:0] base;  // in this round: rate*R, or rate*floor(R/period)
  always @(posedge clk)
    if (rst || !active) base <= {NUMBER_BITS{1'b0}};
    else if (advance && !base[LARGE+1]) base <= base + {{(NUMBER_BITS - RATE_BITS) {1'b0}}, step};

  // Arrivals. Bank p holds the arrivals of port p, bank 0 also the own messages; `bank` is the bank
  // of each message.
  reg [MESSAGES-1:0] has;
  reg [MESSAGES*BANK_BITS-1:0] bank;
  localparam [PORTS-1:0] FIRST = 1;
  wire [PORTS-1:0] arrives = local_valid ? in_valid | FIRST : in_valid;
  wire [PORTS-1:0] fits;
  wire [PORTS-1:0] write = arrives & fits;
  wire [PORTS*WIDTH-1:0] flit;
  wire [PORTS*PLACE_BITS-1:0] at;
  genvar b, k;
  generate
    for (b = 0; b < PORTS; b = b + 1) begin : g_arrival
      assign flit[b*WIDTH+:WIDTH] =
          b == 0 && !in_valid[0] ? local_data : in_data[b*WIDTH+:WIDTH];
      assign at[b*PLACE_BITS+:PLACE_BITS] = flit[b*WIDTH+:PLACE_BITS];
      assign fits[b] = {{(32 - TAG_BITS) {1'b0}}, flit[b*WIDTH+:TAG_BITS]} < MESSAGES;
    end
  endgenerate

  // Sends, by port. `holds`: the message to be sent is in slot `place` of bank `from`, or arrives
  // there at this edge.
  reg [PORTS-1:0] sends, holds;
  reg [PORTS*PLACE_BITS-1:0] place;
  reg [PORTS*BANK_BITS-1:0] from;
  // Bit bank*PORTS+port: the message that the port sends arrives in the bank at this edge.
  reg [PORTS*PORTS-1:0] passes;
  always @* begin : select
    integer i, j;
    reg [ENTRY_BITS-1:0] entry;
    reg [NUMBER_BITS-1:0] number;
    reg negative, beyond;
    sends  = NONE;
    holds  = NONE;
    place  = {PORTS * PLACE_BITS{1'b0}};
    from   = {PORTS * BANK_BITS{1'b0}};
    passes = {PORTS * PORTS{1'b0}};
    for (i = 0; i < PORTS; i = i + 1) begin
      entry = row[i*ENTRY_BITS+:ENTRY_BITS];
      number = {{(NUMBER_BITS - OFFSET_BITS) {entry[OFFSET_BITS-1]}}, entry[OFFSET_BITS-1:0]};
      number = base - number;
      negative = number[NUMBER_BITS-1];
      beyond = number >= {{(NUMBER_BITS - COUNT_BITS) {1'b0}}, count};
      if (beyond) number = {{(NUMBER_BITS - COUNT_BITS) {1'b0}}, count} - 1'b1;
      if (active && entry[ENTRY_BITS-1] && !negative &&
          (entry[ENTRY_BITS-2] ? cycle < clip_end : !beyond)) begin
        sends[i] = 1'b1;
        place[i*PLACE_BITS+:PLACE_BITS] = number[PLACE_BITS-1:0];
        holds[i] = has[number[PLACE_BITS-1:0]];
        from[i*BANK_BITS+:BANK_BITS] = bank[number[PLACE_BITS-1:0]*BANK_BITS+:BANK_BITS];
      end
      for (j = 0; j < PORTS; j = j + 1)
        if (sends[i] && write[j] && at[j*PLACE_BITS+:PLACE_BITS] == number[PLACE_BITS-1:0]) begin
          passes[j*PORTS+i] = 1'b1;
          holds[i] = 1'b1;
          from[i*BANK_BITS+:BANK_BITS] = j[BANK_BITS-1:0];
        end
    end
  end

  wire [PORTS*PORTS*WIDTH-1:0] data;  // flit bank*PORTS + port is read from the bank for the port
  generate
    for (b = 0; b < PORTS; b = b + 1) begin : g_bank
      wire [PORTS-1:0] read;
      for (k = 0; k < PORTS; k = k + 1) begin : g_read
        assign read[k] = sends[k] && from[k*BANK_BITS+:BANK_BITS] == b[BANK_BITS-1:0];
      end
      message_store #(
          .WIDTH (WIDTH),
          .PLACES(MESSAGES),
          .READS (PORTS),
          .SHARED(SHARED)
      ) store (
          .clk(clk),
          .write(write[b]),
          .write_place(at[b*PLACE_BITS+:PLACE_BITS]),
          .write_data(flit[b*WIDTH+:WIDTH]),
          .last_written(deliver_data[b*WIDTH+:WIDTH]),
          .read(read),
          .passes(passes[b*PORTS+:PORTS]),
          .read_place(place),
          .data(data[b*PORTS*WIDTH+:PORTS*WIDTH])
      );
    end
  endgenerate
  reg [PORTS*BANK_BITS-1:0] from_q;
  always @* begin : gather
    integer i;
    for (i = 0; i < PORTS; i = i + 1)
      out_data[i*WIDTH+:WIDTH] =
          data[(from_q[i*BANK_BITS+:BANK_BITS]*PORTS+i)*WIDTH+:WIDTH];
  end

  always @(posedge clk) begin : exchange
    integer i;
    reg [MESSAGES-1:0] seen;
    out_valid <= rst ? NONE : sends & holds;
    deliver_valid <= rst ? NONE : in_valid;
    from_q <= from;
    for (i = 0; i < PORTS; i = i + 1) begin
      if (sends[i]) out_line[i*LINE_BITS+:LINE_BITS] <= row[i*ENTRY_BITS+OFFSET_BITS+:LINE_BITS];
      if (arrives[i]) deliver_data[i*WIDTH+:WIDTH] <= flit[i*WIDTH+:WIDTH];  // also `last_written`
    end
    if (rst) begin
      has <= NO_MESSAGES;
      raw_duplicate <= 1'b0;
      raw_overflow <= 1'b0;
      raw_underflow <= 1'b0;
    end else begin
      if (|arrives) begin
        seen = has;
        for (i = 0; i < PORTS; i = i + 1)
          if (write[i]) begin
            if (seen[at[i*PLACE_BITS+:PLACE_BITS]]) raw_duplicate <= 1'b1;
            seen[at[i*PLACE_BITS+:PLACE_BITS]] = 1'b1;
            bank[at[i*PLACE_BITS+:PLACE_BITS]*BANK_BITS+:BANK_BITS] <= i[BANK_BITS-1:0];
          end
        has <= seen;
      end
      if (|(arrives & ~fits) || (local_valid && in_valid[0])) raw_overflow <= 1'b1;
      if (|(sends & ~holds)) raw_underflow <= 1'b1;
    end
  end
  event_counter #(
      .LANES(PORTS),
      .TIME_BITS(TIME_BITS)
  ) send_counter (
      .clk(clk),
      .rst(rst),
      .events(out_valid),
      .now(cycle),
      .count(raw_hops),
      .last(raw_last_hop)
  );
  event_counter #(
      .LANES(PORTS),
      .TIME_BITS(TIME_BITS)
  ) reception_counter (
      .clk(clk),
      .rst(rst),
      .events(in_valid),
      .now(cycle),
      .count(raw_deliveries),
      .last(raw_last_delivery)
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign deliveries = STATS != 0 ? raw_deliveries : {TIME_BITS{1'b0}};
  assign last_delivery = STATS != 0 ? raw_last_delivery : {TIME_BITS{1'b0}};
  assign duplicate = STATS != 0 ? raw_duplicate : 1'b0;
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
endmodule
`default_nettype wire
