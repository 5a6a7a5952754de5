// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/texts.hpp"

#include <fmt/format.h>

namespace romcast {
namespace {

constexpr const char* kTestbench = R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast rtl. Runs the network once, reads every register and compares it with what the plan
// says. The last line is what was measured; errors 0 if nothing differs.
`default_nettype none
module romcast_network_tb;
  parameter BOOT = 1;  // 0: through the load port
  localparam [31:0] CYCLES = {cycles}, HOPS = {hops}, DELIVERED = {delivered}, END = {end};
  localparam LOADS = {loads}, CHECKS = {checks};

  reg clk = 1'b0, rst = 1'b1, start = 1'b0, load_valid = 1'b0;
  reg [{record_high}:0] load = 0;
  reg [23:0] read_address = 24'd0;
  wire ready;
  wire [31:0] cycle, read_value;
  reg [31:0] value;
  always #5 clk = !clk;

`ifdef NETLIST  // has no parameter: it was loaded through the port when it was synthesised
  romcast_network network (
`else
  romcast_network #(
      .BOOT(BOOT)
  ) network (
`endif
      .clk(clk),
      .rst(rst),
      .start(start),
      .ready(ready),
      .load_valid(load_valid),
      .load_target(load[{record_high}-:16]),
      .load_address(load[{address_high}-:32]),
      .load_word(load[{word_high}:0]),
      .cycle(cycle),
      .read_address(read_address),
      .read_value(read_value)
  );

  reg [{record_high}:0] loads[0:LOADS-1];
  reg [59:0] checks[0:CHECKS-1];  // total, address, value
  reg [31:0] cycles = 32'd0, hops = 32'd0, delivered = 32'd0, errors = 32'd0;
  integer i;

  // A network that stands still, as broken ones may, ends the run, too.
  initial begin
    repeat (100 + 4 * LOADS + 2 * END + 4 * CHECKS) @(negedge clk);
    $display("stands still in cycle %0d", cycle);
    $finish(0);
  end

