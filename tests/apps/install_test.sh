#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs romcast, moves the installation, and runs the moved program from another folder with a minimal
# environment: the program must use the installed Verilog, build models and keep them in the user's cache.
# usage: tests/apps/install_test.sh CMAKE BUILD_FOLDER
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$1" --install "$2" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/second prefix"
prefix="$work/second prefix"
mkdir "$work/home" "$work/elsewhere"
cd "$work/elsewhere"
env -i PATH=/usr/bin:/bin HOME="$work/home" \
  "$prefix/bin/romcast" run -k 2 -H 1 -c broadcast --json "$work/result.json" >"$work/out"
grep -q '"verdict": "pass"' "$work/result.json"
ls "$work/home/.cache/romcast"/*.so >"$work/models"
[ ! -e "$prefix/bin/models" ]
[ -z "$(ls "$work/elsewhere")" ]
[ -d "$prefix/share/romcast/rtl/common" ]

for file in share/man/man1/romcast.1 share/bash-completion/completions/romcast \
  share/zsh/site-functions/_romcast share/fish/vendor_completions.d/romcast.fish \
  share/doc/romcast/LICENSE share/doc/romcast/docs/models.md; do
  [ -s "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
bash -n "$prefix/share/bash-completion/completions/romcast"
# Detects a man page with errors, or without some command.
page=$prefix/share/man/man1/romcast.1
if command -v groff >/dev/null; then
  warnings=$(LC_ALL=C.UTF-8 groff -man -Tutf8 -ww -z "$page" 2>&1)
  [ -z "$warnings" ] || { echo "$warnings"; exit 1; }
fi
for command in run plan check rom sweep view network list cache completion demo; do
  grep -q "romcast $command" "$page" || { echo "no $command in the man page"; exit 1; }
done
# usage: refused TEXT: checks that a run on two ranks, which needs the MPI module, cannot load it: the run must
# end with status 3 and one line of error that contains TEXT.
refused() {
  local status=0
  env -i PATH=/usr/bin:/bin HOME="$work/home" OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 \
    "$prefix/bin/romcast" run -k 2 -H 1 -c broadcast >"$work/out" 2>"$work/err" || status=$?
  [ $status -eq 3 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
    grep -q "one of 2 ranks, but $1" "$work/err" || { cat "$work/err"; exit 1; }
}
for module in "$prefix"/lib*/romcast/libromcast_mpi.so "$prefix"/lib/*/romcast/libromcast_mpi.so; do
  [ -e "$module" ] || continue
  ranks="mpirun --allow-run-as-root --oversubscribe -n 2"
  if $ranks true >"$work/out" 2>&1; then  # mpirun does not work in every container
    $ranks "$prefix/bin/romcast" run -k 2 -H 1 -c broadcast >"$work/out" 2>"$work/err" ||
      { cat "$work/out" "$work/err"; exit 1; }
    grep -q "^verdict *pass" "$work/out"
  fi
  echo "no library" >"$module"
  refused "MPI cannot be loaded (.*libromcast_mpi.so"
  cp "$(ls "$work/home/.cache/romcast"/*.so | head -n 1)" "$module"
  refused ".*libromcast_mpi.so"
  rm "$module"
done
refused "there is no libromcast_mpi.so"
# Only a co-simulation needs SystemC's module.
simulator=$(find "$prefix" -name libromcast_simulator.so)
mv "$simulator" "$work/simulator"
start() { env -i PATH=/usr/bin:/bin HOME="$work/home" "$prefix/bin/romcast" "$@"; }
start plan -k 2 -H 1 -c broadcast >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
for broken in "no libromcast_simulator.so" "/libromcast_simulator.so"; do
  status=0
  start run -k 2 -H 1 -c broadcast >"$work/out" 2>"$work/err" || status=$?
  [ $status -eq 3 ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
    grep -q "co-simulation cannot be loaded (.*$broken" "$work/err" || { cat "$work/err"; exit 1; }
  echo "no library" >"$simulator"
done
mv "$work/simulator" "$simulator"
# The installed Verilog must be the one in use: without it, the run must fail.
rm -r "$prefix/share/romcast/rtl/fat_tree"
status=0
env -i PATH=/usr/bin:/bin HOME="$work/home" \
  "$prefix/bin/romcast" run -k 2 -H 1 -c broadcast >"$work/out" 2>"$work/err" || status=$?
[ $status -eq 3 ] && grep -q "$prefix/share/romcast/rtl" "$work/err" || { cat "$work/err"; exit 1; }
echo "installed, moved and run"
