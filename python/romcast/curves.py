# SPDX-License-Identifier: Apache-2.0
"""Figures of several plans or runs as a table and as curves."""

from .errors import refuse

_MARKS, _DASHES = "os^Dv*", ("-", "--", "-.", ":")  # distinguishable in print, too


def _figures(one):
    report = one.report() if callable(one.report) else one.report
    row = {}
    for part in ("scenario", "theory", "plan", "hardware"):
        for name, value in (report.get(part) or {}).items():
            if isinstance(value, (int, float, str, bool)):
                row[name] = value
    return row, list(report["scenario"])


def figures(plans):
    """A pandas DataFrame with a row per plan or run; its columns are the keys of docs/json.md.

    Where plan and hardware have a figure of the same name, a run's is the hardware's.
    """
    import pandas

    rows = [_figures(one) for one in plans]
    table = pandas.DataFrame([row for row, _ in rows])
    table.attrs["sizes"] = sorted({name for _, names in rows for name in names})
    return table


def plot(plans, x="messages", y="cycles", by="algorithm", bound=True, ax=None):
    """Draws curves of plans or runs with matplotlib: a curve for each value of `by`; returns the Axes.

    plans: a list of them, or a DataFrame that `figures` made. x, y, by: its columns; by=None: one
    curve. bound: draw the lower bound of cycles, too. Raises InputError for an unknown column, or if a
    curve would have two values at one x.
    """
    import matplotlib.pyplot
    import matplotlib.ticker

    table = plans if hasattr(plans, "columns") else figures(plans)
    for option, column in (("x", x), ("y", y), ("by", by)):
        if column is not None and column not in table.columns:
            refuse(option, column, "there is no such figure", "give one of " + ", ".join(table.columns))
    curves = [("", table)] if by is None else list(table.groupby(by, sort=True))
    for name, curve in curves:
        if curve[x].duplicated().any():
            differ = [c for c in table.columns if c in table.attrs.get("sizes", table.columns) and c != x and curve.groupby(x)[c].nunique().max() > 1]
            remedy = f"give by= one of {', '.join(differ)}" if differ else "give each run once"
            refuse("plans", x, f"there are two results at one {x} of a curve", remedy)
    if ax is None:
        ax = matplotlib.pyplot.subplots()[1]
    for number, (name, curve) in enumerate(curves):
        curve = curve.sort_values(x)
        ax.plot(curve[x], curve[y], marker=_MARKS[number % len(_MARKS)], linestyle=_DASHES[number % len(_DASHES)],
                label=str(name))
    if bound and y == "cycles" and "lower_bound" in table.columns:
        least = table.groupby(x)["lower_bound"].max().sort_index()
        ax.plot(least.index, least.values, color="0.8", linewidth=5, zorder=1, label="lower bound")
    for axis, column in ((ax.xaxis, x), (ax.yaxis, y)):
        if table[column].dtype.kind in "iu":
            axis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    if len(ax.lines) > 1:
        ax.legend()
    return ax


def compare(a, b):
    """A pandas DataFrame of two plans or runs: cycles, bound, hops, and the depths that differ."""
    import pandas

    rows = {}
    for name, one in (("a", a), ("b", b)):
        measured = not callable(one.report)
        report = one.report if measured else one.report()
        figures_of_it = report["hardware" if measured else "plan"]
        column = {key: value for key, value in figures_of_it.items() if isinstance(value, (int, float, bool))}
        column["lower_bound"] = report["theory"]["lower_bound"]
        rows[name] = column
    return pandas.DataFrame(rows)
