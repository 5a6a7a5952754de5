# SPDX-License-Identifier: Apache-2.0
"""Fabrics: networks for one's own data, in which each flow is a wire with a known latency."""

from . import _romcast
from .errors import refuse
from .networks import Network
from .plans import Problem, as_html, flows, problem, refuse_arguments, whole
from .runs import Outcome, in_child


class Fabric:
    """A network as a component: AXI4-Streams joined by wires of known latency (docs/fabric.md)."""

    def __init__(self, core, words, given):
        self._core, self._words, self._given = core, words, given
        self._description = core.description()

    @property
    def description(self) -> dict:
        """All of it, as fabric.json of its folder (docs/json.md)."""
        return self._description

    @property
    def period(self) -> int:
        """Clocks of a frame."""
        return self._description["tables"][0]["period"]

    @property
    def period_bound(self):
        """A lower bound on the clocks of a frame, or None."""
        return self._core.report()["theory"].get("period_bound")

    @property
    def fingerprint(self) -> str:
        """Names the hardware: tables with another one do not fit it."""
        return self._description["fingerprint"]

    @property
    def flows(self):
        """A pandas DataFrame with a row per flow.

        Columns: name, origin, to, words (of a frame), slots (in which they enter the network), clocks (from
        a slot to the end of the network, per word: the same in every frame), latency (slots, at most, until
        a word has arrived, waiting for its slot included), bound (of the latency; 0: none), credit (a sink
        can stop it), credit_only (carries nothing else).
        """
        import pandas

        rows = []
        for flow in self._description["flows"]:
            words = [slot for slot in flow["slots"] if slot["mode"] == 0]
            rows.append({"name": flow["name"], "origin": flow["from"], "to": [to["endpoint"] for to in flow["to"]],
                         "words": flow["words"], "slots": [word["slot"] for word in words],
                         "clocks": [max(word["after"]) + 4 for word in words], "latency": flow["latency"],
                         "bound": flow["bound"] or 0, "credit": flow["credit"], "credit_only": flow["credit_only"]})
        return pandas.DataFrame(rows)

    @property
    def tiles(self):
        """A pandas DataFrame with a row per tile: name, endpoint, links, depths of its queues in words."""
        import pandas

        columns = ("name", "endpoint", "links", "holds", "tx_depth", "rx_depth")
        return pandas.DataFrame([{name: tile[name] for name in columns} for tile in self._description["tiles"]])

    def run(self, frames=8, pauses="random", check_depths=False, progress=None) -> "MeasuredFabric":
        """Runs frames on the Verilog, in a process of its own, as `romcast run --fabric-period` does.

        frames: by each of the two tables, at least, with and without pauses. pauses: of sources and sinks,
        "none", "steady" or "random". check_depths: also runs queues as long as needed, and a word shorter.
        progress: see `romcast.run`. Raises InputError or MissingError.
        """
        task = Task(self._given, self._core.found(), (whole("frames", frames), str(pauses), bool(check_depths)))
        return MeasuredFabric(in_child(task, progress))

    def write(self, folder):
        """Writes Verilog, testbench, proof, drivers and tables. Raises InputError."""
        self._core.write(str(folder), self._words)

    def __repr__(self):
        ends = sum(tile["endpoint"] is not None for tile in self._description["tiles"])
        return f"<romcast fabric: {ends} endpoints, {len(self._description['flows'])} flows, a frame of {self.period} clock{'s' * (self.period > 1)}>"

    def _repr_html_(self):
        return as_html(repr(self).strip("<>")) + self.flows.drop(columns=["credit", "credit_only"]).to_html(index=False)


class Task:
    """A run of a fabric, for the process that does it."""

    def __init__(self, given, found, how):
        self.given, self.found, self.how = given, found, how

    @property
    def _run(self):
        return self

    def measure(self, tell):
        tasks, *others = self.given
        first, then = (task.core if task is not None else None for task in tasks)
        return _romcast.fabric(first, then, *others, self.found).measure(*self.how, tell)


class MeasuredFabric(Outcome):
    """What the Verilog of a fabric did, frame after frame."""

    @property
    def flows(self):
        """A pandas DataFrame with a row per flow: words, latency by schedule and as measured, jitter."""
        import pandas

        return pandas.DataFrame(self.report["flows"])

    @property
    def queues(self):
        """A pandas DataFrame with two rows per endpoint: words needed, the mark, and words built."""
        import pandas

        return pandas.DataFrame([{"endpoint": end["name"], "queue": queue, **end[queue]}
                                 for end in self.report["endpoints"] for queue in ("tx", "rx")])

    def __repr__(self):
        return f"<romcast run of a fabric: {self.report['frames']} frames, {'pass' if self.passed else self.failures[0]}>"


def fabric(network, what=None, then=None, payload=32, control="axi-lite", clock_crossing=False, credits=None,
           on_demand=False, statistics=1, algorithm="", period="auto", operator="add", signed=False,
           **options) -> Fabric:
    """A fabric for flows or a collective: `fabric(net, [("camera", 0, [5, 6], 4, 40)], payload=64)`.

    network: with `tiles=True` each processor of a family has a router of its own. what: flows (see
    `romcast.flows`), the name of a collective, or nothing if a `Problem` is given instead of a network.
    then: the same, of a second schedule to which the fabric can change while it runs. payload: bits of a
    word, whole bytes. control: "axi-lite" or "wishbone". credits: sinks may stall (True). on_demand: a frame
    starts when all endpoints are ready for it, without credits. statistics: 0 none, 1 flags and marks, 2 counters,
    too. operator: with which routers combine the words of a reduce, allreduce or reduce-scatter: "add", "min",
    "max", "and" or "or"; its frames start on demand. signed: min and max compare numbers in two's complement.
    period, options (of the search, slots_waiting and seconds): a `Problem` has them already. Raises InputError.
    """
    def task_of(task):
        if isinstance(task, str):
            return problem(network, task, period=period, **options)
        if isinstance(task, Problem):
            return task
        if task is None or not hasattr(task, "__iter__"):
            refuse("flows", repr(task), "is neither a list of flows nor a collective")
        return flows(network, task, period=period, **options)

    first = network if isinstance(network, Problem) and what is None else what
    if network is not first and not isinstance(network, Network):
        refuse("network", repr(network), "is no network", "use romcast.family, from_networkx or another")
    tasks = [task_of(first)] + ([] if then is None else [task_of(then)])
    if isinstance(first, Problem) and (then is None or isinstance(then, Problem)):
        refuse_arguments(({} if period == "auto" else {"period": period}) | options)
    if control not in ("axi-lite", "wishbone"):
        refuse("control", repr(control), "is unknown", "give axi-lite or wishbone")
    settings = {"payload": whole("payload", payload), "wishbone": int(control == "wishbone"),
                "crossing": int(bool(clock_crossing)), "credits": int(credits is None or bool(credits)),
                "sinks_may_stall": int(bool(credits)), "on_demand": int(bool(on_demand)), "signed": int(bool(signed)),
                "statistics": whole("statistics", statistics)}
    given = (tasks[0], tasks[1] if then is not None else None), str(algorithm), str(operator), settings
    core = _romcast.fabric(tasks[0].core, tasks[1].core if then is not None else None, *given[1:], [])
    return Fabric(core, f"romcast.fabric(...), payload={payload}, control={control!r}", given)
