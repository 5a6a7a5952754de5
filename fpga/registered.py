# SPDX-License-Identifier: Apache-2.0
"""Common to the scripts that place a module whose ports are registers of a frame around it."""
import os
import subprocess
import sys

CLOCKS = ("clk", "in_clk", "out_clk", "axis_aclk")


def run(command, folder=None):
    """The output of a tool; without HOME, in which Yosys would write a history."""
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    done = subprocess.run([str(word) for word in command], env=environment, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command[:3]))}\n{done.stdout[-2000:]}")
    return done.stdout


def connections(ports):
    """Ports connected to clk and to vectors `into` and `out`: bits of `into`, bits of `out`, the list in Verilog."""
    pins = {way: [(name, len(port["bits"])) for name, port in ports.items()
                  if port["direction"] == way and name not in CLOCKS] for way in ("input", "output")}
    into, out = (sum(bits for _, bits in pins[way]) for way in ("input", "output"))
    pin = [f".{name}(clk)" for name in ports if name in CLOCKS]
    for bus, way in (("into", "input"), ("out", "output")):
        at = 0
        for name, bits in pins[way]:
            pin.append(f".{name}({bus}[{at}+:{bits}])")
            at += bits
    return into, out, ", ".join(pin)
