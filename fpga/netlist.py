#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs modules beside the netlists that synthesis for iCE40 and ECP5 makes of them (Yosys, Icarus Verilog).
usage: fpga/netlist.py [MODULE|FAMILY...]    rows of these modules or families of parts, or all of them
Both get the same random stimuli and must show the same before and after every edge of the clock, wherever
the module shows 0 or 1: an epoch resets them with straps of its own, loads them, and lets traffic of its own
density come; in every fourth epoch all inputs but straps are random. Then gates of the netlist are turned into
their opposite, one at a time, until half of those to be tried are seen. Rows marked so are also proved equal, for
runs of any length."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FPGA = pathlib.Path(__file__).resolve().parent
RTL = sorted(FPGA.parent.glob("rtl/*/*.v")) + [FPGA / "cells/memory.v"]
EPOCHS, LENGTH = 32, 100  # number of epochs, clocks of an epoch
BROKEN, SEEN = 6, 3  # number of gates that are broken, one at a time, and of those that must be detected
MOST_UNKNOWN = 0.15  # fraction of output bits that may be unknown: contents of unwritten memories
SMALL = {"WIDTH": 8, "TIME_BITS": 6}
TREE = {**SMALL, "ROUTE_BITS": 6}
STORE = {**SMALL, "PORTS": 2, "DEPTH": 8}
ICE40, ECP5, BOTH = ("ice40",), ("ecp5",), ("ice40", "ecp5")
TAGS = {**SMALL, "TAG_BITS": 3, "MESSAGES": 8, "ROM_DEPTH": 8}
ROWS = [  # module, its parameters, families, proved?
    ("fat_tree_switch_credit", TREE, BOTH, False),
    ("fat_tree_switch_credit", {**TREE, "ROM_DEPTH": 16, "ARGUMENT_BITS": 2}, ICE40, False),
    ("fat_tree_switch_single", {**TREE, "DEPTH": 3}, ICE40, False),
    ("fat_tree_switch_single", {**TREE, "DEPTH": 10, "SLOTS_IN_RAM": 1}, BOTH, False),
    ("fat_tree_switch_multi", {**TREE, "DEPTH": 2}, ICE40, False),
    ("fat_tree_switch_multi", {**TREE, "DEPTH": 1, "ROM_DEPTH": 16, "ARGUMENT_BITS": 2}, BOTH, False),
    ("store_node_single", {**STORE, "ROM_DEPTH": 16, "ARGUMENT_BITS": 2}, BOTH, False),
    ("store_node_single", {**STORE, "ROM_DEPTH": 0, "RULE": 1}, ICE40, False),
    ("store_node_multi", {**STORE, "ROM_DEPTH": 16, "ARGUMENT_BITS": 2}, ICE40, False),
    ("complete_port", TAGS, ICE40, False),
    ("logp_port", {**TAGS, "SPAN_BITS": 4, "LATENCY": 3, "NEED_BITS": 4}, ICE40, False),
    ("crossbar", {**SMALL, "LINES": 4}, ICE40, True),
    ("send_by_rom", {"WIDTH": 8, "CONTROL_BITS": 4, "SLOTS": 8, "ROM_DEPTH": 16, "ARGUMENT_BITS": 2,
                     "COUNT_BITS": 5}, BOTH, False),
    ("send_by_list", {**SMALL, "NEED_BITS": 3, "DEPTH": 8, "CREDITS": 2}, BOTH, False),
    ("arrival_check", {**SMALL, "DEPTH": 8, "COUNT_BITS": 4}, BOTH, False),
    ("arrival_check", {**SMALL, "DEPTH": 200, "COUNT_BITS": 9}, ECP5, False),  # in block RAM
    ("rmc_tile", {"WIDTH": 8, "LINKS": 3, "SLOT_BITS": 4, "FLOW_BITS": 1, "REDUCE": 1, "STATS": 2}, BOTH, False),
    ("rmc_tile", {"WIDTH": 8, "LINKS": 5, "SLOT_BITS": 4, "FLOW_BITS": 2, "STATS": 0}, ICE40, False),
    *(("memory", dict(zip(("WIDTH", "DEPTH", "READS"), sizes)), ECP5, False)
      for sizes in ((1, 16384, 0), (2, 8192, 2), (3, 4096, 3), (9, 2048, 1), (18, 1024, 3), (36, 512, 3))),
]
SYNTHESIS = {"ice40": "synth_ice40 -top gate", "ecp5": "synth_ecp5 -nowidelut -top gate"}

