// SPDX-License-Identifier: Apache-2.0
  // Properties of the store: a read shows the slot's latest write, even one at the read's edge.
  // One slot and one read port are tracked, chosen by the prover.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  (* anyconst *) wire [PLACE_BITS-1:0] chosen;
  (* anyconst *) wire [3:0] port;
  reg [READS-1:0] same;
  integer lane;
  always @* begin
    for (lane = 0; lane < READS; lane = lane + 1)
      same[lane] = write && read_place[lane*PLACE_BITS+:PLACE_BITS] == write_place;
    assume (port < READS && chosen < PLACES);
    assume ((passes & ~same) == 0);
  end
  reg written = 1'b0, shown = 1'b0;
  reg [WIDTH-1:0] value, last, wanted;
  always @(posedge clk) begin
    last <= write_data;
    if (write && write_place == chosen) begin
      written <= 1'b1;
      value   <= write_data;
    end
    shown <= read[port] && read_place[port*PLACE_BITS+:PLACE_BITS] == chosen &&
             (written || (write && write_place == chosen));
    wanted <= write && write_place == chosen ? write_data : value;
  end
  always @* if (started) begin
    assume (last_written == last);
    if (shown) assert (data[port*WIDTH+:WIDTH] == wanted);
  end
