// SPDX-License-Identifier: Apache-2.0
  // Properties of the single-port node, for any program or for the rule. A slot holds the message
  // that entered it last; one slot is tracked, chosen by the prover.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  reg ran = 1'b0;
  always @(posedge clk) ran <= run && !rst;
  always @* begin
    if (!started) assume (rst);
    assume ((in_valid & (in_valid - 1'b1)) == 0);
    assume (!(|in_valid && !run));
    if (rst) assume (!run && !local_valid);
    if (ran) assume (run);
    if (!ran && RULE == 0) assume (!sends);  // the sequencer guarantees this
    if (started && !ran && RULE != 0) assert (!sends);
    if (started) assume (!(multicast_q && swap_q));
    if (started && COPIES != 0) assume (!multicast_q && !swap_q);
  end
  wire ok = started && !overflow && !underflow && !contention;
  wire sent = out_valid != 0;

  // In a cycle only the link in use may carry a message or a start-up.
  reg held;  // a link is in use
  reg [PORTS-1:0] port_q;  // the link in use
  always @(posedge clk) begin
    held <= !rst && sends;
    if (sends) port_q <= ONE << port;
  end
  always @* if (started) begin
    assert ((out_valid & (out_valid - 1'b1)) == 0);
    assert ((out_start & (out_start - 1'b1)) == 0);
    assert (out_start == 0 || (held && out_start == port_q));
    assert (!sent || (held && out_valid == port_q));
  end

  // Arrivals: for the processor, for the store, or for both.
  wire own_comes = local_valid && !(|in_valid);
  wire [WIDTH-1:0] incoming = |in_valid ? data_of(in_valid, in_data) : local_data;
  wire for_all = RULE == 1 || (RULE == 0 && multicast_q);
  wire mine = |in_valid && (for_all || incoming[ROUTE_BITS-1:0] == here_q);
  wire passes_through = |in_valid && !mine;
  wire kept = own_comes || passes_through || (|in_valid && (for_all || COPIES != 0));
  reg own_lost = 1'b0;  // an own message came in the cycle of an arrival
  always @(posedge clk) own_lost <= !rst && local_valid && |in_valid;
  always @* if (started && own_lost) assert (overflow);
  reg deliver_expected;
  reg [WIDTH-1:0] data_expected;
  always @(posedge clk) begin
    deliver_expected <= mine && !rst;
    data_expected <= incoming;
  end
  always @* if (started) begin
    assert (deliver_valid == deliver_expected);
    if (deliver_valid) assert (deliver_data == data_expected);
  end

  // chosen: the tracked slot; from: the slot from which the message on the link was read.
  (* anyconst *) wire [PLACE_BITS-1:0] chosen;
  reg [COUNT_BITS-1:0] appended;
  reg [PLACE_BITS-1:0] from;
  wire trades = RULE == 0 && swap_q && sent;
  wire [PLACE_BITS-1:0] into = trades ? from : appended[PLACE_BITS-1:0];
  reg known;
  reg [WIDTH-1:0] value, shown;
  always @(posedge clk) begin
    from <= place;
    if (kept && !trades && appended != DEPTH) appended <= appended + 1'b1;
    if (kept && into == chosen && (trades || appended != DEPTH)) begin
      known <= 1'b1;
      value <= incoming;
    end
    if (rst) begin
      appended <= 0;
      known <= 1'b0;
    end
  end
  generate
    if (RULE != 2) begin : g_tracked
      always @* if (ok) begin
        assume (chosen < DEPTH);
        assert (g_places.count == appended);
        assert (known == (chosen < appended));
        if (sent) assert (g_places.sent_place == from && from < appended);
      end
      // A message on the link equals the contents of the message's slot at the time of the read;
      // with COPIES the bits of the destination may have been replaced.
      reg read;
      reg [WIDTH-1:0] held_value;
      always @(posedge clk) begin
        read <= hop && place == chosen && !rst;
        held_value <= kept && into == chosen && (trades || appended != DEPTH) ? incoming : value;
      end
      if (COPIES == 0) begin : g_as_stored
        always @* if (ok && read && sent) assert (out_data == held_value);
      end else begin : g_copies
        reg [ROUTE_BITS-1:0] asked;
        always @(posedge clk) asked <= label;
        always @* if (ok && read && sent) begin
          assert (out_data[WIDTH-1:ROUTE_BITS] == held_value[WIDTH-1:ROUTE_BITS]);
          assert (out_data[ROUTE_BITS-1:0] == (asked != 0 ? asked : held_value[ROUTE_BITS-1:0]));
          assert (makes == (asked != 0));
        end
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
  reg [COUNT_BITS-1:0] high_before;
  always @(posedge clk) begin
    hops_expected <= rst ? 0 : next_count(hops, sent);
    last_expected <= rst ? 0 : sent ? cycle : last_hop;
    busy_expected <= rst ? 0 : next_count(busy, held);
    deliveries_expected <= rst ? 0 : next_count(deliveries, mine);
    delivery_expected <= rst ? 0 : mine ? cycle : last_delivery;
    high_before <= rst ? 0 : queue_high;
  end
  reg [7:0] contents;
  wire comes_in = COPIES != 0 ? passes_through : kept;
  always @(posedge clk) contents <= rst ? 0 : contents + comes_in - (sent && !for_all && !makes);
  always @* if (started) begin
    assert (hops == hops_expected && last_hop == last_expected && busy == busy_expected);
    assert (deliveries == deliveries_expected && last_delivery == delivery_expected);
    if (ok) begin
      assert (contents <= PLACES);
      assert (queue_high == (contents > high_before ? contents : high_before));
    end
  end
