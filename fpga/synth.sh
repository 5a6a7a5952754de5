#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Synthesises one switch or node of every kind for iCE40 and tabulates its area, for parts of
# fabrics also the highest clock. For stores and tiles it adds areas on an ECP5.
# usage: fpga/synth.sh            all rows; writes docs/synthesis.md
#        fpga/synth.sh --smoke    nine small designs; writes nothing
# Any yosys warning, latch, doubly driven net or loop is an error, and so is a ROM without block RAM.
set -eu
unset HOME  # Yosys would write a history there
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Synthesises `top` and leaves yosys' figures in $work/stat.
synthesise() { # top, settings, commands that tie straps, description
  if ! yosys -q -p "read_verilog $root/rtl/*/*.v $root/fpga/*.v; chparam $2 $1
      hierarchy -check -top $1; proc; select -assert-none t:\$*latch*
      ${parts:+setattr -mod -set keep_hierarchy 1 $parts;} flatten; cd $1; $3 cd ..
      synth_ice40 -top $1; check -assert; select -assert-none t:*LATCH* t:\$* t:\$paramod* %d
      ${copies:+select -assert-count $copies w:g_part* %ci1 t:SB_DFF* %i}
      tee -q -o $work/stat stat" >"$work/log" 2>&1 || grep -qi warning "$work/log"; then
    echo "synth: $1, $4:" >&2
    cat "$work/log" >&2
    return 1
  fi
}

# One row of a table; "ram" demands block RAM, "none" forbids it.
figures() { # module, size, control, "ram" or "none"
  awk -v module="$1" -v size="$2" -v control="$3" -v wants="$4" '
    /design hierarchy/ { lut = ff = carry = ram = 0 }  # the total follows
    $1 == "SB_LUT4" { lut = $2 }
    $1 ~ /^SB_DFF/ { ff += $2 }
    $1 == "SB_CARRY" { carry = $2 }
    $1 ~ /^SB_RAM40/ { ram += $2 }
    END {
      printf "| `%s` | %d | %s | %d | %d | %d | %d |\n", module, size, control, lut, ff, carry, ram
      if ((wants == "ram") != (ram > 0)) {
        print "synth: block RAM is for schedule ROMs, stores, and queues that are to be there" > "/dev/stderr"
        exit 1
      }
    }' "$work/stat"
}

# row() synthesises a tree switch of level 2, not the root, with its straps tied to constants.
common="-set WIDTH 16 -set ROUTE_BITS 8 -set TIME_BITS 16"
straps="is_root=1'b0 above_leaves=1'b0 here=8'd1 places=3'd4"

row() { # module, arity, control, "rom", "rule" or (queues in block RAM) "ram", [route kind]
  local top=fat_tree_switch_$1 arity=$2 settings="$common -set ARITY $2" tie="" strap digit_bits=1
  local wants=none
  [ "$1" != credit ] && settings+=" -set DEPTH 4"
  [ "$4" = rom ] && settings+=" -set ROM_DEPTH 256" && wants=ram
  [ "$4" = ram ] && settings+=" -set SLOTS_IN_RAM 1" && wants=ram
  [ "$arity" -gt 2 ] && digit_bits=2
  for strap in $straps "shift=5'd$digit_bits" "route_kind=2'd${5:-0}"; do
    grep -q " ${strap%%=*}," "$root/rtl/fat_tree/$top.v" || continue
    tie+="delete -input w:${strap%%=*}; connect -nomap -nounset -set ${strap%%=*} ${strap#*=}; "
  done
  synthesise "$top" "$settings" "$tie" "arity $arity, $3"
  figures "$top" "$arity" "$3" $wants
}

# Star-graph nodes have straps as inputs, not constants: one netlist serves every label and every packet time.
star_row() { # "single" or "multi", n, control, RULE
  local slots=(0 0 0 8 32 128 256) symbol_bits=(0 0 0 2 2 3 3) rom=0
  [ "$4" = 0 ] && rom=256
  synthesise "store_node_$1" "-set PORTS $(($2 - 1)) -set RULE $4 -set ROM_DEPTH $rom -set TIME_BITS 16 \
    -set DEPTH ${slots[$2]} -set WIDTH $((symbol_bits[$2] * $2 + 8))" "" "n = $2, $3"
  figures "store_node_$1" "$2" "$3" ram
}

