"""SANs with the paths added that findings miss: each like one there is, over ports of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.build_facts import RouteFacts, SanFacts
from checker.estimate.build_paths import PathClass
from checker.estimate.build_ports import Port
from checker.estimate.cost_parts import Pair
from checker.estimate.cost_row import Row, number

PATHS_WANTED = "paths_wanted"
"""Column of a row with the number of paths that its rule wants."""


def with_more_paths(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The SAN with the paths that these rows miss; None if they miss none that could be like others.

    Rows about a director miss back-end paths, rows that name unused fabrics a way through another fabric, and rows that
    name missing pairs of fabric and director letter a path for each; others as many as their rule wants.
    """
    if any(row.get("director") and not row.get("volume") for row in pairs.values()):
        return _with_back_ends(san, pairs)
    if any(row.get("unused_fabrics") for row in pairs.values()):
        return _with_other_fabric(san, pairs)
    return _as_many_paths(san, {pair: _counted(row) for pair, row in pairs.items()})


def _counted(row: Row) -> Row:
    """A row with the number of paths wanted, where it names the missing ones instead."""
    missing, live = row.get("missing_pairs"), number(row, "path_live")
    if not isinstance(missing, list) or live is None or number(row, PATHS_WANTED) is not None:
        return row
    return {**row, PATHS_WANTED: live + len(missing)}


@dataclass
class _Twins:
    """Ports and routes like others, which carry nothing else.

    Attributes:
        routes, ports: those of a SAN, and the twins made so far.
    """

    routes: dict[int, RouteFacts]
    ports: dict[str, Port]
    _made: dict[tuple[int, int, bool], int] = field(default_factory=dict)

    def port(self, wwpn: str | None, which: int) -> str | None:
        """A port like another one; itself where nothing is known of it."""
        if wwpn is None or wwpn not in self.ports:
            return wwpn
        name = f"{wwpn} twin {which}"
        self.ports[name] = replace(self.ports[wwpn], wwpn=name, name=f"{self.ports[wwpn].name} (further path {which})")
        return name

    def route(self, route: int, which: int, *, moved: bool = False) -> int:
        """A route like another one; where it is ``moved`` it begins at the same host port."""
        key = (route, which, moved)
        if key not in self._made:
            self._made[key] = 1 + max(self.routes)
            facts = self.routes[route]
            self.routes[self._made[key]] = replace(
                facts,
                initiator=facts.initiator if moved else self.port(facts.initiator, which),
                target=self.port(facts.target, which),
            )
        return self._made[key]


def _as_many_paths(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes with as many paths as their rule wants: further ones are like those there are, over ports of their own."""
    twins = _Twins(dict(san.routes), dict(san.ports))

    def mended(kind: PathClass, row: Row) -> PathClass | None:
        wanted = number(row, PATHS_WANTED)
        if wanted is None or not 0 < len(kind.ways) < wanted:
            return None
        missing = round(wanted) - len(kind.ways)
        added = tuple(
            (twins.route(route, 1 + place // len(kind.ways)), rank)
            for place in range(missing)
            for route, rank in (kind.ways[place % len(kind.ways)],)
        )
        return replace(kind, ways=(*kind.ways, *added))

    found = with_classes(san, pairs, mended)
    return None if found is None else replace(found, routes=twins.routes, ports=twins.ports)


def _with_other_fabric(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The volumes over another fabric, too: of several host ports every other one moves there, a single one gets a twin."""
    twins = _Twins(dict(san.routes), dict(san.ports))

    def mended(kind: PathClass, _row: Row) -> PathClass | None:
        ports = sorted({san.routes[route].initiator or "" for route, _ in kind.ways})
        if "" in ports or not ports:
            return None
        if len(ports) == 1:
            return replace(kind, ways=(*kind.ways, *((twins.route(route, 1), rank) for route, rank in kind.ways)))
        moving = set(ports[1::2])
        ways = ((twins.route(route, 1, moved=True) if san.routes[route].initiator in moving else route, rank)
                for route, rank in kind.ways)  # fmt: skip
        return replace(kind, ways=tuple(ways))

    found = with_classes(san, pairs, mended)
    return None if found is None else replace(found, routes=twins.routes, ports=twins.ports)


def _with_back_ends(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """The directors of the rows with as many back-end paths to each storage volume as their rule wants."""
    twins = _Twins({}, dict(san.ports))
    wanted = {
        str(row["director"]): round(count)
        for row in pairs.values()
        if row.get("director") and (count := number(row, PATHS_WANTED)) is not None
    }
    backs = {}
    for back, ways in san.backs.items():
        added = []
        for director, count in wanted.items():
            own = [way for way in ways if way[0] == director]
            for which in range(len(own), count if own else 0):
                _, initiator, target = own[which % len(own)]
                ends = twins.port(initiator, 1 + which), twins.port(target, 1 + which)
                added.append((director, ends[0] or initiator, ends[1] or target))
        backs[back] = [*ways, *added]
    if all(len(backs[back]) == len(ways) for back, ways in san.backs.items()):
        return None
    return replace(san, backs=backs, ports=twins.ports)


def with_classes(
    san: SanFacts, pairs: Mapping[Pair, Row], mended: Callable[[PathClass, Row], PathClass | None]
) -> SanFacts | None:
    """Put the volumes concerned into classes of their own that are mended; None if that changes nothing."""
    classes, class_of = dict(san.classes), dict(san.class_of)
    made: dict[tuple[int, float | None, float | None], int] = {}
    for pair, row in pairs.items():
        before = san.class_of.get(pair)
        if before is None:
            continue
        key = (before, number(row, "path_active"), number(row, PATHS_WANTED))
        if key not in made:
            kind = mended(san.classes[before], row)
            if kind is None:
                continue
            made[key] = max(classes) + 1
            classes[made[key]] = replace(kind, number=made[key])
        class_of[pair] = made[key]
    return replace(san, classes=classes, class_of=class_of) if made else None
