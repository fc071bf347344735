"""Guards on the input: samples that cannot be right, disks whose LUN is unknown, exports of another time, and figures that belong to nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set
from pathlib import PurePath

from checker.facts.store.store import Store
from checker.rules.language.suggest import printable
from checker.triage.model import Flow, Guard, Span, Window, moment
from checker.triage.parameters import threshold
from checker.triage.ticket.when.times import times_text

_LEAST_UNREAD, _UNREAD_SHARE = 3, 0.01
"""Lines that were not read, and their share of the samples, from which a slow volume may be among them."""
_NAMED = 4
_MOST_ABOUT = 100


def unidentified(store: Store) -> Guard:
    """Return the guard of block devices whose LUN is unknown and that may be parts or maps of others."""
    return _of_hosts(
        store,
        "unidentified",
        "SELECT host, list(replace(volume, 'block:', '') ORDER BY volume) FROM triage_unidentified GROUP BY host ORDER BY host",
        "block devices whose LUN is unknown, which may be parts or maps of others",
    )


def unreadable(store: Store) -> Guard:
    """Return the guard of volumes whose identity is stated and is none, such as one that was cut; their samples belong to nothing."""
    return _of_hosts(
        store,
        "unreadable",
        "SELECT host, list(DISTINCT kernel_name ORDER BY kernel_name) FROM triage_object WHERE about_kind = 'device' AND device IS NULL "
        "AND host IS NOT NULL AND regexp_matches(kernel_name, '^(naa|eui|t10|uuid)[.]') GROUP BY host ORDER BY host",
        "volumes whose identity cannot be read, so their samples are not used",
    )


def _of_hosts(store: Store, name: str, statement: str, what: str) -> Guard:
    """Return the guard of volumes that a statement lists by host."""
    rows = store.rows(statement)
    shown = "; ".join(
        f"{host} {' '.join(names[:_NAMED])}{' …' if len(names) > _NAMED else ''}" for host, names in rows[:_NAMED]
    )
    more = f"; {len(rows) - _NAMED} more hosts" if len(rows) > _NAMED else ""
    about = tuple(("host", host) for host, _ in rows)
    return Guard(name, not about, f"{what} ({shown}{more})", sum(len(names) for _, names in rows), about)


def untimed(store: Store) -> Guard:
    """Return the guard of exports with the load of volumes of which no time is known, so that they are not used."""
    store.ensure_observations(("workload", "load_sample", "load_counter"))
    rows = store.rows("""
        SELECT coalesce(w.host, w.storage_array) AS owner, CASE WHEN w.host IS NOT NULL THEN 'host' ELSE 'storage_array' END, any_value(e.format), any_value(e.file)
        FROM obs_workload w JOIN export e ON e.export_id = w.export_id
        WHERE owner <> '' AND w.about_kind IN ('device', 'volume')
        GROUP BY ALL
        HAVING NOT bool_or(w.export_id IN (SELECT export_id FROM obs_load_sample UNION SELECT export_id FROM obs_load_counter))
        ORDER BY ALL
    """)
    shown = ", ".join(f"{owner} ({printable(PurePath(file).name)})" for owner, _, _, file in rows[:_NAMED])
    text = (
        f"the load of {shown}{' …' if len(rows) > _NAMED else ''} is not used: no time is printed (iostat needs -t), or none that is "
        "understood (S_TIME_FORMAT=ISO)"
    )
    return Guard("untimed", not rows, text, about=tuple((kind, owner) for owner, kind, _, _ in rows[:_MOST_ABOUT]))


def unmatched(store: Store) -> Guard:
    """Return the guard of arrays whose response times are there while no host is known to have one of their volumes."""
    store.ensure_observations(("load_sample", "load_counter"))
    rows = store.rows("""
        WITH own AS (
            SELECT storage_array, about_kind, director, export_id, host FROM obs_load_sample
            UNION ALL SELECT storage_array, about_kind, director, export_id, NULL FROM obs_load_counter
        ), unknown AS (
            SELECT DISTINCT storage_array, about_kind, director, export_id FROM own
            WHERE host IS NULL AND about_kind IN ('storage_volume', 'virtual_volume') AND coalesce(director, '') = ''
                AND storage_array NOT IN (SELECT system FROM triage_array_key WHERE system IS NOT NULL)
                AND storage_array NOT IN (SELECT storage_array FROM path_place WHERE storage_array IS NOT NULL)
        )
        SELECT storage_array, count(*) FROM unknown
        GROUP BY ALL ORDER BY ALL
    """)
    shown = ", ".join(printable(name) for name, _ in rows[:_NAMED]) + (
        f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    )
    text = f"response times that are not used, because no host is known to have a volume of these arrays: {shown}; exports of one array need the same owner"
    return Guard(
        "unmatched",
        not rows,
        text,
        sum(count for _, count in rows),
        tuple(("storage_array", name) for name, _ in rows[:_MOST_ABOUT]),
    )


def of_arrays_only(store: Store) -> str:
    """Return what the response times of arrays show where no host has latencies; '' without any.

    They are means of a minute of all volumes; the usual one is the lower quartile.
    """
    rows = store.rows("""
        WITH minute AS (
            SELECT system, floor((t0 + t1) / 120) * 60 AS begun, sum(n * (t1 - t0) * ms) / sum(n * (t1 - t0)) AS ms
            FROM triage_array WHERE director = '' AND n > 0 GROUP BY ALL
        )
        SELECT system, quantile_cont(ms, 0.25), max(ms), first(begun ORDER BY ms DESC, begun) FROM minute GROUP BY system ORDER BY system
    """)
    if not rows:
        return ""
    shown = "; ".join(
        f"{printable(system)} answers in {usual:.1f} ms most of the time, and in {worst:.1f} ms at {moment(at):%Y-%m-%d %H:%M} UTC"
        for system, usual, worst, at in rows[:_NAMED]
    )
    return f"no export has the latency of a host over time, so how long the hosts wait is unknown; {shown}"


def unseen(guards: Iterable[Guard], measured: Set[str]) -> list[str]:
    """Return the hosts of which loads were not used, so that nothing is known of these: identities that cannot be read, or times that are not known.

    Args:
        guards: all guards.
        measured: hosts with flows.
    """
    failed = [one for one in guards if not one.passed and one.name in ("unreadable", "untimed", "undated")]
    found = {
        key
        for one in failed
        for kind, key in one.about
        if kind == "host" and (one.name == "unreadable" or key not in measured)
    }
    return sorted(found)


def unread_samples(store: Store) -> dict[str, int]:
    """Return how many lines of the samples of hosts were not read, where these are more than the end of a capture that was cut."""
    store.ensure_observations(("load_sample",))
    rows = store.rows(f"""
        SELECT s.host, sum(e.unread_lines)::BIGINT FROM (
            SELECT export_id, min(host) AS host, count(*) AS rows FROM obs_load_sample WHERE host IS NOT NULL GROUP BY export_id
        ) s JOIN export e ON e.export_id = s.export_id
        WHERE e.unread_lines >= greatest({_LEAST_UNREAD}, {_UNREAD_SHARE} * s.rows) GROUP BY s.host ORDER BY s.host
    """)
    return dict(rows)


def impossible(store: Store) -> Guard:
    """Return the guard of samples in which the host queue takes longer than the whole I/O."""
    rows = store.rows(
        "SELECT host, count(*), count(DISTINCT volume || port) FROM triage_impossible GROUP BY 1 ORDER BY 1"
    )
    shown = ", ".join(f"{host} ({count})" for host, count, _ in rows[:_NAMED])
    text = f"samples in which the queue of the host takes longer than the whole I/O are not used: {shown}"
    return Guard("impossible", not rows, text, about=tuple(("host", host) for host, _, _ in rows))


def hosts_outside(store: Store, window: Window) -> Iterator[Guard]:
    """Yield the guard of hosts whose samples are all of another time than the window."""
    rows = store.rows(
        "SELECT k.host, min(p.t0), max(p.t1) FROM (SELECT DISTINCT host, point FROM triage_flow_key) k JOIN "
        "(SELECT flow, min(t0) AS t0, max(t1) AS t1 FROM triage_flow_point GROUP BY flow) p ON p.flow = k.point "
        f"GROUP BY k.host HAVING min(p.t0) >= {window.span.until!r} OR max(p.t1) <= {window.span.since!r} ORDER BY k.host"
    )
    if not rows:
        return
    shown = "; ".join(f"{host} {times_text(Span(*times))} UTC" for host, *times in rows[:_NAMED])
    text = f"hosts that have samples of other times only, which are not compared: {shown}{' …' if len(rows) > _NAMED else ''}"
    yield Guard("overlap", passed=False, text=text, about=tuple(("host", host) for host, _, _ in rows))


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
        stated = {
            utc for (utc,) in store.rows("SELECT DISTINCT utc FROM triage_object WHERE storage_array = ?", [system])
        }
        if False in stated:
            # --clock would move all of its samples.
            clock = "" if True in stated else f", or --clock {system}=SECONDS,"
            text += f"; {'some of ' if True in stated else ''}its exports state no zone, so --timezone{clock} may correct that"
        yield Guard("overlap", passed=False, text=text, about=(("storage_array", system),))
    if coarse:
        text = (
            "the intervals of the array are longer than the window or do not cover half of it: nothing is subtracted"
            f"{_hidden(store, window, coarse)}"
        )
        yield Guard("window", passed=False, text=text, about=tuple(("storage_array", system) for system in coarse))


def _hidden(store: Store, window: Window, systems: Collection[str]) -> str:
    """Return the largest excess in the window that the means of longer intervals can hide; '' where none is longer.

    An excess e over the window w is e·w/T in a mean M over T; it is hidden while that is within M - reference + 2 standard
    deviations of the means (a quarter of M if there is only one).
    """
    names = ", ".join("?" for _ in systems)
    rows = store.rows(
        f"""
        WITH own AS (
            SELECT *, quantile_cont(ms, 0.25) OVER mine AS usual, stddev_samp(ms) OVER mine AS spread FROM triage_array
            WHERE system IN ({names}) WINDOW mine AS (PARTITION BY system, volume, operation, director)
        )
        SELECT max((ms - usual + 2 * coalesce(spread, 0.25 * ms)) * (t1 - t0) / {window.span.seconds!r}), max(t1 - t0) FROM own
        WHERE t1 - t0 > {window.span.seconds!r} AND t0 < {window.span.until!r} AND t1 > {window.span.since!r}
        """,
        list(systems),
    )
    excess, seconds = rows[0]
    if excess is None:
        return ""
    return f"; a mean over {seconds / 60:.0f} minutes can hide up to {max(0.0, excess):.1f} ms in the window"


def unverified(store: Store) -> Iterator[Guard]:
    """Yield the guard of formats that no export of a real site has confirmed, of what triage reads."""
    from checker.readers.registry import cards

    known = {card.name: card for card in cards()}
    found: set[str] = set()
    for kind in ("load_sample", "load_counter", "counter_sample", "port_sample", "log_event"):
        store.ensure_observations((kind,))
        found |= {
            name
            for (name,) in store.rows(
                f"SELECT DISTINCT e.format FROM obs_{kind} o JOIN export e ON e.export_id = o.export_id WHERE e.format IS NOT NULL"
            )
        }
    if used := sorted(name for name in found if name in known and not known[name].reader().verified):
        text = f"formats that are read as their documentation describes them, not yet checked against a real export: {', '.join(used)}"
        yield Guard("unverified_format", passed=False, text=text)


def baseline_guards(flows: Iterable[Flow]) -> Iterator[Guard]:
    """Yield the guards of volumes that the baseline does not have, and of slow ones that did much less I/O in it."""
    known = [flow for flow in flows if flow.volume and flow.state != "unused"]
    missing = {flow.key[:2] for flow in known if not flow.from_baseline}
    hosts = sorted({host for host, _ in missing})
    shown = ", ".join(hosts[:_NAMED]) + (" …" if len(hosts) > _NAMED else "")
    count = f"{len(missing)} volume{'s' if len(missing) != 1 else ''}"
    text = f"the baseline does not have {count} on {shown}, which {'are' if len(missing) != 1 else 'is'} compared with the rest of the capture or with others; it needs the exports that identify LUNs, such as multipath -ll, too"
    about = tuple(("host", host) for host in hosts)
    yield Guard("not_in_baseline", not missing, text, about=about)
    busier = {
        flow.host
        for flow in known
        if flow.from_baseline
        and flow.state == "slow"
        and flow.quiet is not None
        and flow.window.iops >= threshold("load_ratio") * flow.quiet.iops
    }
    text = f"slow volumes on {', '.join(sorted(busier)[:_NAMED])}{' …' if len(busier) > _NAMED else ''} do at least {threshold('load_ratio'):g} times the I/O of the baseline, which alone may take longer"
    yield Guard("busier", not busier, text, about=tuple(("host", host) for host in sorted(busier)))
