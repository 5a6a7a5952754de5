# SPDX-License-Identifier: Apache-2.0
"""Prints the types of the C++ bindings: PYTHONPATH=build/python python3 python/stubs.py > python/romcast/_romcast.pyi"""

import pathlib
import subprocess
import tempfile

with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["stubgen", "-q", "-m", "romcast._romcast", "-o", folder], check=True)
    text = (pathlib.Path(folder) / "romcast" / "_romcast.pyi").read_text()
print("# SPDX-License-Identifier: Apache-2.0\n# Made by python/stubs.py.")
print(text.replace("numpy.dtype[void]", "numpy.dtype"), end="")
