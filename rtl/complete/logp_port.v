// SPDX-License-Identifier: Apache-2.0
// Interface of one processor of a LogP machine (Karp, Sahay, Santos, Schauser 1993): carries out a
// program of sends, and watches that the model's rules are kept. Outputs depend on registers only.
//
// Time t = 0, 1, ... of the paper is the end of cycle t; actions of time t show from cycle t+1 on.
//   send      overhead in [t, t+o), i.e. in cycles t+1..t+o; the flit is on `out` in cycle t+o+1
//   receive   a flit on `in` in cycle t: overhead in [t, t+o), usable from time t+o on. With
//             `addition` the processor then adds it in [t+o, t+o+1): usable a cycle later
//   add       one own operand in [t, t+1)
// With o = 0 and without `addition`, a message on `in` in cycle t can be on `out` in cycle t+1.
//
// Program: CYCLIC = 0 a list of timed rows (logp_list.v), CYCLIC = 1 block-cyclic descriptors
// (logp_cyclic.v), see logp_program. Arrivals are kept in logp_inbox, sends are timed by
// logp_outbox.
// A row sends at time t:
//   stored    (op 1) the stored flit with the row's message number, be it own or received
//   supplied  (op 2) `local_data` of cycle t, in which `issue` is high with the row's message
//             number and line. `local_data` must contain all arrivals on `in` in cycles <= t-o
//             (with `addition`: <= t-o-1), and the operands whose `add` was high in cycles < t.
//             With o = 0 and without `addition`, this includes arrivals of cycle t itself, so the
//             processor needs a combinational path from `in_data` to `local_data`.
// `add` is high in cycle t for every operand that is added in [t, t+1).
//
// LANES = 2 is the buffered machine (Theorem 3.8; o = 0, g = 1): arrivals of both lines wait in
// a queue. At the end of each cycle one of the waiting messages is taken; it may have arrived in
// this cycle.
//
// A send whose `need` is not met, or whose stored message is not yet usable, is suppressed and
// sets `underflow`. The other flags suppress no action, but after an overlap, or an overflow of the
// queue, all further behaviour is undefined.
// Drawing: docs/rtl/logp_port.svg
`default_nettype none
module logp_port #(
    parameter WIDTH       = 16,  // bits per flit: {rest, message number}
    parameter TAG_BITS    = 6,   // bits of the message number in a flit
    parameter MESSAGES    = 64,  // slots: one per message number
    parameter LINE_BITS   = 3,   // bits of a destination {processor, lane}; LANES = 1: {processor}
    parameter LANES       = 1,
    parameter QUEUE_DEPTH = 2,   // LANES = 2: slots of the input queue
    parameter LATENCY     = 1,   // cycles in transit, at most
    parameter CYCLIC      = 0,
    parameter ROM_DEPTH   = 16,  // rows
    parameter NEED_BITS   = 8,   // CYCLIC = 0: see logp_list.v
    parameter SIZE_BITS   = 8,   // CYCLIC = 1: bits of the size of a block
    parameter SPAN_BITS   = 16,  // bits of overhead, of gap, and of a list's `times` and `wait`
    parameter TIME_BITS   = 32,  // bits of the cycle, hop and delivery counters
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: registered while `rst` is high.
    input wire [       SPAN_BITS-1:0] overhead,  // o
    input wire [       SPAN_BITS-1:0] gap,       // g: sends, and receptions, are >= max(g, o) apart
    input wire                        addition,  // every received value is added: one cycle more
    input wire                        keep,      // 1: received messages are stored
    input wire [$clog2(LATENCY+1)-1:0] latency,   // cycles in transit: 2..LATENCY; 1 if LATENCY is 1
    input wire [$clog2(LATENCY+1)-1:0] capacity,  // most messages in transit from here; 0: no limit
    input wire [           LINE_BITS:0] nodes,     // processors
    input wire [         LINE_BITS-1:0] origin,    // the processor that rows call 0
    input wire [                  15:0] rows,      // rows of the program; 0: sends nothing
    // CYCLIC = 1, see logp_cyclic.v
    input wire [         SIZE_BITS-1:0] first,     // the first active item
    input wire [         TIME_BITS-1:0] start,     // time at which item `first` is first sent
    input wire [$clog2(MESSAGES+1)-1:0] items,     // number of items

    input wire [TIME_BITS-1:0] cycle,  // network time

    input  wire [      LANES-1:0] in_valid,
    input  wire [LANES*WIDTH-1:0] in_data,
    output wire                   out_valid,
    output wire [  LINE_BITS-1:0] out_line,
    output wire [      WIDTH-1:0] out_data,

    // The processor. While `run` is low, `local_valid` stores `local_data` as an own message.
    input  wire                 local_valid,
    input  wire [    WIDTH-1:0] local_data,
    output wire                 issue,          // `local_data` is sent at this time
    output wire [ TAG_BITS-1:0] issue_message,
    output wire [LINE_BITS-1:0] issue_line,
    output wire                 add,            // one own operand is added
    output reg                  deliver_valid,  // a clock after the message is received
    output wire [    WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one row per clock. `ready`: `run` may rise.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [(CYCLIC != 0 ? LINE_BITS + 3 * SIZE_BITS :
        4 + 2 * SPAN_BITS + NEED_BITS + TAG_BITS + LINE_BITS)-1:0] load_word,
    output wire ready,

    // Counters. A send that begins at time t counts as a hop of cycle t+1.
    output wire [TIME_BITS-1:0] hops,           // messages sent
    output wire [TIME_BITS-1:0] last_hop,
    output wire [TIME_BITS-1:0] deliveries,
    output wire [TIME_BITS-1:0] last_delivery,  // time at which the last message was usable
    output wire[TIME_BITS-1:0] last_add,       // end time of the last addition of an own operand
    // Marks.
    output wire [$clog2(QUEUE_DEPTH+LANES+1)-1:0] queue_high,  // LANES = 2: most in the queue
    output wire [$clog2(LATENCY+1)-1:0] transit_high,  // most in transit from this processor

    // Flags, sticky.
    output wire gap_error,       // sends, or receptions, less than max(g, o) apart
    output wire overlap,         // overheads or additions overlap
    output wire capacity_error,  // more than `capacity` in transit from this processor
    output wire duplicate,       // a message arrived that was already stored
    output wire overflow,        // no slot in the store or the queue, or an own message is lost
    output wire underflow        // a send's message is not usable, or its `need` is not met
);
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire [TIME_BITS-1:0] raw_deliveries;
  wire [TIME_BITS-1:0] raw_last_delivery;
  reg [TIME_BITS-1:0] raw_last_add;
  wire [$clog2(QUEUE_DEPTH+LANES+1)-1:0] raw_queue_high;
  wire [$clog2(LATENCY+1)-1:0] raw_transit_high;
  wire raw_gap_error;
  wire raw_overlap;
  wire raw_capacity_error;
  wire raw_duplicate;
  wire raw_overflow;
  reg raw_underflow;

  localparam ITEM_BITS = $clog2(MESSAGES + 1);
  localparam [1:0] STORED = 2'd1, SUPPLIED = 2'd2, ADD = 2'd3;
  localparam [SPAN_BITS-1:0] NO_SPAN = 0, ONE_SPAN = 1;
  localparam PAD = TIME_BITS > SPAN_BITS ? TIME_BITS - SPAN_BITS : 1;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats logp_port_STATS_must_be_0_or_1 illegal (); end
    if (MESSAGES < 1) begin : g_illegal_messages logp_port_MESSAGES_must_be_at_least_1 illegal (); end
    if (TAG_BITS < (MESSAGES > 1 ? $clog2(MESSAGES) : 1)) begin : g_illegal_tag_bits
      logp_port_TAG_BITS_must_hold_the_numbers_of_MESSAGES illegal ();
    end
    if (TAG_BITS > 31) begin : g_illegal_tag_bits_2 logp_port_TAG_BITS_must_be_at_most_31 illegal (); end
    if (WIDTH < TAG_BITS) begin : g_illegal_width logp_port_WIDTH_must_be_at_least_TAG_BITS illegal (); end
    if (LANES < 1 || LANES > 2) begin : g_illegal_lanes logp_port_LANES_must_be_1_to_2 illegal (); end
    if (LINE_BITS < LANES) begin : g_illegal_line_bits logp_port_LINE_BITS_must_be_at_least_LANES illegal (); end
    if (LATENCY < 1) begin : g_illegal_latency logp_port_LATENCY_must_be_at_least_1 illegal (); end
    if (QUEUE_DEPTH < 1) begin : g_illegal_queue_depth logp_port_QUEUE_DEPTH_must_be_at_least_1 illegal (); end
    if (CYCLIC < 0 || CYCLIC > 1) begin : g_illegal_cyclic logp_port_CYCLIC_must_be_0_or_1 illegal (); end
    if (NEED_BITS < 1) begin : g_illegal_need_bits logp_port_NEED_BITS_must_be_at_least_1 illegal (); end
    if (SIZE_BITS < 1) begin : g_illegal_size_bits logp_port_SIZE_BITS_must_be_at_least_1 illegal (); end
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_port_SPAN_BITS_must_be_at_least_1 illegal (); end
    if (TIME_BITS <= SPAN_BITS) begin : g_illegal_time_bits
      logp_port_TIME_BITS_must_be_more_than_SPAN_BITS illegal ();
    end
  endgenerate

  reg [SPAN_BITS-1:0] own_overhead, spacing;
  reg adds_received, stores;
  always @(posedge clk)
    if (rst) begin
      own_overhead <= overhead;
      spacing <= gap > overhead ? gap : overhead;
      {adds_received, stores} <= {addition, keep};
    end
  wire [SPAN_BITS:0] added = adds_received ? {1'b0, ONE_SPAN} : {1'b0, NO_SPAN};
  wire [SPAN_BITS:0] reception = {1'b0, own_overhead} + added;

  // Action of the program at the end of this cycle.
  wire fire;
  wire [1:0] op;
  wire [TAG_BITS-1:0] message;
  wire [NEED_BITS-1:0] need, usable;
  logp_program #(
      .TAG_BITS (TAG_BITS),
      .ITEM_BITS(ITEM_BITS),
      .LINE_BITS(LINE_BITS),
      .LANES    (LANES),
      .CYCLIC   (CYCLIC),
      .ROM_DEPTH(ROM_DEPTH),
      .NEED_BITS(NEED_BITS),
      .SIZE_BITS(SIZE_BITS),
      .SPAN_BITS(SPAN_BITS),
      .TIME_BITS(TIME_BITS)
  ) controller (
      .clk(clk),
      .rst(rst),
      .run(run),
      .straps({items, start, first, rows, origin, nodes}),
      .load_valid(load_valid),
      .load_address(load_address),
      .load_word(load_word),
      .ready(ready),
      .fire(fire),
      .op(op),
      .line(issue_line),
      .message(message),
      .need(need)
  );
  wire stored = fire && op == STORED;
  wire sends = stored || issue;
  assign issue = fire && op == SUPPLIED;
  assign add = fire && op == ADD;
  assign issue_message = message;

  // Receptions: arrivals, or messages taken from the queue.
  wire taken;
  wire [WIDTH-1:0] taken_data;
  wire queue_overflow;
  generate
    if (LANES == 1) begin : g_direct
      assign taken = in_valid;
      assign taken_data = in_data;
      assign queue_overflow = 1'b0;
      assign raw_queue_high = 0;
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
          .high(raw_queue_high),
          .overflow(queue_overflow)
      );
    end
  endgenerate
  always @(posedge clk) deliver_valid <= taken && !rst;

  wire there, read, store_overflow;
  wire [TAG_BITS-1:0] read_number;
  wire [WIDTH-1:0] out_stored;
  logp_inbox #(
      .WIDTH(WIDTH),
      .TAG_BITS(TAG_BITS),
      .MESSAGES(MESSAGES),
      .NEED_BITS(NEED_BITS),
      .SPAN_BITS(SPAN_BITS)
  ) inbox (
      .clk(clk),
      .rst(rst),
      .reception(reception),
      .stores(stores),
      .own_valid(local_valid),
      .own_data(local_data),
      .taken(taken),
      .taken_data(taken_data),
      .wanted(message),
      .there(there),
      .usable(usable),
      .read(read),
      .read_number(read_number),
      .data(out_stored),
      .last_taken(deliver_data),
      .duplicate(raw_duplicate),
      .overflow(store_overflow)
  );
  assign raw_overflow = store_overflow || queue_overflow;

  wire [NEED_BITS:0] surplus = {1'b0, usable} - {1'b0, need};
  wire holds = (issue || there) && !surplus[NEED_BITS];
  logp_outbox #(
      .WIDTH(WIDTH),
      .TAG_BITS(TAG_BITS),
      .LINE_BITS(LINE_BITS),
      .SPAN_BITS(SPAN_BITS)
  ) outbox (
      .clk(clk),
      .rst(rst),
      .overhead(own_overhead),
      .begins(sends && holds),
      .message(message),
      .line(issue_line),
      .supplied(issue),
      .supplied_data(local_data),
      .read(read),
      .read_number(read_number),
      .stored_data(out_stored),
      .out_valid(out_valid),
      .out_line(out_line),
      .out_data(out_data)
  );
  always @(posedge clk)
    if (rst) raw_underflow <= 1'b0;
    else if (sends && !holds) raw_underflow <= 1'b1;

  wire arrived, arrived_data;
  logp_line #(
      .LINES(1),
      .WIDTH(1),
      .LATENCY(LATENCY)
  ) transit (
      .clk(clk),
      .rst(rst),
      .latency(latency),
      .capacity(capacity),
      .in_valid(out_valid),
      .in_data(1'b0),
      .out_valid(arrived),
      .out_data(arrived_data),
      .transit_high(raw_transit_high),
      .crowded(raw_capacity_error)
  );
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
      .gap_error(raw_gap_error),
      .overlap(raw_overlap)
  );

  event_counter #(
      .TIME_BITS(TIME_BITS)
  ) send_counter (
      .clk(clk),
      .rst(rst),
      .events(out_valid),
      .now(cycle - {{PAD{1'b0}}, own_overhead}),
      .count(raw_hops),
      .last(raw_last_hop)
  );
  event_counter #(
      .TIME_BITS(TIME_BITS)
  ) reception_counter (
      .clk(clk),
      .rst(rst),
      .events(taken),
      .now(cycle + {{(PAD - 1) {1'b0}}, reception}),
      .count(raw_deliveries),
      .last(raw_last_delivery)
  );
  always @(posedge clk)
    if (rst) raw_last_add <= {TIME_BITS{1'b0}};
    else if (add) raw_last_add <= cycle + 1'b1;

  wire unused = &{1'b0, arrived, arrived_data, surplus};

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign deliveries = STATS != 0 ? raw_deliveries : {TIME_BITS{1'b0}};
  assign last_delivery = STATS != 0 ? raw_last_delivery : {TIME_BITS{1'b0}};
  assign last_add = STATS != 0 ? raw_last_add : {TIME_BITS{1'b0}};
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2(QUEUE_DEPTH+LANES+1){1'b0}};
  assign transit_high = STATS != 0 ? raw_transit_high : {$clog2(LATENCY+1){1'b0}};
  assign gap_error = STATS != 0 ? raw_gap_error : 1'b0;
  assign overlap = STATS != 0 ? raw_overlap : 1'b0;
  assign capacity_error = STATS != 0 ? raw_capacity_error : 1'b0;
  assign duplicate = STATS != 0 ? raw_duplicate : 1'b0;
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
endmodule
`default_nettype wire
