"""A queueing network in neutral words: stations, and flows of I/O with their routes (estimator.md, section 3.1).

A builder makes it from a topology, a test by hand. Times are in ms, sizes in KiB; each uncertain number is a ``Range``,
so one description can be solved at the low, typical and high end of the parameters. Nothing here computes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from checker.estimate.quantity import Range
from checker.estimate.workload import Workload

Component = Literal[
    "host_queue", "hba_link", "fabric", "port_wait", "vplex_added", "wan", "array_service", "array_queue"
]
COMPONENTS: tuple[Component, ...] = (
    "host_queue",
    "hba_link",
    "fabric",
    "port_wait",
    "vplex_added",
    "wan",
    "array_service",
    "array_queue",
)
Kind = Literal["hba", "link", "isl", "fe_port", "be_port", "director", "array", "disk_pool", "wan"]
# Stations across which frames are cut through: full serialisation is paid once a route, a frame time elsewhere.
CUT_THROUGH: frozenset[Kind] = frozenset({"hba", "link", "isl", "fe_port", "be_port"})

NOTHING = Range.exactly(0.0)


@dataclass(frozen=True, slots=True)
class Concerns:
    """Which I/O something is about; all of it by default.

    Attributes:
        reads, writes, random, sequential: whether such I/O is meant.
        cache: ``hit`` or ``miss`` restricts reads to those that a cache answers or not; writes are not concerned by it.
    """

    reads: bool = True
    writes: bool = True
    random: bool = True
    sequential: bool = True
    cache: Literal["any", "hit", "miss"] = "any"


EVERYTHING = Concerns()
READS = Concerns(writes=False)
WRITES = Concerns(reads=False)
READ_HITS = Concerns(writes=False, cache="hit")
READ_MISSES = Concerns(writes=False, cache="miss")
BUT_READ_HITS = Concerns(cache="miss")


@dataclass(frozen=True, slots=True)
class Demand:
    """Time one I/O keeps a server busy: ``base_ms + per_kib_ms * max(0, KiB - beyond_kib)``."""

    base_ms: Range = NOTHING
    per_kib_ms: Range = NOTHING
    beyond_kib: float = 0.0


@dataclass(frozen=True, slots=True)
class Service:
    """How long a station takes for an I/O.

    Attributes:
        reads, writes: time by size.
        sequential_reads, sequential_writes: where these differ from random I/O.
        scv: squared coefficient of variation of the time of one type; 0 is deterministic, 1 exponential.
        whole: the times are those of the whole station (1 / its peak rate); a server takes ``servers`` times as long.
        interference: how much mixing reads and writes costs: times are multiplied by 1 + interference * 4 r w, where r and
            w are the shares of reads and writes at the station.
        zero_load_read_ms, zero_load_write_ms: time an I/O spends in an idle station, if longer than its service; the
            station has only as many servers as keep the mean service below it.
    """

    reads: Demand = Demand()
    writes: Demand = Demand()
    sequential_reads: Demand | None = None
    sequential_writes: Demand | None = None
    scv: Range = NOTHING
    whole: bool = False
    interference: Range = NOTHING
    zero_load_read_ms: Range | None = None
    zero_load_write_ms: Range | None = None


@dataclass(frozen=True, slots=True)
class Station:
    """A shared resource with a queue.

    Attributes:
        id: unique in the network and shown to people.
        kind: what it is.
        service: None where its capacity is unknown: it then has no utilisation and no waiting.
        servers_by_level: how many I/O it serves at once at the (low, typical, high) end of latency; fewer servers are the
            higher end.
        component: where its service time goes in the breakdown.
        wait_component: where its waiting time goes.
        carries: what a full-duplex link's direction carries; a link is two stations.
        limit: utilisation (0 to 1) that it is sized to, or None if it is not judged.
        waits_beyond: utilisation up to which waiting is already inside a published added latency (VPLEX director: 0.8).
        page_kib: unit in which an array stores; None where that is not known, or it is no array.
    """

    id: str
    kind: Kind
    service: Service | None
    component: Component
    wait_component: Component
    servers_by_level: tuple[int, int, int] = (1, 1, 1)
    carries: Literal["reads", "writes", "both"] = "both"
    limit: float | None = None
    waits_beyond: float = 0.0
    page_kib: float | None = None

    def __post_init__(self) -> None:
        if min(self.servers_by_level) < 1:
            raise ValueError(f"station {self.id}: it needs at least one server")
        if self.limit is not None and not 0 < self.limit <= 1:
            raise ValueError(f"station {self.id}: the limit of its utilisation must lie between 0 and 1")


@dataclass(frozen=True, slots=True)
class Visit:
    """An I/O at a station.

    Attributes:
        station: its id.
        count: mean visits of one I/O concerned (4 for the back-end I/O of a small RAID 5 write).
        concerns: which I/O comes here.
        awaited: whether the host waits for it; else it only keeps the station busy (destaging, asynchronous copies).
    """

    station: str
    count: float = 1.0
    concerns: Concerns = EVERYTHING
    awaited: bool = True


@dataclass(frozen=True, slots=True)
class Delay:
    """A latency without a queue, such as propagation.

    Attributes:
        component: where it goes in the breakdown.
        ms: how long.
        concerns: which I/O it delays.
        grows_with: stations on whose load it depends. At low and high it is ``ms.low`` and ``ms.high``; at typical it
            grows from ``ms.low`` to ``grown_ms`` by estimator.md 3.6, u = clip((rho / 0.8 + KiB / 64) / 2, 0, 1), rho
            being the highest utilisation among them.
        grown_ms: the delay at u = 1; ``ms.high`` by default.
    """

    component: Component
    ms: Range
    concerns: Concerns = EVERYTHING
    grows_with: tuple[str, ...] = ()
    grown_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One of the ways that the I/O of a flow takes; ``share`` is its part, by the path policy.

    Visits are written from host to array. Data of writes takes them in that order and data of reads comes back, which
    decides where a burst meets its first queue and which links are fed by another.
    """

    visits: tuple[Visit, ...] = ()
    delays: tuple[Delay, ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a mirror: a write goes to all legs, and the host waits for the slowest. Reads do not use legs."""

    name: str
    routes: tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """The I/O of one host to one volume.

    Attributes:
        id: unique in the network.
        host, volume: names.
        workload: what and how much.
        routes: the ways of all I/O; shares sum to 1. Flows may hold the same tuple, which makes solving faster.
        legs: sides of a mirror, for writes; at least two, or none.
        queue_depth: I/O that the host lets out at once (the smaller of LUN and HBA queue depth), or None if unknown.
        hit_share: part of reads that the cache answers, where the workload does not say.
        starts: first bytes of its data in places that share its I/O evenly: off the pages of an array, I/O touches more
            of them (``alignment``). Empty where all data begins on a page.
        unknown: what is not known without which there is no response time, such as ``array latency at low load``.
    """

    id: str
    host: str
    volume: str
    workload: Workload
    routes: tuple[Route, ...]
    legs: tuple[Leg, ...] = ()
    queue_depth: int | None = None
    hit_share: Range = NOTHING
    starts: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for routes, whose in ((self.routes, "its"), *((leg.routes, f"leg {leg.name}'s") for leg in self.legs)):
            total = sum(route.share for route in routes)
            if routes and abs(total - 1) > 1e-6:
                raise ValueError(f"flow {self.id}: the shares of {whose} routes sum to {total:g}, not 1")
        if len(self.legs) == 1:
            raise ValueError(f"flow {self.id}: a mirror has at least two legs")
        if self.queue_depth is not None and self.queue_depth < 1:
            raise ValueError(f"flow {self.id}: a queue depth is at least 1")


@dataclass(frozen=True, slots=True)
class Network:
    """All stations and flows that share them.

    Attributes:
        stations, flows: what there is.
        parameters: names of the library's parameters that went into it, for the list of sources.
        assumptions: sentences that a result shows with its numbers.

    Raises:
        ValueError: two parts have one name, or a visit names no station.
    """

    stations: tuple[Station, ...]
    flows: tuple[Flow, ...]
    parameters: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = {station.id for station in self.stations}
        if len(known) != len(self.stations):
            raise ValueError("two stations of a network have the same id")
        if len({flow.id for flow in self.flows}) != len(self.flows):
            raise ValueError("two flows of a network have the same id")
        for station in _stations_named(self.flows):
            if station not in known:
                raise ValueError(f"a flow visits {station}, which is no station of the network")


def _stations_named(flows: tuple[Flow, ...]) -> Iterator[str]:
    seen: set[int] = set()
    for flow in flows:
        for routes in (flow.routes, *(leg.routes for leg in flow.legs)):
            # Flows share routes; each is looked at once.
            if id(routes) in seen:
                continue
            seen.add(id(routes))
            for route in routes:
                yield from (visit.station for visit in route.visits)
                yield from (station for delay in route.delays for station in delay.grows_with)
