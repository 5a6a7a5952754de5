// SPDX-License-Identifier: Apache-2.0
// Node of a direct network, single-port: at most one message leaves and one arrives per cycle.
// Store and forward of packets of startup + messages * per_message cycles; a message is on the link
// in the last of its per_message cycles. Outputs depend on registers only. Star graphs: port p is
// dimension p + 2.
//
// Unicast: a message leaves its slot when it is sent; the route field, the address of its
//   destination, decides whether an arrival is delivered to the own processor instead of stored.
// Multicast: every arrival is delivered to the own processor and stored.
// RULE = 0: the schedule ROM sets each send (see store_program; target: outgoing port).
//   Arrivals enter the next unfilled slot or, with `swap` (unicast), the slot of the message being
//   sent.
//   COPIES = 1 (unicast, no `swap`): an arrival for the own processor is stored, too. The target of a
//   ROM word is {label, port}; if the label is not 0, the message sent is a copy with the label in
//   its route field, and the original keeps its slot. Own messages and arrivals for
//   the own processor do not count in `queue_high`, `waiting_high` and `occupancy_high`.
// RULE = 1: level rule (allgather, multicast, see star_level_single).
// RULE = 2: cyclic rule (alltoall, unicast, see star_cyclic and star_route).
// Drawing: docs/rtl/store_node_single.svg
`default_nettype none
module store_node_single #(
    parameter PORTS     = 3,   // links in and out: 1..64; RULE > 0: 2..8, star's symbols minus 1
    // Bits of a node's address; with RULE > 0: of a node's label.
    parameter ROUTE_BITS = (PORTS + 1) * $clog2(PORTS + 1),
    parameter WIDTH     = 32,  // bits per message: {rest, route field}
    parameter DEPTH     = 24,  // slots that a ROM word can name; RULE = 2: of a dimension's queue
    parameter STORE_DEPTH = DEPTH,  // slots of the store; DEPTH with the cyclic rule
    parameter ROM_DEPTH = 64,  // words of the schedule ROM, 0 with a rule
    parameter RULE      = 0,
    parameter COPIES    = 0,
    parameter TIME_BITS = 32,  // bits of the cycle, hop and delivery counters
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: registered while `rst` is high.
    input wire [ROUTE_BITS-1:0] here,         // address of this node, as in the route field
    input wire                               multicast,
    input wire                               swap,
    input wire [                       15:0] startup,      // cycles
    input wire [                       15:0] per_message,  // cycles, > 0
    input wire [                       15:0] packet_cap,   // rules: messages per packet; 0: all

    input wire [TIME_BITS-1:0] cycle,  // network time, for counters and checks only

    input  wire [        PORTS-1:0] in_start,
    input  wire [        PORTS-1:0] in_valid,
    input  wire [PORTS*WIDTH-1:0] in_data,
    output wire [        PORTS-1:0] out_start,  // first cycle of a start-up
    output wire [        PORTS-1:0] out_valid,  // at most one
    output wire [          WIDTH-1:0] out_data,   // shared by all ports

    // The processor: own messages in, before the run; deliveries out, a clock after arrival. An own
    // message in the cycle of an arrival is lost and sets `overflow`.
    input  wire             local_valid,
    input  wire [WIDTH-1:0] local_data,
    output reg              deliver_valid,
    output reg  [WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one word per clock. Unused with a rule.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [(DEPTH>1?$clog2(DEPTH):1)+(PORTS>1?$clog2(PORTS):1)+
                COPIES*ROUTE_BITS+2+17:0] load_word,

    // Marks: largest values so far.
    output wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] queue_high,    // messages, end of a cycle
    output wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] waiting_high,  // messages after a send
    output wire [                $clog2(DEPTH+1)-1:0] places_high,  // filled slots; RULE = 2: a queue's
    output wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] occupancy_high,  // unicasts: passing messages
    // Counters.
    output wire [                              TIME_BITS-1:0] hops,        // messages sent
    output wire [                              TIME_BITS-1:0] last_hop,    // cycle of the last hop
    output wire [                              TIME_BITS-1:0] busy,        // cycles of sending
    output wire [                              TIME_BITS-1:0] deliveries,
    output wire [                              TIME_BITS-1:0] last_delivery,
    // Flags, sticky.
    output wire                                               overflow,    // a message has no slot
    // A message is sent from a never filled slot, or more messages are sent than the store holds.
    output wire                                               underflow,
    // Arrivals overlap, or a message or a ROM word has no legal port.
    output wire                                               contention
);
  wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] raw_queue_high;
  wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] raw_waiting_high;
  wire [$clog2(DEPTH+1)-1:0] raw_places_high;
  wire [$clog2((RULE==2?PORTS:1)*DEPTH+1)-1:0] raw_occupancy_high;
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire [TIME_BITS-1:0] raw_busy;
  wire [TIME_BITS-1:0] raw_deliveries;
  wire [TIME_BITS-1:0] raw_last_delivery;
  wire raw_overflow;
  wire raw_underflow;
  wire raw_contention;

  localparam PORT_BITS = PORTS > 1 ? $clog2(PORTS) : 1;
  localparam PLACES = (RULE == 2 ? PORTS : 1) * DEPTH;
  localparam SLOTS = RULE == 2 ? PLACES : STORE_DEPTH;
  localparam SLOT_BITS = SLOTS > 1 ? $clog2(SLOTS) : 1;
  localparam PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1;
  localparam COUNT_BITS = $clog2(PLACES + 1);
  localparam [PORTS-1:0] NONE = 0, ONE = 1;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats store_node_single_STATS_must_be_0_or_1 illegal (); end
    if (PORTS < (RULE == 0 ? 1 : 2)) begin : g_illegal_ports
      store_node_single_PORTS_must_be_at_least_1_or_2_with_a_RULE illegal ();
    end
    if (PORTS > (RULE == 0 ? 64 : 8)) begin : g_illegal_ports_2
      store_node_single_PORTS_must_be_at_most_64_or_8_with_a_RULE illegal ();
    end
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_node_single_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (RULE != 0 && ROUTE_BITS != (PORTS + 1) * $clog2(PORTS + 1)) begin : g_illegal_route_bits_2
      store_node_single_ROUTE_BITS_must_be_those_of_a_label_of_PORTS_plus_1_symbols_with_a_RULE illegal ();
    end
    if (WIDTH < ROUTE_BITS + COPIES) begin : g_illegal_width
      store_node_single_WIDTH_must_be_at_least_ROUTE_BITS_plus_COPIES illegal ();
    end
    if (DEPTH < 1) begin : g_illegal_depth store_node_single_DEPTH_must_be_at_least_1 illegal (); end
    if (STORE_DEPTH < 1 || STORE_DEPTH > DEPTH) begin : g_illegal_store_depth
      store_node_single_STORE_DEPTH_must_be_1_to_DEPTH illegal ();
    end
    if (RULE == 2 && STORE_DEPTH != DEPTH) begin : g_illegal_store_depth_2
      store_node_single_STORE_DEPTH_must_be_DEPTH_with_RULE_2 illegal ();
    end
    if (RULE < 0 || RULE > 2) begin : g_illegal_rule store_node_single_RULE_must_be_0_to_2 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth store_node_single_ROM_DEPTH_must_not_be_negative illegal (); end
    if ((ROM_DEPTH > 0) != (RULE == 0)) begin : g_illegal_rom_depth_2
      store_node_single_ROM_DEPTH_must_be_0_with_a_RULE_and_positive_with_RULE_0 illegal ();
    end
    if (TIME_BITS < 1) begin : g_illegal_time_bits store_node_single_TIME_BITS_must_be_at_least_1 illegal (); end
    if (COPIES < 0) begin : g_illegal_copies store_node_single_COPIES_must_not_be_negative illegal (); end
    if (COPIES > (RULE == 0 ? 1 : 0)) begin : g_illegal_copies_2
      store_node_single_COPIES_must_be_0_or_1_and_0_with_a_RULE illegal ();
    end
  endgenerate

  wire [ROUTE_BITS-1:0] here_q;
  wire multicast_q, swap_q;
  wire [15:0] cap;

  // Arrival: a message from a neighbour or, if none arrives, an own message.
  wire arrives = |in_valid;
  wire owns = local_valid && !arrives;
  wire comes = arrives || local_valid;
  reg [WIDTH-1:0] arrival;
  reg [PORT_BITS-1:0] came;
  function [WIDTH-1:0] data_of;
    input [PORTS-1:0] ports;
    input [PORTS*WIDTH-1:0] data;
    integer i;
    begin
      data_of = {WIDTH{1'b0}};
      for (i = 0; i < PORTS; i = i + 1)
        if (ports[i]) data_of = data_of | data[i*WIDTH+:WIDTH];
    end
  endfunction
  function [PORT_BITS-1:0] number_of;
    input [PORTS-1:0] ports;
    integer i;
    begin
      number_of = {PORT_BITS{1'b0}};
      for (i = 0; i < PORTS; i = i + 1) if (ports[i]) number_of = number_of | i[PORT_BITS-1:0];
    end
  endfunction
  always @* begin
    arrival = local_data;
    // An own message counts as arriving by the last port, so that the cyclic rule's search for an
    // outgoing port begins at the first port.
    came = PORTS[PORT_BITS-1:0] - 1'b1;
    if (arrives) begin
      arrival = data_of(in_valid, in_data);
      came = number_of(in_valid);
    end
  end
  wire everybody = RULE == 1 || (RULE == 0 && multicast_q);
  wire delivers, stored, waits;
  store_arrival #(
      .ROUTE_BITS(ROUTE_BITS),
      .COPIES(COPIES)
  ) reception (
      .valid(arrives),
      .route(arrival[ROUTE_BITS-1:0]),
      .address(here_q),
      .everybody(everybody),
      .delivers(delivers),
      .enters(stored),
      .counted(waits)
  );
  wire enters = owns || stored;
  wire counted = waits || (owns && COPIES == 0);

  // Controller: selects sends, and the slots of arrivals.
  wire sends, first, start, hop;
  wire [PORT_BITS-1:0] port;
  wire [PLACE_BITS-1:0] place, enter_place;
  wire passes;  // the message to be read is the one that arrives now
  wire full, lost;  // full: no slot for the entering message; lost: no legal port for it
  wire filled;  // slot `place` was filled or is being filled
  wire [ROUTE_BITS-1:0] label;  // label of the copy to be made; 0: none
  generate
    if (RULE == 2) begin : g_cyclic
      wire known;
      star_route #(
          .SYMBOLS(PORTS + 1)
      ) router (
          .valid(enters),
          .here (here_q),
          .route(arrival[ROUTE_BITS-1:0]),
          .came (came),
          .known(known),
          .port (push_port)
      );
      wire [PORT_BITS-1:0] push_port;
      star_cyclic #(
          .PORTS(PORTS),
          .DEPTH(DEPTH),
          .PLACE_BITS(PLACE_BITS)
      ) controller (
          .clk(clk),
          .rst(rst),
          .run(run),
          .packet_cap(cap),
          .push(enters && known),
          .push_port(push_port),
          .push_place(enter_place),
          .refused(full),
          .places_high(raw_places_high),
          .hop(hop),
          .sends(sends),
          .first(first),
          .port(port),
          .place(place),
          .passes(passes)
      );
      assign start  = 1'b1;
      assign label  = {ROUTE_BITS{1'b0}};
      assign lost   = enters && !known;
      assign filled = 1'b1;
      wire unused = &{1'b0, multicast_q, swap_q, load_valid, load_address, load_word};
    end else begin : g_places
      reg [COUNT_BITS-1:0] count;  // slots filled, from slot 0 on
      reg [PLACE_BITS-1:0] sent_place;  // slot of the message on the link
      wire exchange = RULE == 0 && swap_q && |out_valid;
      wire [COUNT_BITS:0] wide_place = {{(COUNT_BITS + 1 - PLACE_BITS) {1'b0}}, place};
      assign enter_place = exchange ? sent_place : count[PLACE_BITS-1:0];
      assign raw_places_high = count;
      assign full = !exchange && count == STORE_DEPTH[COUNT_BITS-1:0];
      assign lost = 1'b0;
      assign passes = 1'b0;  // message_store itself detects it
      assign filled = wide_place < {1'b0, count} || (enters && !full && enter_place == place);
      always @(posedge clk) begin
        if (rst) count <= {COUNT_BITS{1'b0}};
        else if (enters && !exchange && !full) count <= count + 1'b1;
        if (hop) sent_place <= place;
      end
      if (RULE == 1) begin : g_level
        star_level_single #(
            .PORTS(PORTS),
            .PLACE_BITS(PLACE_BITS),
            .COUNT_BITS(COUNT_BITS)
        ) controller (
            .clk(clk),
            .rst(rst),
            .run(run),
            .own(count),
            .packet_cap(cap),
            .hop(hop),
            .sends(sends),
            .first(first),
            .port(port),
            .place(place)
        );
        assign start = 1'b1;
        assign label = {ROUTE_BITS{1'b0}};
        wire unused = &{1'b0, multicast_q, swap_q, load_valid, load_address, load_word, came};
      end else begin : g_rom
        store_program #(
            .PLACE_BITS(PLACE_BITS),
            .TARGET_BITS(PORT_BITS),
            .ROUTE_BITS(ROUTE_BITS),
            .COPIES(COPIES),
            .ROM_DEPTH(ROM_DEPTH),
            .ARGUMENT_BITS(ARGUMENT_BITS)
        ) controller (
            .clk(clk),
            .rst(rst),
            .run(run),
            .load_valid(load_valid),
            .load_address(load_address),
            .load_word(load_word),
            .hop(hop),
            .sends(sends),
            .first(first),
            .start(start),
            .target(port),
            .label(label),
            .place(place)
        );
        wire unused = &{1'b0, cap, came};
      end
    end
  endgenerate

  wire [WIDTH-1:0] found;
  wire makes;  // the message on the link is a copy
  wire write = enters && !full && !lost;
  // High bits are cut off: a send from a slot beyond the store sets `underflow` anyway.
  wire [SLOT_BITS-1:0] slot = place[SLOT_BITS-1:0];
  message_store #(
      .WIDTH (WIDTH),
      .PLACES(SLOTS)
  ) store (
      .clk(clk),
      .write(write),
      .write_place(enter_place[SLOT_BITS-1:0]),
      .write_data(arrival),
      .last_written(deliver_data),
      .read(hop),
      .passes(passes),
      .read_place(slot),
      .data(found)
  );

  // A bit per slot: 1 if the slot's message came over a link, 0 if it is an own message.
  wire foreign;
  reg arrived;
  always @(posedge clk) if (comes) arrived <= arrives;
  message_store #(
      .WIDTH (1),
      .PLACES(SLOTS)
  ) kinds (
      .clk(clk),
      .write(write),
      .write_place(enter_place[SLOT_BITS-1:0]),
      .write_data(arrives),
      .last_written(arrived),
      .read(hop),
      .passes(passes),
      .read_place(slot),
      .data(foreign)
  );
  occupancy_mark #(
      .LANES (1),
      .PLACES(PLACES)
  ) passing (
      .clk(clk),
      .rst(rst),
      .enters(!everybody && waits && !full && !lost),
      .leaves(!everybody && |out_valid && foreign && !makes),
      .high(raw_occupancy_high)
  );

  store_copy #(
      .WIDTH(WIDTH),
      .ROUTE_BITS(ROUTE_BITS),
      .COPIES(COPIES)
  ) copy (
      .clk(clk),
      .hop(hop),
      .label(label),
      .stored(found),
      .data(out_data),
      .makes(makes)
  );

  always @(posedge clk) begin
    deliver_valid <= !rst && delivers;
    if (comes) deliver_data <= arrival;
  end

  wire [PORTS-1:0] port_bit = ONE << port;  // NONE if there is no such port
  store_frame #(
      .PORTS(PORTS),
      .PLACES(PLACES),
      .ROUTE_BITS(ROUTE_BITS),
      .TIME_BITS(TIME_BITS)
  ) frame (
      .clk(clk),
      .rst(rst),
      .cycle(cycle),
      .straps({per_message, startup, packet_cap, swap, multicast, here}),
      .settings({cap, swap_q, multicast_q, here_q}),
      .in_start(in_start),
      .in_valid(in_valid),
      .delivers(delivers),
      .unicast(!everybody),
      .enters({owns && counted && !full && !lost, waits && !full && !lost}),
      .full((enters && full) || (local_valid && arrives)),
      .sends(sends),
      .first(first),
      .start(start),
      .ports(port_bit),
      .hop(hop),
      .filled(filled),
      .astray(lost || (sends && port_bit == NONE)),
      .stays(makes),
      .out_start(out_start),
      .out_valid(out_valid),
      .overflow(raw_overflow),
      .underflow(raw_underflow),
      .contention(raw_contention),
      .figures({raw_last_delivery, raw_deliveries, raw_busy, raw_last_hop, raw_hops, raw_waiting_high, raw_queue_high})
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2((RULE==2?PORTS:1)*DEPTH+1){1'b0}};
  assign waiting_high = STATS != 0 ? raw_waiting_high : {$clog2((RULE==2?PORTS:1)*DEPTH+1){1'b0}};
  assign places_high = STATS != 0 ? raw_places_high : {$clog2(DEPTH+1){1'b0}};
  assign occupancy_high = STATS != 0 ? raw_occupancy_high : {$clog2((RULE==2?PORTS:1)*DEPTH+1){1'b0}};
  assign hops = STATS != 0 ? raw_hops : {TIME_BITS{1'b0}};
  assign last_hop = STATS != 0 ? raw_last_hop : {TIME_BITS{1'b0}};
  assign busy = STATS != 0 ? raw_busy : {TIME_BITS{1'b0}};
  assign deliveries = STATS != 0 ? raw_deliveries : {TIME_BITS{1'b0}};
  assign last_delivery = STATS != 0 ? raw_last_delivery : {TIME_BITS{1'b0}};
  assign overflow = STATS != 0 ? raw_overflow : 1'b0;
  assign underflow = STATS != 0 ? raw_underflow : 1'b0;
  assign contention = STATS != 0 ? raw_contention : 1'b0;
endmodule
`default_nettype wire
