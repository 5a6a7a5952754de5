# SPDX-License-Identifier: Apache-2.0
"""Whole-process runs of romcast and the micro-benchmarks, as Markdown tables on stdout."""
import json
import os
import subprocess
import sys

ALLTOALL = "--arity 2 --height 10 --ports single --collective alltoall --algorithm upward-first-credit"
MULTI = "--arity 2 --height 10 --ports multi --collective alltoall --algorithm "
FLOODING = "--arity 2 --height 12 --ports multi --collective allgather --algorithm flooding"
STAR = "--network star --symbols "
RUNS = [  # name, options, goal
    ("alltoall, 1024 leaves, credits", ALLTOALL, "total 3.5 s"),
    ("the same, every switch in every cycle", ALLTOALL + " --dense", "60 M switch-cycles per s"),
    ("alltoall, 1024 leaves, multi-port, pipelined", MULTI + "pipelined", ""),
    ("the same, greedy: deep queues", MULTI + "greedy", "1.5 times pipelined, 600 MB"),
    ("flooding, 4096 leaves, multi-port", FLOODING, "total 5 s"),
    ("alltoall on S_7, 5040 nodes, cyclic", STAR + "7 --collective alltoall --algorithm cyclic", "total 60 s"),
    ("alltoall on S_6, 720 nodes, cyclic", STAR + "6 --collective alltoall --algorithm cyclic", ""),
    ("allgather on S_7, level", STAR + "7 --collective allgather --algorithm level", ""),
]


def measure(romcast, options):
    """The report of a run, its CPU seconds (without building models) and its peak memory in MB."""
    reading, writing = os.pipe()
    process = subprocess.Popen([romcast, "run", *options.split(), "--json", "-"], stdout=writing)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        report = json.load(pipe)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or report["verdict"] != "pass":
        sys.exit(f"bench: romcast run {options} does not pass")
    return report, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def whole_runs(romcast, rounds):
    """The quietest of some runs each, and what the slowest of them co-simulated."""
    print("| run | hops | plan | check | co-simulate | total CPU | memory | switch-cycles/s | evaluated | goal |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for what, options, goal in RUNS:
        measure(romcast, options)  # builds the models
        runs = [measure(romcast, options) for _ in range(rounds)]
        report, total, memory = min(runs, key=lambda run: run[1])
        slowest = max(run[0]["cost"]["cpu_seconds"]["cosimulate"] for run in runs)
        cost = report["cost"]
        seconds = cost["cpu_seconds"]
        print(f"| {what} | {report['plan']['hops'] / 1e6:.1f} M "
              f"| {seconds['plan']:.1f} s | {seconds['check']:.1f} s "
              f"| {seconds['cosimulate']:.1f} s ({slowest:.1f}) "
              f"| {total:.1f} s | {memory:.0f} MB "
              f"| {cost['switch_cycles'] / seconds['cosimulate'] / 1e6:.0f} M "
              f"| {100 * cost['evaluations'] / cost['switch_cycles']:.1f} % | {goal} |", flush=True)


def micro(program):
    out = subprocess.run([program, "--benchmark_format=json", "--benchmark_min_time=1"], check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    print("\n| step | M hops per CPU-second |\n|---|---|")
    for result in json.loads(out)["benchmarks"]:
        print(f"| {result['name'].replace('_steps', '').replace('/', ', ')} "
              f"| {result['items_per_second'] / 1e6:.0f} |")


def main():
    build = sys.argv[1]
    whole_runs(os.path.join(build, "romcast"), int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    program = os.path.join(build, "romcast_bench")
    if os.path.exists(program):
        micro(program)


main()
