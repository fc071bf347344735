"""Combination of two states of one SAN: the base state with some host-volume pairs or storage of the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.places import Place

Pair = tuple[str, str]


def with_pairs(base: SanFacts, other: SanFacts, pairs: Iterable[Pair]) -> SanFacts | None:
    """Return ``base`` with these (host, volume) as in ``other``; None if they do not differ.

    The numbers of classes, routes, places and sets of back-end paths may differ between the two.
    """
    classes, class_of = dict(base.classes), dict(base.class_of)
    routes, places, backs = dict(base.routes), dict(base.places), dict(base.backs)
    route_from = 0 if other.routes == base.routes else 1 + max(routes, default=0)
    place_from = 0 if (other.places, other.backs) == (base.places, base.backs) else 1 + max(places, default=0)
    back_from = 1 + max(backs, default=0) if place_from else 0
    clones: dict[int, int] = {}
    for pair in pairs:
        number = other.class_of.get(pair)
        if number is None:
            continue
        if number not in clones:
            kind = other.classes[number]
            clones[number] = 1 + max(classes, default=0)
            ways = tuple((route + route_from, rank) for route, rank in kind.ways)
            classes[clones[number]] = replace(kind, number=clones[number], ways=ways, place=kind.place + place_from)
            routes.update({route + route_from: other.routes[route] for route, _ in kind.ways})
            if kind.place in other.places:
                places[kind.place + place_from] = _moved(other.places[kind.place], back_from)
        class_of[pair] = clones[number]
    if not clones:
        return None
    if back_from:
        backs.update({number + back_from: ways for number, ways in other.backs.items()})
    return replace(
        base,
        classes=classes,
        class_of=class_of,
        routes=routes,
        places=places,
        backs=backs,
        ports={**other.ports, **base.ports},
        bundles={**other.bundles, **base.bundles},
        crossings={**other.crossings, **base.crossings},
    )


def _moved(place: Place, back_from: int) -> Place:
    """Return a place with its sets of back-end paths renumbered."""
    if not back_from:
        return place
    legs = tuple(
        replace(
            leg,
            pieces=tuple(one if one.back is None else replace(one, back=one.back + back_from) for one in leg.pieces),
        )
        for leg in place.legs
    )
    return replace(place, legs=legs)


def with_storage(base: SanFacts, other: SanFacts, groups: Mapping[str, Collection[str | None]]) -> SanFacts | None:
    """Return ``base`` with the named storage as in ``other``; None if it does not differ.

    Args:
        base: the SAN.
        other: the other state.
        groups: names of arrays and VPLEX systems with the RAID groups concerned; None among them means all groups.
    """
    arrays, vplexes = dict(base.arrays), dict(base.vplexes)
    for name, groups_named in groups.items():
        if name in arrays and name in other.arrays:
            other_pools = other.arrays[name].pools
            pools = {group: other_pools.get(group, one) if {group, None} & set(groups_named) else one
                     for group, one in arrays[name].pools.items()}  # fmt: skip
            arrays[name] = replace(arrays[name], pools=pools)
        if name in vplexes and name in other.vplexes:
            vplexes[name] = other.vplexes[name]
    if arrays == dict(base.arrays) and vplexes == dict(base.vplexes):
        return None
    return replace(base, arrays=arrays, vplexes=vplexes)
