# SPDX-License-Identifier: Apache-2.0
"""Plans, schedules of one's own, and their runs on the Verilog."""

import dataclasses
import inspect
import os
import pickle
import subprocess
import sys

import numpy

from . import _romcast
from .errors import Error, InputError, MissingError, refuse
from .networks import Network

hop_dtype = _romcast.hop_dtype

_own = {}  # algorithms of users, by name


@dataclasses.dataclass(frozen=True)
class Problem:
    """What is to be done on a network; made by `problem` and `exchange`."""

    network: Network
    make: str
    arguments: tuple
    core: object = dataclasses.field(repr=False, compare=False)

    def __reduce__(self):
        return _problem, (self.network, self.make, self.arguments)

    @property
    def collective(self) -> str:
        return self.core.collective

    @property
    def ports(self) -> str:
        return self.core.ports

    @property
    def messages(self) -> int:
        """Messages per source and destination; of an exchange all."""
        return self.core.messages

    @property
    def message_numbers(self) -> int:
        """Messages are numbered from 0 to one less than this (docs/schedule-format.md)."""
        return self.core.message_numbers

    def origin(self, message):
        """The processor that holds a message first; None where messages are combined."""
        return self.core.origin(message)

    def wants(self, message, processor) -> bool:
        """Must this processor receive this message?"""
        return self.core.wants(message, processor)


def _problem(network, make, arguments):
    if not isinstance(network, Network):
        refuse("network", repr(network), "is no network", "use romcast.family, from_networkx or another")
    return Problem(network, make, arguments, getattr(_romcast, make)(network._core, *arguments))


def _whole(option, value, least=0):
    number = isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
    if not number or not least <= value < 2**32 - 1:
        refuse(option, repr(value), f"give a whole number from {least}")
    return int(value)


def problem(network, collective, ports="multi", root=0, messages=1, timing=None, **options) -> Problem:
    """A collective on a network: "broadcast", ..., "alltoall", "allreduce" (MPI's names).

    ports: "single", "multi" (every link) or a number. messages: per source and destination; operands of
    a summation. timing: cycles, e.g. {"latency": 3, "overhead": 1, "gap": 2} of a LogP machine.
    options: of the algorithm, e.g. seconds=5. Raises InputError.
    """
    times = {str(name): _whole(name, cycles) for name, cycles in dict(timing or {}).items()}
    given = {name.replace("_", "-"): str(value) for name, value in options.items()}
    arguments = (str(collective), str(ports), _whole("root", root), _whole("messages", messages, 1), times, given)
    return _problem(network, "problem", arguments)


def exchange(network, demands, ports="multi", timing=None, **options) -> Problem:
    """Any set of messages: pairs (origin, destination) or (origin, [destinations])."""
    list_of_demands = []
    for demand in demands:
        try:
            origin, to = demand
            ends = [to] if isinstance(to, (int, numpy.integer)) else list(to)
            list_of_demands.append((_whole("origin", origin), sorted(_whole("destination", d) for d in ends)))
        except (TypeError, ValueError) as error:
            if isinstance(error, Error):
                raise
            refuse("demands", repr(demand), "a demand is (origin, destination) or (origin, [destinations])")
    times = {str(name): _whole(name, cycles) for name, cycles in dict(timing or {}).items()}
    given = {name.replace("_", "-"): str(value) for name, value in options.items()}
    return _problem(network, "exchange", (list_of_demands, str(ports), times, given))


