// SPDX-License-Identifier: Apache-2.0
  // Properties of the Wishbone front: an acknowledge lasts a clock and ends exactly one request of
  // the master; a read shows the word of its address; writes of less than a word end with an error
  // and do not reach the bus; a request that was given up is not acknowledged later.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  // Assumed: the bus answers each access once; the master keeps a request to its end, or drops it.
  reg under_way = 1'b0, kept = 1'b0, asks_before = 1'b0;
  reg [ADDRESS+36:0] request_before;
  wire [ADDRESS+36:0] request = {wb_we, wb_sel, wb_adr, wb_dat_w};
  always @(posedge clk) begin
    under_way <= !rst && (bus_valid || (under_way && !bus_done));
    kept <= asks && !wb_ack && !wb_err && !rst;
    asks_before <= asks && !rst;
    request_before <= request;
  end
  always @* begin
    assume (!bus_done || under_way);
    if (kept && asks) assume (request == request_before);
  end

  reg served = 1'b0;  // the bus answered the request that the master holds
  reg [31:0] shown;
  reg issued = 1'b0, finished = 1'b0;
  reg [ADDRESS-1:0] issued_address;
  always @(posedge clk) begin
    if (bus_valid) begin
      issued <= asks;
      issued_address <= bus_address;
    end
    if (!asks || wb_ack || wb_err || rst) issued <= 1'b0;
    finished <= bus_done && (issued || bus_valid) && asks && !rst;
    if (bus_done) shown <= bus_read;
  end
  always @* if (started && !rst) begin
    assert (!(wb_ack && wb_err));
    if (wb_ack) assert (finished && asks_before && wb_dat_r == shown && issued_address == request_before[32+:ADDRESS]);
    if (finished) assert (wb_ack);
    if (wb_err) assert (asks_before && request_before[ADDRESS+36] && request_before[32+ADDRESS+:4] != 4'hf);
    if (bus_valid) assert (!under_way && asks_before && bus_write == request_before[ADDRESS+36] &&
                           bus_address == request_before[32+:ADDRESS] && bus_data == request_before[31:0] &&
                           (!bus_write || request_before[32+ADDRESS+:4] == 4'hf));
    assert (busy == (bus_valid || under_way));
  end
