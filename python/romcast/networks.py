# SPDX-License-Identifier: Apache-2.0
"""Networks: families by name, graphs of one's own, networkx, NumPy, files."""

import math

import numpy

from . import _romcast
from .errors import refuse

ROLES = ("processor", "endpoint", "switch")
_MOST_LANES = 64
_MOST_DRAWN = 1500  # nodes


class Network:
    """A network, an immutable value; it can be pickled.

    Processors are numbered 0 .. `processors`-1, switches follow. Made by the functions of this module.
    """

    def __init__(self, make, arguments, labels=None, notes=()):
        self._make, self._arguments, self._notes = make, arguments, tuple(notes)
        self._core = getattr(_romcast, make)(*arguments)
        self._labels = labels

    def __reduce__(self):
        return Network, (self._make, self._arguments, self._labels, self._notes)

    @property
    def family(self) -> str:
        """Name of the family, e.g. "torus"; "graph" for one of your own."""
        return self._core.family

    @property
    def options(self) -> dict:
        """The sizes that describe it, as strings."""
        return dict(self._core.options)

    @property
    def processors(self) -> int:
        return self._core.processors

    @property
    def names(self) -> list:
        """Name of each node, processors first."""
        return self._core.names

    @property
    def roles(self) -> list:
        """"processor" (forwards, too), "endpoint" (does not forward) or "switch", of each node."""
        forwards = self._core.forwards
        return [
            "switch" if v >= self.processors else "processor" if forwards[v] else "endpoint"
            for v in range(len(forwards))
        ]

    @property
    def channels(self) -> numpy.ndarray:
        """Structured array: src, dst (nodes) and lanes (parallel links) of each directed channel.

        Fully connected networks have none: every processor reaches every other one.
        """
        return self._core.channels if not self._core.crossbar else self._core.channels[:0]

    @property
    def times(self) -> numpy.ndarray:
        """Structured array, by channel: cycles that a link takes per message, and its latency in cycles."""
        return self._core.times if not self._core.crossbar else self._core.times[:0]

    @property
    def cycle_seconds(self) -> float:
        """Seconds of a cycle, where bandwidths or latencies say so; else 0."""
        return self._core.cycle_seconds

    @property
    def notes(self) -> list:
        """Remarks on what was read."""
        return [*self._notes, *self._core.notes]

    def node(self, name) -> int:
        """Number of a node, by its name or by the label of the networkx graph it comes from."""
        text = (self._labels or {}).get(name, name)
        try:
            return self.names.index(text)
        except ValueError:
            refuse("node", name, "there is no such node", "give one of names")

    def to_networkx(self):
        """A DiGraph of the names, with `role` of nodes and `lanes` of edges.

        Where links have times, edges have `bandwidth` (messages per cycle) and `latency` (cycles), too.
        """
        import networkx

        graph = networkx.DiGraph()
        names = self.names
        for name, role in zip(names, self.roles):
            graph.add_node(name, role=role)
        for src, dst, attributes in self._edges():
            graph.add_edge(names[src], names[dst], **attributes)
        return graph

    def _edges(self):
        times = self.times.tolist() if self._core.timed else None
        for number, (src, dst, lanes) in enumerate(self.channels.tolist()):
            attributes = {"lanes": lanes}
            if times:
                cycles, latency = times[number]
                attributes |= {"bandwidth": f"1/{cycles}", "latency": f"{latency}cycles"}
            yield src, dst, attributes

    def to_dot(self) -> str:
        """The network in Graphviz' language, as romcast reads it."""
        names = self.names
        channels = {(src, dst): attributes for src, dst, attributes in self._edges()}
        lines = ["digraph {"]
        for name, role in zip(names, self.roles):
            shape = "box" if role == "switch" else "ellipse"
            lines.append(f'  "{name}" [role={role}, shape={shape}];')
        for (src, dst), attributes in channels.items():
            back = channels.get((dst, src)) == attributes
            if back and dst < src:
                continue
            written = [f"lanes={attributes['lanes']}"]
            written += [f'{name}="{attributes[name]}"' for name in attributes if name != "lanes"]
            written += ["dir=both"] if back else []
            lines.append(f'  "{names[src]}" -> "{names[dst]}" [{", ".join(written)}];')
        return "\n".join(lines + ["}", ""])

    def _repr_svg_(self):
        from .program import picture

        return picture(self) if len(self.names) <= _MOST_DRAWN else None

    def __repr__(self):
        sizes = "".join(f" {name} {value}" for name, value in self.options.items())
        switches = len(self.names) - self.processors
        return f"<romcast network {self.family}{sizes}: {self.processors} processors, {switches} switches>"


