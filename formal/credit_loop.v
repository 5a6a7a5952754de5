// SPDX-License-Identifier: Apache-2.0
// A receiver, and a sender that obeys the receiver's credits, with the delays of `rmc_endpoint` and
// of the routers between them. The credit bit leaves the receiver once per frame of PERIOD slots;
// every slot may bring a word.
`default_nettype none
module credit_loop #(
    parameter PERIOD = 3,
    parameter THERE  = 1,   // routers that a word passes
    parameter BACK   = 1,   // routers that a credit passes
    parameter DEPTH  = 16,
    parameter ROOM   = 10
) (
    input wire clk,
    input wire rst,
    input wire wants,       // the sender has a word to send, and a slot for it
    input wire m_axis_tready
);
  wire granted, room, came, overflow;
  // A word is delayed by the sender's register, then by one register per router.
  reg [THERE:0] words = 0;
  always @(posedge clk) words <= rst ? 0 : {words, wants && granted};
  // The credit bit leaves when phase is 0; its delay is modelled in the same way.
  (* anyconst *) wire [3:0] first;
  reg [3:0] phase;
  always @* assume (first < PERIOD);
  always @(posedge clk) phase <= rst ? first : phase == PERIOD - 1 ? 4'd0 : phase + 4'd1;
  reg [BACK:0] bits = 0, credits = 0;
  always @(posedge clk) begin
    bits <= rst ? 0 : {bits, phase == 4'd0};
    credits <= {credits, room};
  end
  rmc_grants #(
      .FLOW_BITS(1)
  ) grants (
      .clk         (clk),
      .write       (bits[BACK]),
      .write_flow  (1'b0),
      .write_credit(credits[BACK]),
      .flow        (1'b0),
      .granted     (granted)
  );
  wire valid, last;
  wire [7:0] data;
  wire id;
  wire [$clog2(DEPTH):0] high;
  rmc_stream_rx #(
      .WIDTH    (8),
      .FLOW_BITS(1),
      .DEPTH    (DEPTH),
      .ROOM     (ROOM),
      .STATS    (1)
  ) rx (
      .clk          (clk),
      .rst          (rst),
      .in_word      ({words[THERE], 10'd0}),
      .slot_used    (1'b1),
      .flow         (1'b0),
      .room         (room),
      .came         (came),
      .overflow     (overflow),
      .m_axis_aclk  (clk),
      .m_axis_areset(rst),
      .m_axis_tvalid(valid),
      .m_axis_tready(m_axis_tready),
      .m_axis_tdata (data),
      .m_axis_tlast (last),
      .m_axis_tid   (id),
      .high         (high)
  );
endmodule
`default_nettype wire
