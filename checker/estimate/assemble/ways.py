"""Routes and legs of volumes, built once for all volumes with the same paths and the same place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.assemble.arranged import Arrangement
from checker.estimate.assemble.arrays import backing
from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.links import fabric_delays, isl_visits, port_visits
from checker.estimate.assemble.parts import MissingFact, Parts
from checker.estimate.assemble.paths import PathClass
from checker.estimate.assemble.places import ArrayPlace, Place
from checker.estimate.assemble.policy import ONE_PATH
from checker.estimate.assemble.route import RouteFacts
from checker.estimate.assemble.vplex import Backs, Front, Paths, vplex_paths
from checker.estimate.assemble.wan import VplexFacts, Wan, distant_delays
from checker.estimate.network.network import Route, Visit

Shares = tuple[tuple[int, float], ...]
"""Routes with the share of the I/O that each carries."""
NONE_DEAD: frozenset[str] = frozenset()


@dataclass
class Ways:
    """Builder of the paths of volumes, with a cache.

    Attributes:
        san: facts of the SAN.
        parts: collects stations, assumptions and missing facts.
        arrangement: hypothetical arrangement of the storage; None for the actual one.
    """

    san: SanFacts
    parts: Parts
    arrangement: Arrangement | None = None
    _paths_of: dict[tuple[object, ...], Paths] = field(default_factory=dict)
    _fronts: dict[int, tuple[Front, tuple[str, ...]]] = field(default_factory=dict)
    _backs: dict[frozenset[str], Backs] = field(default_factory=dict)
    _back_end_ports: dict[int, frozenset[str]] = field(default_factory=dict)

    def paths(self, shares: Shares, number: int, *, small_block: bool, dead: frozenset[str] = NONE_DEAD) -> Paths:
        """Return routes, legs and missing facts.

        Args:
            shares: routes that carry the I/O.
            number: number of the place of the data.
            small_block: whether most I/O is small read misses (estimator.md, E2).
            dead: failed back-end ports.
        """
        here = dead & self.back_end(number) if dead else NONE_DEAD
        key = (shares, number, small_block, here)
        if key not in self._paths_of:
            self._paths_of[key] = self._new(shares, self.san.places.get(number), small_block=small_block, dead=here)
        return self._paths_of[key]

    def back_end(self, number: int) -> frozenset[str]:
        """Back-end ports through which a place is reached."""
        if number not in self._back_end_ports:
            place = self.san.places.get(number)
            backs = {piece.back for leg in (place.legs if place else ()) for piece in leg.pieces}
            ways = (way for back in backs if back is not None for way in self.san.backs.get(back, ()))
            self._back_end_ports[number] = frozenset(wwpn for way in ways for wwpn in way[1:])
        return self._back_end_ports[number]

    def front(self, number: int) -> Front:
        """Part of a route up to the target port."""
        if number not in self._fronts:
            self._fronts[number] = self._front(self.san.routes[number])
        return self._fronts[number][0]

    def bare_paths(self, front: Front, number: int, dead: frozenset[str]) -> Paths:
        """Routes and legs from one front-end port to a place, for counting work; parts that add no work may differ."""
        return self._paths_from_fronts([(front, 1.0)], self.san.places.get(number), small_block=False, dead=dead)

    def _new(self, shares: Shares, place: Place | None, *, small_block: bool, dead: frozenset[str]) -> Paths:
        fronts: list[tuple[Front, float]] = []
        missing: dict[str, None] = {}
        for number, share in shares:
            fronts.append((self.front(number), share))
            missing.update(dict.fromkeys(self._fronts[number][1]))
        self._note_sites(shares, fronts)
        if place is not None and self.arrangement is not None:
            place, fronts = self.arrangement.arranged(self.parts, place, fronts)
        paths = self._paths_from_fronts(fronts, place, small_block=small_block, dead=dead)
        missing.update(dict.fromkeys(paths.missing))
        return replace(paths, missing=tuple(missing))

    def _note_sites(self, shares: Shares, fronts: Sequence[tuple[Front, float]]) -> None:
        """Note an assumption if a host reaches both clusters of a VPLEX and the local one is unknown."""
        if len({front.cluster for front, _ in fronts if front.cluster}) < 2:
            return
        if any(None in (self.san.routes[route].host_site, self.san.routes[route].array_site) for route, _ in shares):
            self.parts.assume(
                "some hosts reach both clusters of a VPLEX, but sites are not declared (host.site, vplex_cluster.site), "
                "so no round trip is added to remote paths"
            )

    def _paths_from_fronts(
        self, fronts: Sequence[tuple[Front, float]], place: Place | None, *, small_block: bool, dead: frozenset[str]
    ) -> Paths:
        if place is None or place.family != "vplex":
            return self._array_paths(fronts, place)
        vplex = self.san.vplexes.get(place.storage_array or "")
        vplex = vplex or VplexFacts(place.storage_array or "VPLEX", None, None, (), Wan())
        return vplex_paths(self.parts, fronts, place, vplex, self._backs_without(dead), small_block=small_block)

    def _backs_without(self, dead: frozenset[str]) -> Backs:
        if not self._backs:
            self._backs[NONE_DEAD] = Backs(self.san.backs, self.san.ports, self.san.arrays)
        if dead not in self._backs:
            ways = {
                number: [way for way in found if not {way[1], way[2]} & dead]
                for number, found in self.san.backs.items()
            }
            self._backs[dead] = replace(self._backs[NONE_DEAD], ways=ways)
        return self._backs[dead]

    def _array_paths(self, fronts: Sequence[tuple[Front, float]], place: Place | None) -> Paths:
        array = place.array if place is not None else None
        backend = backing(self.parts, array or ArrayPlace(None), self.san.arrays)
        routes = tuple(
            Route((*front.visits, *backend.visits), (*front.delays, *backend.delays), share) for front, share in fronts
        )
        return Paths(routes, (), backend.missing)

    def _front(self, route: RouteFacts) -> tuple[Front, tuple[str, ...]]:
        """Ports, switches and ISLs of a route, and the missing facts about them."""
        parts = self.parts
        missing: dict[str, None] = {}
        visits: list[Visit] = []
        stations: tuple[str, ...] = ()
        for wwpn, is_host in ((route.initiator, True), (route.target, False)):
            port = self.san.ports.get(wwpn or "")
            if port is None:
                what = "host port" if is_host else "target port"
                fact = "path.initiator_wwpn" if is_host else "path.target_wwpn"
                gap = MissingFact(what, f"a path of {route.host}", (fact,), (("host", route.host),))
                missing[parts.note_missing(gap)] = None
                continue
            own, words = port_visits(parts, port, "hba" if is_host else "fe_port")
            visits += own
            if not is_host:
                stations = tuple(visit.station for visit in own)
            if words:
                missing[words] = None
        switches, km = 1, 0.0
        crossing = self.san.crossings.get((route.fabric or "", route.from_switch or "", route.to_switch or ""))
        if crossing is not None:
            isls, isl_gaps, km = isl_visits(parts, crossing, self.san.bundles)
            visits += isls
            missing.update(dict.fromkeys(isl_gaps))
            switches = crossing.switches
        else:
            parts.assume("paths without switch exports are assumed to cross one switch")
        away, isl_gaps = distant_delays(parts, route, self.san.vplexes)
        missing.update(dict.fromkeys(isl_gaps))
        delays = (*fabric_delays(parts, switches, km), *away)
        front = Front(tuple(visits), delays, route.cluster or None, route.director, route.storage_array, stations)
        return front, tuple(missing)


def carrying(kind: PathClass, gone: frozenset[int] = frozenset()) -> Shares:
    """Return the routes that carry a class's I/O with their shares, without the failed routes ``gone``."""
    left = [(route, rank) for route, rank in kind.ways if route not in gone] if gone else kind.ways
    if not left:
        return ()
    first = min(rank for _, rank in left)
    chosen = [route for route, rank in left if rank == first]
    if kind.spread.policy in ONE_PATH:
        chosen = chosen[:1]
    counts = Counter(chosen)
    return tuple((route, count / len(chosen)) for route, count in sorted(counts.items()))
