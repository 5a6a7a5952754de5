#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Users' programs build against an installed romcast, with CMake and with pkg-config, and run from any
# folder to which it is moved. The figures: an alltoall on a 4x4 torus has 16*15 messages and a mean
# distance of 32/15 hops, so 512 hops; 64 links carry them in 8 cycles at best.
# usage: tests/library/consumer_test.sh CMAKE BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "consumer_test: $*" >&2; exit 1; }

"$1" --install "$2" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
[ "$(find "$work/moved/include/romcast" -name '*.hpp' ! -name romcast.hpp | wc -l)" -le 15 ] ||
  fail "more than 15 public headers"
cp -r "$here/consumer" "$work/source"
"$1" -S "$work/source" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/log" &&
  "$1" --build "$work/build" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

planned=$("$work/build/planner")
[ "$(head -1 <<<"$planned")" = "2 cycles, 2 hops" ] || fail "planner said: $planned"
grep -q '^--dims 1x4: ' <<<"$planned" || fail "planner said: $planned"
if ldd "$work/build/planner" | grep -q systemc; then fail "the planner needs SystemC"; fi
if nm -DC --undefined-only "$work"/moved/lib*/libromcast-host.so "$work"/moved/lib/*/libromcast-host.so 2>/dev/null |
  grep -E 'sc_core|Verilated|sc_main'; then fail "libromcast-host.so needs SystemC or Verilator"; fi

cd "$work"
said=$(ROMCAST_CACHE=${ROMCAST_CACHE:-$2/models} "$work/build/consumer" "$work/roms")
head -1 <<<"$said" | grep -q 'bound 8, 0 violations$' || fail "consumer said: $said"
cycles=$(sed -n '1s/^plan \([0-9]*\) cycles, bound.*/\1/p' <<<"$said")
[ "$(grep -c "^pass, $cycles cycles, 512 hops, depth [1-9][0-9]*, 16 nodes$" <<<"$said")" = 2 ] ||
  fail "consumer said: $said"
[ -s "$work/roms/manifest.json" ] || fail "no ROM images"
[ "$(ls "$work" | sort | tr '\n' ' ')" = "build log moved roms source " ] || fail "left files: $(ls "$work")"

pc=$(dirname "$(find "$work/moved" -name romcast-host.pc)")
c++ "$here/consumer/planner.cpp" -o "$work/by-pkg-config" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs romcast-host)
[ "$(LD_LIBRARY_PATH=$(dirname "$pc") "$work/by-pkg-config" | head -1)" = "2 cycles, 2 hops" ] ||
  fail "the program by pkg-config is wrong"
echo "programs of others plan, judge, save images and co-simulate"
