"""Categories of I/O, and what I/O of each meets on the routes of a flow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from checker.estimate.network.network import Concerns, Delay, Flow, Route, Station, Visit

CATEGORIES = 6
"""Reads random hit, random miss, sequential hit, sequential miss; writes random, sequential."""
READ_CATEGORIES = 4
"""The first four categories are reads."""
COMMON = -1
"""Leg number of entries that apply to all I/O rather than to one leg of a mirror."""


@dataclass(frozen=True, slots=True)
class Way:
    """What I/O of one category meets on a route, and the share of the I/O that takes it."""

    visits: list[Visit]
    delays: list[Delay]
    share: float


@dataclass(frozen=True, slots=True)
class Alike:
    """Categories of I/O that meet the same, and what they meet: leg, its routes, and a way for each of these."""

    categories: list[int]
    parts: list[tuple[int, tuple[Route, ...], list[Way]]]


def alike(flow: Flow, stations: tuple[Station, ...], index: dict[str, int]) -> list[Alike]:
    """Categories of I/O, those that meet the same stations and delays together."""
    carried = {
        id(route): (
            [(visit, _carried(visit.concerns, stations[index[visit.station]].carries)) for visit in route.visits],
            [(delay, _carried(delay.concerns, "both")) for delay in route.delays],
        )
        for routes in (flow.routes, *(leg.routes for leg in flow.legs))
        for route in routes
    }

    def way(route: Route, category: int) -> Way:
        visits, delays = carried[id(route)]
        return Way(
            [visit for visit, concerned in visits if category in concerned],
            [delay for delay, concerned in delays if category in concerned],
            route.share,
        )

    found: dict[object, Alike] = {}
    for category in range(CATEGORIES):
        parts = [(leg, routes, [way(route, category) for route in routes]) for leg, routes in _parts_of(flow, category)]
        met = tuple(tuple(map(id, part)) for _, _, ways in parts for one in ways for part in (one.visits, one.delays))
        found.setdefault((is_read(category), met), Alike([], parts)).categories.append(category)
    return list(found.values())


def _parts_of(flow: Flow, category: int) -> Iterator[tuple[int, tuple[Route, ...]]]:
    """Yield the routes of all I/O, and for writes those of each leg, with the number of the leg."""
    yield COMMON, flow.routes
    if not is_read(category):
        yield from ((number, leg.routes) for number, leg in enumerate(flow.legs))


@cache
def _carried(concerns: Concerns, carries: str) -> frozenset[int]:
    """Categories of I/O that a visit or delay concerns and that its station carries."""
    every = range(CATEGORIES)
    return frozenset(
        one
        for one in every
        if _concerned(concerns, one) and (carries == "both" or (carries == "reads") == is_read(one))
    )


def is_read(category: int) -> bool:
    """Whether I/O of a category reads."""
    return category < READ_CATEGORIES


def _concerned(concerns: Concerns, category: int) -> bool:
    if not is_read(category):
        return concerns.writes and (concerns.random if category == 4 else concerns.sequential)
    if not concerns.reads or not (concerns.random if category < 2 else concerns.sequential):
        return False
    return concerns.cache == "any" or (concerns.cache == "hit") == (category % 2 == 0)
