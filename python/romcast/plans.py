# SPDX-License-Identifier: Apache-2.0
"""Plans, and schedules of one's own."""

import contextlib
import copy
import dataclasses
import typing

import numpy

from . import _romcast
from .errors import Error, refuse
from .networks import Network

hop_dtype = _romcast.hop_dtype

_own: dict = {}  # algorithms of users, by name
_hop_parts = ("cycle", "src", "dst", "message", "lane")  # a hop that a user writes; the last may be missing


@dataclasses.dataclass(frozen=True)
class Problem:
    """What is to be done on a network; made by `problem` and `exchange`."""

    network: Network
    make: str
    arguments: tuple
    core: _romcast.Problem = dataclasses.field(repr=False, compare=False)

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


def whole(option, value, least=0):
    number = isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
    if not number or not least <= value < 2**32 - 1:
        refuse(option, repr(value), f"give a whole number from {least}")
    return int(value)


def _times(timing):
    if timing is None:
        return {}
    if not isinstance(timing, dict):
        refuse("timing", repr(timing), "is no dictionary", 'give e.g. {"latency": 3}')
    return {str(name): whole(name, cycles) for name, cycles in timing.items()}


def problem(network, collective, ports="multi", root=0, messages=1, timing=None, **options) -> Problem:
    """A collective on a network: "broadcast", ..., "alltoall", "allreduce" (MPI's names).

    ports: "single", "multi" (every link) or a number. messages: per source and destination; operands of
    a summation. timing: cycles, e.g. {"latency": 3, "overhead": 1, "gap": 2} of a LogP machine.
    options: of the algorithm, e.g. seconds=5. Raises InputError.
    """
    times = _times(timing)
    given = {name.replace("_", "-"): str(value) for name, value in options.items()}
    arguments = (str(collective), str(ports), whole("root", root), whole("messages", messages, 1), times, given)
    return _problem(network, "problem", arguments)


def exchange(network, demands, ports="multi", timing=None, **options) -> Problem:
    """Any set of messages: pairs (origin, destination) or (origin, [destinations])."""
    list_of_demands = []
    for demand in demands:
        try:
            origin, to = demand
            ends = [to] if isinstance(to, (int, numpy.integer)) else list(to)
            list_of_demands.append((whole("origin", origin), sorted(whole("destination", d) for d in ends)))
        except (TypeError, ValueError) as error:
            if isinstance(error, Error):
                raise
            refuse("demands", repr(demand), "a demand is (origin, destination) or (origin, [destinations])")
    times = _times(timing)
    given = {name.replace("_", "-"): str(value) for name, value in options.items()}
    return _problem(network, "exchange", (list_of_demands, str(ports), times, given))


@dataclasses.dataclass(frozen=True)
class Flow:
    """Words that go from one processor to the same others in every frame of a schedule that repeats.

    origin, to: numbers or names of processors. latency: cycles that a word may take at most, waiting
    for its slot included; 0: any.
    """

    name: str
    origin: typing.Any
    to: typing.Any
    words: int = 1
    latency: int = 0


@dataclasses.dataclass(frozen=True)
class Reduction:
    """Words of several processors that routers combine on the way, in every frame of a fabric's schedule.

    sources: two or more numbers or names of processors, or "all". to: that receive the result, likewise.
    operator: "add", "min", "max", "and" or "or".
    """

    name: str
    sources: typing.Any
    to: typing.Any
    words: int = 1
    operator: str = "add"


