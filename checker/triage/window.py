"""The window: the time that the complaint is about, given or found in the samples of the focus.

A sample counts as slow if its latency is far above the lower quartile of its own flow. Slow times that are at most two
intervals apart are one incident; the one with the most waiting is the window, and the others are named. No incident is a
reference, also if the window is given.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.errors import UsageError
from checker.facts.store.store import Store
from checker.triage.model import Span, Window
from checker.triage.parameters import threshold
from checker.triage.ticket.model import Request
from checker.triage.ticket.steer import Steering
from checker.triage.ticket.when.times import read_time

_GAP = 2
_LEAST_BINS = 3
_WORTH_NAMING = 0.25
_MEASURED = 0.5
"""Share of a time that figures of an array have to cover (see ``covered``)."""


def find_window(store: Store, steering: Steering) -> Window | None:
    """Return the window, or None without any sample of the focus.

    Args:
        store: with the tables of ``tables``.
        steering: with the bounds as the user wrote them, and the condition on ``triage_flow`` that selects the focus.

    Raises:
        UsageError: a time cannot be read, or the window is empty.
    """
    request, focus, within = steering.request, steering.focus, steering.within
    first, last, step = store.rows(
        f"SELECT min(t0), max(t1), median(t1 - t0) FROM triage_flow WHERE port = '' AND {focus}"
    )[0]
    if first is None:
        return None
    whole, found = Span(first, last), _incidents(_waiting(store, focus, step), step)
    slow = [one for one, _ in found]
    if request.since or request.until:
        span = Span(
            _bound("--since", request.since, first, last, request),
            _bound("--until", request.until, last, last, request),
        )
        if span.seconds <= 0 and request.since and request.until:
            raise UsageError("--since and --until: the window is empty; --since must be before --until")
        if span.seconds <= 0:
            # The one bound that is given is outside of all samples.
            span = Span(min(span.since, span.until), max(span.since, span.until))
        return Window(span, steering.source, step, _reference(store, span, whole, slow, step), _others(found, span))
    incidents = [
        one for one in found if within is None or (one[0].until > within.since and one[0].since < within.until)
    ]
    if not incidents and within is not None and step < within.seconds < last - first - step:
        quiet = _reference(store, within, whole, slow, step)
        return Window(within, "ticket", step, quiet, _others(found, within))
    if not incidents:
        return Window(whole, "whole", step)
    best = max(incidents, key=lambda one: (one[1], -one[0].since))
    span = _widened(best[0], whole, step)
    return Window(span, "found", step, _reference(store, span, whole, slow, step), _others(found, span))


def _others(incidents: Sequence[tuple[Span, float]], window: Span) -> tuple[Span, ...]:
    """Return the incidents outside of the window, without small ones."""
    most = max((waiting for _, waiting in incidents), default=0.0)
    return tuple(
        one
        for one, waiting in incidents
        if waiting >= _WORTH_NAMING * most and (one.until <= window.since or one.since >= window.until)
    )


def _waiting(store: Store, focus: str, step: float) -> list[tuple[int, float]]:
    """Return the waiting above each flow's own lower quartile by number of interval, slow intervals only."""
    ratio, least = threshold("slow_ratio"), threshold("slow_ms")
    rows = store.rows(f"""
        WITH own AS ({_usual(focus)} AND f.n * (f.t1 - f.t0) >= {threshold("least_ios")})
        SELECT floor((t0 + t1) / 2 / {step!r})::BIGINT AS bin, sum(n * (ms - usual)) FROM own
        WHERE ms >= {ratio} * usual AND ms - usual >= {least} GROUP BY bin ORDER BY bin
    """)
    return [(int(number), float(waiting)) for number, waiting in rows]


def _usual(focus: str) -> str:
    """Return the query for the samples of the focus, each with the lower quartile of its flow."""
    return (
        "SELECT f.t0, f.t1, f.n, f.ms, u.low_ms AS usual FROM triage_flow f JOIN triage_usual u ON u.flow = f.flow "
        f"WHERE f.port = '' AND {focus}"
    )


def slow_but_few(store: Store, focus: str) -> int:
    """Return the number of slow samples with too few I/Os to count: a host that waits sends few."""
    ratio, least = threshold("slow_ratio"), threshold("slow_ms")
    rows = store.rows(f"""
        WITH own AS ({_usual(focus)})
        SELECT count(*) FROM own
        WHERE ms >= {ratio} * usual AND ms - usual >= {least} AND n * (t1 - t0) < {threshold("least_ios")}
    """)
    return int(rows[0][0])


def _incidents(bins: Sequence[tuple[int, float]], step: float) -> list[tuple[Span, float]]:
    """Return the runs of slow intervals with their waiting; a run of fewer intervals than three is noise."""
    runs: list[list[tuple[int, float]]] = []
    for one in bins:
        if runs and one[0] - runs[-1][-1][0] <= _GAP + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return [
        (Span(run[0][0] * step, (run[-1][0] + 1) * step), sum(waiting for _, waiting in run))
        for run in runs
        if len(run) >= _LEAST_BINS
    ]


def _widened(span: Span, whole: Span, step: float) -> Span:
    return Span(max(span.since, whole.since - step), min(span.until, whole.until + step))


def _reference(store: Store, span: Span, whole: Span, slow: Sequence[Span], step: float) -> tuple[Span, ...]:
    """Return the time to compare a window with.

    Where the arrays were measured for a small part of it only, it is that part, if that is long enough: segments are differences
    of hosts and arrays, so both have to be of the same time.
    """
    quiet = _quiet(whole, [span, *slow], step)
    rows = store.rows(
        f"SELECT min(t0), max(t1) FROM triage_array GROUP BY system HAVING bool_or(t1 > {span.since!r} AND t0 < {span.until!r})"
    )
    if not quiet or not rows:
        return quiet
    first, last = max(first for first, _ in rows), min(last for _, last in rows)
    parts = (Span(max(first, part.since), min(last, part.until)) for part in quiet)
    measured = tuple(part for part in parts if part.seconds > 0)
    seconds = sum(part.seconds for part in measured)
    few = seconds < _MEASURED * sum(part.seconds for part in quiet)
    return measured if few and seconds >= threshold("quiet_bins") * step else quiet


def _quiet(whole: Span, slow: Sequence[Span], step: float) -> tuple[Span, ...]:
    """Return the capture without the slow times and two intervals around each, if that is long enough for a reference."""
    margin = _GAP * step
    kept, begin = [], whole.since
    for one in sorted(slow, key=lambda span: span.since):
        kept.append(Span(begin, one.since - margin))
        begin = max(begin, one.until + margin)
    kept.append(Span(begin, whole.until))
    kept = [part for part in kept if part.seconds > 0]
    return tuple(kept) if sum(part.seconds for part in kept) >= threshold("quiet_bins") * step else ()


def _bound(option: str, text: str | None, default: float, newest: float, request: Request) -> float:
    return default if text is None else read_time(option, text, newest, request.timezone)
