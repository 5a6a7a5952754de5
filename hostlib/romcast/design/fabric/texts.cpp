// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/fabric/texts.hpp"

#include <fmt/format.h>

#include "romcast/design/fabric/proof.hpp"
#include "romcast/design/fabric/top.hpp"

namespace romcast {
namespace {

constexpr const char* kMakefile = R"(# SPDX-License-Identifier: Apache-2.0
# Made by romcast fabric.
#   make sim         Icarus Verilog: random stalls, every word numbered, the tables change while words flow
#   make sim-faults  wrong table words: exactly the flags of each must go up
#   make verilator   the testbench of sim in verilator --binary
#   make lint        verilator --lint-only -Wall, and yosys check
#   make prove       theorem about this design: every word leaves in its cycle (yosys, yosys-abc)
#   make driver      the C++ driver loads and changes tables of the Verilated fabric
#   make cocotb      rmc_cocotb.py in Icarus Verilog, if cocotb is installed
#   make synth-ice40, synth-ecp5, synth-xilinx    Yosys
sources = $(shell cat files.f)
top = romcast_fabric
bench = $(top)_tb
numbers = words.hex tables_0.hex tables_1.hex signatures.hex faults.hex
verdict = tail -n 1 build/$@.log | grep -q '^frames [0-9]* words [1-9][0-9]* lost 0 late 0 errors 0$$'
proved = rtl/rmc_tile.v rtl/rmc_tile_status.v rtl/rmc_slot_router.v rtl/rmc_slot_mux.v rtl/rmc_slot_counter.v \
  rtl/rmc_operator.v @FRONT@ $(top).v stand_ins.v
# One unit of C++, as each of many would read the same headers for longer than it is compiled.
one_unit = -MAKEFLAGS "VM_PARALLEL_BUILDS=0 OPT_FAST=-O1"
lines_0 = @LINES_0@
lines_1 = @LINES_1@
.PHONY: prove sim sim-faults verilator driver cocotb lint clean synth-ice40 synth-ecp5 synth-xilinx

sim: build/sim.vvp $(numbers)
	@vvp -n $< >build/$@.log; cat build/$@.log; $(verdict)
sim-faults: build/sim.vvp $(numbers)
	@[ @FAULTS@ -gt 0 ] || { echo "no fault raises a flag: made without statistics"; exit 1; }
	@for n in $(shell seq 1 @FAULTS@); do \
	  vvp -n $< +fault=$$n >build/$@-$$n.log; echo "fault $$n:"; cat build/$@-$$n.log; \
	  tail -n 1 build/$@-$$n.log | grep -q ' errors 0$$' || exit 1; \
	done; echo "faults @FAULTS@ errors 0"
build/sim.vvp: $(sources) $(bench).v files.f
	@mkdir -p build
	@iverilog -s $(bench) -o $@ -c files.f $(bench).v
verilator: $(numbers)
	@mkdir -p build
	@verilator --binary $(one_unit) -Wno-fatal -Wno-lint -Wno-style -Mdir build/verilated --top-module $(bench) \
	  -f files.f $(bench).v >build/verilator-build.log 2>&1 || { cat build/verilator-build.log; exit 1; }
	@build/verilated/V$(bench) | grep -v '^- ' >build/$@.log; cat build/$@.log; $(verdict)
driver:
	@mkdir -p build
	@verilator --cc --exe --build -Wno-fatal -Wno-lint -Wno-style -CFLAGS '-std=c++17 -I$(CURDIR)' \
	  -Mdir build/driver --top-module $(top) -f files.f $(CURDIR)/rmc_driver_sim.cpp >build/driver-build.log 2>&1 || \
	  { cat build/driver-build.log; exit 1; }
	@build/driver/V$(top) >build/$@.log; cat build/$@.log; tail -n 1 build/$@.log | grep -q ' errors 0$$'
cocotb:
	@command -v cocotb-config >/dev/null || { echo "cocotb is not installed"; exit 1; }
	@mkdir -p build
	@$(MAKE) -f $$(cocotb-config --makefiles)/Makefile.sim SIM=icarus TOPLEVEL_LANG=verilog SIM_BUILD=build/cocotb \
	  VERILOG_SOURCES='$(sources)' TOPLEVEL=$(top) COCOTB_TOPLEVEL=$(top) MODULE=rmc_cocotb \
	  COCOTB_TEST_MODULES=rmc_cocotb COCOTB_RESULTS_FILE=build/cocotb.xml
# Newer versions of Yosys turn assertions into $check cells, which this turns into plain ones.
lower_checks = $(shell env -u HOME yosys -QTp 'help chformal' 2>/dev/null | grep -q -- -lower && echo 'chformal -lower;')
prove: prove-0 prove-1
prove-0 prove-1: prove-%: $(proved) prove_%.v tables_%.hex
	@mkdir -p build
	@rm -f build/tables_$*_*; split -d -a 4 -l $(lines_$*) tables_$*.hex build/tables_$*_
	@env -u HOME yosys -q -p "read_verilog -defer -formal $(proved) prove_$*.v; hierarchy -check -top prove; \
	  prep -flatten -nordff -top prove; $(lower_checks) memory_map; opt -full; setundef -undriven -anyseq; dffunmap; opt_clean; \
	  techmap; abc -g AND -fast; aigmap; delete -output; opt_clean; write_aiger -zinit -no-startoffset build/prove_$*.aig" \
	  >build/prove_$*.log 2>&1 || { cat build/prove_$*.log; exit 1; }
	@yosys-abc -c "read_aiger build/prove_$*.aig; fold; strash; bmc3 -F @CLOCKS@" >build/prove_$*.log 2>&1; \
	  grep -q "No output asserted in @CLOCKS@ frames" build/prove_$*.log || \
	  { cat build/prove_$*.log; echo "mode $*: a word may leave in another cycle"; exit 1; }
	@echo "mode $*: every word leaves in its cycle: proved"
lint:
	verilator --lint-only -Wall --top-module $(top) -f files.f
	env -u HOME yosys -q -p "read_verilog $(sources); hierarchy -check -top $(top); proc; check -assert"
# A block RAM of an ECP5 shows its words late in a clock; credits are needed early.
synth-ecp5: early = hierarchy -top $(top); proc; setattr -set ram_style "distributed" */m:grants;
synth-ice40 synth-ecp5 synth-xilinx: synth-%:
	@mkdir -p build
	env -u HOME yosys -q -p 'read_verilog $(sources); $(early) synth_$* -top $(top); check -assert; tee -o build/$@.log stat'
clean:
	rm -rf build
)";

constexpr const char* kReadme = R"(# A fabric, made by romcast

