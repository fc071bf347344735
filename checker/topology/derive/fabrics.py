"""Fabrics: connected components of switches per VSAN, with their names, and the fabric of every port.

Without switch exports, fabrics are inferred from shared paths, but only if the SAN has exactly two components: strict
1:1 zoning gives more components than fabrics (rule-review.md, C4).
"""

from __future__ import annotations

from collections import defaultdict

from checker.facts.store.store import Store
from checker.topology.derive.links import links, switches_by_wwn
from checker.topology.tables import tables

Node = tuple[str, str]


class _Components:
    """Union-find over hashable nodes; the smallest node represents its component."""

    def __init__(self) -> None:
        self.parent: dict[Node, Node] = {}

    def find(self, node: Node) -> Node:
        self.parent.setdefault(node, node)
        while self.parent[node] != node:
            self.parent[node] = self.parent[self.parent[node]]
            node = self.parent[node]
        return node

    def join(self, one: Node, other: Node) -> bool:
        """Make one component of two; return whether they were two."""
        first, second = sorted((self.find(one), self.find(other)))
        if first != second:
            self.parent[second] = first
        return first != second

    def groups(self) -> dict[Node, list[Node]]:
        found: dict[Node, list[Node]] = defaultdict(list)
        for node in sorted(self.parent):
            found[self.find(node)].append(node)
        return found


_SWITCH_KINDS = ("switch", "switch_port")
_NODE_KINDS = ("vsan", "login", "zone", "zone_member", "zone_set", "fabric_member", "fabric_switch")


def build_switch_fabrics(store: Store) -> None:
    """Write ``switch_fabric``: join switches by ISLs, fabric membership, principal switch and declaration."""
    store.execute(tables()["switch_fabric"].ddl)
    if not store.filled(*_NODE_KINDS, *_SWITCH_KINDS):
        return
    components = _Components()
    vsans = _nodes(store, components)
    _join_members(store, components)
    of_all: list[tuple[str, str]] = []
    for one, other, vsan in links(store):
        if not vsan:
            of_all.append((one, other))
        elif (one, vsan) in components.parent and (other, vsan) in components.parent:
            components.join((one, vsan), (other, vsan))
    _join_all_vsans(components, vsans, of_all)
    declared = _declared(store, vsans)
    by_fabric: dict[str, Node] = {}
    for node, fabric in declared.items():
        if fabric in by_fabric:
            components.join(by_fabric[fabric], node)
        by_fabric.setdefault(fabric, node)
    _attach_zone_databases(store, components, declared)
    rows: list[tuple[str, str, str, str]] = []
    # An undeclared fabric must not get the name of a declared one.
    taken = set(declared.values())
    principals = {name for (name,) in store.rows("SELECT switch FROM switch WHERE lower(switch_role) = 'principal'")}
    for nodes in components.groups().values():
        names = sorted({declared[node] for node in nodes if node in declared})
        basis = "declared" if names else "observed"
        name = names[0] if names else _fabric_name(nodes, principals, taken)
        taken.add(name)
        rows.extend((switch, vsan, name, basis) for switch, vsan in nodes)
    if rows:
        store.insert("switch_fabric", sorted(rows))


def _nodes(store: Store, components: _Components) -> dict[str, set[str]]:
    vsans: dict[str, set[str]] = defaultdict(set)
    for kind in _NODE_KINDS:
        for switch, vsan in store.rows(
            f"SELECT DISTINCT switch, vsan FROM {kind} WHERE switch IS NOT NULL ORDER BY ALL"
        ):
            vsans[switch].add(vsan or "")
    for (switch,) in store.rows(
        "SELECT switch FROM (SELECT switch FROM switch UNION SELECT switch FROM switch_port) WHERE switch IS NOT NULL ORDER BY ALL"
    ):
        if not vsans[switch]:
            vsans[switch].add("")
    for switch, found in vsans.items():
        # Device aliases and switch-wide facts have no VSAN; next to real VSANs they are not a fabric of their own.
        real = found - {""} or {""}
        vsans[switch] = real
        for vsan in real:
            components.find((switch, vsan))
    return vsans


