// SPDX-License-Identifier: Apache-2.0
  // Properties of the AXI4-Lite front: answers stay until they are taken and do not change; each
  // request has exactly one answer, and no answer comes without a request; at most one read
  // overtakes a waiting write, and vice versa; a read shows the word of its address; writes of less
  // than a word do not reach the bus; the bus has one access at a time.
  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  always @* if (!started) assume (rst);

  // Assumed: the master holds a request until it is taken, and the bus answers each access once.
  reg aw_waits = 1'b0, w_waits = 1'b0, ar_waits = 1'b0, under_way = 1'b0;
  reg [ADDRESS+1:0] aw_before, ar_before;
  reg [35:0] w_before;
  always @(posedge clk) begin
    aw_waits <= s_axi_awvalid && !s_axi_awready && !rst;
    w_waits <= s_axi_wvalid && !s_axi_wready && !rst;
    ar_waits <= s_axi_arvalid && !s_axi_arready && !rst;
    aw_before <= s_axi_awaddr;
    ar_before <= s_axi_araddr;
    w_before <= {s_axi_wstrb, s_axi_wdata};
    under_way <= !rst && (bus_valid || (under_way && !bus_done));
  end
  always @* begin
    if (aw_waits) assume (s_axi_awvalid && s_axi_awaddr == aw_before);
    if (w_waits) assume (s_axi_wvalid && {s_axi_wstrb, s_axi_wdata} == w_before);
    if (ar_waits) assume (s_axi_arvalid && s_axi_araddr == ar_before);
    assume (!bus_done || under_way);
  end

  // Requests without an answer, and the address and data of the last request.
  reg writing = 1'b0, reading = 1'b0, partial = 1'b0, answered = 1'b0;
  reg [1:0] reads_first = 0, writes_first = 0;  // reads that overtook a write; the reverse
  reg [ADDRESS-1:0] wanted;
  reg [31:0] data, shown;
  reg b_waits = 1'b0, r_waits = 1'b0;
  reg [33:0] b_r_before;
  always @(posedge clk) begin
    if (s_axi_awvalid && s_axi_awready) begin
      writing <= 1'b1;
      partial <= s_axi_wstrb != 4'hf;
      wanted <= s_axi_awaddr[ADDRESS+1:2];
      data <= s_axi_wdata;
    end
    if (s_axi_arvalid && s_axi_arready) begin
      reading <= 1'b1;
      wanted <= s_axi_araddr[ADDRESS+1:2];
    end
    if (bus_done) shown <= bus_read;
    if (s_axi_bvalid && s_axi_bready) writing <= 1'b0;
    if (s_axi_rvalid && s_axi_rready) reading <= 1'b0;
    b_waits <= s_axi_bvalid && !s_axi_bready && !rst;
    r_waits <= s_axi_rvalid && !s_axi_rready && !rst;
    b_r_before <= {s_axi_bresp, s_axi_rdata};
    if (rst || !s_axi_awvalid || !s_axi_wvalid || s_axi_awready) reads_first <= 0;
    else reads_first <= reads_first + (s_axi_arready && reads_first != 3);
    if (rst || !s_axi_arvalid || s_axi_arready) writes_first <= 0;
    else writes_first <= writes_first + (s_axi_awready && writes_first != 3);
    answered <= bus_done && !rst;
    if (rst) {writing, reading} <= 2'd0;
  end
  always @* if (started) begin
    assert (s_axi_awready == s_axi_wready);
    if (s_axi_awready) assert (s_axi_awvalid && s_axi_wvalid);
    if (!rst) begin
      assert (!(writing && reading));
      if (s_axi_awready || s_axi_arready) assert (!writing && !reading);
      assert (!(s_axi_awready && s_axi_arready));
      if (s_axi_bvalid) assert (writing && s_axi_bresp == (partial ? 2'd2 : 2'd0));
      if (s_axi_rvalid) assert (reading && s_axi_rdata == shown && s_axi_rresp == 2'd0);
      if (b_waits) assert (s_axi_bvalid && s_axi_bresp == b_r_before[33:32]);
      if (r_waits) assert (s_axi_rvalid && s_axi_rdata == b_r_before[31:0]);
      if (bus_valid) assert (!under_way && (writing || reading) && bus_write == writing &&
                             bus_address == wanted && !(writing && partial));
      if (bus_valid && bus_write) assert (bus_data == data);
      if (answered) assert (s_axi_bvalid || s_axi_rvalid);
      assert (reads_first < 2 && writes_first < 2);
      if (writing && partial) assert (s_axi_bvalid);
      if ((writing && !partial || reading) && !s_axi_bvalid && !s_axi_rvalid) assert (busy && (bus_valid || under_way));
    end
  end
