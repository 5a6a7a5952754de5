# SPDX-License-Identifier: Apache-2.0
"""Draws schedules at random, legal by construction, and changes some lines of any schedule."""
from dataclasses import dataclass, field

# Scenarios whose plans are modified like the schedules of `drawn`: some are for machines that `drawn` never uses,
# others have larger plans than the schedules of `drawn`.
PLANS = [
    "-k 2 -H 2 -c broadcast -p single", "-k 2 -H 2 -c broadcast -p multi --messages 2",
    "-k 2 -H 2 -c scatter -p single", "-k 2 -H 2 -c gather -p multi", "-k 2 -H 3 -c allgather -p single",
    "-k 2 -H 2 -c alltoall -p single", "-k 2 -H 2 -c alltoall -p multi --capacity 1,2",
    "-k 2 -H 2 -c reduce -p single", "-k 2 -H 2 -c allreduce -p multi",
    "-n star --symbols 3 -c broadcast -p single --startup 2", "-n star --symbols 3 -c alltoall -p multi",
    "-n star --symbols 3 -c scatter -p single --startup 1 --per-message 2",
    "-n star --symbols 3 -c allgather -p multi --startup 3", "-n star --symbols 3 -c reduce -p single",
    "-n ring --processors 5 -c allreduce -p multi", "-n mesh --dims 2x3 -c reduce-scatter -p single",
    "-n hypercube --dimensions 2 -c allgather -p single", "-n dgx1 -c broadcast -p multi",
    "-n complete --processors 5 -c broadcast -p 2 --messages 4", "-n complete --processors 4 -c broadcast -p single",
    "-n complete --processors 5 -c broadcast -p single --latency 3 --overhead 1 --gap 2",
    "-n complete --processors 4 -c alltoall -p single --latency 4 --overhead 1 --gap 2",
    "-n complete --processors 5 -c reduce -p single --latency 2 --overhead 1 --gap 1",
    "-n complete --processors 4 -c allreduce -p single", "-n complete --processors 4 -c reduce-scatter -p single",
    "-n complete --processors 5 -c summation -p single --latency 3 --overhead 1 --gap 2 --operands 20",
    "-n complete --processors 5 -c broadcast -p single --latency 3 --messages 4",
    "-n complete --processors 5 -c broadcast -p single --latency 3 --messages 3 -a buffered",
    "-n complete --processors 5 -c reduce-scatter -p single --latency 3 --overhead 1 --gap 2",
    "-n complete --processors 6 -c allreduce -p single --latency 2 --overhead 1 --gap 1",
    "-n complete --processors 5 -c gather -p single --latency 2", "-n complete --processors 4 -c barrier -p single",
    "-n complete --processors 5 -c scatter -p single", "-k 2 -H 2 -c broadcast -p multi -a binomial",
    "-n star --symbols 3 -c broadcast -p single --messages 2 -a circulant",
    "-n rooted-tree --parents 0,0,1 -c broadcast -p single", "-n tree --children 2,3 --capacity 1,2 -c allgather -p multi",
    "-k 2 -H 2 -c reduce-scatter -p single", "-n star --symbols 3 -c reduce-scatter -p multi",
    "-n torus --dims 3x2 -c scatter -p single",
]


@dataclass
class Drawn:
    """A schedule: header lines, and hops as [cycle, from, to, message, lane or None]."""
    header: list
    hops: list = field(default_factory=list)

    @staticmethod
    def read(text):
        header, hops, body = [], [], False
        for line in text.splitlines():
            if line == "hops":
                body = True
            elif line == "end":
                break
            elif body:
                words = line.split()
                hops.append([int(words[0]), *words[1:4], words[4] if len(words) > 4 else None])
            else:
                header.append(line)
        return Drawn(header, hops)

    def text(self, dice=None):
        lines = [" ".join(str(word) for word in hop if word is not None) for hop in self.hops]
        if dice is not None:
            dice.shuffle(lines)
        return "\n".join([*self.header, "hops", *lines, "end"]) + "\n"


