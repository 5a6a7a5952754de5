# SPDX-License-Identifier: Apache-2.0
import pathlib
import shutil
import subprocess
import sys

import pytest

import romcast

PACKAGE = pathlib.Path(romcast.__file__).parent

if shutil.which("stubgen") is None:
    pytest.skip("there is no mypy", allow_module_level=True)

CONSUMER = """
import romcast
net: romcast.Network = romcast.family("ring", processors=4)
plan: romcast.Plan = romcast.plan(net, "allgather")
cycles: int = plan.cycles
legal: bool = plan.judge().legal
measured: romcast.Measured = romcast.run(plan)
"""


def test_the_stubs_are_those_of_the_bindings():
    script = pathlib.Path(__file__).parent.parent / "stubs.py"
    made = subprocess.run([sys.executable, script], check=True, capture_output=True, text=True,
                          env={"PYTHONPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"})
    assert (PACKAGE / "_romcast.pyi").read_text() == made.stdout


def checked(tmp_path, text):
    (tmp_path / "consumer.py").write_text(text)
    return subprocess.run([sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir", tmp_path / "cache",
                           tmp_path / "consumer.py"], capture_output=True, text=True,
                          env={"MYPYPATH": str(PACKAGE.parent), "PATH": "/usr/bin:/bin"})


def test_the_types_of_a_consumer_are_checked(tmp_path):
    good = checked(tmp_path, CONSUMER)
    assert good.returncode == 0, good.stdout
    bad = checked(tmp_path, CONSUMER.replace("cycles: int", "cycles: str"))
    assert bad.returncode == 1 and "consumer.py:5: error" in bad.stdout, bad.stdout
