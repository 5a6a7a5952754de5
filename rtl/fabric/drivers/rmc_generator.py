# SPDX-License-Identifier: Apache-2.0
"""FuseSoC's generator of fabrics: python3 rmc_generator.py CONFIGURATION.yml"""

import os
import pathlib
import subprocess
import sys

import yaml

FILES = ("flows", "then")  # parameters that name files; `network` may name one, too


def words_of(parameters, root):
    """The options of `romcast fabric`."""
    for name, value in parameters.items():
        path = pathlib.Path(root, str(value))
        if name in FILES or (name == "network" and path.is_file()):
            value = path
        if name == "credits" and isinstance(value, bool):
            value = "on" if value else "off"  # YAML reads the words on and off as Booleans
        if value is True:
            yield f"--{name}"
        elif value is not False and value is not None:
            yield from (f"--{name}", str(value))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    configuration = yaml.safe_load(pathlib.Path(sys.argv[1]).read_text())
    words = [os.environ.get("ROMCAST", "romcast"), "fabric",
             *words_of(configuration.get("parameters") or {}, configuration["files_root"]), "-o", "fabric"]
    try:
        status = subprocess.run(words, check=False).returncode
    except OSError as error:
        sys.exit(f"rmc_generator: {words[0]}: {error.strerror}")
    if status != 0:
        sys.exit(status)
    # FuseSoC accepts the core only under the name `vlnv`, which FuseSoC has chosen.
    core = pathlib.Path("fabric", "romcast_fabric.core")
    lines = [f"name: {configuration['vlnv']}" if line.startswith("name: ") else line
             for line in core.read_text().splitlines()]
    core.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
