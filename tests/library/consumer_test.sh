#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Programs of others build against an installed romcast, in CMake and by pkg-config, and run from
# wherever it is moved to.
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
ROMCAST_CACHE=${ROMCAST_CACHE:-$2/models} bash "$here/consumer_runs.sh" "$work" \
  "$1" -DCMAKE_PREFIX_PATH="$work/moved"
if nm -DC --undefined-only "$work"/moved/lib*/libromcast-host.so "$work"/moved/lib/*/libromcast-host.so 2>/dev/null |
  grep -E 'sc_core|Verilated|sc_main'; then fail "libromcast-host.so needs SystemC or Verilator"; fi

pc=$(dirname "$(find "$work/moved" -name romcast-host.pc)")
c++ "$here/consumer/planner.cpp" -o "$work/by-pkg-config" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs romcast-host)
[ "$(LD_LIBRARY_PATH=$(dirname "$pc") "$work/by-pkg-config" | head -1)" = "2 cycles, 2 hops" ] ||
  fail "the program by pkg-config is wrong"
echo "programs of others plan, judge, save images and co-simulate"