    @COMMAND@

A network for your own data: @TILES@ tiles, @FLOWS@, payload @WIDTH@ bits. @FRAMES@

`make sim` (Icarus Verilog) ends with `frames F words W lost 0 late 0 errors 0`. Further targets: `sim-faults`,
`verilator`, `driver`, `cocotb`, `lint`, `prove`, `synth-ice40`, `synth-ecp5`, `synth-xilinx`; the Makefile says what each does.

| file | |
|---|---|
| `romcast_fabric.v` | the top module |
| `rtl/` | the modules that it is made of |
| `romcast_fabric_tb.v` | testbench; sources and sinks stall at random, and the tables change while words flow |
| `fabric.json` | ports, flows, tables, registers with addresses |
| `tables_0.hex`, `tables_1.hex` | what a host writes for each mode: {word address, data}, 32 bits each |
| `words.hex`, `signatures.hex`, `faults.hex` | numbers of the testbench |
| `files.f`, `romcast_fabric.core` | lists of files, for simulators and for FuseSoC |
| `rmc_driver.hpp`, `romcast_fabric.hpp` | driver of the registers in C++, and the tables for it; `make driver` runs the example `rmc_driver_sim.cpp` |
| `rmc_cocotb.py` | registers and streams for cocotb, and a test (`make cocotb`) |
| `rmc_litex.py` | the fabric in LiteX |

## Flows

@TABLE@@REDUCTIONS@
*dest* is the flow's number on `s_axis_FROM_tdest`, *id* that on `m_axis_TO_tid`. *Slots* are the slots of `s_axis` in
which the flow's words enter the network, and *clocks* the clocks from there to the end of the network: it is the same
in every frame. Words leave their queue in their order, so a source that wants every slot sends flows in the order of the slots.
*Latency* counts slots from the first chance to send a word, which may just have missed a slot, until its arrival@FROM@.

@CREDITS@

## Start, and another schedule

After a reset nothing runs. A host writes `tables_0.hex`, the period @PERIOD@ into PERIOD 1 (word address 9), 1 into COMMIT (5), waits
until bit 2 of STATUS (6) is 0, and writes @CONTROL@ into CONTROL (4): frames @RUN@. `tables_1.hex` is the same schedule, a slot later,
unless another one was given; write it and PERIOD 0 (8) while the first one runs, then 3 into COMMIT: the tables change between two
frames, without a reset and without the loss of a word. @STAY@ `make sim` does so three times. Registers: docs/fabric-rtl.md of romcast.

Byte addresses of AXI4-Lite are word addresses times 4.
)";