# Nodes of any direct network, controlled by ROMs; their straps are inputs, too.
direct_row() { # "single" or "multi", ports, control, settings...
  synthesise "store_node_$1" "-set PORTS $2 -set ROUTE_BITS 10 -set WIDTH 20 -set DEPTH 32 \
    -set ROM_DEPTH 256 -set TIME_BITS 16 ${*:4}" "" "$2 ports, $3"
  figures "store_node_$1" "$2" "$3" ram
}

# A crossbar or Benes network, or the interface of one processor.
dimensions=(0 6 3 0 2) line_bits=(0 6 6 0 7)  # by ports: 1, 2 and 4 are for cubes of 64, 27 and 25 processors
line_row() { # module, lines or ports, control, "ram" or "none", settings...
  local size=LINES parts=""
  # Synthesises per-line parts once, because 64 copies would need minutes.
  [ "$1" = crossbar ] && [ "$2" -gt 8 ] &&
    parts="*crossbar_decoder* *crossbar_count* *crossbar_column*"
  [ "$1" = complete_port ] && size=PORTS
  synthesise "$1" "-set WIDTH 16 -set TIME_BITS 16 -set $size $2 ${*:5}" "" "$2 lines, $3"
  figures "$1" "$2" "$3" "$4"
}

# A network of eight one-port interfaces that compute their rows. The interface is synthesised once,
# and its area counts eight times.
network_row() { # fabric and its control, settings...
  local parts="*complete_port*"
  synthesise complete_network "${*:2}" "" "$1"
  figures complete_network 8 "$1" ram
}

# One part of a LogP machine of latency 6: a processor's interface, or the line after a crossbar output.
logp_row() { # module, program, "ram" or "none", settings...
  synthesise "$1" "-set WIDTH 16 -set LATENCY 6 ${*:4}" "" "$2"
  figures "$1" 6 "$2" "$3"
}

# A module with and without its statistics.
stats_row() { # module, size, settings
  local with without
  with=$(stats_figures "$1" "$3 -set STATS 1")
  without=$(stats_figures "$1" "$3 -set STATS 0")
  echo "| \`$1\` | $2 | $with | $without |"
}
stats_figures() { # module, settings
  synthesise "$1" "-set WIDTH 16 -set TIME_BITS 16 $2" "" "$2"
  awk '/design hierarchy/ { lut = ff = carry = ram = 0 }
    $1 == "SB_LUT4" { lut = $2 } $1 ~ /^SB_DFF/ { ff += $2 } $1 == "SB_CARRY" { carry = $2 } $1 ~ /^SB_RAM40/ { ram += $2 }
    END { printf "%d | %d | %d | %d", lut, ff, carry, ram }' "$work/stat"
}

# A part of a fabric, with its clock.
fabric_row() { # module, bits, description, "ram" or "none", NAME=VALUE...
  local settings=("${@:5}")
  [ "$2" != - ] && settings+=("WIDTH=$2")
  local sets=("${settings[@]/=/ }")
  synthesise "$1" "${sets[*]/#/-set }" "" "$3"
  figures "$1" "${2/-/0}" "$3" "$4" | sed -E "s/^(\| \S+ \|) 0 /\1 - /; s/$/ $(python3 -B "$root/fpga/clock.py" "$1" "${settings[@]}") |/"
}

# LUT4 of a tile of 64 bits on an ECP5.
tile_ecp5() { # STATS
  yosys -q -p "read_verilog $root/rtl/fabric/*.v; chparam -set WIDTH 64 -set STATS $1 -set RX_DEPTH 64 -set ROOM 40 \
    rmc_tile; synth_ecp5 -nowidelut -top rmc_tile; tee -q -o $work/stat stat" >"$work/log" 2>&1
  awk '/design hierarchy/ { lut = 0 } $1 == "LUT4" { lut = $2 } END { print lut }' "$work/stat"
}

