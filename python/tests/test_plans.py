# SPDX-License-Identifier: Apache-2.0
import functools
import json
import os
import pickle
import signal
import subprocess
import threading

import numpy
import pytest

import romcast

RING = romcast.family("ring", processors=6)


def rotations(problem):
    """Every processor passes on what it got last: n-1 cycles around a ring."""
    n = problem.network.processors
    for cycle in range(1, n):
        for p in range(n):
            yield cycle, p, (p + 1) % n, (p - cycle + 1) % n


def test_an_alltoall_on_a_torus_is_legal_and_not_below_its_bound():
    plan = romcast.plan(romcast.family("torus", dims=(3, 3)), "alltoall", ports="multi")
    assert plan.judge().legal
    assert plan.cycles >= plan.bound
    assert plan.bound_by
    # A bound on hops: each of the 9 processors has 4 others at distance 1 and 4 at distance 2.
    assert plan.judge().hops == len(plan.hops) >= 9 * (4 * 1 + 4 * 2)
    assert plan.hops["cycle"].max() == plan.cycles


def test_hops_are_an_array_over_the_plan_s_memory():
    hops = romcast.plan(RING, "allgather").hops
    assert hops.dtype == romcast.hop_dtype
    assert hops.dtype.names == ("cycle", "src", "dst", "lane", "message")
    assert not hops.flags.owndata and hops.base is not None


def test_what_a_plan_hands_out_does_not_change_the_plan():
    plan = romcast.plan(RING, "allgather")
    with pytest.raises(ValueError):
        plan.hops["cycle"][:] = 9
    plan.report()["plan"]["cycles"] = 9
    plan.depths().clear()
    assert plan.report()["plan"]["cycles"] == plan.cycles == plan.hops["cycle"].max() and plan.depths()


def test_rows_of_hops_and_of_frames_are_taken_by_the_names_of_their_fields():
    pytest.importorskip("pandas")
    two = romcast.exchange(romcast.from_edges([(0, 1, 2), (1, 0, 2)]), [(0, 1), (0, 1)])
    hops = numpy.array([(1, 0, 1, 0, 1), (1, 0, 1, 1, 0)], romcast.hop_dtype)
    whole = romcast.schedule(two, hops)
    for rows in (list(hops), whole.frame().itertuples(index=False), list(whole.frame().to_records())):
        assert romcast.schedule(two, rows).hops.tolist() == hops.tolist()
    assert romcast.plan(two, algorithm=lambda problem: iter(hops)).hops.tolist() == hops.tolist()


def test_every_message_is_followed_to_those_who_want_it():
    task = romcast.problem(RING, "allgather")
    holds = {(m, task.origin(m)) for m in range(task.message_numbers)}
    hops = romcast.plan(task).hops
    for cycle in range(1, hops["cycle"].max() + 1):
        now = hops[hops["cycle"] == cycle]
        assert all((m, src) in holds for m, src in zip(now["message"].tolist(), now["src"].tolist()))
        holds |= set(zip(now["message"].tolist(), now["dst"].tolist()))
    for m in range(task.message_numbers):
        assert all((m, p) in holds for p in range(6) if task.wants(m, p))


def test_an_algorithm_of_one_s_own_is_judged_and_runs_on_the_verilog():
    romcast.algorithm("rotations")(rotations)
    plan = romcast.plan(RING, "allgather", algorithm="rotations")
    assert plan.judge().legal and plan.cycles == 5 and plan.algorithm == "rotations"
    measured = romcast.run(plan)
    assert measured.passed and measured.cycles == 5
    assert sorted(measured.trace.tolist()) == sorted(plan.hops.tolist())
    assert measured.registers["hops"].tolist() == [5] * 6


class Turning:
    def hops(self, problem):
        return rotations(problem)


def test_any_callable_is_an_algorithm_with_or_without_a_name_of_its_own():
    for made in (functools.partial(rotations), Turning().hops):
        romcast.algorithm("turning")(made)
        assert romcast.plan(RING, "allgather", algorithm="turning").algorithm == "turning"
        assert romcast.plan(RING, "allgather", algorithm=made).cycles == 5
    assert romcast.plan(RING, "allgather", algorithm=functools.partial(rotations)).cycles == 5
    romcast.algorithm(Turning().hops)
    assert romcast.plan(RING, "allgather", algorithm="hops").algorithm == "hops"


