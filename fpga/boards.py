#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds networks for boards and puts the table of what they take into docs/boards.md.
usage: fpga/boards.py ROMCAST    all rows: minutes"""
import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/boards.md"
BEGIN, END = "<!-- made by make boards -->\n", "<!-- end -->\n"

CREDIT = "-p single -c alltoall -a upward-first-credit"
ROWS = [  # board, scenario
    ("icebreaker", "-k 2 -H 1 -p multi -c broadcast --control rom"),
    ("icebreaker", f"-k 2 -H 2 {CREDIT}"),
]


def figures(romcast, board, scenario):
    """The row's cells after board and scenario."""
    words = [romcast, "board", "build", "--board", board, "--json", "-", *scenario.split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    needs = re.search(r"needs (\d+) logic cells and (\d+) block RAMs", done.stderr)
    if done.returncode == 2 and needs:
        return [f"does not fit: {needs[1]} logic cells, {needs[2]} RAMs"] + [""] * 8
    if done.returncode != 0:
        sys.exit(f"boards: {board}, {scenario}: {done.stderr.strip()}")
    made = json.loads(done.stdout)
    most = made["most_megahertz"]
    return [made["processors"], made["queue_depth"] or "-", made["rom_words"] or "-", made["luts"],
            made["logic_cells"] or "-", made["block_rams"], f"{most:.0f}" if most else "-",
            made["bytes"], f"{made['run_microseconds']:.1f}"]


def main():
    """Makes the table and puts it between the marks."""
    table = ("| board | scenario | processors | queue depth | ROM words | LUTs | logic cells | RAMs | "
             "MHz | bytes to load | run, us |\n" + "|---" * 11 + "|\n")
    for board, scenario in ROWS:
        cells = figures(sys.argv[1], board, scenario)
        print(board, scenario, *cells, file=sys.stderr, flush=True)
        table += "| " + " | ".join(str(cell) for cell in [board, f"`{scenario}`", *cells]) + " |\n"
    before, rest = PAGE.read_text().split(BEGIN)
    PAGE.write_text(before + BEGIN + table + END + rest.split(END)[1])


main()
