"""Changes of paths that a rule's ``effect`` names because no exported fact expresses them, such as paths that don't exist yet.

An additional path is a copy of an existing one over ports of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.paths import PathClass
from checker.estimate.assemble.ports import Port
from checker.estimate.assemble.route import RouteFacts
from checker.estimate.cost.cost import PATH_CHANGES
from checker.estimate.cost.parts import Pair
from checker.estimate.cost.row import Row, number

_RANK_LAST = 7
REQUIRED_PATHS = "paths_wanted"
"""Column of a row with the number of paths that its rule requires."""


def _counted(row: Row) -> Row:
    """Return a row with the number of required paths, computed from the missing ones if it lists those."""
    missing, live = row.get("missing_pairs"), number(row, "path_live")
    if not isinstance(missing, list) or live is None or number(row, REQUIRED_PATHS) is not None:
        return row
    return {**row, REQUIRED_PATHS: live + len(missing)}


@dataclass
class _Copies:
    """Copies of ports and routes that carry no other load.

    Attributes:
        routes, ports: those of a SAN, including the copies created so far.
    """

    routes: dict[int, RouteFacts]
    ports: dict[str, Port]
    _route_copies: dict[tuple[int, int, bool], int] = field(default_factory=dict)

    def port(self, wwpn: str | None, which: int) -> str | None:
        """Return a copy of a port, or the port itself if it is unknown."""
        if wwpn is None or wwpn not in self.ports:
            return wwpn
        name = f"{wwpn} copy {which}"
        self.ports[name] = replace(
            self.ports[wwpn], wwpn=name, name=f"{self.ports[wwpn].name} (additional path {which})"
        )
        return name

    def route(self, route: int, which: int, *, moved: bool = False) -> int:
        """Return a copy of a route; if ``moved``, it starts at the same host port."""
        key = (route, which, moved)
        if key not in self._route_copies:
            self._route_copies[key] = 1 + max(self.routes)
            facts = self.routes[route]
            self.routes[self._route_copies[key]] = replace(
                facts,
                initiator=facts.initiator if moved else self.port(facts.initiator, which),
                target=self.port(facts.target, which),
            )
        return self._route_copies[key]


def _as_many_paths(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Give the volumes as many paths as their rule requires, or one for each missing pair of fabric and director letter."""
    copies = _Copies(dict(san.routes), dict(san.ports))

    def fixed(kind: PathClass, row: Row) -> PathClass | None:
        required = number(_counted(row), REQUIRED_PATHS)
        if required is None or not 0 < len(kind.ways) < required:
            return None
        missing = round(required) - len(kind.ways)
        added = tuple(
            (copies.route(route, 1 + place // len(kind.ways)), rank)
            for place in range(missing)
            for route, rank in (kind.ways[place % len(kind.ways)],)
        )
        return replace(kind, ways=(*kind.ways, *added))

    found = _with_classes(san, pairs, fixed)
    return None if found is None else replace(found, routes=copies.routes, ports=copies.ports)


def _with_other_fabric(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Connect the volumes to another fabric as well: every other host port moves there; a single host port is copied."""
    copies = _Copies(dict(san.routes), dict(san.ports))

    def fixed(kind: PathClass, _row: Row) -> PathClass | None:
        ports = sorted({san.routes[route].initiator or "" for route, _ in kind.ways})
        if "" in ports or not ports:
            return None
        if len(ports) == 1:
            return replace(kind, ways=(*kind.ways, *((copies.route(route, 1), rank) for route, rank in kind.ways)))
        moving = set(ports[1::2])
        ways = ((copies.route(route, 1, moved=True) if san.routes[route].initiator in moving else route, rank)
                for route, rank in kind.ways)  # fmt: skip
        return replace(kind, ways=tuple(ways))

    found = _with_classes(san, pairs, fixed)
    return None if found is None else replace(found, routes=copies.routes, ports=copies.ports)


def _with_back_ends(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Give the directors of the rows as many back-end paths to each storage volume as their rule requires."""
    copies = _Copies({}, dict(san.ports))
    concerned = {
        str(row["director"]): round(count)
        for row in pairs.values()
        if row.get("director") and (count := number(row, REQUIRED_PATHS)) is not None
    }
    backs = {}
    for back, ways in san.backs.items():
        added = []
        for director, count in concerned.items():
            own = [way for way in ways if way[0] == director]
            for which in range(len(own), count if own else 0):
                _, initiator, target = own[which % len(own)]
                ends = copies.port(initiator, 1 + which), copies.port(target, 1 + which)
                added.append((director, ends[0] or initiator, ends[1] or target))
        backs[back] = [*ways, *added]
    if all(len(backs[back]) == len(ways) for back, ways in san.backs.items()):
        return None
    return replace(san, backs=backs, ports=copies.ports)


def _with_classes(
    san: SanFacts, pairs: Mapping[Pair, Row], fixed: Callable[[PathClass, Row], PathClass | None]
) -> SanFacts | None:
    """Put the volumes concerned into fixed classes of their own; None if that changes nothing."""
    classes, class_of = dict(san.classes), dict(san.class_of)
    clones: dict[tuple[int, float | None], int] = {}
    for pair, row in pairs.items():
        before = san.class_of.get(pair)
        if before is None:
            continue
        key = (before, number(_counted(row), REQUIRED_PATHS))
        if key not in clones:
            kind = fixed(san.classes[before], row)
            if kind is None:
                continue
            clones[key] = max(classes) + 1
            classes[clones[key]] = replace(kind, number=clones[key])
        class_of[pair] = clones[key]
    return replace(san, classes=classes, class_of=class_of) if clones else None


def _local_paths(san: SanFacts, pairs: Mapping[Pair, Row]) -> SanFacts | None:
    """Restrict volumes to paths to the host's own site, if there are any."""

    def remote(route: int) -> bool:
        facts = san.routes[route]
        return facts.host_site is not None and facts.array_site is not None and facts.host_site != facts.array_site

    def fixed(kind: PathClass, _row: Row) -> PathClass | None:
        ways = tuple((route, _RANK_LAST if remote(route) else rank) for route, rank in kind.ways)
        if ways == kind.ways or all(rank == _RANK_LAST for _, rank in ways):
            return None
        return replace(kind, ways=ways)

    return _with_classes(san, pairs, fixed)


CHANGED: Mapping[str, Callable[[SanFacts, Mapping[Pair, Row]], SanFacts | None]] = {
    "required_paths": _as_many_paths,
    "another_fabric": _with_other_fabric,
    "back_end_paths": _with_back_ends,
    "local_paths": _local_paths,
}
"""Changes by the name that a rule's ``effect`` uses; they return None if there is nothing to change or to copy."""

assert frozenset(CHANGED) == PATH_CHANGES
