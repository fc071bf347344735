"""What the observations of exports say about a SAN, with fabrics found by networkx; see ``known_san``."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

import networkx as nx

from checker.facts.store.store import Store
from checker.facts.vplex_wwn import wwpn_of_port_name
from tests.topology.known_san import KnownSan, View, Zone

Node = tuple[str, str]
ENTITIES = (
    "alias array_login director fabric_member fabric_switch initiator isl login mask_initiator mask_port mask_view mask_volume "
    "path storage_array switch switch_port target_port vsan zone zone_member zone_set"
)
LIVE = {"active": True, "standby": True, "dead": False, "disabled": False, "unavailable": False}


def read_san(store: Store) -> KnownSan:
    """Return what is known of a SAN from the tables of observations alone."""
    store.ensure_entities(ENTITIES.split())
    san = KnownSan()
    fabric_of = _fabrics(store, san)
    placed: dict[Node, str] = {}
    for switch, vsan, wwpn, local, index, domain in store.rows(
        "SELECT l.switch, coalesce(l.vsan, ''), l.wwpn, coalesce(l.local, TRUE), l.port_index, s.domain_id FROM login l "
        "LEFT JOIN switch s ON s.switch = l.switch WHERE l.wwpn IS NOT NULL AND l.switch IS NOT NULL"
    ):
        fabric = fabric_of[switch, vsan]
        if local:
            san.places.setdefault(wwpn, set()).add((switch, fabric))
            placed[fabric, f"{domain},{index}"] = wwpn
        else:
            san.also_in.setdefault(wwpn, set()).add(fabric)
    _read_zones(store, san, fabric_of, placed)
    for initiator, target, state in store.rows(
        "SELECT initiator_wwpn, target_wwpn, state FROM path WHERE initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL"
    ):
        san.paths[initiator, target] = LIVE.get(state) or san.paths.get((initiator, target))
    for table, column in (("initiator", "initiator_wwpn"), ("target_port", "target_wwpn")):
        san.states.update(
            store.rows(
                f"SELECT {column}, port_state FROM {table} WHERE {column} IS NOT NULL AND port_state IS NOT NULL"
            )
        )
    _read_arrays(store, san)
    return san


def _fabrics(store: Store, san: KnownSan) -> dict[Node, str]:
    """Return the fabric of each switch and VSAN, and read the links."""
    vsans: dict[str, set[str]] = defaultdict(set)
    for table in ("login", "zone", "zone_member", "zone_set", "fabric_member", "fabric_switch", "vsan"):
        for switch, vsan in store.rows(
            f"SELECT DISTINCT switch, coalesce(vsan, '') FROM {table} WHERE switch IS NOT NULL"
        ):
            vsans[switch].add(vsan)
    for table in ("switch", "switch_port"):
        for (switch,) in store.rows(f"SELECT DISTINCT switch FROM {table} WHERE switch IS NOT NULL"):
            vsans[switch].add("")
    graph: nx.Graph[Node] = nx.Graph()
    nodes = {switch: own - {""} or {""} for switch, own in vsans.items()}
    graph.add_nodes_from((switch, vsan) for switch, own in nodes.items() for vsan in own)
    by_wwn = dict(
        store.rows("SELECT switch_wwn, switch FROM switch WHERE switch_wwn IS NOT NULL AND switch IS NOT NULL")
    )
    links: dict[Node, set[str]] = {}
    beyond: set[str] = set()
    listed: set[str] = set()
    for switch, port, vsan, wwn, name in store.rows(
        "SELECT switch, port, coalesce(vsan, ''), peer_wwn, peer_switch FROM isl WHERE switch IS NOT NULL "
        "AND coalesce(link_kind, 'isl') IN ('isl', 'fcip')"
    ):
        near = [one for one in nodes if name and (one == name or (len(name) >= 15 and one.startswith(name)))]
        peer = by_wwn.get(wwn) or (near[0] if len(near) == 1 else None)
        listed |= {switch, f"{switch} {port}"}
        if peer is None:
            beyond.add(switch)
        elif peer != switch:
            common = set(vsan.split()) or nodes[switch] & nodes[peer]
            links.setdefault((switch, peer), set()).update(common)
            graph.add_edges_from(
                ((switch, one), (peer, one)) for one in common if {(switch, one), (peer, one)} <= set(graph)
            )
    same: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for switch, vsan, wwn, name, principal in store.rows(
        "SELECT switch, coalesce(vsan, ''), member_wwn, member_name, principal FROM fabric_member WHERE switch IS NOT NULL"
    ):
        peer = by_wwn.get(wwn) or name
        if peer not in nodes:
            beyond.add(switch)
        elif (peer, vsan) in graph:
            graph.add_edge((switch, vsan), (peer, vsan))
        if principal:
            same[wwn, vsan].append((switch, vsan))
    for switch, vsan, fabric in store.rows(
        "SELECT switch, coalesce(vsan, ''), fabric FROM fabric_switch WHERE fabric IS NOT NULL"
    ):
        used = {vsan} if (switch, vsan) in graph else nodes.get(switch, set())
        same["declared", fabric] += [(switch, one) for one in used if len(used) == 1]
    for group in same.values():
        graph.add_edges_from(itertools.pairwise(group))
    names = {node: min(group)[0] + "/" + min(group)[1] for group in nx.connected_components(graph) for node in group}
    for (one, other), common in links.items():
        for vsan in common:
            if (one, vsan) in names:
                san.links.setdefault(names[one, vsan], nx.Graph()).add_edge(one, other)
    typed = {switch for (switch,) in store.rows("SELECT switch FROM switch_port WHERE port_type IS NOT NULL")}
    links_unlisted = {
        switch
        for switch, port in store.rows(
            "SELECT switch, port FROM switch_port WHERE regexp_matches(port_type, '^(E|TE$|VE$)') AND trunk_master IS NULL AND port_channel IS NULL"
        )
        if f"{switch} {port}" not in listed
    }
    san.open_switches = {switch for switch in nodes if switch not in listed | typed} | links_unlisted | beyond
    san.open_fabrics = {names[switch, vsan] for switch in beyond for vsan in nodes[switch]}
    san.permits_all = {
        names[switch, vsan]
        for switch, vsan in store.rows(
            "SELECT switch, coalesce(vsan, '') FROM vsan WHERE default_zone = 'permit' AND default_zone_in_force"
        )
        if (switch, vsan) in names
    }
    return names | {(switch, ""): names[switch, next(iter(own))] for switch, own in nodes.items() if len(own) == 1}


def _read_zones(store: Store, san: KnownSan, fabric_of: dict[Node, str], placed: dict[Node, str]) -> None:
    aliases: dict[tuple[str, str], list[tuple[str, str, str | None]]] = defaultdict(list)
    for switch, vsan, alias, wwpn, member in store.rows(
        "SELECT switch, coalesce(vsan, ''), alias, wwpn, member FROM alias"
    ):
        for (owner, one), fabric in fabric_of.items():
            if owner == switch and vsan in ("", one):
                aliases[fabric, alias].append((switch, vsan, wwpn or placed.get((fabric, member or ""))))
    kinds = {
        (switch, vsan, zone): "peer" if kind == "peer" else "smart" if smart else "normal"
        for switch, vsan, zone, kind, smart in store.rows(
            "SELECT z.switch, coalesce(z.vsan, ''), z.zone, z.zone_type, coalesce(z.smart, v.smart_zoning) FROM zone z "
            "LEFT JOIN vsan v ON v.switch = z.switch AND coalesce(v.vsan, '') = coalesce(z.vsan, '') WHERE z.active"
        )
    }
    by_fcid = {(fabric_of[switch, vsan], fcid): wwpn for switch, vsan, fcid, wwpn in store.rows(
        "SELECT switch, coalesce(vsan, ''), fcid, wwpn FROM login WHERE fcid IS NOT NULL AND wwpn IS NOT NULL")}  # fmt: skip
    zones: dict[tuple[str, str, bool], Zone] = {}
    unknown: dict[tuple[str, str, bool], set[str]] = defaultdict(set)
    for switch, vsan, active, name, member, kind, wwpn, alias, role, logged_in, fcid in store.rows(
        "SELECT switch, coalesce(vsan, ''), active, zone, member, member_type, wwpn, alias, member_role, logged_in, fcid FROM zone_member"
    ):
        fabric = fabric_of[switch, vsan]
        key = fabric, name, active
        zone = zones.setdefault(key, Zone(fabric, name, active, {}, kinds.get((switch, vsan, name), "normal")))
        if wwpn and logged_in:
            san.also_in.setdefault(wwpn, set()).add(fabric)
        found = (
            {wwpn}
            if wwpn
            else {placed.get((fabric, member))}
            if kind == "domain_port"
            else {by_fcid.get((fabric, fcid))}
        )
        if not wwpn and kind not in ("domain_port", "fcid"):
            near = aliases[fabric, alias or member]
            own = [one for one in near if one[0] == switch]
            found = {one[2] for one in own or near}
        for port in found - {None}:
            zone.members[str(port)] = role
        if not found - {None}:
            unknown[key].add(member)
    for key, members in unknown.items():
        zones[key].unidentified = len(members)
    san.zones = list(zones.values())


def _read_arrays(store: Store, san: KnownSan) -> None:
    clusters = {
        (array, director): cluster
        for array, director, cluster in store.rows(
            "SELECT storage_array, director, cluster FROM director WHERE cluster <> ''"
        )
    }
    for wwpn, array, family, cluster, director in store.rows(
        "SELECT t.target_wwpn, t.storage_array, a.family, t.cluster, t.director FROM target_port t "
        "LEFT JOIN storage_array a ON a.storage_array = t.storage_array WHERE t.target_wwpn IS NOT NULL AND t.storage_array IS NOT NULL"
    ):
        named = re.match(r"director-(\d+)-", director or "")
        where = cluster or clusters.get((array, director)) or (named[1] if named else "")
        if family != "vplex":
            where = ""
        san.arrays[wwpn] = array, f"cluster-{where}" if where and where.isdigit() else where
    views: dict[tuple[str, str, str], View] = {}
    for key in store.rows("SELECT storage_array, coalesce(cluster, ''), view FROM mask_view WHERE view IS NOT NULL"):
        views[key] = View(key[0], key[1])
    for what, table, column in (
        ("volumes", "mask_volume", "device"), ("initiators", "mask_initiator", "initiator_wwpn"), ("ports", "mask_port", "target_wwpn"),
    ):  # fmt: skip
        name = "port_name, coalesce(enabled, TRUE)" if what == "ports" else "NULL, TRUE"
        for array, cluster, view, one, port_name, enabled in store.rows(
            f"SELECT storage_array, coalesce(cluster, ''), view, {column}, {name} FROM {table} WHERE view IS NOT NULL"
        ):
            found = views.setdefault((array, cluster, view), View(array, cluster))
            setattr(found, what, getattr(found, what) or set())
            port = one or wwpn_of_port_name(port_name or "")
            if port is None:
                found.unidentified.add(what)
            elif enabled:
                getattr(found, what).add(port)
            else:
                found.disabled.add(port)
    for view in views.values():
        if any(other.volumes for other in views.values() if other.array == view.array) and (
            view.initiators or view.ports
        ):
            view.volumes = view.volumes or set()
    san.views = list(views.values())
    for initiator, target, logged_in in store.rows(
        "SELECT initiator_wwpn, target_wwpn, coalesce(logged_in, TRUE) FROM array_login"
    ):
        san.array_logins[initiator, target] = logged_in or san.array_logins.get((initiator, target), False)
