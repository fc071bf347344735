"""What no cause explains: slow hosts whose I/O does not use what the causes are about."""

from __future__ import annotations

from collections.abc import Sequence

from checker.rules.language.suggest import printable
from checker.triage.case import Case
from checker.triage.model import Component, Explanation, Guard
from checker.triage.shared.scope import waiting

_DEVICES = frozenset(("initiator", "target_port"))
_LEAST_SHARE = 0.1
_LEAST_REST = 0.05
_MOST_NAMED = 4


def unexplained(case: Case, found: Sequence[Explanation]) -> Guard:
    """Return the guard of slow hosts that no cause concerns, with their share of the waiting.

    A slow-drain device concerns the I/O over the ISLs that lead to it. Where a cause cannot be followed to any slow volume, nothing is said.
    """
    causes = [one for one in found if one.role == "cause"]
    slow = [flow for group in case.parts.groups for flow in group.flows if waiting(flow)]
    total = sum(flow.excess for flow in slow)
    concerned = [_concerned(case, _way(case, one)) for one in causes]
    if not total or not all(concerned):
        return Guard("unexplained", passed=True, text="")
    explained: set[int] = set().union(*concerned)
    rest = [flow for flow in slow if explained and id(flow) not in explained]
    hosts = sorted({flow.host for flow in rest})
    share = sum(flow.excess for flow in rest) / total
    shown = ", ".join(map(printable, hosts[:_MOST_NAMED])) + (" …" if len(hosts) > _MOST_NAMED else "")
    text = f"{share:.0%} of the waiting time has another reason, on {shown}: --focus explains a host alone"
    return Guard("unexplained", share < _LEAST_REST, text, about=tuple(("host", host) for host in hosts))


def _way(case: Case, one: Explanation) -> set[Component]:
    devices = [key for kind, key in one.who if kind in _DEVICES]
    return {*one.where, *(case.pressure.way_to(devices) if devices else ())}


def _concerned(case: Case, way: set[Component]) -> set[int]:
    """Return the identities of the slow flows that use one of these components."""
    found: set[int] = set()
    for group in case.parts.groups:
        every = any(part in way and share >= _LEAST_SHARE for part, share in group.shares.items())
        found.update(id(flow) for flow in group.flows if waiting(flow) and (every or flow.component in way))
    return found
