// SPDX-License-Identifier: Apache-2.0
// Number of messages in a multi-port fat-tree switch, and the largest high-water mark of the
// switch's queues to the children. A multicast message waits in several queues and counts once: it
// is resident until the last of these queues has sent it. Unless `unicast`, the number of residents
// that came by a branch is taken as the largest number of such residents in one queue. This number
// is exact if all residents of the branch enter the same queues in the same order, or if the branch
// has one link and each resident leaves in the cycle after its arrival.
`default_nettype none
module fat_tree_statistics #(
    parameter ARITY      = 2,
    parameter DOWN_LINKS = 1,
    parameter UP_LINKS   = 1,
    parameter DEPTH      = 4
) (
    input wire clk,
    input wire rst,
    input wire unicast,  // each message leaves by one queue
    input wire [(ARITY+1)*(ARITY*DOWN_LINKS+UP_LINKS)-1:0] into,  // per queue: arrivals that enter
    input wire [ARITY*DOWN_LINKS+UP_LINKS-1:0] out_valid,
    // Per outgoing link: branch by which its message came.
    input wire [(ARITY*DOWN_LINKS+UP_LINKS)*$clog2(ARITY+1)-1:0] origin,
    input wire [ARITY*$clog2(UP_LINKS*DEPTH+1)-1:0] down_highs,
    output reg may_grow,  // messages came in the last cycle, so that marks can grow
    // Messages at the end of the last cycle; 0 unless `may_grow`.
    output wire [$clog2((ARITY*DOWN_LINKS+UP_LINKS)*DEPTH+1)-1:0] resident,
    output reg [$clog2(UP_LINKS*DEPTH+1)-1:0] down_high
);
  localparam BRANCHES = ARITY + 1;
  localparam LINKS = ARITY * DOWN_LINKS + UP_LINKS;
  localparam COUNT_BITS = $clog2(UP_LINKS * DEPTH + 1);
  localparam TOTAL_BITS = $clog2(LINKS * DEPTH + 1);
  localparam ORIGIN_BITS = $clog2(BRANCHES);

  generate
    if (ARITY < 2 || ARITY > 16) begin : g_illegal_arity fat_tree_statistics_ARITY_must_be_2_to_16 illegal (); end
    if (DOWN_LINKS < 1) begin : g_illegal_down_links
      fat_tree_statistics_DOWN_LINKS_must_be_at_least_1 illegal ();
    end
    if (UP_LINKS < DOWN_LINKS) begin : g_illegal_up_links
      fat_tree_statistics_UP_LINKS_must_be_at_least_DOWN_LINKS illegal ();
    end
    if (DEPTH < 1) begin : g_illegal_depth fat_tree_statistics_DEPTH_must_be_at_least_1 illegal (); end
  endgenerate

  // Number of messages that came by branch i and still wait for branch j, at i * BRANCHES + j.
  reg [BRANCHES*BRANCHES*COUNT_BITS-1:0] waiting;
  always @(posedge clk) begin : count  // clocked, as combinational logic is simulated twice a clock
    integer i, j, a;
    reg goes;
    reg [COUNT_BITS-1:0] change;  // summed first, as a chain of additions to the count is larger
    for (i = 0; i < BRANCHES; i = i + 1)
      for (j = 0; j < BRANCHES; j = j + 1) begin
        change = {COUNT_BITS{1'b0}};
        for (a = 0; a < (i < ARITY ? DOWN_LINKS : UP_LINKS); a = a + 1)
          if (into[j*LINKS+i*DOWN_LINKS+a]) change = change + 1'b1;
        for (a = j * DOWN_LINKS; a < (j < ARITY ? (j + 1) * DOWN_LINKS : LINKS); a = a + 1) begin
          goes = out_valid[a] && origin[a*ORIGIN_BITS+:ORIGIN_BITS] == i[ORIGIN_BITS-1:0];
          change = change - {{(COUNT_BITS - 1) {1'b0}}, goes};
        end
        waiting[(i*BRANCHES+j)*COUNT_BITS+:COUNT_BITS] <=
            rst ? {COUNT_BITS{1'b0}} : waiting[(i*BRANCHES+j)*COUNT_BITS+:COUNT_BITS] + change;
      end
  end

  // Distinct messages in the switch.
  function [TOTAL_BITS-1:0] residents;
    input [BRANCHES*BRANCHES*COUNT_BITS-1:0] held;
    input each_once;
    integer came, goes;
    reg [TOTAL_BITS-1:0] one, some;
    begin
      residents = {TOTAL_BITS{1'b0}};
      for (came = 0; came < BRANCHES; came = came + 1) begin
        some = {TOTAL_BITS{1'b0}};
        for (goes = 0; goes < BRANCHES; goes = goes + 1) begin
          one = {{(TOTAL_BITS - COUNT_BITS) {1'b0}}, held[(came*BRANCHES+goes)*COUNT_BITS+:COUNT_BITS]};
          if (each_once) some = some + one;
          else if (one > some) some = one;
        end
        residents = residents + some;
      end
    end
  endfunction

  always @(posedge clk) may_grow <= !rst && |into;
  assign resident = may_grow ? residents(waiting, unicast) : {TOTAL_BITS{1'b0}};

  always @* begin : longest_down
    integer q;
    down_high = down_highs[COUNT_BITS-1:0];
    for (q = 1; q < ARITY; q = q + 1)
      if (down_highs[q*COUNT_BITS+:COUNT_BITS] > down_high)
        down_high = down_highs[q*COUNT_BITS+:COUNT_BITS];
  end
endmodule
`default_nettype wire
