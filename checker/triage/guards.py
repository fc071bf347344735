"""Guards on the input: samples that cannot be right, disks whose LUN is unknown, exports of another time."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from checker.facts.store.store import Store
from checker.triage.model import Guard, Window, moment

_NAMED = 4


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
