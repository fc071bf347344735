"""From what exports tell to a queueing network: one flow for each host and volume, one station for each shared part.

Everything comes from the entities and the topology; there is no second description of the SAN. Routes are made once for
each class of alike volumes and shared by their flows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.build_arrays import backing
from checker.estimate.build_facts import RouteFacts, SanFacts
from checker.estimate.build_links import fabric_delays, isl_visits, port_visits
from checker.estimate.build_parts import Lack, Parts, sentence
from checker.estimate.build_paths import PathClass
from checker.estimate.build_places import Place
from checker.estimate.build_policy import ONE_PATH
from checker.estimate.build_vplex import Backs, Front, Paths, vplex_paths
from checker.estimate.build_wan import VplexFacts, Wan, distant_delays
from checker.estimate.library import Library
from checker.estimate.network import Flow, Network, Route, Visit
from checker.estimate.quantity import Range
from checker.estimate.workload import Workload

_SMALL_KIB = 64.0


@dataclass(frozen=True, slots=True)
class Built:
    """A network and what is missing of it.

    Attributes:
        network: the network.
        lacks: facts without which some flows have no response time.
        lost: flows (host, volume) that no path is left for.
    """

    network: Network
    lacks: tuple[Lack, ...]
    lost: tuple[tuple[str, str], ...] = ()


@dataclass
class Builder:
    """Makes networks of one SAN: as it is, with parts gone, with other facts.

    Attributes:
        san: what exports tell.
        library: the parameters.
        told: facts that the user set (``build_parts.FACTS``).
        native: leave VPLEX out: hosts use the array behind it directly.
        gone: routes that no longer work.
    """

    san: SanFacts
    library: Library
    told: Mapping[str, float] = field(default_factory=dict)
    native: bool = False
    gone: frozenset[int] = frozenset()

    def build(self, loads: Mapping[tuple[str, str], Workload]) -> Built:
        """Return the network of these loads by (host, volume).

        Pairs whose volume no path leads to are not in it: they are ``lost`` where a path was there.
        """
        parts = Parts(self.library, self.told)
        backs = Backs(self.san.backs, self.san.ports, self.san.arrays)
        made: dict[tuple[object, ...], Paths] = {}
        fronts: dict[int, tuple[Front, tuple[str, ...]]] = {}
        flows: list[Flow] = []
        lost: list[tuple[str, str]] = []
        unsaid: Counter[str] = Counter()
        factor = self.told.get("load", 1.0)
        scaled: dict[Workload, Workload] = {}
        for (host, volume), workload in loads.items():
            number = self.san.class_of.get((host, volume))
            if number is None:
                flows.append(self._unreached(parts, host, volume, workload))
                continue
            kind = self.san.classes[number]
            ways = carrying(kind, self.gone)
            if not ways:
                lost.append((host, volume))
                continue
            self._note(unsaid, kind, workload)
            small = _mostly_small_misses(workload, self.told.get("hit_ratio"))
            key = (ways, kind.place, small)
            if key not in made:
                made[key] = self._paths(parts, ways, self.san.places.get(kind.place), backs, fronts, small_block=small)
            paths = made[key]
            if factor != 1.0:
                workload = scaled.setdefault(workload, _scaled(workload, factor))
            flows.append(
                Flow(
                    id=f"{host} {volume}",
                    host=host,
                    volume=volume,
                    workload=workload,
                    routes=paths.routes,
                    legs=paths.legs,
                    queue_depth=self._depth(kind),
                    hit_share=Range.exactly(self.told.get("hit_ratio", 0.0)),
                    unknown=paths.missing,
                )
            )
        self._remark(parts, unsaid)
        network = Network(tuple(parts.stations.values()), tuple(flows), tuple(parts.used), tuple(parts.assumptions))
        return Built(network, tuple(parts.lacks), tuple(lost))

    def _unreached(self, parts: Parts, host: str, volume: str, workload: Workload) -> Flow:
        """A flow whose paths are not known: it has no response time, and loads nothing that we know of."""
        lack = Lack("live paths", f"{host} {volume}", ("path.state", "path.target_wwpn"), ("host", host))
        return Flow(f"{host} {volume}", host, volume, workload, (), unknown=(parts.lack(lack),))

    def _depth(self, kind: PathClass) -> int:
        told = self.told.get("queue_depth", kind.queue_depth)
        return int(told) if told is not None else round(self.library.typical("host.queue_depth"))

    def _note(self, unsaid: Counter[str], kind: PathClass, workload: Workload) -> None:
        if kind.queue_depth is None and "queue_depth" not in self.told:
            unsaid["depth"] += 1
        if kind.spread.policy == "unknown" and len(kind.ways) > 1:
            unsaid["policy"] += 1
        if not kind.path_known:
            unsaid["path"] += 1
        if "hit_ratio" not in self.told and any(io.read and io.hit_share is None for io in workload.types):
            unsaid["hits"] += 1

    def _remark(self, parts: Parts, unsaid: Counter[str]) -> None:
        """Say what was taken for granted about how many hosts × volumes."""
        if unsaid["depth"]:
            parts.use("host.queue_depth")
            depth = parts.library.typical("host.queue_depth")
            parts.assume(f"{_pairs(unsaid['depth'])}: no export tells the queue depth; {depth:g} is the library's")
        if unsaid["policy"]:
            parts.assume(f"{_pairs(unsaid['policy'])}: no export tells the path policy; I/O is spread evenly")
        if unsaid["path"]:
            parts.assume(f"{_pairs(unsaid['path'])}: the policy uses one path and no export tells which; one was taken")
        if unsaid["hits"]:
            parts.assume(
                f"{_pairs(unsaid['hits'])}: the workload says nothing of read hits; no read is answered by a cache"
            )
        if parts.unsped:
            parts.assume(
                f"the speed of {len(parts.unsped):,} back-end ports is not known, so nor is their load: {sentence(parts.unsped)}"
            )

    def _paths(
        self,
        parts: Parts,
        ways: tuple[tuple[int, float], ...],
        place: Place | None,
        backs: Backs,
        fronts: dict[int, tuple[Front, tuple[str, ...]]],
        *,
        small_block: bool,
    ) -> Paths:
        found: list[Front] = []
        missing: dict[str, None] = {}
        for number, share in ways:
            if number not in fronts:
                fronts[number] = self._front(parts, self.san.routes[number])
            front, lacking = fronts[number]
            found.append(replace(front, share=share))
            missing.update(dict.fromkeys(lacking))
        if place is not None and place.family == "vplex":
            if self.native:
                paths = self._native(parts, found, place)
            else:
                vplex = self.san.vplexes.get(place.storage_array or "")
                vplex = vplex or VplexFacts(place.storage_array or "VPLEX", None, None, (), Wan())
                paths = vplex_paths(parts, found, place, vplex, backs, small_block=small_block)
        else:
            array = place.array if place is not None else None
            facts = self.san.arrays.get(array.storage_array or "") if array else None
            behind = backing(parts, array, facts) if array is not None else None
            if behind is None:
                paths = Paths((), (), ("array",))
            else:
                routes = tuple(Route((*f.visits, *behind.visits), (*f.delays, *behind.delays), f.share) for f in found)
                paths = Paths(routes, (), behind.missing)
        missing.update(dict.fromkeys(paths.missing))
        return replace(paths, missing=tuple(missing))

    def _native(self, parts: Parts, fronts: Sequence[Front], place: Place) -> Paths:
        """The same hosts at the array behind VPLEX: the nearest copy, over the same ports of hosts and fabric."""
        routes = []
        missing: dict[str, None] = {}
        for front in fronts:
            leg = min(place.legs, key=lambda leg: (leg.cluster != front.cluster, leg.cluster or ""), default=None)
            if leg is None:
                return Paths((), (), ("where the volume's data is",))
            for piece in leg.pieces:
                behind = backing(parts, piece, self.san.arrays.get(piece.storage_array or ""))
                missing.update(dict.fromkeys(behind.missing))
                share = front.share / len(leg.pieces)
                host_side = tuple(v for v in front.visits if v.station not in front.port_stations)
                routes.append(Route((*host_side, *behind.visits), (*front.delays, *behind.delays), share))
        return Paths(tuple(routes), (), tuple(missing))

    def _front(self, parts: Parts, route: RouteFacts) -> tuple[Front, tuple[str, ...]]:
        """Ports, switches and ISLs of a route."""
        missing: dict[str, None] = {}
        visits: list[Visit] = []
        stations: tuple[str, ...] = ()
        for wwpn, kind in ((route.initiator, "hba"), (route.target, "fe_port")):
            port = self.san.ports.get(wwpn or "")
            if port is None:
                what = "host port" if kind == "hba" else "target port"
                fact = "path.initiator_wwpn" if kind == "hba" else "path.target_wwpn"
                missing[parts.lack(Lack(what, f"a path of {route.host}", (fact,), ("host", route.host)))] = None
                continue
            own, lack = port_visits(parts, port, "hba" if kind == "hba" else "fe_port")
            visits += own
            if kind == "fe_port":
                stations = tuple(visit.station for visit in own)
            if lack:
                missing[lack] = None
        switches, km = 1, 0.0
        crossing = self.san.crossings.get((route.fabric or "", route.from_switch or "", route.to_switch or ""))
        if crossing is not None:
            isls, lacking, km = isl_visits(parts, crossing, self.san.bundles)
            visits += isls
            missing.update(dict.fromkeys(lacking))
            switches = crossing.switches
        else:
            parts.assume("where no switch export tells the way between two ports, it crosses one switch")
        away, lacking = distant_delays(parts, route, self.san.vplexes)
        missing.update(dict.fromkeys(lacking))
        delays = (*fabric_delays(parts, switches, km), *away)
        front = Front(1.0, tuple(visits), delays, route.cluster or None, route.director, route.storage_array, stations)
        return front, tuple(missing)


def carrying(kind: PathClass, gone: frozenset[int]) -> tuple[tuple[int, float], ...]:
    """The routes that carry a class's I/O with their shares, when some routes no longer work."""
    left = [(route, rank) for route, rank in kind.ways if route not in gone]
    if not left:
        return ()
    first = min(rank for _, rank in left)
    chosen = [route for route, rank in left if rank == first]
    if kind.spread.policy in ONE_PATH:
        chosen = chosen[:1]
    counts = Counter(chosen)
    return tuple((route, count / len(chosen)) for route, count in sorted(counts.items()))


def _mostly_small_misses(workload: Workload, hit_ratio: float | None) -> bool:
    """Whether reads are small and more than half of them miss: then a miss may cost more (estimator.md, E2)."""
    reads = [io for io in workload.types if io.read]
    total = sum(io.share for io in reads)
    if not total:
        return False
    misses = sum(io.share * (1 - (hit_ratio or 0.0 if io.hit_share is None else io.hit_share)) for io in reads)
    size = sum(io.share * io.size_kib for io in reads) / total
    return misses / sum(io.share for io in workload.types) > 0.5 and size < _SMALL_KIB


def _scaled(workload: Workload, factor: float) -> Workload:
    return replace(
        workload,
        iops=None if workload.iops is None else workload.iops * factor,
        outstanding=None if workload.outstanding is None else workload.outstanding * factor,
    )


def _pairs(count: int) -> str:
    return f"{count:,} host × volume{'' if count == 1 else 's'}"
