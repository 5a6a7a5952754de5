#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts random faults into copies of rtl/ and sees whether the tests turn red.

Each mutant meets, until one turns red: its own testbench, the small runs of scenarios.txt, the other
testbenches, and the proofs that involve its module. A mutant that does not compile does not count. Survivors are
shown as lines that equivalent.txt takes, with a reason, if no test could ever tell.
usage: tests/mutation/campaign.py ROMCAST [options]
"""
import argparse
import concurrent.futures
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from mutator import mutants_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 240  # seconds, for a run or a testbench
PROOF_PATIENCE = 400


def lines_of(path):
    """Neither empty lines nor comments."""
    return [line.strip() for line in path.read_text().splitlines()
            if line.strip() and not line.startswith("#")]


def table(path):
    """Fields of a text file's rows, separated by ' | '."""
    return [[field.strip() for field in line.split(" | ")] for line in lines_of(path)]


class Sources:
    """Which module uses which, by name, and what tests them."""

    def __init__(self):
        self.files = {f.stem: f for f in sorted((ROOT / "rtl").glob("*/*.v"))}
        self.texts = {name: f.read_text() for name, f in self.files.items()}
        self.uses = {name: self._named(text) - {name} for name, text in self.texts.items()}
        self.benches = {f.stem: self._named(f.read_text())
                        for f in sorted((ROOT / "tests/rtl").glob("*_tb.v"))}
        self.proofs = [(row[0], row[3]) for row in table(ROOT / "formal/proofs.txt")]
        self.runs = [(row[0].split() + ["time_base"], row[1].split())
                     for row in table(HERE / "scenarios.txt")]

    def _named(self, text):
        return {name for name in self.files if re.search(rf"\b{name}\s*(#|\w+\s*\()", text)}

    def below(self, modules):
        """These modules and all that they are made of."""
        seen, todo = set(), list(modules)
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += self.uses.get(name, ())
        return seen

    def runs_of(self, module):
        return [run for tops, run in self.runs if module in self.below(tops)]

    def benches_of(self, module):
        """The most special one first."""
        sizes = {name: len(self.below(tops)) for name, tops in self.benches.items()
                 if module in self.below(tops)}
        return sorted(sizes, key=sizes.get)

    def proofs_of(self, module):
        return [name for name, top in self.proofs if module in self.below([top])]


