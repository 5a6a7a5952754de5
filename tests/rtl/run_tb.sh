#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the self-checking testbenches with iverilog over some parameters; each must print PASS.
# usage: tests/rtl/run_tb.sh [directory for the simulators]
# RTL=DIR reads the modules from another folder; ONLY="TESTBENCH..." runs these; FIRST=1 stops at the
# first failure.
set -u
here=$(cd "$(dirname "$0")" && pwd)
rtl=${RTL:-$here/../../rtl}
work=${1:-}
if [ -z "$work" ]; then work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT; fi
folders=("$rtl"/*/ "$here/../../fpga/")
failures=0

bench() { # testbench, NAME=value...
  local name=$1 settings=("${@:2}")
  [[ -n ${ONLY:-} && " $ONLY " != *" $name "* ]] && return
  if ! iverilog -g2005-sv -I"$here" -s "$name" "${settings[@]/#/-P$name.}" -o "$work/$name.vvp" \
      "${folders[@]/#/-y}" "$here/$name.v" 2>&1 ||
    ! timeout 300 vvp -n "$work/$name.vvp" | tee "$work/$name.log" | sed "s/$/  (${*:2})/" ||
    ! grep -q '^PASS' "$work/$name.log"; then
    echo "failed: $*"
    failures=$((failures + 1))
    [ -n "${FIRST:-}" ] && exit 1
  fi
}

# Runs a testbench in Verilator, which needs C++ coroutines for it.
bench_verilated() { # testbench, NAME=value...
  local name=$1 settings=("${@:2}") folder libraries=()
  [[ -n ${ONLY:-} && " $ONLY " != *" $name "* ]] && return
  for folder in "${folders[@]}"; do libraries+=(-y "$folder"); done
  if ! verilator --binary --timing -Wno-fatal -O0 --timescale 1ns/1ps -MAKEFLAGS "VM_PARALLEL_BUILDS=0 OPT_FAST=-O0" \
      --top-module "$name" "${settings[@]/#/-G}" "${libraries[@]}" "$here/$name.v" -Mdir "$work/$name" >"$work/$name.log" 2>&1; then
    tail -n 20 "$work/$name.log"
  elif timeout 300 "$work/$name/V$name" >"$work/$name.log" && grep '^PASS' "$work/$name.log" |
      sed "s/$/ (Verilator ${*:2})/"; then
    return
  fi
  echo "failed: $* (Verilator)"
  failures=$((failures + 1))
  [ -n "${FIRST:-}" ] && exit 1
}

for size in "1 1 1" "2 3 1" "3 3 2" "4 1 1" "4 3 1" "5 5 2" "8 6 4" "64 17 3"; do
  read -r depth pushes pops <<<"$size"
  for lane in 0 1; do
    bench queue_tb DEPTH=$depth PUSHES=$pushes POPS=$pops WIDTH=7 BY_LANE=$lane
  done
  bench queue_tb DEPTH=$depth PUSHES=$pushes POPS=$pops WIDTH=7 BUILT=$((depth + 13)) \
    BY_LANE=$((depth % 2))
done
bench sequencer_tb
bench sequencer_tb DEPTH=40 CONTROL_BITS=3
bench sequencer_tb DEPTH=256 CONTROL_BITS=30
for size in "2 4" "3 3" "4 3" "5 2" "16 2"; do
  bench tree_route_tb ARITY=${size% *} LEVELS=${size#* }
done
for n in 3 4 5 6 7 8 9; do bench star_route_tb SYMBOLS=$n; done
bench fat_tree_underflow_tb
for size in "2 4 4" "2 1 2" "2 5 24" "3 3 3" "5 8 8"; do
  read -r arity depth built <<<"$size"
  bench fat_tree_rows_tb ARITY=$arity DEPTH=$depth BUILT=$built
done
bench store_node_tb
bench star_level_tb PORTS=2
bench star_level_tb PORTS=3 OWN=2
bench star_level_tb PORTS=4 OWN=5 CAP=3
# Whole star graphs: every operation, with start-ups, slow messages, several own messages, limits.
star() { # startup, cycles per message, symbols
  local settings="STARTUP=$1 PER_MESSAGE=$2 SYMBOLS=$3" kind limit
  for kind in "0 0" "0 1" "1 0" "2 0" "2 1" "3 0"; do
    bench star_network_tb $settings KIND=${kind% *} MULTI=${kind#* }
  done
  for limit in "1 1" "2 3" "3 4"; do
    [ "$3" -gt 3 ] && [ "$limit" != "2 3" ] && continue
    for kind in "0 0" "0 1" "1 0"; do
      bench star_network_tb $settings KIND=${kind% *} MULTI=${kind#* } OWN=${limit% *} \
        CAP=${limit#* }
    done
  done
}
for time in "0 1" "0 2" "1 1" "3 1" "3 2"; do star $time 3; done
for time in "0 1" "3 2"; do
  star $time 4
  bench star_network_tb KIND=4 MULTI=1 STARTUP=${time% *} PER_MESSAGE=${time#* }
done
bench star_network_tb SYMBOLS=5 KIND=0 MULTI=1 STARTUP=2

# Fully connected networks: fabrics, interfaces, whole broadcasts.
for lines in 2 4 5 8 16; do
  for kind in "0 0" "0 1" "1 0" "1 1"; do
    bench crossbar_tb LINES=$lines ROM=${kind% *} BY_INPUT=${kind#* } \
      PROGRAMS=$((lines > 8 ? 8 : 40))
  done
done
for lines in 2 4 16 64; do bench benes_tb LINES=$lines; done
bench benes_tb LINES=8 SKIP=16
for size in "1 11 5" "2 11 5" "3 16 1" "4 5 3" "1 1 2"; do
  read -r ports messages depth <<<"$size"
  bench complete_port_tb K=$ports MESSAGES=$messages DEPTH=$depth
done
for size in "1 1 1 0" "1 3 3 0" "1 4 6 5" "2 2 2 7" "2 3 4 5" "3 2 2 1" "4 1 1 2" "4 2 3 9"; do
  read -r ports dimensions most shift <<<"$size"
  bench cube_rows_tb K=$ports D=$dimensions MOST=$most SHIFT=$shift
done
for size in "1 1 3" "1 3 5" "1 4 1" "2 2 7" "3 2 10"; do
  read -r ports dimensions messages <<<"$size"
  for fabric in 0 1 2 3; do
    bench complete_network_tb K=$ports D=$dimensions MESSAGES=$messages FABRIC=$fabric
  done
done
for size in "1 3 5 0 1" "1 3 9 5 0" "2 2 7 0 1" "2 3 9 11 1" "2 3 8 26 0" "3 2 10 1 1"; do
  read -r ports dimensions messages source clip <<<"$size"
  for fabric in 0 2 3; do
    bench complete_network_tb K=$ports D=$dimensions MESSAGES=$messages FABRIC=$fabric RULE=1 \
      SOURCE=$source CLIP=$clip
  done
done

# LogP machines: lines, programs, interfaces; the paper's figures and theorems.
for size in "1 1" "1 6" "3 2" "8 4"; do
  bench logp_line_tb LINES=${size% *} LATENCY=${size#* }
done
for size in "1 6 4" "2 9 4" "1 1 2" "2 20 5"; do
  read -r lanes depth bits <<<"$size"
  bench logp_cyclic_tb LANES=$lanes DEPTH=$depth SIZE=$bits
done
for size in "1 3 5" "1 1 8" "1 9 2" "2 3 5" "2 6 7"; do
  read -r lanes latency messages <<<"$size"
  bench logp_port_tb LANES=$lanes LATENCY=$latency MESSAGES=$messages
done
for machine in 0 1 2 3 4 5; do
  for origin in 0 3; do
    bench logp_network_tb MACHINE=$machine ORIGIN=$origin BY_INPUT=$((origin / 3))
  done
done
for fault in 1 2 3 4 5 6 7 8 9; do bench logp_network_tb SABOTAGE=$fault; done

# The fabric of periodic schedules: words, credits, exchange of tables, then faults.
for setting in "" "LINKS=5 UP=4 DOWN=2 WIDTH=64 SEED=2" "LINKS=6 UP=5 DOWN=1 SEED=3" "WISHBONE=1 STATS=1" \
  "STATS=0" "CREDITS=0" "CROSSING=1 SEED=7" "ON_DEMAND=1" "CROSSING=1 ON_DEMAND=1 LINKS=4 UP=3 DOWN=1" \
  "HOLDS=1" "HOLDS=2 LINKS=4 UP=3 DOWN=1 SEED=6"; do
  bench rmc_ring_tb $setting
done
for fault in 1 2 3 4 5; do bench rmc_ring_tb FAULT=$fault CYCLES=6000; done
bench rmc_ring_tb FAULT=6 CREDITS=0
for setting in "OPERATION=0" "OPERATION=1" "OPERATION=1 SIGNED=1" "OPERATION=2 WIDTH=32" "OPERATION=2 SIGNED=1" \
  "OPERATION=3 WIDTH=8" "OPERATION=4 WIDTH=64"; do
  bench rmc_reduce_tb $setting
done
bench_verilated rmc_ring_tb LINKS=5 UP=4 DOWN=2 SEED=5

# The bridge of boards: every command, damaged and lost bytes.
for size in "5 21" "4 32" "7 70"; do
  bench frame_bridge_tb CLOCKS=${size% *} WORD_BITS=${size#* }
done
[ $failures -eq 0 ]
