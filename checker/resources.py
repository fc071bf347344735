"""Locations of the files that sanlint ships: rules, schemas, bases and the compiled rule book.

The only module that knows. An installed wheel keeps them in ``checker/_data``; a checkout (and an editable install of
it) keeps them next to the package.
"""

from __future__ import annotations

from pathlib import Path

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
