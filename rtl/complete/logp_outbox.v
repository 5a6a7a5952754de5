// SPDX-License-Identifier: Apache-2.0
// Sends of a LogP processor: a message leaves when the overhead of its send is over. It is read from
// the store at that time or, if the processor supplied it, kept since the send began.
`default_nettype none
module logp_outbox #(
    parameter WIDTH     = 16,
    parameter TAG_BITS  = 6,
    parameter LINE_BITS = 3,
    parameter SPAN_BITS = 16
) (
    input  wire                 clk,
    input  wire                 rst,
    input  wire [SPAN_BITS-1:0] overhead,
    input  wire                 begins,         // a send begins at the end of this cycle
    input  wire [ TAG_BITS-1:0] message,
    input  wire [LINE_BITS-1:0] line,
    input  wire                 supplied,       // 1: by the processor, 0: read from the store
    input  wire [    WIDTH-1:0] supplied_data,
    output wire                 read,           // reads the store, a clock before `stored_data`
    output wire [ TAG_BITS-1:0] read_number,
    input  wire [    WIDTH-1:0] stored_data,
    output reg                  out_valid,
    output reg  [LINE_BITS-1:0] out_line,
    output wire [    WIDTH-1:0] out_data
);
  localparam [SPAN_BITS-1:0] NO_SPAN = 0, ONE_SPAN = 1;

  generate
    if (WIDTH < 1) begin : g_illegal_width logp_outbox_WIDTH_must_be_at_least_1 illegal (); end
    if (TAG_BITS < 1) begin : g_illegal_tag_bits logp_outbox_TAG_BITS_must_be_at_least_1 illegal (); end
    if (LINE_BITS < 1) begin : g_illegal_line_bits logp_outbox_LINE_BITS_must_be_at_least_1 illegal (); end
    if (SPAN_BITS < 1) begin : g_illegal_span_bits logp_outbox_SPAN_BITS_must_be_at_least_1 illegal (); end
  endgenerate

  reg [SPAN_BITS-1:0] sending;  // remaining cycles of overhead, this cycle included
  reg [TAG_BITS-1:0] sent_message;
  reg [LINE_BITS-1:0] sent_line;
  reg sent_supplied;
  reg [WIDTH-1:0] kept, out_own;
  reg out_supplied;
  wire instant = overhead == NO_SPAN;
  wire goes = instant ? begins : sending == ONE_SPAN;
  wire from_processor = instant ? supplied : sent_supplied;
  assign read = goes && !from_processor;
  assign read_number = instant ? message : sent_message;
  assign out_data = out_supplied ? out_own : stored_data;

  always @(posedge clk) begin
    out_valid <= goes && !rst;
    out_supplied <= from_processor;
    if (rst) out_line <= {LINE_BITS{1'b0}};
    else if (goes) out_line <= instant ? line : sent_line;
    if (goes && from_processor) out_own <= instant ? supplied_data : kept;
    if (begins) begin
      sent_message <= message;
      sent_line <= line;
      sent_supplied <= supplied;
    end
    if (supplied) kept <= supplied_data;
    if (rst) sending <= NO_SPAN;
    else if (begins) sending <= overhead;
    else if (sending != NO_SPAN) sending <= sending - 1'b1;
  end
endmodule
`default_nettype wire
