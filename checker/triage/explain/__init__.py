"""The explanations: one module each with a function from a :class:`checker.triage.case.Case` to explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from checker.triage.case import Case
from checker.triage.explain import (
    array_slow,
    back_end,
    full_port,
    host_queue,
    isl,
    load_changed,
    misaligned,
    one_path,
    physical_link,
    reservations,
    slow_drain,
    vplex_busy,
    wan,
    write_cache,
)
from checker.triage.ladder import ladder_of
from checker.triage.model import Common, Component, Explanation, Flow

ALL: tuple[Callable[[Case], Iterator[Explanation]], ...] = (
    host_queue.explain,
    physical_link.explain,
    slow_drain.explain,
    full_port.explain,
    array_slow.explain,
    one_path.explain,
    load_changed.explain,
    wan.explain,
    vplex_busy.explain,
    back_end.explain,
    isl.explain,
    write_cache.explain,
    misaligned.explain,
    reservations.explain,
)
_LEAST_SHARE = 0.1
_PORTS = ("host_port", "path")


def explained(case: Case, places: Sequence[Common]) -> list[Explanation]:
    """Return all explanations of a case.

    Where several places are slow at a time, each is also looked at alone: a full queue in one host is no smaller part of what
    this host waits for because another one waits for a damaged link.

    Args:
        case: the case.
        places: components that together explain what is slow, if no single one does.
    """
    found = {_key(one): one for explain in ALL for one in explain(case)}
    for place in places:
        slow = [flow for flow in case.slow if _uses(case, flow, place.component)]
        alone = replace(case, slow=slow, segments=ladder_of(slow, case.flows.fast(case.slow[0]), []))
        for one in (one for explain in ALL for one in explain(alone)):
            before = found.get(_key(one))
            if one.excluded_by is None and (
                before is None or (before.excluded_by is None and before.share < one.share)
            ):
                found[_key(one)] = one
    return list(found.values())


def _key(one: Explanation) -> tuple[object, ...]:
    return one.id, one.where, one.who


def _uses(case: Case, flow: Flow, component: Component) -> bool:
    """Return whether a flow of a volume uses a component; of a port or path its host is meant."""
    if component[0] in _PORTS:
        return component[1].startswith(f"{flow.host} ")
    return case.parts.of(flow).get(component, 0.0) >= _LEAST_SHARE
