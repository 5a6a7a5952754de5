// SPDX-License-Identifier: Apache-2.0
  // The flags follow from the ages of the last send and of the last reception, and from the sends,
  // receptions and additions that begin in this cycle.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [SPAN_BITS-1:0] any_overhead, any_spacing;
  (* anyconst *) wire adds_received;
  localparam AGE_BITS = SPAN_BITS + 2;
  localparam [AGE_BITS-1:0] LONG_AGO = {AGE_BITS{1'b1}};
  reg [AGE_BITS-1:0] send_age, receive_age;  // cycles since the last send or reception began
  reg gap_expected, overlap_expected;
  wire busy_now = send_age < overhead || receive_age < reception;
  wire takes = (send && overhead != 0) || (receive && reception != 0) || add;
  wire twice = (send && overhead != 0 && receive && reception != 0) ||
               (add && ((send && overhead != 0) || (receive && reception != 0)));
  always @* begin
    if (!started) assume (rst);
    assume (overhead == any_overhead && spacing == any_spacing);
    assume (spacing >= overhead);
    assume (reception == overhead + adds_received);
  end
  always @(posedge clk)
    if (rst) begin
      send_age <= LONG_AGO;
      receive_age <= LONG_AGO;
      gap_expected <= 1'b0;
      overlap_expected <= 1'b0;
    end else begin
      send_age <= send ? 1 : send_age == LONG_AGO ? LONG_AGO : send_age + 1'b1;
      receive_age <= receive ? 1 : receive_age == LONG_AGO ? LONG_AGO : receive_age + 1'b1;
      if ((send && send_age < spacing) || (receive && receive_age < spacing))
        gap_expected <= 1'b1;
      if ((takes && busy_now) || twice) overlap_expected <= 1'b1;
    end
  always @* if (started) begin
    assert (gap_error == gap_expected);
    assert (overlap == overlap_expected);
  end
