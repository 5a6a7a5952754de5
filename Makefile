# SPDX-License-Identifier: Apache-2.0
# Two commands are all: `make demo` and `make test`. Both install what is missing (Debian 12).
BUILD ?= build
JOBS ?= $(shell nproc)
PACKAGES := build-essential cmake ninja-build verilator libsystemc-dev libboost-dev libboost-graph-dev catch2 \
            libcadical-dev libcli11-dev nlohmann-json3-dev libfmt-dev zlib1g-dev libbenchmark-dev \
            yosys berkeley-abc iverilog z3 python3 nextpnr-ice40 fpga-icestorm \
            graphviz clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: all demo check test drawings synth bench lint format packages clean

all: $(BUILD)/build.ninja
	@cmake --build $(BUILD) --target romcast -j $(JOBS)

demo: packages all
	@$(BUILD)/romcast demo

# What every change should pass: all that needs no proof, fuzzer or large network.
check: packages
	@cmake --preset release -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS) -R '^(hostlib|schedules|any|oracle|apps|systemc):'

# Every test: first the host library and small runs under sanitizers, then all, the fuzzers' short
# runs included.
test: packages
	@cmake --preset sanitize -B $(BUILD)-sanitize > /dev/null
	@cmake --build $(BUILD)-sanitize -j $(JOBS) --target romcast_host_tests romcast
	@cd $(BUILD)-sanitize && ROMCAST_CACHE=$(abspath $(BUILD))/models \
	  ctest --output-on-failure -j $(JOBS) -R '^(hostlib|schedules|any):|^sanitized$$'
	@cmake --preset test -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest --output-on-failure -j $(JOBS)

# Area of every switch on iCE40, into docs/synthesis.md.
synth: packages
	@fpga/synth.sh

# Registers and data paths of the Verilog modules, from their sources in docs/rtl.
drawings: packages
	@for f in docs/rtl/*.dot; do dot -Tsvg "$$f" -o "$${f%.dot}.svg"; done

bench: packages all
	@cmake --build $(BUILD) -j $(JOBS)
	@bench/run.sh $(BUILD)

# Its own compile commands: clang does not read GCC's precompiled headers.
lint: packages all
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run -Werror
	@cmake --preset release -B $(BUILD)/lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON > /dev/null
	@git ls-files 'apps/*.cpp' 'hostlib/*.cpp' 'schedules/*.cpp' 'systemc/*.cpp' | \
	  xargs -P $(JOBS) -n 1 clang-tidy-14 -p $(BUILD)/lint --quiet 2> /dev/null

format:
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 -i

# Installs only what is missing, so that it needs neither root nor network once all is there.
packages:
	@missing=""; for p in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "Installing:$$missing"; \
	  $(SUDO) apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $(SUDO) apt-get install -y -qq --no-install-recommends $$missing > /dev/null; \
	fi

$(BUILD)/build.ninja: CMakeLists.txt
	@cmake --preset release -B $(BUILD) > /dev/null

clean:
	@rm -rf $(BUILD)
