#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Calls romcast reproduce, explain and list as a user does. Usage: reproduce_test.sh ROMCAST
set -eu
romcast=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "failed: $1" >&2
  exit 1
}
# Checks that romcast refuses these arguments with status 2 and one line on stderr.
refused() {
  local status=0
  "$romcast" "$@" > /dev/null 2> "$folder/said" || status=$?
  [ "$status" -eq 2 ] || fail "$* ends with $status"
  [ "$(wc -l < "$folder/said")" -eq 1 ] || fail "$* says not one line"
}

"$romcast" reproduce --quick fibtrees-path logp-fact2.1 multiport-open \
  multiport-cor4-2 fibtrees-sec4.3-beta -o "$folder/ledger" \
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
assert claims["multiport-open"]["verdict"] == "not testable" and claims["multiport-open"]["reason"]
assert claims["trees-thm1"]["verdict"] == claims["trees-thm1"]["meaning"] == "not run yet"
assert path["meaning"] == "holds" and path["basis"] == "hardware"
assert path["points_on_hardware"] == path["points"] and path["points_solved"] == 0 and not path["reconstructed"]
fact = claims["logp-fact2.1"]
assert fact["verdict"] == "confirmed" and fact["meaning"] == "computed only" and fact["basis"] == "computed"
bound = claims["multiport-cor4-2"]
assert bound["meaning"] == "not contradicted" and bound["slack"] == 0 and bound["points_solved"] == 2
assert bound["reconstructed"]
beta = claims["fibtrees-sec4.3-beta"]
assert beta["meaning"] == "holds after repair of a misprint" and beta["basis"] == "computed" and beta["why"]
rows = list(csv.DictReader((folder / "ledger.csv").open()))
assert [row["id"] for row in rows] == [claim["id"] for claim in ledger["claims"]]
assert [row["verdict"] for row in rows] == [claim["verdict"] for claim in ledger["claims"]]
page = (folder / "index.html").read_text()
made = json.loads(page.split('id="ledger">')[1].split("</script>")[0])["made"]
assert made["command"].startswith("romcast reproduce --quick fibtrees-path") and len(made["date"]) == 10
assert "@LEDGER@" not in page and "@DRAWINGS@" not in page and "fibtrees-path" in page
for outside in ('src="', "<link", "@import", "import("):
    assert outside not in page, outside
assert not (folder / "runs.jsonl").exists()
END
refused reproduce trees-thm99
refused reproduce papers
refused explain nothing

# In a journal, lines of another program and an incomplete line are ignored.
mkdir "$folder/again"
printf '{"made by":"somebody"}\n{"run":"x","rep' > "$folder/again/runs.jsonl"
"$romcast" reproduce --quick fibtrees-fig3 -o "$folder/again" > /dev/null
[ ! -e "$folder/again/runs.jsonl" ] || fail "the journal is left"

# A file of another program is not taken for the journal, and the journal stays until the ledger is written.
mkdir "$folder/mine"
echo '{"point":"mine"}' > "$folder/mine/runs.jsonl"
refused reproduce --quick fibtrees-fig3 -o "$folder/mine"
[ "$(cat "$folder/mine/runs.jsonl")" = '{"point":"mine"}' ] || fail "a file is overwritten"
mkdir -p "$folder/blocked/ledger.csv"
refused reproduce --quick fibtrees-fig3 -o "$folder/blocked"
[ -s "$folder/blocked/runs.jsonl" ] || fail "the journal is lost"

# Ctrl-C leaves only the journal, with whole lines; the next call continues it and repeats no run.
python3 - "$romcast" "$folder/stopped" << 'END' || fail "a ledger that was stopped does not go on"
import json, pathlib, signal, subprocess, sys, time
romcast, folder = sys.argv[1], pathlib.Path(sys.argv[2])
command = [romcast, "reproduce", "--quick", "fibtrees-path", "multiport-thm10", "-o", folder]  # 340 runs
journal = folder / "runs.jsonl"
lines = lambda: journal.read_text().splitlines() if journal.exists() else []
done = []
for stop in range(2):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None and len(lines()) < len(done) + 8:
        time.sleep(0.002)
    assert process.poll() is None, process.stderr.read()
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT
    assert [f.name for f in folder.iterdir()] == ["runs.jsonl"]
    runs = [line["run"] for line in map(json.loads, filter(None, lines()[1:])) if "run" in line]
    assert len(runs) == len(set(runs)) and runs[:len(done)] == done and len(runs) > len(done)
    done = runs
assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0
ledger = json.loads((folder / "ledger.json").read_text())
assert {f.name for f in folder.iterdir()} == {"ledger.json", "ledger.csv", "index.html"}
made = {run for claim in ledger["claims"] for trial in claim["trials"] for run in trial["runs"]}
assert {"romcast run " + run for run in done} < made
END

"$romcast" explain trees-thm5 > "$folder/said"
grep -q '^printed ' "$folder/said" || fail "explain has no formula"
"$romcast" explain multiport-thm10 > "$folder/said"
grep -q 'reconstructed' "$folder/said" && grep -q '^why ' "$folder/said" || fail "explain says not why"
"$romcast" explain flooding > "$folder/said"
grep -q '> s2.0' "$folder/said" || fail "explain draws nothing"
told() {
  "$romcast" explain "$@" > "$folder/said" || fail "explain $* fails"
}
says() {
  grep -qF -- "$1" "$folder/said" || { cat "$folder/said" >&2; fail "explain does not say: $1"; }
}
# Explanations must contain numbers that the papers print, such as those in Figures 1, 2 and 6 of Karp et al., those
# for the Fibonacci trees of 22 processors, and those in Theorem 2 of Dimakopoulos.
told optimal-tree --processors 8 --latency 6 --overhead 2 --gap 4
says '0, 10, 14, 18, 20, 22, 24, 24'
told fibonacci -n complete --processors 22 --degree 3 --messages 3
says '1, 1, 1, 4, 7, 13'
says 'F_3(t) >= s = 7'
told fibonacci
told furthest-first -k 3 -H 3
says 'T_1 = 27, T_2 = 27, T_3 = 23'
told upward-first -k 2 -H 3 -c allgather
says 'level 2: '
told block-cyclic --processors 10 --latency 3 --messages 8
says '1, 1, 1, 2, 3, 4, 6, 9, 13'
says 'k*          2'
says 'H5 '
says 'D1 '
says 'E2 '
told summation-tree --processors 8 --latency 5 --overhead 2 --gap 4 --time 28
says '28, 18, 14, 10, 8, 6, 4, 4'
told mesh-ring --symbols 4
says 'along columns 3'
told optimal-tree -n complete --processors 10 --latency 3 -p 3
says '1, 1, 1, 4, 7, 10'
told rotation -n complete --processors 11 -p 3 --messages 20 --box special
says 'special(2,1), 9 processors; all know a message 2 rounds'
refused explain flooding -n star
refused explain optimal-tree --processors 1

"$romcast" list -n star -c alltoall > "$folder/said"
grep -q cyclic-orbit "$folder/said" || fail "the list lacks an algorithm"
if grep -q flooding "$folder/said"; then fail "the list is not filtered"; fi
refused list -n nowhere
[ "$("$romcast" list claims --json | grep -c '"id"')" -eq 299 ] || fail "there are 299 claims"
