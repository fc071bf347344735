"""Locations of the files that sanlint ships: rules, schemas, bases and the compiled rule book.

The only module that knows. An installed wheel keeps them in ``checker/_data``, its rules packed; a checkout (and an editable
install of it) keeps them next to the package.
"""

from __future__ import annotations

import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from checker import __version__
from checker.errors import InternalError

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent
PACKED = "rules.zip"


def rules_folder() -> Path:
    """The folder of the built-in rules: one folder per category, and ``data/`` with the reference tables.

    Those of a wheel are unpacked until the process ends.

    Raises:
        InternalError: the installation does not contain it.
    """
    archive = _INSTALLED / PACKED
    return _unpacked(archive) if archive.is_file() else _folder("rules")


def rule_files() -> list[str]:
    """Return the paths of the files of the built-in rules and of their cases, as ``<category>/<file>.yaml``.

    Raises:
        InternalError: the installation does not contain them.
    """
    archive = _INSTALLED / PACKED
    if archive.is_file():
        with zipfile.ZipFile(archive) as packed:
            found = packed.namelist()
    else:
        found = [f"{path.parent.name}/{path.name}" for path in _folder("rules").glob("*/*.yaml")]
    return sorted(one for one in found if one.partition("/")[0] not in ("data", "profiles"))


def tables_folder() -> Path:
    """The folder of the reference tables.

    Raises:
        InternalError: the installation does not contain it.
    """
    return _folder("rules/data")


def profiles_folder() -> Path:
    """The folder of the profiles.

    Raises:
        InternalError: the installation does not contain it.
    """
    return _folder("rules/profiles")


def is_built_in(path: Path) -> bool:
    """Return whether a file is a rule of this checkout."""
    return path.is_relative_to(_CHECKOUT / "rules")


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


@cache
def _unpacked(archive: Path) -> Path:
    # Removed with the last reference to it, at the end of the process.
    _KEPT.append(tempfile.TemporaryDirectory(prefix="sanlint-"))
    folder = Path(_KEPT[-1].name) / "rules"
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    return folder


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


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
