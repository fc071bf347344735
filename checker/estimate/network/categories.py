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


def alike(flow: Flow, stations: tuple[Station, ...], index: dict[str, int]) -> list[list[int]]:
    """Categories of I/O, those that meet the same stations and delays together."""
    found: dict[object, list[int]] = {}
    for category in range(CATEGORIES):
        met = tuple(
            tuple(id(one) for part in _matching(route, category, stations, index) for one in part)
            for _, routes in parts_of(flow, category)
            for route in routes
        )
        found.setdefault((is_read(category), met), []).append(category)
    return list(found.values())


def ways_of(
    routes: tuple[Route, ...], category: int, stations: tuple[Station, ...], index: dict[str, int]
) -> list[Way]:
    """What I/O of a category meets on these routes."""
    return [Way(*_matching(route, category, stations, index), route.share) for route in routes]


def _matching(
    route: Route, category: int, stations: tuple[Station, ...], index: dict[str, int]
) -> tuple[list[Visit], list[Delay]]:
    """Visits and delays of a route that concern a category of I/O."""
    visits = [v for v in route.visits if category in _carried(v.concerns, stations[index[v.station]].carries)]
    return visits, [delay for delay in route.delays if category in _carried(delay.concerns, "both")]


def parts_of(flow: Flow, category: int) -> Iterator[tuple[int, tuple[Route, ...]]]:
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
