// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/testbench_text.hpp"

namespace romcast {
namespace {

constexpr const char* kBench = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast fabric. Sources number every word, sources and sinks stall at random, and the tables
// change while words flow: mode 0, 1, 0, and 0 without a gap. A monitor beside the streams knows from
// the schedule (words.hex) when each word must come out of the network: a word in another cycle, or none
// in this one, is late. +fault=N loads wrong word N of faults.hex instead, and exactly its flags must go
// up. The last line is the result; lost 0 late 0 errors 0 if all is well.
//
// Frames on demand take a round from every source: the words of a frame, in the order of their slots. No
// source may lack a word in its slot. Before another mode all sources end after the same round. Faults
// have frames that follow each other, as routers do not check the first one after a rest.
`default_nettype none
module romcast_fabric_tb;
  localparam TILES = @TILES@, WIDTH = @WIDTH@, SLOT_BITS = @SLOT_BITS@, FLOW_BITS = @FLOW_BITS@;
  localparam ADDRESS = @ADDRESS@, LINE = WIDTH + 3, STATS = @STATS@, DRAIN = @DRAIN@;
  localparam LOADS_0 = @LOADS_0@, LOADS_1 = @LOADS_1@, WORDS = @WORDS@, FAULTS = @FAULTS@;
  localparam LONGEST = @LONGEST@, CLOCKS = @CLOCKS@, DRAIN_CLOCKS = @DRAIN_CLOCKS@, ON_DEMAND = @ON_DEMAND@;
  localparam SIGNED = @SIGNED@;
  localparam [TILES-1:0] ENDS = @ENDS@, STALLS = @STALLS@;
  localparam [63:0] FINGERPRINT = 64'h@FINGERPRINT@;
  localparam KEYS = TILES << FLOW_BITS, SLOTS = TILES << SLOT_BITS, PIECES = (WIDTH + 31) / 32;

  reg clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;
@USER_CLOCK@  reg [TILES-1:0] s_valid = 0, s_last = 0, m_ready = 0;
  wire [TILES-1:0] s_ready, m_valid, m_last;
  reg [TILES*WIDTH-1:0] s_data = 0;
  reg [TILES*FLOW_BITS-1:0] s_dest = 0;
  wire [TILES*WIDTH-1:0] m_data;
  wire [TILES*FLOW_BITS-1:0] m_id;
@BUS_WIRES@  wire irq;
  romcast_fabric fabric (
      .clk(clk),
      .rst(rst),
@CONNECTIONS@      .irq(irq)
  );

  // Words that leave the endpoints, and that the network brings to them.
  wire [LINE-1:0] leaves[0:TILES-1], comes[0:TILES-1];
  wire [TILES-1:0] misses;  // a slot found no word
@PROBES@  wire [SLOT_BITS-1:0] slot = fabric.tile_@FIRST@.slot;
  wire bank = fabric.tile_@FIRST@.bank;
  wire injects = fabric.tile_@FIRST@.inject;

  // The schedule, and the words of a table that another file loads.
  reg [103:0] words[0:WORDS-1];
  reg [63:0] table_0[0:LOADS_0-1], table_1[0:LOADS_1-1], signatures[0:2*TILES-1];
  reg [159:0] faults[0:FAULTS-1];
  integer first[0:2*SLOTS-1], receivers[0:2*SLOTS-1];  // words, by mode, sender and slot
  // Senders of a receiver's key: lines with different sender's keys, linked; several are combined.
  integer line[0:KEYS-1], next_line[0:WORDS-1];
  // Flows in the order of their slots: of each mode, and those of mode 0 that both modes have.
  integer order[0:3*SLOTS-1], orders[0:3*TILES-1], turn[0:TILES-1], which = 0;
  reg [31:0] sent[0:KEYS-1], got[0:KEYS-1];  // words, by key: tile and number of the flow
  reg used[0:KEYS-1], used_in_1[0:KEYS-1];  // by receiver's and by sender's key
  integer modes[0:1];                        // the mode that a bank holds
  integer errors = 0, lost = 0, late = 0, total = 0, frames = 0, fault = 0, seed = 1, source_busy = 3, sink_busy = 3;
  integer i, t, key, from;
  integer rounds[0:TILES-1], last_round = 32'h7fffffff, taken = 0;  // by sources, and by frames on demand
  integer beat = 0, slow = 0;  // on demand frames wait for the slow source
  reg sends = 1'b0;

  task check(input good, input [255:0] what, input [31:0] shown);
    if (!good) begin
      errors = errors + 1;
      if (errors < 12) $display("wrong %0s: %h at %0t", what, shown, $time);
    end
  endtask

  // Word `number` of a flow.
  function [WIDTH-1:0] word_of(input integer of_key, input [31:0] number);
    integer p;
    reg [32*PIECES-1:0] all;
    begin
      for (p = 0; p < PIECES; p = p + 1) all[32*p+:32] = (number + of_key * 37) * (2 * p + 1);
      word_of = all[WIDTH-1:0];
    end
  endfunction

  // Fields of a line of words.hex.
  function integer from_of(input integer w); from_of = words[w][99:84]; endfunction
  function integer slot_of(input integer w); slot_of = words[w][83:68]; endfunction
  function integer dest_of(input integer w); dest_of = words[w][67:52]; endfunction
  function integer to_of(input integer w); to_of = words[w][51:36]; endfunction
  function integer id_of(input integer w); id_of = words[w][35:20]; endfunction
  function integer after_of(input integer w); after_of = words[w][19:4]; endfunction

  function integer kind_of(input integer w); kind_of = words[w][3:0]; endfunction
  function integer sender_of(input integer w); sender_of = (from_of(w) << FLOW_BITS) + dest_of(w); endfunction
  function integer receiver_of(input integer w); receiver_of = (to_of(w) << FLOW_BITS) + id_of(w); endfunction

  localparam [WIDTH-1:0] FLIP = SIGNED != 0 ? {1'b1, {(WIDTH - 1) {1'b0}}} : {WIDTH{1'b0}};
  function [WIDTH-1:0] combined(input integer kind, input [WIDTH-1:0] a, input [WIDTH-1:0] b);
    case (kind)
      8: combined = a + b;
      9: combined = (a ^ FLIP) < (b ^ FLIP) ? a : b;
      10: combined = (a ^ FLIP) < (b ^ FLIP) ? b : a;
      11: combined = a & b;
      default: combined = a | b;
    endcase
  endfunction
  // Word `number` of all senders of a key.
  function [WIDTH-1:0] expected(input integer of_key, input [31:0] number);
    integer l;
    begin
      expected = word_of(sender_of(line[of_key]), number);
      for (l = next_line[line[of_key]]; l >= 0; l = next_line[l])
        expected = combined(kind_of(l), expected, word_of(sender_of(l), number));
    end
  endfunction
  // Words of senders that have not arrived.
  function missing(input integer of_key);
    integer l;
    begin
      missing = 1'b0;
      for (l = line[of_key]; l >= 0; l = next_line[l])
        if (sent[sender_of(l)] != got[of_key]) missing = 1'b1;
    end
  endfunction

  task add_order(input integer list, input integer of_word);
    begin
      order[((list*TILES+from_of(of_word))<<SLOT_BITS)+orders[list*TILES+from_of(of_word)]] = dest_of(of_word);
      orders[list*TILES+from_of(of_word)] = orders[list*TILES+from_of(of_word)] + 1;
    end
  endtask

  integer w, at, at_line;
  reg is_known;
  initial begin
    $readmemh("words.hex", words);
    $readmemh("tables_0.hex", table_0);
    $readmemh("tables_1.hex", table_1);
    $readmemh("signatures.hex", signatures);
    $readmemh("faults.hex", faults);
    if (!$value$plusargs("fault=%d", fault)) fault = 0;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    for (w = 0; w < 2 * SLOTS; w = w + 1) receivers[w] = 0;
    for (w = 0; w < KEYS; w = w + 1) begin
      sent[w] = 0;
      got[w] = 0;
      {used[w], used_in_1[w]} = 2'b00;
      line[w] = -1;
    end
    for (w = 0; w < TILES; w = w + 1) begin
      {orders[w], orders[TILES+w], orders[2*TILES+w]} = 0;
      turn[w] = 0;
      rounds[w] = 0;
    end
    for (w = 0; w < WORDS; w = w + 1)
      if (words[w][103:100] == 1) used_in_1[(from_of(w)<<FLOW_BITS)+dest_of(w)] = 1'b1;
    for (w = 0; w < WORDS; w = w + 1) begin
      at = (words[w][103:100] * TILES + from_of(w)) * (1 << SLOT_BITS) + slot_of(w);
      if (receivers[at] == 0) first[at] = w;
      receivers[at] = receivers[at] + 1;
      key = receiver_of(w);
      is_known = 1'b0;
      for (at_line = line[key]; at_line >= 0; at_line = next_line[at_line])
        if (sender_of(at_line) == sender_of(w)) is_known = 1'b1;
      next_line[w] = line[key];
      if (!is_known && kind_of(w) != 1) line[key] = w;
      if (kind_of(w) != 1) used[key] = 1'b1;
      if (kind_of(w) != 1 && receivers[at] == 1) begin
        add_order(words[w][103:100], w);
        if (words[w][103:100] == 0 && used_in_1[(from_of(w)<<FLOW_BITS)+dest_of(w)]) add_order(2, w);
      end
    end
  end

  // Sources and sinks.
  reg [TILES-1:0] waits = 0;
  reg [TILES*(WIDTH+FLOW_BITS+1)-1:0] waiting = 0;
  always @(posedge user_clk) if (!rst) begin
    beat = beat + 1;
    if (beat % 256 == 0) slow = (slow + 1) % TILES;
    for (t = 0; t < TILES; t = t + 1) if (ENDS[t]) begin
      if (waits[t])
        check(m_valid[t] && {m_data[t*WIDTH+:WIDTH], m_id[t*FLOW_BITS+:FLOW_BITS], m_last[t]} ==
              waiting[t*(WIDTH+FLOW_BITS+1)+:WIDTH+FLOW_BITS+1], "word changes while it waits", t);
      waits[t] <= m_valid[t] && !m_ready[t];
      waiting[t*(WIDTH+FLOW_BITS+1)+:WIDTH+FLOW_BITS+1] <=
          {m_data[t*WIDTH+:WIDTH], m_id[t*FLOW_BITS+:FLOW_BITS], m_last[t]};
      if (m_valid[t] && m_ready[t]) begin
        key = (t << FLOW_BITS) + m_id[t*FLOW_BITS+:FLOW_BITS];
        if (fault == 0) begin
          check(used[key], "flow", key);
          check(used[key] && m_data[t*WIDTH+:WIDTH] === expected(key, got[key]), "word", m_data[t*WIDTH+:WIDTH]);
          check(m_last[t] == (got[key] % 5 == 4), "tlast", got[key]);
        end
        got[key] = got[key] + 1;
        total = total + 1;
      end
      if (!s_valid[t] || s_ready[t]) begin
        if (s_valid[t]) begin
          key = (t << FLOW_BITS) + s_dest[t*FLOW_BITS+:FLOW_BITS];
          sent[key] = sent[key] + 1;
          turn[t] = turn[t] + 1;
          if (turn[t] == orders[which*TILES+t]) rounds[t] = rounds[t] + 1;
        end
        if (turn[t] >= orders[which*TILES+t]) turn[t] = 0;
        key = orders[which*TILES+t] == 0 ? 0 : (t << FLOW_BITS) + order[((which*TILES+t)<<SLOT_BITS)+turn[t]];
        s_valid[t] <= sends && orders[which*TILES+t] > 0 && rounds[t] < last_round &&
                      $unsigned($random(seed)) % (ON_DEMAND && t == slow ? 32 : 4) < source_busy;
        s_data[t*WIDTH+:WIDTH] <= word_of(key, sent[key]);
        s_dest[t*FLOW_BITS+:FLOW_BITS] <= key[FLOW_BITS-1:0];
        s_last[t] <= sent[key] % 5 == 4;
      end
      m_ready[t] <= !STALLS[t] || fault > 0 || $unsigned($random(seed)) % 4 < sink_busy;
    end
  end

  // The monitor: a word that leaves in slot s is due after as many slots as the schedule says.
  localparam RING = 1 << $clog2(LONGEST + 4);
  reg [SLOT_BITS-1:0] slot_1, slot_2, slot_3;
  reg bank_1, bank_2, bank_3;
  reg [WIDTH:0] due[0:TILES*RING-1];  // {last, data}
  reg is_due[0:TILES*RING-1];
  integer now = 0, k, r, cell_of;
  initial for (r = 0; r < TILES * RING; r = r + 1) is_due[r] = 1'b0;
  always @(posedge clk) if (!rst) begin
    {slot_3, slot_2, slot_1} <= {slot_2, slot_1, slot};
    {bank_3, bank_2, bank_1} <= {bank_2, bank_1, bank};
    if (fault == 0)
      for (k = 0; k < TILES; k = k + 1) if (ENDS[k]) begin
        if (leaves[k][LINE-1]) begin
          at = (modes[bank_3] * TILES + k) * (1 << SLOT_BITS) + slot_3;
          check(receivers[at] > 0, "slot of a word", at);
          for (r = first[at]; r < first[at] + receivers[at]; r = r + 1) begin
            cell_of = to_of(r) * RING + (now + after_of(r) + 1) % RING;
            due[cell_of] = !is_due[cell_of] ? {leaves[k][LINE-2], leaves[k][WIDTH-1:0]} :
                {due[cell_of][WIDTH] | leaves[k][LINE-2],
                 combined(kind_of(r), due[cell_of][WIDTH-1:0], leaves[k][WIDTH-1:0])};
            is_due[cell_of] = 1'b1;
          end
        end
      end
    if (fault == 0)
      for (k = 0; k < TILES; k = k + 1) if (ENDS[k]) begin
        cell_of = k * RING + now % RING;
        if (is_due[cell_of] != comes[k][LINE-1] ||
            (is_due[cell_of] && due[cell_of] !== {comes[k][LINE-2], comes[k][WIDTH-1:0]})) begin
          late = late + 1;
          if (late < 12) $display("late at tile %0d: %h at %0t", k, comes[k], $time);
        end
        is_due[cell_of] = 1'b0;
      end
    now = now + 1;
    if (ON_DEMAND && fault == 0) begin
      if (misses != 0) check(1'b0, "slot without a word of its frame", misses);
      if (slot == 0 && injects) taken = taken + 1;
    end
  end

  // The bus has a process of its own, as simulators compile a task anew wherever it is called.
  reg asked = 1'b0, served = 1'b0, writes = 1'b0;
  reg [ADDRESS-1:0] word_address = 0;
  reg [31:0] value = 0, result = 0;
  always begin
    wait (asked != served);
@ACCESS@    served = asked;
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
  function [31:0] tile_word(input integer tile, input integer which);
    tile_word = (1 << (ADDRESS - 1)) + (tile << (SLOT_BITS + 2)) + which;
  endfunction

  integer n, tile, round, idle;
  task load(input integer mode);  // into the bank that does not run
    begin
      for (n = 0; n < (mode == 0 ? LOADS_0 : LOADS_1); n = n + 1) begin
        if (mode == 0) set(table_0[n][63:32], table_0[n][31:0]);
        else set(table_1[n][63:32], table_1[n][31:0]);
        if (fault > 0 && mode == 0 && table_0[n][63:32] == faults[fault-1][159:128])
          set(table_0[n][63:32], faults[fault-1][127:96]);
      end
      get(6);
      modes[!result[1]] = mode;
      set(result[1] ? 8 : 9, mode == 0 ? @PERIOD_0@ : @PERIOD_1@);
      if (STATS > 0 && fault == 0)
        for (tile = 0; tile < TILES; tile = tile + 1) begin
          get(tile_word(tile, 8));
          check(result == signatures[mode*TILES+tile][63:32], "signature of a router", result);
          get(tile_word(tile, 10));
          check(result == signatures[mode*TILES+tile][31:0], "signature of an endpoint", result);
        end
    end
  endtask
  task commit(input integer drains);
    begin
      set(5, 3 * drains);
      result = 4;
      while (result[2]) get(6);
      check(result[5:4] == 2'b10, "COMMIT", result);
      set(6, 32'h30);
    end
  endtask
  task check_driven(input integer mode);  // by the memories in a frame
    begin
      if (STATS > 0) begin
        repeat (ON_DEMAND ? CLOCKS : 3 * (1 << SLOT_BITS)) @(negedge clk);
        for (tile = 0; tile < TILES; tile = tile + 1) begin
          get(tile_word(tile, 9));
          check(result == signatures[mode*TILES+tile][63:32], "driven signature of a router", result);
          get(tile_word(tile, 11));
          check(result == signatures[mode*TILES+tile][31:0], "driven signature of an endpoint", result);
        end
      end
    end
  endtask
  // Ends all sources after one round, and waits for their words.
  reg arrived;
  task end_rounds;
    begin
      last_round = 0;
      for (n = 0; n < TILES; n = n + 1) if (rounds[n] >= last_round) last_round = rounds[n] + 1;
      // A source may have begun the next round in this clock.
      last_round = last_round + 1;
      arrived = 1'b0;
      for (idle = 0; !arrived && idle < 100; idle = idle + 1) begin
        repeat (DRAIN_CLOCKS) @(negedge clk);
        arrived = 1'b1;
        for (n = 0; n < KEYS; n = n + 1) if (used[n] && missing(n)) arrived = 1'b0;
        for (n = 0; n < TILES; n = n + 1)
          if (orders[which*TILES+n] > 0 && rounds[n] < last_round) arrived = 1'b0;
      end
      check(arrived, "end of the rounds", last_round);
      check(taken == last_round, "frames on demand", taken);
    end
  endtask
  task begin_rounds;
    begin
      for (n = 0; n < TILES; n = n + 1) rounds[n] = 0;
      taken = 0;
      last_round = 32'h7fffffff;
    end
  endtask
  task finish;
    begin
      $display("frames %0d words %0d lost %0d late %0d errors %0d", frames, total, lost, late, errors);
      $finish(0);
    end
  endtask

  initial begin
    repeat (12) @(negedge clk);
    rst = 1'b0;
    repeat (8) @(negedge clk);
    get(0);
    check(result == 32'h524D4631, "identity", result);
    get(2);
    check(result == FINGERPRINT[31:0], "fingerprint", result);
    get(3);
    check(result == FINGERPRINT[63:32], "fingerprint", result);
    get(1);
    check(result == STATS * 32'h1000000 + SLOT_BITS * 32'h10000 + TILES, "shape", result);
    load(0);
    commit(1);
    set(4, (ON_DEMAND && fault == 0 ? 32'h003 : 32'h001) + 256 * DRAIN);
    sends = 1'b1;
    for (round = 0; round < 4; round = round + 1) begin
      source_busy = 1 + $unsigned($random(seed)) % 4;
      sink_busy = 1 + $unsigned($random(seed)) % 4;
      repeat (CLOCKS) @(negedge clk);
      if (round == 1) sink_busy = 0;  // sinks stall until their senders do
      repeat (CLOCKS) @(negedge clk);
      sink_busy = 3;
      if (fault == 0 && round < 3) begin
        // Words of flows that the next mode lacks would wait for ever, so their sources end first.
        if (round < 2 && !ON_DEMAND) which = 2;
        load(round == 0 ? 1 : 0);
        if (round < 2 && @DIFFER@) repeat (DRAIN_CLOCKS) @(negedge clk);
        if (round < 2 && ON_DEMAND) end_rounds;
        commit(round < 2 ? 1 : 0);
        which = round == 0 ? 1 : 0;
        if (round < 2 && ON_DEMAND) begin_rounds;
        check_driven(which);
      end
    end
    // No word may remain.
    sink_busy = 4;
    source_busy = 4;
    if (ON_DEMAND && fault == 0) end_rounds;
    sends = 1'b0;
    idle = total - 1;
    while (fault == 0 && idle != total) begin
      idle = total;
      repeat (DRAIN_CLOCKS) @(negedge clk);
    end
    set(4, 256 * DRAIN);  // STOP
    repeat ((DRAIN + 2) * (1 << SLOT_BITS) + 20) @(negedge clk);
    get(6);
    check(!result[0], "STOP", result);
    get(7);
    frames = result;
    if (fault == 0)
      for (i = 0; i < KEYS; i = i + 1) if (used[i]) begin
        if (missing(i)) lost = lost + 1;
        check(got[i] > 0, "flow without a word", i);
      end
    if (STATS > 0)
      for (tile = 0; tile < TILES; tile = tile + 1) begin
        get(tile_word(tile, 0));
        from = 0;
        if (fault > 0) begin
          if (faults[fault-1][95:80] == tile) from = faults[fault-1][79:48];
          if (faults[fault-1][47:32] == tile) from = faults[fault-1][31:0];
        end
        check(result == from, "flags", result);
        if (fault > 0 && result != 0) $display("tile %0d: flags %h", tile, result);
      end
    finish;
  end
endmodule
`default_nettype wire
)";

}  // namespace

const char* fabric_testbench_text() { return kBench; }

}  // namespace romcast
