// SPDX-License-Identifier: Apache-2.0
// Scoreboard of one outgoing branch, chosen by the prover: messages leave by the branch in the
// order in which they arrived for it, each once, with unchanged data. The scoreboard sees the
// switch's links, flags and routing decisions, not its queues. Arrivals of a cycle are ordered by
// their link numbers, and so are departures.
`default_nettype none
module branch_order #(
    parameter BRANCHES   = 3,
    parameter LINKS      = 3,
    parameter DOWN_LINKS = 1,
    parameter WIDTH      = 3
) (
    input wire clk,
    input wire rst,
    input wire ok,  // no flag is set: after the first flag nothing is guaranteed
    input wire [LINKS*BRANCHES-1:0] into,  // per incoming link, the branches its message must take
    input wire [LINKS*WIDTH-1:0] in_data,
    input wire [LINKS-1:0] out_valid,
    input wire [LINKS*WIDTH-1:0] out_data,
    output wire [4:0] branch,
    output reg [7:0] pending,  // arrivals minus departures of the branch
    output reg [7:0] most,  // high-water mark of `pending`
    output reg [7:0] sent
);
  (* anyconst *) wire [4:0] any_branch;
  (* anyconst *) wire [7:0] any_link;
  (* anyseq *) wire choose;
  assign branch = any_branch;
  always @* assume (any_branch < BRANCHES && any_link < LINKS);

  integer a;
  reg of_branch;
  reg [7:0] arriving, rank;
  reg tracking;
  reg [7:0] ahead;  // departures before that of the tracked message
  reg [WIDTH-1:0] data;
  always @* begin
    sent = 0;
    arriving = 0;
    rank = 0;
    for (a = 0; a < LINKS; a = a + 1) begin
      of_branch = a >= branch * DOWN_LINKS &&
                  (branch == BRANCHES - 1 || a < (branch + 1) * DOWN_LINKS);
      if (out_valid[a] && of_branch) begin
        if (ok && tracking && sent == ahead) assert (out_data[a*WIDTH+:WIDTH] == data);
        sent = sent + 1;
      end
      if (a == any_link) rank = arriving;
      if (into[a*BRANCHES+branch]) arriving = arriving + 1;
    end
    if (ok) begin
      assert (sent <= pending);
      if (tracking) assert (ahead < pending);
    end
  end

  wire [7:0] pending_next = pending - sent + arriving;
  always @(posedge clk) begin
    pending <= pending_next;
    if (pending_next > most) most <= pending_next;
    if (tracking) begin
      ahead <= ahead - sent;
      if (ahead < sent) tracking <= 1'b0;
    end else if (choose && into[any_link*BRANCHES+branch]) begin
      tracking <= 1'b1;
      ahead <= pending - sent + rank;
      data <= in_data[any_link*WIDTH+:WIDTH];
    end
    if (rst) begin
      pending <= 0;
      most <= 0;
      tracking <= 1'b0;
    end
  end
endmodule
`default_nettype wire
