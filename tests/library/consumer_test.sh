#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs users' programs, with CMake and with pkg-config, against a romcast that has been moved
# after the installation.
# usage: tests/library/consumer_test.sh CMAKE BUILD_FOLDER
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cmake=$1
models=${ROMCAST_CACHE:-$2/models}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "consumer_test: $*" >&2; exit 1; }

"$1" --install "$2" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/moved"
[ "$(find "$work/moved/include/romcast" -name '*.hpp' ! -name romcast.hpp | wc -l)" -le 15 ] ||
  fail "more than 15 public headers"
mkdir "$work/consumer"
ROMCAST_CACHE=$models bash "$here/consumer_runs.sh" "$work/consumer" "$cmake" -DCMAKE_PREFIX_PATH="$work/moved"
if nm -DC --undefined-only "$work"/moved/lib*/libromcast-host.so "$work"/moved/lib/*/libromcast-host.so 2>/dev/null |
  grep -E 'sc_core|Verilated|sc_main'; then fail "libromcast-host.so needs SystemC or Verilator"; fi

if nm -DC --defined-only "$work"/moved/lib*/libromcast*.so "$work"/moved/lib/*/libromcast*.so 2>/dev/null |
  grep -E ' [TW] .*CaDiCaL'; then fail "a library exports its solver, which a program may have, too"; fi

pc=$(dirname "$(find "$work/moved" -name romcast-host.pc)")
c++ "$here/consumer/planner.cpp" -o "$work/by-pkg-config" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs romcast-host)
[ "$(LD_LIBRARY_PATH=$(dirname "$pc") "$work/by-pkg-config" | head -1)" = "2 cycles, 2 hops" ] ||
  fail "the program by pkg-config is wrong"

# Builds and runs examples/$1, a user's accelerator in SystemC; sets `said` to the output of the example.
example() {
  cp -r "$here/../../examples/$1" "$work/$1"
  "$cmake" -S "$work/$1" -B "$work/$1/build" -DCMAKE_PREFIX_PATH="$work/moved" >"$work/log" &&
    "$cmake" --build "$work/$1/build" >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  said=$(ROMCAST_CACHE=$models "$work/$1/build/$1" 2>&1 | grep -v -e SystemC -e Copyright -e 'ALL RIGHTS' -e '^$')
}
# 16*15*4 messages with 32/15 hops on average need at least 32 cycles on 64 links.
example transpose
head -1 <<<"$said" | grep -q '^transpose right, finished at [1-9][0-9]* ns$' || fail "transpose said: $said"
cycles=$(sed -n 's/^network pass, \([0-9]*\) cycles, planned \([0-9]*\), missed 0$/\1 \2/p' <<<"$said")
[ -n "$cycles" ] && [ "${cycles% *}" = "${cycles#* }" ] && [ "${cycles% *}" -ge 32 ] ||
  fail "transpose said: $said"
# In each of the 50 generations, each of the four processors sends eight words.
example life
for line in '^ran .* 1600 words received unchanged$' '^verdict  pass$' '^life right, 50 generations in [1-9][0-9]* ns$'; do
  grep -q "$line" <<<"$said" || fail "life said: $said"
done
echo "programs of others plan, judge, save images and co-simulate"
