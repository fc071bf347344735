"""TRI010: the write cache of an array is off, so writes wait for disks while reads take as long as usual."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.model import Evidence, Explanation, Flow
from checker.triage.parameters import threshold
from checker.views.build import build_views, rows_of

_WAN = Evidence("the time to the other site is not measured separately, so writes may wait for that instead")


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each array of which all writes are slow and no read, or exclude it."""
    by_system: defaultdict[str, list[Flow]] = defaultdict(list)
    for flow in case.flows.volumes:
        system = flow.back_array if flow.virtualised else flow.system
        if system and flow.operation and flow.state in ("slow", "fast", "unclear"):
            by_system[system].append(flow)
    slow = {id(flow) for flow in case.slow}
    suspects = {
        system: flows
        for system, flows in by_system.items()
        if any(id(flow) in slow for flow in flows) and _only_writes(flows)
    }
    if not suspects:
        return
    build_views(case.store, ["write_cache"])
    states = [
        row for row in rows_of(case.store, "write_cache") if row["write_cache"] is not None and row["flash"] is not True
    ]
    for system in sorted(suspects):
        own = [row for row in states if row["storage_array"] == system and not row["is_part"]]
        if not own:
            continue
        component = ("storage_array", system)
        share, placed = _share(case)
        fit, recall = case.fit_of_volumes(component, "write")
        found = Explanation(
            "TRI010", "write cache off", share, fit, (component,), (component,),
            recall=recall, placed=placed, against=() if placed else (_WAN,),
            confirm=(case.platforms.need("cache", system, "whether the write cache is still off, and why"),),
            effect="writes wait for the cache instead of the disks again",
        )  # fmt: skip
        if all(row["write_cache"] for row in own):
            found.excluded_by = Evidence(f"the write cache of {system} is on")
        else:
            dated = _since_the_problem(case, system)
            text = f"the write cache of {system} is off" + ("" if dated else "; it is not known since when")
            found.found_for = (
                Evidence(text, decisive=dated),
                Evidence("all writes to it are slow, reads are not", independent=False),
            )
        yield found


def _share(case: Case) -> tuple[float, bool]:
    """Return the share of the segments with the array, and whether the wait is there.

    Reads go the same way and are fast, so it is neither host nor fabric; but only writes wait for the other site.
    """
    own = [one for one in case.segments if "S5" in one.names]
    near = sum(one.share for one in own if "S6" not in one.names)
    return (near, True) if near else (sum(one.share for one in own), not any(one.share for one in own))


def _only_writes(flows: list[Flow]) -> bool:
    """Return whether all writes are slow and no read is slower than usual."""
    reads = [flow for flow in flows if flow.operation == "read"]
    writes = [flow for flow in flows if flow.operation == "write"]
    return (
        bool(reads and writes)
        and all(flow.state == "slow" for flow in writes)
        and all(flow.state == "fast" for flow in reads)
    )


def _since_the_problem(case: Case, system: str) -> bool:
    """Return whether the state is from the window or later; where the slow flows have no quiet time, it need not be."""
    if all(flow.quiet is None for flow in case.slow):
        return True
    rows = case.store.rows(
        "SELECT max(epoch(e.captured_at)) FROM obs_array_setting o JOIN export e ON e.export_id = o.export_id "
        "WHERE o.storage_array = ? AND lower(o.setting) LIKE '%write cache%'",
        [system],
    )
    return bool(rows) and rows[0][0] is not None and rows[0][0] >= case.window.span.since - threshold("clock_slack_s")
