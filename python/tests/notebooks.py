# SPDX-License-Identifier: Apache-2.0
"""Runs the notebooks of examples/notebooks: each must still say what is stored in it.

notebooks.py [--write] FILE...: --write stores what they say now.
"""

import os
import sys

try:
    import nbformat
    from nbconvert.preprocessors import ExecutePreprocessor
except ImportError:
    print("skipped, there is no nbconvert (python3-nbconvert, python3-ipykernel)")
    sys.exit(77)


def is_progress(output):
    """A run of over a second shows its phases."""
    return output.output_type == "display_data" and list(output["data"]) == ["text/plain"]


def said(book):
    """Each cell, what it prints and what it shows; pictures and pages only by their kind."""
    cells = []
    for cell in book.cells:
        if cell.cell_type == "code":
            outputs = [output for output in cell.outputs if not is_progress(output)]
            printed = "".join(output.get("text") or output.get("evalue") or "" for output in outputs)
            shown = [(output["data"].get("text/plain"), sorted(output["data"])) for output in outputs if "data" in output]
            cells.append((cell.source, printed, shown))
    return cells


def main(write, files):
    # The kernel "python3" is this Python.
    os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    differ = 0
    for file in files:
        book = nbformat.read(file, 4)
        before = said(book)
        ExecutePreprocessor(timeout=600).preprocess(book, {"metadata": {"path": os.path.dirname(file)}})
        for cell in book.cells:
            cell.metadata.pop("execution", None)  # times
        book.metadata.pop("language_info", None)
        if write:
            nbformat.write(book, file)
        for old, new in zip(before, said(book)):
            if old != new:
                differ += 1
                print(f"{file}:\n{old[0]}\nsaid\n{old[1:]}\nand says\n{new[1:]}")
    return 0 if write or not differ else 1


if __name__ == "__main__":
    writes = sys.argv[1] == "--write"
    sys.exit(main(writes, [os.path.abspath(file) for file in sys.argv[1 + writes:]]))
