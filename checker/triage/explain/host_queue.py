"""TRI001: the queue of a host is full, so I/Os wait in the host before they are sent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from checker.triage.case import Case
from checker.triage.model import Evidence, Explanation, Flow
from checker.triage.parameters import threshold

_MOST_OF_THE_TIME = 0.5


def explain(case: Case) -> Iterator[Explanation]:
    """Yield the explanation for each host whose slow volumes wait in the host."""
    by_host: defaultdict[str, list[Flow]] = defaultdict(list)
    for flow in case.slow:
        if flow.window.kernel_ms is not None:
            by_host[flow.host].append(flow)
    for host, flows in sorted(by_host.items()):
        iops = sum(flow.window.iops for flow in flows)
        kernel = sum((flow.window.kernel_ms or 0.0) * flow.window.iops for flow in flows) / iops
        found = Explanation(
            "TRI001", "host queue full", case.share("S1"), case.fit(("host", host)), (("host", host),), (("host", host),),
            confirm=(
                case.platforms.need("queue", host, "the queue stays full, and I/Os wait for it"),
            ),
            effect="a queue depth that lets the load through removes the wait in the host; the array then gets more I/O at once",
            recall=case.recall(("host", host)),
        )  # fmt: skip
        low, high = threshold("kernel_low_ms"), threshold("kernel_high_ms")
        if kernel < low:
            found.excluded_by = Evidence(f"{host} queues I/O for {kernel:.2f} ms only", kernel, "ms", low)
            yield found
            continue
        full = [flow.window.full_queue for flow in flows if flow.window.full_queue is not None]
        share = max(full, default=0.0)
        waits = Evidence(f"{host} queues I/O for {kernel:.1f} ms (normal: up to {high:g} ms)", kernel, "ms", high)
        if kernel > high and share >= _MOST_OF_THE_TIME:
            queue = Evidence(
                f"the queue of the device is full in {share:.0%} of the intervals",
                share,
                "ratio",
                _MOST_OF_THE_TIME,
                decisive=True,
            )
            found.found_for = (waits, queue)
        elif kernel > high:
            found.found_for = (waits,)
        found.against = _below(flows)
        if found.found_for:
            yield found


def _below(flows: list[Flow]) -> tuple[Evidence, ...]:
    """Return the evidence that the queue is a consequence: the time below the host rose by more than the queue."""
    iops = sum(flow.window.iops for flow in flows)
    rise = kernel = 0.0
    for flow in flows:
        reference = flow.quiet.device_ms if flow.quiet is not None else None
        usual = reference if reference is not None else (flow.reference_ms or 0.0)
        below = flow.window.ms - (flow.window.kernel_ms or 0.0)
        rise += max(0.0, below - usual) * flow.window.iops / iops
        kernel += (flow.window.kernel_ms or 0.0) * flow.window.iops / iops
    if rise <= kernel:
        return ()
    return (Evidence(f"below the host the time rose by {rise:.1f} ms, more than the queue", rise, "ms", kernel),)
