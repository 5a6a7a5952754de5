# SPDX-License-Identifier: Apache-2.0
"""The process of one run: a pickled plan or fabric on standard input, what was measured on standard output."""

import os
import pickle
import sys

from .errors import Error


def tell(phase, done):
    print("progress", done, phase, sep="\t", file=sys.stderr, flush=True)


def main():
    answer = os.dup(1)
    os.dup2(2, 1)  # keeps the simulation's output apart from the answer
    made = pickle.load(sys.stdin.buffer)
    try:
        result = made._run.measure(tell)
    except Error as error:
        result = error
    with os.fdopen(answer, "wb") as out:
        pickle.dump(result, out)


if __name__ == "__main__":
    main()
