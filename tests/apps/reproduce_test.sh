#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Ledger, explanations and filtered lists as a user calls them. Usage: reproduce_test.sh ROMCAST
set -eu
romcast=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "failed: $1" >&2
  exit 1
}
# What a call ends with, and what it says.
refused() {
  local status=0
  "$romcast" "$@" > /dev/null 2> "$folder/said" || status=$?
  [ "$status" -eq 2 ] || fail "$* ends with $status"
  [ "$(wc -l < "$folder/said")" -eq 1 ] || fail "$* says not one line"
}

"$romcast" reproduce --quick fibtrees-path logp-fact2.1 trees-sec4-ki -o "$folder/ledger" \
  > "$folder/table"
grep -q '^fibtrees-path  *confirmed ' "$folder/table" || fail "the table has no verdict"
python3 - "$folder/ledger" "$(dirname "$0")/../claims/ids.txt" << 'END' || fail "the ledger is wrong"
import csv, json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
ids = pathlib.Path(sys.argv[2]).read_text().split()
ledger = json.loads((folder / "ledger.json").read_text())
assert ledger["schema"] == "romcast.ledger/1"
claims = {claim["id"]: claim for claim in ledger["claims"]}
assert len(ledger["claims"]) == len(claims) and sorted(claims) == sorted(ids)
path = claims["fibtrees-path"]
assert path["verdict"] == "confirmed"
for trial in path["trials"]:
    rounds = trial["at"]["m"] + trial["at"]["n"] - 2
    assert trial["measured"] == trial["plan"] == trial["hardware"] == rounds
assert claims["trees-sec4-ki"]["verdict"] == "not testable" and claims["trees-sec4-ki"]["reason"]
assert claims["trees-thm1"]["verdict"] == "not run yet"
rows = list(csv.DictReader((folder / "ledger.csv").open()))
assert [row["id"] for row in rows] == [claim["id"] for claim in ledger["claims"]]
assert [row["verdict"] for row in rows] == [claim["verdict"] for claim in ledger["claims"]]
page = (folder / "index.html").read_text()
assert "@LEDGER@" not in page and "@DRAWINGS@" not in page and "fibtrees-path" in page
for outside in ('src="', "<link", "@import", "import("):
    assert outside not in page, outside
assert not (folder / "runs.jsonl").exists()
END
refused reproduce trees-thm99
refused reproduce papers
refused explain nothing

# Lines of another program, and a line that was being written, are no use and do no harm.
mkdir "$folder/again"
printf '{"made by":"somebody"}\n{"run":"x","rep' > "$folder/again/runs.jsonl"
"$romcast" reproduce --quick fibtrees-fig3 -o "$folder/again" > /dev/null
[ ! -e "$folder/again/runs.jsonl" ] || fail "the journal is left"

"$romcast" explain trees-thm5 > "$folder/said"
grep -q '^printed ' "$folder/said" || fail "explain has no formula"
"$romcast" explain flooding > "$folder/said"
grep -q '> s2.0' "$folder/said" || fail "explain draws nothing"
"$romcast" list -n star -c alltoall > "$folder/said"
grep -q cyclic-orbit "$folder/said" || fail "the list lacks an algorithm"
if grep -q flooding "$folder/said"; then fail "the list is not filtered"; fi
refused list -n nowhere
[ "$("$romcast" list claims --json | grep -c '"id"')" -eq 252 ] || fail "there are 252 claims"
