# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import shutil
import subprocess
import sys

import networkx
import pytest

import romcast

MESH = romcast.family("mesh", dims=(2, 3), tiles=True)
FLOWS = [("camera", 0, [3, 5], 2), romcast.Flow("motor", "p5", "p0", latency=30), ("log", 1, 4)]


def distance(network, origin, destination):
    """Links between the routers of two processors."""
    return networkx.shortest_path_length(network.to_networkx(), origin, destination) - 2


def test_words_of_a_fabric_have_slots_of_their_own_at_both_ends():
    made = romcast.fabric(MESH, FLOWS, payload=64)
    period = made.period
    assert period >= made.period_bound
    sent, received = set(), set()
    for _, flow in made.flows.iterrows():
        for slot in flow["slots"]:
            assert 0 <= slot < period and (flow["origin"], slot) not in sent
            sent.add((flow["origin"], slot))
    for flow in made.description["flows"]:
        for word in flow["slots"]:
            for to, after in zip(flow["to"], word["after"]):
                assert after >= distance(MESH, flow["from"], to["endpoint"])
                came = word["mode"], to["endpoint"], (word["slot"] + after) % period
                assert came not in received
                received.add(came)


def test_the_figures_of_a_flow_are_those_that_were_asked_for():
    made = romcast.fabric(MESH, FLOWS).flows.set_index("name")
    assert made.loc["camera", "to"] == ["p3", "p5"] and made.loc["camera", "words"] == 2
    assert made.loc["motor", "bound"] == 30 and made.loc["motor", "latency"] <= 30
    assert len(made.loc["camera", "slots"]) == 2
    assert not made.loc["camera", "credit"] and made.loc["motor", "credit"]
    assert made.loc["log.credit", "credit_only"]


def test_flows_are_a_task_that_is_planned_and_judged():
    plan = romcast.plan(romcast.flows(MESH, FLOWS, period=4))
    assert plan.judge().legal
    assert plan.report()["plan"]["period"]["cycles"] == 4


def test_options_are_those_of_the_schedule_that_is_no_problem_yet():
    night = romcast.flows(MESH, [("log", 1, 4)])
    made = romcast.fabric(MESH, [("a", 0, 3)], then=night, period=5)
    assert made.period == 5


def test_a_fabric_of_a_collective_changes_to_a_second_schedule():
    torus = romcast.family("torus", dims=(2, 2), tiles=True)
    made = romcast.fabric(torus, "alltoall", then=[("p0-p1", 0, 1), ("p1-p0", 1, 0)])
    assert [table["period"] >= 1 for table in made.description["tables"]] == [True, True]
    assert made.fingerprint == romcast.fabric(torus, "alltoall", then=[("p0-p1", 0, 1), ("p1-p0", 1, 0)]).fingerprint
    assert made.fingerprint != romcast.fabric(torus, "alltoall", payload=64).fingerprint
    assert "4 endpoints" in repr(made) and "<table" in made._repr_html_()


def test_frames_on_demand_wait_for_the_words_of_all_sources_without_credits():
    made = romcast.fabric(MESH, [("a", 0, 3), ("b", 2, [0, 1], 2)], on_demand=True)
    assert made.description["on_demand"] and not made.description["credits"]
    assert not made.flows["credit_only"].any()
    sent = dict(zip(made.tiles["endpoint"], made.description["tables"][1]["sent"]))
    assert sent == {"p0": 1, "p1": 0, "p2": 2, "p3": 0, "p4": 0, "p5": 0}


def test_a_fabric_runs_on_the_verilog_with_the_latencies_of_its_schedule():
    net = romcast.family("mesh", dims=(2, 2), tiles=True)
    made = romcast.fabric(net, [("a", 0, 3, 2), ("b", 2, [0, 1])], payload=16)
    phases = []
    measured = made.run(frames=4, progress=lambda phase, share: phases.append(phase))
    assert measured.passed, measured.failures
    assert measured.report["frames"] >= 16 and "running frames" in phases
    expected, flows = made.flows.set_index("name"), measured.flows.set_index("name")
    for name in ("a", "b"):
        assert flows.loc[name, "measured_latency"] == expected.loc[name, "latency"]
        assert flows.loc[name, "jitter"] == 0 and flows.loc[name, "sent"] > 0
    assert set(measured.queues["queue"]) == {"tx", "rx"} and (measured.queues["high"] <= measured.queues["built"]).all()


def test_runs_of_fabrics_that_cannot_be_are_refused():
    net = romcast.family("mesh", dims=(2, 2), tiles=True)
    made = romcast.fabric(net, [("a", 0, 3)])
    for wrong in ({"pauses": "often"}, {"frames": 0}):
        with pytest.raises(romcast.InputError):
            made.run(**wrong)
    with pytest.raises(romcast.InputError, match="xor"):
        romcast.fabric(net, "reduce", operator="xor")


def test_reductions_run_on_demand_and_their_results_are_those_of_the_operator():
    net = romcast.family("ring", processors=3, tiles=True)
    made = romcast.fabric(net, "allreduce", payload=16, operator="min", signed=True, seconds=0)
    assert made.description["on_demand"] and not made.description["credits"]
    measured = made.run(frames=3)
    assert measured.passed, measured.failures
    assert measured.report["on_demand"]
    # Three flows, one from each source; every processor receives a result.
    assert list(measured.flows["from"]) == ["p0", "p1", "p2"]
    assert (measured.flows["measured_latency"] == measured.flows["latency"]).all()
    assert (measured.flows["received"] == 3 * measured.flows["sent"]).all() and measured.flows["sent"].min() >= 12
    assert measured.report["words"] == measured.flows["received"][0]


