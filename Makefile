# SPDX-License-Identifier: Apache-2.0
# `make demo` and `make test` suffice; both install missing packages (Debian 12 or 13). Run `make check`
# after every change, and `make verify` for proofs, mutants and sanitizers.
BUILD ?= build
JOBS ?= $(shell nproc)
# Tests wait for timers and for each other, so one more test than cores keeps the cores busy.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
PACKAGES := build-essential cmake ninja-build verilator libsystemc-dev libboost-dev libgraphviz-dev \
            libcadical-dev coinor-libclp-dev libcli11-dev libpugixml-dev nlohmann-json3-dev libfmt-dev zlib1g-dev
# Tools that put a network on a board: 340 MB.
BOARD_PACKAGES := yosys berkeley-abc nextpnr-ice40 fpga-icestorm python3
CHECK_PACKAGES := catch2 python3 iverilog yosys berkeley-abc
PYTHON_PACKAGES := pybind11-dev python3-dev python3-numpy python3-networkx python3-pandas python3-pytest \
                   python3-matplotlib python3-yaml mypy
NOTEBOOK_PACKAGES := python3-nbconvert python3-ipykernel
TEST_PACKAGES := $(BOARD_PACKAGES) $(CHECK_PACKAGES) $(PYTHON_PACKAGES) z3 graphviz clang \
                 pkg-config libclang-rt-dev libbenchmark-dev
# Tools that check and install the Debian packages, and run the notebooks.
VERIFY_PACKAGES := debootstrap lintian $(NOTEBOOK_PACKAGES)
LINT_PACKAGES := clang-format-14 clang-tidy-14

# Tools that bundle the pages of `romcast view` and `reproduce`, which are optional. The test of the
# pages in a browser is skipped without chromium.
PAGE_PACKAGES := nodejs npm

# Libraries for one co-simulation on many ranks (docs/scale.md); optional on a single rank.
MPI_PACKAGES := libopenmpi-dev libboost-mpi-dev openmpi-bin

.PHONY: all demo check test verify releases drawings synth boards bench lint tidy format clean \
        packages page-packages mpi-packages board-packages check-packages test-packages verify-packages \
        lint-packages

all: $(BUILD)/build.ninja
	@cmake --build $(BUILD) --target romcast -j $(JOBS)

# Prints tables and ledger first; the other half of the program is compiled afterwards.
demo: packages page-packages $(BUILD)/build.ninja
	@cmake --build $(BUILD) --target romcast_first_tables -j $(JOBS)
	@$(BUILD)/romcast_first_tables $(BUILD)/romcast
	@cmake --build $(BUILD) --target romcast_first_ledger -j $(JOBS)
	@echo
	@$(BUILD)/romcast_first_ledger $(BUILD)/ledger
	@echo
	@cmake --build $(BUILD) --target romcast -j $(JOBS)

# The tests to run after every change: the groups named below, without slow tests.
check: packages check-packages
	@cmake --preset release -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS) --target romcast_check_tests
	@cd $(BUILD) && ctest --no-tests=error --output-on-failure -j $(TEST_JOBS) -LE 'verify|slow' \
	  -R '^(hostlib|schedules|any|oracle|apps|look|systemc):'

# Tests every part, including the Verilog; `verify` runs the slow tests.
test: packages test-packages page-packages mpi-packages
	@cmake --preset test -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest --no-tests=error --output-on-failure -j $(TEST_JOBS) -LE verify

# The slow tests: host library, program, Python module and fuzzers under sanitizers; then proofs,
# mutants, testbenches and large networks. Fails if a file outside build folders and caches changes.
# Allocation stacks are cut to four callers; the default, 30, costs a fifth of the run time.
verify: packages test-packages verify-packages
	@tests/clean_run.sh begin $(BUILD)/clean-run
	@cmake --preset sanitize -B $(BUILD)-sanitize > /dev/null
	@cmake --build $(BUILD)-sanitize -j $(JOBS) --target romcast_host_tests romcast_fuzzers romcast \
	  romcast_python
	@cd $(BUILD)-sanitize && ROMCAST_CACHE=$(abspath $(BUILD))/models ASAN_OPTIONS=malloc_context_size=4 \
	  ctest --no-tests=error --output-on-failure -j $(TEST_JOBS) -R '^(hostlib|schedules|any):|^fuzz_|^sanitized$$|^python$$'
	@cmake --preset test -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest --no-tests=error --output-on-failure -j $(TEST_JOBS) -L verify
	@tests/clean_run.sh end $(BUILD)/clean-run $(BUILD) $(BUILD)-sanitize

# Before a release: `make check` and the proofs on the next release of Debian, 25 minutes.
releases: packages test-packages verify-packages
	@cmake --preset test -B $(BUILD) > /dev/null
	@tests/debian_test.sh sources trixie $(BUILD)

# Area of every switch on iCE40, into docs/synthesis.md.
synth: board-packages
	@fpga/synth.sh

# Area of networks on boards, and of fabrics, into docs/boards.md; runs for hours.
boards: packages board-packages all
	@python3 fpga/boards.py $(BUILD)/romcast
	@python3 -B fpga/fabrics.py $(BUILD)/romcast

# Draws registers and data paths of the Verilog modules from the .dot files in docs/rtl.
drawings: test-packages
	@for f in docs/rtl/*.dot; do dot -Tsvg "$$f" -o "$${f%.dot}.svg"; done

bench: packages test-packages
	@cmake --preset release -B $(BUILD) > /dev/null
	@cmake --build $(BUILD) -j $(JOBS)
	@bench/run.sh $(BUILD)

lint: lint-packages
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 --dry-run -Werror
	@git ls-files '*.cpp' '*.hpp' '*.inc' '*.v' | xargs python3 tests/comment_words.py

# clang-tidy needs 10 to 30 seconds of CPU per file, 40 minutes for all of them on two cores. It has
# separate compile commands, because clang cannot read GCC's precompiled headers.
TIDY ?= $(shell git ls-files 'apps/*.cpp' 'hostlib/*.cpp' 'schedules/*.cpp' 'systemc/*.cpp')
tidy: packages lint-packages all
	@cmake --preset release -B $(BUILD)/lint -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON > /dev/null
	@echo $(TIDY) | xargs -P $(JOBS) -n 1 clang-tidy-14 -p $(BUILD)/lint --quiet 2> /dev/null

format: lint-packages
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-14 -i

# Installs only missing packages, so a complete machine needs neither root nor network. Prints their names
# and sizes first. With APT=no, or if apt is missing or fails, make prints the names and continues.
APT ?= yes
page-packages: PACKAGES := $(PAGE_PACKAGES)
mpi-packages: PACKAGES := $(MPI_PACKAGES)
board-packages: PACKAGES := $(BOARD_PACKAGES)
check-packages: PACKAGES := $(CHECK_PACKAGES)
test-packages: PACKAGES := $(TEST_PACKAGES)
verify-packages: PACKAGES := $(VERIFY_PACKAGES)
lint-packages: PACKAGES := $(LINT_PACKAGES)
packages page-packages mpi-packages board-packages check-packages test-packages verify-packages lint-packages:
	@hostlib/package/missing.sh '$(APT)' $(PACKAGES)
	@[ $@ != board-packages ] || hostlib/package/ecp5_tools.sh '$(APT)'

$(BUILD)/build.ninja: CMakeLists.txt
	@cmake --preset release -B $(BUILD) > /dev/null

clean:
	@rm -rf $(BUILD)
