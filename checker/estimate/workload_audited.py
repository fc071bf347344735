"""The load that audited exports hold themselves: what was measured on volumes, hosts and arrays, at the busiest moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.estimate.workload_model import LoadFile
from checker.estimate.workload_source import Placed, captured_of, loads_of

if TYPE_CHECKING:
    from checker.facts.store import Store
    from checker.readers.intake import ExportRecord

NAME = "loads that the exports hold"
TOLD = 'nobody named a load: it is what the exports measured themselves (--workload "" leaves it out)'


def measured_load(store: Store, records: Sequence[ExportRecord]) -> LoadFile | None:
    """Return what the exports of a store measured as a workload; None where they hold no load.

    Figures that can't be true are findings or remarks of the audit, and no load.
    """
    if not store.has_rows("workload"):
        return None

    def rows(kind: str) -> Iterator[Placed]:
        if not store.has_table(f"obs_{kind}"):
            return
        # What people plan or declare is no measurement.
        only = "WHERE measured IS NOT FALSE" if kind == "workload" else ""
        cursor = store.connection.execute(f"SELECT * FROM obs_{kind} {only} ORDER BY export_id, seq")
        names = [column[0] for column in cursor.description or ()]
        for values in cursor.fetchall():
            told = dict(zip(names, values, strict=True))
            yield told.pop("export_id"), told.pop("seq"), told.pop("line"), told

    captured = captured_of(rows, records, measured=True)
    found = loads_of(captured, NAME)
    return replace(found, assumptions=(TOLD, *found.assumptions)) if found.loads else None
