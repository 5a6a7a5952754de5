#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SABOTAGED is romcast with faults in the claims ID.., such as formulas that are wrong by one (sabotage.cmake).
# SABOTAGED must refute each of these claims, and the sound program ROMCAST must refute none of them.
# Usage: sabotaged_claims_test.sh ROMCAST SABOTAGED ID..
set -eu
romcast=$1 sabotaged=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# usage: red PROGRAM FOLDER ID..: prints those claims ID.. that PROGRAM refutes.
red() {
  "$1" reproduce --quick "${@:3}" -o "$folder/$2" > "$folder/table" 2>&1 || true
  python3 - "$folder/$2/ledger.json" << 'END'
import json, sys
print("\n".join(c["id"] for c in json.load(open(sys.argv[1]))["claims"] if c["verdict"] == "refuted"))
END
}
sound=$(red "$romcast" sound "$@")
[ -z "$sound" ] || { echo "failed: refuted without sabotage: $sound" >&2; exit 1; }
found=$(red "$sabotaged" sabotaged "$@" | sort)
wanted=$(printf '%s\n' "$@" | sort)
[ "$found" = "$wanted" ] || {
  echo "failed: sabotaged, but not noticed:" >&2
  comm -13 <(echo "$found") <(echo "$wanted") >&2
  exit 1
}
