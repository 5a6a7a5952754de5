# SPDX-License-Identifier: Apache-2.0
"""Leaves every third row of an ECP5 without LUTs: nextpnr-ecp5 --pre-pack free_rows.py

nextpnr packs four of five LUTs where it places, and wide words then find too few wires; those of a free row serve the
rows beside it."""
EVERY = 3
free = 0
for bel in ctx.getBels():  # `ctx` is nextpnr's
    if ctx.getBelType(bel) == "TRELLIS_COMB" and ctx.getBelLocation(bel).y % EVERY == EVERY - 1:
        cell = ctx.createCell(f"free_{free}", "TRELLIS_COMB")
        cell.setAttr("BEL", str(bel))
        cell.setParam("MODE", "LOGIC")
        cell.setParam("INITVAL", "0" * 16)
        free += 1
print(f"free_rows: {free} LUTs", flush=True)
