# SPDX-License-Identifier: Apache-2.0
"""Runs on the Verilog."""

import contextlib
import io
import os
import pickle
import subprocess
import sys
import threading
import time

import numpy

from . import _romcast
from .errors import MissingError, refuse
from .plans import Plan, as_html, node_rows, plan, queue_rows
from .program import inline_player, player


class Outcome:
    """What the Verilog did."""

    def __init__(self, found):
        self._found = found

    @property
    def report(self) -> dict:
        """All figures, as `--json` of the command prints them."""
        return self._found["report"]

    @property
    def passed(self) -> bool:
        """Nothing was violated, lost or late, and what was measured is what the schedule has."""
        return not self._found["failures"]

    @property
    def failures(self) -> list:
        """What differs or was violated, a sentence each."""
        return self._found["failures"]

    def _repr_html_(self):
        return as_html(self._found["table"])


class Measured(Outcome):
    """What the Verilog did: figures of theory, plan and hardware, the trace, and every register."""

    def __init__(self, found, made):
        super().__init__(found)
        self.plan = made

    @property
    def cycles(self) -> int:
        """Cycles, counted by the hardware."""
        return self.report["hardware"]["cycles"]

    @property
    def trace(self) -> numpy.ndarray:
        """What the links of the Verilog carried: an array as Plan.hops."""
        return self._found["trace"]

    @property
    def registers(self):
        """A pandas DataFrame with a row per node: all registers after the run."""
        import pandas

        return pandas.DataFrame(self._found["registers"])

    @property
    def depths(self) -> list:
        """A dictionary per kind of queue, by the marks of the hardware."""
        return self.report["hardware"].get("depths") or []

    @property
    def nodes(self):
        """As Plan.nodes(); column `measured` is the mark of each node."""
        return node_rows(self._found["nodes"])

    @property
    def queues(self):
        """As Plan.queues(); column `measured` is the mark of each queue, where it has one."""
        return queue_rows(self._found["nodes"])

    def player(self, other=None):
        """A page that plays the run, or this and another one side by side; see `romcast.player`."""
        return player(self, other)

    def __repr__(self):
        return f"<romcast run: {self.cycles} cycles, {'pass' if self.passed else self.failures[0]}>"

    def _repr_html_(self):
        return as_html(self._found["table"]) + inline_player(self.plan)


def _notebook_progress():
    """In a notebook, a function that shows the phases of a run of over a second; else None."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    begin, handle = time.monotonic(), None

    def show(phase, done):
        nonlocal handle
        text = f"{phase} {100 * done:.0f} %" if 0 <= done < 1 else phase if done < 0 else ""
        if handle is None and time.monotonic() - begin < 1:
            return
        if handle is None:
            handle = display({"text/plain": text}, raw=True, display_id=True)
        else:
            handle.update({"text/plain": text}, raw=True)

    return show


def _listen(stream, progress, lines, raised):
    """Reads the child's second output: its progress, and what else it says; `raised`: an exception of `progress`."""
    for line in io.TextIOWrapper(stream, encoding="utf-8", errors="replace"):
        kind, _, rest = line.rstrip("\n").partition("\t")
        if kind != "progress":
            lines.append(line.rstrip("\n"))
        elif progress is not None and not raised:
            done, _, phase = rest.partition("\t")
            try:
                progress(phase, min(float(done), 1.0))
            except BaseException as error:  # keeps reading, as the child fails on a closed pipe
                raised.append(error)


def in_child(made, progress):
    """What `made._run.measure` returns in a process of its own."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of a phase and a share, not {progress!r}")
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
    # The library must be loaded from the start, for the reason in docs/python.md, "Runs".
    preload = " ".join(filter(None, [os.environ.get("LD_PRELOAD"), _romcast.library_file()]))
    task = pickle.dumps(made)
    child = subprocess.Popen([sys.executable, "-m", "romcast.child"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "PYTHONPATH": path, "LD_PRELOAD": preload})
    assert child.stdin and child.stdout and child.stderr
    pipes = child.stdin, child.stdout, child.stderr
    lines: list = []
    raised: list = []
    shown = _notebook_progress() if progress is None else progress
    listener = threading.Thread(target=_listen, args=(child.stderr, shown, lines, raised))
    listener.start()
    try:
        with contextlib.suppress(BrokenPipeError):  # if the child has ended, its exit status is checked below
            child.stdin.write(task)
            child.stdin.close()
        out = child.stdout.read()
        child.wait()
    except BaseException:
        child.kill()
        child.wait()
        raise
    finally:
        listener.join()
        for pipe in pipes:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    if raised:
        raise raised[0]
    if child.returncode != 0:
        raise MissingError(f"the run ended with status {child.returncode}: {lines[-1] if lines else 'no output'}")
    result = pickle.loads(out)
    if isinstance(result, Exception):
        raise result
    return result


def run(what, *arguments, progress=None, **options) -> Measured:
    """Runs a plan on the Verilog, in a process of its own: `run(plan)`, or `run(net, "alltoall", ...)`.

    progress: called from another thread with a phase (a text) and the finished share of it (0..1, less
    than 0: unknown); in a notebook the phases are shown. An exception of it is raised when the run has
    ended. Ctrl-C ends the child, too. Raises InputError or MissingError.
    """
    if isinstance(what, Plan):
        for name, value in [*(("collective", one) for one in arguments[:1]), *options.items()]:
            refuse(name, repr(value), "the plan is made already", "give it to the function that makes the plan")
    made = what if isinstance(what, Plan) else plan(what, *arguments, **options)
    return Measured(in_child(made, progress), made)
