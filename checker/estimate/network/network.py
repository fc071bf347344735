"""Queueing network, independent of products: stations, and flows of I/O with their routes (estimator.md, section 3.1).

A builder creates it from a topology, a test by hand. Times are in ms, sizes in KiB; each uncertain number is a ``Range``,
so one description can be solved at the low, typical and high end of the parameters. This module computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from checker.estimate.quantity import ONE, Range
from checker.estimate.workload.mix_of_io import Workload

Component = Literal[
    "host_queue",
    "hba_link",
    "fabric",
    "port_wait",
    "vplex_added",
    "wan",
    "array_service",
    "array_queue",
    "mirror_wait",
]
COMPONENTS: tuple[Component, ...] = get_args(Component)
Kind = Literal["hba", "link", "isl", "fe_port", "be_port", "director", "array", "disk_pool", "wan"]
# Cut-through stations: a route pays the full serialisation time once, and one frame time at each other station.
CUT_THROUGH: frozenset[Kind] = frozenset({"hba", "link", "isl", "fe_port", "be_port"})

NOTHING = Range.exactly(0.0)


@dataclass(frozen=True, slots=True)
class Concerns:
    """Filter on types of I/O; matches all I/O by default.

    Attributes:
        reads, writes, random, sequential: whether such I/O matches.
        cache: ``hit`` or ``miss`` restricts reads to those that a cache answers or does not; it has no effect on writes.
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
    """Time for which one I/O keeps a server busy: ``base_ms + per_kib_ms * max(0, KiB - beyond_kib)``."""

    base_ms: Range = NOTHING
    per_kib_ms: Range = NOTHING
    beyond_kib: float = 0.0


@dataclass(frozen=True, slots=True)
class Service:
    """Service time of a station per I/O.

    Attributes:
        reads, writes: time by size.
        sequential_reads, sequential_writes: set if they differ from random I/O.
        scv: squared coefficient of variation of the service time of one type of I/O; 0 is deterministic, 1 exponential.
        whole: the times are those of the whole station (1 / its peak rate); a single server takes ``servers`` times as
            long. I/O that would then take longer than the latency of an idle station is divided into parts that take
            at most that long and are served concurrently.
        interference: penalty for mixing reads and writes: times are multiplied by 1 + interference * 4 r w, where r and
            w are the shares of reads and writes at the station.
        zero_load_read_ms, zero_load_write_ms: time an I/O spends in an idle station, if longer than its service; the
            number of servers is limited so that the service of the smallest I/O stays below it.
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
    """Shared resource with a queue.

    Attributes:
        id: unique in the network; reports show it.
        kind: type of resource.
        service: None if its capacity is unknown; the station then has no utilisation and no waiting.
        servers_by_level: I/Os served concurrently at the (low, typical, high) end of latency; fewer servers are the high
            end.
        component: part of the breakdown that its service time counts towards.
        wait_component: part of the breakdown that its waiting time counts towards.
        carries: traffic in this direction of a full-duplex link; a link is two stations.
        limit: sizing limit of its utilisation (0 to 1); None if it has no limit.
        waits_beyond: utilisation up to which a published added latency already includes waiting (VPLEX director: 0.8).
        page_kib: page size of an array; None if unknown or if the station is not an array.
        separate: whether each server has its own queue, because an I/O needs one particular server: a drive, or the ISL
            chosen for its exchange. Sequential streams keep all drives busy together and share one queue nevertheless.
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
    separate: bool = False

    def __post_init__(self) -> None:
        if min(self.servers_by_level) < 1:
            raise ValueError(f"station {self.id}: at least one server is required")
        if self.limit is not None and not 0 < self.limit <= 1:
            raise ValueError(f"station {self.id}: the utilisation limit must be above 0 and at most 1")


