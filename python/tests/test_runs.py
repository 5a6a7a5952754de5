# SPDX-License-Identifier: Apache-2.0
import json
import os
import subprocess

import pytest

import romcast

TORUS = romcast.family("torus", dims=(3, 3))
PROGRAM = os.environ.get("ROMCAST_PROGRAM")
needs_program = pytest.mark.skipif(not PROGRAM, reason="no program")


def test_a_run_is_of_the_very_plan_that_a_search_has_found():
    net = romcast.family("torus", dims=(4, 4))
    short = romcast.plan(net, "alltoall", algorithm="portfolio", seconds=1)
    long = romcast.plan(net, "alltoall", algorithm="matching", seconds=1)
    assert short.cycles < long.cycles
    # `given` has the algorithm of `long` and the hops of `short`; that algorithm's own plan is longer.
    make, (problem, algorithm, hardware, hops, _) = long.__reduce__()
    given = make(problem, algorithm, hardware, hops, short.__reduce__()[1][-1])
    assert given.hops.tolist() == short.hops.tolist() and given.algorithm == "matching"
    measured = romcast.run(given)
    assert measured.passed and measured.cycles == short.cycles
    assert sorted(measured.trace.tolist()) == sorted(short.hops.tolist())


def test_a_run_tells_its_phases():
    phases = []
    romcast.run(romcast.plan(TORUS, "allgather"), progress=lambda phase, done: phases.append((phase, done)))
    assert "co-simulating" in [phase for phase, _ in phases]
    assert all(done <= 1 for _, done in phases)


def test_an_exception_of_progress_is_raised_when_the_run_has_ended():
    calls = []

    def progress(phase, done):
        calls.append(phase)
        raise ZeroDivisionError(phase)

    with pytest.raises(ZeroDivisionError):
        romcast.run(romcast.plan(TORUS, "allgather"), progress=progress)
    assert len(calls) == 1


def test_progress_that_cannot_be_called_is_refused_at_once():
    with pytest.raises(TypeError, match="progress"):
        romcast.run(romcast.plan(TORUS, "allgather"), progress=5)


def test_a_plan_that_does_not_run_has_no_depths():
    measured = romcast.schedule(romcast.problem(TORUS, "allgather"), []).run()
    assert not measured.passed and measured.depths == []


@needs_program
def test_a_saved_plan_is_what_the_program_judges_alike(tmp_path):
    plan = romcast.plan(TORUS, "alltoall")
    plan.save(tmp_path / "plan.sched")
    out = subprocess.run([PROGRAM, "check", tmp_path / "plan.sched", "--json", "-"], capture_output=True, check=True)
    theirs = json.loads(out.stdout)["plan"]
    verdict = plan.judge()
    assert (theirs["cycles"], theirs["hops"], theirs["delivered"]) == (verdict.cycles, verdict.hops, verdict.delivered)


def test_a_design_expects_what_a_run_measures(tmp_path):
    plan = romcast.plan(TORUS, "allgather")
    size = plan.design(tmp_path / "design")
    measured = romcast.run(plan)
    assert (size["cycles"], size["hops"]) == (measured.cycles, len(measured.trace))
    assert (tmp_path / "design" / "Makefile").is_file()
    with pytest.raises(romcast.InputError):
        plan.design(tmp_path)  # a folder with other files


def test_each_node_s_mark_is_what_the_hops_say():
    star = romcast.from_edges([e for p in range(4) for e in ((p, "hub"), ("hub", p))], roles={"hub": "switch"})
    plan = romcast.plan(star, "alltoall", messages=2)
    # `most`: the largest number of messages in the hub, before the sends of a cycle, counted from the hops.
    hub = star.node("hub")
    came = [hop["cycle"] for hop in plan.hops if hop["dst"] == hub]
    left = [hop["cycle"] for hop in plan.hops if hop["src"] == hub]
    most = max(sum(c < t for c in came) - sum(c < t for c in left) for t in range(1, plan.cycles + 2))
    planned, measured = plan.nodes().set_index("name"), romcast.run(plan).nodes.set_index("name")
    assert planned.loc["hub", "occupancy"] == most
    assert measured.loc["hub", "measured"] == most
    assert plan.queues().query("node == 'hub' and queue == 'bank'")["from"].tolist() == ["0", "1", "2", "3"]


@needs_program
def test_the_player_has_one_plan_or_two():
    first = romcast.plan(TORUS, "allgather")
    one = first.player()
    assert one.page.lstrip().lower().startswith("<!doctype html>")
    assert "<iframe" in one._repr_html_()
    two = romcast.player(first, romcast.run(romcast.plan(TORUS, "allgather", ports="single")))
    assert len(two.page) > len(one.page)
    with pytest.raises(romcast.InputError):
        romcast.player("plan")


@needs_program
@pytest.mark.parametrize("name", ["a/b", "..", "\0", "ä" * 300], ids=["slash", "dots", "null", "long"])
def test_the_player_has_plans_of_any_name(name):
    task = romcast.problem(TORUS, "allgather")
    mine = romcast.schedule(task, romcast.plan(task).hops, name=name)
    assert mine.player().page.lstrip().lower().startswith("<!doctype html>")


@needs_program
def test_a_run_shows_its_table_and_the_player():
    shown = romcast.run(romcast.plan(TORUS, "allgather"))._repr_html_()
    assert "<pre" in shown and "<iframe" in shown


@needs_program
def test_a_claim_is_a_row():
    pytest.importorskip("pandas")
    ledger = romcast.reproduce("trees-eq3")
    assert ledger["id"].tolist() == ["trees-eq3"]
    with pytest.raises(romcast.InputError, match="no-such-claim"):
        romcast.reproduce("no-such-claim")
