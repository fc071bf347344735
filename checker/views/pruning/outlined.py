"""The outlines of all views: from the wheel, else from the private cache, else generated from the view files."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from checker import __version__, cache, resources
from checker.facts.declare import DUCKDB_TYPE
from checker.facts.reference import read_reference
from checker.views.catalog import views
from checker.views.mentions import macros, mentions

FILE = "views.jsonl.z"
"""The file of outlines next to a compiled rule book: a line for each view with its name, its sources and its outline."""


class Outlined(NamedTuple):
    """A prepared view: the names of the tables and views that its SQL mentions, and its outline as JSON ('' for none)."""

    mentions: frozenset[str]
    outline: str


def load_outlines() -> Mapping[str, Outlined]:
    """Return each prepared view.

    Raises:
        RuleError: a reference table of the checkout is malformed.
    """
    folder = resources.book_folder()
    if folder is not None:
        return _read(zlib.decompress((folder / FILE).read_bytes())) if (folder / FILE).is_file() else {}
    name = f"views-{_digest()}.json"
    stored = cache.load(name, _complete)
    if stored is not None:
        return stored
    content = written(resources.rules_folder())
    cache.write(name, content)
    return _read(content)


def packed(rules: Path) -> bytes:
    """Return the content of the file in a wheel: that of :func:`written`, compressed, because it is long.

    Raises:
        RuleError: a reference table is malformed.
    """
    return zlib.compress(written(rules), 9)


def written(rules: Path) -> bytes:
    """Return the outlines as text, generated with the reference tables of a folder of rules.

    Raises:
        RuleError: a reference table is malformed.
    """
    from checker.views.pruning.outline import outlines

    references = {}
    for path in sorted((rules / "data").glob("*.yaml")):
        columns, _ = read_reference(path)
        references[f"ref_{path.stem}"] = {column: DUCKDB_TYPE[kind] for column, kind in columns.items()}
    built = outlines(references, macros())
    lines = (f"{name} {','.join(sorted(mentions(name)))} {built.get(name, '')}\n" for name in views())
    return "".join(lines).encode()


def _complete(content: bytes) -> Mapping[str, Outlined]:
    found = _read(content)
    if found.keys() != views().keys():
        raise ValueError("not the outlines of all views")
    return found


def _read(content: bytes) -> dict[str, Outlined]:
    lines = (line.split(" ", 2) for line in content.decode().splitlines())
    return {name: Outlined(frozenset(mentioned.split(",")), outline) for name, mentioned, outline in lines}


def _digest() -> str:
    """A digest of everything that outlines are generated from."""
    package = Path(__file__).resolve().parents[2]
    whole = hashlib.sha256(f"{__version__} {macros()}".encode())
    for view in views().values():
        whole.update(view.sql.encode())
    sources = [*(package / "views").rglob("*.py"), *(package / "facts" / "kinds").glob("*.py")]
    for path in sorted([*sources, package / "topology" / "tables.py", package / "facts" / "declare.py"]):
        whole.update(path.read_bytes())
    for path in sorted((resources.rules_folder() / "data").glob("*.yaml")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:40]