@dataclasses.dataclass(frozen=True)
class Violation:
    cycle: int
    kind: str
    text: str


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What the judge found. `violations` has at most the first 1000 of `violation_count`."""

    cycles: int
    hops: int
    delivered: int
    expected: int
    violations: tuple
    violation_count: int
    in_order: object

    @property
    def legal(self) -> bool:
        return self.violation_count == 0


class Plan:
    """A schedule with its verdict; made by `plan` and `schedule`.

    Its stages are computed once, on first use. Threads may share a plan, and may plan at the same time.
    """

    def __init__(self, problem, algorithm, hardware, hops=None):
        self.problem = problem
        self._given = (algorithm, dict(hardware), hops)
        if hops is None:
            self._run = _romcast.run(problem.core, algorithm, hardware.get("control", ""),
                                     hardware.get("depth"), hardware.get("fit", False))
        else:
            self._run = _romcast.run_of_hops(problem.core, hops, algorithm, hardware.get("depth"),
                                             hardware.get("fit", False), hardware.get("anyway", False))
        self._kept = {}

    def __reduce__(self):
        return Plan, (self.problem, *self._given)

    def _once(self, name):
        if name not in self._kept:
            self._kept[name] = getattr(self._run, name)()
        return self._kept[name]

    @property
    def algorithm(self) -> str:
        return self._once("algorithm")

    @property
    def cycles(self) -> int:
        """Cycles until the last needed message has come, by the judge."""
        return self.judge().cycles

    @property
    def bound(self):
        """A lower bound on the cycles of any schedule, or None."""
        return self._once("theory")["bound"]

    @property
    def bound_by(self) -> str:
        """The source of the bound."""
        return self._once("theory")["bound_by"]

    @property
    def optimal(self):
        """True if no schedule has fewer cycles; None if that is not known."""
        return self._once("theory")["optimal"]

    @property
    def hops(self) -> numpy.ndarray:
        """All hops: structured array of cycle, src, dst, lane, message."""
        return self._once("hops")

    def frame(self):
        """The hops as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.hops)

    def judge(self) -> Verdict:
        """The verdict of the judge, which shares no code with the algorithms."""
        found = dict(self._once("verdict"))
        found["violations"] = tuple(Violation(*one) for one in found["violations"])
        return Verdict(**found)

    def depths(self) -> list:
        """A dictionary per kind of queue: where it is, the slots that it needs and that are built."""
        return self._once("depths")

    def report(self) -> dict:
        """All figures, as `romcast plan --json` prints them (docs/json.md)."""
        return self._once("report")

    def to_msccl(self, path=None) -> str:
        """The plan as an MSCCL program; written to `path`, if given."""
        return _text_to(self._once("msccl"), path)

    def to_goal(self, path=None) -> str:
        """The plan as a GOAL program; written to `path`, if given."""
        return _text_to(self._once("goal"), path)

    def run(self, progress=None) -> "Measured":
        """Runs the plan on the Verilog; see `run`."""
        return run(self, progress=progress)

    def __repr__(self):
        verdict = self.judge()
        state = "legal" if verdict.legal else f"{verdict.violation_count} violations"
        return f"<romcast plan {self.problem.collective} by {self.algorithm}: {verdict.cycles} cycles, {state}>"

    def _repr_html_(self):
        return _pre(self._once("table"))


def _text_to(text, path):
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text


def _pre(text):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<pre style='line-height:1.25'>{escaped}</pre>"


def plan(network, collective=None, ports="multi", algorithm="", root=0, messages=1, timing=None,
         control="", depth=None, fit=False, **options) -> Plan:
    """Plans a collective (or a `Problem`): `plan(net, "alltoall", ports="multi", seconds=5)`.

    algorithm: a name that `algorithms()` lists, or one of your own (`@algorithm`, or a generator
    function); the best that fits if empty. control: "rule" or "rom"; depth: slots of each queue; fit:
    queues only as deep as needed. Raises InputError.
    """
    if isinstance(network, Problem):
        task = network
    else:
        if collective is None:
            refuse("collective", None, "is missing", 'give e.g. "alltoall"')
        task = problem(network, collective, ports, root, messages, timing, **options)
    hardware = {"control": str(control), "fit": bool(fit)}
    if depth is not None:
        hardware["depth"] = _whole("depth", depth, 1)
    own = algorithm if callable(algorithm) else _own.get(algorithm)
    if own is not None:
        name = getattr(own, "romcast_name", own.__name__)
        return schedule(task, own(task), name=name, depth=depth, fit=fit)
    return Plan(task, str(algorithm), hardware)


def algorithm(name_or_function):
    """Registers a generator of hops: `@algorithm` or `@algorithm("name")` over `def f(problem): yield ...`.

    It yields (cycle, src, dst, message) or (cycle, src, dst, message, lane) and can then be given to
    `plan` by its name. Judge, ROM compiler and Verilog take it like any other.
    """

    def register(function, name):
        if not callable(function):
            refuse("algorithm", repr(function), "is no function")
        function.romcast_name = name
        _own[name] = function
        return function

    if inspect.isfunction(name_or_function):
        return register(name_or_function, name_or_function.__name__)
    return lambda function: register(function, str(name_or_function))


def algorithms(network=None, collective=None) -> list:
    """(name, network, collective, summary) of romcast's algorithms, of some network and collective."""
    return [one for one in _romcast.algorithms()
            if (network is None or one[1] in (network, "any")) and (collective is None or one[2] == collective)]


