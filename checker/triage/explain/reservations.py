"""TRI013: hosts contend for a datastore: reservation conflicts, or ATS commands that find the block changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.model import Component, Evidence, Explanation
from checker.triage.parameters import threshold

_CONFLICTS = ("reservation conflict", "ATS miscompare")
_MINUTE = 60.0
Line = tuple[str, str, int, tuple[str, str | None, int]]
"""Host, event, number of lines and place of the first one."""


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each slow volume on which at least two hosts met conflicts in the window."""
    slow = {flow.volume for flow in case.slow if flow.volume}
    for volume, lines in sorted(_lines(case).items()):
        if volume not in slow:
            continue
        conflicts = [line for line in lines if line[1] in _CONFLICTS]
        count = sum(line[2] for line in conflicts)
        hosts = sorted({line[0] for line in conflicts})
        if count / (case.window.span.seconds / _MINUTE) < threshold("conflicts_per_min"):
            continue
        component: Component = ("volume", volume)
        found = Explanation(
            "TRI013", "contention for a datastore", case.share_with("S5") + case.share("S2"), case.fit(component), (component,),
            tuple(("host", host) for host in hosts), recall=case.recall(component),
            outage=any(line[1] in ("abort", "timeout") for line in lines),
            confirm=tuple(case.platforms.need("log", host, "what the host did at these times") for host in hosts[:2]),
            effect="not estimated; fewer hosts or virtual machines change the datastore at the same time",
        )  # fmt: skip
        if len(hosts) < 2:
            found.excluded_by = Evidence(
                f"only {hosts[0]} met conflicts, so no other host is in its way", float(count), "count"
            )
            yield found
            continue
        kinds = " and ".join(f"{event}s" for event in _CONFLICTS if any(line[1] == event for line in conflicts))
        found.found_for = (
            Evidence(
                f"{count} {kinds} on {len(hosts)} hosts in the window", float(count), "count", decisive=True,
                locations=tuple(line[3] for line in conflicts[:2]),
            ),
        )  # fmt: skip
        yield found


def _lines(case: Case) -> dict[str, list[Line]]:
    """Return the lines of logs in the window by volume."""
    case.store.ensure_observations(("log_event",))
    span = case.window.span
    rows = case.store.rows(
        "SELECT o.device, o.host, o.event, o.events, e.file, e.member, o.line FROM obs_log_event o "
        "JOIN export e ON e.export_id = o.export_id WHERE o.host IS NOT NULL AND o.device IS NOT NULL AND o.events IS NOT NULL "
        f"AND epoch(o.began_at) + {_MINUTE} > {span.since!r} AND epoch(o.began_at) < {span.until!r} ORDER BY ALL"
    )
    found: defaultdict[str, list[Line]] = defaultdict(list)
    for device, host, event, events, file, member, line in rows:
        found[device].append((host, event, events, (file, member, line)))
    return found