class Graph:
    """A random network of links; processors first."""

    def __init__(self, dice):
        processors = dice.randint(2, 5)
        switches = dice.choice([0, 0, 1, 2])
        self.names = [f"n{i}" for i in range(processors)] + [f"s{i}" for i in range(switches)]
        self.processors = processors
        self.roles = ["endpoint" if switches and dice.random() < 0.3 else "processor"] * processors
        self.roles += ["switch"] * switches
        self.lanes = {}  # (node, node): number of lanes
        degree = [0] * len(self.names)
        inner = list(range(processors, len(self.names))) or [0]
        order = inner + [v for v in range(len(self.names)) if v not in inner]
        edges = []
        for i, v in enumerate(order[1:], 1):
            forward = [u for u in order[:i] if self.roles[u] != "endpoint"]
            edges.append((v, dice.choice(forward)))
        for _ in range(dice.randint(0, 3)):
            edges.append(tuple(dice.sample(range(len(self.names)), 2)))
        self.lines = [f"node {name} {role}" for name, role in zip(self.names, self.roles)]
        for number, (u, v) in enumerate(edges):
            lanes = 2 if dice.random() < 0.1 else 1
            arc = number >= len(order) - 1 and dice.random() < 0.2
            if (u, v) in self.lanes or max(degree[u], degree[v]) + lanes > 4:
                if needed((u, v), self.lanes):
                    lanes = 1
                else:
                    continue
            degree[u] += lanes
            degree[v] += lanes
            if (v, u) in self.lanes:
                continue
            self.lanes[u, v] = lanes
            if not arc:
                self.lanes[v, u] = lanes
            self.lines.append(f"{'arc' if arc else 'edge'} {self.names[u]} {self.names[v]} {lanes}")

    def forwards(self, node):
        return self.roles[node] != "endpoint"


def needed(edge, lanes):
    """The first edges hold the network together."""
    return edge not in lanes and len(lanes) < 2


class Ports:
    """Links and ports that are free in a cycle."""

    def __init__(self, network, kind):
        self.network, self.kind = network, kind
        self.used = set()
        self.sent, self.received = {}, {}

    def most(self):
        return {"single": 1, "multi": 1 << 20}.get(self.kind) or int(self.kind)

    def take(self, u, v):
        """A free lane, or None."""
        if self.sent.get(u, 0) >= self.most() or self.received.get(v, 0) >= self.most():
            return None
        for lane in range(self.network.lanes[u, v]):
            if (u, v, lane) not in self.used:
                self.used.add((u, v, lane))
                self.sent[u] = self.sent.get(u, 0) + 1
                self.received[v] = self.received.get(v, 0) + 1
                return lane
        return None


def hop_of(network, cycle, u, v, message, lane):
    shown = lane if network.lanes[u, v] > 1 else None
    return [cycle, network.names[u], network.names[v], str(message), shown]


def distances(network, target):
    """Hops to a node along nodes that forward."""
    far = {target: 0}
    queue = [target]
    for v in queue:
        for (a, b) in network.lanes:
            if b == v and a not in far and (v == target or network.forwards(v)):
                far[a] = far[v] + 1
                queue.append(a)
    return far


def spread(dice, network, ports, messages, wanted, times):
    """Messages with many destinations, from node to node. `messages`: sources; `wanted`: by message."""
    startup, each = times
    holds = {(m, s): 0 for m, s in enumerate(messages)}
    hops, cycle, idle = [], 0, 0
    open_ones = {(m, p) for m in range(len(messages)) for p in wanted[m]}
    busy = {}  # last busy cycle of each link or port, start-ups included
    while open_ones and idle < 60:
        cycle += 1
        idle += 1
        free = Ports(network, ports)
        pairs = list(network.lanes)
        dice.shuffle(pairs)
        for u, v in pairs:
            if dice.random() < 0.2:
                continue
            own = [m for m in range(len(messages))
                   if holds.get((m, u), 1 << 30) < cycle and (m, v) not in holds and
                   (messages[m] == u or network.forwards(u)) and
                   (network.roles[v] != "endpoint" or v in wanted[m])]
            if not own:
                continue
            if startup or each > 1:
                keys = [("l", u, v)] + ([("s", u), ("r", v)] if ports == "single" else [])
                if any(busy.get(key, 0) >= cycle for key in keys):
                    continue
                packet = dice.sample(own, min(len(own), dice.randint(1, 2))) if startup else [dice.choice(own)]
                end = cycle + startup + each * len(packet) - 1
                lane = 0
                if startup:
                    hops.append(hop_of(network, cycle, u, v, "start", lane))
                for i, m in enumerate(packet):
                    hops.append(hop_of(network, cycle + startup + each * (i + 1) - 1, u, v, m, lane))
                    holds[m, v] = end
                    open_ones.discard((m, v))
                for key in keys:
                    busy[key] = end
                idle = 0
                continue
            lane = free.take(u, v)
            if lane is None:
                continue
            m = dice.choice(own)
            holds[m, v] = cycle
            open_ones.discard((m, v))
            hops.append(hop_of(network, cycle, u, v, m, lane))
            idle = 0
    return hops


