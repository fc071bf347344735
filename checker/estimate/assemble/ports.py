"""Ports with their speeds, and the ISL bundles and crossings between switches."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

from checker.facts.normalise import show_wwn
from checker.facts.port_place import port_place
from checker.facts.store.store import Store
from checker.topology.derive.links import ISL_LINKS, ISLS

_KINDS = ("initiator", "isl", "switch", "switch_port", "target_port", "trunk_member")
MOST_WAYS = 16
"""Maximum number of equal-cost paths between two switches that share load; further ones are ignored."""


@dataclass(frozen=True, slots=True)
class Port:
    """Port of a host, an array or a VPLEX director.

    Attributes:
        wwpn: world wide port name.
        name: display name, unique among the ports of the SAN.
        speed_gbps: actual speed in Gbit/s as reported by either end of the link, the lower one if they differ; None if
            neither reports it.
        owner: (column, name) of the device whose export contains the port: host, storage_array; or the attached switch.
        switch: (switch, port) where it is logged in, None if unknown.
        fabric: its fabric, None if unknown or if it is in several.
        director: (array, director) of a target port or a director's back-end port, None if unknown.
        family: product family of its array, None for hosts and if unknown.
    """

    wwpn: str
    name: str
    speed_gbps: float | None
    owner: tuple[str, str]
    switch: tuple[str, str] | None
    fabric: str | None = None
    director: tuple[str, str] | None = None
    family: str | None = None


@dataclass(frozen=True, slots=True)
class Bundle:
    """Bundle of all links between two switches.

    Attributes:
        ends: the two switches, sorted by name.
        links: number of links that share the load.
        speed_gbps: mean speed of a link; None if any speed is unknown.
        distance_km: length of the longest link; None if no length is known.
        credits: lowest number of buffer credits of a port with a known distance; None if unknown.
        owner: switch whose export contains the links.
    """

    ends: tuple[str, str]
    links: int
    speed_gbps: float | None
    distance_km: float | None
    credits: int | None


@dataclass(frozen=True, slots=True)
class Crossing:
    """Crossing from one switch to another: number of switches including both ends, and its ISLs with their share."""

    switches: int
    hops: tuple[tuple[tuple[str, str], float], ...]


def ports_of(store: Store) -> dict[str, Port]:
    """Return the ports of hosts, arrays and directors that routes or back-end paths use, by WWPN."""
    store.ensure_entities(_KINDS)
    rows = store.rows("""
        WITH used AS (
            SELECT initiator_wwpn AS wwpn, min(host) AS host, min(hba) AS hba FROM failure_route
            WHERE initiator_wwpn IS NOT NULL GROUP BY 1
            UNION ALL
            SELECT DISTINCT wwpn, NULL, NULL FROM (
                SELECT target_wwpn AS wwpn FROM failure_route UNION SELECT initiator_wwpn FROM estimate_back
                UNION SELECT target_wwpn FROM estimate_back
            ) WHERE wwpn IS NOT NULL
        ), edge AS (
            SELECT e.wwpn, min(e.switch) AS switch, min(e.port) AS port, min(p.speed_gbps) AS speed
            FROM edge_port e LEFT JOIN switch_port p ON p.switch = e.switch AND p.port = e.port
            GROUP BY e.wwpn HAVING count(DISTINCT (e.switch, e.port)) = 1
        ), own AS (
            SELECT initiator_wwpn AS wwpn, min(speed_gbps) AS speed, min(hba) AS hba FROM initiator
            WHERE initiator_wwpn IS NOT NULL GROUP BY 1
        ), target AS (
            SELECT target_wwpn AS wwpn, min(speed_gbps) AS speed FROM target_port WHERE target_wwpn IS NOT NULL GROUP BY 1
        ), role AS (
            SELECT wwpn, min(label) AS label, min(storage_array) AS storage_array FROM port_role GROUP BY wwpn
        )
        SELECT u.wwpn, min(u.host), min(coalesce(u.hba, o.hba)), min(t.storage_array), min(t.director), min(t.port), min(r.label),
            min(r.storage_array), least(min(o.speed), min(g.speed), min(e.speed)), min(e.switch), min(e.port),
            min(f.fabric), min(t.family)
        FROM used u
        LEFT JOIN edge e ON e.wwpn = u.wwpn
        LEFT JOIN own o ON o.wwpn = u.wwpn
        LEFT JOIN target g ON g.wwpn = u.wwpn
        LEFT JOIN target_place t ON t.target_wwpn = u.wwpn
        LEFT JOIN role r ON r.wwpn = u.wwpn
        LEFT JOIN port_fabric f ON f.wwpn = u.wwpn
        GROUP BY u.wwpn ORDER BY u.wwpn
    """)
    found: dict[str, Port] = {}
    for wwpn, host, hba, array, director, port, label, owner, speed, switch, switch_port, fabric, family in rows:
        if host is not None:
            name = f"{host} {hba or show_wwn(wwpn)}"
        elif array is not None and (director or port):
            name = f"{array} {port_place(director, port or show_wwn(wwpn))}"
        else:
            name = label or show_wwn(wwpn)
        machine = ("host", host) if host is not None else ("storage_array", array or owner or "")
        found[wwpn] = Port(
            wwpn,
            name,
            speed or None,
            machine,
            (switch, switch_port) if switch else None,
            fabric,
            (array, director) if array and director else None,
            family,
        )
    return _distinct(found)


def _distinct(ports: dict[str, Port]) -> dict[str, Port]:
    """Append the WWPN to names that several ports share."""
    counts = Counter(port.name for port in ports.values())
    return {
        wwpn: port if counts[port.name] == 1 else replace(port, name=f"{port.name} ({show_wwn(wwpn)})")
        for wwpn, port in ports.items()
    }


def bundles_of(store: Store) -> dict[tuple[str, str], Bundle]:
    """Return the bundle between each pair of switches; if both ends list it, the end that lists more links wins."""
    rows = store.rows(f"""
        WITH named AS (
            SELECT switch_wwn, min(switch) AS switch FROM switch WHERE switch_wwn IS NOT NULL GROUP BY 1
        ), ends AS (
            SELECT i.switch, coalesce(w.switch, i.peer_switch) AS peer, i.port,
                CASE WHEN i.is_trunk AND coalesce(i.members, 1) > 1 AND i.bandwidth_gbps IS NOT NULL THEN i.bandwidth_gbps / i.members
                    WHEN i.is_trunk AND t.gbps IS NOT NULL THEN t.gbps
                    -- The speed of a port channel is that of all its members.
                    WHEN starts_with(i.port, 'port-channel') THEN coalesce(i.speed_gbps, p.speed_gbps) / coalesce({ISL_LINKS}, 1)
                    ELSE coalesce(i.speed_gbps, p.speed_gbps) END AS speed,
                coalesce({ISL_LINKS}, 1) AS links,
                coalesce(i.distance_km, p.distance_km) AS km,
                CASE WHEN coalesce(i.distance_km, p.distance_km) IS NOT NULL THEN p.buffer_credits END AS credits
            FROM {ISLS}
            LEFT JOIN named w ON w.switch_wwn = i.peer_wwn
            LEFT JOIN switch_port p ON p.switch = i.switch AND p.port = i.port
        )
        SELECT switch, peer, sum(links)::BIGINT, count(*) = count(speed), sum(speed * links) / sum(links), max(km), min(credits)
        FROM ends WHERE switch IS NOT NULL AND peer IS NOT NULL AND switch <> peer GROUP BY ALL ORDER BY switch, peer
    """)
    found: dict[tuple[str, str], Bundle] = {}
    for switch, peer, links, known, speed, km, granted in rows:
        ends = (min(switch, peer), max(switch, peer))
        bundle = Bundle(ends, int(links), speed if known else None, km, granted)
        other = found.get(ends)
        found[ends] = bundle if other is None else _joined(bundle, other)
    return found


def _joined(one: Bundle, other: Bundle) -> Bundle:
    wide, narrow = (
        (one, other) if (one.links, one.speed_gbps or 0) >= (other.links, other.speed_gbps or 0) else (other, one)
    )
    distances = [b.distance_km for b in (one, other) if b.distance_km is not None]
    granted = [b.credits for b in (one, other) if b.credits is not None]
    return Bundle(
        wide.ends,
        wide.links,
        wide.speed_gbps or narrow.speed_gbps,
        max(distances, default=None),
        min(granted, default=None),
    )


def crossings_of(store: Store) -> dict[tuple[str, str, str], Crossing]:
    """Return the crossings between the edge switches of routes, by (fabric, from, to).

    Load is spread evenly over equal-cost paths, as with exchange-based routing.
    """
    pairs = store.rows(
        "SELECT DISTINCT fabric, from_switch, to_switch FROM failure_route "
        "WHERE fabric IS NOT NULL AND from_switch IS NOT NULL AND to_switch IS NOT NULL ORDER BY ALL"
    )
    found = {(fabric, one, one): Crossing(1, ()) for fabric, one, other in pairs if one == other}
    if len(found) == len(pairs):
        return found
    from itertools import islice

    import networkx as nx

    from checker.topology.routes.routes import links_by_fabric

    graphs: dict[str, nx.Graph[str]] = {fabric: nx.Graph(links) for fabric, links in links_by_fabric(store).items()}
    for fabric, one, other in pairs:
        graph = graphs.get(fabric)
        if (
            one == other
            or graph is None
            or one not in graph
            or other not in graph
            or not nx.has_path(graph, one, other)
        ):
            continue
        ways = list(islice(nx.all_shortest_paths(graph, one, other), MOST_WAYS))
        hops: Counter[tuple[str, str]] = Counter()
        for way in ways:
            for hop in pairwise(way):
                hops[hop] += 1
        found[fabric, one, other] = Crossing(
            len(ways[0]), tuple((hop, count / len(ways)) for hop, count in sorted(hops.items()))
        )
    return found