std::string flow_table(const FabricTexts& texts) {
  const Fabric& fabric = texts.design.fabric();
  std::string text =
      "| flow | from | dest | to | id | words | slots | clocks | latency | at most |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n";
  for (std::size_t f = 0; f < fabric.flows.size(); ++f) {
    const FabricFlow& flow = fabric.flows[f];
    std::string to, ids, slots, clocks;
    const auto add = [](std::string& list, const std::string& one) {
      list += (list.empty() ? "" : " ") + one;
    };
    for (std::size_t i = 0; i < flow.to.size(); ++i) {
      add(to, texts.design.endpoint(flow.to[i]));
      add(ids, std::to_string(flow.ids[i]));
    }
    for (const FabricWord& word : fabric.modes.front().words) {
      if (word.flow != f) continue;
      add(slots, std::to_string(word.slot));
      std::string each;
      for (const Cycle after : word.after) {
        each += (each.empty() ? "" : "/") + std::to_string(after + 4);
      }
      add(clocks, each);
    }
    const Cycle slots_until = texts.design.latency(flow, texts.verdict);
    const std::string latency = slots_until == 0 ? "-" : std::to_string(slots_until);
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", flow.name,
                        texts.design.endpoint(flow.from), flow.dest, to, ids, flow.words, slots,
                        clocks, latency, flow.bound == 0 ? "-" : std::to_string(flow.bound));
  }
  return text;
}

std::string credit_text(const FabricDesign& design) {
  if (design.settings().on_demand) {
    return "A source sends the words of a frame in the order of their slots; the last one may "
           "start "
           "the frame. A sink may stall as long as it wants: no frame starts before its queue has "
           "capacity for it, and no word is dropped.";
  }
  if (!design.settings().credits) {
    return "Receivers cannot stop their senders (`credits` off): a queue that is full drops "
           "words and raises its "
           "flag.";
  }
  std::string open;
  for (const FabricFlow& flow : design.fabric().flows) {
    if (flow.back == kNoTile) open += (open.empty() ? "" : ", ") + flow.name;
  }
  const std::string text =
      "A sink may stall as long as it wants: credits stop its senders, and no word is dropped. "
      "Flows with names that end "
      "with `.credit` carry nothing else.";
  return open.empty() ? text
                      : text +
                            " Flows with several receivers have no credits: their sinks must not "
                            "let the queue "
                            "fill, which would drop words and raise a flag. These are: " +
                            open + ".";
}

std::string stay_text(const FabricDesign& design) {
  if (design.settings().on_demand) {
    return "End all sources after the same frame first, and start them after the change.";
  }
  std::size_t stay = 0, all = 0;
  for (const FabricFlow& flow : design.fabric().flows) {
    stay += flow.stays ? 1 : 0;
    all += flow.credit_only ? 0 : 1;
  }
  if (stay == 0) return "All flows pause for a few frames, as none has the same slots in both.";
  return fmt::format(
      "{} of {} flows {} on meanwhile, with the same slots and paths in both (*stays* in "
      "fabric.json).\nA 1 instead of the 3 lets none go on: for tables of another folder.",
      stay, all, stay == 1 ? "goes" : "go");
}