def move(dice, network, ports, ends):
    """Messages with one destination each, mostly along shortest paths."""
    far = {d: distances(network, d) for _, d in ends}
    at = {m: (s, 0) for m, (s, d) in enumerate(ends) if s != d}
    hops, cycle = [], 0
    while at and cycle < 400:
        cycle += 1
        free = Ports(network, ports)
        order = list(at)
        dice.shuffle(order)
        for m in order:
            u, since = at[m]
            source, end = ends[m]
            if since >= cycle or dice.random() < 0.1:
                continue
            near = [v for (a, v) in network.lanes
                    if a == u and (v == end or network.forwards(v)) and v in far[end] and
                    (far[end][v] < far[end][u] or dice.random() < 0.05)]
            if not near:
                continue
            v = dice.choice(near)
            lane = free.take(u, v)
            if lane is None:
                continue
            hops.append(hop_of(network, cycle, u, v, m, lane))
            if v == end:
                del at[m]
            else:
                at[m] = (v, cycle)
    return hops


def combine(dice, network, ports, values, wanted, whole_moves):
    """Sums that grow where they are disjoint. `wanted`: nodes by value."""
    everybody = frozenset(range(network.processors))
    has = [{v: frozenset([v]) if v < network.processors else frozenset() for v in range(len(network.names))}
           for _ in range(values)]
    hops, cycle, idle = [], 0, 0
    sent = set()
    if not whole_moves:
        return reduce_up(dice, network, ports, values, wanted)
    while idle < 25 and any(has[m][p] != everybody for m in range(values) for p in wanted[m]):
        cycle += 1
        idle += 1
        free = Ports(network, ports)
        before = [dict(one) for one in has]
        pairs = list(network.lanes)
        dice.shuffle(pairs)
        for u, v in pairs:
            m = dice.randrange(values)
            part = before[m][u]
            whole = part == everybody
            if not part or dice.random() < 0.3 or (not network.forwards(u) and len(part) > 1 and not whole):
                continue
            if has[m][v] == everybody or (not whole and part & has[m][v]):
                continue
            lane = free.take(u, v)
            if lane is None:
                continue
            has[m][v] = everybody if whole else has[m][v] | part
            hops.append(hop_of(network, cycle, u, v, m, lane))
            idle = 0
    return hops


def reduce_up(dice, network, ports, values, wanted):
    hops = []
    for m in range(values):
        sink = wanted[m][0]
        far = distances(network, sink)
        parent = {v: dice.choice([b for (a, b) in network.lanes if a == v and far.get(b, 99) < far[v] and
                                  (b == sink or network.forwards(b))])
                  for v in far if v != sink}
        need = {v: {v} for v in far if v < network.processors and v != sink}
        used = set()
        for v in need:
            while v != sink:
                used.add(v)
                v = parent[v]
        waits = {v: sum(parent[w] == v for w in used) for v in [*used, sink]}
        ready = {v: 0 for v in used if waits[v] == 0}
        cycle = 0
        while ready and cycle < 200:
            cycle += 1
            for v in sorted(ready, key=lambda _: dice.random()):
                if ready[v] >= cycle or dice.random() < 0.1:
                    continue
                other = [h for h in hops if h[0] == cycle]
                free = Ports(network, ports)
                for h in other:
                    a, b = network.names.index(h[1]), network.names.index(h[2])
                    free.take(a, b)
                lane = free.take(v, parent[v])
                if lane is None:
                    continue
                hops.append(hop_of(network, cycle, v, parent[v], m, lane))
                del ready[v]
                p = parent[v]
                waits[p] -= 1
                if waits[p] == 0 and p != sink:
                    ready[p] = cycle
    return hops


