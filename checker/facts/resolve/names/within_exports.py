"""Outputs of several machines that were pasted into one file, without a prompt between them, are divided.

Such a text is read as one export. One machine has one WWPN for each adapter and one LUN behind each map, so another
value for the same key is where the output of another machine begins: a new export begins there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from checker.facts.kinds import kinds
from checker.facts.resolve.names.identities import IDENTITIES, Identity
from checker.facts.store.store import Store
from checker.facts.values import Value

MOST_PARTS = 64
"""Parts that one export is divided into; the rest of the text remains in the last one."""
WEAK = "e.owner_basis IN ('path', 'content') AND NOT coalesce(e.intent, FALSE)"
"""Exports of which no prompt, header or configuration states that all of the text is of one machine."""


class _Stated(NamedTuple):
    """A value of one identity at one line; ``asked`` is the identity with its key."""

    line: int
    asked: tuple[str, ...]
    value: str


def divide_exports(store: Store) -> None:
    """Begin a new export at each line from which on an export contradicts itself in what identifies a machine."""
    for column in IDENTITIES:
        _divide_of(store, column)


def _divide_of(store: Store, column: str) -> None:
    identities = [
        one for one in IDENTITIES[column] if one.divides and one.fewest == 1 and _is_stated(store, column, one)
    ]
    divided = sorted({export_id for one in identities for export_id in _contradicting(store, column, one)})
    if not divided:
        return
    stated: defaultdict[int, list[_Stated]] = defaultdict(list)
    for one in identities:
        for export_id, line, key, value in store.rows(
            f"SELECT o.export_id, o.line, {one.key_sql}, {one.value_sql} {_source(column, one)} AND o.export_id IN ({', '.join(map(str, divided))})"
        ):
            stated[export_id].append(_Stated(line, (one.table, one.value, *one.key, key), value))
    _divide(store, {export_id: cuts_in(sorted(found)) for export_id, found in sorted(stated.items())})


def cuts_in(stated: Sequence[_Stated]) -> list[int]:
    """Return the lines at which the output of another machine begins, of statements sorted by line."""
    cuts: list[int] = []
    known: dict[tuple[str, ...], str] = {}
    begins: dict[str, int] = {}
    index = 0
    while index < len(stated) and len(cuts) < MOST_PARTS - 1:
        line, asked, value = stated[index]
        if known.setdefault(asked, value) == value:
            begins.setdefault(value, line)
            index += 1
            continue
        # The map of a path is above it, and belongs to the same machine.
        above = begins.get(value, line)
        cuts.append(above if above > (cuts[-1] if cuts else stated[0].line) else line)
        known, begins = {}, {}
        while index and stated[index - 1].line >= cuts[-1]:
            index -= 1
    return cuts


def _is_stated(store: Store, column: str, one: Identity) -> bool:
    stated = store.stated.get(one.table, set())
    return store.has_rows(one.table) and column in stated and one.is_stated(stated)


def _source(column: str, one: Identity) -> str:
    return (
        f"FROM obs_{one.table} o JOIN export e ON e.export_id = o.export_id WHERE {WEAK} "
        f"AND lower(o.{column}) = lower(e.owner) AND {one.value_sql} IS NOT NULL AND {one.key_sql} IS NOT NULL"
    )


def _contradicting(store: Store, column: str, one: Identity) -> list[int]:
    rows = store.rows(
        f"SELECT DISTINCT export_id FROM (SELECT o.export_id {_source(column, one)} "
        f"GROUP BY o.export_id, {one.key_sql} HAVING count(DISTINCT {one.value_sql}) > 1)"
    )
    return [export_id for (export_id,) in rows]


def _divide(store: Store, cuts: Mapping[int, Sequence[int]]) -> None:
    """Write a row of ``export`` for each part, and move the observations of its lines there."""
    free = 1 + max(one for (one,) in store.rows("SELECT max(export_id) FROM export WHERE export_id < 2147000000"))
    parts: list[list[Value]] = []
    for export_id, lines in cuts.items():
        for line, end in zip(lines, [*lines[1:], None], strict=True):
            parts.append([export_id, free + len(parts), line, end])
    if not parts:
        return
    store.execute("CREATE OR REPLACE TEMP TABLE part (old INTEGER, new INTEGER, begins INTEGER, ends INTEGER)")
    store.insert("part", parts)
    changed = {
        "export_id": "p.new",
        "first_line": "p.begins",
        "lines": "coalesce(p.ends, e.first_line + e.lines) - p.begins",
        "records": "0",
        "unread_lines": "0",
        "printed_count": "NULL",
        "counted_records": "NULL",
        "trouble_line": "NULL",
    }
    names = kinds()["export"].column_names
    store.execute(
        f"INSERT INTO export ({', '.join(names)}) SELECT {', '.join(changed.get(name, f'e.{name}') for name in names)} "
        "FROM part p JOIN export e ON e.export_id = p.old"
    )
    store.execute(
        "UPDATE export AS e SET lines = p.begins - e.first_line FROM (SELECT old, min(begins) AS begins FROM part GROUP BY old) p "
        "WHERE p.old = e.export_id"
    )
    for kind in kinds().values():
        if kind.name != "export" and store.has_rows(kind.name):
            store.execute(
                f"UPDATE obs_{kind.name} AS o SET export_id = p.new FROM part p "
                "WHERE o.export_id = p.old AND o.line >= p.begins AND (p.ends IS NULL OR o.line < p.ends)"
            )
    store.execute("DROP TABLE part")
