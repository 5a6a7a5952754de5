#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the four readings of a schedule: judge, ROM compiler, co-simulation and written design.

Each schedule is either drawn at random, legal by construction, or written by `romcast plan`; then some of its
lines are changed at random, so that many are legal and many only nearly so. The four readings must agree:

* the judge accepts it: `romcast rom` compiles it, the co-simulation passes, and the design, in Icarus Verilog, ends with
  the cycles, hops and deliveries that the judge says;
* the judge finds violations: `romcast run`, `rom` and `rtl` refuse it, and nothing crashes;
* the verdict is the same for any order of the lines.

usage: tests/agreement/agree.py ROMCAST [--seed N] [--count N] [--designs N] [--jobs N] [--keep FOLDER]
"""
import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from schedules import Drawn, changed, drawn, PLANS

PATIENCE = 300  # seconds


class Romcast:
    def __init__(self, program):
        self.program = program

    def __call__(self, *words, text=None):
        done = subprocess.run([self.program, *words], input=text, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        if done.returncode not in (0, 1, 2):
            raise Disagreement(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr}")
        return done


class Disagreement(Exception):
    pass


def verdict_of(romcast, text):
    done = romcast("check", "-", "--json", "-", text=text)
    if done.returncode == 2:
        return None, done.stderr.strip()
    plan = json.loads(done.stdout)["plan"]
    legal = plan["violation_count"] == 0
    if legal != (done.returncode == 0):
        raise Disagreement(f"check: exit status {done.returncode}, {plan['violation_count']} violations")
    return plan, None



def refused(done, what):
    if done.returncode == 0:
        raise Disagreement(f"the judge finds violations, {what} accepts")


def compare(romcast, schedule, design, random_order, folder):
    """Nothing, or what differs; and how the judge decided."""
    text = schedule.text()
    plan, unread = verdict_of(romcast, text)
    file = folder / "schedule.plan"
    file.write_text(text)
    if unread is not None:
        for command in (["run", str(file)], ["rom", str(file), "-o", str(folder / "rom")]):
            if romcast(*command).returncode != 2:
                raise Disagreement(f"check refuses to read it, {command[0]} does not: {unread}")
        return "unread"
    again, _ = verdict_of(romcast, schedule.text(random_order))
    for key in ("violation_count", "cycles", "hops", "delivered", "ordered"):
        if plan.get(key) != again.get(key):
            raise Disagreement(f"the order of lines changes {key}: {plan.get(key)}, {again.get(key)}")
    run = romcast("run", str(file), "--json", "-")
    rom = romcast("rom", str(file), "-o", str(folder / "rom"))
    if plan["violation_count"] > 0:
        refused(run, "run")
        refused(rom, "rom")
        if design:
            refused(romcast("rtl", str(file), "-o", str(folder / "design")), "rtl")
        return "illegal"
    if run.returncode == 2 and rom.returncode == 2:
        raise Disagreement(f"the judge accepts, the compiler does not: {rom.stderr.strip()}")
    if run.returncode != 0:
        why = run.stderr.strip()
        if run.returncode == 1:
            report = json.loads(run.stdout)
            why = str(report.get("failures") or report["plan"]["violations"])[:800]
        raise Disagreement(f"the judge accepts, the co-simulation does not: {why}")
    hardware = json.loads(run.stdout)["hardware"]
    for key in ("cycles", "hops", "delivered"):
        if hardware[key] != plan[key]:
            raise Disagreement(f"{key}: {plan[key]} by the judge, {hardware[key]} in the co-simulation")
    if rom.returncode != 0:
        raise Disagreement(f"the judge accepts, rom does not: {rom.stderr.strip()}")
    if design:
        simulate(romcast, file, plan, folder / "design")
        return "legal, design run"
    return "legal"


def simulate(romcast, file, plan, design):
    made = romcast("rtl", str(file), "-o", str(design))
    if made.returncode != 0:
        raise Disagreement(f"the judge accepts, rtl does not: {made.stderr.strip()}")
    done = subprocess.run(["make", "-s", "-C", str(design), "sim"], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)
    expected = (f"cycles {plan['cycles']} hops {plan['hops']} delivered {plan['delivered']} "
                f"errors 0")
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()]
    if done.returncode != 0 or last[0] != expected:
        raise Disagreement(f"the design ends with '{last[0]}', the judge says '{expected}': "
                           f"{done.stdout[-800:]}")


def planned(romcast, folder):
    """The schedules of PLANS, as romcast writes them."""
    texts = []
    for number, words in enumerate(PLANS):
        file = folder / f"{number}.plan"
        done = romcast("plan", *words.split(), "-o", str(file))
        if done.returncode != 0:
            raise Disagreement(f"romcast plan {words}: {done.stderr}{done.stdout[-500:]}")
        texts.append(file.read_text())
    return texts


def one(romcast, texts, seed, design):
    dice = random.Random(seed)
    schedule = Drawn.read(dice.choice(texts)) if dice.random() < 0.4 else drawn(dice)
    schedule = changed(schedule, dice)
    with tempfile.TemporaryDirectory() as name:
        try:
            return seed, compare(romcast, schedule, design, dice, Path(name)), None, None
        except (Disagreement, subprocess.TimeoutExpired, json.JSONDecodeError, KeyError) as error:
            return seed, "disagrees", f"{type(error).__name__}: {error}", schedule.text()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("romcast")
    parser.add_argument("--seed", type=int, default=1000, help="of the first schedule")
    parser.add_argument("--count", type=int, default=200, help="schedules")
    parser.add_argument("--designs", type=int, default=8, help="of these, run as designs in Icarus Verilog")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", help="a folder for schedules that disagree")
    given = parser.parse_args()
    romcast = Romcast(given.romcast)
    kinds, wrong = {}, 0
    with tempfile.TemporaryDirectory() as name:
        texts = planned(romcast, Path(name))
    every = max(1, given.count // given.designs) if given.designs > 0 else given.count + 1
    seeds = range(given.seed, given.seed + given.count)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        jobs = [pool.submit(one, romcast, texts, seed, i % every == 0 and given.designs > 0)
                for i, seed in enumerate(seeds)]
        for job in concurrent.futures.as_completed(jobs):
            seed, kind, error, text = job.result()
            kinds[kind] = kinds.get(kind, 0) + 1
            if error is None:
                continue
            wrong += 1
            print(f"seed {seed}: {error}", flush=True)
            if given.keep:
                Path(given.keep).mkdir(parents=True, exist_ok=True)
                (Path(given.keep) / f"{seed}.plan").write_text(text)
            elif wrong <= 3:
                print(text, flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    # The sample must contain enough legal and illegal schedules to be meaningful.
    enough = kinds.get("legal", 0) * 5 >= given.count and kinds.get("illegal", 0) * 20 >= given.count
    if given.count >= 100 and not enough:
        print("too few schedules are legal, or illegal")
        return 1
    return 1 if wrong > 0 else 0


if __name__ == "__main__":
    sys.exit(main())
