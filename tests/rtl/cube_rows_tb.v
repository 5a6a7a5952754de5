// SPDX-License-Identifier: Apache-2.0
// Checks the rows of all points of a cube, in two runs, against the principle of the boxes: a
// message that enters spreads for D rounds; in round r every holder sends it to all points whose
// numbers differ from the holder's in digit r mod D alone. So the expected rows follow from the
// holders of messages, not from the digits of the sender.
`default_nettype none
module cube_rows_tb;
  parameter K = 2, D = 3, MOST = 4, SHIFT = 5;  // MOST: dimensions that the hardware could serve
  localparam N = (K + 1) ** D, LINES = N * K, LINE = $clog2(LINES), OFFSET = $clog2(K * MOST + 1) + 1;
  localparam ENTRY = LINE + OFFSET + 2, DIGIT = $clog2(K + 1);

  reg clk = 1'b0, rst = 1'b1, run = 1'b0, clip = 1'b0;
  wire [N*K*ENTRY-1:0] row;
  wire [N-1:0] active;
  genvar g, b;
  generate
    for (g = 0; g < N; g = g + 1) begin : g_point
      wire [MOST*DIGIT-1:0] digits;
      for (b = 0; b < MOST; b = b + 1) begin : g_digit
        localparam VALUE = b < D ? g / (K + 1) ** b % (K + 1) : 0;
        assign digits[b*DIGIT+:DIGIT] = VALUE;
      end
      localparam [LINE-1:0] OWN = (g + SHIFT) % N * K;
      localparam [LINE:0] ALL = LINES;
      cube_rows #(.PORTS(K), .DIMENSIONS(MOST), .LINE_BITS(LINE), .OFFSET_BITS(OFFSET)) rows (
          .clk(clk), .rst(rst), .run(run), .period(rst ? D[15:0] : 16'd1), .clip(rst && clip),
          .digits(rst ? digits : ~digits), .own_line(rst ? OWN : ~OWN), .lines(rst ? ALL : ~ALL),
          .row(row[g*K*ENTRY+:K*ENTRY]), .active(active[g]));
    end
  endgenerate

  // Index age*K + j: the holders of the message that entered as number j, age + 1 rounds ago.
  reg [N-1:0] has[0:D*K-1];
  reg [N-1:0] next_has;
  reg [N*LINES-1:0] taken;
  reg [ENTRY-1:0] entry;
  integer errors = 0, checked = 0, pass, r, c, v, w, i, j, age, message, owners, port, lane, line;
  task fault(input [8*16-1:0] what);
    begin
      errors = errors + 1;
      if (errors < 10) $display("cube_rows_tb: round %0d, point %0d: %0s", r, v, what);
    end
  endtask
  function neighbours(input integer one, input integer other);
    neighbours = one != other && one % (K + 1) ** c == other % (K + 1) ** c &&
                 one / (K + 1) ** (c + 1) == other / (K + 1) ** (c + 1);
  endfunction
  task advance;  // one round: the receivers become holders, and new messages enter
    for (j = 0; j < K; j = j + 1) begin
      for (age = D - 1; age > 0; age = age - 1) begin
        next_has = has[(age-1)*K+j];
        for (v = 0; v < N; v = v + 1)
          for (w = 1; w < N; w = w + 1)
            if (has[(age-1)*K+j][v] && neighbours(v, w)) next_has[w] = 1'b1;
        has[age*K+j] = next_has;
      end
      has[j] = 0;
      has[j][(j+1)*(K+1)**c] = 1'b1;
    end
  endtask
  task check;  // rows of round r, dimension c
    begin
      taken = 0;
      for (v = 0; v < N; v = v + 1) begin
        owners = 0;
        for (age = 0; age < D; age = age + 1)
          for (j = 0; j < K; j = j + 1)
            if (has[age*K+j][v]) begin
              owners = owners + 1;
              message = K * (r - 1 - age) + j;
            end
        if (owners !== (v > 0)) fault("the method");
        port = 0;
        for (w = 0; w < N; w = w + 1)
          if (neighbours(v, w)) begin
            entry = row[(v*K+port)*ENTRY+:ENTRY];
            if (v == 0) message = K * r + w / (K + 1) ** c - 1;
            if (entry[ENTRY-1] !== (w > 0)) fault("send");
            else if (w > 0) begin
              lane = 0;
              for (i = 0; i < v; i = i + 1) lane = lane + neighbours(w, i);
              line = (w + SHIFT) % N * K + lane;
              if (entry[ENTRY-2] !== clip) fault("clip");
              if (entry[OFFSET+:LINE] !== line) fault("line");
              if ($signed(entry[OFFSET-1:0]) !== K * r - message) fault("offset");
              if (taken[line]) fault("two on a line");
              taken[line] = 1'b1;
              checked = checked + 1;
            end
            port = port + 1;
          end
        if (port !== K) fault("the neighbours");
      end
    end
  endtask

  initial begin
    for (pass = 0; pass < 2; pass = pass + 1) begin
      rst = 1'b1;
      run = 1'b0;
      clip = pass;
      for (i = 0; i < D * K; i = i + 1) has[i] = 0;
      for (r = 0; r < 2 * D; r = r + 1) begin
        c = r % D;
        advance;
      end
      @(negedge clk) rst = 1'b0;
      repeat (3) @(negedge clk) if (active !== 0) fault("active");
      run = 1'b1;
      for (r = 0; r < 3 * D + 1; r = r + 1) begin
        @(negedge clk);
        if (active !== {N{1'b1}}) fault("silent");
        c = r % D;
        check;
        advance;
      end
    end
    if (errors == 0 && checked == 2 * (3 * D + 1) * ((N - 1) * K))
      $display("PASS cube_rows_tb: %0d sends", checked);
    else $display("FAIL cube_rows_tb: %0d errors, %0d sends", errors, checked);
    $finish(0);
  end
  always #5 clk = ~clk;
endmodule
`default_nettype wire