def _join_all_vsans(components: _Components, vsans: dict[str, set[str]], of_all: list[tuple[str, str]]) -> None:
    """Join switches in each VSAN that both have, by the links for which none is stated.

    These links connect the same switches in all VSANs that the same switches have, so that they are followed once for these.
    """
    having: dict[str, list[str]] = defaultdict(list)
    for switch in sorted({switch for link in of_all for switch in link}):
        for vsan in vsans.get(switch, ()):
            having[vsan].append(switch)
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for vsan, switches in having.items():
        alike[tuple(switches)].append(vsan)
    for members, common in alike.items():
        here, joined, apart = set(members), _Components(), len(members) - 1
        for one, other in of_all:
            if not apart:
                break
            if one in here and other in here and joined.join((one, ""), (other, "")):
                apart -= 1
                for vsan in common:
                    components.join((one, vsan), (other, vsan))


def _declared(store: Store, vsans: dict[str, set[str]]) -> dict[Node, str]:
    """Return the declared fabric of each node; without a VSAN, a declared switch means the only VSAN with devices, if any."""
    used: dict[str, set[str]] = defaultdict(set)
    for switch, vsan in store.rows(
        "SELECT DISTINCT switch, vsan FROM login WHERE vsan IS NOT NULL AND switch IS NOT NULL"
    ):
        used[switch].add(vsan)
    found: dict[Node, str] = {}
    for switch, vsan, fabric in store.rows(
        "SELECT switch, coalesce(vsan, ''), fabric FROM fabric_switch WHERE fabric IS NOT NULL AND switch IS NOT NULL ORDER BY ALL"
    ):
        known = vsans.get(switch, {vsan})
        if vsan not in known and not vsan:
            candidates = known if len(known) == 1 else used[switch] & known
            if len(candidates) != 1:
                continue
            found.setdefault((switch, next(iter(candidates))), fabric)
        else:
            found[(switch, vsan)] = fabric
    return found


def _join_members(store: Store, components: _Components) -> None:
    by_wwn = switches_by_wwn(store)
    principals: dict[tuple[str, str], list[Node]] = defaultdict(list)
    for switch, vsan, member_wwn, member_name, principal in store.rows(
        "SELECT switch, coalesce(vsan, ''), member_wwn, member_name, principal FROM fabric_member ORDER BY ALL"
    ):
        node = (switch, vsan)
        if node not in components.parent:
            continue
        other = by_wwn.get(member_wwn or "")
        if other is None and member_name and (member_name, vsan) in components.parent:
            other = member_name
        if other is not None and (other, vsan) in components.parent:
            components.join(node, (other, vsan))
        if principal and member_wwn:
            principals[(member_wwn, vsan)].append(node)
    for nodes in principals.values():
        for node in nodes[1:]:
            components.join(nodes[0], node)


def _attach_zone_databases(store: Store, components: _Components, declared: dict[Node, str]) -> None:
    """Join a zone database without logins to the fabric where its members are logged in, if that is a single fabric.

    Two fabrics may contain equal zones. If the name of the database is a known switch, it is therefore joined only to a
    fabric where members that it marks as logged in have the same FCID.
    """
    with_logins = {components.find(node) for node in _login_nodes(store) if node in components.parent}
    overlaps: dict[Node, set[Node]] = defaultdict(set)
    for zone_switch, vsan, login_switch, login_vsan in store.rows(
        """
        WITH known AS (
            SELECT switch FROM switch WHERE switch_wwn IS NOT NULL UNION SELECT switch FROM switch_port
            UNION SELECT switch FROM isl UNION SELECT switch FROM fabric_member
        ), members AS (
            SELECT switch, coalesce(vsan, '') AS vsan, wwpn, CASE WHEN logged_in THEN fcid END AS fcid FROM zone_member
            UNION SELECT switch, coalesce(vsan, ''), wwpn, NULL FROM alias
        )
        SELECT DISTINCT m.switch, m.vsan, l.switch, coalesce(l.vsan, '') FROM members m JOIN login l ON l.wwpn = m.wwpn
        WHERE coalesce(l.local, TRUE) AND (m.vsan = coalesce(l.vsan, '') OR m.vsan = '' OR coalesce(l.vsan, '') = '')
          AND (m.fcid = l.fcid OR m.switch NOT IN (SELECT switch FROM known WHERE switch IS NOT NULL)) ORDER BY ALL
        """
    ):
        node = (zone_switch, vsan)
        if node not in components.parent or node in declared or components.find(node) in with_logins:
            continue
        if (login_switch, login_vsan) in components.parent:
            overlaps[node].add(components.find((login_switch, login_vsan)))
    for node, places in overlaps.items():
        if len(places) == 1:
            components.join(node, next(iter(places)))