def _text(option, value):
    if isinstance(value, numpy.ndarray):
        value = value.tolist()
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (list, tuple)):
        return ("x" if option in ("dims", "lanes") else ",").join(str(one) for one in value)
    return str(value)


def family(name: str, **sizes) -> Network:
    """A network by the name and the sizes that `romcast list networks` prints.

    `family("torus", dims=(4, 4))`, `family("fat-tree", arity=2, height=3)`,
    `family("complete", processors=8)`. Several sizes are a sequence, an array or a text, e.g. "4x4" or
    "1,5". Raises InputError.
    """
    options = {option.replace("_", "-"): _text(option, value) for option, value in sizes.items()}
    return Network("family", (str(name), options))


def read(file, **options) -> Network:
    """A network from a .dot, .gv or .graphml file. Raises InputError "file:line: ...".

    `options`: those of the command line, e.g. `chunk="1MiB"` where links have bandwidths in bytes.
    """
    return Network("read", (str(file), {name.replace("_", "-"): _text(name, value) for name, value in options.items()}))


def from_edges(edges, roles=None) -> Network:
    """A network from directed edges (a, b) or (a, b, lanes); names are made of the labels.

    `roles`: of labels that are no processors, "endpoint" or "switch". For links in both directions give
    both edges.
    """
    numbers: dict = {}
    found: dict = {}
    for edge in edges:
        if not isinstance(edge, (tuple, list)) or len(edge) not in (2, 3):
            refuse("edges", edge, "an edge is (a, b) or (a, b, lanes)")
        a, b = edge[0], edge[1]
        lanes = edge[2] if len(edge) == 3 else 1
        for label in (a, b):
            numbers.setdefault(label, len(numbers))
        found[numbers[a], numbers[b]] = found.get((numbers[a], numbers[b]), 0) + _lanes(lanes, edge)
    return _graph(numbers, dict(roles or {}), found)


def _lanes(value, edge):
    whole = isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)
    if not whole and not (isinstance(value, float) and value.is_integer()):
        refuse("lanes", value, f"of {edge[:2]}: lanes are whole numbers", f"give 1 to {_MOST_LANES}, or unit=")
    if not 1 <= value <= _MOST_LANES:
        refuse("lanes", value, f"of {edge[:2]}: a channel has 1 to {_MOST_LANES} links", "give unit=, the capacity of a link")
    return int(value)


def _graph(numbers, roles, edges, notes=(), speeds=None, options=None):
    """`edges`: lanes by (from, to); `speeds`: four texts by the same, of edges that have any."""
    for label, role in roles.items():
        if label not in numbers:
            refuse("roles", label, "there is no such node")
        if not isinstance(role, str) or role not in ROLES:
            refuse("roles", role, f"unknown role of {label}", "give processor, endpoint or switch")
    taken, labels, nodes = set(), {}, []
    for label in numbers:
        name = "".join(c if "!" <= c <= "~" and c not in "#," else "_" for c in str(label)) or "_"
        plain, count = name, 1
        while name in taken:
            count += 1
            name = f"{plain}_{count}"
        taken.add(name)
        labels[label] = name
        nodes.append((name, roles.get(label, "processor")))
    known = {("", "", "", ""): 0}
    list_of_edges = [(a, b, lanes, known.setdefault((speeds or {}).get((a, b), ("", "", "", "")), len(known)))
                     for (a, b), lanes in edges.items()]
    return Network("graph", (nodes, list_of_edges, list(known), options or {}), labels, notes)


def _in_units(capacities, unit):
    """Lanes of each edge, and a remark if they are not the capacities themselves."""
    values = list(capacities.values())
    whole = all(isinstance(value, (int, numpy.integer)) and not isinstance(value, bool) for value in values)
    if unit is None and not (whole and values and max(values) > _MOST_LANES and min(values) > 0):
        return capacities, None
    if unit is None:
        unit = math.gcd(*map(int, values))
    elif not isinstance(unit, (int, float, numpy.number)) or not 0 < unit < math.inf:
        refuse("unit", repr(unit), "is no capacity", "give the capacity of one link")
    lanes, rounded = {}, 0
    for edge, value in capacities.items():
        if not isinstance(value, (int, float, numpy.number)) or isinstance(value, bool) or not 0 < value < math.inf:
            refuse("lanes", repr(value), f"of {edge}: is no capacity", "give a positive number")
        lanes[edge] = max(1, round(value / unit))
        rounded += lanes[edge] * unit != value
        if lanes[edge] > _MOST_LANES:
            refuse("lanes", value, f"of {edge}: {lanes[edge]} links of {unit}, a channel has 1 to {_MOST_LANES}",
                   f"give unit={max(values) / _MOST_LANES:g} or more")
    return lanes, f"a link stands for a capacity of {unit}" + (f"; {rounded} capacities are rounded" if rounded else "")


