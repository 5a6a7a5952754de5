#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/comment_words.py must find the forbidden words of comments, and nothing in code.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# usage: expect FINDINGS FILE, whose text is read from standard input
expect() {
  cat > "$work/$2"
  found=$(cd "$work" && python3 "$here/comment_words.py" "$2") && status=0 || status=$?
  [ "$found" = "$1" ] || { echo "$2: expected '$1', found '$found'"; exit 1; }
  [ "$status" = "$([ -z "$1" ] && echo 0 || echo 1)" ] || { echo "$2: exit status $status"; exit 1; }
}

expect $'a.cpp:1: What\na.cpp:3: By\na.cpp:5: nobody' a.cpp << 'END'
// What a node has.
int a;  // all of it
// By a rule.
/* The first
   line. */ int b;  ///< nobody knows
END
expect $'b.v:2: Of' b.v << 'END'
localparam C = 8'd0;  // a width
// Two are compared. Of these the larger
// one counts.
END
expect 'd.v: a comment that Verilator takes for a directive' d.v << 'END'
// Instead of a model that is slower,
// Verilator writes less C++.
END
expect '' c.cpp << 'END'
// A comment whose second line begins with the word
// What is no fragment; nor is `patience`, nor "What else".
const char* url = "// What";
const int many = 1'000'000;
END
echo PASS
