# SPDX-License-Identifier: Apache-2.0
"""PEP 517: `pip install .` by CMake, with no package besides Python's own library."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = re.search(r"project\(romcast\s+VERSION\s+([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
NAME = f"romcast-{VERSION}"
METADATA = f"""Metadata-Version: 2.1
Name: romcast
Version: {VERSION}
Summary: Collectives as schedules, judged, and run on synthesizable Verilog switches
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
"""


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _wheel_text():
    return f"Wheel-Version: 1.0\nGenerator: romcast\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def prepare_metadata_for_build_wheel(folder, config_settings=None):
    info = pathlib.Path(folder) / f"{NAME}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA)
    (info / "WHEEL").write_text(_wheel_text())
    return info.name


def _built():
    """The build folder, and a prefix with the library, the program and the Verilog."""
    build = ROOT / "build" / f"wheel-{_tag()}"
    prefix = build / "prefix"
    tool = ["cmake", "--build", str(build), "-j", str(os.cpu_count() or 1)]
    subprocess.check_call(["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                           "-DROMCAST_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}"])
    subprocess.check_call([*tool, "--target", "romcast", "romcast_romcast", "romcast_python"])
    for component in ("romcast", "libromcast0"):
        subprocess.check_call(["cmake", "--install", str(build), "--prefix", str(prefix), "--component", component])
    return build, prefix


def build_wheel(folder, config_settings=None, metadata_directory=None):
    build, prefix = _built()
    files = {f"romcast/{path.name}": path for path in sorted((ROOT / "python" / "romcast").glob("*.py*"))}
    files["romcast/py.typed"] = ROOT / "python" / "romcast" / "py.typed"
    for path in sorted((build / "python" / "romcast").glob("_romcast*.so")):
        files[f"romcast/{path.name}"] = path
    for path in sorted(prefix.rglob("*")):
        inside = path.relative_to(prefix)
        if path.is_file() and inside.parts[:2] not in (("share", "doc"), ("share", "man")):
            files[f"romcast/prefix/{inside}"] = path
    name = f"{NAME}-{_tag()}.whl"
    records = []
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(inside, data, mode=0o644):
            entry = zipfile.ZipInfo(inside)
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            records.append(f"{inside},sha256={digest},{len(data)}")

        for inside, path in files.items():
            add(inside, path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)
        add(f"{NAME}.dist-info/METADATA", METADATA.encode())
        add(f"{NAME}.dist-info/WHEEL", _wheel_text().encode())
        record = f"{NAME}.dist-info/RECORD"
        add(record, ("\n".join(records + [f"{record},,"]) + "\n").encode())
    return name


def build_sdist(folder, config_settings=None):
    raise NotImplementedError("build from the source tree: pip install .")
