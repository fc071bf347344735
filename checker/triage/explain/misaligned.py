"""TRI012: I/Os that straddle pages of the array cost it two; misaligned volumes are slow, aligned ones are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from checker.triage.case import Case
from checker.triage.measured.behind import layout_of
from checker.triage.model import Component, Evidence, Explanation, Flow
from checker.triage.parameters import threshold
from checker.triage.shared.scope import waiting

_SAME_AS_BEFORE = ("quiet", "baseline")


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each array that measures unaligned I/O on the slow volumes, or exclude it."""
    shares = _shares(case)
    by_system: defaultdict[str, list[Flow]] = defaultdict(list)
    for flow in case.slow:
        system = flow.back_array if flow.virtualised else flow.system
        if system and flow.volume in shares:
            by_system[system].append(flow)
    measured = case.share("S5")
    # Where partitions begin never changes: without the time inside the array, these volumes may wait anywhere.
    elsewhere = Evidence("the time inside the array is not measured separately, so the wait may be elsewhere")
    for system, flows in sorted(by_system.items()):
        unaligned = sorted({flow.volume for flow in flows if shares[flow.volume] >= threshold("unaligned")})
        where: tuple[Component, ...] = tuple(("volume", volume) for volume in unaligned)
        fit, recall = _fit(case, {volume for volume, share in shares.items() if share >= threshold("unaligned")})
        found = Explanation(
            "TRI012", "misaligned I/O", measured or case.share_with("S5"), fit, where or (("storage_array", system),), where,
            recall=recall, placed=bool(measured), against=() if measured else (elsewhere,),
            confirm=tuple(
                case.platforms.need("partitions", host, "whether partitions begin at a page of the array")
                for host in sorted({flow.host for flow in flows})[:2]
            ),
            effect="aligned partitions halve the I/O of these volumes inside the array",
        )  # fmt: skip
        most = max(shares[flow.volume] for flow in flows)
        if not unaligned:
            found.excluded_by = Evidence(
                f"{system} counts at most {most:.0%} unaligned I/O on the slow volumes", most, "ratio"
            )
            yield found
            continue
        least = min(shares[volume] for volume in unaligned)
        share = f"{most:.0%}" if f"{least:.0%}" == f"{most:.0%}" else f"{least:.0%} to {most:.0%}"
        volumes = f"{len(unaligned)} slow volumes" if len(unaligned) > 1 else "the slow volume"
        text = f"{system} counts {share} of the I/O of {volumes} as unaligned"
        # Where a partition begins does not change, so it is no reason for a change.
        changed = any(flow.reference in _SAME_AS_BEFORE for flow in flows)
        found.found_for = (Evidence(text, most, "ratio", threshold("unaligned"), decisive=not changed),)
        if changed:
            found.against = (*found.against, Evidence("the same volumes were fast before, with the same partitions"))
        yield found


def _shares(case: Case) -> Mapping[str, float]:
    """Return the share of unaligned I/O of each volume; behind a VPLEX, of its storage volumes on the array that its I/O goes to."""
    counted = dict(
        case.store.rows(
            "SELECT device, max(unaligned_ratio) FROM storage_volume WHERE device IS NOT NULL AND unaligned_ratio IS NOT NULL "
            "GROUP BY 1 ORDER BY 1"
        )
    )
    near = {flow.volume: flow.back_array for flow in case.flows.volumes if flow.virtualised and flow.back_array}
    if not counted or not near:
        return counted
    layout = layout_of(case.store)
    for volume, array in near.items():
        legs = [leg for _, leg in layout.legs.get(volume, ()) if layout.arrays.get(leg) == array]
        if known := [counted[leg] for leg in legs if leg in counted]:
            counted[volume] = max(known)
    return counted


def _fit(case: Case, volumes: set[str]) -> tuple[float, float]:
    """Return how well all misaligned volumes together fit what is slow, and their share of the waiting."""
    judged = [flow for flow in case.flows.volumes if flow.state in ("slow", "fast")]
    total = sum(map(waiting, judged))
    on_them = [flow for flow in judged if flow.volume in volumes]
    every = sum(flow.window.iops for flow in on_them)
    if not total or not every:
        return 0.0, 0.0
    recall = sum(map(waiting, on_them)) / total
    precision = sum(flow.window.iops for flow in on_them if flow.state == "slow") / every
    return case.capped(recall * precision), recall
