"""Convert workbooks and Parquet models to text in a child process, because native libraries parse them.

A value in the last cell of a sheet makes such a library allocate 512 GiB and abort the process. The child has limits of
memory, time and disk that grow with the file, and if it ends in any other way than with its answer, the file is unreadable and
the audit goes on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from checker.intake.bundles.limits import MIB
from checker.system.children import run_limited

_LEAST_MEMORY, _MOST_MEMORY = 1 << 30, 4 << 30
_LEAST_SECONDS, _MOST_SECONDS = 10.0, 120.0
_MEMORY_A_BYTE = 64
"""Bytes of memory for a byte of the unpacked file: a cell takes 32, and its markup is seldom shorter than 16."""
_SECONDS_A_MIB = 1.0
"""Four times what a sheet of short numbers takes."""
_REQUEST = "request.json"
_ANSWER = "answer.json"
WORKBOOK, MODEL = "workbook", "model"


class ConversionError(Exception):
    """Raised for a file that cannot be converted; the text says why."""


def limits_for(size: int) -> tuple[float, int]:
    """Return the seconds and bytes of memory for a file of so many bytes, unpacked."""
    seconds = _LEAST_SECONDS + size / MIB * _SECONDS_A_MIB
    return min(seconds, _MOST_SECONDS), min(_LEAST_MEMORY + size * _MEMORY_A_BYTE, _MOST_MEMORY)


def converted(kind: str, path: Path, folder: Path, size: int) -> list[tuple[str, Path]]:
    """Return the name and the text file of each part of a workbook or model.

    Args:
        kind: :data:`WORKBOOK` or :data:`MODEL`.
        path: the file.
        folder: a private folder for the request and the texts; created here.
        size: the bytes of the file, unpacked.

    Raises:
        ConversionError: the file cannot be read within the limits.
    """
    folder.mkdir(mode=0o700)
    (folder / _REQUEST).write_text(json.dumps([kind, str(path.resolve())]), encoding="utf-8")
    seconds, memory = limits_for(size)
    problem = run_limited(__name__, folder, seconds=seconds, memory=memory)
    if problem is not None:
        raise ConversionError(f"the {kind} cannot be read: {problem}")
    answer = json.loads((folder / _ANSWER).read_text(encoding="utf-8"))
    if isinstance(answer, str):
        raise ConversionError(answer)
    return [(name, folder / f"{number}.txt") for number, name in enumerate(answer)]


def main(arguments: Sequence[str]) -> int:
    """Convert the file of the request in the folder; runs in the child."""
    from checker.facts.inventory.parquet import parquet_as_json
    from checker.intake.bundles.workbook import BrokenWorkbookError, sheets

    folder = Path(arguments[0])
    kind, given = json.loads((folder / _REQUEST).read_text(encoding="utf-8"))
    answer: list[str] | str = []
    try:
        parts = sheets(Path(given)) if kind == WORKBOOK else [("model", parquet_as_json(Path(given)))]
        names: list[str] = []
        for name, text in parts:
            (folder / f"{len(names)}.txt").write_text(text, encoding="utf-8")
            names.append(name)
        answer = names
    except (BrokenWorkbookError, ValueError) as error:
        answer = str(error)
    (folder / _ANSWER).write_text(json.dumps(answer), encoding="utf-8")
    return 0
