"""The machines of a plan: fabrics and their switches, zone sets, and other names of hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from checker.rules.change.switches import Switches, switches_of

if TYPE_CHECKING:
    from checker.facts.store.store import Store


@dataclass(frozen=True)
class Machines(Switches):
    """The machines of an audit: switches, the other ``names`` of each host, and the cluster of each host."""

    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    clusters: Mapping[str, str] = field(default_factory=dict)


def machines_of(store: Store) -> Machines:
    """Read the machines from a store with topology."""
    store.ensure_entities(["host", "host_alias"])
    switches = switches_of(store)
    names: dict[str, list[str]] = {}
    for host, alias in store.rows("SELECT host, alias FROM host_alias WHERE host IS NOT NULL ORDER BY ALL"):
        names.setdefault(host, []).append(alias)
    return Machines(
        switches.fabrics,
        switches.switches,
        switches.zone_sets,
        switches.enhanced,
        switches.losing,
        switches.inactive,
        switches.used,
        {host: tuple(found) for host, found in names.items()},
        dict(store.rows("SELECT host, host_cluster FROM host WHERE host_cluster IS NOT NULL ORDER BY ALL")),
    )
