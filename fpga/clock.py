#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the clock of a module on an iCE40 HX8K, in MHz: the slowest of three placements.

All inputs come from registers and all outputs go to registers, as between two nodes; both are shift
registers, because a module has more ports than the chip has pins.
usage: clock.py TOP NAME=VALUE...
"""
import json
import re
import sys
import tempfile
from pathlib import Path

from registered import connections, run

RTL = Path(__file__).resolve().parent.parent / "rtl"


def frame(ports):
    """A module `frame` around `inner` with these ports."""
    into, out, pins = connections(ports)
    return f"""module frame(input clk, input serial, input load, output shifted);
  reg [{into - 1}:0] into;
  reg [{out - 1}:0] kept, shift;
  wire [{out - 1}:0] out;
  assign shifted = shift[{out - 1}];
  always @(posedge clk) begin
    into <= {{into, serial}};
    kept <= out;
    shift <= load ? kept : {{shift, 1'b0}};
  end
  inner inner({pins});
endmodule
"""


def main(top, *settings):
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        values = " ".join(f"-chparam {setting.replace('=', ' ')}" for setting in settings)
        run(["yosys", "-q", "-p", f"read_verilog -defer {RTL}/fabric/*.v; hierarchy -top {top} {values}; "
             f"rename -top inner; proc; flatten; write_verilog -noattr {work}/inner.v; "
             f"write_json {work}/inner.json"])
        modules = json.loads((work / "inner.json").read_text())["modules"]
        (work / "frame.v").write_text(frame(modules["inner"]["ports"]))
        run(["yosys", "-q", "-p", f"read_verilog {work}/inner.v {work}/frame.v; "
             f"synth_ice40 -top frame -json {work}/frame.json"])
        slowest = min(float(re.findall(r"Max frequency for clock.*?: ([\d.]+) MHz", run(
            ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--json", f"{work}/frame.json", "--seed",
             str(seed), "--freq", "130", "--timing-allow-fail"]))[-1]) for seed in (1, 2, 3))
    print(int(slowest))


if __name__ == "__main__":
    main(*sys.argv[1:])
