"""The views that rules use, declared in the headers of their SQL files.

Each file ``checker/views/sql/<topic>/<name>.sql`` begins with comment lines that declare the view::

    -- view: host_volume
    -- meaning: One row per host and volume.
    -- grain: host, volume
    -- owner: host
    -- spine: path, device
    -- column host text: name of the host
    -- column live_paths span: live paths [path.state, path.target_wwpn]
    SELECT ...

``[kind.column, …]`` are the inputs of a column: the facts that make it known. The SELECT may read entity tables,
topology tables and other views, and use the span macros ``count_span`` and ``distinct_span``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from checker.errors import RuleError
from checker.facts.declare import DUCKDB_TYPE, Column, ColumnType, Table
from checker.facts.kinds import kinds
from checker.topology.tables import tables

# What rules call volume, cluster and view are the columns device and cluster of kinds, and the scope of a setting.
KIND_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "volume": ("device",),
    "vplex_cluster": ("cluster",),
    "view": ("scope",),
    "view_name": ("view",),
    "adapter": ("scope",),
    "disk": ("scope",),
    "wwpn": ("initiator_wwpn", "target_wwpn"),
    "initiator_wwpn": ("wwpn",),
    "target_wwpn": ("wwpn",),
}

OBJECT_NAMES = frozenset({"part", "volume_name"})
"""Columns of views with the name of an object of any kind: that of a kind is in the column called like it, such as ``director``."""

SQL_FOLDER = Path(__file__).resolve().parent / "sql"

_HEADER = re.compile(r"^--\s*(view|meaning|grain|owner|spine)\b\s*:?\s*(.*)$")


@dataclass(frozen=True)
class View(Table):
    """One view: its grain (key columns), its columns and its SQL.

    ``owner`` is the column that names the device whose exports would supply missing facts: a host, switch or array.
    ``spine`` are the kinds, or the views, that the rows of the view come from: if none of them has rows, the view is empty
    and is not computed.
    """

    name: str
    meaning: str
    grain: tuple[str, ...]
    columns: tuple[Column, ...]
    sql: str
    owner: str | None = None
    spine: tuple[str, ...] = ()

    def find(self, name: str) -> Column | None:
        """Return the column of that name, or None."""
        return next((column for column in self.columns if column.name == name), None)


@cache
def views() -> Mapping[str, View]:
    """Return every view of sanlint by name."""
    return views_in(view_files())


def views_in(files: Iterable[Path]) -> Mapping[str, View]:
    """Return the views of these files by name.

    Raises:
        ValueError: a view file has a wrong header.
        RuleError: two views, or a view and a table, have the same name.
    """
    taken = {**dict.fromkeys(kinds(), "kind"), **dict.fromkeys(tables(), "table of the topology")}
    found: dict[str, View] = {}
    for path in files:
        view = parse_view(path.name, path.read_text(encoding="utf-8"))
        if view.name in taken or view.name in found:
            other = f"a {taken[view.name]}" if view.name in taken else "another view"
            raise RuleError(f"{path}: {other} is also called {view.name}; choose another name for the view")
        found[view.name] = view
    return found


def view_files() -> list[Path]:
    """Return the file of every view, ordered by name."""
    return sorted(SQL_FOLDER.glob("*/*.sql"), key=lambda path: path.name)


def parse_view(file_name: str, text: str) -> View:
    """Parse one view file.

    Raises:
        ValueError: view, meaning or grain is missing in the header, or a column line is malformed.
    """
    head: dict[str, str] = {}
    columns: list[Column] = []
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
        raise ValueError(f"{file_name}: missing {', '.join(missing)} in the header")
    grain = tuple(part.strip() for part in head["grain"].split(","))
    undeclared = [name for name in grain if name not in {column.name for column in columns}]
    if undeclared:
        raise ValueError(f"{file_name}: grain columns {undeclared} are not declared")
    spine = tuple(part.strip() for part in head.get("spine", "").split(",") if part.strip())
    return View(head["view"], head["meaning"], grain, tuple(columns), text, head.get("owner"), spine)


def _column(line: str, file_name: str) -> Column:
    """Parse ``name type: meaning [kind.column, …]``, without a regular expression: each start parses thousands."""
    declared, _, meaning = line.partition(":")
    words = declared.split()
    if len(words) != 2 or words[1] not in DUCKDB_TYPE or not words[0].isidentifier():
        raise ValueError(f"{file_name}: invalid column line {line!r}")
    meaning = meaning.strip()
    listed = ""
    if meaning.endswith("]"):
        meaning, _, listed = meaning[:-1].rpartition("[")
    inputs = tuple(part.strip() for part in listed.split(",") if part.strip())
    return Column(words[0], cast(ColumnType, words[1]), meaning.rstrip(), inputs=inputs)
