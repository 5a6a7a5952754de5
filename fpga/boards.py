#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds networks for boards and puts the table of what they take into docs/boards.md.
usage: fpga/boards.py ROMCAST [WORD...]    rows whose board or scenario has one of the words, or all
of them: minutes each; the others stay as they are"""
import json
import os
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs/boards.md"
BEGIN, END = "<!-- made by make boards -->\n", "<!-- end -->\n"
COLUMNS = ["board", "scenario", "processors", "queue depth", "ROM words", "LUTs", "logic cells", "RAMs",
           "MHz", "bytes to load", "run, us", "co-simulated, us"]

CREDIT = "-p single -c alltoall -a upward-first-credit"
ALLTOALL = "-p multi -c alltoall -a pipelined"
STAR = "-n star --symbols 3 -p single -c allgather --control"
COMPLETE = "-n complete --processors 8 -c broadcast --messages 4"
ROWS = [  # board, scenario; options from --seed on are for the placement only
    ("hx8k-breakout", f"-k 2 -H 4 {CREDIT} --seed 4 --aim 90"),
    ("hx8k-breakout", f"-k 2 -H 3 {CREDIT}"),
    ("hx8k-breakout", f"-k 2 -H 3 {ALLTOALL}"),
    ("hx8k-breakout", "-k 2 -H 4 -p multi -c allgather --seed 2 --aim 90"),
    ("hx8k-breakout", f"-k 2 -H 4 {ALLTOALL}"),
    ("hx8k-breakout", "-k 2 -H 3 -p single -c allgather"),
    ("hx8k-breakout", f"{STAR} rom"),
    ("hx8k-breakout", f"{STAR} rule"),
    ("hx8k-breakout", COMPLETE),
    ("hx8k-breakout", "-n complete --processors 4 --latency 3 --overhead 1 --gap 2 -c alltoall"),
    ("icebreaker", f"-k 2 -H 3 {CREDIT}"),
    ("icebreaker", "-k 2 -H 3 -p multi -c allgather"),
    ("icebreaker", f"{STAR} rom"),
    ("icebreaker", COMPLETE),
    ("ulx3s", f"-k 2 -H 4 {CREDIT}"),
    ("ulx3s", f"-k 2 -H 5 {CREDIT}"),
    ("ulx3s", f"-k 2 -H 6 {CREDIT}"),
    ("ulx3s", f"-k 2 -H 7 {CREDIT}"),
    ("ulx3s", "-k 2 -H 7 -p single -c broadcast"),
    ("ulx3s", "-k 2 -H 7 -p single -c scatter"),
    ("ulx3s", "-n star --symbols 4 -p single -c allgather --control rom"),
]


def told(command):
    """What a command of romcast prints as JSON; placing a full part takes longer than it gives tools."""
    patient = {"ROMCAST_TOOL_SECONDS": "3600", **os.environ}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=patient)


def figures(romcast, board, scenario):
    """The row's cells after board and scenario."""
    done = told([romcast, "board", "build", "--board", board, "--json", "-", *scenario.split()])
    needs = re.search(r"needs (\d+) logic cells and (\d+) block RAMs", done.stderr)
    if done.returncode == 2 and needs:
        return [f"does not fit: {needs[1]} logic cells, {needs[2]} RAMs"]
    if done.returncode != 0:
        sys.exit(f"boards: {board}, {scenario}: {done.stderr.strip()}")
    made = json.loads(done.stdout)
    most = made["most_megahertz"]
    simulated = told([romcast, "run", "--json", "-", *scenario.split("--seed")[0].split()])
    seconds = json.loads(simulated.stdout)["cost"]["cpu_seconds"]["cosimulate"]
    return [made["processors"], made["queue_depth"] or "-", made["rom_words"] or "-", made["luts"],
            made["logic_cells"] or "-", made["block_rams"], f"{most:.0f}" if most else "-",
            made["bytes"], f"{made['run_microseconds']:.1f}", f"{1e6 * seconds:.0f}"]


def rows_of(page):
    """The lines of the table by board and scenario."""
    lines = page.split(BEGIN)[1].split(END)[0].splitlines()[2:]
    return {tuple(line.split(" | ")[:2]): line for line in lines}


def write(lines):
    """Puts the table between the marks."""
    before, rest = PAGE.read_text().split(BEGIN)
    head = ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    table = head + [lines[key] for key in map(key_of, ROWS) if key in lines]
    PAGE.write_text(before + BEGIN + "\n".join(table) + "\n" + END + rest.split(END)[1])


def key_of(row):
    """By which a line of the table is found."""
    return f"| {row[0]}", f"`{row[1]}`"


def main():
    """Makes the rows that are asked for, and the page anew after each."""
    romcast, asked = sys.argv[1], sys.argv[2:]
    lines = rows_of(PAGE.read_text())
    for board, scenario in ROWS:
        if asked and not any(word in f"{board} {scenario}" for word in asked):
            continue
        cells = figures(romcast, board, scenario)
        print(board, scenario, *cells, file=sys.stderr, flush=True)
        cells += [""] * (len(COLUMNS) - 2 - len(cells))
        key = key_of((board, scenario))
        lines[key] = " | ".join([*key, *map(str, cells)]) + " |"
        write(lines)


if __name__ == "__main__":
    main()
