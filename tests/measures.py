#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints how large the structure of the sources is: each measure with its value and its aim.

measures.py [--check] [--list MEASURE]

--check fails if a measure that once met its aim no longer does; --list prints what a measure counts.
All counts are of the text of the sources, without a compiler; each function says what it counts.
"""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOORS = ("apps", "claims", "hostlib", "ranks", "schedules", "systemc")


def read(pattern):
    texts = {}
    for folder in FLOORS:
        for path in sorted((ROOT / folder).rglob(pattern)):
            texts[str(path.relative_to(ROOT))] = path.read_text()
    return texts


TEXTS = read("*.cpp") | read("*.hpp")


def code(text):
    """The text without comments; strings are emptied, so that brackets and commas are code."""
    text = re.sub(r'R"(\w*)\((?:.|\n)*?\)\1"', '""', text)
    pattern = r'//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    return re.sub(pattern, lambda m: m[0] if m[0][0] == "'" else '""' if m[0][0] == '"' else "", text)


CODE = {path: code(text) for path, text in TEXTS.items()}


def room(path):
    return path.rsplit(".", 1)[0]


def in_files(pattern, keep=lambda path: True):
    return sorted(path for path in CODE if keep(path) and re.search(pattern, CODE[path]))


# --- the include graph -------------------------------------------------------------------------

def includes():
    """For each module (foo.hpp and foo.cpp), the modules that it includes."""
    graph = {room(path): set() for path in TEXTS}
    for path, text in TEXTS.items():
        for name in re.findall(r'^#include "([^"]+\.hpp)"', text, re.M):
            for file in (name, "hostlib/" + name):
                if room(file) in graph and room(file) != room(path):
                    graph[room(path)].add(room(file))
    return graph


def knots():
    """Strongly connected components of the include graph, the largest first (Tarjan)."""
    graph, index, low, stack, on, found = includes(), {}, {}, [], set(), []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        on.add(v)
        for w in graph[v]:
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            knot = []
            while not knot or knot[-1] != v:
                knot.append(stack.pop())
                on.discard(knot[-1])
            found.append(sorted(knot))

    sys.setrecursionlimit(10000)
    for v in graph:
        if v not in index:
            visit(v)
    return sorted(found, key=len, reverse=True)


def crossing():
    """Includes by which the floor that needs no simulator climbs to the one that runs models."""
    return [f"{path}: {name}" for path, text in TEXTS.items() if path.startswith("hostlib/")
            for name in re.findall(r'^#include "(systemc/[^"]+|verilated[^"]*)"', text, re.M)]


# --- signatures --------------------------------------------------------------------------------

NO_FUNCTION = {"if", "for", "while", "switch", "return", "catch", "sizeof", "throw", "else", "new",
               "delete", "co_return", "case"}
PARAMETER = re.compile(r"^(?:const )?[\w:]+(?:<.*>)?(?:::\w+)?(?: const)?(?:[&*. ]+\w*)?"
                       r"(?:\[\d*\])?(?: ?= ?.*)?$|^(?:const )?[\w:]+(?:<.*>)? ?\(.*\).*$")


def close(text, start):
    """The place of the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += text[i] in "([{"
        depth -= text[i] in ")]}"
        if depth == 0:
            return i
    return len(text)


def parts(text):
    """The pieces between commas that are in no brackets."""
    found, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "([{<"
        depth -= c in ")]}" or (c == ">" and text[i - 1] != "-")
        if c == "," and depth == 0:
            found.append(text[begin:i])
            begin = i + 1
    return [" ".join(p.split()) for p in found + [text[begin:]] if p.strip()]


def signatures():
    """(room, name, types of parameters) of each function, once for declaration and definition."""
    found = {}
    for path, text in CODE.items():
        for match in re.finditer(r"([\w:>&*\]]+[ \n*&]+)?(?<![\w.>])((?:\w+::)*~?\w+)\(", text):
            name = match[2]
            if name in NO_FUNCTION or not (match[1] or "::" in name or name[0].isupper()):
                continue
            if (match[1] or "").strip() in NO_FUNCTION:
                continue
            end = close(text, match.end() - 1)
            tail = text[end + 1:end + 80].lstrip()
            if not re.match(r"(const|noexcept|override|final|->[^;{]*|= ?(0|default|delete)| |\n)*[;{:]",
                            tail):
                continue
            parameters = parts(text[match.end():end])
            if not parameters or not all(PARAMETER.match(p) for p in parameters):
                continue
            # A call's arguments are single names; a declaration has types before names.
            if sum(" " in p or "&" in p for p in parameters) * 2 < len(parameters):
                continue
            types = tuple(re.sub(r" ?=.*", "", p).rsplit(" ", 1)[0] for p in parameters)
            found.setdefault((name.split("::")[-1], types), room(path))
    return sorted((r, n, types) for (n, types), r in found.items())


