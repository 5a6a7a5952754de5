// SPDX-License-Identifier: Apache-2.0
  // Properties of the crossbar: an output passes the flit of one input, unchanged, or nothing; a
  // flit that is dropped, or that several outputs select, sets `contention`.
  reg started = 1'b0, dropped = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);
  always @(posedge clk) dropped <= !rst && (dropped || conflict);

  (* anyconst *) wire [LINE_BITS-1:0] any_in, any_out;
  always @* assume (any_in < LINES && any_out < LINES);
  wire sends = in_valid[any_in];
  wire passes = out_valid[any_out];
  reg [LINES-1:0] wants;  // inputs with a flit for output any_out
  integer p;
  generate
    if (ROM_DEPTH == 0) begin : g_named
      always @* begin
        for (p = 0; p < LINES; p = p + 1)
          wants[p] = in_valid[p] && in_line[p*LINE_BITS+:LINE_BITS] == any_out;
        if (started) begin
          assert (passes == (wants != 0 && (wants & (wants - 1'b1)) == 0));
          if (!passes && wants != 0) assert (conflict);
          if (sends && in_line[any_in*LINE_BITS+:LINE_BITS] >= LINES) assert (conflict);
        end
      end
    end else begin : g_selected
      reg [LINES-1:0] selects;  // outputs for which the ROM's row selects input any_in
      always @* begin
        for (p = 0; p < LINES; p = p + 1) begin
          wants[p] = in_valid[p] && g_rom.active && g_rom.row[any_out*(LINE_BITS+1)+LINE_BITS] &&
                     g_rom.row[any_out*(LINE_BITS+1)+:LINE_BITS] == p;
          selects[p] = g_rom.active && g_rom.row[p*(LINE_BITS+1)+LINE_BITS] &&
                       g_rom.row[p*(LINE_BITS+1)+:LINE_BITS] == any_in;
        end
        if (started) begin
          if (passes) assert (wants != 0);
          if (sends && (selects == 0 || (selects & (selects - 1'b1)) != 0)) assert (conflict);
          if (sends && selects[any_out]) assert (passes == ((selects & (selects - 1'b1)) == 0));
        end
      end
    end
  endgenerate
  always @* if (started) begin
    if (passes && wants[any_in])
      assert (out_data[any_out*WIDTH+:WIDTH] == in_data[any_in*WIDTH+:WIDTH]);
    assert (contention == dropped);
  end