# "LUT4, flip-flops, block RAMs" of a store of 16-bit messages on an ECP5; a distributed RAM counts as four LUT4.
store_ecp5() { # SLOTS "block"|"distributed"
  yosys -q -p "read_verilog $root/rtl/common/message_store.v; chparam -set WIDTH 16 -set PLACES $1 message_store; \
    synth_ecp5 -run begin:map_ram -nowidelut -top message_store; setattr -set ram_style \"$2\" t:\$mem_v2; \
    synth_ecp5 -run map_ram: -nowidelut -top message_store; tee -q -o $work/stat stat" >"$work/log" 2>&1
  awk '$1 == "LUT4" { lut += $2 } $1 == "TRELLIS_DPR16X4" { lut += 4 * $2 } $1 == "TRELLIS_FF" { ff = $2 }
    $1 == "DP16KD" || $1 == "PDPW16KD" { ram += $2 } END { print lut + 0 ", " ff + 0 ", " ram + 0 }' "$work/stat"
}

if [ "${1:-}" = --smoke ]; then
  row single 2 "rule, unicast, RAM" ram 0
  row multi 2 "rule, unicast" rule 0
  row credit 2 "rom, unicast" rom
  star_row single 3 cyclic 2
  direct_row single 4 rom
  line_row benes 8 rom ram -set ROM_DEPTH 256
  line_row crossbar 16 rule none
  synthesise rmc_tile "-set REDUCE 1 -set STATS 2" "" "fabric"
  figures rmc_tile 16 "fabric" ram
  # Each 16 bits of data need a copy of the five outputs' 3-bit codes: 2 * 5 * 3 flip-flops.
  copies=30 synthesise rmc_slot_router "-set WIDTH 32 -set STATS 0" "" "two parts"
  exit
fi

{
  cat <<END
How many LUTs, flip-flops, carry cells and block RAMs a switch, node or interface takes on an iCE40, including its
counters, marks and flags. For whole networks on boards see [boards.md](boards.md). \`fpga/synth.sh\` makes this page.

All figures are from $(yosys -V | cut -d' ' -f1-2), \`synth_ice40\`, with 16-bit counters. *rule*: local rules; *rom*: a schedule ROM of 256
words in block RAM.

## Switches of trees

One switch of level 2, not the root, straps tied; 16-bit messages with 8 route bits; 4 slots per queue (credit: 2), in
flip-flops or, where the control says RAM, in block RAM.

END
  echo "| module | arity | control | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  for arity in 2 4; do
    row multi $arity "rule, unicast" rule 0
    row multi $arity "rule, flood" rule 1
    row multi $arity "rom, multicast" rom 1
    row single $arity "rule, unicast" rule 0
    row single $arity "rule, flood" rule 1
    row single $arity "rule, unicast, RAM" ram 0
    row single $arity "rule, flood, RAM" ram 1
    row single $arity "rom, multicast" rom 1
    row credit $arity "rule, unicast" rule
    row credit $arity "rom, unicast" rom
  done
  echo
  cat <<'END'
## Nodes of star graphs

One node of a star graph of n symbols, straps free. Messages have 8 bits and the label of their destination. Stores are
in block RAM, with 8, 32, 128, 256 slots for n = 3, 4, 5, 6 (n! = 6, 24, 120, 720): cyclic one per dimension, multi one
per bank, with a copy per port for rom. Multi has a ROM per port.

END
  echo "| module | n | control | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  for n in 3 4 5 6; do
    star_row single $n rom 0
    star_row single $n level 1
    star_row single $n cyclic 2
    star_row multi $n rom 0
    star_row multi $n level 1
  done
  echo
  echo "On an ECP5 a store of 16-bit messages takes (LUT4, flip-flops, block RAMs), in block RAM and in LUTs ([boards.md](boards.md#memories-in-luts)):"
  echo
  echo "| slots | in block RAM | in LUTs |"
  echo "|---|---|---|"
  for slots in 16 32 64 128; do
    echo "| $slots | $(store_ecp5 $slots block) | $(store_ecp5 $slots distributed) |"
  done
  echo
  cat <<'END'
## Nodes of any direct network

One node of a network of up to 1024 nodes, by its number of links each way. Messages have 10 bits and the address of
their destination. Stores have 32 slots; multi has one for each port and one for own messages, with a copy per port, and
a ROM per port. Rings: stores that messages leave in any order.

END
  echo "| module | ports | control | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  for ports in 3 4 5 6 7 8; do
    direct_row single $ports rom
    direct_row multi $ports rom
    direct_row multi $ports "rom, rings" -set RING 1
    # Ports 0 and 1 never send from each other's banks, nor do ports 2 and 3, as on a torus.
    [ $ports = 4 ] && direct_row multi $ports "rom, 4 of 20 pairs unread" -set SHARED 0 -set UNREAD 18450
  done
  echo
  cat <<'END'
## Fully connected networks

A crossbar or Benes network by its number of lines, and a processor's interface by its number of ports, with 16-bit
messages. An interface has 64 messages in block RAM (a bank per incoming port, a copy of it per outgoing one). With
*rule* its rows are computed, for up to 64, 27 or 25 processors with 1, 2 or 4 ports. `complete_network` is 8 processors
with a port each, computed rows, and their fabric (`fpga/complete_network.v`).

END
  echo "| module | lines or ports | control | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  for lines in 4 8 16 32 64; do
    line_row crossbar $lines rule none
    line_row crossbar $lines rom ram -set ROM_DEPTH 256
    line_row benes $lines rom ram -set ROM_DEPTH 256
  done
  for ports in 1 2 4; do
    bits="-set LINE_BITS ${line_bits[$ports]}"
    line_row complete_port $ports rom ram -set ROM_DEPTH 256 $bits
    line_row complete_port $ports rule ram -set ROM_DEPTH 0 -set RULE 1 $bits \
      -set DIMENSIONS ${dimensions[$ports]}
  done
  network_row "rule, crossbar" -set BENES 0
  network_row "rom, Benes" -set BENES 1
  echo
  awk -F'|' '$2 ~ /`(crossbar|benes)`/ {
      gsub(/[ `]/, "")
      if ($2 == "benes" || $4 == "rule") lut[$2, $3] = $5
      if (!($3 in seen)) order[++sizes] = $3
      seen[$3] = 1
    }
    END {
      printf "LUTs of a Benes network per 100 of the crossbar that decodes destinations:"
      for (i = 1; i <= sizes; i++)
        printf("%s %.0f (%d lines)", i > 1 ? "," : "",
          100 * lut["benes", order[i]] / lut["crossbar", order[i]], order[i])
      print "."
    }' "$work/table"
  echo
  cat <<'END'