def hops_array(hops) -> numpy.ndarray:
    """Hops as the structured array of `hop_dtype`: an array, or tuples (cycle, src, dst, message[, lane])."""
    if isinstance(hops, numpy.ndarray):
        if hops.dtype.names is None or not set(hop_dtype.names) <= set(hops.dtype.names):
            refuse("hops", hops.dtype, "has other fields", "give cycle, src, dst, lane, message")
        if hops.ndim != 1:
            refuse("hops", hops.shape, "has another shape", "give an array of one dimension")
        result = numpy.empty(len(hops), hop_dtype)
        for name in hop_dtype.names:
            column = hops[name]
            if column.dtype.kind not in "iu":
                refuse("hops", column.dtype, f"{name} is no integer")
            if len(column) and (column.min() < 0 or column.max() >= 2**32):
                refuse("hops", name, "a value is negative or above 4294967295")
            result[name] = column
        return result
    rows = []
    for hop in hops:
        parts = tuple(hop) if isinstance(hop, (tuple, list, numpy.void)) else ()
        if len(parts) not in (4, 5):
            refuse("hops", repr(hop), "a hop is (cycle, src, dst, message) or (cycle, src, dst, message, lane)")
        cycle, src, dst, message, *lane = (_whole("hops", part) for part in parts)
        rows.append((cycle, src, dst, lane[0] if lane else 0, message))
    return numpy.array(rows, hop_dtype)


def schedule(problem, hops, name="mine", depth=None, fit=False, anyway=False) -> Plan:
    """A plan of hops of your own. Illegal ones are judged; they run only with anyway=True.

    Raises InputError for hops that the network does not have.
    """
    if not isinstance(problem, Problem):
        refuse("problem", repr(problem), "is no problem", "use romcast.problem or romcast.exchange")
    hardware = {"fit": bool(fit), "anyway": bool(anyway)}
    if depth is not None:
        hardware["depth"] = _whole("depth", depth, 1)
    return Plan(problem, str(name), hardware, hops_array(hops))


class Measured:
    """What the Verilog did: figures of theory, plan and hardware, the trace, and every register."""

    def __init__(self, found):
        self._found = found

    @property
    def report(self) -> dict:
        """All figures, as `romcast run --json` prints them."""
        return self._found["report"]

    @property
    def cycles(self) -> int:
        """Cycles, counted by the hardware."""
        return self.report["hardware"]["cycles"]

    @property
    def passed(self) -> bool:
        """Theory, plan and hardware agree, and no rule was violated."""
        return not self._found["failures"]

    @property
    def failures(self) -> list:
        return self._found["failures"]

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
        return self.report["hardware"].get("depths", [])

    def __repr__(self):
        return f"<romcast run: {self.cycles} cycles, {'pass' if self.passed else self.failures[0]}>"

    def _repr_html_(self):
        return _pre(self._found["table"])


def run(what, *arguments, progress=None, **options) -> Measured:
    """Runs a plan on the Verilog, in a process of its own: `run(plan)`, or `run(net, "alltoall", ...)`.

    progress: called with a line of text now and then while models are built. Ctrl-C ends the child, too.
    Raises InputError or MissingError.
    """
    made = what if isinstance(what, Plan) else plan(what, *arguments, **options)
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
    # docs/python.md, "Runs": why the library must be there from the start.
    preload = " ".join(filter(None, [_romcast.library_file(), os.environ.get("LD_PRELOAD")]))
    child = subprocess.Popen([sys.executable, "-m", "romcast.child"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "PYTHONPATH": path, "LD_PRELOAD": preload})
    try:
        out, err = child.communicate(pickle.dumps(made))
    except BaseException:
        child.kill()
        child.wait()
        raise
    if progress is not None:
        for line in err.decode(errors="replace").splitlines():
            progress(line)
    if child.returncode != 0:
        lines = err.decode(errors="replace").strip().splitlines()
        raise MissingError(f"the run ended with status {child.returncode}: {lines[-1] if lines else 'no output'}")
    result = pickle.loads(out)
    if isinstance(result, Exception):
        raise result
    return Measured(result)


def compare(a, b):
    """A pandas DataFrame of two plans or runs: cycles, bound, hops, and the depths that differ."""
    import pandas

    rows = {}
    for name, one in (("a", a), ("b", b)):
        report = one.report if isinstance(one, Measured) else one.report()
        figures = report["hardware" if isinstance(one, Measured) else "plan"]
        column = {key: value for key, value in figures.items() if isinstance(value, (int, float, bool))}
        column["lower_bound"] = report["theory"]["lower_bound"]
        rows[name] = column
    return pandas.DataFrame(rows)
