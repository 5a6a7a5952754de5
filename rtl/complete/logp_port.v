// SPDX-License-Identifier: Apache-2.0
// Interface of one processor of a LogP machine (Karp, Sahay, Santos, Schauser 1993): carries out a
// program that says when to send what to whom, and watches that the model's rules are kept.
// Outputs depend on registers only.
//
// Time t of the paper, from 0, is what happens at the end of cycle t, and shows from cycle t+1 on.
//   send      overhead in [t, t+o), i.e. in cycles t+1..t+o; the flit is on `out` in cycle t+o+1
//   receive   a flit on `in` in cycle t: overhead in [t, t+o), usable from time t+o on. With
//             `addition` the processor then adds it in [t+o, t+o+1): usable a cycle later
//   add       one own operand in [t, t+1)
// With o = 0 a message that is on `in` in cycle t can be on `out` in cycle t+1.
//
// Program: CYCLIC = 0 a list of timed rows (logp_list.v), CYCLIC = 1 block-cyclic descriptors
// (logp_cyclic.v: sends item x, message number x, stored). Rows count processors from `origin`.
// What a row sends at time t:
//   stored    (op 1) the flit with this message number, the own or the received one
//   supplied  (op 2) `local_data` of cycle t, in which `issue` is high with the row's message
//             number and line. It is to be the value at time t: all that came on `in` in cycles
//             <= t-o (if o = 0, in cycle t itself; with `addition` a cycle less), and the operands
//             whose `add` was high in cycles < t. The processor's path from `in_data` to
//             `local_data` may be combinational.
// `add` is high in cycle t for every operand that is added in [t, t+1).
//
// LANES = 2 is the buffered machine (Theorem 3.8; o = 0, g = 1): what comes by either line waits in
// a queue; one message per cycle is taken, at time t in cycle t, perhaps at once.
//
// A message that is not usable at its time is not sent, and raises `underflow`. The other flags
// forbid nothing, but after an overlap, or an overflow of the queue, nothing else is promised.
// Drawing: docs/rtl/logp_port.svg
`default_nettype none
module logp_port #(
    parameter WIDTH       = 16,  // bits per flit: {rest, message number}
    parameter TAG_BITS    = 6,   // bits of the message number in a flit
    parameter MESSAGES    = 64,  // places: one per message number
    parameter LINE_BITS   = 3,   // destination {processor, lane}; LANES = 1: the processor alone
    parameter LANES       = 1,
    parameter QUEUE_DEPTH = 2,   // LANES = 2: places of the input queue
    parameter LATENCY     = 1,   // cycles in transit
    parameter CYCLIC      = 0,
    parameter ROM_DEPTH   = 16,  // rows
    parameter NEED_BITS   = 8,   // CYCLIC = 0: see logp_list.v
    parameter SIZE_BITS   = 8,   // CYCLIC = 1: bits of the size of a block
    parameter SPAN_BITS   = 16,  // bits of overhead, gap, and of a list's waits
    parameter TIME_BITS   = 32   // bits of the cycle, hop and delivery counters
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: registered while `rst` is high.
    input wire [       SPAN_BITS-1:0] overhead,  // o
    input wire [       SPAN_BITS-1:0] gap,       // g; sends, and receptions, are max(g, o) apart
    input wire                        addition,  // every received value is added: one cycle more
    input wire                        keep,      // 1: received messages are stored, once each
    input wire [$clog2(LATENCY+1)-1:0] capacity,  // most in transit from here; 0: no limit
    input wire [           LINE_BITS:0] nodes,     // processors
    input wire [         LINE_BITS-1:0] origin,    // the processor that rows call 0
    input wire [                  15:0] rows,      // of the program; 0: sends nothing
    // CYCLIC = 1, see logp_cyclic.v
    input wire [         SIZE_BITS-1:0] first,     // q: the first active item
    input wire [         TIME_BITS-1:0] start,     // time at which it is first sent
    input wire [$clog2(MESSAGES+1)-1:0] items,     // number of items

    input wire [TIME_BITS-1:0] cycle,  // network time

    input  wire [      LANES-1:0] in_valid,
    input  wire [LANES*WIDTH-1:0] in_data,
    output reg                    out_valid,
    output reg  [  LINE_BITS-1:0] out_line,
    output wire [      WIDTH-1:0] out_data,

    // The processor. While `run` is low: own messages for the store, by `local_valid`.
    input  wire                 local_valid,
    input  wire [    WIDTH-1:0] local_data,
    output wire                 issue,          // `local_data` is sent at this time
    output wire [ TAG_BITS-1:0] issue_message,
    output wire [LINE_BITS-1:0] issue_line,
    output wire                 add,            // one own operand
    output reg                  deliver_valid,  // a clock after arrival or taking
    output reg  [    WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one row per clock. `ready`: `run` may rise.
    input wire        load_valid,
    input wire [15:0] load_address,
    input wire [(CYCLIC != 0 ? LINE_BITS + 3 * SIZE_BITS :
        4 + 2 * SPAN_BITS + NEED_BITS + TAG_BITS + LINE_BITS)-1:0] load_row,
    output wire ready,

    // Counters: times as in the model, so a hop that begins at time t counts as cycle t+1.
    output reg [TIME_BITS-1:0] hops,           // messages sent
    output reg [TIME_BITS-1:0] last_hop,
    output reg [TIME_BITS-1:0] deliveries,
    output reg [TIME_BITS-1:0] last_delivery,  // time at which it was usable
    output reg [TIME_BITS-1:0] last_add,       // time at which the last operand was added
    // Marks.
    output wire [$clog2(QUEUE_DEPTH+LANES+1)-1:0] queue_high,  // LANES = 2: most that waited
    output wire [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit from here

    // Flags, sticky.
    output wire gap_error,       // sends, or receptions, less than max(g, o) apart
    output wire overlap,         // overheads or additions overlap
    output wire capacity_error,  // more than `capacity` in transit from here
    output reg  duplicate,       // a message came that was there
    output wire overflow,        // a message has no place in the store, or in the queue
    output reg  underflow        // what is to be sent is not there yet
);
  localparam PLACE_BITS = MESSAGES > 1 ? $clog2(MESSAGES) : 1;
  localparam ITEM_BITS = $clog2(MESSAGES + 1);
  localparam [1:0] STORED = 2'd1, SUPPLIED = 2'd2, ADD = 2'd3;
  localparam [SPAN_BITS-1:0] NO_SPAN = 0, ONE_SPAN = 1;
  localparam [NEED_BITS-1:0] NONE_NEEDED = 0, MANY = ~NONE_NEEDED;
  localparam [MESSAGES-1:0] NOTHING = 0;
  localparam PAD = TIME_BITS > SPAN_BITS ? TIME_BITS - SPAN_BITS : 1;

  generate
    if (MESSAGES < 1 || TAG_BITS < PLACE_BITS || TAG_BITS > 31 || WIDTH < TAG_BITS || LANES < 1 ||
        LANES > 2 || LINE_BITS < LANES || LATENCY < 1 || QUEUE_DEPTH < 1 || CYCLIC < 0 ||
        CYCLIC > 1 || NEED_BITS < 1 || SIZE_BITS < 1 || SPAN_BITS < 1 ||
        TIME_BITS <= SPAN_BITS) begin : g_illegal
      logp_port_has_an_illegal_parameter illegal ();
    end
  endgenerate

  reg [SPAN_BITS-1:0] own_overhead, spacing;
  reg adds_received, stores;
  reg [LINE_BITS:0] processors;
  reg [LINE_BITS-1:0] zero;
  reg [15:0] program_rows;
  always @(posedge clk)
    if (rst) begin
      own_overhead <= overhead;
      spacing <= gap > overhead ? gap : overhead;
      {adds_received, stores, processors, zero} <= {addition, keep, nodes, origin};
      program_rows <= rows;
    end
  wire instant = own_overhead == NO_SPAN;
  wire [SPAN_BITS:0] added = adds_received ? {1'b0, ONE_SPAN} : {1'b0, NO_SPAN};
  wire [SPAN_BITS:0] reception = {1'b0, own_overhead} + added;

  // What the program does at the end of this cycle.
  wire fire;
  wire [1:0] op;
  wire [LINE_BITS-1:0] line;  // relative
  wire [TAG_BITS-1:0] message;
  wire [NEED_BITS-1:0] need;
  generate
    if (CYCLIC != 0) begin : g_cyclic
      reg [SIZE_BITS-1:0] first_item;
      reg [TIME_BITS-1:0] first_time;
      reg [ITEM_BITS-1:0] all_items;
      always @(posedge clk) if (rst) {first_item, first_time, all_items} <= {first, start, items};
      wire [ITEM_BITS-1:0] item;
      wire [ITEM_BITS+TAG_BITS-1:0] number = {{TAG_BITS{1'b0}}, item};
      logp_cyclic #(
          .LINE_BITS(LINE_BITS),
          .LANES(LANES),
          .ITEM_BITS(ITEM_BITS),
          .SIZE_BITS(SIZE_BITS),
          .TIME_BITS(TIME_BITS),
          .ROM_DEPTH(ROM_DEPTH)
      ) program_rom (
          .clk(clk),
          .rst(rst),
          .run(run),
          .rows(program_rows),
          .first(first_item),
          .start(first_time),
          .items(all_items),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_row(load_row),
          .ready(ready),
          .fire(fire),
          .line(line),
          .item(item)
      );
      assign op = STORED;
      assign message = number[TAG_BITS-1:0];
      assign need = NONE_NEEDED;
      wire unused = &{1'b0, number};
    end else begin : g_list
      logp_list #(
          .LINE_BITS(LINE_BITS),
          .LANES(LANES),
          .TAG_BITS(TAG_BITS),
          .NEED_BITS(NEED_BITS),
          .SPAN_BITS(SPAN_BITS),
          .ROM_DEPTH(ROM_DEPTH)
      ) program_rom (
          .clk(clk),
          .rst(rst),
          .run(run),
          .rows(program_rows),
          .load_valid(load_valid),
          .load_address(load_address),
          .load_row(load_row),
          .fire(fire),
          .op(op),
          .line(line),
          .message(message),
          .need(need)
      );
      assign ready = 1'b1;
      wire unused = &{1'b0, first, start, items};
    end
  endgenerate
  wire stored = fire && op == STORED;
  wire sends = stored || issue;
  assign issue = fire && op == SUPPLIED;
  assign add = fire && op == ADD;
  assign issue_message = message;
  // Both summands are below `nodes`, in units of a processor's lines.
  localparam LANE_BITS = LANES - 1;
  wire [LINE_BITS:0] modulus = processors << LANE_BITS;
  wire [LINE_BITS:0] turned = {1'b0, line} + {1'b0, zero << LANE_BITS};
  wire [LINE_BITS:0] wrapped = turned - modulus;
  assign issue_line = turned < modulus ? turned[LINE_BITS-1:0] : wrapped[LINE_BITS-1:0];

  // Receptions: arrivals, or what is taken from the queue.
  wire taken;
  wire [WIDTH-1:0] taken_data;
  wire queue_overflow;
  generate
    if (LANES == 1) begin : g_direct
      assign taken = in_valid;
      assign taken_data = in_data;
      assign queue_overflow = 1'b0;
      assign queue_high = 0;
    end else begin : g_buffered
      logp_queue #(
          .LANES(LANES),
          .WIDTH(WIDTH),
          .TAG_BITS(TAG_BITS),
          .DEPTH(QUEUE_DEPTH)
      ) queue (
          .clk(clk),
          .rst(rst),
          .in_valid(in_valid),
          .in_data(in_data),
          .wants(stored),
          .wanted(message),
          .taken(taken),
          .taken_data(taken_data),
          .high(queue_high),
          .overflow(queue_overflow)
      );
    end
  endgenerate

  // What has been received becomes usable when its overhead is over.
  reg [SPAN_BITS:0] receiving;  // cycles left, this one included
  reg [PLACE_BITS-1:0] received_place;
  reg received_fits;
  reg [MESSAGES-1:0] has;
  reg [NEED_BITS-1:0] usable;  // messages received
  wire [WIDTH-1:0] flit = local_valid ? local_data : taken_data;
  wire [PLACE_BITS-1:0] place = flit[PLACE_BITS-1:0];
  wire fits = {{(32 - TAG_BITS) {1'b0}}, flit[TAG_BITS-1:0]} < MESSAGES;
  wire keeps = local_valid || (taken && stores);
  wire write = keeps && fits;
  wire now = reception == {1'b0, NO_SPAN};  // usable at the time of arrival
  wire ends = now ? taken && !local_valid : receiving == {1'b0, ONE_SPAN};
  wire ends_stored = now ? write && !local_valid : ends && received_fits;
  wire [PLACE_BITS-1:0] end_place = now ? place : received_place;
  wire [NEED_BITS-1:0] usable_now = ends && usable != MANY ? usable + 1'b1 : usable;

  // Sends.
  wire known = {{(32 - TAG_BITS) {1'b0}}, message} < MESSAGES;
  wire [PLACE_BITS-1:0] wanted = message[PLACE_BITS-1:0];
  wire there = known && (has[wanted] || (ends_stored && end_place == wanted));
  wire [NEED_BITS:0] surplus = {1'b0, usable_now} - {1'b0, need};
  wire holds = (issue || there) && !surplus[NEED_BITS];
  wire begins = sends && holds;
  reg [SPAN_BITS-1:0] sending;  // cycles of overhead left, this one included
  reg [PLACE_BITS-1:0] sent_place;
  reg [LINE_BITS-1:0] sent_line;
  reg sent_supplied;
  reg [WIDTH-1:0] supplied;
  wire goes = instant ? begins : sending == ONE_SPAN;
  wire from_processor = instant ? issue : sent_supplied;
  reg out_supplied;
  reg [WIDTH-1:0] out_own;
  wire [WIDTH-1:0] out_stored;
  assign out_data = out_supplied ? out_own : out_stored;

  star_store #(
      .WIDTH (WIDTH),
      .PLACES(MESSAGES),
      .READS (1)
  ) store (
      .clk(clk),
      .write(write),
      .write_place(place),
      .write_data(flit),
      .last_written(deliver_data),
      .read(goes && !from_processor),
      .passes(1'b0),
      .read_place(instant ? wanted : sent_place),
      .data(out_stored)
  );

  wire arrived, arrived_data;
  logp_line #(
      .LINES(1),
      .WIDTH(1),
      .LATENCY(LATENCY)
  ) transit (
      .clk(clk),
      .rst(rst),
      .capacity(capacity),
      .in_valid(out_valid),
      .in_data(1'b0),
      .out_valid(arrived),
      .out_data(arrived_data),
      .transit_high(transit_high),
      .crowded(capacity_error)
  );

  always @(posedge clk) begin : exchange
    out_valid <= goes && !rst;
    out_supplied <= from_processor;
    if (rst) out_line <= {LINE_BITS{1'b0}};
    else if (goes) out_line <= instant ? issue_line : sent_line;
    if (goes && from_processor) out_own <= instant ? local_data : supplied;
    deliver_valid <= taken && !rst;
    if (taken) deliver_data <= taken_data;
    if (begins) begin
      sent_place <= wanted;
      sent_line <= issue_line;
      sent_supplied <= issue;
    end
    if (issue) supplied <= local_data;
    if (taken) begin
      received_place <= place;
      received_fits  <= write;
    end
    if (rst) begin
      sending <= NO_SPAN;
      receiving <= {1'b0, NO_SPAN};
      has <= NOTHING;
      usable <= NONE_NEEDED;
    end else begin
      if (begins) sending <= own_overhead;
      else if (sending != NO_SPAN) sending <= sending - 1'b1;
      if (taken) receiving <= reception;
      else if (receiving != {1'b0, NO_SPAN}) receiving <= receiving - 1'b1;
      if (ends_stored) has[end_place] <= 1'b1;
      if (local_valid && fits) has[place] <= 1'b1;
      if (ends) usable <= usable_now;
    end
  end

  logp_rules #(
      .SPAN_BITS(SPAN_BITS)
  ) rules (
      .clk(clk),
      .rst(rst),
      .overhead(own_overhead),
      .reception(reception),
      .spacing(spacing),
      .send(sends),
      .receive(taken),
      .add(add),
      .gap_error(gap_error),
      .overlap(overlap)
  );

  reg store_overflow;
  assign overflow = store_overflow || queue_overflow;
  always @(posedge clk)
    if (rst) begin
      hops <= {TIME_BITS{1'b0}};
      last_hop <= {TIME_BITS{1'b0}};
      deliveries <= {TIME_BITS{1'b0}};
      last_delivery <= {TIME_BITS{1'b0}};
      last_add <= {TIME_BITS{1'b0}};
      duplicate <= 1'b0;
      store_overflow <= 1'b0;
      underflow <= 1'b0;
    end else begin
      if (out_valid) begin
        hops <= hops + 1'b1;
        last_hop <= cycle - {{PAD{1'b0}}, own_overhead};
      end
      if (taken) begin
        deliveries <= deliveries + 1'b1;
        last_delivery <= cycle + {{(PAD - 1) {1'b0}}, reception};
      end
      if (add) last_add <= cycle + 1'b1;
      if (write && (has[place] || (receiving != {1'b0, NO_SPAN} && received_fits &&
                                   received_place == place))) duplicate <= 1'b1;
      if (keeps && !fits) store_overflow <= 1'b1;
      if (sends && !holds) underflow <= 1'b1;
    end

  wire unused = &{1'b0, arrived, arrived_data, wrapped, surplus};
endmodule
`default_nettype wire
