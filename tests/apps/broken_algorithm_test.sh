#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The binomial tree is broken on purpose: it omits the last processor. Runs must refute exactly the
# claims below that have runs with the binomial tree; a bound must refute one other claim.
# Usage: broken_algorithm_test.sh ROMCAST; ROMCAST is the program with the broken tree
set -eu
romcast=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

status=0
"$romcast" reproduce --quick fibtrees multiport trees-fig4b trees-fig6-saving star-ham logp-fig1 \
  -o "$folder" > "$folder/table" 2>&1 || status=$?
[ "$status" -eq 1 ] || { echo "failed: exit status $status, not 1" >&2; cat "$folder/table" >&2; exit 1; }
python3 - "$folder/ledger.json" << 'END'
import json, sys
claims = [c for c in json.load(open(sys.argv[1]))["claims"] if c["verdict"] != "not run yet"]
red, refuted = set(), set()
for claim in claims:
    runs = [run for trial in claim["trials"] for run in trial["runs"]]
    broken = any(" -a binomial" in run for run in runs)
    turned = claim["verdict"] == "refuted" and (claim["reason"] or "").startswith("a run proves nothing")
    assert turned == broken, (claim["id"], claim["verdict"], claim["reason"])
    if turned:
        red.add(claim["id"])
        assert "the plan is illegal" in claim["reason"], claim["reason"]
        for trial in claim["trials"]:
            uses = any(" -a binomial" in run for run in trial["runs"])
            assert bool(trial["fault"]) == uses, (claim["id"], trial["at"])
            assert not (uses and trial["printed_holds"]), (claim["id"], trial["at"])
    elif claim["verdict"] == "refuted":
        refuted.add(claim["id"])
assert red == {"fibtrees-binomial", "fibtrees-sec1-alon1", "fibtrees-sec1-alon2",
               "fibtrees-sec1-asynchronous"}, red
# Theorem 10 is refuted by a bound, whatever the algorithms do.
assert refuted == {"multiport-thm10"}, refuted
END