def flows(network, list_of_flows, ports="multi", period="auto", **options) -> Problem:
    """Flows that repeat (docs/periodic.md): `Flow`s, or tuples of their fields, and `Reduction`s.

    `flows(net, [("camera", 0, [5, 6], 4, 40), Flow("motor", "p5", "p0")])`. period: cycles of a frame, or
    "auto". options: slots_waiting, seconds. Raises InputError.
    """
    if not isinstance(network, Network):
        refuse("network", repr(network), "is no network", "use romcast.family, from_networkx or another")

    def name_of(end):
        if isinstance(end, (int, numpy.integer)) and not isinstance(end, bool):
            names = network.names
            return names[end] if 0 <= end < len(names) else str(end)
        return network.names[network.node(end)]

    def names_of(ends):
        if isinstance(ends, str) and ends == "all":
            return ends
        names = ",".join(name_of(end) for end in ([ends] if isinstance(ends, (str, int, numpy.integer)) else ends))
        return number_of(names) if names == "all" else names

    def number_of(name):
        # The word "all" stands for all processors; with zeros before it a number is no node's name.
        number = str(network.names.index(name))
        while number in network.names:
            number = "0" + number
        return number

    lines = []
    for one in list_of_flows:
        try:
            flow = one if isinstance(one, (Flow, Reduction)) else Flow(*one)
        except TypeError:
            refuse("flows", repr(one), "a flow is (name, origin, to, words, latency)")
        if len(str(flow.name).split()) != 1:
            refuse("flows", repr(flow.name), "the name of a flow is one word")
        ends = ["to", names_of(flow.to), "words", str(whole("words", flow.words, 1))]
        if isinstance(flow, Reduction):
            line = ["reduce", str(flow.name), "from", names_of(flow.sources), *ends, "operator", str(flow.operator)]
        else:
            line = ["flow", str(flow.name), "from", name_of(flow.origin), *ends]
            line += ["latency", str(whole("latency", flow.latency))] if flow.latency else []
        lines.append(line)
    given = {"period": str(period)} | {name.replace("_", "-"): str(value) for name, value in options.items()}
    return _problem(network, "flows", (lines, str(ports), given))


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

    def __init__(self, problem, algorithm, hardware, hops=None, found=None):
        self.problem = problem
        self._given = (algorithm, dict(hardware), hops)
        if hops is None:
            self._run = _romcast.run(problem.core, algorithm, hardware.get("control", ""),
                                     hardware.get("depth"), hardware.get("fit", False), found)
        else:
            self._run = _romcast.run_of_hops(problem.core, hops, algorithm, hardware.get("depth"),
                                             hardware.get("fit", False), hardware.get("anyway", False))
        self._kept = {}

    def __reduce__(self):
        # Passes on the plan that a search found, if any: a second search may find a different plan.
        found = self._run.found() if self._given[2] is None else None
        return Plan, (self.problem, *self._given, found)

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
    def bound(self) -> typing.Optional[int]:
        """A lower bound on the cycles of any schedule, or None."""
        return self._once("theory")["bound"]

    @property
    def bound_by(self) -> str:
        """The source of the bound."""
        return self._once("theory")["bound_by"]

    @property
    def optimal(self) -> typing.Optional[bool]:
        """True if no schedule has fewer cycles; None if that is not known."""
        return self._once("theory")["optimal"]

    @property
    def hops(self) -> numpy.ndarray:
        """All hops: structured array of cycle, src, dst, lane, message. It is read-only."""
        hops = self._once("hops")
        hops.flags.writeable = False
        return hops

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
        return copy.deepcopy(self._once("depths"))

    def nodes(self):
        """A pandas DataFrame with a row per node that has queues, as --per-node prints them.

        Columns (messages, but for depth and built, which are slots): name, role, occupancy (that pass
        through at the same time), waiting (of them: that stay after the sends of a cycle), own (that it
        starts with), depth (of its deepest queue), built. Raises InputError where nodes have no queues.
        """
        return node_rows(self._once("nodes")).drop(columns="measured")

    def queues(self):
        """A pandas DataFrame with a row per queue of each node: node, queue, from, lane, needed, built, ..."""
        return queue_rows(self._once("nodes")).drop(columns="measured")

    def report(self) -> dict:
        """All figures, as `romcast plan --json` prints them (docs/json.md)."""
        return copy.deepcopy(self._once("report"))

    def to_msccl(self, path=None) -> str:
        """The plan as an MSCCL program; written to `path`, if given."""
        return _text_to(self._once("msccl"), path)

    def to_goal(self, path=None) -> str:
        """The plan as a GOAL program; written to `path`, if given."""
        return _text_to(self._once("goal"), path)

    def save(self, path=None) -> str:
        """The plan as a schedule file (docs/schedule-format.md); written to `path`, if given."""
        return _text_to(self._once("schedule_file"), path)

    def design(self, folder) -> dict:
        """Writes the network that runs the plan as Verilog with processors (docs/rtl-designs.md).

        Returns what its run must measure: cycles, hops, delivered; and its size: nodes, processors,
        words to load, of word_bits each. Raises InputError.
        """
        return self._run.design(str(folder))

    def run(self, progress=None):
        """Runs the plan on the Verilog; see `romcast.run`."""
        from .runs import run

        return run(self, progress=progress)

    def player(self, other=None):
        """A page that plays the plan, or this and another one side by side; see `romcast.player`."""
        from .program import player

        return player(self, other)

    def __repr__(self):
        verdict = self.judge()
        state = "legal" if verdict.legal else f"{verdict.violation_count} violations"
        return f"<romcast plan {self.problem.collective} by {self.algorithm}: {verdict.cycles} cycles, {state}>"

    def _repr_html_(self):
        return as_html(self._once("table"))


def node_rows(nodes):
    import pandas

    return pandas.DataFrame([{key: value for key, value in node.items() if key != "depths"} for node in nodes])


