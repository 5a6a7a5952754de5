// SPDX-License-Identifier: Apache-2.0
  // Properties of the sequencer: its outputs equal those of a plain interpreter of the ROM, which
  // reads the ROM without a register and counts a RUN word's cycles down, not up.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* begin
    if (!started) assume (rst);
    if (run) assume (!load_valid);
  end

  reg on = 1'b0, entered;
  reg [ADDRESS_BITS-1:0] place;
  reg [15:0] left;  // if `entered`: cycles after this one in which the same RUN word is driven
  reg [PASS_BITS-1:0] turns;
  wire [WORD_BITS-1:0] now = rom[place];
  wire [1:0] now_op = now[WORD_BITS-1-:2];
  wire [15:0] now_argument = {{(16 - ARGUMENT_BITS) {1'b0}}, now[KEPT_BITS+:ARGUMENT_BITS]};
  wire [15:0] now_left = entered ? left : now_argument;
  wire repeats = now_op == LOOP && turns != now_argument[6+:PASS_BITS];
  reg [CONTROL_BITS-1:0] expected;
  always @* begin : expand
    integer bit_at, place_at;
    place_at = 0;
    expected = 0;
    for (bit_at = 0; bit_at < CONTROL_BITS; bit_at = bit_at + 1)
      if (KEPT[bit_at]) begin
        expected[bit_at] = on && !now_op[1] && now[place_at];
        place_at = place_at + 1;
      end
  end

  always @(posedge clk) begin
    on <= run && !rst;
    entered <= 1'b0;
    if (!run || rst || !on) begin
      place <= 0;
      turns <= 0;
    end else if (now_op == RUN) begin
      entered <= now_left != 0;
      left <= now_left - 1;
      if (now_left == 0) place <= place + 1;
    end else if (now_op == LOOP) begin
      turns <= repeats ? turns + 1 : 0;
      place <= repeats ? place - now_argument[5:0] : place + 1;
    end
  end

  always @* if (started) begin
    assert (control == expected);
    assert (fresh == (on && !now_op[1] && !entered));
    assert (running == on);
    if (on) begin
      // For induction: both machines are at the same point.
      assert (address == place && word == now && passes == turns);
      if (op == RUN)
        assert (held + now_left == argument && held <= argument && entered == (held != 0));
      else if (op == LOOP) assert (held == 0 && !entered);
      if (op[1]) assert (control == 0);
    end else begin
      assert (control == 0);
      assert (address == 0 && place == 0 && held == 0 && passes == 0 && turns == 0 && !entered);
    end
  end
