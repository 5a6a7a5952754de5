#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds comments in C++ and Verilog that open like a fragment or use a private word.

Usage: comment_words.py FILE...   Prints "file:line: words" for each finding; exit status 1 if any.
"""

import re
import sys

OPENINGS = re.compile(r"(?:^|[.;:] )(What|Who|Whoever|Of|By)\b(?! default)")
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
VERILOG_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def comments(text, verilog):
    """Yields (line, text) of each comment; consecutive whole-line comments are one."""
    line, at, block, last = 1, 0, None, 0
    for token in (VERILOG_TOKEN if verilog else TOKEN).finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        found = token.group(0)
        if not found.startswith("/"):
            continue
        words = re.sub(r"^(//[/!]?<?|/\*+)|\*/$", "", found).strip()
        if words.startswith("SPDX-License-Identifier"):
            continue
        whole = not text[text.rfind("\n", 0, at) + 1 : at].strip()
        if block and whole and line == last + 1:
            block[1].append(words)
        else:
            if block:
                yield block[0], " ".join(block[1])
            block = (line, [words])
        last = line
    if block:
        yield block[0], " ".join(block[1])


def findings(text):
    """The words of a comment that are not allowed; code between backquotes is none of them."""
    text = re.sub(r'`[^`]*`|"[^"]*"', "``", text)
    return [m.group(1) for m in OPENINGS.finditer(text)] + [m.group(0) for m in PRIVATE.finditer(text)]


def main(files):
    found = 0
    for name in files:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        for line, comment in comments(text, name.endswith(".v")):
            words = findings(comment)
            if words:
                found += 1
                print(f"{name}:{line}: {', '.join(words)}: {comment[:100]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
