"""The merged model as one Parquet file for SQL queries: one row per entity, with its kind and its facts as JSON.

``SELECT facts->>'host', count(*) FROM 'model.parquet' WHERE kind = 'path' GROUP BY 1`` in DuckDB, for example.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker.facts.inventory.nesting import SOURCE, Rows, shown
from checker.facts.kinds import kinds
from checker.facts.values import Value
from checker.system.files import write_bytes
from checker.system.leftovers import private_folder

COLUMNS = ("kind", "facts", "source")
HEADER = "inventory"
"""Kind of the row that contains the header of the inventory."""


def write_parquet(rows: Rows, header: Mapping[str, Any], path: Path) -> None:
    """Write the model; columns ``kind``, ``facts`` (JSON) and ``source`` (file and line, or null).

    Raises:
        OSError: the file cannot be written.
    """
    from checker.facts.store.columns import arrow_table
    from checker.facts.store.files import write_tables

    names = [HEADER]
    facts = [json.dumps(dict(header))]
    sources: list[str | None] = [None]
    for kind in kinds():
        for row in rows.get(kind, ()):
            names.append(kind)
            facts.append(_facts(kind, row))
            source = row.get(SOURCE)
            sources.append(None if source is None else str(source))
    table = arrow_table({"kind": ("text", names), "facts": ("text", facts), "source": ("text", sources)})
    with private_folder() as folder:
        whole = folder / "whole.parquet"
        write_tables([(table, whole)])
        write_bytes(path, whole.read_bytes())


def _facts(kind: str, row: Mapping[str, Value]) -> str:
    values = {name: shown(kind, name, value) for name, value in row.items() if name != SOURCE}
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def parquet_as_json(path: Path) -> str:
    """Return a model that was written by :func:`write_parquet` as the text of a JSON inventory, one line an entity.

    Raises:
        ValueError: it is not such a file.
    """
    from glob import escape

    import duckdb

    try:
        with duckdb.connect(":memory:", config={"threads": 1}) as connection:
            given = connection.read_parquet(escape(str(path)))
            if not set(COLUMNS) <= set(given.columns):
                raise ValueError("a Parquet file, but not one that sanlint inventory wrote")
            rows = given.select("CAST(kind AS VARCHAR), CAST(facts AS VARCHAR)").fetchall()
    except duckdb.Error:
        # Its text names a file in a private folder, and nothing that could be done.
        raise ValueError("the model cannot be read: a damaged Parquet file") from None
    header: dict[str, Any] = {}
    by_kind: dict[str, list[str]] = {}
    for name, text in rows:
        if name is None or text is None:
            raise ValueError("the model cannot be read: a row without kind or facts")
        if name == HEADER:
            header = json.loads(text)
        else:
            by_kind.setdefault(name, []).append(text)
    sections = ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(rows) + "\n]" for name, rows in by_kind.items())
    first = json.dumps({**header, "facts": None})
    return first.removesuffix("null}") + "{\n" + sections + "\n}}\n"
