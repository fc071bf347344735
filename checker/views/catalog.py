"""The views: the vocabulary of rules.

Each file ``checker/views/sql/<name>.sql`` begins with comment lines that declare it::

    -- view: host_volume
    -- meaning: One row per host and volume.
    -- grain: host, volume
    -- owner: host
    -- spine: path, device
    -- column host text: name of the host
    -- column live_paths span: live paths [path.state, path.target_wwpn]
    SELECT ...

``[kind.column, …]`` are the inputs of a column: the facts that make it known. The SELECT may use entity tables,
topology tables and other views, and the span constructors ``count_span`` and ``distinct_span``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

ViewColumnType = Literal["text", "int", "float", "bool", "time", "span", "list"]

DUCKDB_TYPE: Mapping[ViewColumnType, str] = {
    "text": "VARCHAR",
    "int": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "time": "TIMESTAMP",
    "span": "STRUCT(lo BIGINT, hi BIGINT)",
    "list": "VARCHAR[]",
}

# Rules speak of volumes and VPLEX clusters; the kinds call these columns device and cluster.
KIND_COLUMN: Mapping[str, str] = {"volume": "device", "vplex_cluster": "cluster"}

SQL_FOLDER = Path(__file__).resolve().parent / "sql"

_HEADER = re.compile(r"^--\s*(view|meaning|grain|owner|spine)\b\s*:?\s*(.*)$")


@dataclass(frozen=True)
class ViewColumn:
    """One column of a view; ``inputs`` are the facts (``kind.column``) that make it known."""

    name: str
    type: ViewColumnType
    meaning: str
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class View:
    """One view: its grain (key columns), its columns and the SQL that makes it.

    ``owner`` is the column whose value names the machine that would supply missing facts: a host, switch or array.
    ``spine`` are the kinds whose rows make its objects: if none of them was observed, the view has no rows and is not
    computed.
    """

    name: str
    meaning: str
    grain: tuple[str, ...]
    columns: tuple[ViewColumn, ...]
    sql: str
    owner: str | None = None
    spine: tuple[str, ...] = ()

    def column(self, name: str) -> ViewColumn | None:
        """Return the column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)


@cache
def views() -> Mapping[str, View]:
    """Every view by name.

    Raises:
        ValueError: a view file has a wrong header.
    """
    found: dict[str, View] = {}
    for entry in sorted(SQL_FOLDER.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".sql") and not entry.name.startswith("_"):
            view = parse_view(entry.name, entry.read_text(encoding="utf-8"))
            found[view.name] = view
    return found


def parse_view(file_name: str, text: str) -> View:
    """Parse one view file.

    Raises:
        ValueError: the header lacks view, meaning or grain, or a column line is malformed.
    """
    head: dict[str, str] = {}
    columns: list[ViewColumn] = []
    for line in text.strip().splitlines():
        line = line.strip()
        if not line.startswith("--"):
            break
        if line.startswith("-- column "):
            columns.append(_column(line.removeprefix("-- column "), file_name))
        elif match := _HEADER.match(line):
            head[match.group(1)] = match.group(2).strip()
    missing = [word for word in ("view", "meaning", "grain") if word not in head]
    if missing:
        raise ValueError(f"{file_name}: the header lacks {', '.join(missing)}")
    grain = tuple(part.strip() for part in head["grain"].split(","))
    undeclared = [name for name in grain if name not in {column.name for column in columns}]
    if undeclared:
        raise ValueError(f"{file_name}: grain columns {undeclared} are not declared")
    spine = tuple(part.strip() for part in head.get("spine", "").split(",") if part.strip())
    return View(head["view"], head["meaning"], grain, tuple(columns), text, head.get("owner"), spine)


def _column(line: str, file_name: str) -> ViewColumn:
    """Read ``name type: meaning [kind.column, …]``; without a pattern, as there are thousands of them at each start."""
    declared, _, meaning = line.partition(":")
    words = declared.split()
    if len(words) != 2 or words[1] not in DUCKDB_TYPE or not words[0].isidentifier():
        raise ValueError(f"{file_name}: can't read the column line {line!r}")
    meaning = meaning.strip()
    listed = ""
    if meaning.endswith("]"):
        meaning, _, listed = meaning[:-1].rpartition("[")
    inputs = tuple(part.strip() for part in listed.split(",") if part.strip())
    return ViewColumn(words[0], cast(ViewColumnType, words[1]), meaning.rstrip(), inputs)
