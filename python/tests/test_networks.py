# SPDX-License-Identifier: Apache-2.0
import pickle

import networkx
import numpy
import pytest

import romcast


def test_a_family_is_the_graph_that_networkx_builds():
    for ours, theirs in [
        (romcast.family("torus", dims=(4, 5)), networkx.grid_2d_graph(4, 5, periodic=True)),
        (romcast.family("mesh", dims=(3, 4)), networkx.grid_2d_graph(3, 4)),
        (romcast.family("hypercube", dimensions=4), networkx.hypercube_graph(4)),
        (romcast.family("ring", processors=7), networkx.cycle_graph(7)),
        (romcast.family("circulant", processors=9, strides="1,2"), networkx.circulant_graph(9, [1, 2])),
        (romcast.family("petersen"), networkx.petersen_graph()),
    ]:
        graph = ours.to_networkx().to_undirected()
        assert networkx.is_isomorphic(graph, theirs)
        assert ours.processors == theirs.number_of_nodes()


@pytest.mark.parametrize("kind", [list, tuple, numpy.array])
def test_sizes_are_sequences_of_any_kind(kind):
    for family, option, sizes, text, others in [
        ("torus", "dims", [4, 4], "4x4", {}),
        ("hyperx", "lanes", [2, 3], "2x3", {"dims": "3x4"}),
        ("circulant", "strides", [1, 3], "1,3", {"processors": 8}),
        ("fat-tree", "capacity", [1, 2], "1,2", {"arity": 2, "height": 2}),
        ("tree", "children", [2, 3], "2,3", {}),
    ]:
        assert romcast.family(family, **{option: kind(sizes)}, **others).options[option] == text


def test_a_networkx_graph_comes_back_as_it_was():
    for seed in range(20):
        graph = networkx.gnp_random_graph(9, 0.4, seed=seed, directed=True)
        if not networkx.is_strongly_connected(graph):
            continue
        for number, edge in enumerate(graph.edges):
            graph.edges[edge]["capacity"] = number % 3 + 1
        back = romcast.from_networkx(graph).to_networkx()
        assert {(int(a), int(b), d["lanes"]) for a, b, d in back.edges(data=True)} == {
            (a, b, d["capacity"]) for a, b, d in graph.edges(data=True)}


def test_matrices_and_edges_say_the_same():
    matrix = numpy.array([[0, 2, 0], [0, 0, 1], [1, 0, 0]])
    one = romcast.from_matrix(matrix)
    other = romcast.from_edges([(0, 1, 2), (1, 2), (2, 0)])
    assert (one.channels == other.channels).all()
    assert one.channels.tolist() == [(0, 1, 2), (1, 2, 1), (2, 0, 1)]


def test_switches_forward_and_hold_no_messages_of_their_own():
    graph = networkx.star_graph(4)
    graph.nodes[0]["role"] = "switch"
    net = romcast.from_networkx(graph)
    assert net.processors == 4
    assert net.roles == ["processor"] * 4 + ["switch"]
    assert romcast.plan(net, "alltoall").cycles >= 3


def test_a_network_can_be_pickled():
    net = pickle.loads(pickle.dumps(romcast.from_networkx(networkx.petersen_graph())))
    assert net.processors == 10 and net.node(3) == net.names.index("3")


def test_one_way_links_give_broadcasts_their_eccentricity():
    for seed in range(12):
        graph = networkx.gnp_random_graph(8, 0.35, seed=seed, directed=True)
        if not networkx.is_strongly_connected(graph):
            continue
        net = romcast.from_networkx(graph)
        plan = romcast.plan(net, "broadcast", ports="multi")
        assert plan.cycles == networkx.eccentricity(graph, 0)


@pytest.mark.parametrize("wrong", [
    lambda: romcast.family("torus", dims=(1, 4)),
    lambda: romcast.family("nonsense"),
    lambda: romcast.family("ring", processors=5, size=3),
    lambda: romcast.from_matrix([[0, 1, 0], [1, 0, 0]]),
    lambda: romcast.from_matrix([[0, 0.5], [1, 0]]),
    lambda: romcast.from_matrix([[0, 65], [1, 0]]),
    lambda: romcast.from_matrix([[0, -1], [1, 0]]),
    lambda: romcast.from_matrix(numpy.zeros((0, 0), int)),
    lambda: romcast.from_matrix([[1, 1], [1, 0]]),
    lambda: romcast.from_edges([(0, 1)]),
    lambda: romcast.from_edges([(0,)]),
    lambda: romcast.from_edges([(0, 1, 1.5), (1, 0)]),
    lambda: romcast.from_edges([(0, 1), (1, 0)], roles={2: "switch"}),
    lambda: romcast.from_edges([(0, 1), (1, 0)], roles={1: "router"}),
    lambda: romcast.from_networkx(networkx.empty_graph(3)),
    lambda: romcast.from_networkx(networkx.disjoint_union(networkx.cycle_graph(3), networkx.cycle_graph(3))),
    lambda: romcast.read("/nowhere.dot"),
])
def test_bad_networks_are_refused(wrong):
    with pytest.raises(romcast.InputError) as error:
        wrong()
    assert str(error.value) and isinstance(error.value, ValueError)


