"""Parts of a network under construction: stations by id, assumptions, and missing facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from checker.estimate.library import Library
from checker.estimate.network.network import Route, Station

if TYPE_CHECKING:
    from checker.estimate.assemble.arrays import Backing


@dataclass(frozen=True, slots=True)
class MissingFact:
    """Missing fact without which there is no response time.

    Attributes:
        what: name of the fact, such as ``link speed``; many objects share it.
        of: object, such as ``esx01 vmhba2``.
        facts: columns that contain it, any of them (``initiator.speed_gbps``).
        owners: (column, name) of the devices whose exports contain it, such as (host, esx01).
        family: product family of an array that no export names, if known.
        keys: library parameters or facts of ``--what-if`` that can replace it.
    """

    what: str
    of: str
    facts: tuple[str, ...] = ()
    owners: tuple[tuple[str, str], ...] = ()
    keys: tuple[str, ...] = ()
    family: str | None = None


FACTS: Mapping[str, tuple[float, float, str]] = {
    "speed_gbps": (1, 256, "speed of all FC ports and ISLs in Gbit/s"),
    "rtt_ms": (0, 1000, "round trip between the clusters of a VPLEX Metro or Geo, in ms"),
    "loss_ratio": (0, 0.99, "packet loss between the clusters, 0 to 1"),
    "bandwidth_mbps": (0.001, 1e7, "bandwidth between the clusters in Mbit/s, all links together"),
    "connections": (1, 1e6, "TCP connections between the clusters"),
    "window_kib": (1, 4194304, "TCP window of each connection in KiB"),
    "distance_km": (0, 20000, "length of every ISL in km"),
    "queue_depth": (1, 65536, "maximum outstanding I/O of a host to a volume"),
    "x_bricks": (1, 64, "X-Bricks of every XtremIO"),
    "drives": (1, 10000, "drives of every RAID group or pool of a disk array"),
    "raid": (0, 10, "RAID level of all of these groups and pools: 0, 1, 5, 6 or 10"),
    "drive_rpm": (0, 15000, "speed of their drives: 15000, 10000 or 7200 rpm; 0 for flash"),
    "hit_ratio": (0, 1, "read hit ratio, for loads that do not state one"),
    "load": (0.0001, 10000, "factor on all loads"),
}
"""Facts that ``--what-if`` may replace everywhere: minimum, maximum and description."""


@dataclass
class Parts:
    """Collector of stations and remarks; a station that is requested repeatedly is created once.

    Attributes:
        library: the parameters.
        overrides: facts set by the user, by name (``FACTS``).
        stations: stations by id.
        used: names of the parameters used.
        assumptions: sentences in the order in which they were noted.
        missing_facts: missing facts, without duplicates.
        unsped: back-end ports of unknown speed.
        used_facts: facts that this SAN depends on.
        pages: page sizes in KiB of the arrays of a class of volumes, None among them for an unknown size; only for classes
            whose data does not begin on a MiB boundary.
        backings: visits and delays at the arrays, by array, pool and RAID group.
    """

    library: Library
    overrides: Mapping[str, float] = field(default_factory=dict)
    stations: dict[str, Station] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    assumptions: dict[str, None] = field(default_factory=dict)
    missing_facts: dict[MissingFact, None] = field(default_factory=dict)
    unsped: dict[str, None] = field(default_factory=dict)
    used_facts: set[str] = field(default_factory=set)
    pages: dict[int, frozenset[float | None]] = field(default_factory=dict)
    backings: dict[tuple[str | None, ...], Backing] = field(default_factory=dict)

    def fact(self, name: str, known: float | None) -> float | None:
        """Return the user's value of a fact (``FACTS``), else the known one."""
        self.used_facts.add(name)
        override = self.overrides.get(name)
        return known if override is None else override

    def use(self, *names: str) -> None:
        """Mark parameters as used."""
        self.used.update(dict.fromkeys(names))

    def assume(self, text: str) -> None:
        """Note an assumption."""
        self.assumptions[text] = None

    def note_missing(self, fact: MissingFact) -> str:
        """Note a missing fact; returns the text for the flows that it affects."""
        self.missing_facts[fact] = None
        return fact.what

    def station(self, station: Station) -> str:
        """Add a station unless its id exists; returns the id."""
        known = self.stations.setdefault(station.id, station)
        if known is not station and known != station:
            station = replace(station, id=f"{station.id} ({station.kind})")
            self.stations.setdefault(station.id, station)
        return station.id

    def note_pages(self, number: int, routes: Iterable[Route]) -> None:
        """Note the page sizes of the arrays at the end of these routes of a class of volumes."""
        names = {visit.station for route in routes for visit in route.visits}
        arrays = (one for name, one in self.stations.items() if name in names and one.kind in ("array", "disk_pool"))
        self.pages[number] = frozenset(one.page_kib for one in arrays)


def sentence(names: Iterable[str], most: int = 3) -> str:
    """Return the first names and the number of further ones as text."""
    listed = list(names)
    more = f" and {len(listed) - most:,} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
