"""TRI009: the array answers slowly. This names the place; why it is slow needs figures of the array itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, mul

from checker.triage.case import Case
from checker.triage.measured.means import Means
from checker.triage.measured.operations import inside
from checker.triage.measured.tables import covered
from checker.triage.model import Evidence, Explanation, Flow, Need
from checker.triage.parameters import threshold

_VOLUMES = 3
_ARRAY, _LEG, _FAR = attrgetter("array_ms"), attrgetter("leg_ms"), attrgetter("far_ms")
_Answered = tuple[Flow, float, float | None]
"""A flow with the response times that an array reports for it, in the window and when it is fast."""


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each array whose own figures cover the window."""
    slow_on: defaultdict[str | None, list[Flow]] = defaultdict(list)
    on_system: defaultdict[str | None, list[Flow]] = defaultdict(list)
    for flow in case.slow:
        slow_on[_system(flow)].append(flow)
    for flow in case.flows.volumes:
        if flow.state != "unused":
            on_system[_system(flow)].append(flow)
    by_system = {
        system: answers for system, flows in slow_on.items() if system and (answers := _answered(flows, system))
    }
    # Writes to distributed volumes wait for the array of the other site, whose figures are those of its own hosts, too.
    far = {array for flow in case.slow for array in flow.far_arrays}
    for system in far - by_system.keys():
        writes = [flow for flow in case.flows.volumes if flow.operation != "read" and flow.state != "unused"]
        used = _answered(writes, system)
        near = [one for one in used if _system(one[0]) == system]
        by_system[system] = near or [one for one in used if one[0].state == "slow"]
    for system, answers in sorted(by_system.items(), key=lambda item: item[0]):
        flows = [flow for flow, _, _ in answers]
        # What it usually takes may be unknown of a few, which are not compared.
        compared = [(flow, now, before) for flow, now, before in answers if before is not None]
        known = sum(flow.excess for flow, _, _ in compared)
        if known < threshold("cause_recall") * sum(flow.excess for flow in flows):
            continue
        weights = [flow.window.iops for flow, _, _ in compared]
        measured = _mean([now for _, now, _ in compared], weights)
        reference = _mean([before for _, _, before in compared], weights)
        where = (("storage_array", system),)
        operations = {flow.operation for flow in case.slow}
        fit, recall = case.fit_of_volumes(where[0], min(operations) if len(operations) == 1 else "")
        found = Explanation(
            "TRI009", "array slow", case.share("S5") if system in slow_on else 0.0, fit, where, where, confirm=(_need(case, system),),
            effect="its cause inside the array is not known from these exports",
            recall=recall,
        )  # fmt: skip
        if not reference:
            continue
        if measured <= threshold("fast_ratio") * reference:
            found.excluded_by = Evidence(
                f"{system} answers in {measured:.2f} ms, {reference:.2f} ms when it is fast", measured, "ms", reference
            )
            yield found
            continue
        # The figures of the array may be there for one operation only, while both are slow.
        # What the complaint is not about is slow, too.
        judged = on_system[system] if system in slow_on else [*flows, *on_system[system]]
        found.against = tuple(
            _one_operation([flow for flow in judged if flow.state == "slow"] if system in slow_on else [])
        )
        ratio = threshold("slow_ratio")
        slower = [one for one, now, before in _answered(judged, system) if before is not None and now >= ratio * before]
        slow = {flow.volume for flow in slower}
        own = {flow.volume for flow in judged}
        enough = len(slow) >= _VOLUMES or slow == own
        if system in far:
            found.share += _far_share(case, measured - reference)
        risen = measured >= threshold("slow_ratio") * reference and measured - reference >= threshold("slow_ms")
        busy = tuple(_busy(case, system)) if risen else ()
        if busy:
            found.effect = "less load on its controllers, or more of them"
        load = tuple(_load(judged))
        queued = _queued(flows, measured - reference) if risen else ()
        if queued:
            found.share += case.share("S1")
        if (enough or risen) and system in slow_on:
            # An array measures each volume, so the others need not be slow: a pool, or a limit, is in the array, too.
            found.fit, found.recall = max((fit, recall), case.fit_among(slower))
        if risen and enough and found.share >= threshold("share_d"):
            found.found_for = (
                Evidence(
                    f"{system} answers in {measured:.1f} ms, {reference:.1f} ms when it is fast",
                    measured,
                    "ms",
                    reference,
                    decisive=True,
                ),
                Evidence(f"on {len(slow)} of its {len(own)} measured volumes", float(len(slow)), "count"),
                *queued,
                *load,
                *busy,
            )
            yield found
        elif risen:
            found.found_for = (
                Evidence(
                    f"{system} answers in {measured:.1f} ms, {reference:.1f} ms when it is fast",
                    measured,
                    "ms",
                    reference,
                ),
                Evidence(
                    f"on {len(slow)} of its {len(own)} measured volumes", float(len(slow)), "count", independent=False
                ),
                *load,
                *busy,
            )
            yield found


