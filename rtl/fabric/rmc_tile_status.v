// SPDX-License-Identifier: Apache-2.0
// Flags, marks and counters of a node, as words that the register file reads:
//   0 flags: bit i: the router takes input i, which is silent; bit 8 + i: the router does not take
//     a word of input i; 16 a slot of the endpoint was silent, 17 a word reached the endpoint in a
//     slot of no flow, 18 a word was dropped. Writing 1 clears a bit
//   1 the last frame (16 low bits of its number) in which a flag rose while all flags were 0
//   2 high-water marks of the queues: into the network in 31:16, out of it in 15:0
//   3 words sent, 4 words received, 5 slots without a word, 6 slots without credit; a write to
//     one of these words clears only that word
//   8..11 signatures: 8 `written` and 9 `driven` of the router, 10 and 11 those of the endpoint
// STATS = 0 removes all of these words, STATS = 1 only words 3..6.
`default_nettype none
module rmc_tile_status #(
    parameter STATS = 1
) (
    input  wire         clk,
    input  wire         rst,
    input  wire         start,       // a frame begins
    input  wire [ 18:0] flag,
    input  wire [  3:0] event_bits,  // word 3 + i counts bit i
    input  wire [ 31:0] marks,
    input  wire [127:0] signatures,
    input  wire         select,
    input  wire         write,
    input  wire [  3:0] address,
    input  wire [ 31:0] write_data,
    output wire [ 31:0] read_data,   // a clock later; 0 without `select`
    output wire         error        // a flag is up
);
  generate
    if (STATS < 0 || STATS > 2) begin : g_illegal_stats rmc_tile_status_STATS_must_be_0_to_2 illegal (); end
  endgenerate

  genvar c;
  generate
    if (STATS > 0) begin : g_status
      reg [18:0] flags;
      reg [15:0] frame, first;
      reg [31:0] found;
      wire [127:0] counts;
      wire clears = select && write && address == 4'd0;
      always @(posedge clk) begin
        flags <= (flags & ~(clears ? write_data[18:0] : 19'd0)) | flag;
        if (start) frame <= frame + 1'b1;
        if (flags == 19'd0 && flag != 19'd0) first <= frame;
        if (rst) begin
          flags <= 19'd0;
          frame <= 16'hffff;
          first <= 16'd0;
        end
        case (address)
          4'd0: found <= {13'd0, flags};
          4'd1: found <= {16'd0, first};
          4'd2: found <= marks;
          4'd3: found <= counts[31:0];
          4'd4: found <= counts[63:32];
          4'd5: found <= counts[95:64];
          4'd6: found <= counts[127:96];
          4'd8: found <= signatures[31:0];
          4'd9: found <= signatures[63:32];
          4'd10: found <= signatures[95:64];
          4'd11: found <= signatures[127:96];
          default: found <= 32'd0;
        endcase
        if (!select) found <= 32'd0;
      end
      assign read_data = found;
      assign error = flags != 19'd0;
      reg [3:0] events;
      always @(posedge clk) events <= event_bits;
      for (c = 0; c < 4; c = c + 1) begin : g_count
        if (STATS > 1) begin : g_on
          reg [31:0] count;
          always @(posedge clk)
            if (rst || (select && write && address == 4'd3 + c)) count <= 32'd0;
            else if (events[c]) count <= count + 1'b1;
          assign counts[c*32+:32] = count;
        end else begin : g_off
          assign counts[c*32+:32] = 32'd0;
        end
      end
      wire unused = &{1'b0, write_data, events};
    end else begin : g_none
      assign read_data = 32'd0;
      assign error = 1'b0;
      wire unused = &{1'b0, clk, rst, start, flag, event_bits, marks, signatures, select, write, address,
                      write_data};
    end
  endgenerate
endmodule
`default_nettype wire
