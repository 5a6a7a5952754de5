#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The single-port switch of fat trees is broken on purpose. Exactly those claims below must fail
# whose runs use this switch. Usage: broken_switch_test.sh ROMCAST
set -eu
romcast=$1
sources=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cp -r "$sources/rtl" "$sources/systemc" "$folder"
broken=$folder/rtl/fat_tree/fat_tree_queues.v
sed -i 's/assign out_valid = {up_goes,/assign out_valid = {1'"'"'b0,/' "$broken"
if cmp -s "$broken" "$sources/rtl/fat_tree/fat_tree_queues.v"; then
  echo "failed: nothing is broken" >&2
  exit 1
fi
claims="trees-thm1 trees-fig4b trees-thm7 trees-sec1.1-explinks star-ham fibtrees-path logp-fig1"
status=0
# shellcheck disable=SC2086
ROMCAST_ROOT=$folder "$romcast" reproduce --quick $claims -o "$folder/ledger" > "$folder/table" 2>&1 ||
  status=$?
[ "$status" -eq 1 ] || { echo "failed: exit status $status, not 1" >&2; cat "$folder/table" >&2; exit 1; }
python3 - "$folder/ledger/ledger.json" << 'END'
import json, sys
claims = [c for c in json.load(open(sys.argv[1]))["claims"] if c["verdict"] != "not run yet"]
assert len(claims) == 7, len(claims)
for claim in claims:
    runs = [run for trial in claim["trials"] for run in trial["runs"]]
    broken = any(" -H " in run and " -p single" in run for run in runs)
    red = claim["verdict"] == "refuted" and claim["reason"].startswith("a run proves nothing")
    assert red == broken, (claim["id"], claim["verdict"], claim["reason"])
    assert red or claim["verdict"].startswith("confirmed"), (claim["id"], claim["verdict"])
assert sum(c["verdict"] == "refuted" for c in claims) == 2
END
