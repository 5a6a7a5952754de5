# SPDX-License-Identifier: Apache-2.0
"""Random calls with arguments of all kinds: each returns or raises what docs/python.md promises.

ROMCAST_FUZZ_CALLS: calls of each kind (300); ROMCAST_FUZZ_SEED: of the random numbers (1).
"""

import os
import random

import networkx
import numpy
import pytest

import romcast
from romcast import _romcast

CALLS = int(os.environ.get("ROMCAST_FUZZ_CALLS", "300"))
SEED = int(os.environ.get("ROMCAST_FUZZ_SEED", "1"))
REFUSED = (romcast.Error, TypeError)  # TypeError: a Python object of another type

NETWORKS = [romcast.family("ring", processors=4), romcast.family("torus", dims=(3, 3)),
            romcast.family("complete", processors=4), romcast.family("fat-tree", arity=2, height=2),
            romcast.family("hypercube", dimensions=3)]
ODD = [None, True, -1, 0, 1, 2, 3, 7, 2**31, 2**32 - 1, 2**32, 2**64, -2**63, 0.5, float("nan"), float("inf"),
       "", "0", "-1", "1e9", "ring", "alltoall", "multi", "\0", "ä\n`{}%s", "x" * 3000, b"bytes", (), [], {}, {"a": 1},
       [1, 2], [(0, 1)], numpy.int8(3), numpy.uint64(2**63), numpy.float32(1), numpy.array([]), object(), len]
COLLECTIVES = ["broadcast", "scatter", "gather", "allgather", "alltoall", "reduce", "allreduce", "reduce-scatter",
               "exchange", "summation"]


def value(rng, usual):
    """One of the usual values, or in one of four cases an odd one."""
    return rng.choice(ODD) if rng.random() < 0.25 else rng.choice(usual)


def tried(call):
    """The result of a call, or None where it is refused in words."""
    try:
        return call()
    except REFUSED as error:
        assert str(error)
        return None


def random_family(rng):
    names = ["ring", "torus", "mesh", "hypercube", "complete", "fat-tree", "star-graph", "kautz", "circulant", "petersen"]
    options = {str(value(rng, ["processors", "dims", "dimensions", "arity", "height", "symbols", "strides", "tiles"])):
               value(rng, [1, 2, 3, 4, (3, 3), "3x2", "1,2", ""]) for _ in range(rng.randrange(3))}
    name = value(rng, names)
    return lambda: romcast.family(name, **options)


def random_edges(rng):
    nodes = [0, 1, "a", (1, 2)]
    edges = [(0, 1), (1, "a"), ("a", (1, 2)), ((1, 2), 0)]
    for _ in range(rng.randrange(4)):
        edges[rng.randrange(4)] = tuple(value(rng, nodes) for _ in range(rng.choice([2, 2, 3, 1])))
    roles = {rng.choice(nodes): value(rng, ["switch", "endpoint"]) for _ in range(rng.randrange(2))}
    return lambda: romcast.from_edges([edge for edge in edges if all(hashable(one) for one in edge)], roles)


def hashable(one):
    try:
        hash(one)
    except TypeError:
        return False
    return True


def random_matrix(rng):
    shape = rng.choice([(3, 3), (2, 2), (4, 4), (2, 3), (0, 0), (3,), (2, 2, 2)])
    numbers = numpy.random.default_rng(rng.randrange(2**32))
    kind = rng.choice(["i1", "u1", "i8", "u8", "f4", "c8", "?", "O", "U3", "M8[s]"])
    matrix = numbers.integers(0, rng.choice([2, 2, 3, 100]), shape)
    if rng.random() < 0.5:
        matrix = numpy.roll(numpy.eye(4, dtype="i8"), 1, axis=1)
    return lambda: romcast.from_matrix(matrix.astype(kind) if rng.random() < 0.8 else matrix.tolist())


def random_graph(rng):
    graph = networkx.gnp_random_graph(rng.randrange(7), 0.6, seed=rng.randrange(100), directed=rng.random() < 0.7)
    for node in graph:
        if rng.random() < 0.3:
            graph.nodes[node][rng.choice(["role", "overhead"])] = value(rng, ["switch", "host", "1us", "2cycles"])
    for edge in graph.edges:
        if rng.random() < 0.3:
            graph.edges[edge][rng.choice(["capacity", "bandwidth", "latency", "lanes"])] = value(
                rng, [1, 2, 100, "1GB/s", "1/2", "3us", "4cycles", "-1us", "1e30s"])
    options = {rng.choice(["unit", "chunk", "cycle", "latency"]): value(rng, ["1kB", "1us", 2])
               for _ in range(rng.randrange(2))}
    return lambda: romcast.from_networkx(graph, **options)


def random_plan(rng):
    network = value(rng, NETWORKS)
    collective = value(rng, COLLECTIVES)
    arguments = {"ports": value(rng, ["single", "multi", "2"]), "root": value(rng, [0, 1, 3])}
    for name, usual in (("messages", [1, 2, 5]), ("depth", [1, 4, 100]), ("control", ["rule", "rom", ""]),
                        ("algorithm", ["", "any", "matching", "binomial", "ring"]), ("fit", [True, False]),
                        ("timing", [{}, {"latency": 2}, {"gap": 1}, {"overhead": 1, "latency": 3}])):
        if rng.random() < 0.3:
            arguments[name] = value(rng, usual)
    if isinstance(arguments.get("messages"), int) and arguments["messages"] > 100:
        arguments["messages"] = 0  # a plan of many messages is legal but slow

    def call():
        plan = romcast.plan(network, collective, **arguments)
        return plan.judge(), plan.bound, plan.hops, tried(plan.depths), tried(plan.to_msccl), tried(plan.to_goal)
    return call


