"""A JSON Schema of sanlint beside the file that names it, so that editors of everybody who shares both find it."""

from __future__ import annotations

import os
from pathlib import Path

from checker.errors import UsageError


def schema_beside(kind: str, copy: Path, document: Path, *, force: bool = False) -> str:
    """Write a copy of a schema, and return how a document names it: relative to the document, with ``/``.

    Args:
        kind: of the schema, such as ``config``.
        copy: where the copy lies; one that sanlint wrote before is brought up to date.
        document: the file that will name the schema.
        force: write over whatever is there.

    Raises:
        UsageError: something else is there, or the copy can't be written.
    """
    from checker import resources
    from checker.cli.terminal import write_file
    from checker.readers.own_documents import is_own_document

    text = resources.schema(kind).read_text(encoding="utf-8")
    if copy.exists() and not force and not (copy.is_file() and is_own_document(copy.read_bytes())):
        raise UsageError(f"{copy} is there already, and is no schema of sanlint: move it away")
    write_file(str(copy), text)
    relative = Path(os.path.relpath(copy.resolve(), document.resolve().parent)).as_posix()
    return relative if relative.startswith(".") else f"./{relative}"
