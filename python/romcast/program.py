# SPDX-License-Identifier: Apache-2.0
"""The program `romcast` beside this module: pages that play runs, and the ledger of claims."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from .errors import Error, InputError, MissingError, refuse

_MOST_HOPS = 20_000  # of a plan that is played inline


def _program():
    """The program of this build or wheel, or of the system."""
    here = pathlib.Path(__file__).parent
    module = pathlib.Path(_module_file()).parent
    for place in (here / "prefix" / "bin" / "romcast", module.parent.parent / "romcast"):
        if place.is_file() and os.access(place, os.X_OK):
            return str(place)
    found = shutil.which("romcast")
    if found is None:
        raise MissingError("the program romcast is not installed; install package romcast")
    return found


def _module_file():
    from . import _romcast

    return _romcast.__file__


def _call(*words):
    done = subprocess.run([_program(), *words], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        lines = done.stderr.strip().splitlines() or [f"romcast ended with status {done.returncode}"]
        raise (InputError if done.returncode == 2 else MissingError)(lines[-1])
    return done.stdout


class Player:
    """A page that plays a plan cycle by cycle; it needs nothing else, and shows itself in a notebook."""

    def __init__(self, page):
        self.page = page

    def save(self, path):
        """Writes the page to a .html file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page)

    def _repr_html_(self):
        page = html.escape(self.page, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:720px;border:0" title="player"></iframe>'


def player(a, b=None) -> Player:
    """A page that plays a plan, or two plans with one clock; runs are played as their plans.

    Raises MissingError if romcast was built without its pages (nodejs and npm).
    """
    plans = [getattr(one, "plan", one) for one in (a, b) if one is not None]
    with tempfile.TemporaryDirectory(prefix="romcast-") as folder:
        files = []
        for number, one in enumerate(plans):
            if not hasattr(one, "save"):
                refuse("player", repr(one), "is neither a plan nor a run")
            name = re.sub(r"[/\0]", "_", one.algorithm)[:60]  # a file's name has at most 255 bytes
            files.append(os.path.join(folder, f"{name}-{number}.sched"))
            one.save(files[-1])
        page = os.path.join(folder, "page.html")
        _call("view", *files, "-o", page)
        with open(page, encoding="utf-8") as file:
            return Player(file.read())


def picture(network):
    """A network as SVG, as `romcast network` draws it; None where there is no program or no picture."""
    with tempfile.TemporaryDirectory(prefix="romcast-") as folder:
        drawn, file = os.path.join(folder, "network.svg"), os.path.join(folder, "network.dot")
        words = ["-n", network.family]
        for option, value in network.options.items():
            words += [f"--{option}", value]
        if network.family == "graph":
            pathlib.Path(file).write_text(network.to_dot(), encoding="utf-8")
            words = ["-n", file]
        try:
            _call("network", *words, "-o", drawn)
        except Error:
            return None
        svg = pathlib.Path(drawn).read_text(encoding="utf-8")
        return svg[svg.index("<svg"):]


def inline_player(made):
    """The page for a notebook, or no text where there is none or it would be too large."""
    if not made.judge().legal or made.judge().hops > _MOST_HOPS:
        return ""
    try:
        return player(made)._repr_html_()
    except MissingError:
        return ""


def reproduce(*papers, quick=True):
    """Tries claims of the founding papers on the Verilog: a pandas DataFrame with a row per claim.

    papers: trees, star, fibtrees, multiport, logp, or ids of claims; all if none is given. quick:
    smaller grids. Takes minutes. Raises InputError for unknown claims.
    """
    import pandas

    with tempfile.TemporaryDirectory(prefix="romcast-") as folder:
        ledger = os.path.join(folder, "ledger")
        _call("reproduce", *map(str, papers), *(["--quick"] if quick else []), "-o", ledger)
        with open(os.path.join(ledger, "ledger.json"), encoding="utf-8") as file:
            claims = json.load(file)["claims"]
    return pandas.DataFrame([claim for claim in claims if claim["verdict"] != "not run yet"])