std::string reduction_text(const FabricDesign& design) {
  const Fabric& fabric = design.fabric();
  if (fabric.reductions.empty()) return "";
  std::string text =
      "\nRouters combine the words of equal numbers of several flows, so that one word comes "
      "out:\n\n| result | operator | of |\n|---|---|---|\n";
  for (std::size_t r = 0; r < fabric.reductions.size(); ++r) {
    std::string of;
    for (const FabricFlow& flow : fabric.flows) {
      if (flow.reduction == r) of += (of.empty() ? "" : ", ") + flow.name;
    }
    text +=
        fmt::format("| {} | {}{} | {} |\n", fabric.reductions[r].name,
                    fabric.is_signed ? "signed " : "", name(fabric.reductions[r].operation), of);
  }
  return text;
}

std::string frames_text(const FabricDesign& design) {
  const Cycle period = design.fabric().modes.front().period;
  if (design.settings().on_demand) {
    return fmt::format(
        "A frame of {} clocks begins when every source has written its words of\nthe frame and "
        "every sink has capacity for those that come, as a blocking call of MPI does. In the frame "
        "every flow has its slots.",
        period);
  }
  return fmt::format(
      "Every {} clocks a frame begins, and in\neach frame every flow has its slots, so it is a "
      "wire with a known latency.",
      period);
}

}  // namespace

std::string fabric_makefile(const FabricTexts& texts) {
  return with_values(
      kMakefile,
      {{"FAULTS", std::to_string(texts.faults)},
       {"LINES_0", std::to_string(texts.design.writes_of_tile(0))},
       {"LINES_1", std::to_string(texts.design.writes_of_tile(1))},
       {"FRONT", texts.design.settings().wishbone ? "rtl/rmc_wishbone.v" : "rtl/rmc_axi_lite.v"},
       {"CLOCKS", std::to_string(fabric_proof_clocks(texts.design) + 2)}});
}

std::string fabric_readme(const FabricTexts& texts) {
  const bool on_demand = texts.design.settings().on_demand;
  const Fabric& fabric = texts.design.fabric();
  return with_values(
      kReadme, {{"COMMAND", texts.command},
                {"TILES", std::to_string(fabric.tiles.size())},
                {"FLOWS", fmt::format("{} flow{}", fabric.flows.size(),
                                      fabric.flows.size() == 1 ? "" : "s")},
                {"WIDTH", std::to_string(texts.design.settings().payload)},
                {"PERIOD", std::to_string(fabric.modes.front().period)},
                {"FRAMES", frames_text(texts.design)},
                {"FROM", on_demand ? "; on demand, in a frame that has begun" : ""},
                {"RUN", on_demand ? "start on demand" : "run"},
                {"STAY", stay_text(texts.design)},
                {"CONTROL", fmt::format("0x{:x}", (on_demand ? 3 : 1) + 256 * fabric.drain())},
                {"TABLE", flow_table(texts)},
                {"REDUCTIONS", reduction_text(texts.design)},
                {"CREDITS", credit_text(texts.design)}});
}

std::string fabric_core(const FabricTexts& texts) {
  std::string files;
  for (const std::string& file : texts.verilog) files += fmt::format("      - {}\n", file);
  return with_values(R"(CAPI=2:
# SPDX-License-Identifier: Apache-2.0
name: romcast:fabric:romcast_fabric:1.0.0
description: A scheduled network for AXI4-Streams, made by romcast fabric
filesets:
  rtl:
    files:
@FILES@    file_type: verilogSource
  tb:
    files:
      - romcast_fabric_tb.v
    file_type: verilogSource
  numbers:
    files:
      - words.hex: {copyto: words.hex}
      - tables_0.hex: {copyto: tables_0.hex}
      - tables_1.hex: {copyto: tables_1.hex}
      - signatures.hex: {copyto: signatures.hex}
      - faults.hex: {copyto: faults.hex}
    file_type: user
targets:
  default: &default
    filesets: [rtl]
    toplevel: romcast_fabric
  sim:
    filesets: [rtl, tb, numbers]
    toplevel: romcast_fabric_tb
    default_tool: icarus
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
  ice40: &synth
    <<: *default
    default_tool: yosys
    tools:
      yosys:
        arch: ice40
  ecp5:
    <<: *synth
    tools:
      yosys:
        arch: ecp5
  xilinx:
    <<: *synth
    tools:
      yosys:
        arch: xilinx
)",
                     {{"FILES", files}});
}

}  // namespace romcast