  initial begin
    $readmemh("load.hex", loads);
    $readmemh("expected.hex", checks);
    repeat (4) @(negedge clk);
    rst = 1'b0;
    if (BOOT == 0)
      for (i = 0; i < LOADS; i = i + 1) begin
        load_valid = 1'b1;
        load = loads[i];
        @(negedge clk);
      end
    load_valid = 1'b0;
    @(negedge clk);
    while (!ready) @(negedge clk);
    @(negedge clk);
    start = 1'b1;
    while (cycle != END) @(negedge clk);
    for (i = 0; i < CHECKS; i = i + 1) begin
      read_address = checks[i][55:32];
`ifdef __ICARUS__  // a clock evaluates the whole network: only the first registers use the port
      if (i >= 16) begin
        #0 value = network.register_at(read_address);  // #0: once the address has settled
      end else
`endif
      begin
        repeat (3) @(negedge clk);
        value = read_value;
      end
      if (value !== checks[i][31:0]) begin
        $display("register %0d holds %0d, not %0d; see design.json", read_address, value,
                 checks[i][31:0]);
        errors = errors + 32'd1;
      end
      case (checks[i][59:56])
        4'd1: hops = hops + value;
        4'd2: if (value > cycles) cycles = value;
        4'd3: delivered = delivered + value;
        default: ;
      endcase
    end
    if (cycles !== CYCLES || hops !== HOPS || delivered !== DELIVERED) errors = errors + 32'd1;
    $display("cycles %0d hops %0d delivered %0d errors %0d", cycles, hops, delivered, errors);
    $finish(0);
  end
endmodule
`default_nettype wire
)";

constexpr const char* kMakefile = R"(# SPDX-License-Identifier: Apache-2.0
# Made by romcast rtl.
#   make sim        Icarus Verilog; the network loads itself ($readmemh)
#   make sim-port   the same, loaded through the load port
#   make verilator  the same with verilator --binary
#   make lint       verilator --lint-only -Wall
#   make synth-ice40, synth-xilinx, synth-ecp5    Yosys
#   make netlist-ice40, netlist-ecp5              what Yosys makes of it, in verilator --binary
# One unit of C++, as each of many would read the same headers for longer than it is compiled.
one_unit = -MAKEFLAGS "VM_PARALLEL_BUILDS=0 OPT_FAST=-O1"
# Across the boundaries of modules, as the other families do by themselves.
flat_xilinx = -flatten
verdict = tail -n 1 build/$@.log | grep -q '^cycles {cycles} hops {hops} delivered {delivered} errors 0$$'
sources = $(shell cat files.f)
.PHONY: sim sim-port verilator lint clean synth-ice40 synth-xilinx synth-ecp5 netlist-ice40 netlist-ecp5

sim: build/sim.vvp
	@vvp -n $< >build/$@.log; cat build/$@.log; $(verdict)
sim-port: build/sim-port.vvp
	@vvp -n $< >build/$@.log; cat build/$@.log; $(verdict)
build/sim.vvp: $(sources) romcast_network_tb.v files.f
	@mkdir -p build
	@iverilog -s romcast_network_tb -o $@ -c files.f romcast_network_tb.v
build/sim-port.vvp: $(sources) romcast_network_tb.v files.f
	@mkdir -p build
	@iverilog -s romcast_network_tb -P romcast_network_tb.BOOT=0 -o $@ -c files.f romcast_network_tb.v
verilator:
	@mkdir -p build
	@verilator --binary $(one_unit) -Mdir build/verilated --top-module romcast_network_tb -f files.f \
	  romcast_network_tb.v >build/verilator-build.log
	@build/verilated/Vromcast_network_tb | grep -v '^- ' >build/$@.log; cat build/$@.log; $(verdict)
lint:
	verilator --lint-only -Wall --top-module romcast_network -f files.f
synth-ice40 synth-xilinx synth-ecp5: synth-%:
	@mkdir -p build
	env -u HOME yosys -q -p "read_verilog $(sources); chparam -set BOOT 0 romcast_network; \
	  synth_$* $(flat_$*) -top romcast_network; check -assert; tee -o build/$@.log stat"
cells = $(dir $(realpath $(shell which yosys)))../share/yosys/$*/cells_sim.v
netlist-ice40 netlist-ecp5: netlist-%:
	@mkdir -p build
	@env -u HOME yosys -q -p "read_verilog $(sources); chparam -set BOOT 0 romcast_network; \
	  synth_$* -top romcast_network; write_verilog -noattr build/$@.v"
	@verilator --binary -DNETLIST -DNO_ICE40_DEFAULT_ASSIGNMENTS -DNO_INCLUDES -GBOOT=0 -Wno-fatal -Wno-lint \
	  -Wno-style -Wno-MODDUP --noassert -Mdir build/$@ --top-module romcast_network_tb romcast_network_tb.v \
	  build/$@.v cells/$*.v $(cells) >build/$@-build.log 2>&1 || {{ cat build/$@-build.log; exit 1; }}
	@build/$@/Vromcast_network_tb | grep -v '^- ' >build/$@.log; cat build/$@.log; $(verdict)
clean:
	rm -rf build
)";

constexpr const char* kReadme = R"(# A network in Verilog, made by romcast

`make sim` runs it (Icarus Verilog) and ends with

    cycles {cycles} hops {hops} delivered {delivered} errors 0

which is what the plan says. The Makefile's other targets: `sim-port`, `verilator`, `lint`, `synth-ice40`,
`synth-xilinx`, `synth-ecp5`, and `netlist-ice40`, `netlist-ecp5`, which run what synthesis makes of it.

| file | what it is |
|---|---|
| `romcast_network.v` | the top module: nodes, wires, processors |
| `rtl/` | the modules that it is made of; their names begin with `rmc_` |
| `cells/` | models of cells of FPGAs, beside those that come with Yosys |
| `romcast_network_tb.v` | testbench: runs the network, reads and compares every register |
| `load.hex` | all words that are loaded, {{target, address, word}} |
| `expected.hex` | what the registers must hold, {{total, address, value}} |
| `design.json` | every load target and every register by name, the scenario, the expected figures |
| `files.f`, `romcast_network.core` | lists of files, for simulators and for FuseSoC |

## Ports

| port | bits | |
|---|---|---|
| `clk`, `rst` | 1 | rising edge; `rst` passes two registers, so that it may change at any time; for three clocks or more |
| `start` | 1 | goes up and stays up when the run may begin |
| `ready` | 1 | `BOOT = 1`: everything is loaded |
| `load_valid`, `load_target`, `load_address`, `load_word` | 1, 16, 32, {word_bits} | load port |
| `cycle` | 32 | network time: 0 before the run, 1 in the first cycle |
| `read_address`, `read_value` | 24, 32 | read port: the value comes three clocks after the address |

With parameter `BOOT = 1` the network reads `load.hex` into a ROM ($readmemh) and loads itself after a reset. With
`BOOT = 0` somebody else writes the same {loads} words through the load port, one per clock; words for one target come
in the order of the file. After the last one the port rests for a clock, then `start` rises.

```wavedrom
{{ "signal": [
  {{ "name": "clk",          "wave": "p..........." }},
  {{ "name": "rst",          "wave": "1.0........." }},
  {{ "name": "load_valid",   "wave": "0.1..0......" }},
  {{ "name": "load_target",  "wave": "x.333x......", "data": ["0", "0", "1"] }},
  {{ "name": "load_address", "wave": "x.444x......", "data": ["0", "1", "0"] }},
  {{ "name": "load_word",    "wave": "x.555x......", "data": ["w", "w", "w"] }},
  {{ "name": "start",        "wave": "0.....1....." }},
  {{ "name": "cycle",        "wave": "2.......2222", "data": ["0", "1", "2", "3", "4"] }}
] }}
```

## Words

A target takes the lowest bits of `load_word`; `design.json` says how many. Words of schedule ROMs are
{{operation[1:0], argument[15:0], control}}: `rtl/rmc_sequencer.v` and the node's module say what they mean. A processor's
messages, and what it must receive, are flits bit by bit: see `rtl/rmc_arrival_check.v` and the `rtl/rmc_send_by_*.v` that
are there. With other words the same netlist runs another schedule, as long as it fits the sizes in
`romcast_network.v`.

`load.hex` has a line per word, {record} bits: 16 of the target, 32 of the address, {word_bits} of the word.
)";

}  // namespace

std::string testbench_text(const RtlFigures& figures) {
  const unsigned record = figures.word_bits + 48;
  return fmt::format(fmt::runtime(kTestbench), fmt::arg("cycles", figures.cycles),
                     fmt::arg("hops", figures.hops), fmt::arg("delivered", figures.delivered),
                     fmt::arg("end", figures.end), fmt::arg("loads", figures.loads),
                     fmt::arg("checks", figures.checks), fmt::arg("record_high", record - 1),
                     fmt::arg("address_high", record - 17),
                     fmt::arg("word_high", figures.word_bits - 1));
}

std::string makefile_text(const RtlFigures& figures) {
  return fmt::format(fmt::runtime(kMakefile), fmt::arg("cycles", figures.cycles),
                     fmt::arg("hops", figures.hops), fmt::arg("delivered", figures.delivered));
}

std::string readme_text(const RtlFigures& figures) {
  return fmt::format(fmt::runtime(kReadme), fmt::arg("cycles", figures.cycles),
                     fmt::arg("hops", figures.hops), fmt::arg("delivered", figures.delivered),
                     fmt::arg("loads", figures.loads), fmt::arg("word_bits", figures.word_bits),
                     fmt::arg("record", figures.word_bits + 48));
}

std::string core_text(const std::vector<std::string>& verilog) {
  std::string files;
  for (const std::string& file : verilog) files += fmt::format("      - {}\n", file);
  return fmt::format(R"(CAPI=2:
# SPDX-License-Identifier: Apache-2.0
name: romcast:network:design:0
description: A network with its processors, made by romcast rtl
filesets:
  rtl:
    files:
{}    file_type: verilogSource
  images:
    files:
      - load.hex: {{copyto: load.hex}}
      - expected.hex: {{copyto: expected.hex}}
    file_type: user
  tb:
    files:
      - romcast_network_tb.v
    file_type: verilogSource
targets:
  default: &default
    filesets: [rtl]
    toplevel: romcast_network
  sim:
    filesets: [rtl, images, tb]
    toplevel: romcast_network_tb
    default_tool: icarus
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
)",
                     files);
}

}  // namespace romcast
