// SPDX-License-Identifier: Apache-2.0
  // Properties of the multi-port switch, for any program or for the rule.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  wire ok = started && !overflow && !underflow && !contention;

  always @* assume (places == DEPTH);  // the proofs of `queue` cover fewer slots
  wire [LINKS*BRANCHES-1:0] into_of_link;
  generate
    for (g = 0; g < LINKS; g = g + 1) begin : g_of_link
      for (b = 0; b < BRANCHES; b = b + 1) begin : g_to
        assign into_of_link[g*BRANCHES+b] = into[b*LINKS+g];
      end
    end
  endgenerate

  wire [4:0] branch;
  wire [7:0] pending, most, sent;
  branch_order #(
      .BRANCHES(BRANCHES),
      .LINKS(LINKS),
      .DOWN_LINKS(DOWN_LINKS),
      .WIDTH(WIDTH)
  ) order (
      .clk(clk),
      .rst(rst),
      .ok(ok),
      .into(into_of_link),
      .in_data(in_data),
      .out_valid(out_valid),
      .out_data(out_data),
      .branch(branch),
      .pending(pending),
      .most(most),
      .sent(sent)
  );

  generate
    for (b = 0; b < BRANCHES; b = b + 1) begin : g_contents
      always @* if (ok && branch == b) assert (g_branch[b].count == pending);
    end
  endgenerate
  wire [7:0] ways = branch == ARITY ? UP_LINKS : DOWN_LINKS;
  always @* begin
    if (ok && branch == ARITY) assert (up_high == most);
    if (ok && branch < ARITY) assert (down_high >= most);
    // The rule sends all messages that wait for a branch, up to the branch's number of links.
    if (ok && ROM_DEPTH == 0) assert (sent == (pending < ways ? pending : ways));
  end

  // `hops` is the number of messages that have left, `last_hop` the cycle of the last departure.
  localparam TOTAL_BITS = $clog2(LINKS * DEPTH + 1);
  integer link;
  function [TIME_BITS-1:0] next_count;  // counters stop at their highest value
    input [TIME_BITS-1:0] from;
    input [7:0] by;
    next_count = {9'd0, from} + by > {TIME_BITS{1'b1}} ? {TIME_BITS{1'b1}} : from + by;
  endfunction
  reg [TIME_BITS-1:0] hops_expected, last_expected;
  reg [7:0] sends;
  always @* begin
    sends = 0;
    for (link = 0; link < LINKS; link = link + 1) sends = sends + out_valid[link];
  end
  always @(posedge clk) begin
    hops_expected <= rst ? 0 : next_count(hops, sends);
    last_expected <= rst ? 0 : out_valid != 0 ? cycle : last_hop;
  end
  always @* if (started) assert (hops == hops_expected && last_hop == last_expected);

  // As long as all messages are unicasts, `queue_high` is the largest number of queued messages so
  // far. The proof is slow, so it covers only switches with UP_LINKS = 1 that run a program, not
  // the rule; the program is arbitrary and can behave like the rule.
  reg copies, copies_now;
  reg [TOTAL_BITS-1:0] queue_high_before;
  wire [TOTAL_BITS-1:0] queued[0:BRANCHES];
  assign queued[0] = 0;
  generate
    for (b = 0; b < BRANCHES; b = b + 1) assign queued[b+1] = queued[b] + g_branch[b].count;
  endgenerate
  always @* begin
    copies_now = route_kind != 0;
    for (link = 0; link < LINKS; link = link + 1)
      if ((into_of_link[link*BRANCHES+:BRANCHES] & (into_of_link[link*BRANCHES+:BRANCHES] - 1'b1)) != 0)
        copies_now = 1'b1;
  end
  always @(posedge clk) begin
    copies <= !rst && (copies || copies_now);
    queue_high_before <= rst ? 0 : queue_high;
  end
  always @* if (ok && !copies && route_kind == 0 && ROM_DEPTH > 0 && UP_LINKS == 1)
    assert (queue_high == (queued[BRANCHES] > queue_high_before ? queued[BRANCHES]
                                                                 : queue_high_before));
