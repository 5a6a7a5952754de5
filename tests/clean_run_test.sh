#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/clean_run.sh must find each kind of change, and nothing if only the given folders change.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
script=$(cd "$(dirname "$0")" && pwd)/clean_run.sh
export CLEAN_RUN_ROOT=$work/root CLEAN_RUN_DEVICES=$work/devices
mkdir -p "$work"/root/home/source/build "$work/devices"

# usage: after COMMAND...: runs COMMAND between begin and end; prints the output of end, and `refused` if end fails.
after() {
  rm -rf "$work/notes"
  "$script" begin "$work/notes"
  "$@"
  "$script" end "$work/notes" "$work/root/home/source/build" "$work/root/home/source/build-more" 2>&1 || echo "refused"
}
fail() { echo "clean_run_test: $*" >&2; exit 1; }
# usage: finds PATH COMMAND...: the script must fail and name PATH if COMMAND runs between begin and end.
finds() {
  local path=$1 said
  shift
  said=$(after "$@")
  grep -qF "$path" <<<"$said" && grep -qx refused <<<"$said" || fail "did not find $path after: $*; it said: $said"
}
silent() {
  local said
  said=$(after "$@")
  [ -z "$said" ] || fail "complains after: $*; it said: $said"
}

touch "$work/root/home/old" "$work/root/home/source/old" "$work/devices/null"
silent true
silent touch "$work/root/home/source/build/made"
silent mkdir "$work/root/home/source/build-more"
mkdir -p "$work/root/cache"
ROMCAST_CACHE=$work/root/cache silent touch "$work/root/cache/model"
silent mkdir -p "$work/root/home/source/build/folder/in/it"
exec 3>"$work/root/home/log"
silent sh -c 'echo a line >&3'
exec 3>&-
mkdir "$work/root/theirs"
silent touch "$work/root/theirs/log"
finds root/anew mkdir "$work/root/anew"
finds root/home/new touch "$work/root/home/new"
finds root/home/source/old touch "$work/root/home/source/old"
mkdir -p "$work/root/usr/share"
finds root/usr/share/new touch "$work/root/usr/share/new"
finds root/home/empty mkdir "$work/root/home/empty"
finds root/home/old chmod 600 "$work/root/home/old"
finds root/home/copy cp -p "$work/root/home/old" "$work/root/home/copy"
finds devices/null chmod 755 "$work/devices/null"
finds devices/more touch "$work/devices/more"
echo "every change is found"
