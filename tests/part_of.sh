#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every PARTS-th test of a program, from number PART on, in one process, because with sanitizers the start
# of a process takes longer than most tests. The number of tests must be the one that the program reports.
# usage: tests/part_of.sh PART PARTS TESTS PROGRAM LIST_OPTION...     TESTS as Catch2 selects them
set -euo pipefail
part=$1 parts=$2 tests=$3 program=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The exit status of a Catch2 version 2 program that lists its tests is their number.
"$program" "$tests" "${@:5}" >"$work/all" || true
awk -v part="$part" -v parts="$parts" 'NR % parts == part % parts' "$work/all" | sed 's/[\\,[]/\\&/g' >"$work/names"
number=$(wc -l <"$work/names")
[ "$number" -gt 0 ] || { echo "no tests in part $part of $parts of $program" >&2 && exit 1; }
"$program" --input-file "$work/names" | tee "$work/log"
grep -qE "assertions? in $number test cases?\)" "$work/log" || { echo "$number tests should have run" >&2 && exit 1; }
