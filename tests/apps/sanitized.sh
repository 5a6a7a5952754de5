#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs ROMCAST, which was built with sanitizers: with scenarios of tests/mutation/scenarios.txt, ROM
# folders, waveforms, and bad input. Every exit status must be the expected one, and no sanitizer
# may report an error.
# usage: tests/apps/sanitized.sh ROMCAST
set -u
romcast=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The program and the module that it loads both define Cosimulation::measure(), on purpose. Level 1
# of detect_odr_violation reports only symbols with two definitions of different sizes.
export ASAN_OPTIONS=exitcode=99:detect_odr_violation=1:${ASAN_OPTIONS-} UBSAN_OPTIONS=print_stacktrace=1
failures=0

expect() { # exit status, arguments
  local wanted=$1 status
  "$romcast" "${@:2}" >"$work/out" 2>"$work/err"
  status=$?
  [ $status = "$wanted" ] && ! grep -qE 'Sanitizer|runtime error' "$work/err" && return
  echo "status $status, not $wanted: romcast ${*:2}"
  tail -40 "$work/err"
  failures=$((failures + 1))
}

# Runs the scenarios, but only the first one where consecutive lines name the same Verilog modules.
while IFS='|' read -r tops options; do
  case $tops in '#'* | '') continue ;; esac
  [ "${seen:-}" = "$tops" ] && continue
  seen=$tops
  read -ra words <<<"$options"
  expect 0 run "${words[@]}"
done <"$here/../mutation/scenarios.txt"

# Writes a ROM folder and runs it; the folder must be refused for another scenario and once damaged.
roms() { # name, arguments
  local folder=$work/$1 options=("${@:2}")
  expect 0 rom "${options[@]}" -o "$folder"
  expect 0 run "${options[@]}" --rom "$folder"
  expect 2 run "${options[@]}" --messages 2 --rom "$folder"
  sed -i '$d' "$(find "$folder" -name '*-0.hex' | head -1)"
  expect 2 run "${options[@]}" --rom "$folder"
  echo '{' >"$folder/manifest.json"
  expect 2 run "${options[@]}" --rom "$folder"
}
roms tree -k 2 -H 3 -p single -c allgather -a upward-first
roms star -n star --symbols 4 -p single -c alltoall -a direct
roms complete -n complete --processors 8 -c broadcast

# Waveforms, gated and dense runs, schedules that are saved and checked.
tree=(-k 2 -H 3 -p single -c allgather -a upward-first --control rom)
for form in vcd fst; do
  expect 0 run "${tree[@]}" --wave "$work/w.$form" --wave-nodes s1.0,s3.0
done
expect 0 run "${tree[@]}" --audit --save-plan "$work/p.txt" --save-trace "$work/t.txt"
expect 0 run "${tree[@]}" --dense --json "$work/r.json"
for file in p t; do expect 0 check "$work/$file.txt"; done
sed -i '$d' "$work/t.txt"
expect 2 check "$work/t.txt"

# A failed verdict, and refused input.
expect 1 run -k 2 -H 3 -p single -c alltoall -a upward-first --control rule --queue-depth 3
expect 2 run -k 1 -c allgather
expect 2 run -c allgather --messages 0
expect 2 run "${tree[@]}" --wave "$work/w.txt" --wave-nodes s1.0
expect 2 run "${tree[@]}" --rom "$work/none"
expect 2 run -n complete --processors 8 -c allreduce -p 2
expect 2 frobnicate
ROMCAST_ROOT=$work expect 3 run "${tree[@]}"
[ $failures -eq 0 ] && echo "no sanitizer complains"