def call(command, patience, **environment):
    """(exit status or None after too long, output); no child is left behind."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=os.environ | environment, start_new_session=True, text=True,
                               errors="replace")
    try:
        output, _ = process.communicate(timeout=patience)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "too long"


class Bench:
    """Copies of the sources in which mutants are tried."""

    def __init__(self, sources, options, work):
        self.sources, self.options, self.work = sources, options, Path(work)
        self.models = self.work / "models"  # shared by all mutants, since models are named by their Verilog
        self.models.mkdir()

    def compiles(self, root, module):
        """Alone, and in whatever uses it, as far as the default parameters go."""
        command = ["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "-Wno-fatal",
                   "--top-module", module] + [str(f) for f in sorted((root / "rtl").glob("*/*.v"))]
        status, output = call(command, PATIENCE)
        return status == 0 or "_must_" in output

    def run(self, root, options):
        """True if red, False if green, None if there is no model to run."""
        report = root / "report.json"
        report.unlink(missing_ok=True)
        status, output = call([self.options.romcast, "run", *options, "--json", str(report)],
                              PATIENCE, ROMCAST_ROOT=str(root), ROMCAST_CACHE=str(self.models))
        if status == 0:
            return False
        if status is None or status < 0 or report.exists():
            return True
        return None if re.search(r"verilator|c\+\+|g\+\+|%Error", output) else True

    def try_one(self, number, mutant):
        module = Path(mutant.file).stem
        root = self.work / str(number)
        shutil.copytree(ROOT / "rtl", root / "rtl")
        (root / "systemc").symlink_to(ROOT / "systemc")
        text = self.sources.texts[module]
        (root / "rtl" / mutant.file).write_text(
            "/* verilator lint_off WIDTH */\n" + mutant.apply(text))
        try:
            return self._detect(root, module)
        finally:
            shutil.rmtree(root, ignore_errors=True)

    def benches(self, root, names):
        """The last line of what turned red, or nothing."""
        if not names:
            return ""
        status, output = call(["bash", str(ROOT / "tests/rtl/run_tb.sh"), str(root)], 6 * PATIENCE,
                              RTL=str(root / "rtl"), ONLY=" ".join(names), FIRST="1")
        return "" if status == 0 else (output.strip() or "no output").splitlines()[-1]

    def _detect(self, root, module):
        if not self.compiles(root, module):
            return "not built", ""
        names = self.sources.benches_of(module)
        if not self.options.runs_only:
            if red := self.benches(root, names[:1]):
                return "testbench", red
        for options in self.sources.runs_of(module):
            red = self.run(root, options)
            if red:
                return "run", " ".join(options)
            if red is None:
                return "not built", " ".join(options)
        if self.options.runs_only:
            return "survived", ""
        if red := self.benches(root, names[1:]):
            return "testbench", red
        if self.options.no_proofs:
            return "survived", ""
        for proof in self.sources.proofs_of(module):
            status, _ = call(["bash", str(ROOT / "formal/run.sh"), "--work", str(root), proof],
                             PROOF_PATIENCE, RTL=str(root / "rtl"))
            if status not in (0, None):  # a timeout proves nothing
                return "proof", proof
        return "survived", ""


def line_of(text, position):
    return " ".join(text[text.rfind("\n", 0, position) + 1:].split("\n", 1)[0].split())


def as_row(mutant, text):
    """How survivors are shown, and equivalent mutants listed."""
    changed = mutant.apply(text)
    return f"{mutant.file} | {line_of(text, mutant.begin)} | {line_of(changed, mutant.begin)}"


def sample(sources, options):
    """So many mutants of every module, always the same ones for the same text and seed."""
    chosen = []
    for module, text in sources.texts.items():
        if not re.search(options.modules, module):
            continue
        name = str(sources.files[module].relative_to(ROOT / "rtl"))
        all_of_it = mutants_of(name, text)
        picks = random.Random(f"{options.seed} {module}")
        chosen += picks.sample(all_of_it, min(options.per_module, len(all_of_it)))
    if options.most:
        chosen = random.Random(options.seed).sample(chosen, min(options.most, len(chosen)))
    return chosen


def listed(sources, path):
    """The mutants that a file names, a row each; rows of text that is no longer there are an error."""
    wanted = lines_of(path)
    known = {as_row(mutant, text): mutant
             for module, text in sources.texts.items()
             for mutant in mutants_of(str(sources.files[module].relative_to(ROOT / "rtl")), text)}
    if lost := [row for row in wanted if row not in known]:
        sys.exit("\n".join(f"{path.name}: no mutant of today's sources: {row}" for row in lost))
    return [known[row] for row in wanted]


def summary(results, sources):
    """The table, by module, and the share of mutants seen of those that are not equivalent."""
    by_module = defaultdict(Counter)
    for result in results:
        by_module[Path(result["file"]).stem][result["verdict"]] += 1
    kinds = ["run", "testbench", "proof", "equivalent", "survived", "not built"]
    print(f"| {'module':<24} | " + " | ".join(kinds) + " |")
    print("|---|" + "---|" * len(kinds))
    total = Counter()
    for module in sources.texts:
        if module in by_module:
            counts = by_module[module]
            total += counts
            print(f"| {module:<24} | " + " | ".join(f"{counts[k]:>{len(k)}}" for k in kinds) + " |")
    print(f"| {'all':<24} | " + " | ".join(f"{total[k]:>{len(k)}}" for k in kinds) + " |")
    seen = total["run"] + total["testbench"] + total["proof"]
    counted = seen + total["survived"]
    share = seen / counted if counted else 1.0
    print(f"{seen} of {counted} mutants seen ({100 * share:.1f} %), {total['equivalent']} equivalent, "
          f"{total['not built']} not built")
    for result in results:
        if result["verdict"] == "survived":
            print(f"survived, line {result['line']}, {result['kind']}: {result['row']}")
    return share


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("romcast", help="the program")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--per-module", type=int, default=5)
    parser.add_argument("--most", type=int, default=0, help="of the mutants chosen; 0: all")
    parser.add_argument("--modules", default=".", help="pattern of modules' names")
    parser.add_argument("--only", type=Path, help="file of mutants, as survivors are printed")
    parser.add_argument("--runs-only", action="store_true", help="no testbenches, no proofs")
    parser.add_argument("--no-proofs", action="store_true", help="they take longest")
    parser.add_argument("--least", type=float, default=0.95, help="share that must be seen")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="a line of JSON per mutant; continues there")
    return parser.parse_args()


def main():
    options = parse()
    options.romcast = str(Path(options.romcast).resolve())
    sources = Sources()
    equivalent = tuple(lines_of(HERE / "equivalent.txt"))  # per line: a mutant's row and a reason
    done = {}
    if options.results and options.results.exists():
        for line in options.results.read_text().splitlines():
            done[json.loads(line)["row"]] = json.loads(line)
    mutants = listed(sources, options.only) if options.only else sample(sources, options)
    results = []
    with tempfile.TemporaryDirectory(prefix="romcast-mutants-") as work:
        bench = Bench(sources, options, work)

        def judge(job):
            number, mutant = job
            row = as_row(mutant, sources.texts[Path(mutant.file).stem])
            if any(line.startswith(row + " | ") for line in equivalent):
                verdict, by = "equivalent", ""
            elif row in done and done[row]["verdict"] not in ("survived", "equivalent"):
                return done[row]
            else:
                verdict, by = bench.try_one(number, mutant)
            return {"file": mutant.file, "line": mutant.line, "kind": mutant.kind,
                    "verdict": verdict, "by": by, "row": row}

        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = [pool.submit(judge, job) for job in enumerate(mutants)]
            for job in concurrent.futures.as_completed(jobs):
                result = job.result()
                results.append(result)
                if options.results:
                    with options.results.open("a") as out:
                        out.write(json.dumps(result) + "\n")
                print(f"{len(results)}/{len(mutants)} {result['verdict']:<10} {result['file']}:"
                      f"{result['line']} {result['kind']} {result['by']}", file=sys.stderr, flush=True)
    return 0 if summary(results, sources) >= options.least else 1


if __name__ == "__main__":
    sys.exit(main())