def from_networkx(graph, role="role", lanes=("lanes", "capacity", "bandwidth"), processors=None,
                  unit=None, **times) -> Network:
    """A network from any networkx graph; an undirected edge is a link in each direction.

    `role`: attribute of nodes that says processor, endpoint (or host) or switch; or give the labels that
    are `processors`, and all others are switches. `lanes`: the first of these attributes that an edge has
    is its number of links (default 1). Parallel edges add up. `unit`: the capacity of one link, where
    lanes are capacities in any unit: they are rounded to multiples of it, at least one; by default whole
    capacities above 64 are divided by their greatest common divisor. `notes` says so.

    Texts with units are times of links: `bandwidth="25GB/s"` and `latency="0.7us"` of edges,
    `overhead="0.3us"` of nodes. `times` are `bandwidth` and `latency` of edges without them, `chunk` (the
    bytes of a message, e.g. "1MiB", which a bandwidth in bytes needs) and `cycle`.
    """
    for name in times:
        if name not in ("bandwidth", "latency", "chunk", "cycle"):
            raise TypeError(f"from_networkx() got an unexpected keyword argument {name!r}")
    lanes = (lanes,) if isinstance(lanes, str) else tuple(lanes)
    numbers = {label: number for number, label in enumerate(graph.nodes)}
    if processors is None:
        roles = {label: {"host": "endpoint"}.get(data[role], data[role])
                 for label, data in graph.nodes(data=True) if role in data}
    else:
        known = set(processors)
        for label in known - set(numbers):
            refuse("processors", label, "there is no such node")
        roles = {label: "switch" for label in numbers if label not in known}
    overheads = {label: data["overhead"] for label, data in graph.nodes(data=True)
                 if isinstance(data.get("overhead"), str)}
    given: dict = {}
    speeds: dict = {}
    for a, b, data in graph.edges(data=True):
        speed = {name: data[name] for name in ("bandwidth", "latency") if isinstance(data.get(name), str)}
        count = next((data[name] for name in lanes if name in data and name not in speed), 1)
        given.setdefault((a, b), []).append(count)
        for sender, receiver in ((a, b),) if graph.is_directed() else ((a, b), (b, a)):
            # A switch handles a message only once, when the message arrives: it sends without overhead.
            sending = "" if roles.get(sender) == "switch" else overheads.get(sender, "")
            four = (speed.get("bandwidth", ""), speed.get("latency", ""), sending, overheads.get(receiver, ""))
            if speeds.setdefault((numbers[sender], numbers[receiver]), four) != four:
                refuse("bandwidth", speed, f"of {(a, b)}: parallel edges have different times")
    flat = {(edge, number): count for edge, counts in given.items() for number, count in enumerate(counts)}
    flat, note = _in_units(flat, unit)
    edges: dict = {}
    for ((a, b), _), count in flat.items():
        for pair in ((a, b),) if graph.is_directed() else ((a, b), (b, a)):
            key = numbers[pair[0]], numbers[pair[1]]
            edges[key] = edges.get(key, 0) + _lanes(count, (a, b))
    return _graph(numbers, roles, edges, [note] if note else [], speeds,
                  {name: _text(name, value) for name, value in times.items()})


def from_matrix(matrix, roles=None) -> Network:
    """A network from a square matrix of whole numbers: lanes from row to column, 0 for none."""
    array = numpy.asarray(matrix)
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        refuse("matrix", array.shape, "its shape is not square")
    if array.dtype.kind not in "iub":
        refuse("matrix", array.dtype, "lanes are whole numbers", "give an array of integers")
    edges = {}
    for a, b in zip(*numpy.nonzero(array)):
        edges[int(a), int(b)] = _lanes(int(array[a, b]), (int(a), int(b)))
    return _graph({v: v for v in range(len(array))}, dict(roles or {}), edges)