@dataclass(frozen=True, slots=True)
class Visit:
    """Visit of an I/O to a station.

    Attributes:
        station: id of the station.
        count: mean visits per matching I/O (4 for the back-end I/O of a small RAID 5 write).
        concerns: I/O that visits the station.
        awaited: whether the host waits for it; if not, it only keeps the station busy (destaging, asynchronous copies).
        batch: mean number of such visits at one server that belong together, counted by visits; 1 if each is alone.
        following: share of these visits that join the queue only when the one before has left the server.
        parallel: visits to different servers that start together; the host waits for the slowest. ``count`` does not
            include the others.
    """

    station: str
    count: float = 1.0
    concerns: Concerns = EVERYTHING
    awaited: bool = True
    batch: Range = ONE
    following: float = 0.0
    parallel: int = 1


@dataclass(frozen=True, slots=True)
class Delay:
    """Latency without a queue, such as propagation.

    Attributes:
        component: part of the breakdown that it counts towards.
        ms: duration.
        concerns: I/O that it delays.
        grows_with: stations whose load increases it. At low and high it is ``ms.low`` and ``ms.high``; at typical it
            grows from ``ms.low`` to ``grown_ms`` (estimator.md, 3.6): u = clip((rho / 0.8 + KiB / 64) / 2, 0, 1), where
            rho is the highest utilisation among them.
        grown_ms: delay at u = 1; ``ms.high`` by default.
    """

    component: Component
    ms: Range
    concerns: Concerns = EVERYTHING
    grows_with: tuple[str, ...] = ()
    grown_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One of the routes of a flow; ``share`` is the part of the I/O that takes it under the path policy.

    Visits are listed from host to array. Write data takes them in that order and read data in reverse, which decides
    where a burst meets its first queue and which links are fed by another link.
    """

    visits: tuple[Visit, ...] = ()
    delays: tuple[Delay, ...] = ()
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Leg:
    """Leg of a mirror: a write goes to all legs, and the host waits for the slowest. Reads do not use legs."""

    name: str
    routes: tuple[Route, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """I/O of one host to one volume.

    Attributes:
        id: unique in the network.
        host, volume: names.
        workload: mix and amount of I/O.
        routes: routes of all I/O; shares sum to 1. Flows that share the same tuple are solved faster.
        legs: legs of a mirror, for writes; at least two, or none.
        queue_depth: maximum outstanding I/O (the smaller of LUN and HBA queue depth); None if unknown.
        hit_share: read hit ratio, used if the workload does not state one.
        starts: first bytes of data areas that share the I/O evenly; I/O to data that is not page-aligned touches more
            pages (``alignment``). Empty if all data begins on a page.
        unknown: missing facts without which there is no response time, such as ``array latency at low load``.
        reads_known: whether only the writes need these facts, so that reads have a response time.
        in_turn: whether I/Os take the routes strictly in turn, not at random.
        stays: whether many consecutive I/Os take the same route (round robin with a large limit).
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
    in_turn: bool = False
    stays: bool = False
    reads_known: bool = False

    def __post_init__(self) -> None:
        for routes, whose in ((self.routes, "its"), *((leg.routes, f"leg {leg.name}'s") for leg in self.legs)):
            total = sum(route.share for route in routes)
            if routes and abs(total - 1) > 1e-6:
                raise ValueError(f"flow {self.id}: shares of {whose} routes sum to {total:g}, not 1")
        if len(self.legs) == 1:
            raise ValueError(f"flow {self.id}: a mirror needs at least two legs")
        if self.queue_depth is not None and self.queue_depth < 1:
            raise ValueError(f"flow {self.id}: the queue depth must be at least 1")


@dataclass(frozen=True, slots=True)
class Network:
    """Stations, and the flows that share them.

    Attributes:
        stations, flows: all of them.
        parameters: names of the library parameters used, for the list of sources.
        assumptions: sentences that a result shows with its numbers.

    Raises:
        ValueError: two stations or flows share an id, or a visit names an unknown station.
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
                raise ValueError(f"a flow visits {station}, which is not a station of the network")


def _stations_named(flows: tuple[Flow, ...]) -> Iterator[str]:
    seen: set[int] = set()
    for flow in flows:
        for routes in (flow.routes, *(leg.routes for leg in flow.legs)):
            # Flows share routes; each is visited once.
            if id(routes) in seen:
                continue
            seen.add(id(routes))
            for route in routes:
                yield from (visit.station for visit in route.visits)
                yield from (station for delay in route.delays for station in delay.grows_with)
