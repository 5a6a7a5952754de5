#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lints every RTL module over a grid of parameters, and checks that illegal parameters are refused: lists
# the cases for lint_batch.py, which defines "clean" and "illegal".
# usage: tests/rtl/lint.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)

clean() { echo "clean $*"; }      # top, NAME=value...
illegal() { echo "illegal $*"; }  # top, NAME=value...

# Modules of more than 125 lines, not counting guards of parameters, need a drawing.
undrawn=0
for source in "$root"/rtl/*/*.v; do
  drawing=docs/rtl/$(basename "$source" .v)
  lines=$(awk '/begin : g_illegal/ { guard = 1 } !guard { n++ } guard && /end$/ { guard = 0 } END { print n }' "$source")
  [ "$lines" -le 125 ] && continue
  [ -f "$root/$drawing.dot" ] && [ -f "$root/$drawing.svg" ] &&
    grep -q "^// Drawing: $drawing.svg" "$source" && continue
  echo "lint: $source has no drawing $drawing.dot, .svg, or does not name it" >&2
  undrawn=$((undrawn + 1))
done

grid() {
# Every arity, ROM size and number of links. Depths and time bits that have no loop rotate, so that
# each value meets each arity.
depths=(1 4 5 64) times=(16 32) turn=0
for arity in 2 3 4 16; do
  for rom in 0 1 64 1000; do
    for depth in "${depths[@]}"; do
      turn=$((turn + 1))
      time=TIME_BITS=${times[$((turn % 2))]}
      clean fat_tree_switch_single ARITY=$arity ROM_DEPTH=$rom DEPTH=$depth "$time"
      [ $rom = 0 ] && clean fat_tree_switch_single ARITY=$arity SLOTS_IN_RAM=1 DEPTH=$depth "$time"
    done
    for links in "1 1" "1 4" "2 4"; do
      turn=$((turn + 1))
      clean fat_tree_switch_multi ARITY=$arity DOWN_LINKS=${links% *} UP_LINKS=${links#* } \
        ROM_DEPTH=$rom DEPTH=${depths[$((turn % 4))]} TIME_BITS=${times[$((turn / 4 % 2))]}
    done
    for time in "${times[@]}"; do
      clean fat_tree_switch_credit ARITY=$arity ROM_DEPTH=$rom TIME_BITS=$time
      clean fat_tree_frame LINKS=$arity QUEUES=$arity ROM_DEPTH=$rom TIME_BITS=$time
    done
  done
  for links in "1 1" "1 4" "2 4"; do
    for depth in "${depths[@]}"; do
      clean fat_tree_statistics ARITY=$arity DOWN_LINKS=${links% *} UP_LINKS=${links#* } DEPTH=$depth
    done
  done
  for from in 0 1 $arity; do clean tree_route ARITY=$arity WIDTH=32 ROUTE_BITS=12 FROM=$from LINKS=$arity; done
done
for depth in 1 2 3 4 5 64; do
  for pushes in 1 2 3 5 17; do
    for pops in 1 2 4; do
      [ $pops -le $depth ] || continue
      for lane in 0 1; do
        clean queue WIDTH=9 DEPTH=$depth PUSHES=$pushes POPS=$pops LABEL_BITS=$pops BY_LANE=$lane
      done
    done
  done
done
for lanes in 1 2 17; do
  for depth in 1 2 5 192; do clean row_queue LANES=$lanes COPIES=$((depth % 4 + 1)) DEPTH=$depth; done
done
for depth in 1 2 64 1000 65536; do
  for bits in 1 8 300; do clean sequencer DEPTH=$depth CONTROL_BITS=$bits; done
done
clean time_base
clean time_base TIME_BITS=9
clean sequencer DEPTH=16 CONTROL_BITS=12 ARGUMENT_BITS=7 USED=1911
clean sequencer DEPTH=16 CONTROL_BITS=12 ARGUMENT_BITS=3 USED=5
for depth in 1 2 300; do
  for width in 16 64; do
    clean arrival_check DEPTH=$depth WIDTH=$width TIME_BITS=$width
    clean send_by_list DEPTH=$depth WIDTH=$width CREDITS=$((depth - 1)) LATER=$((depth % 2)) \
      NEED_BITS=$(((width - 14) * (depth % 3)))
    clean image_loader WORDS=$depth WORD_BITS=$width
    clean supply_by_list DEPTH=$depth WIDTH=$width
    clean send_by_rom ROM_DEPTH=$depth WIDTH=$width
  done
done
for bits in "1 1" "2 2" "3 3" "9 256"; do
  clean send_by_rom CONTROL_BITS=${bits% *} SLOTS=${bits#* } WIDTH=20 ROM_DEPTH=7
done
for bits in 1 8 32 83; do
  clean frame_bridge WORD_BITS=$bits CLOCKS_PER_BIT=$((bits + 3)) ID_WORDS=2
  clean frame_receiver MOST=$((bits + 3))
done
clean uart_receiver CLOCKS_PER_BIT=1250
clean uart_transmitter CLOCKS_PER_BIT=4
clean reply_sender
clean frame_crc
for setting in WORD_BITS=0 ID_WORDS=3 ID_WORDS=1; do illegal frame_bridge $setting; done
for setting in MOST=3 MOST=256; do illegal frame_receiver $setting; done
for uart in receiver transmitter; do illegal uart_$uart CLOCKS_PER_BIT=3; done
illegal send_by_rom CONTROL_BITS=2 SLOTS=3
for ports in 1 2 4; do
  for senders in 1 $ports; do
    for own in 0 1; do
      clean combine_parts PORTS=$ports SENDERS=$senders OWN=$own VALUE_BITS=$ports ALL=$((own * 7))
      clean combine_parts PORTS=$ports SENDERS=$senders OWN=$own VALUE_BITS=2 ALL=$((own * 7)) MANY=$own RELAY=$((1 - own))
    done
  done
done
for delay in 0 1 2 5; do
  for operands in 1 2 9; do
    clean combine_operands DELAY=$delay OPERANDS=$operands IN_TIME=$((delay % 2)) ALL=$((delay % 2 == 0 ? operands : 0))
  done
  for values in 2 3 8; do
    clean combine_operands DELAY=$delay VALUES=$values OPERANDS=$values TAG_BITS=4 SENDER_BITS=5 COUNT_BITS=6 ALL=9
    clean combine_sums VALUES=$values AT_ONCE=$((delay == 0 ? 1 : 0)) ALL=$delay
  done
done
clean combine_values COUNT_BITS=1
illegal combine_values COUNT_BITS=0
illegal combine_parts WIDTH=37
illegal combine_parts ALL=16
illegal combine_parts RELAY=1
illegal combine_sums VALUES=0
illegal combine_in_order PARTS=0
for setting in OPERANDS=0 VALUES=2 TAG_BITS=2 COUNT_BITS=52; do illegal combine_operands $setting; done
illegal combine_operands ALL=1048576
illegal send_by_list LATER=2
illegal send_by_list COUNT_BITS=9
illegal arrival_check COUNT_BITS=4 DEPTH=16
illegal arrival_check DEPTH=0
illegal image_loader WORDS=0
for lanes in 1 3 17; do clean event_counter LANES=$lanes TIME_BITS=$((8 + lanes)); done

turn=0
for node in single multi; do  # nodes of any direct network, controlled by ROMs
  for ports in 1 2 3 6 16 17 40; do
    clean store_node_$node PORTS=$ports ROUTE_BITS=$((ports < 17 ? ports + 3 : 10)) WIDTH=32 DEPTH=16 ROM_DEPTH=256
  done
done
# Star-graph nodes: every size, rule and depth; width, ROM and time bits rotate.
for n in 3 4 5 6 7 8 9; do
  for control in "single 0" "single 1" "single 2" "multi 0" "multi 1"; do
    rule=${control#* }
    for depth in 1 6 64; do
      turn=$((turn + 1))
      rom=0
      [ "$rule" = 0 ] && rom=$((turn % 3 == 0 ? 1 : turn % 3 * 500))
      clean store_node_${control% *} PORTS=$((n - 1)) WIDTH=$((36 + turn % 2 * 28)) DEPTH=$depth RULE=$rule \
        ROM_DEPTH=$rom TIME_BITS=$((turn % 4 < 2 ? 16 : 32))
    done
  done
  for node in single multi; do
    clean store_node_$node PORTS=$((n - 1)) WIDTH=64 DEPTH=6 ROM_DEPTH=64 RULE=0 COPIES=1
  done
  clean star_route SYMBOLS=$n
  for places in 1 5 64; do
    clean star_level_single PORTS=$((n - 1)) PLACE_BITS=7 COUNT_BITS=7
    clean star_level_multi PORTS=$((n - 1)) PLACE_BITS=6 COUNT_BITS=7
    clean store_statistics LANES=$((n - 1)) PLACES=$((n * places)) TIME_BITS=16
    for shared in 0 1; do clean message_store READS=$((n - 1)) PLACES=$places WIDTH=20 SHARED=$shared; done
    clean message_store READS=$((n - 1)) PLACES=$places WIDTH=20 UNREAD=$((places % 4))
  done
  clean star_cyclic PORTS=$((n - 1)) DEPTH=10 PLACE_BITS=7
  for time in 1 16 17 32; do clean receive_guard PORTS=$((n - 1)) TIME_BITS=$time; done
done
for depth in 0 1 5 24; do
  for ring in 0 1; do
    clean store_node_multi RING=$ring PORTS=3 DEPTH=24 LINK_DEPTH=$depth ROM_DEPTH=64
    clean store_node_multi RING=$ring PORTS=3 DEPTH=24 OWN_DEPTH=$depth ROM_DEPTH=64
  done
  clean store_node_multi RULE=1 ROM_DEPTH=0 PORTS=3 DEPTH=24 LINK_DEPTH=$depth OWN_DEPTH=1
  [ $depth -gt 0 ] && clean store_node_single PORTS=3 DEPTH=24 STORE_DEPTH=$depth ROM_DEPTH=64
  [ $depth -gt 0 ] && clean occupancy_mark LANES=$depth PLACES=$((depth * 3))
done
for depth in 1 2 5 24; do
  clean store_node_multi RING=1 PORTS=4 ROUTE_BITS=7 WIDTH=32 DEPTH=$depth ROM_DEPTH=64
done
for unread in 0 1 1365 4095; do
  clean store_node_multi PORTS=3 ROM_DEPTH=16 DEPTH=6 SHARED=0 UNREAD=$unread
  clean complete_port PORTS=$((unread % 4 + 1)) SHARED=0
done
counted="fat_tree_switch_single fat_tree_switch_multi fat_tree_switch_credit store_node_single store_node_multi
  combining_node link_line complete_port logp_port crossbar benes logp_fabric"
for module in $counted; do clean "$module" STATS=0; done
clean link_timer
for depth in 1 2 3 64; do clean link_line WIDTH=$((depth + 8)) DEPTH=$depth; done
for ports in 2 5; do
  clean store_frame PORTS=$ports
  clean store_frame PORTS=$ports LANES=$ports
  clean store_frame PORTS=$ports LANES=$ports SENDERS=$ports TIME_BITS=16
done
clean store_program
for copies in 0 1; do
  clean store_program COPIES=$copies TARGET_BITS=3
  clean store_arrival COPIES=$copies ROUTE_BITS=7
  clean store_copy COPIES=$copies ROUTE_BITS=7
done
for ports in 1 2 3 16 17 64; do
  for senders in 1 $ports; do
    for bits in 1 13; do
      clean combining_node PORTS=$ports SENDERS=$senders VALUE_BITS=$bits ROM_DEPTH=$((bits * 16))
    done
  done
done
clean combining_node WIDTH=16 TIME_BITS=16 ROM_DEPTH=1 ANY_COME=1 AGAIN=1

# Fully connected networks.
for lines in 2 3 4 16 32; do  # iverilog needs 17 s for 64
  for rom in 0 1 8 1000; do clean crossbar LINES=$lines ROM_DEPTH=$rom; done
  for rom in 0 8; do clean crossbar LINES=$lines ROM_DEPTH=$rom BY_INPUT=1 WIDTH=1 TIME_BITS=16; done
done
for rom in 0 8; do clean crossbar LINES=1024 ROM_DEPTH=$rom BY_INPUT=1 WIDTH=64; done
for lines in 2 4 16 64 1024; do
  for rom in 1 8 1000; do clean benes LINES=$lines ROM_DEPTH=$rom; done
done
for ports in 1 2 3 4 16; do
  for messages in 1 5 64; do
    for rom in 1 6; do
      clean complete_port PORTS=$ports MESSAGES=$messages ROM_DEPTH=$rom LINE_BITS=$rom
    done
  done
  clean complete_port PORTS=$ports OFFSET_BITS=1 MESSAGES=1 TAG_BITS=1 WIDTH=8 TIME_BITS=16
  clean complete_port PORTS=$ports OFFSET_BITS=16 MESSAGES=1000 TAG_BITS=20 WIDTH=32
  for dimensions in 1 2 5 20; do
    clean complete_port PORTS=$ports RULE=1 ROM_DEPTH=0 DIMENSIONS=$dimensions LINE_BITS=17 \
      OFFSET_BITS=10
  done
  clean cube_rows PORTS=$ports DIMENSIONS=1 LINE_BITS=9 OFFSET_BITS=6
done
clean cube_rows

# LogP machines.
for latency in 1 2 3 6 20; do
  for lines in 1 2 8; do clean logp_line LINES=$lines LATENCY=$latency; done
  clean logp_fabric LINES=$((latency + 1)) LATENCY=$latency BY_INPUT=$((latency % 2))
done
clean logp_fabric LINES=1024 BY_INPUT=1 WIDTH=64 LATENCY=4
for cyclic in 0 1; do
  for lanes in 1 2; do
    for rom in 1 5 64; do
      clean logp_port CYCLIC=$cyclic LANES=$lanes ROM_DEPTH=$rom MESSAGES=$rom LINE_BITS=$((lanes + 1))
    done
    clean logp_port CYCLIC=$cyclic LANES=$lanes SPAN_BITS=4 TIME_BITS=16 SIZE_BITS=3 LATENCY=7 \
      NEED_BITS=1 QUEUE_DEPTH=1 TAG_BITS=20 WIDTH=64 MESSAGES=1000 LINE_BITS=11
  done
done
for lanes in 1 2; do
  clean logp_queue LANES=$lanes DEPTH=$((2 * lanes - 1))
  clean logp_list LANES=$lanes SPAN_BITS=$((8 * lanes)) LINE_BITS=5
  clean logp_program LANES=$lanes CYCLIC=$((lanes - 1))
  clean logp_inbox MESSAGES=$((63 * lanes - 62)) NEED_BITS=$((5 * lanes))
  clean logp_outbox LINE_BITS=$lanes
  clean logp_cyclic LANES=$lanes SIZE_BITS=$((5 * lanes)) ITEM_BITS=7 ROM_DEPTH=1000
done
for bits in 1 8; do clean logp_rules SPAN_BITS=$bits; done

# The fabric of periodic schedules.
for stats in 0 1 2; do
  for links in 3 4 5 6; do
    clean rmc_slot_router LINKS=$links INPUTS=$links OUTPUTS=$links STATS=$stats WIDTH=$((links * 8))
  done
  clean rmc_slot_router LINKS=4 INPUTS=5 OUTPUTS=6 EXTRA_BITS=3 STATS=$stats SLOT_BITS=2
  clean rmc_slot_router LINKS=5 INPUTS=6 OUTPUTS=7 EXTRA_BITS=3 STATS=$stats SLOT_BITS=8
done
for inputs in 3 4 5 6 8; do
  for own in 0 1 $((inputs - 1)) $inputs; do
    clean rmc_slot_mux INPUTS=$inputs OWN=$own WIDTH=$inputs PARTS=$((inputs / 2))
  done
done
for bits in 1 15 16 17 31 32; do
  clean rmc_signature WORD_BITS=$bits
  for signatures in 0 1; do clean rmc_slot_table WORD_BITS=$bits SLOT_BITS=$((bits % 7 + 2)) SIGNATURES=$signatures; done
done
for bits in 2 6 12; do clean rmc_slot_counter SLOT_BITS=$bits; done
for stats in 0 1 2; do
  for depth in 3 6 13; do clean rmc_fifo DEPTH=$depth STATS=$stats; done
  for depth in 4 16 512; do
    clean rmc_fifo DEPTH=$depth STATS=$stats WIDTH=$((depth + 7))
    clean rmc_async_fifo DEPTH=$depth STATS=$stats WIDTH=$((depth + 7))
    for crossing in 0 1; do
      clean rmc_stream_tx DEPTH=$depth STATS=$stats CROSSING=$crossing WIDTH=$((depth * 2)) FLOW_BITS=1
      clean rmc_stream_rx DEPTH=$depth STATS=$stats CROSSING=$crossing WIDTH=$((depth * 2)) ROOM=$((depth - 2))
      clean rmc_endpoint STATS=$stats CROSSING=$crossing TX_DEPTH=$depth CREDITS=$crossing FLOW_BITS=$((stats + 1))
      clean rmc_endpoint STATS=$stats CROSSING=$crossing RX_DEPTH=$depth ROOM=0 ON_DEMAND=1 FLOW_BITS=8 SLOT_BITS=9
    done
  done
done
for bits in 1 4 12; do clean rmc_grants FLOW_BITS=$bits; done
for stats in 0 1 2; do
  for links in 3 5 7; do
    clean rmc_tile LINKS=$links STATS=$stats WIDTH=$((links * 8)) CROSSING=$((links % 4 / 2)) FLOW_BITS=$((links - 2))
  done
  clean rmc_tile LINKS=5 STATS=$stats REDUCE=1 ON_DEMAND=1 WIDTH=24
  clean rmc_tile LINKS=4 STATS=$stats ENDPOINT=0 HOLDS=$((stats / 2)) ON_DEMAND=$((stats % 2))
  clean rmc_tile LINKS=4 STATS=$stats REDUCE=1 HOLDS=1 WIDTH=$((stats * 16 + 8))
  clean rmc_tile LINKS=$((stats % 2 + 4)) STATS=$stats HOLDS=$((2 - stats % 2)) WIDTH=32
  clean rmc_tile LINKS=3 STATS=$stats REDUCE=1 CREDITS=0 SIGNED=1 SLOT_BITS=9 TX_DEPTH=16384 RX_DEPTH=2 ROOM=0
  clean rmc_tile_status STATS=$stats
  for tiles in 1 2 3 16 100; do clean rmc_registers TILES=$tiles STATS=$stats SLOT_BITS=$((tiles % 9 + 4)); done
done
for bits in 8 32; do clean rmc_operator WIDTH=$bits SIGNED=$((bits / 32)); done
for bits in 2 6 12; do clean rmc_frame SLOT_BITS=$bits FRAME_BITS=$((bits * 2)) READY_DELAY=$((bits / 2)); done
for bits in 4 13 30; do
  clean rmc_axi_lite ADDRESS=$bits
  clean rmc_wishbone ADDRESS=$bits
done

for switch in multi single credit; do
  for setting in ARITY=1 ARITY=17 ROM_DEPTH=-1 WIDTH=4; do
    illegal fat_tree_switch_$switch $setting
  done
done
for switch in multi single; do illegal fat_tree_switch_$switch DEPTH=0; done
for setting in SLOTS_IN_RAM=2 "SLOTS_IN_RAM=1 ROM_DEPTH=8"; do illegal fat_tree_switch_single $setting; done
illegal fat_tree_switch_multi DOWN_LINKS=2 UP_LINKS=1
illegal fat_tree_switch_multi DOWN_LINKS=0
for node in single multi; do
  for setting in PORTS=0 ROUTE_BITS=0 WIDTH=7 DEPTH=0 ROM_DEPTH=0 ROM_DEPTH=-1 RULE=-1 RULE=3 TIME_BITS=0; do
    illegal store_node_$node $setting
  done
  illegal store_node_$node PORTS=65 WIDTH=2 ROUTE_BITS=1 DEPTH=1 TIME_BITS=1  # small, as yosys is slow
  illegal store_node_$node RULE=1 ROM_DEPTH=8
  illegal store_node_$node RULE=1 ROM_DEPTH=0 PORTS=1
  illegal store_node_$node RULE=1 ROM_DEPTH=0 PORTS=9 WIDTH=64
  illegal store_node_$node RULE=1 ROM_DEPTH=0 ROUTE_BITS=7
  illegal store_node_$node RULE=1 ROM_DEPTH=0 COPIES=1
  for copies in -1 2; do illegal store_node_$node COPIES=$copies; done
done
for setting in PORTS=0 PORTS=65 SENDERS=2 ANY_COME=2 AGAIN=2 VALUE_BITS=0 VALUE_BITS=17 WIDTH=0 ROM_DEPTH=0 \
  TIME_BITS=0; do
  illegal combining_node $setting
done
illegal store_node_multi RULE=2 ROM_DEPTH=0
for setting in LINK_DEPTH=-1 LINK_DEPTH=25 OWN_DEPTH=-1 OWN_DEPTH=25 RING=-1 RING=2; do illegal store_node_multi $setting; done
illegal store_node_multi RING=1 COPIES=1
illegal store_node_multi RING=1 RULE=1 ROM_DEPTH=0
for setting in STORE_DEPTH=0 STORE_DEPTH=25; do illegal store_node_single $setting; done
illegal store_node_single RULE=2 ROM_DEPTH=0 STORE_DEPTH=5
for setting in LANES=0 PLACES=0; do illegal occupancy_mark $setting; done
for symbols in 2 10; do illegal star_route SYMBOLS=$symbols; done
for setting in WIDTH=0 PLACES=0 READS=0; do illegal message_store $setting; done
for setting in LANES=0 PLACES=0 TIME_BITS=0; do illegal store_statistics $setting; done
for setting in WIDTH=0 LABEL_BITS=0 DEPTH=0 PUSHES=0 POPS=0 POPS=5 BY_LANE=2; do illegal queue $setting; done
for setting in LANES=0 COPIES=0 LABEL_BITS=0 DEPTH=0; do illegal row_queue $setting; done
for setting in DEPTH=0 CONTROL_BITS=0 ARGUMENT_BITS=0 ARGUMENT_BITS=17 USED=-1; do illegal sequencer $setting; done
for setting in WIDTH=0 DEPTH=0; do illegal link_line $setting; done
for setting in LANES=0 TIME_BITS=0; do illegal event_counter $setting; done

for setting in LINES=1 WIDTH=0 ROM_DEPTH=-1 BY_INPUT=2 TIME_BITS=0; do illegal crossbar $setting; done
for setting in LINES=1 LINES=6 WIDTH=0 ROM_DEPTH=0 TIME_BITS=0; do illegal benes $setting; done
for setting in PORTS=0 MESSAGES=0 TAG_BITS=5 TAG_BITS=32 WIDTH=5 LINE_BITS=0 OFFSET_BITS=0 \
  ROM_DEPTH=0 ROM_DEPTH=-1 RULE=1 RULE=2 DIMENSIONS=0 TIME_BITS=0; do
  illegal complete_port $setting
done
for setting in PORTS=0 PORTS=3 DIMENSIONS=0 DIMENSIONS=8 LINE_BITS=0 LINE_BITS=31 OFFSET_BITS=2 \
  OFFSET_BITS=31; do
  illegal cube_rows $setting
done
for setting in ROW_BITS=0 DEPTH=0 DEPTH=65537; do illegal periodic_rom $setting; done

for setting in MESSAGES=0 TAG_BITS=5 TAG_BITS=32 WIDTH=5 LINE_BITS=0 LANES=0 LANES=3 LATENCY=0 \
  QUEUE_DEPTH=0 CYCLIC=2 ROM_DEPTH=0 NEED_BITS=0 SPAN_BITS=0 TIME_BITS=16; do
  illegal logp_port $setting
done
for setting in LINES=0 WIDTH=0 LATENCY=0; do illegal logp_line $setting; done
for setting in SIZE_BITS=0 SIZE_BITS=17 ITEM_BITS=0 ROM_DEPTH=65536 LINE_BITS=0; do
  illegal logp_cyclic $setting
done
for setting in SPAN_BITS=0 TAG_BITS=0 NEED_BITS=0 ROM_DEPTH=0 LANES=3; do illegal logp_list $setting; done
for setting in LANES=0 DEPTH=0 TAG_BITS=17; do illegal logp_queue $setting; done
illegal logp_rules SPAN_BITS=0

for setting in LINKS=1 INPUTS=4 OUTPUTS=4 EXTRA_BITS=-1 STATS=3 WORD_BITS=3; do illegal rmc_slot_router $setting; done
for setting in INPUTS=2 SOURCES=3 OWN=-1 OWN=6 WIDTH=0 PARTS=0 PARTS=17; do illegal rmc_slot_mux $setting; done
for setting in WORD_BITS=0 WORD_BITS=33; do illegal rmc_signature $setting; done
for setting in WORD_BITS=0 SLOT_BITS=1 SIGNATURES=2; do illegal rmc_slot_table $setting; done
for setting in SLOT_BITS=1 SLOT_BITS=13; do illegal rmc_slot_counter $setting; done
for setting in WIDTH=0 DEPTH=1 STATS=3; do illegal rmc_fifo $setting; done
for setting in WIDTH=0 DEPTH=2 DEPTH=6 STATS=3; do illegal rmc_async_fifo $setting; done
for way in tx rx; do
  for setting in WIDTH=12 WIDTH=0 FLOW_BITS=0 CROSSING=2; do illegal rmc_stream_$way $setting; done
done
for setting in ROOM=-1 ROOM=15; do illegal rmc_stream_rx $setting; done
for setting in FLOW_BITS=0 FLOW_BITS=13; do illegal rmc_grants $setting; done
for setting in CREDITS=2 ON_DEMAND=2 STATS=3 WORD_BITS=12; do illegal rmc_endpoint $setting; done
for setting in LINKS=2 LINKS=8 "LINKS=6 REDUCE=1" SLOT_BITS=3 REDUCE=2 HOLDS=-1 FLOW_BITS=15 TX_DEPTH=32768 ENDPOINT=2; do
  illegal rmc_tile $setting
done
illegal rmc_tile_status STATS=3
for setting in WIDTH=1 SIGNED=2; do illegal rmc_operator $setting; done
for setting in SLOT_BITS=1 FRAME_BITS=0 READY_DELAY=0; do illegal rmc_frame $setting; done
for setting in TILES=0 SLOT_BITS=3 STATS=3 ADDRESS=9 WAVE_DELAY=-1; do illegal rmc_registers $setting; done
for front in axi_lite wishbone; do illegal rmc_$front ADDRESS=3; done
while read -r module settings; do
  for setting in $settings; do illegal "$module" "$setting"; done
done <<'END'
serial_frames CLOCKS_PER_BIT=3 MOST=3
time_base TIME_BITS=0
benes_stage LINES=1 WIDTH=0 BIT=2
crossbar_column LINES=0 WIDTH=0
crossbar_count LINES=0
crossbar_decoder LINES=0
crossbar_matrix LINES=0 WIDTH=0 BY_ROM=2
crossbar_model LINES=0 WIDTH=0 BY_ROM=2
logp_cyclic LANES=0 LANES=3 TIME_BITS=0
logp_fabric LINES=1 WIDTH=0 LATENCY=0 BY_INPUT=2 TIME_BITS=0
logp_inbox MESSAGES=0 TAG_BITS=5 TAG_BITS=32 WIDTH=5 NEED_BITS=0 SPAN_BITS=0
logp_outbox WIDTH=0 TAG_BITS=0 LINE_BITS=0 SPAN_BITS=0
logp_port SIZE_BITS=0
logp_program TAG_BITS=0 ITEM_BITS=0 LANES=3 LINE_BITS=0 CYCLIC=2 ROM_DEPTH=65536 NEED_BITS=0 SIZE_BITS=0 SPAN_BITS=0 TIME_BITS=0
logp_queue TAG_BITS=0
receive_guard PORTS=0 TIME_BITS=0
message_store SHARED=2
store_node_multi SHARED=2 UNREAD=1
complete_port SHARED=2
store_arrival ROUTE_BITS=0 COPIES=2
store_copy ROUTE_BITS=0 COPIES=2 WIDTH=7
store_frame PORTS=0 LANES=2 SENDERS=2 PLACES=0 ROUTE_BITS=0 TIME_BITS=0
store_program PLACE_BITS=0 TARGET_BITS=0 ROUTE_BITS=0 COPIES=2 ROM_DEPTH=0 ARGUMENT_BITS=0 ARGUMENT_BITS=17
rmc_registers READY_DELAY=0
rmc_tile RX_DEPTH=16385
fat_tree_frame CONTROL_BITS=0 ROM_DEPTH=-1 ARGUMENT_BITS=17 ROM_USED=-1 LINKS=0 QUEUES=0 TOTAL_BITS=0 LEFT_BITS=0 TIME_BITS=0
fat_tree_queues ARITY=1 ARITY=17 WIDTH=0 DEPTH=0
fat_tree_rows ARITY=17 WIDTH=0 DEPTH=0
fat_tree_statistics ARITY=17 DOWN_LINKS=0 DOWN_LINKS=2 DEPTH=0
tree_route ARITY=17 ROUTE_BITS=0 WIDTH=9 FROM=-1 FROM=3 LINKS=0
arrival_check WIDTH=0 ALL_WANTED=2 TIME_BITS=0
combine_in_order FIRST_BITS=0 COUNT_BITS=0
combine_operands SENDER_BITS=0 DELAY=-1 VALUES=0 ALL=-1
combine_parts PORTS=0 SENDERS=0 VALUE_BITS=0 FIRST_BITS=0 COUNT_BITS=0 ALL=-1 MANY=2 RELAY=2
combine_sums AT_ONCE=2 COUNT_BITS=0 ALL=-1
image_loader WORD_BITS=0
send_by_list WIDTH=0 NEED_BITS=-1 DEPTH=0 CREDITS=-1 TIME_BITS=0
send_by_rom WIDTH=0 CONTROL_BITS=0 SLOTS=0 ROM_DEPTH=0 COUNT_BITS=0
supply_by_list WIDTH=0 DEPTH=0
star_cyclic PORTS=1 PORTS=9 DEPTH=0 PLACE_BITS=6
star_level_multi PORTS=9 PLACE_BITS=0 COUNT_BITS=0
star_level_single PORTS=9 PLACE_BITS=0 COUNT_BITS=0
END
for module in $counted; do illegal "$module" STATS=2; done
illegal combine_operands VALUES=2 OPERANDS=2 IN_TIME=1
illegal message_store SHARED=1 UNREAD=1
illegal combine_operands VALUES=4 OPERANDS=4 TAG_BITS=1
}

grid | python3 "$root/tests/rtl/lint_batch.py" "$root/rtl"
[ $? -eq 0 ] && [ $undrawn -eq 0 ]
