// SPDX-License-Identifier: Apache-2.0
  // Properties of the single-port switch, for any program or for the rule.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  wire ok = started && !overflow && !underflow && !contention;

  always @* assume (places == DEPTH);  // the proofs of `queue` cover fewer slots

  wire [4:0] branch;
  wire [7:0] pending, most, sent;
  branch_order #(
      .BRANCHES(PORTS),
      .LINKS(PORTS),
      .WIDTH(WIDTH)
  ) order (
      .clk(clk),
      .rst(rst),
      .ok(ok),
      .into(into),
      .in_data(in_data),
      .out_valid(out_valid),
      .out_data({PORTS{out_data}}),
      .branch(branch),
      .pending(pending),
      .most(most),
      .sent(sent)
  );

  always @* begin
    assert ((out_valid & (out_valid - 1'b1)) == 0);  // never two outputs, for any ROM
    if (ok && branch == ARITY) assert (up_count == pending && up_high == most);
    if (ok && branch < ARITY) assert (waiting[branch*COUNT_BITS+:COUNT_BITS] == pending);
    if (ok && branch < ARITY) assert (down_high >= most);
    if (ok) assert (down_count != 0 || pending == 0 || branch == ARITY);
    // The rule sends whenever a message waits, upwards first.
    if (ok && ROM_DEPTH == 0 && pending != 0) begin
      assert (out_valid != 0);
      if (branch == ARITY) assert (out_valid[ARITY]);
    end
  end

  // `hops` is the number of messages that have left, `last_hop` the cycle of the last departure.
  function [TIME_BITS-1:0] next_count;  // counters stop at their highest value
    input [TIME_BITS-1:0] from;
    input [7:0] by;
    next_count = {9'd0, from} + by > {TIME_BITS{1'b1}} ? {TIME_BITS{1'b1}} : from + by;
  endfunction
  reg [TIME_BITS-1:0] hops_expected, last_expected;
  always @(posedge clk) begin
    hops_expected <= rst ? 0 : next_count(hops, out_valid != 0);
    last_expected <= rst ? 0 : out_valid != 0 ? cycle : last_hop;
  end
  always @* if (started) assert (hops == hops_expected && last_hop == last_expected);

  // Until a message has been copied into two queues, `resident` is the number of queued messages,
  // and `queue_high` the largest such number so far.
  integer port;
  reg copies, copies_now;
  reg [TOTAL_BITS-1:0] queue_high_before;
  always @* begin
    copies_now = 1'b0;
    for (port = 0; port < PORTS; port = port + 1)
      if ((into[port*PORTS+:PORTS] & (into[port*PORTS+:PORTS] - 1'b1)) != 0) copies_now = 1'b1;
  end
  always @(posedge clk) begin
    copies <= !rst && (copies || copies_now);
    queue_high_before <= rst ? 0 : queue_high;
  end
  always @* if (ok && !copies) begin
    assert (resident == up_count + down_count);
    assert (queue_high == (resident > queue_high_before ? resident : queue_high_before));
  end
