#!/usr/bin/env bash
# Synthesises one switch of every kind for iCE40 and tabulates its area.
# usage: fpga/synth.sh            all rows; writes docs/synthesis.md and the marked part of README.md
#        fpga/synth.sh --smoke    two small rows; writes nothing
# Any yosys warning, latch, doubly driven net or loop is an error, and so is a ROM without block RAM.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every row is a switch of level 2 that is not the root, with its straps tied to constants.
common="-set WIDTH 16 -set ROUTE_BITS 8 -set TIME_BITS 16"
straps="is_root=1'b0 above_leaves=1'b0 here=8'd1"

row() { # module, arity, control, "rom" or "rule", [route kind]
  local top=fat_tree_switch_$1 arity=$2 settings="$common -set ARITY $2" tie="" strap digit_bits=1
  [ "$1" != credit ] && settings+=" -set DEPTH 4"
  [ "$4" = rom ] && settings+=" -set ROM_DEPTH 256"
  [ "$arity" -gt 2 ] && digit_bits=2
  for strap in $straps "shift=5'd$digit_bits" "route_kind=2'd${5:-0}"; do
    grep -q " ${strap%%=*}," "$root/rtl/fat_tree/$top.v" || continue
    tie+="delete -input w:${strap%%=*}; connect -nomap -nounset -set ${strap%%=*} ${strap#*=}; "
  done
  if ! yosys -q -p "read_verilog $root/rtl/*/*.v; chparam $settings $top
      hierarchy -check -top $top; proc; select -assert-none t:\$*latch*; flatten; cd $top; $tie cd ..
      synth_ice40 -top $top; check -assert; select -assert-none t:*LATCH* t:\$*
      tee -q -o $work/stat stat" >"$work/log" 2>&1 || grep -qi warning "$work/log"; then
    echo "synth: $top, arity $arity, $3:" >&2
    cat "$work/log" >&2
    return 1
  fi
  awk -v module="$top" -v arity="$arity" -v control="$3" -v rom="$4" '
    $1 == "SB_LUT4" { lut = $2 }
    $1 ~ /^SB_DFF/ { ff += $2 }
    $1 == "SB_CARRY" { carry = $2 }
    $1 ~ /^SB_RAM40/ { ram += $2 }
    END {
      printf "| `%s` | %d | %s | %d | %d | %d | %d |\n", module, arity, control, lut, ff, carry, ram
      if ((rom == "rom") != (ram > 0)) {
        print "synth: only a schedule ROM belongs in block RAM" > "/dev/stderr"
        exit 1
      }
    }' "$work/stat"
}

if [ "${1:-}" = --smoke ]; then
  row single 2 "rule, unicast" rule 0
  row credit 2 "rom, unicast" rom
  exit
fi

{
  echo "| module | arity | control | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  for arity in 2 4; do
    row multi $arity "rule, unicast" rule 0
    row multi $arity "rule, flood" rule 1
    row multi $arity "rom, multicast" rom 1
    row single $arity "rule, unicast" rule 0
    row single $arity "rule, flood" rule 1
    row single $arity "rom, multicast" rom 1
    row credit $arity "rule, unicast" rule
    row credit $arity "rom, unicast" rom
  done
  echo
  echo "iCE40, $(yosys -V | cut -d' ' -f1-2), \`synth_ice40\`; one switch of level 2, not the root, straps"
  echo "tied; 16-bit messages with 8 route bits, 4 places per queue in flip-flops (credit: 2), 16-bit"
  echo "counters, 256-word ROM in block RAM. Reproduce with \`fpga/synth.sh\`."
} >"$work/table"

{
  echo "# Area of one switch"
  echo
  cat "$work/table"
} >"$root/docs/synthesis.md"
if grep -q '<!-- synth:begin -->' "$root/README.md" 2>/dev/null; then
  awk -v table="$work/table" '
    /<!-- synth:end -->/ { inside = 0 }
    !inside
    /<!-- synth:begin -->/ { inside = 1; while ((getline line < table) > 0) print line }
  ' "$root/README.md" >"$work/readme"
  cat "$work/readme" >"$root/README.md"
fi
cat "$work/table"