def _far_share(case: Case, rise: float) -> float:
    """Return the share of the excess between both sites that the rise in the response time of the far array explains."""
    far = [one for one in case.segments if one.names in (("S6",), ("S3", "S6")) and one.excess_ms > 0]
    return sum(one.share * min(1.0, max(0.0, rise) / one.excess_ms) for one in far)


def _queued(flows: list[Flow], rise: float) -> tuple[Evidence, ...]:
    """Return the evidence that the hosts' queues only fill because of the array: I/O waits there for less than its response time has risen."""
    iops = sum(flow.window.iops for flow in flows)
    kernel = sum((flow.window.kernel_ms or 0.0) * flow.window.iops for flow in flows) / iops if iops else 0.0
    if not threshold("kernel_high_ms") < kernel <= rise:
        return ()
    return (
        Evidence(
            f"the hosts queue I/O for {kernel:.1f} ms, less than the rise in the array's response time",
            kernel,
            "ms",
            rise,
        ),
    )


def _load(flows: list[Flow]) -> Iterator[Evidence]:
    """Yield the fact that the volumes of an array do far more I/O than usual, and which host most of the rise is from."""
    rises: defaultdict[str, float] = defaultdict(float)
    known = {id(flow): flow for flow in flows if flow.quiet is not None}.values()
    now = sum(flow.window.iops for flow in known)
    usual = sum(flow.quiet.iops for flow in known if flow.quiet is not None)
    if not usual or now < threshold("load_ratio") * usual:
        return
    for flow in known:
        rises[flow.host] += flow.window.iops - (flow.quiet.iops if flow.quiet is not None else 0.0)
    host, rise = max(sorted(rises.items()), key=lambda item: item[1])
    most = f", {min(1.0, rise / (now - usual)):.0%} of the rise from {host}" if rise > (now - usual) / 2 else ""
    text = f"its measured volumes do {now / usual:.1f} times the I/O of the time when it is fast{most}"
    yield Evidence(text, now / usual, "ratio", threshold("load_ratio"), independent=False)


def _busy(case: Case, system: str) -> Iterator[Evidence]:
    """Yield the evidence that the array or its busiest controller is busy in the window."""
    rows = case.store.rows(
        f"""
        SELECT about_key, sum(busy_ratio * (t1 - t0)) / sum(t1 - t0) AS busy FROM triage_sample
        WHERE host IS NULL AND storage_array = ? AND about_kind IN ('storage_array', 'director') AND busy_ratio IS NOT NULL
            AND {inside([case.window.span])}
        GROUP BY about_key {covered([case.window.span])} AND busy >= ? ORDER BY busy DESC, about_key LIMIT 1
        """,
        [system, threshold("shared_busy")],
    )
    for name, busy in rows:
        who = name if name == system else f"{name} of {system}"
        yield Evidence(f"{who} is {busy:.0%} busy", busy, "ratio", threshold("shared_busy"))


def _system(flow: Flow) -> str | None:
    """Return the array that keeps the data: the one behind VPLEX, if there is one."""
    return flow.back_array if flow.virtualised else flow.system if flow.virtualised is False else None


def _reported(flow: Flow, system: str) -> Callable[[Means], float | None] | None:
    """Return which of the means is the response time that an array reports for a flow, as its array, or that of the other site."""
    if flow.virtualised and system in flow.far_arrays:
        return _FAR
    return None if _system(flow) != system else _LEG if flow.virtualised else _ARRAY


def _one_operation(flows: list[Flow]) -> Iterator[Evidence]:
    """Yield the evidence that only one operation is slow and does no more than usual: a part of the array may be at fault."""
    operations = {flow.operation for flow in flows}
    now = sum(flow.window.iops for flow in flows)
    usual = sum(flow.quiet.iops for flow in flows if flow.quiet is not None)
    if len(operations) == 1 and "" not in operations and abs(now - usual) <= threshold("flat_load") * usual:
        yield Evidence(f"only {min(operations)}s are slow, and there are no more of them than usual", now, "1/s", usual)


def _answered(flows: Iterable[Flow], system: str) -> list[_Answered]:
    """Return the flows of which an array reports the response time in the window, with it and that when it is fast."""
    return [
        (flow, now, reported(flow.quiet) if flow.quiet is not None else None)
        for flow in flows
        if (reported := _reported(flow, system)) is not None and (now := reported(flow.window)) is not None
    ]


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    total = sum(weights)
    return sum(map(mul, values, weights)) / total if total else 0.0


def _need(case: Case, system: str) -> Need:
    family = case.platforms.known.get(system, "")
    return Need("its own load: controllers, cache, rebuilds, snapshots", family, system, "says why it is slow")