def on_graph(dice):
    network = Graph(dice)
    n = network.processors
    ports = dice.choice(["single", "multi", "multi", "2"])
    messages = dice.choice([1, 1, 2, 3])
    source = dice.randrange(n)
    kind = dice.choice(["broadcast", "scatter", "gather", "allgather", "alltoall", "reduce", "allreduce",
                        "reduce-scatter", "exchange", "exchange"])
    times = (0, 1)
    lines = []
    name = f"collective {kind} source {source} messages {messages}"
    if kind == "exchange":
        name = "collective exchange"
        count = dice.randint(1, 5)
        several = dice.random() < 0.5
        relations = []
        for m in range(count):
            s = dice.randrange(n)
            others = [p for p in range(n) if p != s]
            to = dice.sample(others, dice.randint(1, len(others)) if several else 1)
            relations.append((s, to))
            lines.append(f"message {m} from {network.names[s]} to {','.join(network.names[p] for p in to)}")
        several = any(len(to) > 1 for _, to in relations)
        if several:
            if dice.random() < 0.3 and ports in ("single", "multi"):
                times = (dice.choice([0, 2]), dice.choice([1, 2]))
            hops = spread(dice, network, ports, [s for s, _ in relations], [set(to) for _, to in relations], times)
        else:
            hops = move(dice, network, ports, [(s, to[0]) for s, to in relations])
    elif kind in ("broadcast", "allgather"):
        if kind == "broadcast":
            sources = [source] * messages
        else:
            name = f"collective allgather messages {messages}"
            sources = [p for p in range(n) for _ in range(messages)]
        if dice.random() < 0.4 and ports in ("single", "multi") and max(network.lanes.values()) == 1:
            times = (dice.choice([0, 2]), dice.choice([1, 2]))
        hops = spread(dice, network, ports, sources, [set(range(n)) - {s} for s in sources], times)
    elif kind in ("scatter", "gather", "alltoall"):
        pairs = [(p, q) for p in range(n) for q in range(n)]
        if kind == "scatter":
            pairs = [(source, q) for q in range(n)]
        elif kind == "gather":
            pairs = [(p, source) for p in range(n)]
        else:
            name = f"collective alltoall messages {messages}"
        hops = move(dice, network, ports, [pair for pair in pairs for _ in range(messages)])
    else:
        values = messages * (n if kind == "reduce-scatter" else 1)
        wanted = [[source] if kind == "reduce" else [m // messages] if kind == "reduce-scatter" else
                  list(range(n)) for m in range(values)]
        if kind != "reduce":
            name = f"collective {kind} messages {messages}"
        hops = combine(dice, network, ports, values, wanted, kind != "reduce")
    header = ["romcast-schedule 1", "network graph file x", *network.lines, f"ports {ports}", name]
    if times != (0, 1):
        header.append(f"timing startup {times[0]} per-message {times[1]}")
    return Drawn(header + lines, hops)


def on_tree(dice):
    """A fat tree with queues; what is sent at random often overtakes and is run on stores."""
    arity, height = dice.choice([(2, 2), (2, 3), (3, 2)])
    network = Graph.__new__(Graph)
    n = arity ** height
    network.processors = n
    network.names = [f"p{i}" for i in range(n)]
    network.lanes, network.lines = {}, []
    wide = dice.choice([1, 1, 2])
    level = list(range(n))
    for l in range(1, height + 1):
        switches = [f"s{l}.{i}" for i in range(len(level) // arity)]
        first = len(network.names)
        network.names += switches
        for i, v in enumerate(level):
            network.lanes[v, first + i // arity] = network.lanes[first + i // arity, v] = wide if l > 1 else 1
        level = list(range(first, first + len(switches)))
    network.roles = ["endpoint"] * n + ["switch"] * (len(network.names) - n)
    ports = dice.choice(["single", "multi"])
    messages = dice.choice([1, 1, 2])
    source = dice.randrange(n)
    kind = dice.choice(["broadcast", "scatter", "gather", "allgather", "alltoall"])
    name = f"collective {kind} source {source} messages {messages}"
    if kind in ("allgather", "alltoall"):
        name = f"collective {kind} messages {messages}"
    if kind in ("broadcast", "allgather"):
        sources = [source] * messages if kind == "broadcast" else [p for p in range(n) for _ in range(messages)]
        hops = spread(dice, network, ports, sources, [set(range(n)) - {s} for s in sources], (0, 1))
    else:
        pairs = {"scatter": [(source, q) for q in range(n)], "gather": [(p, source) for p in range(n)],
                 "alltoall": [(p, q) for p in range(n) for q in range(n)]}[kind]
        hops = move(dice, network, ports, [pair for pair in pairs for _ in range(messages)])
    capacity = ",".join(["1"] + [str(wide)] * (height - 1))
    return Drawn(["romcast-schedule 1", f"network fat-tree arity {arity} height {height} capacity {capacity}",
                  f"ports {ports}", name], hops)


class Logp:
    """Times at which processors of a LogP machine send and receive."""

    def __init__(self, n, latency, overhead, gap):
        self.latency, self.overhead, self.gap = latency, overhead, gap
        self.busy = [[] for _ in range(n)]
        self.sends = [[] for _ in range(n)]
        self.receives = [[] for _ in range(n)]
        self.transit_from = [[] for _ in range(n)]
        self.transit_to = [[] for _ in range(n)]

    def fits(self, time, u, v):
        o, spacing = self.overhead, max(self.gap, self.overhead)
        arrive = time + o + self.latency
        most = -(-self.latency // self.gap)
        overlap = [begin for begin in self.busy[u] if abs(begin - time) < o] + \
                  [begin for begin in self.busy[v] if abs(begin - arrive) < o]
        near = [s for s in self.sends[u] if abs(s - time) < spacing] + \
               [r for r in self.receives[v] if abs(r - arrive) < spacing]
        inside = [t for t in self.transit_from[u] if abs(t - time) < self.latency]
        coming = [t for t in self.transit_to[v] if abs(t - time) < self.latency]
        return not overlap and not near and len(inside) < most and len(coming) < most

    def send(self, time, u, v):
        arrive = time + self.overhead + self.latency
        self.busy[u].append(time)
        self.busy[v].append(arrive)
        self.sends[u].append(time)
        self.receives[v].append(arrive)
        self.transit_from[u].append(time)
        self.transit_to[v].append(time)
        return arrive + self.overhead


def on_complete(dice):
    n = dice.randint(2, 5)
    if dice.random() < 0.25:
        return in_rounds(dice, n)
    if dice.random() < 0.15:
        return on_buffered(dice)
    latency, overhead, gap = dice.choice([(1, 0, 1), (1, 0, 1), (3, 1, 2), (2, 0, 1), (4, 2, 1), (1, 0, 3)])
    machine = Logp(n, latency, overhead, gap)
    kind = dice.choice(["broadcast", "scatter", "gather", "allgather", "alltoall", "reduce", "allreduce",
                        "reduce-scatter", "exchange"])
    messages = dice.choice([1, 1, 2])
    source = dice.randrange(n)
    name = f"collective {kind} source {source} messages {messages}"
    lines, hops = [], []
    if kind in ("allgather", "alltoall", "allreduce", "reduce-scatter"):
        name = f"collective {kind} messages {messages}"
    add = hops.append
    if kind in ("reduce", "allreduce", "reduce-scatter"):
        values = messages * (n if kind == "reduce-scatter" else 1)
        everybody = frozenset(range(n))
        has = [{p: [(0, frozenset([p]))] for p in range(n)} for _ in range(values)]
        done = set()

        def now(m, p, time):
            return [part for since, part in has[m][p] if since <= time][-1]

        for time in range(120):
            for u in sorted(range(n), key=lambda _: dice.random()):
                m, v = dice.randrange(values), dice.randrange(n)
                if v == u or dice.random() < 0.3 or not machine.fits(time, u, v):
                    continue
                part, last = now(m, u, time), has[m][v][-1][1]
                sink = source if kind == "reduce" else m // messages if kind == "reduce-scatter" else None
                if sink is not None and (u == sink or (m, u) in done or (m, v) in done):
                    continue
                whole = part == everybody
                if last == everybody or (not whole and part & last):
                    continue
                if sink is not None and len(has[m][u]) and has[m][u][-1][0] > time:
                    continue
                end = machine.send(time, u, v)
                has[m][v].append((end, everybody if whole else last | part))
                if sink is not None:
                    done.add((m, u))
                add([time + 1, f"p{u}", f"p{v}", str(m), None])
    else:
        if kind == "exchange":
            name = "collective exchange"
            ends = []
            for m in range(dice.randint(1, 4)):
                s, d = dice.sample(range(n), 2)
                ends.append((s, [d]))
                lines.append(f"message {m} from p{s} to p{d}")
        else:
            pairs = {"broadcast": [(source, [q for q in range(n) if q != source])],
                     "scatter": [(source, [q]) for q in range(n)], "gather": [(p, [source]) for p in range(n)],
                     "allgather": [(p, [q for q in range(n) if q != p]) for p in range(n)],
                     "alltoall": [(p, [q]) for p in range(n) for q in range(n)]}[kind]
            ends = [pair for pair in pairs for _ in range(messages)]
        several = kind in ("broadcast", "allgather")
        open_ones = {(m, d) for m, (s, to) in enumerate(ends) for d in to if d != s}
        holds = {(m, s): 0 for m, (s, _) in enumerate(ends)}
        for time in range(200):
            for m, d in sorted(open_ones, key=lambda _: dice.random()):
                froms = [u for u in range(n) if holds.get((m, u), 1 << 30) <= time]
                if not froms or dice.random() < 0.2:
                    continue
                u = dice.choice(froms)
                v = d
                if not several and dice.random() < 0.1:
                    v = dice.choice([p for p in range(n) if p != u])
                if (m, v) in holds or not machine.fits(time, u, v):
                    continue
                end = machine.send(time, u, v)
                if not several:
                    del holds[m, u]
                if v == d:
                    open_ones.discard((m, d))
                if several or v != d:
                    holds[m, v] = end
                add([time + 1, f"p{u}", f"p{v}", str(m), None])
    header = ["romcast-schedule 1", f"network complete processors {n}", "ports single", name]
    if (latency, overhead, gap) != (1, 0, 1):
        header.append(f"timing latency {latency} overhead {overhead} gap {gap}")
    return Drawn(header + lines, hops)


def on_buffered(dice):
    """Processors with queues, which take the oldest message; in a broadcast, what they send next."""
    n, latency = dice.randint(2, 5), dice.randint(1, 4)
    messages, source = dice.choice([1, 1, 2]), dice.randrange(n)
    kind = dice.choice(["broadcast", "scatter", "gather", "allgather", "alltoall"])
    everybody = range(n)
    pairs = {"broadcast": [(source, everybody)], "scatter": [(source, [q]) for q in everybody],
             "gather": [(p, [source]) for p in everybody], "allgather": [(p, everybody) for p in everybody],
             "alltoall": [(p, [q]) for p in everybody for q in everybody]}[kind]
    ends = [(s, set(to) - {s}) for s, to in pairs for _ in range(messages)]
    copies = kind in ("broadcast", "allgather")
    held = [{m for m, (s, to) in enumerate(ends) if s == p and to} for p in everybody]
    known = [set(own) for own in held]  # arrived, or in flight
    queues = [[] for _ in everybody]
    coming, sends, hops = {}, {}, []
    for cycle in range(1, 120):
        for p, (m, v) in sends.items():
            hops.append([cycle, f"p{p}", f"p{v}", str(m), None])
            coming.setdefault(cycle - 1 + latency, []).append((v, m))
        for v, m in dice.sample(coming.get(cycle, []), len(coming.get(cycle, []))):
            queues[v].append(m)
        sends, times = {}, coming.get(cycle + latency, [])
        for p in sorted(everybody, key=lambda _: dice.random()):
            there = held[p] | set(queues[p] if kind == "broadcast" else queues[p][:1])
            choice = [(m, v) for m in there for v in everybody
                      if v != p and m not in known[v] and (copies or v in ends[m][1] or dice.random() < 0.05) and
                      (copies or p not in ends[m][1]) and sum(to == v for to, _ in times) +
                      sum(to == v for _, to in sends.values()) < 2]
            if choice and dice.random() < 0.8:
                sends[p] = dice.choice(choice)
                known[sends[p][1]].add(sends[p][0])
                if not copies:
                    held[p].discard(sends[p][0])
            if queues[p]:
                next_one = sends.get(p, (None, None))[0]
                m = next_one if kind == "broadcast" and next_one in queues[p] else queues[p][0]
                queues[p].remove(m)
                if copies or p not in sends or sends[p][0] != m:
                    held[p].add(m)
                hops.append([cycle, f"p{p}", f"p{p}", str(m), None])
    name = f"collective {kind} messages {messages}"
    if kind in ("broadcast", "scatter", "gather"):
        name = f"collective {kind} source {source} messages {messages}"
    return Drawn(["romcast-schedule 1", f"network complete processors {n}", "ports single", name,
                  f"timing latency {latency} overhead 0 gap 1 buffered"], hops)


def in_rounds(dice, n):
    """K ports, and broadcasts, which hardware runs from periodic rows."""
    k = dice.randint(2, 3)
    messages = dice.choice([1, 2, 3])
    source = dice.randrange(n)
    network = Graph.__new__(Graph)
    network.processors, network.names = n, [f"p{i}" for i in range(n)]
    network.roles = ["processor"] * n
    network.lanes = {(u, v): 1 for u in range(n) for v in range(n) if u != v}
    if dice.random() < 0.8:
        hops = spread(dice, network, str(k), [source] * messages, [set(range(n)) - {source}] * messages, (0, 1))
        name = f"collective broadcast source {source} messages {messages}"
    else:
        sources = [p for p in range(n) for _ in range(messages)]
        hops = spread(dice, network, str(k), sources, [set(range(n)) - {s} for s in sources], (0, 1))
        name = f"collective allgather messages {messages}"
    for hop in hops:
        hop[4] = None
    return Drawn(["romcast-schedule 1", f"network complete processors {n}", f"ports {k}", name], hops)


def drawn(dice):
    return dice.choice([on_graph, on_graph, on_graph, on_tree, on_complete])(dice)


def changed(schedule, dice):
    """The same with up to three changes."""
    hops = [list(hop) for hop in schedule.hops]
    header = list(schedule.header)
    for _ in range(dice.choice([0, 0, 1, 1, 1, 2, 3])):
        if not hops:
            break
        change(hops, header, dice)
    return Drawn(header, hops)


def last(hops):
    return max((hop[0] for hop in hops), default=0)


def change(hops, header, dice):
    hop = dice.choice(hops)
    later = hop[0] + dice.randint(1, 3)
    numbers = [h for h in hops if h[3].isdigit() and h[2] != "add"]
    kind = dice.randrange(14)
    if kind == 0:  # sends a message a second time
        hops.append([later, *hop[1:]])
    elif kind in (1, 2) and hop[2] != "add":  # sends a message back to its sender
        hops.append([later, hop[2], hop[1], *hop[3:]])
    elif kind in (3, 4) and numbers:  # forwards a message to another node, over a link that some hop uses
        hop = dice.choice(numbers)
        onward = [h for h in hops if h[1] == hop[2] and h[2] != "add"]
        if onward:
            other = dice.choice(onward)
            hops.append([last(hops) + 1 if dice.random() < 0.5 else later, *other[1:3], hop[3], other[4]])
    elif kind == 5:
        hops.remove(hop)
    elif kind == 6:  # delays this hop and all later ones
        wait = dice.choice([1, 2, 100])
        for other in hops:
            if other[0] >= hop[0]:
                other[0] += wait
    elif kind == 7:
        hop[0] = later
    elif kind == 8:
        hop[0] = max(1, hop[0] - 1)
    elif kind == 9 and numbers:
        a, b = dice.choice(numbers), dice.choice(numbers)
        a[3], b[3] = b[3], a[3]
    elif kind == 10 and any(line.startswith("timing startup") for line in header):
        hops.append([last(hops) + 1 if dice.random() < 0.5 else later, *hop[1:3], "start", hop[4]])
    elif kind == 11 and numbers:  # replaces a message by another one
        dice.choice(numbers)[3] = dice.choice(numbers)[3]
    elif kind == 12:  # moves a hop to the cycle of another one
        other = dice.choice(hops)
        hop[0] = other[0]
    elif kind == 13:  # changes the number of additions
        sums = [h for h in hops if h[2] == "add"]
        if sums:
            other = dice.choice(sums)
            other[3] = str(max(1, int(other[3]) + dice.choice([-1, 1])))
