"""Routes and legs of volumes, made once for all volumes with the same paths and the same place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.build_arranged import Arrangement
from checker.estimate.build_arrays import backing
from checker.estimate.build_facts import RouteFacts, SanFacts
from checker.estimate.build_links import fabric_delays, isl_visits, port_visits
from checker.estimate.build_parts import Lack, Parts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_places import ArrayPlace, Place
from checker.estimate.build_policy import ONE_PATH
from checker.estimate.build_vplex import Backs, Front, Paths, vplex_paths
from checker.estimate.build_wan import VplexFacts, Wan, distant_delays
from checker.estimate.network import Route, Visit

Shares = tuple[tuple[int, float], ...]
"""Routes with the part of the I/O that each carries."""
NONE_DEAD: frozenset[str] = frozenset()


@dataclass
class Ways:
    """Makes the paths of volumes and remembers them.

    Attributes:
        san: what exports tell.
        parts: where stations, assumptions and what is missing go.
        arrangement: how the storage is arranged, where not as exports tell it.
    """

    san: SanFacts
    parts: Parts
    arrangement: Arrangement | None = None
    _made: dict[tuple[object, ...], Paths] = field(default_factory=dict)
    _fronts: dict[int, tuple[Front, tuple[str, ...]]] = field(default_factory=dict)
    _backs: dict[frozenset[str], Backs] = field(default_factory=dict)
    _behind: dict[int, frozenset[str]] = field(default_factory=dict)

    def paths(self, shares: Shares, number: int, *, small_block: bool, dead: frozenset[str] = NONE_DEAD) -> Paths:
        """Return routes, legs and what is missing.

        Args:
            shares: routes that carry the I/O.
            number: of the place of the data.
            small_block: small reads of which most miss (estimator.md, E2).
            dead: back-end ports that don't work.
        """
        here = dead & self.behind(number) if dead else NONE_DEAD
        key = (shares, number, small_block, here)
        if key not in self._made:
            self._made[key] = self._new(shares, self.san.places.get(number), small_block=small_block, dead=here)
        return self._made[key]

    def behind(self, number: int) -> frozenset[str]:
        """The back-end ports that a place is reached by."""
        if number not in self._behind:
            place = self.san.places.get(number)
            backs = {piece.back for leg in (place.legs if place else ()) for piece in leg.pieces}
            ways = (way for back in backs if back is not None for way in self.san.backs.get(back, ()))
            self._behind[number] = frozenset(wwpn for way in ways for wwpn in way[1:])
        return self._behind[number]

    def front(self, number: int) -> Front:
        """What I/O of a route meets up to the port where it ends."""
        if number not in self._fronts:
            self._fronts[number] = self._front(self.san.routes[number])
        return self._fronts[number][0]

    def bare_paths(self, front: Front, number: int, dead: frozenset[str]) -> Paths:
        """Routes and legs from one front-end port to a place, for counting work: what adds no work may differ."""
        return self._behind_fronts([(front, 1.0)], self.san.places.get(number), small_block=False, dead=dead)

    def _new(self, shares: Shares, place: Place | None, *, small_block: bool, dead: frozenset[str]) -> Paths:
        fronts: list[tuple[Front, float]] = []
        missing: dict[str, None] = {}
        for number, share in shares:
            fronts.append((self.front(number), share))
            missing.update(dict.fromkeys(self._fronts[number][1]))
        self._note_sites(shares, fronts)
        if place is not None and self.arrangement is not None:
            place, fronts = self.arrangement.arranged(self.parts, place, fronts)
        paths = self._behind_fronts(fronts, place, small_block=small_block, dead=dead)
        missing.update(dict.fromkeys(paths.missing))
        return replace(paths, missing=tuple(missing))

    def _note_sites(self, shares: Shares, fronts: Sequence[tuple[Front, float]]) -> None:
        """Say so where a host reaches both clusters of a VPLEX and nobody tells which is the near one."""
        if len({front.cluster for front, _ in fronts if front.cluster}) < 2:
            return
        if any(None in (self.san.routes[route].host_site, self.san.routes[route].array_site) for route, _ in shares):
            self.parts.assume(
                "hosts reach both clusters of a VPLEX and their sites are not declared (host.site, vplex_cluster.site): "
                "no round trip is added to paths"
            )

    def _behind_fronts(
        self, fronts: Sequence[tuple[Front, float]], place: Place | None, *, small_block: bool, dead: frozenset[str]
    ) -> Paths:
        if place is None or place.family != "vplex":
            return self._array_paths(fronts, place)
        vplex = self.san.vplexes.get(place.storage_array or "")
        vplex = vplex or VplexFacts(place.storage_array or "VPLEX", None, None, (), Wan())
        return vplex_paths(self.parts, fronts, place, vplex, self._backs_without(dead), small_block=small_block)

    def _backs_without(self, dead: frozenset[str]) -> Backs:
        if dead not in self._backs:
            ways: Mapping[int, Sequence[tuple[str, str, str]]] = self.san.backs
            if dead:
                ways = {number: [way for way in found if not {way[1], way[2]} & dead] for number, found in ways.items()}
            self._backs[dead] = Backs(ways, self.san.ports, self.san.arrays)
        return self._backs[dead]

    def _array_paths(self, fronts: Sequence[tuple[Front, float]], place: Place | None) -> Paths:
        array = place.array if place is not None else None
        behind = backing(self.parts, array or ArrayPlace(None), self.san.arrays)
        routes = tuple(
            Route((*front.visits, *behind.visits), (*front.delays, *behind.delays), share) for front, share in fronts
        )
        return Paths(routes, (), behind.missing)

    def _front(self, route: RouteFacts) -> tuple[Front, tuple[str, ...]]:
        """Ports, switches and ISLs of a route, and what is missing of them."""
        parts = self.parts
        missing: dict[str, None] = {}
        visits: list[Visit] = []
        stations: tuple[str, ...] = ()
        for wwpn, is_host in ((route.initiator, True), (route.target, False)):
            port = self.san.ports.get(wwpn or "")
            if port is None:
                what = "host port" if is_host else "target port"
                fact = "path.initiator_wwpn" if is_host else "path.target_wwpn"
                lack = Lack(what, f"a path of {route.host}", (fact,), (("host", route.host),))
                missing[parts.lack(lack)] = None
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
            isls, lacking, km = isl_visits(parts, crossing, self.san.bundles)
            visits += isls
            missing.update(dict.fromkeys(lacking))
            switches = crossing.switches
        else:
            parts.assume("where no switch export tells the way between two ports, it crosses one switch")
        away, lacking = distant_delays(parts, route, self.san.vplexes)
        missing.update(dict.fromkeys(lacking))
        delays = (*fabric_delays(parts, switches, km), *away)
        front = Front(tuple(visits), delays, route.cluster or None, route.director, route.storage_array, stations)
        return front, tuple(missing)


def carrying(kind: PathClass, gone: frozenset[int] = frozenset()) -> Shares:
    """The routes that carry a class's I/O with their shares, when some routes no longer work."""
    left = [(route, rank) for route, rank in kind.ways if route not in gone] if gone else kind.ways
    if not left:
        return ()
    first = min(rank for _, rank in left)
    chosen = [route for route, rank in left if rank == first]
    if kind.spread.policy in ONE_PATH:
        chosen = chosen[:1]
    counts = Counter(chosen)
    return tuple((route, count / len(chosen)) for route, count in sorted(counts.items()))
