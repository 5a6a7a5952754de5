# SPDX-License-Identifier: Apache-2.0
import pytest

import romcast

pandas = pytest.importorskip("pandas")
TREE = romcast.family("fat-tree", arity=2, height=2)
PLANS = [romcast.plan(TREE, "alltoall", algorithm=algorithm, messages=messages)
         for algorithm in ("greedy", "pipelined") for messages in (1, 2, 4)]


def axes():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("svg")
    import matplotlib.pyplot

    return matplotlib.pyplot.subplots()[1]


def test_figures_have_a_row_per_plan():
    table = romcast.figures(PLANS)
    assert table["cycles"].tolist() == [plan.cycles for plan in PLANS]
    assert table["messages"].tolist() == [1, 2, 4, 1, 2, 4]


def test_a_run_s_figures_are_the_hardware_s():
    measured = romcast.run(PLANS[0])
    assert romcast.figures([measured])["cycles"].tolist() == [measured.cycles]


def test_curves_are_drawn_apart_with_the_bound():
    ax = romcast.plot(PLANS, ax=axes())
    assert [line.get_label() for line in ax.lines] == ["greedy", "pipelined", "lower bound"]
    assert ax.lines[0].get_ydata().tolist() == [plan.cycles for plan in PLANS[:3]]
    assert ax.lines[0].get_linestyle() != ax.lines[1].get_linestyle()


def test_two_results_at_one_place_of_a_curve_are_refused_with_what_differs():
    with pytest.raises(romcast.InputError, match="by= one of algorithm"):
        romcast.plot(PLANS, by=None, ax=axes())
    with pytest.raises(romcast.InputError, match="once"):
        romcast.plot(PLANS + PLANS, ax=axes())


def test_an_unknown_figure_is_refused():
    for wrong in ({"x": "colour"}, {"y": "colour"}, {"by": "colour"}):
        with pytest.raises(romcast.InputError, match="no such figure"):
            romcast.plot(PLANS, ax=axes(), **wrong)
