#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every PARTS-th test of a program, from number PART on, in one process: with sanitizers it takes longer
# to start than most tests take. Their number must be the one that the program reports at its end.
# usage: tests/part_of.sh PART PARTS TESTS PROGRAM LIST_OPTION...     TESTS as Catch2 selects them
set -euo pipefail
part=$1 parts=$2 tests=$3 program=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Version 2 of Catch2 ends with the number of tests as its status.
"$program" "$tests" "${@:5}" >"$work/all" || true
awk -v part="$part" -v parts="$parts" 'NR % parts == part % parts' "$work/all" | sed 's/[\\,[]/\\&/g' >"$work/names"
number=$(wc -l <"$work/names")
[ "$number" -gt 0 ] || { echo "no tests in part $part of $parts of $program" >&2 && exit 1; }
"$program" --input-file "$work/names" | tee "$work/log"
grep -qE "assertions? in $number test cases?\)" "$work/log" || { echo "$number tests should have run" >&2 && exit 1; }
