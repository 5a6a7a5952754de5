#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Places fabrics on the largest ECP5 and puts the table of area and clock into docs/boards.md.

All ports but the clock are registers of a frame around the fabric, which has two pins: inputs are a shift register, and
outputs end in registers. Area is that of the fabric alone.
usage: fpga/fabrics.py ROMCAST [WORD...]    rows whose command has one of the words, or all of them: minutes each; the
others stay as they are"""
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

from registered import connections, run

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/boards.md"
BEGIN, END = "<!-- made by fpga/fabrics.py -->\n", "<!-- end of fabrics -->\n"
COLUMNS = ["`romcast fabric -n torus --tiles -c alltoall`", "tiles", "slots", "LUT4", "flip-flops", "RAMs", "MHz"]
# A block RAM delivers its word late in a clock, but credits are needed early.
IN_LUTS = 'setattr -set ram_style "distributed" */m:grants'
# With wide words or many tiles, wires are scarcer than LUTs: free_rows.py keeps every third row of
# the chip free of LUTs, so that the wires of this row serve the rows beside it.
FREE_ROWS = ["--pre-pack", "free_rows.py", "--placer-heap-timingweight", "60"]
# With wide words few seeds reach --freq; --tmg-ripup routes late nets again.
WIDE = ["--freq", "101", "--seed", "6", *FREE_ROWS, "--tmg-ripup"]
COST = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 4}  # in LUTs
ROWS = [f"--dims {side}x{side} --payload {bits} --statistics {statistics}"
        for side in (3, 4, 5, 6) for bits in (16, 32, 64) for statistics in (0, 1)]


def placement(options):
    """Options of nextpnr for a row."""
    if "--payload 16" not in options:
        return WIDE
    return ["--freq", "120", "--seed", "1", *(FREE_ROWS if "5x5" in options or "6x6" in options else [])]


def nextpnr():
    """The installed nextpnr-ecp5, or that of `make board-packages`."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    fetched = cache / "romcast-ecp5/bin/nextpnr-ecp5"
    return shutil.which("nextpnr-ecp5") or (fetched if fetched.exists() else sys.exit(0))


def frame(ports):
    """A module `frame` around a fabric with these ports, and its number of registers."""
    into, out, pins = connections(ports)
    return f"""module frame(input clk, input serial);
  reg [{into - 1}:0] into;
  (* keep *) reg [{out - 1}:0] kept;
  wire [{out - 1}:0] out;
  always @(posedge clk) begin
    into <= {{into, serial}};
    kept <= out;
  end
  romcast_fabric fabric({pins});
endmodule
""", into + out


def cells(folder, name):
    """Cells by type, of the module that is the top."""
    return json.loads((folder / name).read_text())["modules"]["\\frame"]["num_cells_by_type"]


def figures(romcast, options):
    """The row's cells after the options."""
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        run([romcast, "fabric", "-n", "torus", "--tiles", "-c", "alltoall", *options.split(), "-o", folder / "ip"], folder)
        design = json.loads((folder / "ip/fabric.json").read_text())
        read = "read_verilog ip/romcast_fabric.v ip/rtl/*.v"
        run(["yosys", "-q", "-p", f"{read}; hierarchy -top romcast_fabric; proc; write_json inner.json"], folder)
        text, registers = frame(json.loads((folder / "inner.json").read_text())["modules"]["romcast_fabric"]["ports"])
        (folder / "frame.v").write_text(text)
        run(["yosys", "-q", "-p", f"{read} frame.v; hierarchy -top frame; proc; {IN_LUTS}; "
             "synth_ecp5 -nowidelut -top frame -json frame.json; tee -q -o stat.json stat -json"], folder)
        made = cells(folder, "stat.json")
        (folder / "pins.lpf").write_text("")
        shutil.copy(ROOT / "fpga/free_rows.py", folder)
        run([nextpnr(), "--85k", "--package", "CABGA381", "--lpf", "pins.lpf", "--lpf-allow-unconstrained", "--json",
             "frame.json", "--report", "report.json", "--timing-allow-fail", "--router", "router2",
             *placement(options)], folder)
        report = json.loads((folder / "report.json").read_text())
        luts = sum(made.get(cell, 0) * cost for cell, cost in COST.items())
        clock = min(one["achieved"] for one in report["fmax"].values())
        return [len(design["tiles"]), design["tables"][0]["period"], luts, made["TRELLIS_FF"] - registers,
                made.get("DP16KD", 0), f"{clock:.0f}"]


def main():
    """Makes the rows that are asked for, and the page anew after each."""
    romcast, asked = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    nextpnr()
    lines = {}
    for line in PAGE.read_text().split(BEGIN)[1].split(END)[0].splitlines()[2:]:
        lines[re.match(r"\| `(.*?)`", line)[1]] = line
    for options in ROWS:
        if asked and not any(word in options for word in asked):
            continue
        made = figures(romcast, options)
        print(options, *made, file=sys.stderr, flush=True)
        lines[options] = f"| `{options}` | " + " | ".join(map(str, made)) + " |"
        before, rest = PAGE.read_text().split(BEGIN)
        head = ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
        table = head + [lines[row] for row in ROWS if row in lines]
        PAGE.write_text(before + BEGIN + "\n".join(table) + "\n" + END + rest.split(END)[1])


if __name__ == "__main__":
    main()
