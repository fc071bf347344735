"""The outlines of all views: in the wheel, else in the private cache, else made from the view files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from checker import __version__, cache, resources
from checker.facts.model import DUCKDB_TYPE
from checker.facts.reference import read_reference
from checker.views.build import macros
from checker.views.catalog import views

FILE = "views.jsonl"
"""The file of outlines beside a compiled rule book: a line for each view, with its name, a blank and its outline."""


def load_outlines() -> Mapping[str, str]:
    """Return the outline of each view that has one, as JSON.

    Raises:
        RuleError: a reference table of the checkout is malformed.
    """
    folder = resources.book_folder()
    if folder is not None:
        return _read((folder / FILE).read_bytes()) if (folder / FILE).is_file() else {}
    name = f"views-{_digest()}.json"
    content = cache.read(name)
    if content is None:
        content = written(resources.rules_folder())
        cache.write(name, content)
    return _read(content)


def written(rules: Path) -> bytes:
    """Return what the file of outlines holds, made with the reference tables of a folder of rules.

    Raises:
        RuleError: a reference table is malformed.
    """
    from checker.views.outline import outlines

    references = {}
    for path in sorted((rules / "data").glob("*.yaml")):
        columns, _ = read_reference(path)
        references[f"ref_{path.stem}"] = {column: DUCKDB_TYPE[kind] for column, kind in columns.items()}
    made = outlines(references, macros())
    return "".join(f"{name} {outline}\n" for name, outline in made.items()).encode()


def _read(content: bytes) -> dict[str, str]:
    return dict(line.split(" ", 1) for line in content.decode().splitlines())


def _digest() -> str:
    """A digest of all that outlines are made of."""
    package = Path(__file__).resolve().parent.parent
    whole = hashlib.sha256(f"{__version__} {macros()}".encode())
    for view in views().values():
        whole.update(view.sql.encode())
    sources = [*(package / "views").glob("*.py"), *(package / "facts" / "kinds").glob("*.py")]
    for path in sorted([*sources, package / "topology" / "tables.py", package / "facts" / "model.py"]):
        whole.update(path.read_bytes())
    for path in sorted((resources.rules_folder() / "data").glob("*.yaml")):
        whole.update(path.read_bytes())
    return whole.hexdigest()[:40]
