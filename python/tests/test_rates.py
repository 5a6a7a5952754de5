# SPDX-License-Identifier: Apache-2.0
# The rate of an allgather (Zhao et al., "ForestColl", 2024): for every set S of nodes that lacks a
# processor, a schedule takes at least (processors in S) / (links that leave S) cycles per message
# of each processor. The test computes this bound for every such set.
import itertools
from fractions import Fraction

import numpy
import pytest

import romcast

networkx = pytest.importorskip("networkx")


def random_graph(random):
    """A strongly connected digraph with capacities, like those that ForestColl takes."""
    processors, switches = int(random.integers(2, 5)), int(random.integers(0, 3))
    n = processors + switches
    graph = networkx.DiGraph()
    for v in range(n):
        graph.add_node(v, type="processor" if v < processors else "switch")
    around = random.permutation(n)
    for a, b in zip(around, numpy.roll(around, 1)):
        graph.add_edge(int(a), int(b), capacity=int(random.integers(1, 4)))
    for a, b in itertools.permutations(range(n), 2):
        if random.random() < 0.25 and not graph.has_edge(a, b):
            graph.add_edge(a, b, capacity=int(random.integers(1, 4)))
    return graph


def worst_cut(graph):
    hosts = {v for v, kind in graph.nodes(data="type") if kind == "processor"}
    worst = Fraction(0)
    for size in range(1, len(graph)):
        for chosen in itertools.combinations(graph, size):
            inside = set(chosen)
            if hosts <= inside:
                continue
            leave = sum(c for a, b, c in graph.edges(data="capacity") if a in inside and b not in inside)
            worst = max(worst, Fraction(len(hosts & inside), leave))
    return worst


def test_no_allgather_of_200_random_digraphs_is_faster_than_its_worst_cut():
    random = numpy.random.default_rng(40)
    met = 0
    for _ in range(200):
        graph = random_graph(random)
        net = romcast.from_networkx(graph, role="type")
        messages = int(random.integers(1, 7))
        plan = romcast.plan(net, "allgather", messages=messages)
        assert plan.judge().legal
        least = -(-messages * worst_cut(graph) // 1)
        assert plan.cycles >= plan.bound >= least
        met += plan.cycles <= least + networkx.diameter(graph)
    # Most schedules should exceed `least` by at most the diameter of the network.
    assert met > 150
