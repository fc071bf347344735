"""TRI006: the WAN between the clusters of a VPLEX Metro takes longer, so distributed writes wait for the other site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from checker.triage.case import Case
from checker.triage.measured.directors import directors_in
from checker.triage.model import Component, Evidence, Explanation, Flow, Need
from checker.triage.parameters import threshold
from checker.triage.shared.scope import locality_of


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each VPLEX system of which distributed writes are slow."""
    by_system: defaultdict[str, list[Flow]] = defaultdict(list)
    for flow in case.slow:
        # Some hosts state the mean of both operations only; reads do not wait for the other site.
        if flow.distributed and flow.operation != "read" and flow.system:
            by_system[flow.system].append(flow)
    for system, flows in sorted(by_system.items()):
        fit, recall = case.fit_of_any({locality_of(flow) for flow in flows})
        links = _links(case, system)
        found = Explanation(
            "TRI006", "WAN", _share(case, system), fit, links or (("storage_array", system),), links,
            recall=recall,
            confirm=(
                Need("ping -c 1000 between the WAN ports of both clusters", "vplex", system, "round trip and loss, in both directions"),
                Need("connectivity validate-wan-com", "vplex", system, "whether all WAN links carry I/O"),
            ),
            effect="distributed writes return to what they take with the usual round trip",
        )  # fmt: skip
        alike = _local_alike(case, system, flows) or _same_round_trip(case, system)
        if alike is not None:
            found.excluded_by = alike
            yield found
            continue
        found.found_for = tuple(_evidence(case, system, _what(flows)))
        if found.found_for:
            yield found


def _links(case: Case, system: str) -> tuple[Component, ...]:
    """Return the WAN links of a system, without the management network."""
    rows = case.store.rows(
        "SELECT wan_link FROM wan_link WHERE storage_array = ? AND management_vpn IS NOT TRUE AND wan_link IS NOT NULL ORDER BY 1",
        [system],
    )
    return tuple(("wan_link", name) for (name,) in rows)


def _local_alike(case: Case, system: str, flows: list[Flow]) -> Evidence | None:
    """Return the evidence that local writes of the same system wait as long: then it is not the WAN."""
    local = [
        flow
        for flow in case.flows.volumes
        if flow.system == system and flow.distributed is False and flow.operation != "read" and flow.state == "slow"
    ]
    if not local:
        return None
    rise, far = (sum(flow.excess for flow in some) / sum(flow.window.iops for flow in some) for some in (local, flows))
    if rise < threshold("share_d") * far:
        return None
    text = f"{_what(local)} of local volumes of {system} rose by {rise:.1f} ms, of distributed ones by {far:.1f} ms"
    return Evidence(text, rise, "ms", far)


def _same_round_trip(case: Case, system: str) -> Evidence | None:
    """Return the evidence that no director measures a longer round trip: then the wait is in the other cluster or its arrays."""
    now, before = (
        {name: one.wan_ms for name, one in directors.items() if one.system == system}
        for directors in (directors_in(case.store, (case.window.span,)), case.usual_directors)
    )
    known = [(ms, usual) for name, ms in now.items() if ms is not None and (usual := before.get(name)) is not None]
    if not known or any(
        ms >= threshold("fast_ratio") * usual and ms - usual >= threshold("fast_ms") for ms, usual in known
    ):
        return None
    ms, usual = (sum(pair[place] for pair in known) / len(known) for place in (0, 1))
    text = f"the directors of {system} measure {ms:.1f} ms to the other cluster, {usual:.1f} ms when it is fast; the wait may be in that cluster or its arrays"
    return Evidence(text, ms, "ms", usual)


def _share(case: Case, system: str) -> float:
    """Return the share of the WAN; joined with VPLEX it counts as far as the round trip explains it."""
    now, before = _round_trip(case, system, quiet=False), _round_trip(case, system, quiet=True)
    joined = [one for one in case.segments if one.names == ("S3", "S6") and one.excess_ms > 0]
    rise = now - before if now is not None and before is not None else 0.0
    return case.share("S6") + sum(one.share * min(1.0, max(0.0, rise) / one.excess_ms) for one in joined)


def _what(flows: Sequence[Flow]) -> str:
    """Return what is measured: writes, or the mean of reads and writes where a host prints nothing else."""
    return "writes" if all(flow.operation for flow in flows) else "I/Os"


def _evidence(case: Case, system: str, what: str) -> Iterator[Evidence]:
    now = _round_trip(case, system, quiet=False)
    before = _round_trip(case, system, quiet=True)
    excess = max((one.excess_ms for one in case.segments if one.names in (("S6",), ("S3", "S6"))), default=0.0)
    if now is not None and before is not None and excess > 0 and now - before >= threshold("share_d") * excess:
        text = f"the directors of {system} measure {now:.1f} ms to the other cluster, {before:.1f} ms when it is fast"
        yield Evidence(text, now, "ms", before, decisive=True)
    elif now is not None and before is not None and now >= threshold("slow_ratio") * before:
        text = f"the directors of {system} measure {now:.1f} ms to the other cluster, {before:.1f} ms when it is fast"
        yield Evidence(text, now, "ms", before)
    if any(one.names == ("S6",) and one.excess_ms > 0 for one in case.segments):
        text = f"distributed {what} take {excess:.1f} ms longer than usual at the WAN, local ones do not"
        yield Evidence(text, excess, "ms", independent=False)


def _round_trip(case: Case, system: str, *, quiet: bool) -> float | None:
    """Return the mean round trip of the directors of a system in ms."""
    directors = case.usual_directors if quiet else directors_in(case.store, (case.window.span,))
    found = [one.wan_ms for one in directors.values() if one.system == system and one.wan_ms is not None]
    return sum(found) / len(found) if found else None