BENCH = """`timescale 1ns / 1ns
module bench;
  reg clk = 0;
  integer epoch, at, i, unknown, seed;
{declarations}
  {module} #({parameters}) module_ ({gold});
  gate netlist ({gate});
  function [1023:0] random(input integer unused);
    for (i = 0; i < 32; i = i + 1) random[32*i+:32] = $random(seed);
  endfunction
  function [1023:0] traffic(input integer unused);
    traffic = epoch % 3 == 0 ? random(0) & random(0) : epoch % 3 == 1 ? random(0) : random(0) | random(0);
  endfunction
  task compare;
    if (shown !== made) for (i = 0; i < {bits}; i = i + 1)
      if (shown[i] === 1'bx) unknown = unknown + 1;
      else if (shown[i] !== made[i]) begin
        $display("differs in epoch %0d, clock %0d: %b, netlist %b", epoch, at, shown, made);
        $finish(0);
      end
  endtask
  initial begin
    unknown = 0;
    seed = 1;
    for (epoch = 0; epoch < {epochs}; epoch = epoch + 1) begin
{straps}
      for (at = 0; at < {length}; at = at + 1) begin
{drive}
        #1 compare;
        clk = 1;
        #1 compare;
        clk = 0;
      end
    end
    $display("unknown %0d", unknown);
    $finish(0);
  end
endmodule
"""


