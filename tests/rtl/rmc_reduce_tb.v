// SPDX-License-Identifier: Apache-2.0
// An allreduce of three tiles, combined in the network. A frame begins when all sources have a word
// and all sinks have capacity. Tile 1 combines its neighbours' words, combines the result with its
// own word, and sends the final result to all. Streams stall at random. The reference uses 64 bits.
`default_nettype none
module rmc_reduce_tb;
  parameter WIDTH = 16, OPERATION = 0, SIGNED = 0, FRAMES = 300, SEED = 1;
  localparam TILES = 3, LINKS = 3, SLOT_BITS = 4, FLOW_BITS = 1, LINE = WIDTH + 3, CODE_BITS = 3;
  localparam ADDRESS = 2 + SLOT_BITS + 3, UP = 1, DOWN = 2, RESULT = 3, A = 3, B = 4;

  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;
  reg bus_valid = 0;
  reg [ADDRESS-1:0] bus_address = 0;
  reg [31:0] bus_data = 0;
  wire bus_done;
  wire [31:0] bus_read;
  wire [4:0] wave;
  wire [TILES-1:0] ready, error, select;
  wire write;
  wire [1:0] space;
  wire [SLOT_BITS-1:0] address;
  wire [31:0] write_data;
  reg bus_write = 1'b1;
  wire [32*TILES-1:0] read_data;
  rmc_registers #(.TILES(TILES), .SLOT_BITS(SLOT_BITS), .STATS(2), .WAVE_DELAY(0), .READY_DELAY(12)) registers (
      .clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address),
      .bus_data(bus_data), .bus_done(bus_done), .bus_read(bus_read), .irq(), .wave(wave),
      .ready(&ready), .error(error), .select(select), .write(write), .space(space),
      .address(address), .write_data(write_data), .read_data(read_data));

  wire [LINE-1:0] up[0:TILES-1], down[0:TILES-1];
  reg [TILES-1:0] s_valid = 0, m_ready = 0;
  wire [TILES-1:0] s_ready, m_valid, m_last, m_id;
  reg [TILES*WIDTH-1:0] s_data = 0;
  wire [TILES*WIDTH-1:0] m_data;
  genvar i;
  generate
    for (i = 0; i < TILES; i = i + 1) begin : g_tile
      wire [2*LINE-1:0] in_word, out_word;
      assign in_word = {up[(i+2)%TILES], down[(i+1)%TILES]};
      assign {down[i], up[i]} = out_word;
      rmc_tile #(.LINKS(LINKS), .WIDTH(WIDTH), .SLOT_BITS(SLOT_BITS), .FLOW_BITS(FLOW_BITS),
                 .TX_DEPTH(4), .RX_DEPTH(8), .CREDITS(0), .ROOM(3), .ON_DEMAND(1), .REDUCE(1),
                 .SIGNED(SIGNED), .STATS(2)) tile (
          .clk(clk), .rst(rst), .wave(wave), .ready(ready[i]), .error(error[i]), .in_word(in_word),
          .out_word(out_word), .select(select[i]), .write(write), .space(space), .address(address),
          .write_data(write_data), .read_data(read_data[32*i+:32]), .axis_aclk(clk),
          .axis_areset(rst), .s_axis_tvalid(s_valid[i]), .s_axis_tready(s_ready[i]),
          .s_axis_tdata(s_data[i*WIDTH+:WIDTH]), .s_axis_tlast(1'b1), .s_axis_tdest(1'b1),
          .m_axis_tvalid(m_valid[i]), .m_axis_tready(m_ready[i]),
          .m_axis_tdata(m_data[i*WIDTH+:WIDTH]), .m_axis_tlast(m_last[i]), .m_axis_tid(m_id[i]));
    end
  endgenerate

  reg [WIDTH-1:0] values[0:TILES*FRAMES-1];
  integer taken[0:TILES-1], given[0:TILES-1], t, errors = 0, seed = SEED;
  initial for (t = 0; t < TILES * FRAMES; t = t + 1) begin
    values[t] = {$random(seed), $random(seed)};
    taken[t%TILES] = 0;
    given[t%TILES] = 0;
  end

  function signed [63:0] wide(input [WIDTH-1:0] value);
    wide = SIGNED != 0 ? {{(64 - WIDTH) {value[WIDTH-1]}}, value} : {{(64 - WIDTH) {1'b0}}, value};
  endfunction
  function [WIDTH-1:0] expected(input integer frame);
    integer tile;
    reg signed [63:0] next, all;
    begin
      for (tile = 0; tile < TILES; tile = tile + 1) begin
        next = wide(values[frame*TILES+tile]);
        if (tile == 0) all = next;
        else
          case (OPERATION)
            0: all = all + next;
            1: if (next < all) all = next;
            2: if (next > all) all = next;
            3: all = all & next;
            default: all = all | next;
          endcase
      end
      expected = all[WIDTH-1:0];
    end
  endfunction

  // Each tile's source and sink are fast, or so slow that frames must wait for them.
  reg [TILES-1:0] slow_source = 0, slow_sink = 0;
  integer clock = 0;
  always @(posedge clk) if (!rst) begin
    clock = clock + 1;
    if (clock % 512 == 0) {slow_source, slow_sink} = $random(seed);
    for (t = 0; t < TILES; t = t + 1) begin
      if (m_valid[t] && m_ready[t]) begin
        if (m_data[t*WIDTH+:WIDTH] != expected(taken[t]) || !m_last[t] || !m_id[t]) begin
          errors = errors + 1;
          if (errors < 10) $display("rmc_reduce_tb: tile %0d, frame %0d: %h, not %h", t, taken[t], m_data[t*WIDTH+:WIDTH], expected(taken[t]));
        end
        taken[t] = taken[t] + 1;
      end
      if (s_valid[t] && s_ready[t]) given[t] = given[t] + 1;
      if (!s_valid[t] || s_ready[t]) begin
        s_valid[t] <= given[t] < FRAMES && $random(seed) % (slow_source[t] ? 64 : 8) == 0;
        s_data[t*WIDTH+:WIDTH] <= values[(given[t]%FRAMES)*TILES+t];
      end
      m_ready[t] <= $random(seed) % (slow_sink[t] ? 64 : 8) == 0;
    end
  end

  task set(input [31:0] number, input [31:0] data);
    begin
      @(negedge clk);
      bus_valid = 1;
      bus_address = number[ADDRESS-1:0];
      bus_data = data;
      @(negedge clk) bus_valid = 0;
      while (!bus_done) @(negedge clk);
    end
  endtask
  function [31:0] tile_word(input integer tile, input integer which, input integer word);
    tile_word = (1 << (ADDRESS - 1)) + (tile << (SLOT_BITS + 2)) + (which << SLOT_BITS) + word;
  endfunction
  function [31:0] takes(input integer out, input integer from);
    integer k;
    begin
      k = out < LINKS && from > out ? from - 1 : from;
      takes = (k < 2 ? 2 + k : 2 + k) << (out * CODE_BITS);
    end
  endfunction

  integer tile;
  localparam OPERATE = OPERATION << (5 * CODE_BITS);
  initial begin
    repeat (8) @(negedge clk);
    rst = 1'b0;
    for (tile = 0; tile < TILES; tile = tile + 1) set(tile_word(tile, 0, 7), 1);
    set(tile_word(0, 1, 0), takes(UP, 0));
    set(tile_word(2, 1, 0), takes(DOWN, 0));
    set(tile_word(0, 1, 6), takes(0, UP));
    set(tile_word(2, 1, 6), takes(0, DOWN));
    set(tile_word(1, 1, 1), takes(A, UP) | takes(B, DOWN) | OPERATE);
    set(tile_word(1, 1, 3), takes(A, 0) | takes(B, RESULT) | OPERATE);
    set(tile_word(1, 1, 5), takes(0, RESULT) | takes(UP, RESULT) | takes(DOWN, RESULT));
    set(tile_word(0, 2, 0), 32'b01001);    // {from, to, eject, stays, inject}
    set(tile_word(2, 2, 0), 32'b01001);
    set(tile_word(1, 2, 3), 32'b01001);
    set(tile_word(0, 2, 6), 32'b10100);
    set(tile_word(2, 2, 6), 32'b10100);
    set(tile_word(1, 2, 5), 32'b10100);
    set(9, 7);
    set(5, 1);
    set(4, 32'h103);
    for (tile = 0; tile < 200 * FRAMES && taken[0] + taken[1] + taken[2] < TILES * FRAMES; tile = tile + 1)
      @(negedge clk);
    repeat (100) @(negedge clk);
    if (taken[0] != FRAMES || taken[1] != FRAMES || taken[2] != FRAMES || |error) errors = errors + 1;
    if (errors == 0) $display("PASS rmc_reduce_tb: %0d results", TILES * FRAMES);
    else $display("FAIL rmc_reduce_tb: %0d errors, %0d %0d %0d results, flags of %b", errors, taken[0], taken[1], taken[2], error);
    $finish;
  end
endmodule
`default_nettype wire
