// SPDX-License-Identifier: Apache-2.0
// Node of a direct network, multi-port: ports send and receive independently. Store and forward of
// packets of startup + messages * per_message cycles; a message is on the link in the last of its
// per_message cycles. Outputs depend on registers only. Star graphs: port p is dimension p + 2.
//
// Bank p < PORTS (LINK_DEPTH slots) holds the arrivals of port p; bank PORTS (OWN_DEPTH slots)
// holds the own messages.
// Unicast: a message leaves its slot when it is sent; the route field, the address of its
//   destination, decides whether an arrival is delivered to the own processor instead of stored.
// Multicast: every arrival is delivered to the own processor and stored.
// RULE = 0: a schedule ROM per port sets each send (see store_program; target: bank).
//   Arrivals enter the next unfilled slot of their bank or, with `swap` (unicast), the slot of
//   their bank with the same number as the slot, in any bank, from which the same port is sending.
//   RING = 1 (unicast, no `swap`): a port's bank is a ring of `places` slots, filled in turn;
//   an arrival whose slot is still taken sets `overflow`, a word that sends from a free slot sets
//   `underflow`.
//   COPIES = 1 (unicast, no `swap`): an arrival for the own processor is stored, too. The target of
//   a ROM word is {label, bank}; if the label is not 0, the message sent is a copy with the label
//   in its route field, and the original keeps its slot. Own messages and arrivals for the own
//   processor do not count in `queue_high`, `waiting_high` and `occupancy_high`.
// RULE = 1: level rule (allgather, multicast, see star_level_multi).
// Drawing: docs/rtl/store_node_multi.svg
`default_nettype none
module store_node_multi #(
    parameter PORTS     = 3,   // links in and out: 1..64; with RULE = 1: 2..8, one less than the star's symbols
    // Bits of a node's address; with RULE > 0: of a node's label.
    parameter ROUTE_BITS = (PORTS + 1) * $clog2(PORTS + 1),
    parameter WIDTH     = 32,  // bits per message: {rest, route field}
    parameter DEPTH     = 24,  // slots that a ROM word can name in a bank
    parameter LINK_DEPTH = DEPTH,  // slots of the bank of a port; 0: no bank
    parameter OWN_DEPTH = DEPTH,   // slots of the bank of own messages; 0: no bank
    parameter ROM_DEPTH = 64,  // words of each port's schedule ROM, 0 with a rule
    parameter RULE      = 0,
    parameter COPIES    = 0,
    parameter RING      = 0,
    parameter TIME_BITS = 32,  // bits of the cycle, hop and delivery counters
    parameter ARGUMENT_BITS = 16,  // bits of a ROM word's argument, see sequencer
    parameter SHARED    = 1,   // 0: an array for each pair of bank and port, for synthesis
    // SHARED = 0 and RULE = 0: if bit b*PORTS + p is 1, port p never sends from bank b; a word in
    // the ROM of port p that names bank b sets `contention`.
    parameter UNREAD    = 0,
    parameter STATS     = 1   // 0: no counters, marks or flags: these outputs are 0
) (
    input wire clk,
    input wire rst,
    input wire run,

    // Straps: registered while `rst` is high.
    input wire [ROUTE_BITS-1:0] here,         // address of this node, as in the route field
    input wire                               multicast,
    input wire                               swap,
    input wire [        $clog2(DEPTH+1)-1:0] places,       // slots of a ring, 1..LINK_DEPTH
    input wire [                       15:0] startup,      // cycles
    input wire [                       15:0] per_message,  // cycles, > 0
    input wire [                       15:0] packet_cap,   // rules: messages per packet; 0: all

    input wire [TIME_BITS-1:0] cycle,  // network time, for the counters only

    input  wire [        PORTS-1:0] in_start,
    input  wire [        PORTS-1:0] in_valid,
    input  wire [PORTS*WIDTH-1:0] in_data,
    output wire [        PORTS-1:0] out_start,  // first cycle of a start-up
    output wire [        PORTS-1:0] out_valid,
    output wire [PORTS*WIDTH-1:0] out_data,

    // The processor: own messages in; deliveries out, a clock after arrival. An own message that
    // comes in cycle t can be on a link from cycle t+2 on; an earlier send sets `underflow`.
    input  wire                         local_valid,
    input  wire [            WIDTH-1:0] local_data,
    output reg  [          PORTS-1:0] deliver_valid,
    output reg  [PORTS*WIDTH-1:0] deliver_data,

    // ROM load port, while `run` is low: one word per clock. Bits 31..28 of the address name the
    // port (PORTS > 16: bits 31..26), the other bits name the word. Unused with a rule.
    input wire        load_valid,
    input wire [31:0] load_address,
    input wire [(DEPTH>1?$clog2(DEPTH):1)+$clog2(PORTS+1)+
                COPIES*ROUTE_BITS+2+17:0] load_word,

    // Marks: largest values so far.
    output wire [$clog2((PORTS+1)*DEPTH+1)-1:0] queue_high,    // messages at the end of a cycle
    output wire [$clog2((PORTS+1)*DEPTH+1)-1:0] waiting_high,  // messages after a cycle's sends
    output wire [          $clog2(DEPTH+1)-1:0] places_high,   // slots used: a port's fullest bank
    output wire [          $clog2(DEPTH+1)-1:0] own_high,      // slots filled with own messages
    output wire [  $clog2(PORTS*DEPTH+1)-1:0] occupancy_high,  // unicasts: messages that pass through
    // Counters.
    output wire [              TIME_BITS-1:0] hops,          // messages sent
    output wire [              TIME_BITS-1:0] last_hop,      // cycle of the last hop
    output wire [              TIME_BITS-1:0] busy,          // cycles of sending, summed over ports
    output wire [              TIME_BITS-1:0] deliveries,
    output wire [              TIME_BITS-1:0] last_delivery,
    // Flags, sticky.
    output wire                               overflow,      // a message has no slot
    // A message is sent from a slot that was never filled (ring: is free), or more messages are
    // sent than the banks hold.
    output wire                               underflow,
    output wire                               contention     // a word names no readable bank
);
  wire [$clog2((PORTS+1)*DEPTH+1)-1:0] raw_queue_high;
  wire [$clog2((PORTS+1)*DEPTH+1)-1:0] raw_waiting_high;
  reg [$clog2(DEPTH+1)-1:0] raw_places_high;
  wire [$clog2(DEPTH+1)-1:0] raw_own_high;
  wire [$clog2(PORTS*DEPTH+1)-1:0] raw_occupancy_high;
  wire [TIME_BITS-1:0] raw_hops;
  wire [TIME_BITS-1:0] raw_last_hop;
  wire [TIME_BITS-1:0] raw_busy;
  wire [TIME_BITS-1:0] raw_deliveries;
  wire [TIME_BITS-1:0] raw_last_delivery;
  wire raw_overflow;
  wire raw_underflow;
  wire raw_contention;

  localparam BANKS = PORTS + 1;
  localparam BANK_BITS = $clog2(BANKS);
  localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam SELECT_BITS = PORTS > 16 ? 6 : 4;  // bits of a load address that name the port
  localparam SENDERS = RULE == 1 ? 1 : PORTS;  // level rule: one sender for all ports
  localparam [PORTS-1:0] NONE = 0;

  generate
    if (STATS < 0 || STATS > 1) begin : g_illegal_stats store_node_multi_STATS_must_be_0_or_1 illegal (); end
    if (PORTS < (RULE == 0 ? 1 : 2)) begin : g_illegal_ports
      store_node_multi_PORTS_must_be_at_least_1_or_2_with_a_RULE illegal ();
    end
    if (PORTS > (RULE == 0 ? 64 : 8)) begin : g_illegal_ports_2
      store_node_multi_PORTS_must_be_at_most_64_or_8_with_a_RULE illegal ();
    end
    if (ROUTE_BITS < 1) begin : g_illegal_route_bits store_node_multi_ROUTE_BITS_must_be_at_least_1 illegal (); end
    if (RULE != 0 && ROUTE_BITS != (PORTS + 1) * $clog2(PORTS + 1)) begin : g_illegal_route_bits_2
      store_node_multi_ROUTE_BITS_must_be_those_of_a_label_of_PORTS_plus_1_symbols_with_a_RULE illegal ();
    end
    if (WIDTH < ROUTE_BITS + COPIES) begin : g_illegal_width
      store_node_multi_WIDTH_must_be_at_least_ROUTE_BITS_plus_COPIES illegal ();
    end
    if (DEPTH < 1) begin : g_illegal_depth store_node_multi_DEPTH_must_be_at_least_1 illegal (); end
    if (LINK_DEPTH < 0 || LINK_DEPTH > DEPTH) begin : g_illegal_link_depth
      store_node_multi_LINK_DEPTH_must_be_0_to_DEPTH illegal ();
    end
    if (OWN_DEPTH < 0 || OWN_DEPTH > DEPTH) begin : g_illegal_own_depth
      store_node_multi_OWN_DEPTH_must_be_0_to_DEPTH illegal ();
    end
    if (RULE < 0 || RULE > 1) begin : g_illegal_rule store_node_multi_RULE_must_be_0_or_1 illegal (); end
    if (ROM_DEPTH < 0) begin : g_illegal_rom_depth store_node_multi_ROM_DEPTH_must_not_be_negative illegal (); end
    if ((ROM_DEPTH > 0) != (RULE == 0)) begin : g_illegal_rom_depth_2
      store_node_multi_ROM_DEPTH_must_be_0_with_a_RULE_and_positive_with_RULE_0 illegal ();
    end
    if (SHARED < 0 || SHARED > 1) begin : g_illegal_shared store_node_multi_SHARED_must_be_0_or_1 illegal (); end
    if (UNREAD != 0 && (SHARED != 0 || RULE != 0)) begin : g_illegal_unread
      store_node_multi_UNREAD_must_be_0_if_SHARED_or_with_a_RULE illegal ();
    end
    if (TIME_BITS < 1) begin : g_illegal_time_bits store_node_multi_TIME_BITS_must_be_at_least_1 illegal (); end
    if (COPIES < 0) begin : g_illegal_copies store_node_multi_COPIES_must_not_be_negative illegal (); end
    if (COPIES > (RULE == 0 ? 1 : 0)) begin : g_illegal_copies_2
      store_node_multi_COPIES_must_be_0_or_1_and_0_with_a_RULE illegal ();
    end
    if (RING < 0) begin : g_illegal_ring store_node_multi_RING_must_not_be_negative illegal (); end
    if (RING > (RULE == 0 && COPIES == 0 ? 1 : 0)) begin : g_illegal_ring_2
      store_node_multi_RING_must_be_0_or_1_and_0_with_a_RULE_or_COPIES illegal ();
    end
  endgenerate

  wire [ROUTE_BITS-1:0] here_q;
  wire multicast_q, swap_q;
  wire [15:0] cap;
  reg [COUNT_BITS-1:0] last_place;  // last slot of a ring
  always @(posedge clk) if (rst) last_place <= places - 1'b1;
  wire everybody = RULE == 1 || multicast_q;

  // Controllers.
  wire [SENDERS-1:0] sends, first, start, hop;
  wire [SENDERS*BANK_BITS-1:0] bank;
  wire [SENDERS*ROUTE_BITS-1:0] label;  // label of the copy to be made; 0: none
  wire [SENDERS*PLACE_BITS-1:0] place;
  wire [PORTS-1:0] ports;  // ports that send if their sender does
  wire [COUNT_BITS-1:0] own;
  genvar b, k;
  generate
    if (RULE == 1) begin : g_level
      star_level_multi #(
          .PORTS(PORTS),
          .PLACE_BITS(PLACE_BITS),
          .COUNT_BITS(COUNT_BITS)
      ) controller (
          .clk(clk),
          .rst(rst),
          .run(run),
          .own(own),
          .packet_cap(cap),
          .hop(hop),
          .sends(sends),
          .first(first),
          .ports(ports),
          .bank(bank),
          .place(place)
      );
      assign start = 1'b1;
      assign label = {ROUTE_BITS{1'b0}};
      wire unused = &{1'b0, multicast_q, swap_q, load_valid, load_address, load_word, sent_place};
    end else begin : g_rom
      for (k = 0; k < PORTS; k = k + 1) begin : g_port
        store_program #(
            .PLACE_BITS(PLACE_BITS),
            .TARGET_BITS(BANK_BITS),
            .ROUTE_BITS(ROUTE_BITS),
            .COPIES(COPIES),
            .ROM_DEPTH(ROM_DEPTH),
            .ARGUMENT_BITS(ARGUMENT_BITS)
        ) controller (
            .clk(clk),
            .rst(rst),
            .run(run),
            .load_valid(load_valid && load_address[31-:SELECT_BITS] == k[SELECT_BITS-1:0]),
            .load_address({{SELECT_BITS{1'b0}}, load_address[31-SELECT_BITS:0]}),
            .load_word(load_word),
            .hop(hop[k]),
            .sends(sends[k]),
            .first(first[k]),
            .start(start[k]),
            .target(bank[k*BANK_BITS+:BANK_BITS]),
            .label(label[k*ROUTE_BITS+:ROUTE_BITS]),
            .place(place[k*PLACE_BITS+:PLACE_BITS])
        );
      end
      assign ports = ~NONE;
      wire unused = &{1'b0, cap};
    end
  endgenerate

  // Banks. In `data`, message b*SENDERS + i is the message that sender i reads from bank b.
  wire [BANKS*SENDERS*WIDTH-1:0] data;
  wire [BANKS-1:0] enters, full, counted;
  wire [BANKS*COUNT_BITS-1:0] reached;  // per bank: slot after the highest one ever filled
  wire [BANKS*PLACE_BITS-1:0] enter_place;
  wire [PORTS-1:0] delivers;
  wire [BANKS*SENDERS-1:0] absent;  // the sender reads a free slot of a ring
  reg [SENDERS*PLACE_BITS-1:0] sent_place;  // slot of the message on the link
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : g_bank
      localparam SLOTS = b < PORTS ? LINK_DEPTH : OWN_DEPTH;
      localparam [COUNT_BITS-1:0] LAST_SLOT = SLOTS > 0 ? SLOTS[COUNT_BITS-1:0] - 1'b1 : 0;
      localparam SLOT_BITS = SLOTS > 1 ? $clog2(SLOTS) : 1;
      reg [COUNT_BITS-1:0] count;  // slots filled in order, from slot 0 on; ring: next slot
      wire [PLACE_BITS-1:0] into;
      // Slots that the senders read. High bits are cut off: a slot beyond this bank is never
      // filled, so a send from this slot sets `underflow` anyway.
      reg [SENDERS*SLOT_BITS-1:0] slot;
      always @* begin : slots_read
        integer i;
        for (i = 0; i < SENDERS; i = i + 1)
          slot[i*SLOT_BITS+:SLOT_BITS] = place[i*PLACE_BITS+:SLOT_BITS];
      end
      wire [WIDTH-1:0] arrival, last_arrival;
      wire exchange;
      wire write = enters[b] && !full[b];
      if (b < PORTS) begin : g_neighbour
        assign arrival = in_data[b*WIDTH+:WIDTH];
        assign last_arrival = deliver_data[b*WIDTH+:WIDTH];
        store_arrival #(
            .ROUTE_BITS(ROUTE_BITS),
            .COPIES(COPIES)
        ) reception (
            .valid(in_valid[b]),
            .route(arrival[ROUTE_BITS-1:0]),
            .address(here_q),
            .everybody(everybody),
            .delivers(delivers[b]),
            .enters(enters[b]),
            .counted(counted[b])
        );
      end else begin : g_own
        assign arrival = local_data;
        assign last_arrival = {WIDTH{1'b0}};  // unused: an entering own message is not sent yet
        assign enters[b] = local_valid;
        assign counted[b] = enters[b] && COPIES == 0;
        assign own = count;
      end
      if (b < PORTS && RULE == 0) begin : g_exchange
        assign exchange = swap_q && out_valid[b];
        assign into = exchange ? sent_place[b*PLACE_BITS+:PLACE_BITS]
                               : count[PLACE_BITS-1:0];
        reg [COUNT_BITS-1:0] high;
        wire [COUNT_BITS:0] wide_place = {{(COUNT_BITS + 1 - PLACE_BITS) {1'b0}}, into};
        always @(posedge clk)
          if (rst) high <= {COUNT_BITS{1'b0}};
          else if (write && wide_place >= {1'b0, high}) high <= wide_place[COUNT_BITS-1:0] + 1'b1;
        assign reached[b*COUNT_BITS+:COUNT_BITS] = high;
      end else begin : g_append
        assign exchange = 1'b0;
        assign into = count[PLACE_BITS-1:0];
        assign reached[b*COUNT_BITS+:COUNT_BITS] = count;
      end
      reg [SENDERS-1:0] read;
      always @* begin : find_readers
        integer i;
        for (i = 0; i < SENDERS; i = i + 1)
          read[i] = hop[i] && bank[i*BANK_BITS+:BANK_BITS] == b[BANK_BITS-1:0];
      end
      // `into` can be too large: an exchange takes the number of a slot in another bank, a deeper
      // one perhaps, and the strap `places` can give a ring more slots than this bank has.
      wire beyond = {{(COUNT_BITS + 1 - PLACE_BITS) {1'b0}}, into} > {1'b0, LAST_SLOT};
      if (SLOTS == 0) begin : g_none
        assign full[b] = 1'b1;
        assign absent[b*SENDERS+:SENDERS] = {SENDERS{1'b0}};
        always @(posedge clk) count <= {COUNT_BITS{1'b0}};
      end else if (b < PORTS && RING != 0) begin : g_ring
        reg [SLOTS-1:0] taken;
        assign full[b] = beyond || taken[into[SLOT_BITS-1:0]];
        always @(posedge clk) begin : occupancy
          integer i;
          if (rst) taken <= {SLOTS{1'b0}};
          else begin
            if (write) taken[into[SLOT_BITS-1:0]] <= 1'b1;
            for (i = 0; i < SENDERS; i = i + 1)
              if (read[i]) taken[slot[i*SLOT_BITS+:SLOT_BITS]] <= 1'b0;
          end
        end
        reg [SENDERS-1:0] finds_none;
        always @* begin : find_absent
          integer i;
          for (i = 0; i < SENDERS; i = i + 1)
            finds_none[i] = read[i] && !taken[slot[i*SLOT_BITS+:SLOT_BITS]] &&
                            !(write && into == place[i*PLACE_BITS+:PLACE_BITS]);
        end
        assign absent[b*SENDERS+:SENDERS] = finds_none;
        always @(posedge clk)
          if (rst) count <= {COUNT_BITS{1'b0}};
          else if (write) count <= count == last_place ? {COUNT_BITS{1'b0}} : count + 1'b1;
      end else begin : g_heap
        assign full[b] = exchange ? beyond : count == SLOTS[COUNT_BITS-1:0];
        assign absent[b*SENDERS+:SENDERS] = {SENDERS{1'b0}};
        always @(posedge clk)
          if (rst) count <= {COUNT_BITS{1'b0}};
          else if (write && !exchange) count <= count + 1'b1;
      end

      assign enter_place[b*PLACE_BITS+:PLACE_BITS] = into;

      if (SLOTS == 0) begin : g_no_store
        assign data[b*SENDERS*WIDTH+:SENDERS*WIDTH] = {SENDERS * WIDTH{1'b0}};
        wire unused = &{1'b0, exchange, beyond, write, arrival, last_arrival, read, slot};
      end else begin : g_store
        message_store #(
            .WIDTH (WIDTH),
            .PLACES(SLOTS),
            .READS (SENDERS),
            .SHARED(SHARED),
            .UNREAD(UNREAD >> (b * PORTS))
        ) store (
            .clk(clk),
            .write(write),
            .write_place(into[SLOT_BITS-1:0]),
            .write_data(arrival),
            .last_written(last_arrival),
            .read(read),
            .passes({SENDERS{1'b0}}),
            .read_place(slot),
            .data(data[b*SENDERS*WIDTH+:SENDERS*WIDTH])
        );
      end
    end
  endgenerate

  always @* begin : fullest
    integer i;
    raw_places_high = reached[COUNT_BITS-1:0];
    for (i = 1; i < PORTS; i = i + 1)
      if (reached[i*COUNT_BITS+:COUNT_BITS] > raw_places_high)
        raw_places_high = reached[i*COUNT_BITS+:COUNT_BITS];
  end

  assign raw_own_high = own;

  // For each sender: the bank that the sender read, and the message found there.
  reg [SENDERS*BANK_BITS-1:0] bank_q;
  reg [SENDERS*WIDTH-1:0] found;
  function [SENDERS*WIDTH-1:0] of_banks;
    input [BANKS*SENDERS*WIDTH-1:0] all;
    input [SENDERS*BANK_BITS-1:0] which;
    integer i, j;
    begin
      of_banks = {SENDERS * WIDTH{1'b0}};
      for (i = 0; i < SENDERS; i = i + 1)
        for (j = 0; j < BANKS; j = j + 1)
          if (which[i*BANK_BITS+:BANK_BITS] == j[BANK_BITS-1:0])
            of_banks[i*WIDTH+:WIDTH] = of_banks[i*WIDTH+:WIDTH] | all[(j*SENDERS+i)*WIDTH+:WIDTH];
    end
  endfunction
  always @* begin
    found = {SENDERS * WIDTH{1'b0}};
    if (|out_valid) found = of_banks(data, bank_q);
  end
  // Returns {named, filled}. Named: bank `which` exists and `sender` may read it. Filled: slot
  // `from` of this bank was filled or is being filled.
  function [1:0] named_and_filled;
    input integer sender;
    input [BANK_BITS-1:0] which;
    input [PLACE_BITS-1:0] from;
    input [BANKS*COUNT_BITS-1:0] ends;
    input [BANKS-1:0] writes;
    input [BANKS*PLACE_BITS-1:0] written;
    integer i;
    begin
      named_and_filled = 2'b00;
      for (i = 0; i < BANKS; i = i + 1)
        if (which == i[BANK_BITS-1:0] && ((UNREAD >> (i * PORTS + sender)) & 1) == 0) begin
          named_and_filled[1] = 1'b1;
          named_and_filled[0] =
              {{(COUNT_BITS + 1 - PLACE_BITS) {1'b0}}, from} < {1'b0, ends[i*COUNT_BITS+:COUNT_BITS]}
              || (writes[i] && written[i*PLACE_BITS+:PLACE_BITS] == from);
        end
    end
  endfunction

  function is_absent;
    input [BANKS*SENDERS-1:0] all;
    input integer sender;
    integer i;
    begin
      is_absent = 1'b0;
      for (i = 0; i < BANKS; i = i + 1) if (all[i*SENDERS+sender]) is_absent = 1'b1;
    end
  endfunction

  wire [PORTS-1:0] makes;  // the message on the link is a copy
  wire unused_place = &{1'b0, last_place};
  generate
    for (k = 0; k < PORTS; k = k + 1) begin : g_port
      localparam SENDER = RULE == 1 ? 0 : k;
      store_copy #(
          .WIDTH(WIDTH),
          .ROUTE_BITS(ROUTE_BITS),
          .COPIES(COPIES)
      ) copy (
          .clk(clk),
          .hop(hop[SENDER]),
          .label(label[SENDER*ROUTE_BITS+:ROUTE_BITS]),
          .stored(found[SENDER*WIDTH+:WIDTH]),
          .data(out_data[k*WIDTH+:WIDTH]),
          .makes(makes[k])
      );
    end
  endgenerate

  wire [PORTS-1:0] passes_on;
  generate
    for (k = 0; k < PORTS; k = k + 1) begin : g_passes_on
      localparam SENDER = RULE == 1 ? 0 : k;
      assign passes_on[k] = out_valid[k] && !everybody && !makes[k] &&
                            bank_q[SENDER*BANK_BITS+:BANK_BITS] != PORTS[BANK_BITS-1:0];
    end
  endgenerate
  occupancy_mark #(
      .LANES (PORTS),
      .PLACES(PORTS * DEPTH)
  ) passing (
      .clk(clk),
      .rst(rst),
      .enters(everybody ? NONE : counted[PORTS-1:0] & ~full[PORTS-1:0]),
      .leaves(passes_on),
      .high(raw_occupancy_high)
  );

  reg [SENDERS-1:0] filled;  // the sender's slot was or is being filled and, in a ring, is not free
  reg astray;
  always @* begin : look
    integer i;
    reg [1:0] at_place;  // result of named_and_filled
    {i, at_place} = 34'd0;  // avoids latches if the loop is skipped
    filled = {SENDERS{1'b0}};
    astray = 1'b0;
    if (|sends)
      for (i = 0; i < SENDERS; i = i + 1)
        if (sends[i]) begin
          at_place = named_and_filled(i, bank[i*BANK_BITS+:BANK_BITS], place[i*PLACE_BITS+:PLACE_BITS],
                                   reached, {1'b0, enters[PORTS-1:0] & ~full[PORTS-1:0]},
                                   enter_place);
          if (!at_place[1]) astray = 1'b1;
          filled[i] = at_place[0] && !is_absent(absent, i);
        end
  end
  always @(posedge clk) begin : exchange
    integer i;
    for (i = 0; i < SENDERS; i = i + 1)
      if (hop[i]) begin
        bank_q[i*BANK_BITS+:BANK_BITS] <= bank[i*BANK_BITS+:BANK_BITS];
        sent_place[i*PLACE_BITS+:PLACE_BITS] <= place[i*PLACE_BITS+:PLACE_BITS];
      end
    deliver_valid <= rst ? NONE : delivers;
    if (|in_valid)
      for (i = 0; i < PORTS; i = i + 1)
        if (in_valid[i]) deliver_data[i*WIDTH+:WIDTH] <= in_data[i*WIDTH+:WIDTH];
  end

  store_frame #(
      .PORTS(PORTS),
      .LANES(PORTS),
      .SENDERS(SENDERS),
      .PLACES(BANKS * DEPTH),
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
      .enters(counted & ~full),
      .full(|(enters & full)),
      .sends(sends),
      .first(first),
      .start(start),
      .ports(ports),
      .hop(hop),
      .filled(filled),
      .astray(astray),
      .stays(makes),
      .out_start(out_start),
      .out_valid(out_valid),
      .overflow(raw_overflow),
      .underflow(raw_underflow),
      .contention(raw_contention),
      .figures({raw_last_delivery, raw_deliveries, raw_busy, raw_last_hop, raw_hops, raw_waiting_high, raw_queue_high})
  );

  // With STATS = 0 these outputs are constant, so that tools remove the unread counters.
  assign queue_high = STATS != 0 ? raw_queue_high : {$clog2((PORTS+1)*DEPTH+1){1'b0}};
  assign waiting_high = STATS != 0 ? raw_waiting_high : {$clog2((PORTS+1)*DEPTH+1){1'b0}};
  assign places_high = STATS != 0 ? raw_places_high : {$clog2(DEPTH+1){1'b0}};
  assign own_high = STATS != 0 ? raw_own_high : {$clog2(DEPTH+1){1'b0}};
  assign occupancy_high = STATS != 0 ? raw_occupancy_high : {$clog2(PORTS*DEPTH+1){1'b0}};
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
