"""The merged model of a SAN: the facts of all exports, as rows and as an inventory."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from checker.facts.inventory.nesting import SOURCE, Nested, nested
from checker.facts.kinds import kinds

if TYPE_CHECKING:
    from checker.facts.store.store import Store
    from checker.facts.values import Value
    from checker.intake.record import ExportRecord


@dataclass
class Model:
    """Entities by kind, and the exports they come from.

    Attributes:
        rows: rows by kind; unknown values are omitted.
        records: the exports that were read.
        intent: TRUE if everything is declared and nothing observed.
    """

    rows: dict[str, list[dict[str, Value]]] = field(default_factory=dict)
    records: list[ExportRecord] = field(default_factory=list)
    intent: bool = False

    @property
    def header(self) -> dict[str, Any]:
        """The header of its inventory."""
        return {"sanlint": 1} if self.intent else {"sanlint": 1, "observed": True}

    def tree(self) -> Nested:
        """Return the model in the nested form of inventories."""
        return nested(self.rows)


def model_of(store: Store, records: list[ExportRecord], *, sources: bool = False) -> Model:
    """Return the entities of a store; no rule is evaluated.

    Args:
        store: resolved entities; topology is not needed.
        records: what was read.
        sources: add to each row the file and line where it was first seen.
    """
    return Model(_entities(store, sources=sources), records, _all_declared(store))


def _all_declared(store: Store) -> bool:
    found = store.rows("SELECT count(*) > 0 AND bool_and(coalesce(intent, FALSE)) FROM export")
    return bool(found and found[0][0])


def _entities(store: Store, *, sources: bool) -> dict[str, list[dict[str, Value]]]:
    numbers = {row[0]: index for index, row in enumerate(store.rows(_EXPORTS_IN_ORDER), 1)}
    found: dict[str, list[dict[str, Value]]] = {}
    for kind in kinds().values():
        if not store.has_table(kind.name):
            continue
        places = _places(store, kind.name) if sources else {}
        names = kind.column_names
        rows: list[dict[str, Value]] = []
        order = f" {_ORDER}" if kind.name == "export" else ""
        for values in store.rows(f"SELECT {', '.join(names)} FROM {kind.name}{order}"):
            row: dict[str, Value] = {
                name: value for name, value in zip(names, values, strict=True) if value is not None
            }
            if kind.name == "export":
                del row["export_id"]
            for name in ("export_a", "export_b") if kind.name == "contradiction" else ():
                if name in row:
                    row[name] = numbers[row[name]]
            place = places.get(_key(kind.name, row))
            if place is not None:
                row[SOURCE] = place
            rows.append(row)
        if rows:
            found[kind.name] = rows
    return found


_ORDER = "ORDER BY file, coalesce(member, ''), first_line, export_id"
_EXPORTS_IN_ORDER = f"SELECT export_id FROM export {_ORDER}"


def _key(kind: str, row: dict[str, Value]) -> tuple[Value, ...]:
    declared = kinds()[kind]
    key = next((key for key in declared.keys if all(name in row or name in declared.key_defaults for name in key)), ())
    return tuple(row.get(name, declared.key_defaults.get(name)) for name in key)


def _places(store: Store, kind: str) -> dict[tuple[Value, ...], str]:
    """Return the file and line where each row was first seen, by the key of the row."""
    if not store.has_table(f"obs_{kind}") or kind == "export":
        return {}
    declared = kinds()[kind]
    found: dict[tuple[Value, ...], str] = {}
    for key in declared.keys:
        if not all(name in store.stated[kind] or name in declared.key_defaults for name in key):
            continue
        values = ", ".join(
            f"coalesce(o.{name}, '{declared.key_defaults[name]}')" if name in declared.key_defaults else f"o.{name}"
            for name in key
        )
        required = " AND ".join(f"o.{name} IS NOT NULL" for name in key if name not in declared.key_defaults) or "TRUE"
        for row in store.rows(
            f"SELECT {values}, min((e.file || coalesce('!' || e.member, ''), o.line)) AS place "
            f"FROM obs_{kind} o JOIN export e ON e.export_id = o.export_id WHERE {required} "
            f"GROUP BY {', '.join(str(index + 1) for index in range(len(key)))}"
        ):
            file, line = row[-1].values() if isinstance(row[-1], dict) else row[-1]
            found.setdefault(tuple(row[:-1]), f"{file}:{line}")
    return found