def run(*command):
    """What a tool prints; its complaint ends the program."""
    # Unsets HOME, in which Yosys would write a history.
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        sys.exit(f"netlist: {' '.join(map(str, command))[:200]}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def driven(name):
    """How an input changes within an epoch, as Verilog; nothing for straps."""
    chosen = {"rst": "at < 3", "run": "at >= 40", "load_valid": "at >= 4 && at < 36",
              "load_address": "at - 4", "cycle": "at - 40", "wave": "at % 9 == 0 ? 16 | random(0) : at % 40 == 39 ? 8 : 0"}
    if name in chosen:
        return f"epoch % 4 == 3 ? random(0) : {chosen[name]}"
    if name.endswith(("_valid", "_credit", "_tvalid", "_tready")):
        return "traffic(0)"
    return "random(0)" if re.match("in_|load_|local_|s_axis_t|select$|write|space$|address$", name) else None


def bench(module, parameters, ports):
    """The testbench of a module beside its netlist."""
    widths = {way: {name: len(port["bits"]) for name, port in ports.items()
                    if port["direction"] == way and name != "clk"} for way in ("input", "output")}
    inputs, outputs = widths["input"], widths["output"]
    lines = [f"  reg [{width - 1}:0] {name};" for name, width in inputs.items()]
    pins = {}
    for of, word in (("gold", "shown"), ("gate", "made")):
        lines += [f"  wire [{width - 1}:0] {of}_{name};" for name, width in outputs.items()]
        names = ", ".join(f"{of}_{name}" for name in outputs)
        lines.append(f"  wire [{sum(outputs.values()) - 1}:0] {word} = {{{names}}};")
        pins[of] = ", ".join([f".{name}({name})" for name in ["clk", *inputs]] +
                             [f".{name}({of}_{name})" for name in outputs])
    return BENCH.format(
        module=module, parameters=", ".join(f".{key}({value})" for key, value in parameters.items()),
        declarations="\n".join(lines), bits=sum(outputs.values()), epochs=EPOCHS, length=LENGTH,
        straps="\n".join(f"      {name} = epoch % 2 == 0 ? random(0) & 3 : random(0);"
                         for name in inputs if not driven(name)),
        drive="\n".join(f"        {name} = {driven(name)};" for name in inputs if driven(name)), **pins)


def read(module, parameters):
    """Commands that have Yosys read a module and call it `gate`."""
    settings = " ".join(f"-chparam {key} {value}" for key, value in parameters.items())
    files = " ".join(map(str, RTL))
    return f"read_verilog -defer {files}; hierarchy -top {module} {settings}; rename -top gate"


def cleared(verilog):
    """Verilog whose memories begin with 0."""
    memory = re.compile(r"(\breg +(?:\[[^;\]]*\] *)?(\w+) *\[0:([^\]]*)\];)")
    return memory.sub(r"\1 integer clear_\2; initial for (clear_\2 = 0; clear_\2 <= \3; "
                      r"clear_\2 = clear_\2 + 1) \2[clear_\2] = 0;", verilog)


def models(yosys, family):
    """Models of cells: ours, and those of Yosys that have no other of ours."""
    ours = (FPGA / f"cells/{family}.v").read_text()
    others = (yosys / f"share/yosys/{family}/cells_sim.v").read_text()
    for name in re.findall(r"^module (\w+)", ours, re.MULTILINE):
        module = rf"^(\(\*[^\n]*\*\)\n)?module {name}\b.*?^endmodule"
        others = re.sub(module, "", others, flags=re.MULTILINE | re.DOTALL)
    return ours + others.replace("reg  [15:0] RDATA_I;", "reg [15:0] RDATA_I = 0;")


def shown(work, cells, netlist):
    """What the testbench says of this netlist."""
    # Initialises all memories to 0: on an unknown condition a module takes the else branch, but its
    # netlist does not.
    text = re.sub(r"'hx+", lambda unknown: "'h" + "0" * (len(unknown[0]) - 2), netlist)
    (work / "gate.v").write_text(text)
    (work / "cells.v").write_text(cells)
    (work / "module.v").write_text("\n".join(cleared(file.read_text()) for file in RTL))
    run("iverilog", "-g2012", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-DNO_INCLUDES", "-o", work / "sim", "-s", "bench",
        *(work / f"{file}.v" for file in ("bench", "gate", "cells", "module")))
    return run("vvp", "-n", work / "sim").strip()


def broken(netlist):
    """Netlists in each of which one gate does the opposite; the gates are spread over all of it."""
    gates = list(re.finditer(r"\.(?:LUT_)?INIT\(16'h([0-9a-f]{4})\)", netlist))
    for i in range(BROKEN):
        gate = gates[(2 * i + 1) * len(gates) // (2 * BROKEN)]
        yield f"{netlist[:gate.start(1)]}{int(gate[1], 16) ^ 0xffff:04x}{netlist[gate.end(1):]}"


def check(module, parameters, family, provable, cells, work):
    """Compares a module with its netlist; returns what is wrong, or nothing."""
    synthesis = f"{read(module, parameters)}; {SYNTHESIS[family]}"
    run("yosys", "-q", "-p", f"{synthesis}; write_verilog -noattr {work}/netlist.v; write_json {work}/gate.json")
    netlist = (work / "netlist.v").read_text()
    ports = json.loads((work / "gate.json").read_text())["modules"]["gate"]["ports"]
    (work / "bench.v").write_text(bench(module, parameters, ports))
    said = shown(work, cells, netlist)
    if not said.startswith("unknown"):
        return said
    bits = sum(len(port["bits"]) for port in ports.values() if port["direction"] == "output")
    unknown = int(said.split()[1]) / (2 * EPOCHS * LENGTH * bits)
    if unknown > MOST_UNKNOWN:
        return f"{100 * unknown:.0f} % of what it shows is unknown"
    seen = 0
    for other in broken(netlist):
        seen += shown(work, cells, other).startswith("differs")
        if seen == SEEN:
            break
    else:
        return f"{seen} of {BROKEN} broken gates are seen"
    if provable:
        run("yosys", "-q", "-p", f"{read(module, parameters)}; proc; flatten; opt_clean; "
            "equiv_opt -assert -map +/ice40/cells_sim.v synth_ice40 -top gate -noflatten")
    return ""


def main():
    """Rows that are asked for; ends with status 1 if one is not as it should be."""
    yosys = pathlib.Path(run("which", "yosys").strip()).resolve().parent.parent
    wrong = 0
    for module, parameters, families, provable in ROWS:
        for family in families:
            if sys.argv[1:] and module not in sys.argv[1:] and family not in sys.argv[1:]:
                continue
            cells = models(yosys, family)
            with tempfile.TemporaryDirectory() as folder:
                trouble = check(module, parameters, family, provable, cells, pathlib.Path(folder))
            wrong += bool(trouble)
            print(family, module, *(f"{key}={value}" for key, value in parameters.items()),
                  trouble or ("same, proved" if provable else "same"), flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
