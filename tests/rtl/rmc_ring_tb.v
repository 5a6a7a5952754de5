// SPDX-License-Identifier: Apache-2.0
// Four tiles of the fabric in a ring, with hand-written tables of an alltoall. Tile i sends flow 1 to
// tile i+1, flow 2 to tile i+2 and flow 3 to tile i-1; every word is numbered, and both sides of the
// streams stall at random. The tables are exchanged while words flow; no word may be lost.
// FAULT puts a wrong word into one table (1, 3, 4, 5), cuts a link (2), or lets sinks stall without
// credits (6): exactly the flags in `faulty_flags` must go up.
`default_nettype none
module rmc_ring_tb;
  parameter LINKS = 3, UP = 1, DOWN = 2;  // links to tile i+1 and to tile i-1
  parameter WIDTH = 16, STATS = 2, CROSSING = 0, ON_DEMAND = 0, WISHBONE = 0, CREDITS = 1, FAULT = 0;
  parameter HOLDS = 0;  // > 0: words of flow 2 in plan 1 wait one slot on their path
  parameter CYCLES = 14000, SEED = 1;
  localparam TILES = 4, SLOT_BITS = 4, FLOW_BITS = 2, LINE = WIDTH + 3;
  localparam TX_DEPTH = 8, RX_DEPTH = 64, ROOM = 40;
  localparam ADDRESS = 2 + SLOT_BITS + 3;
  localparam SOURCES = HOLDS != 0 ? LINKS + HOLDS : LINKS - 1;
  localparam CODE_BITS = 1 + SOURCES / 2 + SOURCES % 2, HOLD = LINKS;

  reg clk = 1'b0, user_clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;
  generate
    if (CROSSING != 0) begin : g_user_clock
      always #3.7 user_clk = !user_clk;
    end else begin : g_same_clock
      always @* user_clk = clk;
    end
  endgenerate

  // The bus, driven by tasks below.
  reg awvalid = 0, wvalid = 0, bready = 0, arvalid = 0, rready = 0, stb = 0, we = 0;
  reg [ADDRESS+1:0] awaddr = 0, araddr = 0;
  reg [31:0] wdata = 0;
  wire awready, wready, bvalid, arready, rvalid, ack;
  wire [31:0] rdata, dat_r;
  wire bus_valid, bus_write, bus_done, irq;
  wire [ADDRESS-1:0] bus_address;
  wire [31:0] bus_data, bus_read;
  generate
    if (WISHBONE != 0) begin : g_wishbone
      rmc_wishbone #(.ADDRESS(ADDRESS)) front (
          .clk(clk), .rst(rst), .wb_cyc(stb), .wb_stb(stb), .wb_we(we), .wb_adr(awaddr[ADDRESS+1:2]),
          .wb_dat_w(wdata), .wb_sel(4'hf), .wb_ack(ack), .wb_err(), .wb_dat_r(dat_r),
          .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address),
          .bus_data(bus_data), .bus_done(bus_done), .bus_read(bus_read));
    end else begin : g_axi
      rmc_axi_lite #(.ADDRESS(ADDRESS)) front (
          .clk(clk), .rst(rst), .s_axi_awvalid(awvalid), .s_axi_awready(awready),
          .s_axi_awaddr(awaddr), .s_axi_awprot(3'd0), .s_axi_wvalid(wvalid), .s_axi_wready(wready),
          .s_axi_wdata(wdata), .s_axi_wstrb(4'hf), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
          .s_axi_bresp(), .s_axi_arvalid(arvalid), .s_axi_arready(arready), .s_axi_araddr(araddr),
          .s_axi_arprot(3'd0), .s_axi_rvalid(rvalid), .s_axi_rready(rready), .s_axi_rdata(rdata),
          .s_axi_rresp(), .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address),
          .bus_data(bus_data), .bus_done(bus_done), .bus_read(bus_read));
    end
  endgenerate

  wire [4:0] wave;
  wire [TILES-1:0] ready, error, select;
  wire write;
  wire [1:0] space;
  wire [SLOT_BITS-1:0] address;
  wire [31:0] write_data;
  wire [32*TILES-1:0] read_data;
  reg all_ready = 1'b0;
  always @(posedge clk) all_ready <= &ready;
  rmc_registers #(.TILES(TILES), .SLOT_BITS(SLOT_BITS), .STATS(STATS), .WAVE_DELAY(0),
                  .READY_DELAY(12), .FINGERPRINT(64'h0123456789abcdef)) registers (
      .clk(clk), .rst(rst), .bus_valid(bus_valid), .bus_write(bus_write), .bus_address(bus_address),
      .bus_data(bus_data), .bus_done(bus_done), .bus_read(bus_read), .irq(irq), .wave(wave),
      .ready(all_ready), .error(error), .select(select), .write(write), .space(space),
      .address(address), .write_data(write_data), .read_data(read_data));

  wire [LINE-1:0] up[0:TILES-1], down[0:TILES-1];  // leaving tile i upwards and downwards
  reg cut = 1'b0;                                  // the link from tile 0 up to tile 1 is dead
  reg [TILES-1:0] s_valid = 0, m_ready = 0, s_last = 0;
  wire [TILES-1:0] s_ready, m_valid, m_last;
  reg [TILES*WIDTH-1:0] s_data = 0;
  reg [TILES*FLOW_BITS-1:0] s_dest = 0;
  wire [TILES*WIDTH-1:0] m_data;
  wire [TILES*FLOW_BITS-1:0] m_id;
  genvar i, l;
  generate
    for (i = 0; i < TILES; i = i + 1) begin : g_tile
      wire [(LINKS-1)*LINE-1:0] in_word, out_word;
      for (l = 1; l < LINKS; l = l + 1) begin : g_link
        if (l == UP) assign in_word[(l-1)*LINE+:LINE] = down[(i+1)%TILES];
        else if (l == DOWN) assign in_word[(l-1)*LINE+:LINE] = cut && i == 1 ? {LINE{1'b0}} : up[(i+3)%TILES];
        else assign in_word[(l-1)*LINE+:LINE] = {LINE{1'b0}};
      end
      assign up[i] = out_word[(UP-1)*LINE+:LINE];
      assign down[i] = out_word[(DOWN-1)*LINE+:LINE];
      rmc_tile #(.LINKS(LINKS), .WIDTH(WIDTH), .SLOT_BITS(SLOT_BITS), .FLOW_BITS(FLOW_BITS),
                 .TX_DEPTH(TX_DEPTH), .RX_DEPTH(RX_DEPTH), .CREDITS(CREDITS), .ROOM(ROOM),
                 .ON_DEMAND(ON_DEMAND), .CROSSING(CROSSING), .HOLDS(HOLDS), .STATS(STATS)) tile (
          .clk(clk), .rst(rst), .wave(wave), .ready(ready[i]), .error(error[i]), .in_word(in_word),
          .out_word(out_word), .select(select[i]), .write(write), .space(space), .address(address),
          .write_data(write_data), .read_data(read_data[32*i+:32]), .axis_aclk(user_clk),
          .axis_areset(rst), .s_axis_tvalid(s_valid[i]), .s_axis_tready(s_ready[i]),
          .s_axis_tdata(s_data[i*WIDTH+:WIDTH]), .s_axis_tlast(s_last[i]),
          .s_axis_tdest(s_dest[i*FLOW_BITS+:FLOW_BITS]), .m_axis_tvalid(m_valid[i]),
          .m_axis_tready(m_ready[i]), .m_axis_tdata(m_data[i*WIDTH+:WIDTH]), .m_axis_tlast(m_last[i]),
          .m_axis_tid(m_id[i*FLOW_BITS+:FLOW_BITS]));
    end
  endgenerate

  // Sources and sinks. Word n of flow f from tile t is {f, t, n}, and the last of a packet if n % 5 = 4.
  localparam COUNT = 12;  // bits of n, the lowest of a word
  reg [COUNT-1:0] sent[0:15], got[0:15];  // by flow and source
  reg sends = 1'b0;
  integer errors = 0, accepted = 0, words = 0, opened, seed = SEED, t, f, busy_sink = 3, busy_source = 3;
  reg [3:0] who;
  reg [1:0] turn[0:TILES-1];  // the flow that the source sends next; ON_DEMAND: in the slots' order
  initial for (t = 0; t < 16; t = t + 1) begin
    sent[t] = 0;
    got[t] = 0;
    if (t < TILES) turn[t] = 1;
  end

  task check(input good, input [31:0] code, input [31:0] shown);
    if (!good) begin
      errors = errors + 1;
      if (errors < 12) $display("rmc_ring_tb: wrong %0d (%h) at %0t", code, shown, $time);
    end
  endtask

  // A word that waits for its sink must not change.
  reg [TILES-1:0] waits = 0;
  reg [TILES*(WIDTH+FLOW_BITS+1)-1:0] waiting = 0;
  wire [TILES*(WIDTH+FLOW_BITS+1)-1:0] shown = {m_data, m_id, m_last};
  always @(posedge user_clk) if (!rst) begin
    for (t = 0; t < TILES; t = t + 1) begin
      if (waits[t]) check(m_valid[t] && m_data[t*WIDTH+:WIDTH] == waiting[TILES*(FLOW_BITS+1)+t*WIDTH+:WIDTH],
                          1, t);
      if (m_valid[t] && m_ready[t]) begin
        f = m_id[t*FLOW_BITS+:FLOW_BITS];
        who = {2'd0, m_data[t*WIDTH+12+:2]};   // the source
        who = who + {2'd0 + m_data[t*WIDTH+14+:2], 2'd0};
        // A word that arrives at tile t as flow f comes from tile t+f, which sends it as flow 4-f.
        if (FAULT < 5) begin
          check(who == {2'd0 - f[1:0], t[1:0] + f[1:0]}, 2, m_data[t*WIDTH+:16]);
          check(m_data[t*WIDTH+:WIDTH] == {WIDTH / 16{who, got[who]}}, 3, m_data[t*WIDTH+:16]);
          check(m_last[t] == (got[who] % 5 == 4), 4, m_data[t*WIDTH+:16]);
        end
        got[who] <= got[who] + 1'b1;
        words = words + 1;
      end
      if (!s_valid[t] || s_ready[t]) begin
        if (s_valid[t]) begin
          who = {s_dest[t*FLOW_BITS+:FLOW_BITS], t[1:0]};
          sent[who] = sent[who] + 1'b1;
          accepted = accepted + 1;
          turn[t] = ON_DEMAND != 0 ? turn[t] - 1 + 3 * (turn[t] == 1) : turn[t] == 3 ? 1 : turn[t] + 1;
        end
        who = {turn[t], t[1:0]};
        // On demand, words come so slowly that frames must wait, mostly for the words of tile 1.
        s_valid[t] <= sends && $random(seed) % 4 < busy_source - 1 &&
                      (ON_DEMAND == 0 || $unsigned($random(seed)) % (t == 1 ? 12 : 8) == 0);
        s_data[t*WIDTH+:WIDTH] <= {{WIDTH / 16{turn[t], t[1:0], sent[who]}}};
        s_dest[t*FLOW_BITS+:FLOW_BITS] <= turn[t];
        s_last[t] <= sent[who] % 5 == 4;
      end
      m_ready[t] <= $random(seed) % 4 < busy_sink - 1;
    end
    waits <= m_valid & ~m_ready;
    waiting <= shown;
  end

  reg [31:0] result;  // the word that the last bus access read
  reg seen_irq = 1'b0, injects = 1'b0;
  // Slots of tile 0's flows with bit `stays` (end_word) in frames that inject no other flows.
  integer stayed = 0;
  always @(posedge clk) begin
    injects <= g_tile[0].tile.g_endpoint.endpoint.inject_1;
    if (g_tile[0].tile.g_endpoint.endpoint.open_2 && !injects) stayed = stayed + 1;
  end
  always @(posedge clk) if (irq && sends) seen_irq <= 1'b1;
  // On demand a frame begins when all endpoints have the words that its bank needs.
  integer plan_of_bank[0:1];
  initial {plan_of_bank[0], plan_of_bank[1]} = 0;
  generate
    for (i = 0; i < TILES; i = i + 1) begin : g_demand
      always @(posedge clk)
        if (registers.on_demand && g_tile[i].tile.inject && g_tile[i].tile.slot == 0)
          check(g_tile[i].tile.g_endpoint.endpoint.waiting >= need_of(plan_of_bank[g_tile[i].tile.bank]), 32, i);
    end
  endgenerate
  // The bus has its own process, because simulators compile a task again for every call.
  reg asked = 1'b0, served = 1'b0, writes = 1'b0;
  reg [ADDRESS-1:0] word_address = 0;
  reg [31:0] value = 0;
  always begin
    wait (asked != served);
    @(negedge clk);
    awaddr = {word_address, 2'd0};
    araddr = {word_address, 2'd0};
    wdata = value;
    if (WISHBONE != 0) begin
      stb = 1;
      we = writes;
      @(posedge clk);
      while (!ack) @(posedge clk);
      result = dat_r;
      @(negedge clk) stb = 0;
    end else if (writes) begin
      awvalid = 1;
      wvalid = 1;
      bready = 1;
      #1 while (!awready) begin
        @(negedge clk);
        #1;
      end
      @(negedge clk);
      awvalid = 0;
      wvalid = 0;
      while (!bvalid) @(negedge clk);
      @(negedge clk) bready = 0;
    end else begin
      arvalid = 1;
      rready = 1;
      #1 while (!arready) begin
        @(negedge clk);
        #1;
      end
      @(negedge clk) arvalid = 0;
      while (!rvalid) @(negedge clk);
      result = rdata;
      @(negedge clk) rready = 0;
    end
    served = asked;
  end
  task access(input to_write, input [ADDRESS-1:0] at_word, input [31:0] data);
    begin
      {writes, word_address, value} = {to_write, at_word, data};
      asked = !asked;
      wait (served == asked);
    end
  endtask
  task set(input [31:0] number, input [31:0] data);
    access(1'b1, number[ADDRESS-1:0], data);
  endtask
  task get(input [31:0] number);
    access(1'b0, number[ADDRESS-1:0], 32'd0);
  endtask
  function [31:0] tile_word(input integer tile, input integer which, input integer word);
    tile_word = (1 << (ADDRESS - 1)) + (tile << (SLOT_BITS + 2)) + (which << SLOT_BITS) + word;
  endfunction

  // The router word by which output `out` takes input `from`, and no other output takes any.
  function [31:0] takes(input integer out, input integer from);
    integer k, bits;
    begin
      k = from < out || out >= LINKS ? from : from - 1;
      bits = k < 2 ? 2 + k : k == 2 ? 4 : k == 3 ? 5 : k == 4 ? 8 : 9;
      takes = bits << (out * CODE_BITS);
    end
  endfunction

  // The word of slot s of all routers; plans 0 and 2 have 4 slots, plan 1 has 5. Plan 2 sends
  // flow 2 by another path than plan 0, but flows 1 and 3 in the same slots and by the same paths.
  function [31:0] router_word(input integer plan, input integer s);
    case (plan * 8 + s)
      0: router_word = takes(UP, 0) | takes(0, DOWN);           // flow 1 begins, flow 2 ends
      1: router_word = takes(DOWN, 0) | takes(0, DOWN);         // flow 3 begins, flow 1 ends
      2: router_word = takes(UP, 0) | takes(0, UP);             // flow 2 begins, flow 3 ends
      3: router_word = takes(UP, DOWN);                         // flow 2 goes on
      8: router_word = takes(DOWN, 0) | takes(0, UP);           // flow 2 begins, flow 3 ends
      9: router_word = HOLDS != 0 ? takes(HOLD, UP) : takes(DOWN, UP);  // flow 2 waits or goes on
      10: router_word = HOLDS != 0 ? takes(DOWN, HOLD) : takes(0, UP);  // flow 2 goes on or ends
      11: router_word = takes(UP, 0) | (HOLDS != 0 ? takes(0, UP) : 0);  // flow 1 begins; flow 2 ends
      12: router_word = takes(DOWN, 0) | takes(0, DOWN);        // flow 3 begins, flow 1 ends
      16: router_word = takes(UP, 0) | takes(0, UP);
      17: router_word = takes(DOWN, 0) | takes(0, DOWN);
      18: router_word = takes(DOWN, 0) | takes(0, UP);          // flow 2 begins
      19: router_word = takes(DOWN, UP);
      default: router_word = 0;
    endcase
  endfunction
  function [31:0] end_word(input integer plan, input integer s);  // {from, to, eject, stays, inject}
    case (plan * 8 + s)
      0, 16: end_word = {25'd0, 2'd2, 2'd1, 3'b111};
      1, 17: end_word = {25'd0, 2'd3, 2'd3, 3'b111};
      2, 18: end_word = {25'd0, 2'd1, 2'd2, 3'b101};
      8: end_word = {25'd0, 2'd1, 2'd2, 3'b101};
      10: end_word = HOLDS != 0 ? 0 : {25'd0, 2'd2, 2'd0, 3'b100};
      11: end_word = HOLDS != 0 ? {25'd0, 2'd2, 2'd1, 3'b101} : {25'd0, 2'd0, 2'd1, 3'b001};
      12: end_word = {25'd0, 2'd3, 2'd3, 3'b101};
      default: end_word = 0;
    endcase
  endfunction
  function [31:0] signature(input integer plan, input integer which);
    integer s, bits;
    reg [31:0] value, word;
    begin
      bits = which == 1 && (LINKS + HOLDS) * CODE_BITS > 16 ? 32 : 16;
      value = 0;
      for (s = 0; s < slots_of(plan); s = s + 1) begin
        word = which == 1 ? router_word(plan, s) : end_word(plan, s);
        value = value[bits-1] ? (value << 1) ^ (bits == 32 ? 32'h04c11db7 : 32'h11021) : value << 1;
        value = value ^ word;
      end
      signature = value;
    end
  endfunction
  function integer slots_of(input integer plan);
    slots_of = plan == 1 ? 5 : 4;
  endfunction
  function integer need_of(input integer plan);  // words that a frame on demand waits for
    need_of = plan == 1 ? 2 : 3;
  endfunction

  integer tile, s, round, plan, next_plan, faulty_tile, faulty_flags;
  task load(input integer which);  // writes the shadow bank of all tiles
    integer a, b, word;
    begin
      for (a = 0; a < TILES; a = a + 1) set(tile_word(a, 0, 7), 0);  // no frame may use these needs
      for (a = 0; a < TILES; a = a + 1) begin
        for (b = 0; b < slots_of(which); b = b + 1) begin
          word = router_word(which, b);
          if (FAULT == 1 && which == 0 && a == 2 && b == 1) word = takes(DOWN, 0);
          if (FAULT == 5 && which == 0 && a == 0 && b == 0) word = takes(UP, DOWN) | takes(0, DOWN);
          set(tile_word(a, 1, b), word);
          word = end_word(which, b);
          if (FAULT == 3 && which == 0 && a == 3 && b == 0) word = word & ~1;
          if (FAULT == 4 && which == 0 && a == 1 && b == 2) word = word & ~4;
          set(tile_word(a, 2, b), word);
        end
        set(tile_word(a, 0, 7), need_of(which));
      end
      get(6);
      plan_of_bank[!result[1]] = which;
      set(result[1] ? 8 : 9, slots_of(which));  // the period of the shadow bank
    end
  endtask
  task commit(input integer drains);
    integer from;
    begin
      get(7);
      from = result;
      set(5, 3 * drains);
      if (ON_DEMAND != 0) set(tile_word(1, 0, 7), 32'd0);  // this write must be dropped
      else set(5, 0);
      if (drains == 1) set(tile_word(1, 1, 0), 32'd0);  // dropped, or after COMMIT: to shadow bank
      result = 4;
      while (result[2]) get(6);
      check(result[5:4] == 2'b11, 10, result);  // COMMIT was done; a write or COMMIT was dropped
      check(irq == sends, 27, 0);               // interrupts are on once the sources are
      set(6, 32'h30);
      check(!irq, 28, 0);
      get(7);
    end
  endtask

  initial begin
    repeat (12) @(negedge clk);
    rst = 1'b0;
    get(0);
    check(result == 32'h524D4631, 11, result);
    get(2);
    check(result == 32'h89abcdef, 12, result);
    get(1);
    check(result == STATS * 32'h1000000 + SLOT_BITS * 32'h10000 + TILES, 13, result);
    load(0);
    plan = 0;
    commit(1);
    set(4, 32'h10d + 2 * ON_DEMAND);
    sends = 1'b1;
    for (round = 0; round < 7; round = round + 1) begin
      busy_source = 2 + $unsigned($random(seed)) % 4;
      busy_sink = CREDITS == 0 ? 5 : 2 + $unsigned($random(seed)) % 4;
      repeat (CYCLES / 12) @(negedge clk);
      // All sinks stall until the sources stall, too.
      if ((CREDITS != 0 || FAULT == 6) && (round == 2 || round == 5)) busy_sink = 0;
      repeat (CYCLES / 12) @(negedge clk);
      if (FAULT == 0) begin
        // The memories hold what the host wrote.
        if (STATS > 0)
          for (tile = 0; tile < TILES; tile = tile + 1)
            for (s = 0; s < 2; s = s + 1) begin
              get(tile_word(tile, 0, 9 + 2 * s));
              check(result == signature(plan, s + 1), 14 + s, result);
            end
        // Plans in order: 0, 1, 0, 0 (without draining), 2, 0, 2, 1.
        case (round)
          0, 6: next_plan = 1;
          3, 5: next_plan = 2;
          default: next_plan = 0;
        endcase
        load(next_plan);
        if (STATS > 0)
          for (s = 0; s < 2; s = s + 1) begin
            get(tile_word(round % TILES, 0, 8 + 2 * s));
            check(result == signature(next_plan, s + 1), 25 + s, result);
          end
        commit(plan != next_plan);
        plan = next_plan;
      end
      busy_sink = 3;
    end
    if (FAULT == 2) cut = 1'b1;
    repeat (100) @(negedge clk);
    // No word may remain in the fabric.
    sends = 1'b0;
    busy_sink = 5;
    set(4, 32'h105);
    for (s = 0; s < 4000 && (FAULT != 0 || words != accepted); s = s + 1) @(negedge clk);
    repeat (200) @(negedge clk);
    cut = 1'b0;
    set(4, 32'h100);  // STOP
    repeat (60) @(negedge clk);
    get(6);
    check(!result[0], 16, result);
    for (tile = 0; tile < TILES; tile = tile + 1)
      for (s = 1; s < 4; s = s + 1)
        if (FAULT == 0) check(sent[s*4+tile] == got[s*4+tile], 17, s * 4 + tile);
    faulty_tile = 99;
    faulty_flags = 0;
    case (FAULT)
      1: begin faulty_tile = 2; faulty_flags = (1 << (8 + DOWN)) | (1 << 16); end
      2: begin faulty_tile = 1; faulty_flags = 1 << DOWN; end
      3: begin faulty_tile = 3; faulty_flags = 1; end
      4: begin faulty_tile = 1; faulty_flags = 1 << 17; end
      5: begin faulty_tile = 0; faulty_flags = 1 << 8; end
      6: begin faulty_tile = 0; faulty_flags = 1 << 18; end
      default: ;
    endcase
    if (STATS > 0) begin
      for (tile = 0; tile < TILES; tile = tile + 1) begin
        get(tile_word(tile, 0, 0));
        check(result == (FAULT == 6 ? 1 << 18 : tile == faulty_tile ? faulty_flags : 0), 18, result);
        get(tile_word(tile, 0, 2));
        check(result[15:0] <= RX_DEPTH && result[31:16] <= TX_DEPTH && result[15:0] >
              (CREDITS != 0 && FAULT == 0 && ON_DEMAND == 0 ? RX_DEPTH - ROOM - 2 : 0), 19, result);
        if (STATS > 1 && FAULT == 0) begin
          get(tile_word(tile, 0, 3));
          opened = 0;
          for (s = 1; s < 4; s = s + 1) opened = opened + sent[s*4+tile];
          check(result == opened, 20, result);
          get(tile_word(tile, 0, 6));
          check((result != 0) == (CREDITS != 0), 21, result);
        end
      end
      get(13);
      check(result == (FAULT == 0 ? 32'hffffffff : faulty_tile), 22, result);
      if (FAULT != 0) begin  // a flag is cleared by writing it
        get(12);
        // The first error's frame, as recorded by the register file (`opened`) and by the tile.
        opened = result;
        get(tile_word(faulty_tile, 0, 1));
        check(FAULT == 6 || opened - result == 1 || opened - result == 2, 29, result);
        get(6);
        check(result[6] && result[3] && seen_irq, 30, result);
        set(tile_word(faulty_tile, 0, 0), faulty_flags);
        get(tile_word(faulty_tile, 0, 0));
        check(result == 0, 23, result);
      end
    end
    check(words > 500, 24, words);
    // Five COMMITs leave plan 0 or 2 and drain for one frame, in which two flows stay: 10 slots.
    if (FAULT == 0) check(stayed == (ON_DEMAND != 0 ? 0 : 10), 31, stayed);
    if (errors == 0) $display("PASS rmc_ring_tb: %0d words", words);
    else $display("FAIL rmc_ring_tb: %0d errors, %0d words", errors, words);
    $finish;
  end
endmodule
`default_nettype wire