def _login_nodes(store: Store) -> list[Node]:
    return store.rows("SELECT DISTINCT switch, coalesce(vsan, '') FROM login WHERE switch IS NOT NULL")


def _fabric_name(nodes: list[Node], principals: set[str], taken: set[str]) -> str:
    """Name an undeclared fabric after its principal or first switch, and its VSAN."""
    switches = {switch for switch, _ in nodes}
    name = min(switches & principals or switches)
    if vsan := nodes[0][1]:
        name = f"{name} VSAN {vsan}"
    while name in taken:
        name += "'"
    return name


def build_port_fabrics(store: Store) -> None:
    """Write ``edge_port``, ``wwpn_fabric`` and ``port_fabric``: from local logins, then along paths, then inferred."""
    store.execute(";".join(tables()[name].ddl for name in ("edge_port", "wwpn_fabric", "port_fabric")))
    if store.filled("switch_fabric"):
        _fabrics_of_logins(store)
    _spread_along_paths(store)
    if store.filled("wwpn_fabric"):
        store.execute(
            "INSERT INTO port_fabric SELECT wwpn, min(fabric), min(basis) FROM wwpn_fabric "
            "GROUP BY wwpn HAVING count(DISTINCT fabric) = 1"
        )


def _fabrics_of_logins(store: Store) -> None:
    store.execute(
        "INSERT INTO edge_port SELECT DISTINCT l.wwpn, l.switch, l.vsan, l.port, f.fabric FROM login l "
        "JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan "
        "WHERE coalesce(l.local, TRUE) AND l.wwpn IS NOT NULL"
    )
    store.execute("INSERT INTO wwpn_fabric SELECT DISTINCT wwpn, fabric, 'login' FROM edge_port")
    # Without a local login, a proxied name-server entry or a starred zone member identifies the fabric.
    store.execute(
        "INSERT INTO wwpn_fabric SELECT DISTINCT s.wwpn, f.fabric, 'login' FROM ("
        "SELECT switch, vsan, wwpn FROM login WHERE NOT coalesce(local, TRUE) "
        "UNION SELECT switch, vsan, wwpn FROM zone_member WHERE logged_in) s "
        "JOIN switch_fabric f ON f.switch = s.switch AND f.vsan = s.vsan "
        "WHERE s.wwpn IS NOT NULL AND s.wwpn NOT IN (SELECT wwpn FROM wwpn_fabric)"
    )


def _spread_along_paths(store: Store) -> None:
    """Give ports without a login the fabric of the ports they share paths with: a path joins two ports of one fabric."""
    if not store.has_rows("path"):
        return
    pairs = store.rows(
        "SELECT DISTINCT initiator_wwpn, target_wwpn FROM path "
        "WHERE initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL ORDER BY ALL"
    )
    components = _Components()
    for initiator, target in pairs:
        components.join((initiator, ""), (target, ""))
    known: dict[str, set[str]] = defaultdict(set)
    for wwpn, fabric in store.rows("SELECT wwpn, fabric FROM wwpn_fabric ORDER BY ALL"):
        known[wwpn].add(fabric)
    groups = [[wwpn for wwpn, _ in nodes] for nodes in components.groups().values()]
    rows: list[tuple[str, str, str]] = []
    for members in groups:
        labels = {label for wwpn in members for label in known.get(wwpn, ())}
        if len(labels) == 1:
            label = next(iter(labels))
            rows.extend((wwpn, label, "path") for wwpn in members if wwpn not in known)
    if not known and len(groups) == 2:
        for number, members in enumerate(groups, 1):
            rows.extend((wwpn, f"inferred-{number}", "inferred") for wwpn in members)
    if rows:
        store.insert("wwpn_fabric", sorted(rows))
