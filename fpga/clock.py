#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the clock of a module on an iCE40 HX8K, in MHz: the slowest of three placements.

All inputs come from registers and all outputs go to registers, as between two nodes; both are shift
registers, because a module has more ports than the chip has pins.
usage: clock.py TOP NAME=VALUE...
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RTL = Path(__file__).resolve().parent.parent / "rtl"
CLOCKS = ("clk", "in_clk", "out_clk", "axis_aclk")


def run(command):
    # Unsets HOME, in which Yosys would write a history.
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode:
        sys.exit(f"clock: {' '.join(command[:2])}\n{done.stdout[-2000:]}")
    return done.stdout


def frame(ports):
    """A module `frame` around `inner` with these ports."""
    pins = {way: [(name, len(port["bits"])) for name, port in ports.items()
                  if port["direction"] == way and name not in CLOCKS] for way in ("input", "output")}
    into, out = (sum(bits for _, bits in pins[way]) for way in ("input", "output"))
    pin = [f".{name}(clk)" for name in ports if name in CLOCKS]
    for bus, way in (("into", "input"), ("out", "output")):
        at = 0
        for name, bits in pins[way]:
            pin.append(f".{name}({bus}[{at}+:{bits}])")
            at += bits
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
  inner inner({", ".join(pin)});
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
