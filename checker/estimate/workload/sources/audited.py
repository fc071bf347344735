"""Load measured in the audited exports themselves: on volumes, hosts and arrays, at the busiest time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from checker.estimate.workload.model import LoadFile
from checker.estimate.workload.sources.captures import Placed, captured_of, loads_of

if TYPE_CHECKING:
    from checker.facts.store.store import Store
    from checker.intake.record import ExportRecord

NAME = "loads measured in the exports"
MEASURED_NOTE = 'no workload was given; loads measured in the exports are used (--workload "" disables them)'


def measured_load(store: Store, records: Sequence[ExportRecord]) -> LoadFile | None:
    """Return the loads measured in the exports of a store; None if there are none.

    Invalid figures are findings or remarks of the audit and are not used as load.
    """
    if not store.has_rows("workload"):
        return None

    def rows(kind: str) -> Iterator[Placed]:
        if not store.has_table(f"obs_{kind}"):
            return
        # Planned or declared loads are not measurements.
        only = "WHERE measured IS NOT FALSE" if kind == "workload" else ""
        cursor = store.connection.execute(f"SELECT * FROM obs_{kind} {only} ORDER BY export_id, seq")
        names = [column[0] for column in cursor.description or ()]
        for values in cursor.fetchall():
            row_values = dict(zip(names, values, strict=True))
            yield row_values.pop("export_id"), row_values.pop("seq"), row_values.pop("line"), row_values

    captured = captured_of(rows, records, measured=True)
    found = loads_of(captured, NAME)
    return replace(found, assumptions=(MEASURED_NOTE, *found.assumptions)) if found.loads else None
