// SPDX-License-Identifier: Apache-2.0
  // Properties of a link's line: `early` rises if and only if two messages came less than `spacing`
  // cycles apart; while `overflow` is low, each message leaves unchanged, exactly `delay` cycles
  // after the message came, nothing else leaves, and `under_way_high` is the largest number of
  // messages that have been in transit at the same time.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [2:0] any_delay, any_spacing;
  always @* begin
    if (!started) assume (rst);
    assume (any_delay != 0 && delay == {14'd0, any_delay});
    assume (any_spacing != 0 && spacing == {13'd0, any_spacing});
  end

  // Arrivals of the last cycles; bit 0 is the latest.
  reg [6:0] came = 7'd0;
  always @(posedge clk) came <= rst ? 7'd0 : {came[5:0], in_valid};
  always @* if (started && !overflow) assert (out_valid == came[any_delay-3'd1]);

  // One arrival, chosen by the prover.
  (* anyseq *) wire choose;
  reg tracking = 1'b0;
  reg [2:0] left;  // cycles until the tracked message leaves
  reg [WIDTH-1:0] value;
  always @(posedge clk) begin
    if (rst || (tracking && left == 3'd0)) tracking <= 1'b0;
    else if (!tracking && choose && in_valid) begin
      tracking <= 1'b1;
      value <= in_data;
    end
    left <= tracking ? left - 3'd1 : any_delay - 3'd1;
  end
  always @* if (started && tracking && left == 3'd0 && !overflow)
    assert (out_valid && out_data == value);

  reg [2:0] since = 3'd7;  // cycles since the last arrival, 7 at most
  reg early_expected, overflow_expected;
  reg [3:0] high_expected;
  integer under_way;
  always @(posedge clk) begin
    since <= rst ? 3'd7 : in_valid ? 3'd1 : since == 3'd7 ? 3'd7 : since + 3'd1;
    early_expected <= !rst && (early || (in_valid && since < any_spacing));
    overflow_expected <= !rst && (overflow || (in_valid && under_way - out_valid >= DEPTH));
    high_expected <= rst ? 4'd0 : under_way_high;
  end
  always @* begin : count_those_that_came
    integer i;
    under_way = 0;
    for (i = 0; i < 7; i = i + 1) if (i < any_delay) under_way = under_way + came[i];
  end
  always @* if (started) begin
    assert (early == early_expected);
    if (!overflow) begin
      assert (!overflow_expected);
      assert (under_way_high == (under_way > high_expected ? under_way : high_expected));
    end
  end
