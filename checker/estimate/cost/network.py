"""Networks with or without faults that facts of the SAN cannot express: uneven load, and the order of sequential I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from checker.estimate.assemble.facts import SanFacts
from checker.estimate.cost.parts import Pair
from checker.estimate.cost.row import Row
from checker.estimate.network.network import Flow, Leg, Network, Route, Visit

_DIRECTIONS = ("tx", "rx")


def ordered_network(network: Network, busy: Mapping[Pair, float]) -> Network:
    """Return the network in which sequential I/O of these volumes keeps only part of the array's ports busy at a time.

    The capacity of the ports for this I/O shrinks to that share (estimator.md, section 6, case 5).

    Args:
        network: network of the SAN.
        busy: share of the ports that is busy, by (host, volume).
    """
    ports = frozenset(station.id for station in network.stations if station.kind == "fe_port")

    def slowed(share: float) -> Callable[[Sequence[Visit]], tuple[Visit, ...]]:
        def change(visits: Sequence[Visit]) -> tuple[Visit, ...]:
            # The unusable capacity of a port is modelled as work that no host waits for.
            idle = [
                replace(
                    one, concerns=replace(one.concerns, random=False), count=one.count * (1 / share - 1), awaited=False
                )
                for one in visits
                if one.station in ports and one.concerns.sequential
            ]
            return (*visits, *idle)

        return change

    flows: list[Flow] = []
    for flow in network.flows:
        share = busy.get((flow.host, flow.volume), 1.0)
        flows += [flow] if share >= 1.0 else _with_visits((flow,), slowed(share))
    return replace(network, flows=tuple(flows))


def evened_network(network: Network, san: SanFacts, rows: Iterable[Row]) -> Network | None:
    """Return the network with the load of the parts named by the rows spread evenly; None if that changes nothing.

    Args:
        network: network of the SAN.
        san: facts of the SAN, which map stations to ports and directors.
        rows: each names ``storage_array``, and may name ``vplex_cluster``, ``director`` and ``direction`` (tx or rx).
    """
    stations = {station.id: station for station in network.stations}
    group_of: dict[str, tuple[str, ...]] = {}
    for row in rows:
        for names in _groups(san, row):
            loaded = next((name for name in sorted(names) if name in stations), None)
            if loaded is None or len(names) < 2:
                continue
            # Idle parts are not stations yet; all parts have the same capacity.
            stations.update({name: replace(stations[loaded], id=name) for name in names if name not in stations})
            group_of.update(dict.fromkeys(names, tuple(sorted(names))))

    def evened(visits: Sequence[Visit]) -> tuple[Visit, ...]:
        spread: dict[Visit, float] = {}
        for visit in visits:
            group = group_of.get(visit.station, (visit.station,))
            for name in group:
                one = replace(visit, station=name, count=1.0)
                spread[one] = spread.get(one, 0.0) + visit.count / len(group)
        return tuple(replace(visit, count=count) for visit, count in spread.items())

    if not group_of:
        return None
    return replace(network, stations=tuple(stations.values()), flows=_with_visits(network.flows, evened))


def _groups(san: SanFacts, row: Row) -> list[set[str]]:
    """Groups of equivalent stations: the directors of a cluster, and their ports in each direction."""
    array, cluster, director = (row.get(name) for name in ("storage_array", "vplex_cluster", "director"))
    routes = [
        one for one in san.routes.values()
        if one.storage_array == array and (cluster is None or one.cluster in (None, cluster))
        and (director is None or one.director == director)
    ]  # fmt: skip
    ports = {san.ports[one.target].name for one in routes if one.target and one.target in san.ports}
    directions = [row["direction"]] if row.get("direction") in _DIRECTIONS else _DIRECTIONS
    groups = [{f"{port} {direction}" for port in ports} for direction in directions]
    if director is None and row.get("direction") is None:
        groups.append({f"{array} {one.director}" for one in routes if one.director})
    return groups


def _with_visits(flows: Sequence[Flow], change: Callable[[Sequence[Visit]], tuple[Visit, ...]]) -> tuple[Flow, ...]:
    """Return the flows with changed visits; shared routes stay shared, which makes solving faster."""
    new_routes: dict[int, tuple[Route, ...]] = {}

    def routes(given: tuple[Route, ...]) -> tuple[Route, ...]:
        if id(given) not in new_routes:
            new_routes[id(given)] = tuple(replace(route, visits=change(route.visits)) for route in given)
        return new_routes[id(given)]

    return tuple(
        replace(flow, routes=routes(flow.routes), legs=tuple(Leg(leg.name, routes(leg.routes)) for leg in flow.legs))
        for flow in flows
    )
