# SPDX-License-Identifier: Apache-2.0
"""Usage: python3 bench/many_ranks.py [BUILD]. What many ranks would gain, as Markdown tables on stdout:
one rank and two are measured here, more are a model of machines with a network between them
(docs/scale.md). What each rank has to plan and check however many there are is found with 16 ranks on
this machine. Takes mpirun, two idle cores and ten minutes."""
import json
import math
import os
import subprocess
import sys
import time

LATENCIES = (1e-6, 2e-6)  # seconds from one machine to another
MESSAGE = 0.3e-6  # seconds of CPU per neighbour and cycle
FLIT = 5e-9  # seconds of CPU per flit or credit that crosses
RANKS = (2, 16, 256, 4096)

MANY = 16  # ranks on this machine, to measure the undivided part

TREE = "--arity 2 --height 10 --ports single --collective alltoall --algorithm upward-first-credit"
S_7 = "--network star --symbols 7 --collective alltoall --algorithm cyclic"
RUNS = [  # name, options, options of the co-simulation only, network
    ("dense, 1023 switches", TREE, "--dense", "fat-tree arity 2 height 10"),
    ("S_7, alltoall `cyclic`", S_7, "", "star symbols 7"),
]
# Measured once, on two ranks, in 5.5 minutes. Plan, check and cosimulate: CPU seconds of both ranks.
S_8 = {"what": "S_8, allgather `level`", "network": "star symbols 8", "cycles": 40319,
       "hops": 1625662080, "nodes": 40320, "plan": 2 * 19.7, "check": 2 * 30.6, "cosimulate": 2 * 278.0}


def run(build, options, ranks=1):
    """The report of a run, and its seconds by the clock."""
    command = [os.path.join(build, "romcast"), "run", *options.split(), "--json", "-"]
    if ranks > 1:
        command = ["mpirun", "-q", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)] + command
    begin = time.monotonic()
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL).stdout)
    return report, time.monotonic() - begin


def cuts(build, network):
    """By number of ranks: what the largest part of the network has."""
    program = os.path.join(build, "romcast_cuts")
    lines = subprocess.run([program, *map(str, RANKS), "--", *network.split()], check=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    return {cut["parts"]: cut for cut in map(json.loads, lines)}


def cycle(one, cut, latency):
    """Seconds of a cycle: nodes at the edge go first, those inside hide the time of the messages."""
    node = one["cosimulate"] / one["cycles"] / one["nodes"]
    links = one["hops"] / one["cycles"] * cut["links_out"] / one["links"]
    inside = (cut["nodes"] - cut["nodes_at_edge"]) * node
    return (cut["nodes_at_edge"] * node + cut["neighbours"] * MESSAGE + 2 * links * FLIT +
            max(inside, latency))


def divided(seconds, undivided, ranks):
    """Seconds of each rank of so many."""
    return seconds * (undivided + (1 - undivided) / ranks)


def model(one, cut, latency):
    """(times as fast as a whole, times as fast in co-simulation)"""
    ranks = cut["parts"]
    cosimulate = one["cycles"] * cycle(one, cut, latency)
    all_of_many = (divided(one["plan"], one["same plan"], ranks) +
                   divided(one["check"], one["same check"], ranks) + cosimulate)
    return ((one["plan"] + one["check"] + one["cosimulate"]) / all_of_many,
            one["cosimulate"] / cosimulate)


def quietest(runs):
    return min(runs, key=lambda done: done[1])


def measured(build, what, options, dense, network):
    all_options = options + " " + dense
    report, clock = quietest([run(build, all_options) for _ in range(3)])
    seconds = report["cost"]["cpu_seconds"]
    one = {"what": what, "network": network, "cycles": report["hardware"]["cycles"],
           "hops": report["hardware"]["hops"],
           "nodes": report["cost"]["switch_cycles"] / report["hardware"]["cycles"], **seconds}
    on_two, clock_on_two = quietest([run(build, all_options, 2) for _ in range(3)])
    one["two"] = (clock / clock_on_two,
                  seconds["cosimulate"] / on_two["cost"]["cpu_seconds"]["cosimulate"])
    of_many = run(build, options, MANY)[0]["cost"]["cpu_seconds"]
    for step in ("plan", "check"):
        share = of_many[step] / seconds[step]
        one["same " + step] = min(1, max(0, (share - 1 / MANY) / (1 - 1 / MANY)))
    return one


def row(values, one, cut_of):
    cells = []
    for ranks in RANKS:
        if ranks > one["nodes"]:
            cells.append("-")
            continue
        both = sorted({f"{values(one, cut_of[ranks], latency):.2g}" for latency in LATENCIES}, key=float)
        cells.append(" to ".join(f"{float(text):g}" for text in both))
    return cells


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    subprocess.run(["cmake", "--build", build, "--target", "romcast", "romcast_cuts"], check=True,
                   stdout=subprocess.DEVNULL)
    tree, s_7 = [measured(build, *what) for what in RUNS]
    s_8 = {**S_8, **{name: s_7[name] for name in ("same plan", "same check")}, "two": None}
    print("| run | node and cycle | plan, check of a hop | not divided | "
          "two ranks here: whole run, co-simulation |")
    print("|---|---|---|---|---|")
    for one in (tree, s_7, s_8):
        two = "{:.2f}, {:.2f}".format(*one["two"]) if one["two"] else "-"
        print(f"| {one['what']} | {1e9 * one['cosimulate'] / one['cycles'] / one['nodes']:.0f} ns "
              f"| {1e9 * one['plan'] / one['hops']:.0f}, {1e9 * one['check'] / one['hops']:.0f} ns "
              f"| {100 * one['same plan']:.0f}, {100 * one['same check']:.0f} % | {two} |")
    names = " | ".join(map(str, RANKS))
    print(f"\n| run | {names} | co-simulation alone: {names} | neighbours | links out of a part |")
    print("|---" * (2 * len(RANKS) + 3) + "|")
    for one in (tree, s_7, s_8):
        cut_of = cuts(build, one["network"])
        one["links"] = network_links(one["network"])
        whole = row(lambda *of: model(*of)[0], one, cut_of)
        alone = row(lambda *of: model(*of)[1], one, cut_of)
        most = [", ".join(str(cut_of[ranks][name]) for ranks in RANKS if ranks <= one["nodes"])
                for name in ("neighbours", "links_out")]
        print("| " + " | ".join([one["what"], *whole, *alone, *most]) + " |")


def network_links(network):
    """Directed links between nodes of hardware."""
    kind, _, size, *more = network.split()
    if kind == "star":
        return math.factorial(int(size)) * (int(size) - 1)
    arity, height = int(size), int(more[1])
    return 2 * sum(arity ** level for level in range(1, height))


main()
