"""Read the graph from entity and topology tables.

Unknown connections are omitted, not guessed: a port whose switch is unknown is linked to its fabric; if the fabric is
unknown too, the port is not linked.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from checker.facts.platforms import SYSTEM_NAMES
from checker.facts.port_place import port_place
from checker.facts.store.store import Store
from checker.topology.picture.graph import Edge, Graph, Node, colons, node_id
from checker.topology.routes.routes import link_counts, links_by_fabric


def graph_of(store: Store) -> Graph:
    """Read the graph from entity and topology tables, which must exist."""
    graph = Graph()
    store.ensure_entities(["host", "storage_array", "isl", "switch", "fabric"])
    graph.fabrics = [
        row[0] for row in store.rows("SELECT DISTINCT fabric FROM switch_fabric WHERE fabric IS NOT NULL ORDER BY 1")
    ]
    more = store.rows("SELECT DISTINCT fabric FROM port_fabric WHERE fabric IS NOT NULL ORDER BY 1")
    graph.fabrics += [row[0] for row in more if row[0] not in graph.fabrics]
    _hosts(store, graph)
    places = _switches(store, graph)
    _isls(store, graph, places)
    _targets(store, graph)
    _links(store, graph, places)
    _others(store, graph, places)
    _pairs(store, graph)
    return graph


def _hosts(store: Store, graph: Graph) -> None:
    for host, cluster, platform, version in store.rows(
        "SELECT host, host_cluster, platform, os_version FROM host ORDER BY host"
    ):
        detail = " ".join(text for text in (SYSTEM_NAMES.get(platform, platform), version) if text)
        graph.add(Node(node_id("host", host), "host", host, group=cluster, detail=detail))
    for wwpn, host, label, fabric in store.rows(
        "SELECT r.wwpn, r.host, r.label, f.fabric FROM port_role r LEFT JOIN port_fabric f ON f.wwpn = r.wwpn "
        "WHERE r.role IN ('initiator', 'both') AND r.host IS NOT NULL AND coalesce(r.owner_kind, 'host') = 'host' ORDER BY r.host, r.wwpn"
    ):
        parent = node_id("host", host)
        if parent in graph.nodes:
            port = node_id("initiator", wwpn)
            graph.add(Node(port, "initiator", label or colons(wwpn), fabric, parent, detail=colons(wwpn)))
            graph.edges.append(Edge(parent, port, "owns"))


Places = dict[tuple[str, str], str]
"""The node of a switch by its name and fabric."""


def _switches(store: Store, graph: Graph) -> Places:
    """Add a node for each switch in each VSAN that it serves: one whose fabric has a device logged in.

    A switch that serves none is shown once.
    """
    places: Places = {}
    found: dict[str, list[tuple[str, str | None, bool]]] = defaultdict(list)
    details: dict[str, str] = {}
    for switch, vsan, fabric, serves, product, version in store.rows(
        "SELECT s.switch, coalesce(f.vsan, ''), f.fabric, coalesce(f.fabric IN (SELECT fabric FROM port_fabric), FALSE), "
        "min(switch_product(s.model)), min(s.firmware_version) "
        "FROM switch s LEFT JOIN switch_fabric f ON f.switch = s.switch GROUP BY ALL ORDER BY 1, 3, 2"
    ):
        found[switch].append((vsan, fabric, serves))
        details[switch] = " ".join(text for text in (product, version) if text)
    for switch, rows in found.items():
        served = [row for row in rows if row[2]] or rows[:1]
        for vsan, fabric, _ in served:
            if fabric is not None and (switch, fabric) in places:
                continue
            name = node_id("switch", switch) if len(served) == 1 else node_id("switch", switch, vsan)
            shown = f"VSAN {vsan}" if vsan else ""
            detail = ", ".join(text for text in (shown, details[switch]) if text)
            graph.add(Node(name, "switch", switch, fabric, detail=detail))
            if fabric is not None:
                places[switch, fabric] = name
    return places


def _isls(store: Store, graph: Graph, places: Places) -> None:
    counts = link_counts(store)
    for fabric, pairs in sorted(links_by_fabric(store).items()):
        for one, other in pairs:
            if (one, fabric) in places and (other, fabric) in places:
                count = counts[one, other] or 1
                graph.edges.append(Edge(places[one, fabric], places[other, fabric], "isl", fabric, count))


def _targets(store: Store, graph: Graph) -> None:
    for array, product in store.rows(
        "SELECT storage_array, array_product(family, model) FROM storage_array ORDER BY 1"
    ):
        graph.add(Node(node_id("storage_array", array), "storage_array", array, detail=product or ""))
    labels = dict(store.rows("SELECT wwpn, label FROM port_role WHERE label IS NOT NULL"))
    for wwpn, array, cluster, director, port, fabric in store.rows(
        "SELECT t.target_wwpn, t.storage_array, t.cluster, t.director, t.port, f.fabric FROM target_place t "
        "LEFT JOIN port_fabric f ON f.wwpn = t.target_wwpn WHERE coalesce(t.role, 'front-end') IN ('front-end', 'target', '-') "
        "ORDER BY t.storage_array, t.director, t.port, t.target_wwpn"
    ):
        parent = _director(graph, array, cluster, director)
        name = node_id("target_port", wwpn)
        # The port of a node is one position with it: 0:1:2. A number alone is no name.
        whole = port_place(director, port)
        is_whole = port and (" " not in whole or port.isdecimal())
        shown = whole if is_whole else port or labels.get(wwpn) or colons(wwpn)
        graph.add(Node(name, "target_port", shown, fabric, parent, detail=colons(wwpn)))
        if parent is not None:
            graph.edges.append(Edge(name, parent, "owns"))
    _targets_of_unknown_arrays(store, graph)


_OF_UNKNOWN_ARRAY = (
    "coalesce(r.role = 'target', FALSE) AND r.host IS NULL AND r.storage_array IS NULL "
    "AND r.wwpn NOT IN (SELECT target_wwpn FROM target_place)"
)


def _targets_of_unknown_arrays(store: Store, graph: Graph) -> None:
    """Add the target ports that switches list and no export of an array describes, as ports of one node without a name."""
    whole = node_id("storage_array", "?")
    for wwpn, label, fabric in store.rows(
        "SELECT r.wwpn, r.label, f.fabric FROM port_role r LEFT JOIN port_fabric f ON f.wwpn = r.wwpn "
        f"WHERE {_OF_UNKNOWN_ARRAY} ORDER BY r.label, r.wwpn"
    ):
        graph.add(Node(whole, "storage_array", "unknown arrays", detail="no export read"))
        name = node_id("target_port", wwpn)
        graph.add(Node(name, "target_port", label or colons(wwpn), fabric, whole, detail=colons(wwpn)))
        graph.edges.append(Edge(name, whole, "owns"))


def _director(graph: Graph, array: str | None, cluster: str | None, director: str | None) -> str | None:
    if array is None:
        return None
    whole = node_id("storage_array", array)
    graph.add(Node(whole, "storage_array", array))
    if director is None:
        return whole
    name = node_id("director", array, director)
    if name not in graph.nodes:
        graph.add(Node(name, "director", director, parent=whole, detail=cluster or ""))
        graph.edges.append(Edge(name, whole, "owns"))
    return name


def _links(store: Store, graph: Graph, places: Places) -> None:
    """Link ports to the switch where they are logged in, or to a node for their fabric if the switch is unknown."""
    at: dict[str, tuple[str, str | None, str]] = {}
    for wwpn, switch, fabric, port in store.rows(
        "SELECT wwpn, switch, fabric, port FROM edge_port ORDER BY wwpn, switch, fabric"
    ):
        at.setdefault(wwpn, (switch, fabric, port or ""))
    for node in list(graph.nodes.values()):
        if node.kind not in ("initiator", "target_port"):
            continue
        found = at.get(node.id.partition(":")[2])
        if found is not None:
            switch, fabric, port = found
            name = places.get((switch, fabric or ""), node_id("switch", switch))
            graph.add(Node(name, "switch", switch, fabric))
            graph.edges.append(_link(node, name, fabric, port))
        elif node.fabric is not None:
            unknown = node_id("switch", f"? {node.fabric}")
            note = "switch unknown: no switch export lists the port"
            graph.add(Node(unknown, "switch", f"somewhere in {node.fabric}", node.fabric, detail=note))
            graph.edges.append(_link(node, unknown, node.fabric, ""))


def _link(node: Node, switch: str, fabric: str | None, port: str) -> Edge:
    ends = (node.id, switch) if node.kind == "initiator" else (switch, node.id)
    return Edge(*ends, "link", fabric, state=port)


def _others(store: Store, graph: Graph, places: Places) -> None:
    """Say at each switch how many devices are logged in that no export of a host or array describes."""
    drawn = {end for edge in graph.edges if edge.kind == "link" for end in (edge.source, edge.target)}
    for switch, fabric, count in store.rows(
        "SELECT e.switch, e.fabric, count(DISTINCT e.wwpn) FROM edge_port e LEFT JOIN port_role r ON r.wwpn = e.wwpn "
        "WHERE r.host IS NULL AND r.storage_array IS NULL AND e.wwpn NOT IN (SELECT target_wwpn FROM target_place) "
        f"AND NOT ({_OF_UNKNOWN_ARRAY}) "
        "GROUP BY ALL ORDER BY ALL"
    ):
        name = places.get((switch, fabric))
        if name is not None:
            node = graph.nodes[name]
            counted = f"{count:,} {'more ' if name in drawn else ''}{'device' if count == 1 else 'devices'} logged in"
            # Of a switch with nothing else to show, the number comes first.
            words = (node.detail, counted) if name in drawn else (counted, node.detail)
            graph.nodes[name] = replace(node, detail=", ".join(word for word in words if word))


def _pairs(store: Store, graph: Graph) -> None:
    for initiator, target in store.rows(
        "WITH known AS (SELECT DISTINCT initiator_wwpn, target_wwpn FROM path_place "
        "WHERE initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL AND basis <> 'unlisted') "
        "SELECT * FROM known UNION SELECT DISTINCT initiator_wwpn, target_wwpn FROM zoned_pair "
        "WHERE initiator_wwpn NOT IN (SELECT initiator_wwpn FROM known) ORDER BY 1, 2"
    ):
        pair = (node_id("initiator", initiator), node_id("target_port", target))
        if all(name in graph.nodes for name in pair):
            graph.pairs.append(pair)