Twice the lines make a crossbar 3.5 to 4 times as large, a Benes network 2.4 to 3 times. In return a Benes network
cannot decode destinations: it needs a ROM row of (2 log L - 1) L/2 bits in every cycle for L lines; a row of the
crossbar's ROM has L (1 + log L). For crossbars of more than 8 lines the parts of a line are synthesised once and
multiplied.

END
  cat <<'END'
## LogP machines

The interface of one of up to 64 processors, and the line behind one output of the crossbar. 16-bit messages; overhead
and gap of 8 bits; straps free. 64 messages and a program of 256 timed rows or 64 block-cyclic descriptors are in block
RAM. Buffered: an input queue with 2 slots in flip-flops.

END
  echo "| module | latency | program | LUT4 | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|"
  port="-set TIME_BITS 16 -set SPAN_BITS 8 -set CYCLIC"
  logp_row logp_port "timed list" ram $port 0 -set ROM_DEPTH 256 -set LINE_BITS 6
  logp_row logp_port "block-cyclic" ram $port 1 -set ROM_DEPTH 64 -set LINE_BITS 6
  logp_row logp_port "block-cyclic, buffered" ram $port 1 -set ROM_DEPTH 64 -set LINE_BITS 7 \
    -set LANES 2
  logp_row logp_line - none
  echo
  cat <<'END'
## Without statistics

Modules of the tables above with their counters, high-water marks and flags (`STATS = 1`), and without (0; `romcast rtl
--statistics 0`). Straps are free.

