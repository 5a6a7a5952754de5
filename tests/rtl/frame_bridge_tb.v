// SPDX-License-Identifier: Apache-2.0
// Tests the bridge bit by bit through its serial line: every command; repeated, reordered, damaged,
// truncated and misplaced frames; and the effects on the network.
`default_nettype none
module frame_bridge_tb;
  parameter CLOCKS = 5, WORD_BITS = 21;
  localparam WORD_BYTES = (WORD_BITS + 7) / 8, LOAD_BYTES = WORD_BYTES + 6;
  localparam IDENTIFY = 0, LOAD = 1, START = 2, STATUS = 3, READ = 4, CLEAR = 5;
  localparam DONE = 0, OUT_OF_ORDER = 1, UNKNOWN = 2, NOT_NOW = 3, SILENCE = 256;

  reg clk = 1'b0, rst = 1'b1, rx = 1'b1, ready = 1'b1;
  always #5 clk = !clk;
  wire tx, network_rst, start, load_valid;
  wire [15:0] load_target;
  wire [31:0] load_address;
  wire [WORD_BITS-1:0] load_word;
  wire [23:0] read_address;
  reg [31:0] read_value;
  frame_bridge #(
      .CLOCKS_PER_BIT(CLOCKS),
      .WORD_BITS(WORD_BITS),
      .ID_WORDS(4)
  ) bridge (
      .clk(clk),
      .rst(rst),
      .id({32'h44444444, 32'h33333333, 32'h22222222, 32'h11111111}),
      .rx(rx),
      .tx(tx),
      .network_rst(network_rst),
      .start(start),
      .ready(ready),
      .load_valid(load_valid),
      .load_target(load_target),
      .load_address(load_address),
      .load_word(load_word),
      .read_address(read_address),
      .read_value(read_value)
  );
  always @(posedge clk) read_value <= {8'h5a, read_address ^ 24'h00ff00};

  // The network's side: records the loads and counts the resets.
  integer loads = 0, resets = 0;
  reg [15:0] target;
  reg [31:0] address;
  reg [WORD_BITS-1:0] word;
  always @(posedge clk) begin
    if (load_valid) begin
      loads = loads + 1;
      {target, address, word} = {load_target, load_address, load_word};
    end
    if (network_rst) resets = resets + 1;
  end

  // The host's side, which computes the CRC bit by bit.
  integer errors = 0;
  reg [15:0] crc;
  task crc_of;
    input [7:0] data;
    integer i;
    for (i = 7; i >= 0; i = i - 1) crc = {crc[14:0], 1'b0} ^ (crc[15] != data[i] ? 16'h1021 : 16'h0);
  endtask
  task send_byte;
    input [7:0] data;
    integer i;
    begin
      for (i = -1; i < 9; i = i + 1) begin
        rx = i < 0 ? 1'b0 : i == 8 ? 1'b1 : data[i];
        repeat (CLOCKS) @(negedge clk);
      end
    end
  endtask
  // Sends a frame; byte number `spoil` is damaged, byte number `skip` is lost; -1: none.
  task send_frame;
    input [7:0] number, command, bytes;
    input [159:0] payload;
    input integer spoil, skip;
    integer i;
    reg [7:0] data;
    begin
      crc = 16'hffff;
      for (i = 0; i < bytes + 6; i = i + 1) begin
        case (i)
          0: data = 8'ha5;
          1: data = bytes;
          2: data = number;
          3: data = command;
          default: data = payload[8*(bytes+3-i)+:8];
        endcase
        if (i > 0 && i < bytes + 4) crc_of(data);
        if (i == bytes + 4) data = crc[15:8];
        if (i == bytes + 5) data = crc[7:0];
        if (i != skip) send_byte(i == spoil ? data ^ 8'h10 : data);
      end
    end
  endtask

  // Records the bytes of the replies as they come.
  reg [79:0] heard;
  integer bytes_heard = 0, bit_of;
  reg [7:0] byte_heard;
  initial
    forever begin
      @(negedge tx);
      repeat (CLOCKS / 2) @(posedge clk);
      for (bit_of = 0; bit_of < 8; bit_of = bit_of + 1) begin
        repeat (CLOCKS) @(posedge clk);
        byte_heard[bit_of] = tx;
      end
      repeat (CLOCKS) @(posedge clk);
      if (tx !== 1'b1) errors = errors + 1;
      heard = {heard[71:0], byte_heard};
      bytes_heard = bytes_heard + 1;
    end

  task expect_reply;
    input [7:0] number;
    input integer code;
    input [31:0] value;
    integer i;
    begin
      repeat (CLOCKS * 125) @(negedge clk);
      crc = 16'hffff;
      for (i = 8; i >= 0; i = i - 1) crc_of(heard[8*i+:8]);
      if (bytes_heard != (code == SILENCE ? 0 : 10) || (code != SILENCE && (crc != 16'd0 ||
          heard[79:16] != {8'ha5, 8'd4, number, code[7:0], value}))) begin
        $display("%0t: frame %0d: %0d bytes %h instead of %h", $time, number, bytes_heard, heard,
                 {8'ha5, 8'd4, number, code[7:0], value, 16'd0});
        errors = errors + 1;
      end
      bytes_heard = 0;
    end
  endtask
  task call;
    input [7:0] number, command, bytes;
    input [159:0] payload;
    input integer code;
    input [31:0] value;
    begin
      send_frame(number, command, bytes, payload, -1, -1);
      expect_reply(number, code, value);
    end
  endtask
  task check;
    input integer found, wanted;
    if (found != wanted) begin
      $display("%0t: %0d instead of %0d", $time, found, wanted);
      errors = errors + 1;
    end
  endtask

  integer i;
  reg [159:0] one;
  initial begin
    repeat (4) @(negedge clk);
    rst = 1'b0;
    repeat (40) @(negedge clk);
    for (i = 0; i < 4; i = i + 1) call(90, IDENTIFY, 4, i, DONE, 32'h11111111 * (i + 1));
    call(7, CLEAR, 4, 0, DONE, 8);
    check(loads, 0);
    // A word is loaded once, however often its frame arrives.
    one = {16'h1234, 32'h80000003, {8 * WORD_BYTES - WORD_BITS{1'b0}}, {WORD_BITS{1'b1}}};
    call(8, LOAD, LOAD_BYTES, one, DONE, 9);
    check(loads, 1);
    check(target == 16'h1234 && address == 32'h80000003 && word == {WORD_BITS{1'b1}}, 1);
    call(8, LOAD, LOAD_BYTES, one, DONE, 9);
    check(loads, 1);
    call(10, LOAD, LOAD_BYTES, one, OUT_OF_ORDER, 9);
    check(loads, 1);
    call(0, STATUS, 4, 0, DONE, {24'd1, 8'd1});
    call(9, LOAD, LOAD_BYTES - 1, one, UNKNOWN, 9);
    call(9, 6, 4, 0, UNKNOWN, 9);
    call(1, READ, 4, 32'h00abcdef, DONE, 32'h5aab32ef);
    call(2, READ, LOAD_BYTES, 32'h00000001, DONE, 32'h5a00ff01);
    // A frame with a damaged or lost byte gets no reply, and the next frame is accepted.
    for (i = 0; i < LOAD_BYTES + 6; i = i + 1) begin
      send_frame(9, LOAD, LOAD_BYTES, one, i, -1);
      repeat (LOAD_BYTES + 6) send_byte(8'd0);
      expect_reply(9, SILENCE, 0);
      send_frame(9, LOAD, LOAD_BYTES, one, -1, i);
      repeat (LOAD_BYTES + 6) send_byte(8'd0);
      expect_reply(9, SILENCE, 0);
    end
    check(loads, 1);
    send_byte(8'ha5);
    send_byte(LOAD_BYTES + 1);
    call(9, LOAD, LOAD_BYTES, one, DONE, 10);
    check(loads, 2);
    // A start is refused until the network is ready; after a start no word is loaded.
    ready = 1'b0;
    call(10, START, 4, 0, NOT_NOW, 10);
    check(start, 0);
    ready = 1'b1;
    call(10, START, 4, 0, DONE, 11);
    check(start, 1);
    call(10, START, 4, 0, DONE, 11);
    call(11, LOAD, LOAD_BYTES, one, NOT_NOW, 11);
    check(loads, 2);
    call(0, STATUS, 4, 0, DONE, {24'd2, 8'd3});
    // A frame that arrives while a reply is sent is answered or lost; replies are not mixed up.
    send_frame(3, STATUS, 4, 0, -1, -1);
    send_frame(4, STATUS, 4, 0, -1, -1);
    repeat (CLOCKS * 220) @(negedge clk);
    check(bytes_heard == 10 || bytes_heard == 20, 1);
    bytes_heard = 0;
    i = resets;
    call(255, CLEAR, 4, 0, DONE, 0);
    check(start, 0);
    check(resets > i, 1);
    check(network_rst, 0);
    call(0, STATUS, 4, 0, DONE, {24'd0, 8'd1});
    call(0, LOAD, LOAD_BYTES, one, DONE, 1);
    check(loads, 3);
    if (errors == 0) $display("PASS frame_bridge");
    else $display("FAIL frame_bridge: %0d errors", errors);
    $finish(0);
  end
endmodule
`default_nettype wire
