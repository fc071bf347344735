"""Reference tables for rules: limits, vendor defaults and versions, each row with its source.

``rules/data/<table>.yaml`` contains ``columns`` (name → type) and ``rows``; it becomes the table ``ref_<table>`` with two
more columns, ``source`` and ``confirmed``. A row without a source is rejected.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from checker import __version__, cache
from checker.errors import RuleError
from checker.facts.declare import DUCKDB_TYPE, FACT_TYPES
from checker.facts.store.store import Store

_CHECKED_AS = 2
"""Increment this when new checks may reject files that used to pass, so that old cached results are not used."""
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


def load_reference_tables(store: Store, folder: Path, used: set[str]) -> None:
    """Create the reference tables among ``used`` (names such as ``ref_vplex_limit``) from the files of a folder.

    Raises:
        RuleError: a file is malformed, or a used table has no file; the message names the file and the error.
    """
    for name in sorted(name for name in used if name.startswith("ref_")):
        path = folder / f"{name.removeprefix('ref_')}.yaml"
        if not path.is_file():
            raise RuleError(f"{path}: file not found; a view requires the reference table {name}")
        columns, rows = read_reference(path)
        listed = ", ".join(f"{column} {DUCKDB_TYPE[kind]}" for column, kind in columns.items())
        store.execute(f"CREATE OR REPLACE TABLE {name} ({listed})")
        if rows:
            lists = ", ".join(f"unnest(?::{DUCKDB_TYPE[kind]}[])" for kind in columns.values())
            values = [[_as(kind, row.get(column)) for row in rows] for column, kind in columns.items()]
            store.execute(f"INSERT INTO {name} SELECT {lists}", values)


def _as(kind: str, value: Any) -> Any:
    """Return a value as DuckDB converts lists, whose items must have one type; a number may stand for a text."""
    return str(value) if value is not None and kind in {"text", "time"} else value


def read_reference(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the columns (name → type) and rows of one file, from the private cache if the same content was read before.

    Raises:
        RuleError: the file is invalid YAML, a type or column is unknown, or a row has no source.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RuleError(f"{path}: {error.strerror or error}") from None
    key = f"reference-{_CHECKED_AS}-{hashlib.sha256(__version__.encode() + content).hexdigest()[:40]}.json"
    stored = cache.load(key, _stored)
    if stored is not None:
        return stored
    columns, rows = _parse(path, content)
    cache.write(key, json.dumps([columns, rows], default=str).encode())
    return columns, rows


def _stored(content: bytes) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    columns, rows = json.loads(content)
    if not isinstance(columns, dict) or not set(columns.values()) <= set(FACT_TYPES) or "source" not in columns:
        raise ValueError("not the columns of a table")
    if not isinstance(rows, list) or not all(row.keys() <= columns.keys() and row["source"] for row in rows):
        raise ValueError("not the rows of a table")
    return columns, rows


def _parse(path: Path, content: bytes) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        data = YAML(typ="safe").load(content.decode("utf-8"))
    except (YAMLError, ValueError) as error:
        raise RuleError(f"{path}: {error}") from None
    if (
        not isinstance(data, dict)
        or not isinstance(data.get("columns"), dict)
        or not isinstance(data.get("rows"), list)
    ):
        raise RuleError(f"{path}: a reference table must be a mapping with columns and rows")
    columns: dict[str, Any] = {**data["columns"], "source": "text", "confirmed": "bool"}
    for name, kind in columns.items():
        if not _NAME.match(str(name)) or not isinstance(kind, str) or kind not in FACT_TYPES:
            raise RuleError(f"{path}: column {name}: {kind!r} is not one of {', '.join(FACT_TYPES)}")
    for number, row in enumerate(data["rows"], 1):
        if not isinstance(row, dict) or not row.get("source"):
            raise RuleError(f"{path}: row {number} has no source")
        unknown = set(row) - set(columns)
        if unknown:
            raise RuleError(f"{path}: row {number}: {min(unknown, key=str)!r} is not one of {', '.join(columns)}")
        for name, value in row.items():
            if value is not None and not _fits(columns[name], value):
                raise RuleError(f"{path}: row {number}: {name}: {value!r} is not of type {columns[name]}")
        row.setdefault("confirmed", True)
    return columns, data["rows"]


def _fits(kind: str, value: object) -> bool:
    """Whether a YAML value fits a column's type; a number is accepted as text, for instance a version or a model."""
    if kind == "bool" or isinstance(value, bool):
        return kind == "bool" and isinstance(value, bool)
    types: dict[str, tuple[type, ...]] = {
        "text": (str, int, float),
        "int": (int,),
        "float": (int, float),
        "time": (date, str),
    }
    return isinstance(value, types[kind])