END
  echo "| module | links, ports or lines | LUT4 | flip-flops | carry | block RAMs | LUT4 without | flip-flops | carry | block RAMs |"
  echo "|---|---|---|---|---|---|---|---|---|---|"
  stats_row fat_tree_switch_credit 3 "-set ROUTE_BITS 8 -set ARITY 2"
  stats_row fat_tree_switch_multi 3 "-set ROUTE_BITS 8 -set ARITY 2 -set DEPTH 4"
  stats_row fat_tree_switch_single 3 "-set ROUTE_BITS 8 -set ARITY 2 -set DEPTH 4"
  node="-set ROUTE_BITS 10 -set DEPTH 32 -set ROM_DEPTH 256 -set PORTS 4"
  stats_row store_node_single 4 "$node"
  stats_row store_node_multi 4 "$node"
  stats_row combining_node 4 "-set PORTS 4 -set SENDERS 4 -set ROM_DEPTH 256"
  stats_row complete_port 1 "-set PORTS 1 -set ROM_DEPTH 256 -set LINE_BITS 6"
  stats_row logp_port 1 "-set LATENCY 6 -set SPAN_BITS 8 -set CYCLIC 0 -set ROM_DEPTH 256 -set LINE_BITS 6"
  stats_row crossbar 8 "-set LINES 8"
  stats_row benes 8 "-set LINES 8 -set ROM_DEPTH 256"
  echo
  cat <<END
## Fabric of periodic schedules

Parts of a fabric ([fabric-rtl.md](fabric-rtl.md)) by the bits of a word; 5 links each way, two banks of 64 slots, 16 flows.
The clock is that of an HX8K, with registers around the module: the slowest of three placements by
$(nextpnr-ice40 --version 2>&1 | sed -E 's/.*Version ([0-9.]+).*/nextpnr-ice40 \1/') (\`fpga/clock.py\`). A tile is slot counter, router and endpoint.

END
  echo "| module | bits | with | LUT4 | flip-flops | carry | block RAMs | MHz |"
  echo "|---|---|---|---|---|---|---|---|"
  for bits in 16 64; do
    fabric_row rmc_slot_router $bits "no statistics" ram STATS=0
    fabric_row rmc_slot_router $bits "flags, signatures" ram STATS=1
    fabric_row rmc_endpoint $bits "no statistics, no credits" ram STATS=0 CREDITS=0
    fabric_row rmc_endpoint $bits "no statistics" ram STATS=0
    fabric_row rmc_endpoint $bits "no statistics, own clocks" ram STATS=0 CROSSING=1
    for stats in "0 no statistics" "1 flags, marks, signatures" "2 counters, too"; do
      fabric_row rmc_tile $bits "${stats#* }" ram STATS=${stats%% *} RX_DEPTH=64 ROOM=40
    done
  done
  fabric_row rmc_tile 16 "no statistics, reduction" ram STATS=0 RX_DEPTH=64 ROOM=40 REDUCE=1
  fabric_row rmc_tile 16 "no statistics, no endpoint" ram STATS=0 ENDPOINT=0
  fabric_row rmc_tile 16 "flags, marks, signatures, no endpoint" ram STATS=1 ENDPOINT=0
  fabric_row rmc_registers - "16 tiles, flags" none TILES=16 STATS=1
  fabric_row rmc_axi_lite - "-" none
  fabric_row rmc_wishbone - "-" none
  echo
  echo "On an ECP5 (\`synth_ecp5 -nowidelut\`) a tile of 64 bits takes $(tile_ecp5 0), $(tile_ecp5 1) or $(tile_ecp5 2) LUT4 with STATS = 0, 1 or 2."
  echo
  cat <<'END'
Others' parts, measured once with the same Yosys and nextpnr, 5 ports: a router of S4NoC with 19 slots in logic 356 LUT4 and 105
flip-flops (64 bits: 1162 and 345), an Argo router of 35 bits in 3 stages 675 and 566 at 232 MHz, `axis_crosspoint` of
verilog-axis 255 and 185 at 275 MHz, its `axis_switch` 1031 and 280 at 82 MHz, a deflection router of HopliteRT, 3 inputs
and 2 outputs, 73 and 35 at 230 MHz (64 bits: 265 and 131 at 218 MHz).

A multiplexer of four sources costs 2 LUT4 per bit, because codes in the table also choose the constants by which its
second LUT selects (`rtl/fabric/rmc_slot_mux.v`). One that decodes a number costs 3.
END
} >"$work/table"

{
  echo "# Area of one switch or node"
  echo
  cat "$work/table"
} >"$root/docs/synthesis.md"
cat "$work/table"