def test_an_algorithm_of_one_s_own_takes_depth_fit_and_rom():
    for hardware in ({"control": "rom", "depth": 3}, {"fit": True}):
        assert romcast.plan(TASK, algorithm=rotations, **hardware).judge().legal


def test_an_illegal_schedule_is_told_in_sentences_and_does_not_run():
    task = romcast.problem(RING, "allgather")
    wrong = romcast.schedule(task, [(1, 0, 1, 3)])
    verdict = wrong.judge()
    assert not verdict.legal
    assert verdict.violations[0].kind == "sent-before-arrival"
    assert verdict.violations[0].cycle == 1
    assert not romcast.run(wrong).passed


def test_an_exchange_delivers_its_demands():
    plan = romcast.plan(romcast.exchange(RING, [(0, 3), (3, 0), (1, [2, 4])]))
    assert plan.judge().legal
    assert plan.cycles == 3


def test_a_node_named_all_is_a_node_where_a_list_names_it():
    edges = [("b", "all"), ("all", "1"), ("1", "b")]
    network = romcast.from_edges(edges + [(b, a) for a, b in edges])
    number = network.node("all")
    for end in (number, ["all"]):
        task = romcast.flows(network, [romcast.Reduction("sum", ["b", "1"], end)])
        assert [p for p in range(3) if task.wants(0, p)] == [number]
    task = romcast.flows(network, [romcast.Reduction("sum", "all", "all")])
    assert all(task.wants(0, p) for p in range(3))


@pytest.mark.parametrize("name", ["a#b", " a", "a" * 4097])
def test_names_of_flows_that_no_file_could_hold_are_refused(name):
    with pytest.raises(romcast.InputError, match="name"):
        romcast.flows(RING, [(name, 0, 3)])


def test_a_run_measures_what_the_program_measures(tmp_path):
    program = os.environ.get("ROMCAST_PROGRAM")
    if not program:
        pytest.skip("no program")
    for words in ["-n ring --processors 6 -c alltoall -p single", "-n hypercube --dimensions 3 -c allreduce",
                  "-n fat-tree -k 2 -H 2 -c alltoall -p multi", "-n complete --processors 5 -c broadcast -p single",
                  "-n star-graph --symbols 3 -c scatter -p multi"]:
        out = subprocess.run([program, "run", *words.split(), "--json", "-"], capture_output=True, check=True)
        theirs = json.loads(out.stdout)
        scenario = theirs["scenario"]
        sizes = {"ring": {"processors": 6}, "hypercube": {"dimensions": 3}, "fat-tree": {"arity": 2, "height": 2},
                 "complete": {"processors": 5}, "star": {"symbols": 3}}[scenario["network"]]
        net = romcast.family("star-graph" if scenario["network"] == "star" else scenario["network"], **sizes)
        ours = romcast.run(net, scenario["collective"], ports=scenario["ports"]).report
        for part in ("scenario", "theory", "plan", "hardware"):
            assert ours[part] == theirs[part], (words, part)


def test_threads_plan_at_the_same_time():
    results = []

    def work():
        results.append(romcast.plan(romcast.family("hypercube", dimensions=4), "alltoall").cycles)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 6 and len(set(results)) == 1


def test_a_plan_can_be_pickled_and_written_for_others():
    plan = pickle.loads(pickle.dumps(romcast.plan(RING, "allgather")))
    assert plan.to_msccl().startswith("<algo")
    full = romcast.family("complete", processors=6)
    assert "num_ranks 6" in romcast.plan(full, "allgather", ports="single").to_goal()
    assert "allgather" in repr(plan) and "<pre" in plan._repr_html_()
    assert len(plan.frame()) == len(plan.hops)


def test_two_plans_are_compared():
    pandas = pytest.importorskip("pandas")
    table = romcast.compare(romcast.plan(RING, "allgather"), romcast.plan(RING, "allgather", ports="single"))
    assert isinstance(table, pandas.DataFrame)
    assert table.loc["cycles", "a"] <= table.loc["cycles", "b"]


TASK = romcast.problem(RING, "allgather")


