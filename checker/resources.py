"""Locations of the files that sanlint ships: rules, schemas, bases and the compiled rule book.

The only module that knows. An installed wheel keeps them in ``checker/_data``; a checkout (and an editable install of
it) keeps them next to the package.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from checker import __version__
from checker.errors import InternalError

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent


def rules_folder() -> Path:
    """The folder of the built-in rules: one folder per category, and ``data/`` with the reference tables.

    Raises:
        InternalError: the installation does not contain it.
    """
    return _folder("rules")


def schemas_folder() -> Path:
    """The folder of the JSON Schemas.

    Raises:
        InternalError: the installation does not contain it.
    """
    return _folder("schemas")


def bases_folder() -> Path:
    """The folder of the bases: complete SANs without findings, which examples of rules start from.

    Raises:
        InternalError: the installation does not contain it.
    """
    return _folder("fixtures/bases")


def schema(name: str) -> Path:
    """The JSON Schema of that name, without ``.schema.json``.

    Raises:
        InternalError: the installation does not contain it.
    """
    path = schemas_folder() / f"{name}.schema.json"
    if not path.is_file():
        raise InternalError(f"{path.name} is missing from this installation of sanlint; install it again")
    return path


def book_folder() -> Path | None:
    """The folder of the rule book compiled when the wheel was built; None in a checkout."""
    folder = _INSTALLED / "book"
    return folder if (folder / "core.json").is_file() else None


def _folder(name: str) -> Path:
    for root in (_INSTALLED, _CHECKOUT):
        if (root / name).is_dir():
            return root / name
    raise InternalError(f"the folder {name} is missing from this installation of sanlint; install it again")


def state_of(path: Path) -> tuple[int, ...]:
    """Return what shows that a file was written or replaced; its time can be set, that of its last change cannot.

    Raises:
        OSError: the file cannot be found.
    """
    status = path.stat()
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino


@cache
def state_of_program() -> tuple[object, ...]:
    """Return the state of the program and of the folders with its libraries."""
    if getattr(sys, "frozen", False):
        return __version__, sys.executable, state_of(Path(sys.executable))
    libraries = [(entry, Path(entry).stat().st_mtime_ns if Path(entry).exists() else 0) for entry in sys.path]
    if book_folder() is not None:
        return __version__, sys.version, libraries
    # In a checkout, files change without a new version.
    folders = (_PACKAGE, rules_folder(), schemas_folder())
    return __version__, sys.version, libraries, [sorted(_states(str(folder))) for folder in folders]


def _states(folder: str) -> Iterator[tuple[str, int, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _states(entry.path)
            else:
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns, status.st_ctime_ns