def test_reductions_stand_among_flows():
    net = romcast.family("mesh", dims=(2, 2), tiles=True)
    made = romcast.fabric(net, [("a", 0, 3), romcast.Reduction("most", [1, "p2", 3], "p0", words=2, operator="max"),
                                romcast.Reduction("sum", "all", "all")], payload=16, seconds=0)
    assert made.description["on_demand"]
    assert [(one["name"], one["operator"]) for one in made.description["reductions"]] == [("most", "max"), ("sum", "add")]
    measured = made.run(frames=2)
    assert measured.passed, measured.failures
    flows = measured.flows.set_index("name")
    assert [name for name in flows.index if name.startswith("most")] == ["most:p1", "most:p2", "most:p3"]
    assert list(flows.loc["most:p2", "to"]) == ["p0"] and flows.loc["most:p2", "words"] == 2
    assert len(flows.loc["sum:p0", "to"]) == 4


def test_a_written_fabric_passes_its_testbench(tmp_path):
    made = romcast.fabric(romcast.family("mesh", dims=(2, 2), tiles=True), [("a", 0, 3), ("b", 2, [0, 1])], payload=8)
    made.write(tmp_path / "ip")
    if not shutil.which("iverilog"):
        pytest.skip("no iverilog")
    out = subprocess.run(["make", "-s", "-C", tmp_path / "ip", "sim"], capture_output=True, text=True, check=True).stdout
    assert out.strip().splitlines()[-1].endswith("lost 0 late 0 errors 0")


def test_a_generator_for_fusesoc_writes_the_core_that_was_asked_for(tmp_path):
    yaml = pytest.importorskip("yaml")
    program = os.environ.get("ROMCAST_PROGRAM")
    if not program:
        pytest.skip("no program")
    (tmp_path / "my.flows").write_text("flow a from p0 to p3 words 2\n")
    script = pathlib.Path(__file__).parents[2] / "rtl/fabric/drivers/rmc_generator.py"

    def generate(name, **parameters):
        work = tmp_path / name
        work.mkdir()
        configuration = work / "configuration.yml"
        configuration.write_text(yaml.safe_dump({
            "gapi": "1.0", "vlnv": "::soc-fabric:0", "files_root": str(tmp_path),
            "parameters": {"network": "mesh", "dims": "2x2", "tiles": True, **parameters}}))
        return work, subprocess.run([sys.executable, script, configuration], cwd=work, capture_output=True, text=True,
                                    env={**os.environ, "ROMCAST": program})

    work, done = generate("good", flows="my.flows", payload=16)
    assert done.returncode == 0, done.stderr
    core = yaml.safe_load((work / "fabric/romcast_fabric.core").read_text().replace("CAPI=2:", "", 1))
    assert core["name"] == "::soc-fabric:0"
    assert all((work / "fabric" / file).is_file() for file in core["filesets"]["rtl"]["files"])
    for name, credits in ("without", False), ("with", True):  # as YAML reads the words off and on
        work, done = generate(name, flows="my.flows", payload=16, credits=credits)
        assert done.returncode == 0, done.stderr
        assert json.loads((work / "fabric/fabric.json").read_text())["credits"] is credits
    _, done = generate("bad", flows="none.flows")
    assert done.returncode == 2 and "none.flows" in done.stderr


@pytest.mark.parametrize("wrong", [
    lambda: romcast.fabric(MESH),
    lambda: romcast.fabric("mesh", "alltoall"),
    lambda: romcast.fabric("mesh", romcast.flows(MESH, FLOWS)),
    lambda: romcast.fabric(romcast.flows(MESH, FLOWS), period=8),
    lambda: romcast.fabric(romcast.flows(MESH, FLOWS), then=romcast.flows(MESH, FLOWS), seconds=1),
    lambda: romcast.fabric(MESH, 3),
    lambda: romcast.fabric(MESH, "summation"),
    lambda: romcast.fabric(MESH, "allreduce", operator="sum"),
    lambda: romcast.fabric(MESH, "alltoall", payload=12),
    lambda: romcast.fabric(MESH, "alltoall", payload=0),
    lambda: romcast.fabric(MESH, "alltoall", control="spi"),
    lambda: romcast.fabric(MESH, "alltoall", statistics=3),
    lambda: romcast.fabric(MESH, "alltoall", period=2),
    lambda: romcast.fabric(MESH, "alltoall", on_demand=True, credits=True),
    lambda: romcast.fabric(MESH, FLOWS, on_demand=True),
    lambda: romcast.fabric(MESH, []),
    lambda: romcast.fabric(MESH, [("a", 0)]),
    lambda: romcast.fabric(MESH, [("a", 0, 99)]),
    lambda: romcast.fabric(MESH, [("a", 0, "nowhere")]),
    lambda: romcast.fabric(MESH, [("a", 0, 0)]),
    lambda: romcast.fabric(MESH, [("a", 0, 1, 0)]),
    lambda: romcast.fabric(MESH, [("a b", 0, 1)]),
    lambda: romcast.fabric(MESH, [romcast.Reduction("sum", [1], 0)]),
    lambda: romcast.fabric(MESH, [romcast.Reduction("sum", [1, 2], 0, operator="xor")]),
    lambda: romcast.fabric(MESH, [romcast.Reduction("sum", [1, 2], 0)], credits=True),
    lambda: romcast.fabric(MESH, [("a", 0, 5, 1, 2)]),
    lambda: romcast.fabric(MESH, [("a", 0, 1), ("a", 2, 1)]),
    lambda: romcast.fabric(romcast.family("mesh", dims=(2, 3)), "alltoall", period=3),
])
def test_bad_fabrics_are_refused(wrong):
    with pytest.raises(romcast.InputError) as error:
        wrong()
    assert str(error.value)