def long_signatures():
    return [f"{r}: {n}({', '.join(p)})" for r, n, p in signatures() if len(p) >= 6]


def is_of(parameter, *types):
    return re.search(r"\b(" + "|".join(types) + r")\b(?!::)", parameter) is not None


def job_and_plan():
    """Functions that take a job and its plan as two parameters."""
    return [f"{r}: {n}({', '.join(p)})" for r, n, p in signatures()
            if any(is_of(x, "Job", "SharedJob") for x in p)
            and any(is_of(x, "Plan", "JudgedPlan") for x in p)]


# --- the road from a scenario's text to its report ---------------------------------------------

# The layers between a scenario's text and its report, the lowest first; the lowest has two folders. Machines
# read a job, so run/job is a layer below machines although it is in run/.
ROAD = (("hostlib/romcast/core/", "hostlib/romcast/networks/"), ("hostlib/romcast/judge/",),
        ("hostlib/romcast/report/",), ("hostlib/romcast/run/job",), ("hostlib/romcast/machines/",),
        ("hostlib/romcast/run/",), ("apps/",))
# Only sweeps use these pools, so the pools do not count as stages of a run.
POOLS = ("hostlib/romcast/run/rank_pool", "hostlib/romcast/run/worker_pool")


def height(path):
    return next((i for i, floor in enumerate(ROAD) if (path + ".").startswith(floor)), None)


def climbs():
    """Includes of a higher floor of the road."""
    return [f"{v} -> {w}" for v, targets in sorted(includes().items()) for w in sorted(targets)
            if height(v) is not None and height(w) is not None and height(w) > height(v)]


def returns():
    """Functions that the stages of a run are handed, by which they return to their caller."""
    return [f"{path}: {line.strip()}" for path in sorted(CODE)
            if path.startswith("hostlib/romcast/run/") and path.endswith(".hpp")
            and not path.startswith(POOLS)
            for line in CODE[path].splitlines() if "std::function<" in line]


RUN_MADE = re.compile(r"(?<![\w:&])Run(?: \w+)?[({]|make_unique<Run>|\bPlanJudge \w+\(")


def runs_made():
    """By command: the most runs that one function of it makes, and those made below it. A run makes
    and judges its plan once, whatever is asked of it."""
    below = {"rtl": ("hostlib/romcast/design/",),
             "rom": ("hostlib/romcast/design/rom_hardware", "hostlib/romcast/machines/"),
             "board": ("hostlib/romcast/board/", "systemc/board/")}
    gone = [place for places in below.values() for place in places
            if not any(path.startswith(place) for path in CODE)]
    if gone:
        sys.exit(f"measures: no code below {gone}")
    made = {}
    for command, places in below.items():
        functions = CODE[f"apps/commands/{command}.cpp"].split("\n}\n")
        made[command] = max(len(re.findall(RUN_MADE, f)) for f in functions)
        made[command] += sum(len(re.findall(RUN_MADE, t)) for p, t in CODE.items()
                             if p.startswith(places))
    return made


# --- files that a change touches ---------------------------------------------------------------

def figure_files():
    """Files that name one figure of the report: sleeping switches that would have changed."""
    return in_files(r"\baudit_differences\b")


def register_files():
    """Files that name one register: the cycle of a processor's last addition."""
    return [p for p, t in sorted(TEXTS.items()) if re.search(r"\blast_add\b", t)]


def option_files():
    """Files that name one option of a scenario: queues that fit."""
    return [p for p, t in sorted(TEXTS.items()) if re.search(r"\bfit\b", t)
            and re.search(r"hardware\.fit|options\.fit|\"fit\"|\bbool fit\b|\.fit\b", t)]