def test_an_error_names_argument_value_and_reason():
    with pytest.raises(romcast.InputError) as error:
        romcast.family("torus", dims=(1, 4))
    assert (error.value.option, error.value.value) == ("dims", "1x4")
    assert "2" in error.value.reason


def test_networks_draw_themselves():
    for net in (romcast.family("torus", dims=(4, 4)), romcast.family("star-graph", symbols=3),
                romcast.from_networkx(networkx.petersen_graph())):
        drawn = net._repr_svg_()
        if drawn is None:
            pytest.skip("no program, or it was built without its pages")
        assert drawn.startswith("<svg")
        assert all(f">{name}<" in drawn for name in net.names)


def boxes(nodes, fast, slow):
    """GPUs in boxes with a switch each, and one switch between the boxes."""
    graph, gpus = networkx.DiGraph(), []
    for box in range(nodes):
        for gpu in range(4):
            gpus.append((box, "GPU", gpu))
            for switch, capacity in (((box, "switch", 0), fast), ((-1, "IB", 0), slow)):
                graph.add_edge(gpus[-1], switch, capacity=capacity)
                graph.add_edge(switch, gpus[-1], capacity=capacity)
    return graph, gpus


def test_large_capacities_are_taken_in_units_which_a_note_says():
    graph, gpus = boxes(2, 300, 25)
    net = romcast.from_networkx(graph, processors=gpus)
    assert net.processors == 8 and net.roles.count("switch") == 3
    assert set(net.channels["lanes"].tolist()) == {12, 1}
    assert net.notes == ["a link stands for a capacity of 25"]
    assert net.names[net.node((1, "GPU", 2))] == net.names[6]


def test_capacities_of_any_kind_are_rounded_to_a_unit_of_one_s_own():
    graph, gpus = boxes(2, 256, 23.5)
    with pytest.raises(romcast.InputError, match="unit="):
        romcast.from_networkx(graph, processors=gpus)
    net = romcast.from_networkx(graph, processors=gpus, unit=23.5)
    assert set(net.channels["lanes"].tolist()) == {11, 1}
    assert "16 capacities are rounded" in net.notes[0]
    for wrong in (0, -1, "fast", float("nan"), 1):
        with pytest.raises(romcast.InputError):
            romcast.from_networkx(graph, processors=gpus, unit=wrong)
    with pytest.raises(romcast.InputError, match="no such node"):
        romcast.from_networkx(graph, processors=["elsewhere"])


def test_bandwidths_latencies_and_overheads_of_a_networkx_graph_are_times_of_links():
    graph = networkx.DiGraph()
    graph.add_node("a", overhead="1us")
    graph.add_node("s", role="switch", overhead="2us")
    for a, b, bandwidth in (("a", "s", "1GB/s"), ("s", "a", "1GB/s"), ("b", "s", "0.5GB/s"), ("s", "b", "0.5GB/s")):
        graph.add_edge(a, b, bandwidth=bandwidth, latency="3us", lanes=2)
    network = romcast.from_networkx(graph, chunk="1kB")
    names = network.names
    times = {(names[src], names[dst]): time
             for (src, dst, _), time in zip(network.channels.tolist(), network.times.tolist())}
    # A cycle is 1 us: 1 kB at 1 GB/s.
    assert network.cycle_seconds == pytest.approx(1e-6)
    assert times == {("a", "s"): (1, 6), ("s", "a"): (1, 4), ("b", "s"): (2, 5), ("s", "b"): (2, 3)}
    back = romcast.from_networkx(network.to_networkx())
    assert sorted(back.times.tolist()) == sorted(network.times.tolist())
    # A message from a to b: 7 cycles to s, then 5 to b.
    plan = romcast.plan(back, "alltoall", ports="multi")
    assert plan.cycles == 12


def test_a_file_with_bandwidths_is_read_with_the_size_of_a_message(tmp_path):
    file = tmp_path / "two.dot"
    file.write_text('graph { a -- b [bandwidth="1GB/s", latency="2us"]; }')
    assert romcast.read(file, chunk="1kB").times.tolist() == [(1, 2), (1, 2)]
    with pytest.raises(romcast.InputError, match="give `?chunk"):
        romcast.read(file)
    with pytest.raises(romcast.InputError, match="no such option"):
        romcast.read(file, chunks="1kB")


def test_parallel_edges_with_different_times_are_refused():
    graph = networkx.MultiGraph()
    graph.add_edge("a", "b", bandwidth="1/2")
    graph.add_edge("a", "b", bandwidth="1/3")
    with pytest.raises(romcast.InputError, match="different times"):
        romcast.from_networkx(graph)
