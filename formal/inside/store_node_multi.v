// SPDX-License-Identifier: Apache-2.0
  // Properties of the multi-port node, for any program or for the rule. A slot holds the message
  // that entered it last; the prover chooses the slot, the bank and the reading port that are
  // tracked.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  reg ran = 1'b0;
  always @(posedge clk) ran <= run && !rst;
  always @* begin
    if (!started) assume (rst);
    assume (!(|in_valid && !run));
    if (rst) assume (!run && !local_valid);
    if (ran) assume (run);
    if (!ran && RULE == 0) assume (!(|sends));  // the sequencers guarantee this
    if (started && !ran && RULE != 0) assert (!(|sends));
    if (started) assume (!(multicast_q && swap_q));
    if (started && (COPIES != 0 || RING != 0)) assume (!multicast_q && !swap_q);
    if (rst) assume (places != 0 && places <= DEPTH);
  end
  wire ok = started && !overflow && !underflow && !contention;
  reg [PORTS-1:0] held;  // links in use
  always @(posedge clk) held <= rst ? 0 : {PORTS / SENDERS{sends}} & ports;
  always @* if (started) assert (((out_start | out_valid) & ~held) == 0);

  // Arrivals: for the processor, for the store, or for both.
  wire for_all = RULE == 1 || multicast_q;
  reg [PORTS-1:0] mine, passes_through, deliver_expected;
  reg [BANKS-1:0] kept;
  reg [PORTS*WIDTH-1:0] data_expected;
  integer p;
  always @* begin
    kept[PORTS] = local_valid;
    for (p = 0; p < PORTS; p = p + 1) begin
      mine[p] = in_valid[p] && (for_all || in_data[p*WIDTH+:ROUTE_BITS] == here_q);
      passes_through[p] = in_valid[p] && !mine[p];
      kept[p] = passes_through[p] || (in_valid[p] && (for_all || COPIES != 0));
    end
  end
  always @(posedge clk) begin
    deliver_expected <= rst ? 0 : mine;
    data_expected <= in_data;
  end
  always @* if (started) begin
    assert (deliver_valid == deliver_expected);
    for (p = 0; p < PORTS; p = p + 1)
      if (deliver_valid[p])
        assert (deliver_data[p*WIDTH+:WIDTH] == data_expected[p*WIDTH+:WIDTH]);
  end

  // The tracked slot of the tracked bank, and the message that the tracked port reads from it.
  (* anyconst *) wire [BANK_BITS-1:0] chosen_bank;
  (* anyconst *) wire [PLACE_BITS-1:0] chosen;
  (* anyconst *) wire [BANK_BITS-1:0] reader;
  wire [BANK_BITS-1:0] sender = RULE == 1 ? 0 : reader;
  always @* assume (chosen_bank < BANKS && chosen < DEPTH && reader < PORTS);
  wire own_bank = chosen_bank == PORTS;
  wire trades = RULE == 0 && swap_q && !own_bank && out_valid[chosen_bank];
  reg [COUNT_BITS-1:0] appended;
  reg [PLACE_BITS-1:0] from;  // slot from which port `chosen_bank` read the message that it sends
  wire [PLACE_BITS-1:0] into = trades ? from : appended[PLACE_BITS-1:0];
  wire rings = RING != 0 && !own_bank;
  reg occupied;  // the tracked slot of a ring holds a message
  reg [COUNT_BITS-1:0] ring_end;
  wire enters_now = kept[chosen_bank] && (trades || (rings ? !(into == chosen && occupied)
                                                           : appended != DEPTH));
  wire [WIDTH-1:0] incoming = own_bank ? local_data : in_data[chosen_bank*WIDTH+:WIDTH];
  reg [WIDTH-1:0] value, wanted;
  reg read, known, taken_now, full_expected, gone_expected;
  reg too_early;  // an own message was to be sent before or in the cycle of its arrival
  always @* begin  // a sender reads the tracked slot
    taken_now = 1'b0;
    for (p = 0; p < PORTS; p = p + 1)
      if (RULE == 0 && hop[p] && bank[p*BANK_BITS+:BANK_BITS] == chosen_bank &&
          place[p*PLACE_BITS+:PLACE_BITS] == chosen)
        taken_now = 1'b1;
  end
  always @* if (started) begin
    if (full_expected) assert (overflow);
    if (gone_expected && ran) assert (underflow);
    if (too_early && ran) assert (underflow);
  end
  always @(posedge clk) begin
    if (!own_bank && RULE == 0) from <= place[chosen_bank*PLACE_BITS+:PLACE_BITS];
    if (rst) ring_end <= places;
    if (enters_now && !trades)
      appended <= rings && appended + 1'b1 == ring_end ? 0 : appended + 1'b1;
    if (enters_now && into == chosen) begin
      known <= 1'b1;
      value <= incoming;
    end
    if (enters_now && into == chosen) occupied <= 1'b1;
    if (taken_now) occupied <= 1'b0;
    full_expected <= !rst && rings && kept[chosen_bank] && into == chosen && occupied;
    gone_expected <= !rst && rings && taken_now && !occupied && !(enters_now && into == chosen);
    too_early <= !rst && own_bank && taken_now && !known;
    read <= !rst && hop[sender] && ports[reader] && place[sender*PLACE_BITS+:PLACE_BITS] == chosen &&
            bank[sender*BANK_BITS+:BANK_BITS] == chosen_bank &&
            (rings ? occupied || (enters_now && into == chosen)
                   : known || (!own_bank && enters_now && into == chosen));
    wanted <= enters_now && into == chosen ? incoming : value;
    if (rst) begin
      appended <= 0;
      known <= 1'b0;
      occupied <= 1'b0;
    end
  end
  generate
    if (COPIES == 0) begin : g_as_stored
      always @* if (ok && read)
        assert (out_valid[reader] && out_data[reader*WIDTH+:WIDTH] == wanted);
    end else begin : g_labelled
      reg [ROUTE_BITS-1:0] asked;
      always @(posedge clk) asked <= label[sender*ROUTE_BITS+:ROUTE_BITS];
      wire [WIDTH-1:0] shown = out_data[reader*WIDTH+:WIDTH];
      always @* if (ok && read) begin
        assert (out_valid[reader] && shown[WIDTH-1:ROUTE_BITS] == wanted[WIDTH-1:ROUTE_BITS]);
        assert (shown[ROUTE_BITS-1:0] == (asked != 0 ? asked : wanted[ROUTE_BITS-1:0]));
        assert (makes[reader] == (asked != 0));
      end
    end
  endgenerate

  // Each counter must equal the number of its events. `contents` is the number of arrivals that
  // take a slot minus the number of sends that free one; sends of multicasts or copies free none.
  // With COPIES, `contents` includes only the messages that pass through this node.
  function [TIME_BITS-1:0] next_count;  // counters stop at their highest value
    input [TIME_BITS-1:0] from;
    input [7:0] by;
    next_count = {9'd0, from} + by > {TIME_BITS{1'b1}} ? {TIME_BITS{1'b1}} : from + by;
  endfunction
  reg [TIME_BITS-1:0] hops_expected, last_expected, busy_expected, deliveries_expected;
  reg [TIME_BITS-1:0] delivery_expected;
  reg [$clog2((PORTS + 1)*DEPTH+1)-1:0] high_before;
  reg [7:0] contents, out_count, gone_count, in_count, held_count, home_count;
  always @* begin
    out_count = 0;
    gone_count = 0;
    in_count = local_valid && COPIES == 0;
    held_count = 0;
    home_count = 0;
    for (p = 0; p < PORTS; p = p + 1) begin
      out_count = out_count + out_valid[p];
      gone_count = gone_count + (out_valid[p] && !for_all && !makes[p]);
      in_count = in_count + (COPIES != 0 ? passes_through[p] : kept[p]);
      held_count = held_count + held[p];
      home_count = home_count + mine[p];
    end
  end
  always @(posedge clk) begin
    hops_expected <= rst ? 0 : next_count(hops, out_count);
    last_expected <= rst ? 0 : out_count != 0 ? cycle : last_hop;
    busy_expected <= rst ? 0 : next_count(busy, held_count);
    deliveries_expected <= rst ? 0 : next_count(deliveries, home_count);
    delivery_expected <= rst ? 0 : home_count != 0 ? cycle : last_delivery;
    high_before <= rst ? 0 : queue_high;
    contents <= rst ? 0 : contents + in_count - gone_count;
  end
  always @* if (started) begin
    assert (hops == hops_expected && last_hop == last_expected && busy == busy_expected);
    assert (deliveries == deliveries_expected && last_delivery == delivery_expected);
    if (ok) begin
      assert (contents <= (PORTS + 1) * DEPTH);
      assert (queue_high == (contents > high_before ? contents : high_before));
    end
  end
