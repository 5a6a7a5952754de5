#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the proofs of proofs.txt. With --mutants, shows that the proofs are not vacuous: each file of
# mutants/ plants a fault; the proof that the file's first line names must find a counterexample.
# usage: formal/run.sh [--mutants] [--work DIR] [name...]      JOBS=n proofs at a time (default 2)
# RTL=DIR reads the modules from another folder. A property file inside/M.v is inserted before the
# endmodule of a copy of M (yosys has no `bind`).
set -u
unset HOME  # Yosys would write a history there
here=$(cd "$(dirname "$0")" && pwd)
rtl=${RTL:-$here/../rtl}

# One field of a row of proofs.txt, trimmed.
field() { # proof, column
  awk -F'|' -v name="$1" -v column="$2" '!/^#/ { key = $1; gsub(/ /, "", key) }
    key == name { gsub(/^ +| +$/, "", $column); print $column; exit }' "$here/proofs.txt"
}

# Proves `proof` over the RTL files in `dir`; prints "proved", "refuted", "not inductive" or "error".
prove() { # proof, dir, refutation only?
  local proof=$1 dir=$2 only=${3:-} top method bound settings word
  method=$(field "$proof" 2) bound=$(field "$proof" 3) top=$(field "$proof" 4)
  for word in $(field "$proof" 6); do # stand-ins replace the module that they define
    cp "$here/$word.v" "$dir/$(awk '$1 == "module" { print $2; exit }' "$here/$word.v").v"
  done
  settings=$(field "$proof" 5 | sed -E 's/(\w+) (\w+)/-chparam \1 \2/g')
  local read="hierarchy -check -top $top $settings"

  if [ "$method" = structure ]; then
    read="read_verilog -defer $dir/*.v; $read; proc; flatten; memory; memory_map; opt -full; opt_clean"
    yosys -q -p "$read; select -assert-min 2 o:out_*" >"$dir/yosys.log" 2>&1 ||
      { echo error && return; }
    yosys -q -p "$read; select -assert-none i:in_* %coe* o:out_* %i" >"$dir/log" 2>&1 &&
      echo proved && return
    grep -q 'selection is not empty' "$dir/log" && echo refuted || echo error
    return
  fi

  cp "$here/branch_order.v" "$dir"
  sed -i "/^endmodule/e cat $here/inside/$top.v" "$dir/$top.v"
  local prepare="read_verilog -defer -formal $dir/*.v; $read; prep -flatten -nordff; memory_map"
  local edges=async2sync
  [ "$method" = clocks ] && edges=clk2fflogic
  local finish="$edges; $lower_checks setundef -undriven -anyseq; opt -full; dffunmap; opt_clean"
  local gates="techmap; abc -g AND -fast; aigmap; delete -output; opt_clean" smt=
  [ "$method" = induction ] && [ -z "$only" ] && smt="write_smt2 -wires $dir/proof.smt2;"
  yosys -q -p "$prepare; $finish; $smt $gates; write_aiger -zinit -no-startoffset $dir/proof.aig" \
    >"$dir/yosys.log" 2>&1 || { echo error && return; }
  # The file begins with "aig M I L O A B ..", B = number of assertions; with B = 0 anything holds.
  [ "$(head -n 1 "$dir/proof.aig" | tr -d '\0' | awk '{ print $7 + 0 }')" -gt 0 ] || { echo error && return; }
  local engine="bmc3 -F $bound" done="No output asserted in $bound frames"
  [[ $method = pdr* || $method = clocks ]] && engine="dc2; scorr -F 2; dc2; pdr" done='Property proved'
  [ "$method" = pdr_ctg ] && engine+=' -n -c'
  yosys-abc -c "read_aiger $dir/proof.aig; fold; strash; $engine" >"$dir/log" 2>&1
  if grep -q 'was asserted' "$dir/log"; then echo refuted && return; fi
  # Newer versions of ABC decide no outputs that `scorr` has made constant; `dprove` decides them.
  if grep -q 'All outputs solved' "$dir/log"; then
    yosys-abc -c "read_aiger $dir/proof.aig; fold; strash; dc2; scorr -F 2; dprove" >"$dir/log" 2>&1
    done='^UNSATISFIABLE'
  fi
  grep -q "$done" "$dir/log" || { echo error && return; }
  if [ -n "$smt" ]; then
    yosys-smtbmc -s z3 --unroll --noprogress -i -t 2 "$dir/proof.smt2" >"$dir/log" 2>&1
    grep -q 'Status: PASSED' "$dir/log" || { echo "not inductive" && return; }
  fi
  echo proved
}

run_one() { # proof or mutant, work directory
  local name=$1 dir=$2/$1 mutant=$here/mutants/$1.sed proof=$1 wanted=proved got begin=$SECONDS
  rm -rf "$dir" && mkdir -p "$dir" && cp "$rtl"/*/*.v "$dir"
  if [ "$kind" = mutants ]; then
    proof=$(sed -n '1s/^# \(.*\): .*/\1/p' "$mutant") wanted=refuted
    local file=$dir/$(sed -n '2s/^# *//p' "$mutant") # the module that contains the fault
    cp "$file" "$dir/original" && sed -E -i -f "$mutant" "$file"
    cmp -s "$file" "$dir/original" && echo "FAILED $name: changes nothing" && return 1
    got=$(prove "$proof" "$dir" only)
  else
    got=$(prove "$proof" "$dir")
  fi
  printf '%-7s %-24s %-8s %4d s  %s\n' "$([ "$got" = $wanted ] && echo ok || echo FAILED)" \
    "$name" "$got" $((SECONDS - begin)) "$([ "$proof" = "$name" ] || echo "by $proof")"
  [ "$got" = $wanted ]
}

kind=${kind:-proofs} work= names=()
# Newer versions of Yosys turn assertions into $check cells; `chformal -lower` makes them plain $assert cells.
if [ -z "${lower_checks+known}" ]; then
  lower_checks=
  yosys -QTp 'help chformal' | grep -q -- -lower && lower_checks='chformal -lower;'
fi
export lower_checks
while [ $# -gt 0 ]; do
  case $1 in
    --mutants) kind=mutants ;;
    --work) work=$2 && shift ;;
    --one) run_one "$2" "$3"; exit ;;
    *) names+=("$1") ;;
  esac
  shift
done
if [ -z "$work" ]; then work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT; fi
if [ ${#names[@]} -eq 0 ]; then
  if [ $kind = mutants ]; then
    for file in "$here"/mutants/*.sed; do names+=("$(basename "$file" .sed)"); done
  else
    mapfile -t names < <(awk -F'|' '!/^#/ { gsub(/ /, "", $1); print $1 }' "$here/proofs.txt")
  fi
fi
export kind
printf '%s\n' "${names[@]}" | xargs -P "${JOBS:-2}" -I{} bash "$0" --one {} "$work/$kind"
status=$?
[ $status -eq 0 ] && echo "all ${#names[@]} $kind as they should be"
exit $status
