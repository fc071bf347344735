"""Route from a host to a target port, as the topology knows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RouteFacts:
    """Route from a host to a target port; None for parts that no export contains."""

    host: str
    initiator: str | None
    target: str | None
    cluster: str | None
    fabric: str | None
    storage_array: str | None
    director: str | None
    from_switch: str | None
    to_switch: str | None
    host_site: str | None
    array_site: str | None
