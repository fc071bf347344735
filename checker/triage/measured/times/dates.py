"""Dates such as ``03/04/2025`` of which no export shows whether the day or the month comes first: ``triage_date_order``.

The user may state it. Otherwise the days of other exports decide: a bundle that was collected for one ticket has others of the day it is about.
Where no other export is of either day, there is nothing to compare with; the month is taken to be first, as a time without a zone is taken to be UTC.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from datetime import date, timedelta
from pathlib import PurePath

from checker.facts.store.store import Store
from checker.rules.language.suggest import printable
from checker.triage.model import Guard

_NAMED = 4
_DAY = timedelta(days=1)
_OTHERS = """
    SELECT DISTINCT ended_at::DATE FROM obs_load_sample WHERE day_first_s IS NULL
    UNION SELECT DISTINCT ended_at::DATE FROM obs_port_sample UNION SELECT DISTINCT counted_at::DATE FROM obs_load_counter
    UNION SELECT DISTINCT captured_at::DATE FROM export
"""
_WHY = {
    "stated": ", as --date-order states",
    "days": ": only then do they fall on days of other exports",
    "assumed": ", because nothing shows the order; set it with --date-order",
}
"""What follows how dates are read, by what it rests on."""


def order_dates(store: Store, day_first: bool | None) -> str:
    """Write ``triage_date_order``; return the relation of load samples whose day is known.

    Args:
        store: with observations.
        day_first: whether the day comes first, as the user states; None if nothing is stated.
    """
    store.ensure_observations(("load_sample", "load_counter", "port_sample"))
    store.execute(
        "CREATE OR REPLACE TEMP TABLE triage_date_order (export_id INTEGER, day_first BOOLEAN, basis VARCHAR, month_first_day DATE, day_first_day DATE)"
    )
    days: defaultdict[int, list[tuple[date, date]]] = defaultdict(list)
    for export, day, seconds in store.rows(
        "SELECT DISTINCT export_id, ended_at::DATE, day_first_s FROM obs_load_sample WHERE day_first_s IS NOT NULL ORDER BY ALL"
    ):
        days[export].append((day, day + timedelta(seconds=seconds)))
    if not days:
        return "obs_load_sample"
    # A sample may be of the day before or after in another zone.
    known = {day + near for (day,) in store.rows(_OTHERS) if day for near in (-_DAY, timedelta(), _DAY)}
    store.connection.executemany(
        "INSERT INTO triage_date_order VALUES (?, ?, ?, ?, ?)",
        [[export, *_order(both, known, day_first), *both[0]] for export, both in days.items()],
    )
    later = "to_seconds(CASE WHEN o.day_first THEN coalesce(s.day_first_s, 0) ELSE 0 END)"
    return (
        f"(SELECT s.* REPLACE (s.started_at + {later} AS started_at, s.ended_at + {later} AS ended_at) FROM obs_load_sample s "
        "LEFT JOIN triage_date_order o ON o.export_id = s.export_id WHERE s.day_first_s IS NULL OR o.day_first IS NOT NULL)"
    )


def _order(both: Sequence[tuple[date, date]], known: Set[date], stated: bool | None) -> tuple[bool | None, str]:
    """Return whether the day comes first, None if days decide nothing, and what that rests on.

    Args:
        both: days of an export, with the month and with the day first.
        known: days of other exports.
        stated: what the user states.
    """
    if stated is not None:
        return stated, "stated"
    month_first, day_first = (any(pair[place] in known for pair in both) for place in (0, 1))
    if month_first != day_first:
        return day_first, "days"
    return (None, "days") if month_first else (False, "assumed")


def date_assumptions(store: Store) -> list[str]:
    """Return how dates are read of which the export does not show it."""
    kinds = store.rows(
        "SELECT DISTINCT basis, day_first FROM triage_date_order WHERE day_first IS NOT NULL ORDER BY ALL"
    )
    found = (
        (basis, first, _exports(store, f"o.basis = '{basis}' AND o.day_first = {first}")) for basis, first in kinds
    )
    return [
        f"dates of {_named(exports)} are read with the {'day' if first else 'month'} first{_WHY[basis]}"
        for basis, first, exports in found
    ]


def undated(store: Store) -> Guard:
    """Return the guard of exports whose load is not used, because their day is unknown."""
    found = _exports(store, "o.day_first IS NULL")
    rows = store.rows(
        "SELECT month_first_day, day_first_day FROM triage_date_order WHERE day_first IS NULL ORDER BY export_id LIMIT 1"
    )
    which = f" ({rows[0][0]} or {rows[0][1]})" if rows else ""
    text = (
        f"the load of {_named(found)} is not used: nothing shows whether the day or the month comes first in its dates{which}; "
        "set it with --date-order"
    )
    return Guard("undated", not found, text, about=tuple(("host", host) for host, _ in found))


def _exports(store: Store, condition: str) -> list[tuple[str, str]]:
    """Return host and file of the exports of which a condition holds."""
    return store.rows(f"""
        SELECT DISTINCT s.host, e.file FROM triage_date_order o JOIN obs_load_sample s ON s.export_id = o.export_id
        JOIN export e ON e.export_id = o.export_id WHERE {condition} AND s.host IS NOT NULL ORDER BY ALL
    """)


def _named(exports: Sequence[tuple[str, str]]) -> str:
    shown = ", ".join(f"{printable(host)} ({printable(PurePath(file).name)})" for host, file in exports[:_NAMED])
    return shown + (f" and {len(exports) - _NAMED} more" if len(exports) > _NAMED else "")
