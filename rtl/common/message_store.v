// SPDX-License-Identifier: Apache-2.0
// Slots for messages: one write and any number of synchronous reads per clock. Every read port
// costs one more copy in block RAM. A read of the slot that is written at the same edge returns
// `last_written`, which bypasses the store. The node can also request the bypass by `passes`.
`default_nettype none
module message_store #(
    parameter WIDTH  = 32,
    parameter PLACES = 4,
    parameter READS  = 1
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
  localparam MANY = 16;

  generate
    if (WIDTH < 1 || PLACES < 1 || READS < 1) begin : g_illegal
      message_store_parameters_must_be_positive illegal ();
    end
  endgenerate

  (* no_rw_check, ram_style = "block" *) reg [WIDTH-1:0] places[0:(PLACES>1?PLACES:2)-1];
  always @(posedge clk) if (write) places[write_place] <= write_data;

  genvar r;
  generate
    if (READS > MANY) begin : g_many  // simulators compile loops to less code
      reg [READS*WIDTH-1:0] found, shown;
      reg [READS-1:0] passed;
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
    for (r = 0; r < READS && READS <= MANY; r = r + 1) begin : g_read
      wire [PLACE_BITS-1:0] place = read_place[r*PLACE_BITS+:PLACE_BITS];
      reg [WIDTH-1:0] found;
      reg passed;
      always @(posedge clk)
        if (read[r]) begin
          found  <= places[place];
          passed <= passes[r] || (write && write_place == place);
        end
      assign data[r*WIDTH+:WIDTH] = passed ? last_written : found;
    end
  endgenerate
endmodule
`default_nettype wire
