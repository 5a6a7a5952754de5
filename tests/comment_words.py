#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds comments of C++ and Verilog that open like a fragment or use a private word.

usage: comment_words.py FILE...   prints "FILE:LINE: WORDS" for each finding; exit status 1 if any
"""

import re
import sys

OPENINGS = re.compile(r"(?:^|[.;:] )(What|Who|Whoever|Of|By)\b")
PRIVATE = re.compile(
    r"\b(afterglow|alike|behind|errands?|everybody|laid out|leads on|misfits?|nobody|no more than|"
    r"of then|patience|said|says|say|somebody|so many|tells|tell|told|what is left|whoever)\b",
    re.IGNORECASE,
)
# Strings and character literals are skipped, so that their slashes begin no comment.
TOKEN = re.compile(
    r'R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
    r"(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)
# Verilator obeys a comment that begins with its name, in upper or lower case.
DIRECTIVE = re.compile(r"(//|/\*)\s*verilator\b", re.IGNORECASE)
VERILOG_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def comments(text, verilog):
    """Returns (line, text) of each comment; consecutive whole-line comments are one."""
    found, line, at, joinable = [], 1, 0, 0
    for token in (VERILOG_TOKEN if verilog else TOKEN).finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        words = re.sub(r"^(//[/!]?<?|/\*+)|\*/$", "", token.group(0)).strip()
        if not token.group(0).startswith("/") or words.startswith("SPDX-License-Identifier"):
            continue
        whole = not text[text.rfind("\n", 0, at) + 1 : at].strip()
        if whole and line == joinable:
            found[-1][1] += " " + words
        else:
            found.append([line, words])
        joinable = line + 1 if whole else 0
    return found


def findings(text):
    """The forbidden words of a comment, without quoted code and titles."""
    text = re.sub(r'`[^`]*`|"[^"]*"', "``", text)
    return [m.group(1) for m in OPENINGS.finditer(text)] + [m.group(0) for m in PRIVATE.finditer(text)]


def main(files):
    status = 0
    for name in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        if name.endswith(".v") and DIRECTIVE.search(text):
            status = 1
            print(f"{name}: a comment that Verilator takes for a directive")
        for line, comment in comments(text, name.endswith(".v")):
            for words in findings(comment):
                status = 1
                print(f"{name}:{line}: {words}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
