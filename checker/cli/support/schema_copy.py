"""Copies of sanlint's JSON Schemas next to the files that reference them, for editors."""

from __future__ import annotations

import os
from pathlib import Path

from checker.errors import UsageError


def copy_schema(kind: str, copy: Path, document: Path, *, force: bool = False) -> str:
    """Write a copy of a schema, and return the reference to it: a path relative to the document, with ``/``.

    Args:
        kind: name of the schema, such as ``config``.
        copy: path of the copy; an earlier copy by sanlint is updated.
        document: the file that will reference the schema.
        force: overwrite any existing file.

    Raises:
        UsageError: another file exists at that path, or the copy cannot be written.
    """
    from checker import resources
    from checker.cli.support.terminal import write_file
    from checker.intake.unrecognised.own_documents import is_own_document

    text = resources.schema(kind).read_text(encoding="utf-8")
    if copy.exists() and not force and not (copy.is_file() and is_own_document(copy.read_bytes())):
        raise UsageError(f"{copy} already exists and is not a sanlint schema; move or rename it")
    write_file(str(copy), text)
    relative = Path(os.path.relpath(copy.resolve(), document.resolve().parent)).as_posix()
    return relative if relative.startswith(".") else f"./{relative}"