def switch_files():
    """C++ files that name the switch with a rule of its own, credits, of fat trees. Each algorithm
    for it is a file more."""
    return [p for p, t in sorted(TEXTS.items())
            if re.search(r"fat_tree_switch_credit|QueueKind::per_input|kCreditPlaces", t)
            and not p.startswith("claims/") and not re.search(r"^Algorithm \w+\(\) \{", t, re.M)]


# --- collectives -------------------------------------------------------------------------------

def is_own(path):
    """The class of collectives, algorithms, which are each for one kind, and claims about them."""
    return room(path) == "hostlib/romcast/core/collective" or path.startswith(("schedules/", "claims/"))


def kinds_named():
    return in_files(r"\bCollectiveKind::\w|\busing enum CollectiveKind\b", lambda p: not is_own(p))


def kinds_asked():
    """Files that ask a collective what kind it is, by one of its questions."""
    return in_files(r"[.>](?:copies|multicast|by_nodes|combines|combined_at_ends|passes|computes)\(\)|"
                    r"traits(?:_|\(\w*\))?\.(?:combined|in_nodes)\b", lambda p: not is_own(p))


# --- texts and sizes ---------------------------------------------------------------------------

def option_texts():
    """Error texts outside apps/ that name an option of the command line."""
    found = []
    for path, text in TEXTS.items():
        if path.startswith(("apps/", "claims/")):
            continue
        for statement in re.finditer(r"\b\w*Error\((?:[^;\"]|\"(?:\\.|[^\"\\])*\")*;", text):
            for literal in re.findall(r'"((?:\\.|[^"\\])*)"', statement[0]):
                if re.search(r"(?<![\w-])--[a-z]", literal):
                    found.append(f"{path}: {literal}")
    return found


def lines(*folders):
    return sum(text.count("\n") for path, text in TEXTS.items() if path.split("/")[0] in folders)


def rooms(folder):
    return sorted({room(path) for path in TEXTS if path.split("/")[0] == folder})


# --- the table ---------------------------------------------------------------------------------

Measure = collections.namedtuple("Measure", "name value aim kept listed")


def measures():
    """`kept`: the most that --check lets pass; None: not met yet."""
    largest = knots()[0]
    longest, pairs, texts = long_signatures(), job_and_plan(), option_texts()
    up, back, made = climbs(), returns(), runs_made()
    named, asked = kinds_named(), kinds_asked()
    return [
        Measure("largest include knot, rooms", len(largest), 3, 3, largest),
        Measure("includes of systemc/ in hostlib/", len(crossing()), 0, 0, crossing()),
        Measure("road: climbs", len(up), 2, 2, up),
        Measure("road: returns", len(back), 6, 6, back),
        Measure("signatures with 6 or more parameters", len(longest), 25, 25, longest),
        Measure("signatures with a job and its plan", len(pairs), 0, 0, pairs),
        Measure("plans judged by rtl, rom or board", max(made.values()), 1, 1, made.items()),
        Measure("apps: lines", lines("apps"), 8500, 8500, []),
        Measure("apps: rooms", len(rooms("apps")), 35, 35, rooms("apps")),
        Measure("error texts that name a --option", len(texts), 0, None, texts),
        Measure("files: a figure in the report", len(figure_files()), 3, 3, figure_files()),
        Measure("files: a register in the report", len(register_files()), 5, 5, register_files()),
        Measure("files: an option", len(option_files()), 3, 3, option_files()),
        Measure("files: a switch with its own rule", len(switch_files()), 12, 12, switch_files()),
        Measure("folders: a switch with its own rule",
                len({p.rsplit("/", 1)[0] for p in switch_files()}), 4, 4, []),
        Measure("files that name a collective's kind", len(named), 15, 15, named),
        Measure("files that ask for a collective's kind", len(asked), 15, None, asked),
        Measure("production lines", lines(*FLOORS), 66000, None, []),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", metavar="MEASURE", help="a part of its name")
    given = parser.parse_args()
    lost = []
    for measure in measures():
        if given.list and given.list not in measure.name:
            continue
        print(f"{measure.name:<40} {measure.value:>7}   aim {measure.aim}")
        if given.list:
            print(*(f"  {line}" for line in measure.listed), sep="\n")
        if measure.kept is not None and measure.value > measure.kept:
            lost.append(measure)
    if given.check:
        for measure in lost:
            print(f"{measure.name}: {measure.value}, but at most {measure.kept} is kept", file=sys.stderr)
        return 1 if lost else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
