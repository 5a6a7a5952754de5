// SPDX-License-Identifier: Apache-2.0
// Slots for messages: one write and any number of synchronous reads per clock. Each read port has
// an array of its own, which a tool can put into block RAM (but see SHARED and UNREAD). A read of
// the slot that is written at the same edge returns `last_written`, which bypasses the store. The
// node can also request the bypass by `passes`.
`default_nettype none
module message_store #(
    parameter WIDTH  = 32,
    parameter PLACES = 4,
    parameter READS  = 1,
    parameter SHARED = 0,  // 1: one array for all read ports: less to simulate
    parameter UNREAD = 0   // bit r: read port r is never used, has no array and shows 0
) (
    input  wire                                               clk,
    input  wire                                               write,
    input  wire [        (PLACES>1?$clog2(PLACES):1)-1:0] write_place,
    input  wire [                              WIDTH-1:0] write_data,
    input  wire [                              WIDTH-1:0] last_written,  // write_data, a clock later
    input  wire [                              READS-1:0] read,
    input  wire [                              READS-1:0] passes,
    input  wire [READS*(PLACES>1?$clog2(PLACES):1)-1:0] read_place,
    output wire [                        READS*WIDTH-1:0] data           // a clock after `read`
);
  localparam PLACE_BITS = PLACES > 1 ? $clog2(PLACES) : 1;

  generate
    if (WIDTH < 1) begin : g_illegal_width message_store_WIDTH_must_be_at_least_1 illegal (); end
    if (PLACES < 1) begin : g_illegal_places message_store_PLACES_must_be_at_least_1 illegal (); end
    if (SHARED < 0 || SHARED > 1) begin : g_illegal_shared message_store_SHARED_must_be_0_or_1 illegal (); end
    if (SHARED != 0 && UNREAD != 0) begin : g_illegal_unread message_store_UNREAD_must_be_0_if_SHARED illegal (); end
    if (READS < 1) begin : g_illegal_reads message_store_READS_must_be_at_least_1 illegal (); end
  endgenerate

  genvar r;
  generate
    if (SHARED != 0) begin : g_shared
      (* no_rw_check, ram_style = "block" *) reg [WIDTH-1:0] places[0:(PLACES>1?PLACES:2)-1];
      reg [READS*WIDTH-1:0] found, shown;
      reg [READS-1:0] passed;
      always @(posedge clk) if (write) places[write_place] <= write_data;
      always @(posedge clk) begin : fetch
        integer i;
        for (i = 0; i < READS; i = i + 1)
          if (read[i]) begin
            found[i*WIDTH+:WIDTH] <= places[read_place[i*PLACE_BITS+:PLACE_BITS]];
            passed[i] <= passes[i] || (write && write_place == read_place[i*PLACE_BITS+:PLACE_BITS]);
          end
      end
      always @* begin : show
        integer i;
        for (i = 0; i < READS; i = i + 1)
          shown[i*WIDTH+:WIDTH] = passed[i] ? last_written : found[i*WIDTH+:WIDTH];
      end
      assign data = shown;
    end
    for (r = 0; r < READS && SHARED == 0; r = r + 1) begin : g_read
      if (((UNREAD >> r) & 1) != 0) begin : g_unread
        assign data[r*WIDTH+:WIDTH] = {WIDTH{1'b0}};
      end else begin : g_array
        (* no_rw_check, ram_style = "block" *) reg [WIDTH-1:0] places[0:(PLACES>1?PLACES:2)-1];
        wire [PLACE_BITS-1:0] place = read_place[r*PLACE_BITS+:PLACE_BITS];
        reg [WIDTH-1:0] found;
        reg passed;
        always @(posedge clk) if (write) places[write_place] <= write_data;
        always @(posedge clk)
          if (read[r]) begin
            found  <= places[place];
            passed <= passes[r] || (write && write_place == place);
          end
        assign data[r*WIDTH+:WIDTH] = passed ? last_written : found;
      end
    end
  endgenerate
  wire unused = &{1'b0, clk, read, passes, read_place, write, write_place, write_data, last_written};
endmodule
`default_nettype wire
