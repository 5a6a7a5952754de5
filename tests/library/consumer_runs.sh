#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds users' programs against the romcast that CMake finds, and runs them. Expected figures: an alltoall
# on a 4x4 torus has 16*15 messages with a mean distance of 32/15 hops, so 512 hops, and 64 links need at
# least 8 cycles for 512 hops.
# usage: tests/library/consumer_runs.sh WORK_FOLDER CMAKE_COMMAND...
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$1
shift
fail() { echo "consumer_runs: $*" >&2; exit 1; }

cp -r "$here/consumer" "$work/source"
"$@" -S "$work/source" -B "$work/build" >"$work/log" && "$1" --build "$work/build" >>"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
planned=$("$work/build/planner")
[ "$(head -1 <<<"$planned")" = "2 cycles, 2 hops" ] || fail "planner said: $planned"
grep -q '^dims is 1x4: ' <<<"$planned" || fail "planner said: $planned"
if ldd "$work/build/planner" | grep -q systemc; then fail "the planner needs SystemC"; fi

cd "$work"
before=$(ls)
said=$("$work/build/consumer" "$work/roms")
head -1 <<<"$said" | grep -q 'bound 8, 0 violations$' || fail "consumer said: $said"
cycles=$(sed -n '1s/^plan \([0-9]*\) cycles, bound.*/\1/p' <<<"$said")
[ "$(grep -c "^pass, $cycles cycles, 512 hops, depth [1-9][0-9]*, 16 nodes$" <<<"$said")" = 2 ] ||
  fail "consumer said: $said"
[ -s "$work/roms/manifest.json" ] || fail "no ROM images"
[ "$(ls -I roms)" = "$before" ] || fail "left files: $(ls)"