@pytest.mark.parametrize("wrong", [
    lambda: romcast.plan(RING),
    lambda: romcast.plan(RING, "chatter"),
    lambda: romcast.plan("ring", "alltoall"),
    lambda: romcast.plan(RING, "alltoall", ports="3x"),
    lambda: romcast.plan(RING, "broadcast", root=6),
    lambda: romcast.plan(RING, "broadcast", root=-1),
    lambda: romcast.plan(RING, "broadcast", messages=0),
    lambda: romcast.plan(RING, "broadcast", messages=1.5),
    lambda: romcast.plan(RING, "broadcast", algorithm="nonsense"),
    lambda: romcast.plan(RING, "broadcast", control="magic"),
    lambda: romcast.plan(RING, "broadcast", depth=0),
    lambda: romcast.plan(RING, "broadcast", timing={"speed": 3}),
    lambda: romcast.plan(RING, "exchange"),
    lambda: romcast.plan(TASK, "broadcast"),
    lambda: romcast.plan(TASK, ports="multi"),
    lambda: romcast.plan(TASK, root=0),
    lambda: romcast.plan(TASK, messages=1),
    lambda: romcast.plan(TASK, timing={"latency": 2}),
    lambda: romcast.plan(TASK, seconds=1),
    lambda: romcast.plan(RING, "allgather", algorithm=rotations, seconds=1),
    lambda: romcast.plan(RING, "allgather", algorithm=rotations, control="bogus"),
    lambda: romcast.plan(RING, "allgather", algorithm=rotations, control="rule"),
    lambda: romcast.run(romcast.plan(TASK), "broadcast"),
    lambda: romcast.run(romcast.plan(TASK), depth=3),
    lambda: romcast.exchange(RING, [(0, 0)]),
    lambda: romcast.exchange(RING, [(0, 9)]),
    lambda: romcast.exchange(RING, [0]),
    lambda: romcast.exchange(RING, [(0, [1, 1])]),
    lambda: romcast.schedule(TASK, [(1, 0, 2, 0)]),
    lambda: romcast.schedule(TASK, [(0, 0, 1, 0)]),
    lambda: romcast.schedule(TASK, [(1, 0, 1, 0, 1)]),
    lambda: romcast.schedule(TASK, [(1, 0, 99, 0)]),
    lambda: romcast.schedule(TASK, [(1, 0, 1)]),
    lambda: romcast.schedule(TASK, [(1, 0, 1, "m")]),
    lambda: romcast.schedule(TASK, [(1, 0, 1, 2**33)]),
    lambda: romcast.schedule(TASK, numpy.zeros(3)),
    lambda: romcast.schedule(TASK, [numpy.array((1, 0, 1, 0, 0), [(name, "u4") for name in "abcde"])[()]]),
    lambda: romcast.schedule(TASK, numpy.zeros((2, 2), romcast.hop_dtype)),
    lambda: romcast.schedule(RING, []),
    lambda: romcast.algorithm("x")(3),
    lambda: romcast.algorithm(functools.partial(rotations)),
])
def test_bad_tasks_are_refused(wrong):
    with pytest.raises(romcast.InputError) as error:
        wrong()
    assert str(error.value)


def test_random_hops_never_crash_the_judge():
    random = numpy.random.default_rng(7)
    for _ in range(300):
        hops = numpy.zeros(random.integers(0, 30), romcast.hop_dtype)
        for name, most in (("cycle", 8), ("src", 7), ("lane", 2), ("message", 8)):
            hops[name] = random.integers(0, most, len(hops))
        hops["dst"] = (hops["src"] + random.choice([1, 5], len(hops))) % 6
        try:
            verdict = romcast.schedule(TASK, hops).judge()
            assert verdict.hops == len(hops)
        except romcast.InputError as error:
            assert error.option == "hops"


def test_ctrl_c_ends_a_run_and_its_child():
    plan = romcast.plan(romcast.family("hypercube", dimensions=7), "alltoall")
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        romcast.run(plan)
        timer.join()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_hops_are_those_between_nodes_alone():
    star = romcast.family("star-graph", symbols=3)
    packets = romcast.plan(star, "broadcast", timing={"startup": 3})
    assert len(packets.hops) == packets.judge().hops
    full = romcast.family("complete", processors=5)
    sums = romcast.plan(full, "summation", ports="single", messages=20, timing={"latency": 2})
    assert len(sums.hops) == sums.judge().hops > 0


def test_an_exchange_runs_where_switches_have_queues():
    tree = romcast.family("fat-tree", arity=2, height=2)
    measured = romcast.run(romcast.plan(romcast.exchange(tree, [(0, 3), (2, 1)])))
    assert measured.passed and measured.report["hardware"]["delivered"] == 2
