#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lints modules with many parameters.

Reads lines "clean TOP NAME=VALUE..." and "illegal TOP NAME=VALUE..." from standard input. What is
clean draws no message from verilator -Wall (no waivers) and iverilog -Wall; what is illegal stops
verilator and yosys at elaboration, and one of them names the guard in the module.
The tools take longer to start than for most modules, so they get many at a time: Verilator instances, and
Icarus Verilog, which warns of ports that an instance leaves open, different modules.
usage: lint_batch.py RTL_FOLDER < lines          JOBS=n processes at a time (default: all CPUs)
"""
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BATCH = 24
# Bypasses Verilator's wrapper in Perl, which needs as much time as the lint of a small module.
VERILATOR = shutil.which("verilator_bin") or "verilator"
GUARD = re.compile(r"\b[A-Za-z0-9_]+_must_\w+")
# `always @*` that reads a part of a vector is intended and simulated exactly, so this warning is no
# finding.
MEANT = re.compile(r"sensitive to all \d+ (bits|words) in")


class Case:
    """A module and its parameters."""

    def __init__(self, line):
        self.wanted, self.top, *self.settings = line.split()
        self.text = " ".join([self.top, *self.settings])

    def instance(self, number):
        """Its ports are open, so that nothing about them can be a finding."""
        settings = ", ".join(f".{s.replace('=', '(')})" for s in self.settings)
        return f"  {self.top} {f'#({settings})' if settings else ''} case_{number} ();\n"


class Lint:
    """The tools, and what they complained about."""

    def __init__(self, rtl, work):
        self.file_of = {file.stem: str(file) for file in sorted(rtl.glob("*/*.v"))}
        self.words = {name: set(re.findall(r"\w+", re.sub("//.*", "", Path(file).read_text())))
                      for name, file in self.file_of.items()}
        self.work, self.checks, self.failures, self.met = work, 0, [], set()

    def needed(self, *tops):
        """The files of modules and of all that these name: reading the others would take longer than the check."""
        seen, left = set(), list(tops)
        while left:
            name = left.pop()
            if name in self.file_of and name not in seen:
                seen.add(name)
                left += self.words[name]
        return [self.file_of[name] for name in sorted(seen)]

    def run(self, command):
        # Unsets HOME, in which Yosys would write a history.
        environment = {name: value for name, value in os.environ.items() if name != "HOME"}
        done = subprocess.run(command, cwd=self.work, env=environment, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, check=False)
        return done.returncode, done.stdout

    def verilator(self, top, files, settings=()):
        status, log = self.run([VERILATOR, "--lint-only", "-Wall", "--top-module", top,
                                *(f"-G{s}" for s in settings), *files])
        # Since version 5.022 Verilator reports its run time, in lines that begin with "- ".
        return status, "".join(line for line in log.splitlines(True) if not line.startswith("- "))

    def iverilog(self, cases):
        # Uses the null target: other targets make their output executable, even root's /dev/null.
        return self.run(["iverilog", "-g2005", "-Wall", "-Wno-timescale", *(f"-s{case.top}" for case in cases),
                         *(f"-P{case.top}.{s}" for case in cases for s in case.settings), "-t", "null",
                         *self.needed(*(case.top for case in cases))])

    def yosys(self, case):
        settings = " ".join(f"-chparam {s.replace('=', ' ')}" for s in case.settings)
        return self.run(["yosys", "-q", "-p", f"read_verilog -defer {' '.join(self.needed(case.top))}; "
                         f"hierarchy -check -top {case.top} {settings}"])

    def fail(self, what, log):
        self.failures.append(f"lint: {what}\n" + "\n".join(f"    {line}" for line in
                                                          log.splitlines()[:20]))

    def clean_instances(self, cases):
        """No message from verilator; it names the instance."""
        self.checks += len(cases)
        top = f"lint_{id(cases)}"
        file = self.work / f"{top}.v"
        file.write_text("// verilator lint_off PINMISSING\n"
                        f"`default_nettype none\nmodule {top};\n" +
                        "".join(case.instance(n) for n, case in enumerate(cases)) +
                        "endmodule\n// verilator lint_on PINMISSING\n")
        status, log = self.verilator(top, [str(file), *self.needed(*(case.top for case in cases))])
        if status or log:
            names = "".join(f"    case_{n}: {case.text}\n" for n, case in enumerate(cases))
            self.fail("verilator complains", log + names)

    def clean_modules(self, cases):
        """No message from iverilog about modules, each of which is given once."""
        self.checks += len(cases)
        status, log = self.iverilog(cases)
        findings = [line for line in log.splitlines() if not MEANT.search(line)]
        if status or findings:
            self.fail("iverilog complains", "\n".join([*findings, *(f"    {case.text}" for case in cases)]))

    def illegal(self, case):
        logs = ""
        files = self.needed(case.top)
        for tool, (status, log) in {"verilator": self.verilator(case.top, files, case.settings),
                                    "iverilog": self.iverilog([case]),
                                    "yosys": self.yosys(case)}.items():
            self.checks += 1
            logs += log
            if not status:
                self.fail(f"{tool} accepts {case.text}", log)
        guards = set(GUARD.findall(logs))
        self.met |= guards
        names = "|".join(setting.split("=")[0] for setting in case.settings)
        if not any(re.search(f"_({names})(_|$)", guard) for guard in guards):
            self.fail(f"{case.text} is rejected, but not by a guard that names the parameter", logs)

    def unmet(self):
        """Guards of the sources that no illegal case has met."""
        for name, file in self.file_of.items():
            for guard in re.findall(r"\b(\w+_must_\w+) illegal \(\);", Path(file).read_text()):
                self.checks += 1
                if guard not in self.met:
                    self.fail(f"no illegal case meets {guard}", "")
            if "parameter" in self.words[name] and not any(guard.startswith(f"{name}_") for guard in self.met):
                self.fail(f"no parameter of {name} is checked", "")


def rounds(cases):
    """The first case of each module, then the second of each that has two, and so on."""
    met, made = collections.Counter(), []
    for case in cases:
        if met[case.top] == len(made):
            made.append([])
        made[met[case.top]].append(case)
        met[case.top] += 1
    return made


def main():
    cases = [Case(line) for line in dict.fromkeys(sys.stdin.read().splitlines())]
    clean = [case for case in cases if case.wanted == "clean"]
    jobs = int(os.environ.get("JOBS", os.cpu_count()))
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        lint = Lint(Path(sys.argv[1]).resolve(), Path(folder))
        batches = [clean[i:i + BATCH] for i in range(0, len(clean), BATCH)]
        waiting = [pool.submit(lint.clean_instances, batch) for batch in batches]
        waiting += [pool.submit(lint.clean_modules, batch) for batch in rounds(clean)]
        waiting += [pool.submit(lint.illegal, case) for case in cases if case.wanted == "illegal"]
        for done in waiting:
            done.result()
        lint.unmet()
    print(*lint.failures, sep="\n", file=sys.stderr, end="\n" if lint.failures else "")
    print(f"lint: {lint.checks} checks, {len(lint.failures)} failures")
    sys.exit(bool(lint.failures))


if __name__ == "__main__":
    main()
