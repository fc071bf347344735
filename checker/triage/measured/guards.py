"""Guards on the input: samples that cannot be right, disks whose LUN is unknown, exports of another time, and totals of old errors."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from checker.facts.store.store import Store
from checker.triage.model import Guard, Window, moment
from checker.triage.parameters import threshold

_NAMED = 4
_MOST_OLD = 5
_ERRORS = {
    "crc_err": "CRC errors", "class3_discard": "discarded frames", "class3_timeout_tx": "frames timed out",
    "link_failure": "link failures",
}  # fmt: skip


def unidentified(store: Store) -> Guard:
    """Return the guard of block devices whose LUN is unknown and that may be parts or maps of others."""
    rows = store.rows(
        "SELECT host, list(replace(volume, 'block:', '') ORDER BY volume) FROM triage_unidentified GROUP BY host ORDER BY host"
    )
    shown = "; ".join(
        f"{host} {' '.join(names[:_NAMED])}{' …' if len(names) > _NAMED else ''}" for host, names in rows[:_NAMED]
    )
    more = f"; {len(rows) - _NAMED} more hosts" if len(rows) > _NAMED else ""
    text = f"block devices whose LUN is unknown, which may be parts or maps of others ({shown}{more})"
    about = tuple(("host", host) for host, _ in rows)
    return Guard("unidentified", not about, text, sum(len(names) for _, names in rows), about)


def impossible(store: Store) -> Guard:
    """Return the guard of samples in which the host queue takes longer than the whole I/O."""
    rows = store.rows(
        "SELECT host, count(*), count(DISTINCT volume || port) FROM triage_impossible GROUP BY 1 ORDER BY 1"
    )
    shown = ", ".join(f"{host} ({count})" for host, count, _ in rows[:_NAMED])
    text = f"samples in which the queue of the host takes longer than the whole I/O are not used: {shown}"
    return Guard("impossible", not rows, text, about=tuple(("host", host) for host, _, _ in rows))


def arrays_outside(store: Store, window: Window, systems: Collection[str]) -> Iterator[Guard]:
    """Yield the guards of arrays without figures in the window: exports of another time, or of too long intervals."""
    coarse = []
    for system in sorted(systems):
        first, last = store.rows("SELECT min(t0), max(t1) FROM triage_array WHERE system = ?", [system])[0]
        if first is None or (first < window.span.until and last > window.span.since):
            coarse.append(system)
            continue
        shown = " to ".join(f"{moment(time):%Y-%m-%d %H:%M:%S}" for time in (first, last))
        text = f"the figures of {system} are of another time ({shown} UTC): nothing is subtracted"
        yield Guard("overlap", passed=False, text=text, about=(("storage_array", system),))
    if coarse:
        text = "the intervals of the array are longer than the window or do not cover half of it: nothing is subtracted"
        yield Guard("window", passed=False, text=text, about=tuple(("storage_array", system) for system in coarse))


def old_errors(store: Store, window: Window | None) -> list[Guard]:
    """Return the ports with the highest totals of errors that did not rise in the window, or of which that is unknown."""
    store.ensure_entities(("counter_sample",))
    names = ", ".join(f"'{name}'" for name in _ERRORS)
    inside = f"t >= {window.span.since!r} AND before < {window.span.until!r}" if window is not None else "TRUE"
    rows = store.rows(f"""
        WITH dated AS (
            SELECT switch, port, counter, value, epoch(captured_at) AS t,
                lag(value) OVER later AS earlier, lag(epoch(captured_at)) OVER later AS before
            FROM counter_sample WHERE counter IN ({names}) AND value IS NOT NULL AND switch IS NOT NULL AND port IS NOT NULL
            WINDOW later AS (PARTITION BY switch, port, counter ORDER BY captured_at NULLS FIRST)
        )
        SELECT switch, port, counter, arg_max(value, coalesce(t, 0)) AS total, bool_or(earlier IS NOT NULL AND {inside}) AS watched
        FROM dated GROUP BY ALL
        HAVING total >= {threshold("old_errors")} AND ({window is None} OR NOT coalesce(bool_or(value > earlier AND {inside}), FALSE))
        ORDER BY total DESC, switch, port, counter LIMIT {_MOST_OLD}
    """)
    found = []
    for switch, port, counter, total, watched in rows:
        when = (
            "none new in the window"
            if watched and window is not None
            else "from when is unknown, so they prove nothing"
        )
        text = f"{switch} port {port}: {total:,} {_ERRORS[counter]}, {when}"
        found.append(Guard("old", passed=False, text=text, about=(("switch_port", f"{switch} {port}"),)))
    return found
