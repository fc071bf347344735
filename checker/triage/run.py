"""Triage of a store: window, flows, segments, scope, explanations and verdict, in this order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from checker.facts.store.store import Store
from checker.rules.language.suggest import printable
from checker.system.garbage import uncollected
from checker.triage.case import Case
from checker.triage.explain import explained
from checker.triage.explain.nothing_slow import judge_without_slow
from checker.triage.flows import Flows, flows_of
from checker.triage.follow import Capture, compared_part, follow_of, segments_after
from checker.triage.ladder import ladder_of, with_needs
from checker.triage.measured.counters import old_errors, ports_in, without_rates
from checker.triage.measured.guards import (
    of_arrays_only,
    unidentified,
    unreadable,
    untimed,
    unverified,
)
from checker.triage.measured.history import history_of
from checker.triage.measured.samples import declared_clocks
from checker.triage.measured.tables import aborts_in, build_tables, whole_span
from checker.triage.measured.times.clocks import align_clocks
from checker.triage.measured.times.dates import date_assumptions, undated
from checker.triage.model import Common, Flow, Guard, Need, Segment, Triage
from checker.triage.names import names_of
from checker.triage.parameters import threshold
from checker.triage.platforms import Platforms
from checker.triage.predicted import MOST_PAIRS, Expected, pairs_of, predict, predictions_of, with_predictions
from checker.triage.rank import rank
from checker.triage.shared.pressure import Pressure
from checker.triage.shared.rest import unexplained
from checker.triage.shared.scope import Parts, places_of, scope_of
from checker.triage.ticket.model import Request
from checker.triage.ticket.steer import steer
from checker.triage.ticket.when.times import times_text
from checker.triage.window import find_window, slow_but_few

if TYPE_CHECKING:
    from checker.estimate.library import Library

_AS_GOOD = 0.05
_MOST_ASKED = 4
_WAYS = frozenset(("switch_port", "isl", "target_port"))


@uncollected()
def triage_of(
    store: Store,
    request: Request,
    baseline: Capture | None = None,
    after: Capture | None = None,
    step: Callable[[str, float], None] = lambda _stage, _fraction: None,
    library: Library | None = None,
) -> Triage:
    """Return the triage of a store.

    Args:
        store: with entities, topology and samples over time; temporary tables are added.
        request: what to look at.
        baseline: a capture of a good time, which is the reference.
        after: a capture after the change, to see whether it helped.
        step: called with what is done and its fraction, as the work advances.
        library: parameters of the estimator; those of the program by default.

    Raises:
        UsageError: a name or time of the request is unknown.
    """
    found = Triage()
    store.ensure_entities(("storage_array",))
    step("ordering samples", 0.0)
    build_tables(store, request)
    _state_zones(store, request, found)
    found.assumptions += date_assumptions(store)
    steering = steer(store, request)
    focus, found.ticket = steering.focus, steering.ticket
    step("comparing clocks", 0.0)
    stated = {**declared_clocks(store), **request.clocks}
    clocks = align_clocks(store, stated)
    found.clocks = [(one.host, one.ahead, one.correlation) for one in clocks]
    found.assumptions += [
        f"the clock of {name} is {abs(ahead):g} s {'ahead' if ahead >= 0 else 'behind'}, as {'--clock' if name in request.clocks else 'the inventory'} states"
        for name, ahead in sorted(stated.items())
        if ahead
    ]
    known = {*stated, *(one.host for one in clocks)}
    step("comparing latencies", 0.0)
    window = find_window(store, steering)
    # Slow times of a good time are no reference.
    good = baseline.calm or baseline if baseline is not None else None
    flows = flows_of(store, window, focus, known, good) if window is not None else Flows()
    found.window, found.flows, found.guards = (
        window,
        flows.all,
        [*flows.guards, *old_errors(store, window), *unverified(store)],
    )
    if window is not None:
        found.guards += without_rates(store, window)
    if window is None or not flows.volumes:
        _judge_without_latency(store, found)
        return found
    slow = flows.slow()
    if not slow:
        judge_without_slow(store, found, flows, slow_but_few(store, focus), aborts_in(store, window.span))
        return found
    step("explaining", 0.0)
    _explain(store, found, flows, slow, library, request, good)
    found.names = names_of(store, found)
    found.history = history_of(store, found.flows, window) if request.over_time else None
    if after is not None:
        part = compared_part(flows.volumes, after)
        found.follow = follow_of(flows.volumes, part)
        found.follow_segments = segments_after(found.segments, flows.volumes, part)
        found.follow_span, found.follow_whole = part.span, part is after
    return found


def _explain(
    store: Store, found: Triage, flows: Flows, slow: Sequence[Flow], library: Library | None, request: Request,
    baseline: Capture | None,
) -> None:  # fmt: skip
    assert found.window is not None
    platforms = Platforms(store)
    volumes = [flow for flow in flows.volumes if flow.state == "slow" and flow.focus]
    cut = volumes or list(slow)
    found.segments = with_needs(ladder_of(cut, flows.fast(cut[0]), found.guards), cut, found.window, platforms)
    parts = Parts(store, flows)
    found.on_way = parts.on_way(cut)
    expected = _expected(store, found, flows, library)
    found.predictions = predictions_of(cut, expected)
    found.segments = with_predictions(found.segments, cut, expected)
    found.scope = scope_of(flows, parts)
    arrays = [one for one in found.segments if "S5" in one.names]
    as_usual = bool(arrays) and all(one.names == ("S5",) for one in arrays)
    as_usual &= sum(one.share for one in arrays) < threshold("shown_score")
    found.places = places_of(flows, parts, found.scope, array_fast=as_usual)
    judged = [flow for flow in flows.cut if flow.state in ("slow", "fast")]
    siblings = any(flow.state == "fast" for flow in judged)
    found.guards.append(
        Guard(
            "no_siblings",
            siblings,
            "nothing fast to compare with: what only the slow volumes share is unknown",
        )
    )
    ports = ports_in(store, found.window.span, request)
    if broken := [port.key for port in ports.values() if port.impossible]:
        text = f"ports that counted more than their speed allows, so their use is unknown: {', '.join(broken[:_MOST_ASKED])}"
        about = tuple(("switch_port", key) for key in broken)
        found.guards.append(Guard("impossible", passed=False, text=text, about=about))
    kinds = {wwpn: "initiator" for (wwpn,) in store.rows("SELECT DISTINCT initiator_wwpn FROM path_place")}
    kinds |= {wwpn: "target_port" for (wwpn,) in store.rows("SELECT DISTINCT target_wwpn FROM target_place")}
    case = Case(
        store,
        found.window,
        flows,
        cut,
        found.segments,
        found.scope,
        platforms,
        ports,
        Pressure(store, parts),
        parts,
        kinds,
        baseline,
    )
    known_ways, unknown_ways = _ways(cut, parts)
    found.guards.append(unknown_ways)
    rank(explained(case, found.places), found, case.excess_ms, known_ways)
    found.guards.append(unexplained(case, found.explanations))
    needs = [need for one in found.segments for need in one.split_by]
    if found.verdict == "undecided" and any(
        "S2" in one.names and one.share >= threshold("share_d") for one in found.segments
    ):
        measured = {port.switch for port in ports.values() if port.rises}
        needs += _counters_of(found.scope, platforms, measured)
        needs += _depths(found.segments, cut, platforms)
    unknown = [guard for guard in found.guards if guard.name in ("unidentified", "unreadable") and not guard.passed]
    needs += [need for guard in unknown for need in _identities(guard, platforms)]
    found.needs = list(dict.fromkeys(needs))


def _ways(cut: Sequence[Flow], parts: Parts) -> tuple[float, Guard]:
    """Return the share of the waiting whose way through the SAN is known, and the guard of hosts of which it is not."""
    total = sum(flow.excess for flow in cut)
    without = parts.not_over(_WAYS, cut)
    hosts = sorted({flow.host for flow in without})
    shown = ", ".join(map(printable, hosts[:_MOST_ASKED])) + (" …" if len(hosts) > _MOST_ASKED else "")
    text = f"no export has the paths of these slow hosts to their volumes, so which ports and ISLs they use is unknown: {shown}"
    guard = Guard("unknown_ways", not hosts, text, about=tuple(("host", host) for host in hosts))
    return 1.0 - sum(flow.excess for flow in without) / total if total else 0.0, guard


def _expected(
    store: Store, found: Triage, flows: Flows, library: Library | None
) -> Mapping[tuple[str, str, str], Expected]:
    """Return what the estimator expects; say so if there are too many volumes for it."""
    pairs = pairs_of(flows.volumes)
    if pairs > MOST_PAIRS:
        found.assumptions.append(
            f"nothing is estimated: there are {pairs:,} pairs of a host and a volume, more than {MOST_PAIRS:,}"
        )
        return {}
    return predict(store, flows.volumes, library)


def _counters_of(scope: Sequence[Common], platforms: Platforms, measured: Set[str]) -> list[Need]:
    """Return the need for counters of the switches that the slow flows share most and that are not ``measured`` in the window."""
    best = max((one.recall * one.precision for one in scope), default=0.0)
    ports = [one.component for one in scope if one.recall * one.precision >= best - _AS_GOOD]
    switches = sorted({key.split(" ")[0] for kind, key in ports if kind in ("switch_port", "switch")} - measured)
    why = "errors, credits and load of the ports on the way"
    return [platforms.need("counters", switch, why) for switch in switches[:_MOST_ASKED]]


def _depths(segments: Sequence[Segment], cut: Sequence[Flow], platforms: Platforms) -> list[Need]:
    """Return the need for queue depths of the hosts of which nothing measures whether I/Os wait in them."""
    if not any(one.names == ("S1", "S2") and one.share >= threshold("cause_score") for one in segments):
        return []
    outstanding: defaultdict[str, float] = defaultdict(float)
    for flow in cut:
        if flow.window.kernel_ms is None:
            outstanding[flow.host] += flow.window.iops * flow.window.ms / 1000
    found = []
    for host, count in sorted(outstanding.items())[:_MOST_ASKED]:
        shown = f"{count:.0f} I/Os" if count >= 1.5 else "1 I/O"
        why = (
            f"with {shown} outstanding on all its slow volumes, a greater depth means that they do not wait in the host"
        )
        found.append(platforms.need("depth", host, why))
    return found


def _judge_without_latency(store: Store, found: Triage) -> None:
    """Set reason and needs where no flow has a latency, and say which block devices were not used."""
    whole = whole_span(store, "triage_flow")
    found.reason = "no latency in this window" + (f"; the samples are of {times_text(whole)} UTC" if whole else "")
    platforms = Platforms(store)
    if found.window is None:
        found.reason = of_arrays_only(store) or "no export has the latency of a volume over time"
    unknown, unread = unidentified(store), unreadable(store)
    found.guards += [guard for guard in (untimed(store), undated(store)) if not guard.passed]
    without_lun = [guard for guard in (unknown, unread) if guard.about]
    if without_lun and found.window is None:
        what = "block devices whose LUN is unknown" if unknown.about else "volumes whose identity cannot be read"
        found.reason = f"the latencies are of {what}"
        found.guards += without_lun
    found.guards.append(Guard("no_latency", passed=False, text=found.reason))
    if without_lun:
        found.needs = list(dict.fromkeys(need for one in without_lun for need in _identities(one, platforms)))
        return
    hosts = store.rows("SELECT DISTINCT host FROM path_place WHERE host IS NOT NULL ORDER BY 1")
    systems = store.rows("SELECT DISTINCT storage_array FROM path_place WHERE storage_array IS NOT NULL ORDER BY 1")
    for owners, why in (
        (hosts, "latencies of hosts while it is slow"),
        ([(one,) for (one,) in systems if one not in platforms.measured], "latencies of arrays at the same time"),
    ):
        if not owners and why.startswith("latencies of arrays") and platforms.measured:
            continue
        found.needs += [platforms.need("latency", owner, why) for (owner,) in owners] or [
            platforms.need("latency", "", why)
        ]


def _identities(unknown: Guard, platforms: Platforms) -> list[Need]:
    """Return the exports that identify block devices."""
    why = "identifies the LUNs of its block devices"
    return [need for _, host in unknown.about[:_MOST_ASKED] for need in platforms.identities(host, why)]


def _state_zones(store: Store, request: Request, found: Triage) -> None:
    store.ensure_observations(("port_sample",))
    owners = store.rows(
        "SELECT DISTINCT coalesce(host, storage_array) AS owner FROM triage_object WHERE NOT utc AND coalesce(host, storage_array) <> '' "
        "UNION SELECT switch FROM obs_port_sample WHERE NOT utc AND switch IS NOT NULL ORDER BY 1"
    )
    if owners:
        shown = ", ".join(name for (name,) in owners[:5]) + (" …" if len(owners) > 5 else "")
        found.assumptions.append(f"times of {shown} state no zone and are taken as {request.timezone}")
