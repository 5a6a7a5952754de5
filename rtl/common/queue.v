// First-in first-out queue with several writers and readers per clock, in arrival order.
// Writers of one clock enter in the order of their lanes. A push in a clock may use the places that
// the pops of the same clock free. Nothing is lost, doubled or reordered while no flag is up.
`default_nettype none
module queue #(
    parameter WIDTH  = 32,  // bits per entry
    parameter DEPTH  = 4,   // entries, >= POPS
    parameter PUSHES = 1,   // most entries that arrive in one clock
    parameter POPS   = 1    // most entries that leave in one clock
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [           PUSHES-1:0] push_valid,
    input  wire [     PUSHES*WIDTH-1:0] push_data,
    input  wire [   $clog2(POPS+1)-1:0] pops,        // oldest entries that leave at this edge
    output wire [       POPS*WIDTH-1:0] heads,       // oldest entry in the lowest lane
    output reg  [  $clog2(DEPTH+1)-1:0] count,       // entries now
    output reg  [  $clog2(DEPTH+1)-1:0] high,        // high-water mark of `count`
    output reg                          overflow,    // sticky: an arrival found no place
    output reg                          underflow    // sticky: a pop found no entry
);
  localparam COUNT_BITS = $clog2(DEPTH + 1);
  localparam PLACE_BITS = DEPTH > 1 ? $clog2(DEPTH) : 1;

  generate
    if (WIDTH < 1 || PUSHES < 1 || POPS < 1 || DEPTH < POPS) begin : g_illegal
      queue_parameters_must_be_positive_and_depth_at_least_pops illegal ();
    end
  endgenerate

  (* no_rw_check *) reg [WIDTH-1:0] entries[0:DEPTH-1];
  reg [PLACE_BITS-1:0] first;  // place of the oldest entry
  reg [PLACE_BITS-1:0] free;   // place of the next arrival

  function [PLACE_BITS-1:0] after;
    input [PLACE_BITS-1:0] place;
    after = place == DEPTH[PLACE_BITS-1:0] - 1'b1 ? {PLACE_BITS{1'b0}} : place + 1'b1;
  endfunction

  // Place of the entry that is `steps` younger than the oldest one.
  function [PLACE_BITS-1:0] behind_first;
    input [PLACE_BITS-1:0] oldest;
    input integer steps;
    integer place;
    begin
      place = {{(32 - PLACE_BITS) {1'b0}}, oldest} + steps;
      if (place >= DEPTH) place = place - DEPTH;
      behind_first = place[PLACE_BITS-1:0];
    end
  endfunction

  genvar g;
  generate
    for (g = 0; g < POPS; g = g + 1) begin : g_head
      wire [PLACE_BITS-1:0] place = behind_first(first, g);
      assign heads[g*WIDTH+:WIDTH] = entries[place];
    end
  endgenerate

  always @(posedge clk) begin : exchange
    integer i;
    reg [COUNT_BITS-1:0] filled;
    reg [PLACE_BITS-1:0] place;
    if (rst) begin
      count <= {COUNT_BITS{1'b0}};
      high <= {COUNT_BITS{1'b0}};
      first <= {PLACE_BITS{1'b0}};
      free <= {PLACE_BITS{1'b0}};
      overflow <= 1'b0;
      underflow <= 1'b0;
    end else if (|push_valid || |pops) begin
      filled = count;
      place  = first;
      for (i = 0; i < POPS; i = i + 1) begin
        if (i < {{(32 - $clog2(POPS + 1)) {1'b0}}, pops}) begin
          if (filled != {COUNT_BITS{1'b0}}) begin
            filled = filled - 1'b1;
            place  = after(place);
          end else underflow <= 1'b1;
        end
      end
      first <= place;
      place = free;
      for (i = 0; i < PUSHES; i = i + 1) begin
        if (push_valid[i]) begin
          if (filled != DEPTH[COUNT_BITS-1:0]) begin
            entries[place] <= push_data[i*WIDTH+:WIDTH];
            filled = filled + 1'b1;
            place  = after(place);
          end else overflow <= 1'b1;
        end
      end
      free  <= place;
      count <= filled;
      if (filled > high) high <= filled;
    end
  end
endmodule
`default_nettype wire
