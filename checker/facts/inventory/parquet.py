"""The merged model as one Parquet file for SQL queries: one row per entity, with its kind and its facts as JSON.

``SELECT facts->>'host', count(*) FROM 'model.parquet' WHERE kind = 'path' GROUP BY 1`` in DuckDB, for example.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.facts.inventory.nesting import SOURCE, Rows, shown
from checker.facts.kinds import kinds
from checker.facts.observations import Value
from checker.system.files import write_bytes

COLUMNS = ("kind", "facts", "source")
HEADER = "inventory"
"""Kind of the row that contains the header of the inventory."""


def write_parquet(rows: Rows, header: Mapping[str, Any], path: Path) -> None:
    """Write the model; columns ``kind``, ``facts`` (JSON) and ``source`` (file and line, or null).

    Raises:
        OSError: the file can't be written.
    """
    import arro3.core as arrow
    import arro3.io

    names = [HEADER]
    facts = [json.dumps(dict(header))]
    sources: list[str | None] = [None]
    for kind in kinds():
        for row in rows.get(kind, ()):
            names.append(kind)
            facts.append(_facts(kind, row))
            source = row.get(SOURCE)
            sources.append(None if source is None else str(source))
    text = arrow.DataType.utf8()
    columns: dict[str, Sequence[Any]] = {"kind": names, "facts": facts, "source": sources}
    table = arrow.Table.from_pydict({name: arrow.Array(list(values), type=text) for name, values in columns.items()})
    whole = io.BytesIO()
    # The library ends the process if it can't write to a file.
    arro3.io.write_parquet(table, whole)
    write_bytes(path, whole.getvalue())


def _facts(kind: str, row: Mapping[str, Value]) -> str:
    values = {name: shown(kind, name, value) for name, value in row.items() if name != SOURCE}
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def parquet_as_json(path: Path) -> str:
    """Return a model that was written by :func:`write_parquet` as the text of a JSON inventory, one line an entity.

    Raises:
        ValueError: it is not such a file.
    """
    import arro3.io

    try:
        table = arro3.io.read_parquet(str(path)).read_all()
        if not set(COLUMNS) <= set(table.column_names):
            raise ValueError("a Parquet file, but not one that sanlint inventory wrote")
        names = table["kind"].to_pylist()
        facts = table["facts"].to_pylist()
    except ValueError:
        raise
    except Exception as error:  # noqa: BLE001 - the library raises its own kinds, and plain ones
        raise ValueError(f"a damaged Parquet file: {error}") from None
    header: dict[str, Any] = {}
    by_kind: dict[str, list[str]] = {}
    for name, text in zip(names, facts, strict=True):
        if name is None or text is None:
            raise ValueError("a damaged Parquet file: a row without kind or facts")
        if name == HEADER:
            header = json.loads(text)
        else:
            by_kind.setdefault(name, []).append(text)
    sections = ",\n".join(f"{json.dumps(name)}: [\n" + ",\n".join(rows) + "\n]" for name, rows in by_kind.items())
    first = json.dumps({**header, "facts": None})
    return first.removesuffix("null}") + "{\n" + sections + "\n}}\n"
