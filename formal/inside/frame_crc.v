// SPDX-License-Identifier: Apache-2.0
  // The step for a byte equals eight steps for single bits.
  reg [15:0] step;
  integer bit_of;
  always @* begin
    step = crc;
    for (bit_of = 7; bit_of >= 0; bit_of = bit_of - 1)
      step = {step[14:0], 1'b0} ^ (step[15] != data[bit_of] ? 16'h1021 : 16'h0000);
    assert (next == step);
  end
