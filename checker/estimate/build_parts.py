"""What a network is made of while it grows: stations by name, what was taken for granted, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.library import Library
from checker.estimate.network import Route, Station


@dataclass(frozen=True, slots=True)
class Lack:
    """A fact without which there is no response time.

    Attributes:
        what: in words, such as ``link speed``; many objects share it.
        of: the object, such as ``esx01 vmhba2``.
        facts: columns that would tell (``initiator.speed_gbps``), any of them.
        owners: (column, name) of the machines whose exports have them, such as (host, esx01).
        family: product family of an array that no export names, if that is known.
        keys: parameters of the library or facts of ``--what-if`` that would do instead.
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
    "window_kib": (1, 4194304, "TCP window of each of them in KiB"),
    "distance_km": (0, 20000, "length of every ISL in km"),
    "queue_depth": (1, 65536, "I/O a host lets out to a volume at once"),
    "x_bricks": (1, 64, "X-Bricks of every XtremIO"),
    "drives": (1, 10000, "drives of every RAID group or pool of a disk array"),
    "raid": (0, 10, "RAID level of all of them: 0, 1, 5, 6 or 10"),
    "drive_rpm": (0, 15000, "speed of these drives: 15000, 10000 or 7200 revolutions a minute; 0 for flash"),
    "hit_ratio": (0, 1, "part of the reads that a cache answers, for loads that don't say"),
    "load": (0.0001, 10000, "factor on all loads"),
}
"""Facts that ``--what-if`` may replace everywhere: least, most, and what it is."""


@dataclass
class Parts:
    """Collects stations and remarks; the same station is asked for many times and made once.

    Attributes:
        library: the parameters.
        told: facts that the user set, by name (``FACTS``).
        stations: by id.
        used: names of parameters that went in.
        assumptions: sentences, in the order in which they arose.
        lacks: what is missing, each once.
        unsped: back-end ports whose speed no export tells.
        asked: facts that this SAN depends on.
        pages: KiB of the pages of the arrays that a class of volumes lies on, None among them for unknown ones; of classes
            whose data begins on no whole megabyte.
    """

    library: Library
    told: Mapping[str, float] = field(default_factory=dict)
    stations: dict[str, Station] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    assumptions: dict[str, None] = field(default_factory=dict)
    lacks: dict[Lack, None] = field(default_factory=dict)
    unsped: dict[str, None] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    pages: dict[int, frozenset[float | None]] = field(default_factory=dict)

    def fact(self, name: str, known: float | None) -> float | None:
        """What the user set for a fact (``FACTS``), else what is known of it."""
        self.asked.add(name)
        told = self.told.get(name)
        return known if told is None else told

    def use(self, *names: str) -> None:
        """Note parameters as used."""
        self.used.update(dict.fromkeys(names))

    def assume(self, text: str) -> None:
        """Note what is taken for granted."""
        self.assumptions[text] = None

    def lack(self, lack: Lack) -> str:
        """Note a missing fact; returns the words for the flows that it stops."""
        self.lacks[lack] = None
        return lack.what

    def station(self, station: Station) -> str:
        """Add a station unless one of that id is there; returns the id."""
        known = self.stations.setdefault(station.id, station)
        if known is not station and known != station:
            station = replace(station, id=f"{station.id} ({station.kind})")
            self.stations.setdefault(station.id, station)
        return station.id

    def note_pages(self, number: int, routes: Iterable[Route]) -> None:
        """Note the pages of the arrays that these routes of a class of volumes end at."""
        names = {visit.station for route in routes for visit in route.visits}
        arrays = (one for name, one in self.stations.items() if name in names and one.kind in ("array", "disk_pool"))
        self.pages[number] = frozenset(one.page_kib for one in arrays)


def sentence(names: Iterable[str], most: int = 3) -> str:
    """Some names, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - most:,} more" if len(listed) > most else ""
    return ", ".join(listed[:most]) + more