def queue_rows(nodes):
    import pandas

    return pandas.DataFrame([{"node": node["name"], **queue} for node in nodes for queue in node["depths"]])


def _text_to(text, path):
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return text


def as_html(text):
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f"<pre style='line-height:1.25'>{escaped}</pre>"


def refuse_arguments(given):
    """Refuses arguments of a problem that is made already."""
    for name, value in given.items():
        refuse(name, repr(value), "the problem is made already", "give it to the function that makes the problem")


def plan(network, collective=None, ports=None, algorithm="", root=None, messages=None, timing=None,
         control="", depth=None, fit=False, **options) -> Plan:
    """Plans a collective (or a `Problem`): `plan(net, "alltoall", ports="multi", seconds=5)`.

    collective, ports, root, messages, timing, options: see `problem`; a `Problem` has them already.
    algorithm: a name that `algorithms()` lists, or one of your own (`@algorithm`, or a generator
    function); the best that fits if empty. control: "rule" or "rom"; depth: slots of each queue; fit:
    queues only as deep as needed. Raises InputError.
    """
    own = algorithm if callable(algorithm) else _own.get(algorithm)
    arguments = {"collective": collective, "ports": ports, "root": root, "messages": messages, "timing": timing}
    given = {name: value for name, value in arguments.items() if value is not None} | options
    if isinstance(network, Problem):
        refuse_arguments(given)
        task = network
    else:
        if collective is None:
            refuse("collective", None, "is missing", 'give e.g. "alltoall"')
        if own is not None:
            for name, value in options.items():
                refuse(name, repr(value), "an algorithm of one's own has no options")
        task = problem(network, **given)
    hardware = {"control": str(control), "fit": bool(fit)}
    if depth is not None:
        hardware["depth"] = whole("depth", depth, 1)
    if own is not None:
        if control not in ("", "rom"):
            refuse("control", control, "an algorithm of one's own is in ROMs", "give rom")
        name = algorithm if isinstance(algorithm, str) else getattr(own, "romcast_name", getattr(own, "__name__", "mine"))
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
        with contextlib.suppress(AttributeError):  # a bound method has no attributes of its own
            function.romcast_name = name
        _own[name] = function
        return function

    if callable(name_or_function):
        if not hasattr(name_or_function, "__name__"):
            refuse("algorithm", repr(name_or_function), "has no name", 'give one: algorithm("name")')
        return register(name_or_function, name_or_function.__name__)
    return lambda function: register(function, str(name_or_function))


def algorithms(network=None, collective=None) -> list:
    """(name, network, collective, summary) of romcast's algorithms, of some network and collective."""
    return [one for one in _romcast.algorithms()
            if (network is None or one[1] in (network, "any")) and (collective is None or one[2] == collective)]


def _parts(hop) -> tuple:
    """A hop as a tuple; rows of arrays and of frames are taken by the names of their fields."""
    if isinstance(hop, numpy.void):
        row = {name: hop[name] for name in hop.dtype.names or ()}
    else:
        row = hop._asdict() if hasattr(hop, "_asdict") else {}
    if set(_hop_parts[:4]) <= set(row):
        return tuple(row[name] for name in _hop_parts if name in row)
    return tuple(hop) if isinstance(hop, (tuple, list)) else ()


def hops_array(hops) -> numpy.ndarray:
    """Hops as the structured array of `hop_dtype`: an array, or tuples (cycle, src, dst, message[, lane])."""
    if isinstance(hops, numpy.ndarray):
        if not set(hop_dtype.names or ()) <= set(hops.dtype.names or ()):
            refuse("hops", hops.dtype, "has other fields", "give cycle, src, dst, lane, message")
        if hops.ndim != 1:
            refuse("hops", hops.shape, "has another shape", "give an array of one dimension")
        result = numpy.empty(len(hops), hop_dtype)
        for name in hop_dtype.names or ():
            column = hops[name]
            if column.dtype.kind not in "iu" or column.ndim != 1:
                refuse("hops", hops.dtype[name], f"{name} is no integer")
            if len(column) and (column.min() < 0 or column.max() >= 2**32):
                refuse("hops", name, "a value is negative or above 4294967295")
            result[name] = column
        return result
    rows = []
    for hop in hops:
        parts = _parts(hop)
        if len(parts) not in (4, 5):
            refuse("hops", repr(hop), "a hop is (cycle, src, dst, message) or (cycle, src, dst, message, lane)")
        cycle, src, dst, message, *lane = (whole("hops", part) for part in parts)
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
        hardware["depth"] = whole("depth", depth, 1)
    return Plan(problem, str(name), hardware, hops_array(hops))