def random_exchange(rng):
    ends = [0, 1, 2, 3, [1, 2], [0, 1, 3]]
    demands = [(value(rng, [0, 1, 2, 3]), value(rng, ends)) for _ in range(rng.randrange(5))]
    network = value(rng, NETWORKS)
    return lambda: romcast.plan(romcast.exchange(network, value(rng, [demands]))).judge()


def random_fabric(rng):
    ends = [0, 1, 2, "p3", [1, 2], ["p0", 3]]
    flows = [tuple(value(rng, usual) for usual in (["a", "b", "c"], [0, 1, "p2"], ends, [1, 1, 2], [0, 20])[: rng.choice(
        [3, 3, 4, 5, 2])]) for _ in range(rng.randrange(1, 4))]
    network = value(rng, [romcast.family("mesh", dims=(2, 2), tiles=True), NETWORKS[0]])
    options = {name: value(rng, usual) for name, usual in (
        ("payload", [8, 16, 64]), ("control", ["axi-lite", "wishbone"]), ("statistics", [0, 1, 2]), ("period", ["auto", 5]),
        ("credits", [True, False]), ("on_demand", [True, False]), ("then", [flows, "alltoall"]),
        ("operator", ["add", "max"]), ("signed", [True])) if rng.random() < 0.2}
    what = value(rng, [flows, flows, "alltoall", "allreduce"])

    def call():
        made = romcast.fabric(network, what, seconds=0.01, **options)
        return made.period, made.period_bound, made.description
    return call


def random_hops(rng):
    task = rng.choice([romcast.problem(network, collective, "single" if network.family == "complete" else "multi")
                       for network in NETWORKS for collective in ("broadcast", "allgather", "alltoall")])
    rows = [tuple(value(rng, [0, 1, 2, 3]) for _ in range(rng.choice([4, 4, 4, 5, 3]))) for _ in range(rng.randrange(8))]
    kind = rng.random()
    if kind < 0.4:  # an array of another shape or type
        fields = [(name, rng.choice(["i2", "u4", "u4", "u8", "f8", "O", ">u4", ("u4", 2)]))
                  for name in rng.sample(["cycle", "src", "dst", "lane", "message", "more"], rng.choice([4, 5, 6, 6]))]
        hops = numpy.zeros(rng.choice([0, 1, 3, (2, 2), ()]), rng.choice([fields, "u4", romcast.hop_dtype]))
    elif kind < 0.8:  # legal numbers: the judge decides
        hops = numpy.array([tuple(rng.choice([0, 1, 1, 2, 3, 4, 5, 2**32 - 1]) for _ in range(5)) for _ in range(20)],
                           romcast.hop_dtype)[:: rng.choice([1, 2, -1])]
    else:
        hops = rows

    def call():
        mine = romcast.schedule(task, hops, depth=value(rng, [None, 3]), anyway=rng.random() < 0.5)
        return mine.judge(), tried(mine.depths), tried(mine.to_msccl), tried(mine.save)
    return call


def random_core(rng):
    """Functions of the C++ module itself, as no wrapper calls them."""
    core = [one._core for one in NETWORKS]
    task = romcast.problem(NETWORKS[0], "allgather").core
    pool = [*ODD, *core, task, romcast.hop_dtype, numpy.zeros(3, romcast.hop_dtype), numpy.zeros((2, 2), "f8")]
    usual = {
        "family": (["ring"], [{"processors": "4"}, {}]), "read": (["/nowhere.dot"], [{}]),
        "graph": ([[("a", "processor"), ("b", "processor")]], [[(0, 1, 1, 0), (1, 0, 1, 0)], [(0, 5, 1, 9)], [(0, 1, 1, 7)]],
                  [[("", "", "", "")], []], [{}]),
        "problem": (core, COLLECTIVES, ["multi"], [0, 99], [1], [{}], [{}]),
        "exchange": (core, [[(0, [1])], [(9, [1])], [(0, [])]], ["multi"], [{}], [{}]),
        "run": ([task], ["", "ring"], ["", "rom"], [None, 3], [False], [None, "", "garbage", "\x01\x02" * 40]),
        "run_of_hops": ([task], [numpy.zeros(3, romcast.hop_dtype)], ["mine"], [None], [False], [True]),
    }
    name = rng.choice(list(usual))
    arguments = [rng.choice(pool) if rng.random() < 0.15 else rng.choice(one) for one in usual[name]]

    def call():
        made = getattr(_romcast, name)(*arguments)
        return tried(made.verdict) if isinstance(made, _romcast.Run) else made
    return call


@pytest.mark.parametrize("kind", [random_family, random_edges, random_matrix, random_graph, random_plan, random_exchange,
                                  random_fabric, random_hops, random_core], ids=lambda kind: kind.__name__[7:])
def test_calls_of_any_kind_return_or_are_refused_in_words(kind):
    rng = random.Random(f"{SEED} {kind.__name__}")
    done = 0
    for _ in range(CALLS):
        done += tried(kind(rng)) is not None
    assert 0 < done < CALLS  # some are legal, some are not
