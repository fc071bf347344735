"""Reasons why a host port has no working path to a target port, from the host to the array.

Reasons are given only for data that was read: if zoning, logins or masking are unknown, the reason says so and does not
report anything as missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checker.facts.store.store import Store

DOWN = ("linkdown", "link-down", "offline", "disabled", "bypassed", "not present")
View = tuple[str, str, str]
"""Array, cluster and name of a masking view."""


@dataclass(frozen=True)
class Reason:
    """The reason why there is no path: a code for programs and a sentence for people.

    Codes: port_down, not_logged_in, other_fabric, not_zoned, no_route, not_masked, no_array_login, not_known, unexplained.
    """

    code: str
    text: str


@dataclass
class Evidence:
    """Data read about some ports and one volume; see ``evidence_of``.

    ``edge`` has the switch port and fabric of each port that is logged in at a single place, ``several`` the places of
    ports logged in at several. ``open_views`` are, by table of masking, the views with an entry that could not be
    identified: what is not found in them may be that entry.
    """

    edge: dict[str, tuple[str, str | None, str]] = field(default_factory=dict)
    several: dict[str, str] = field(default_factory=dict)
    fabric: dict[str, str] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    state: dict[str, str] = field(default_factory=dict)
    logins_known: bool = False
    zoned: dict[tuple[str, str], str] = field(default_factory=dict)
    inactive: dict[tuple[str, str], str] = field(default_factory=dict)
    zone_fabrics: dict[str, set[str]] = field(default_factory=dict)
    zoned_fabrics: set[str] = field(default_factory=set)
    unresolved: dict[str, str] = field(default_factory=dict)
    routes: dict[tuple[str, str, str], int | None] = field(default_factory=dict)
    views: set[View] = field(default_factory=set)
    view_initiators: dict[View, set[str]] = field(default_factory=dict)
    view_ports: dict[View, set[str]] = field(default_factory=dict)
    disabled_ports: dict[View, set[str]] = field(default_factory=dict)
    open_views: dict[str, set[View]] = field(default_factory=dict)
    array_of: dict[str, tuple[str | None, str | None]] = field(default_factory=dict)
    array_logins: dict[tuple[str, str], bool] = field(default_factory=dict)
    login_lists: set[str] = field(default_factory=set)

    def reasons(self, initiator: str, target: str, names: Mapping[str, str]) -> list[Reason]:
        """Return the reasons why there is no path between two ports; never empty."""
        found = [*self._ports(initiator, target, names)]
        found += self._fabric(initiator, target)
        found += self._masking(initiator, target)
        if not found and self.array_logins.get((initiator, target)) is False:
            found.append(Reason("no_array_login", "the array lists the two as not logged in to each other"))
        if found:
            # Missing data matters only if nothing else explains the missing path.
            return [reason for reason in found if reason.code != "not_known"] or found
        return [
            Reason("unexplained", "zoned, masked and logged in, as far as known; check the host (rescan, path limits)")
        ]

    def _ports(self, initiator: str, target: str, names: Mapping[str, str]) -> Iterator[Reason]:
        for wwpn, whose in ((initiator, "the host's port"), (target, f"target port {names.get(target, target)}")):
            state = self.state.get(wwpn)
            if state is not None and state.lower() in DOWN:
                yield Reason("port_down", f"{whose} is {state}")
            elif wwpn not in self.seen:
                if self.logins_known:
                    yield Reason("not_logged_in", f"{whose} is not logged in to any switch in the exports")
                else:
                    yield Reason("not_known", "no switch logins were read")

    def _fabric(self, initiator: str, target: str) -> Iterator[Reason]:
        here, there = self.fabric.get(initiator), self.fabric.get(target)
        if here is not None and there is not None and here != there:
            yield Reason("other_fabric", f"the host's port is in {here}, the target port in {there}")
            return
        fabric = here or there
        pair = (initiator, target)
        if pair not in self.zoned:
            if fabric is None or fabric not in self.zoned_fabrics:
                yield Reason("not_known", f"no active zoning of {fabric or 'the fabric'} was read")
            elif pair in self.inactive:
                yield Reason(
                    "not_zoned", f"not zoned: zone {self.inactive[pair]} contains both ports but is not active"
                )
            elif target in self.unresolved or initiator in self.unresolved:
                zone = self.unresolved.get(initiator) or self.unresolved[target]
                yield Reason("not_known", f"zone {zone} has an unresolved member, which may be the other port")
            else:
                yield Reason("not_zoned", f"not zoned: no active zone of {fabric} contains both ports")
        if initiator in self.edge and target in self.edge and here is not None:
            one, other = self.edge[initiator][0], self.edge[target][0]
            if one != other and (here, one, other) in self.routes and self.routes[here, one, other] is None:
                yield Reason("no_route", f"no route: no ISL connects {one} and {other} in {here}")

    def _masking(self, initiator: str, target: str) -> Iterator[Reason]:
        array, cluster = self.array_of.get(target, (None, None))
        here = {
            v for v in self.views if array is None or (v[0] == array and (cluster is None or v[1] in ("", cluster)))
        }
        if not here:
            yield self._unmapped(array, cluster)
            return
        both = [
            v for v in here if initiator in self.view_initiators.get(v, ()) and target in self.view_ports.get(v, ())
        ]
        if both:
            return
        mine = sorted((v for v in here if initiator in self.view_initiators.get(v, ())), key=lambda v: v[2])
        off = [v[2] for v in mine if target in self.disabled_ports.get(v, ())]
        if off:
            yield Reason("not_masked", f"not masked: the target port is disabled in view {', '.join(off)}")
        elif mine:
            yield self._absent(mine, "mask_port", f"the target port is not in view {', '.join(v[2] for v in mine)}")
        else:
            listed = ", ".join(sorted({v[2] for v in here})[:3])
            text = f"the host's port is in no view that maps the volume ({listed})"
            yield self._absent(sorted(here), "mask_initiator", text)

    def _unmapped(self, array: str | None, cluster: str | None) -> Reason:
        """Return the reason for a volume that no view maps, as far as the views of its array are known."""
        known = {view[0] for view in self.view_ports} | {view[0] for view in self.view_initiators}
        if array is None or array not in known:
            return Reason("not_known", f"no masking of {array or 'the array'} was read")
        where = f"{array} {cluster}" if cluster and self.views else array
        open_views = [v for v in self.open_views.get("mask_volume", ()) if v[0] == array]
        return self._absent(open_views, "mask_volume", f"no view of {where} maps the volume")

    def _absent(self, views: Sequence[View], table: str, text: str) -> Reason:
        """Return that something is not in views; unknown if their entries are not all identified."""
        of = {"mask_port": self.view_ports, "mask_initiator": self.view_initiators}.get(table)
        what = {"mask_port": "ports", "mask_initiator": "initiators", "mask_volume": "volumes"}[table]
        for view in views:
            if view in self.open_views.get(table, ()):
                return Reason("not_known", f"not all {what} of view {view[2]} could be identified")
            if of is not None and view not in of and view not in self.disabled_ports:
                return Reason("not_known", f"the {what} of view {view[2]} were not read")
        return Reason("not_masked", f"not masked: {text}")


def evidence_of(store: Store, initiators: Iterable[str], targets: Iterable[str], device: str) -> Evidence:
    """Return the data about these ports and the views of the volume."""
    store.ensure_entities(("array_login", "initiator", "mask_initiator", "mask_port", "mask_volume", "target_port"))
    ours, theirs = sorted(set(initiators)), sorted(set(targets))
    ports = [*ours, *theirs]
    found = Evidence()
    for wwpn, switch, port, fabric, switches, places in store.rows(
        "SELECT wwpn, min(switch), min(port), min(fabric), count(DISTINCT switch), "
        "string_agg(DISTINCT switch || coalesce(' ' || port, ''), ' and ' ORDER BY switch || coalesce(' ' || port, '')) "
        "FROM edge_port WHERE list_contains(?, wwpn) GROUP BY wwpn",
        [ports],
    ):
        if switches == 1:
            found.edge[wwpn] = switch, port, fabric
        else:
            found.several[wwpn] = places
    found.fabric = dict(store.rows("SELECT wwpn, fabric FROM port_fabric WHERE list_contains(?, wwpn)", [ports]))
    found.seen = {
        row[0]
        for row in store.rows(
            "SELECT wwpn FROM wwpn_fabric WHERE list_contains(?, wwpn) AND basis <> 'inferred'", [ports]
        )
    }
    found.logins_known = bool(store.rows("SELECT 1 FROM edge_port LIMIT 1"))
    found.state = dict(
        store.rows(
            "SELECT initiator_wwpn, min(port_state) FROM initiator WHERE port_state IS NOT NULL AND list_contains(?1, initiator_wwpn) GROUP BY 1 "
            "UNION ALL SELECT target_wwpn, min(port_state) FROM target_port WHERE port_state IS NOT NULL AND list_contains(?1, target_wwpn) GROUP BY 1",
            [ports],
        )
    )
    _read_zoning(store, found, ours, theirs)
    found.routes = {
        (f, a, b): n for f, a, b, n in store.rows("SELECT fabric, from_switch, to_switch, switches FROM switch_route")
    }
    _read_masking(store, found, ours, theirs, device)
    return found


def _read_zoning(store: Store, found: Evidence, ours: list[str], theirs: list[str]) -> None:
    found.zoned = {
        (i, t): zone
        for i, t, zone in store.rows(
            "SELECT initiator_wwpn, target_wwpn, min(zone) FROM zoned_pair WHERE list_contains(?, initiator_wwpn) "
            "AND list_contains(?, target_wwpn) GROUP BY ALL",
            [ours, theirs],
        )
    }
    found.inactive = {
        (i, t): zone
        for i, t, zone in store.rows(
            "SELECT i.wwpn, t.wwpn, min(i.zone) FROM zone_port i JOIN zone_port t ON t.fabric = i.fabric AND t.vsan = i.vsan AND t.zone = i.zone "
            "WHERE NOT i.active AND NOT t.active AND list_contains(?, i.wwpn) AND list_contains(?, t.wwpn) GROUP BY ALL",
            [ours, theirs],
        )
    }
    found.zoned_fabrics = {fabric for (fabric,) in store.rows("SELECT DISTINCT fabric FROM zone_port WHERE active")}
    for wwpn, fabric in store.rows(
        "SELECT DISTINCT wwpn, fabric FROM zone_port WHERE active AND list_contains(?, wwpn)", [ours]
    ):
        found.zone_fabrics.setdefault(wwpn, set()).add(fabric)
    found.unresolved = dict(
        store.rows(
            "SELECT k.wwpn, min(k.zone) FROM zone_port k JOIN zone_port u ON u.fabric = k.fabric AND u.vsan = k.vsan AND u.zone = k.zone "
            "WHERE k.active AND u.active AND u.wwpn IS NULL AND list_contains(?, k.wwpn) GROUP BY 1",
            [[*ours, *theirs]],
        )
    )


def _read_masking(store: Store, found: Evidence, ours: list[str], theirs: list[str], device: str) -> None:
    found.views = set(
        store.rows(
            "SELECT DISTINCT storage_array, coalesce(cluster, ''), view FROM mask_volume WHERE device = ? AND view IS NOT NULL",
            [device],
        )
    )
    for table, column, into in (
        ("mask_initiator", "initiator_wwpn", found.view_initiators),
        ("mask_port", "target_wwpn", found.view_ports),
    ):
        for array, cluster, view, wwpn in store.rows(
            f"SELECT storage_array, coalesce(cluster, ''), view, {column} FROM {table} WHERE {column} IS NOT NULL AND view IS NOT NULL"
            + (" AND coalesce(enabled, TRUE)" if table == "mask_port" else "")
        ):
            into.setdefault((array, cluster, view), set()).add(wwpn)
    for array, cluster, view, wwpn in store.rows(
        "SELECT storage_array, coalesce(cluster, ''), view, target_wwpn FROM mask_port WHERE target_wwpn IS NOT NULL "
        "AND view IS NOT NULL AND NOT enabled"
    ):
        found.disabled_ports.setdefault((array, cluster, view), set()).add(wwpn)
    for table, column in (
        ("mask_initiator", "initiator_wwpn"),
        ("mask_port", "target_wwpn"),
        ("mask_volume", "device"),
    ):
        found.open_views[table] = set(
            store.rows(
                f"SELECT DISTINCT storage_array, coalesce(cluster, ''), view FROM {table} WHERE {column} IS NULL AND view IS NOT NULL"
            )
        )
    found.array_of = {
        wwpn: (array, cluster)
        for wwpn, array, cluster in store.rows(
            "SELECT target_wwpn, storage_array, nullif(cluster, '') FROM target_place WHERE list_contains(?, target_wwpn)",
            [theirs],
        )
    }
    found.array_logins = {
        (i, t): logged_in
        for i, t, logged_in in store.rows(
            "SELECT initiator_wwpn, target_wwpn, bool_or(coalesce(logged_in, TRUE)) FROM array_login "
            "WHERE list_contains(?, initiator_wwpn) AND list_contains(?, target_wwpn) GROUP BY ALL",
            [ours, theirs],
        )
    }
