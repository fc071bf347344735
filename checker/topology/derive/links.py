"""Inter-switch links as switches list them: the switches at both ends, the VSANs and the links of a trunk."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from checker.facts.store.store import Store

ISLS = (
    "isl i LEFT JOIN (SELECT m.switch, m.trunk, count(*)::BIGINT AS ports, CASE WHEN count(p.speed_gbps) = count(*) THEN avg(p.speed_gbps) END AS gbps "
    "FROM trunk_member m LEFT JOIN switch_port p ON p.switch = m.switch AND p.port = m.port WHERE m.trunk IS NOT NULL GROUP BY ALL) t "
    "ON t.switch = i.switch AND t.trunk = i.port"
)
ISL_LINKS = (
    "CASE WHEN i.is_trunk THEN coalesce(i.members, t.ports, "
    "CASE WHEN i.speed_gbps > 0 THEN round(i.bandwidth_gbps / i.speed_gbps)::BIGINT END) ELSE 1 END"
)
"""SQL: the links of an ISL of ``ISLS``: the members of a trunk that are stated, listed (``switchshow``), or that its bandwidth
needs (``islshow``); NULL where none of them is known. ``t.gbps`` is the speed of a listed member."""

PRINTED_LENGTH = 15
"""Length to which islshow truncates the name of the other switch."""


def switches_by_wwn(store: Store) -> dict[str, str]:
    """Return the name of each switch by its world wide name, if only one switch has it."""
    return dict(
        store.rows(
            "SELECT switch_wwn, min(switch) FROM switch WHERE switch_wwn IS NOT NULL AND switch IS NOT NULL "
            "GROUP BY 1 HAVING count(*) = 1"
        )
    )


def links(store: Store) -> list[tuple[str, str, str]]:
    """Return every inter-switch link as (switch, other switch, VSAN), sorted; VSAN is '' if none is stated.

    A trunk is listed once per VSAN that it carries. Links to switches without other facts are omitted.
    """
    return sorted(
        {
            (switch, peer, vsan)
            for switch, peer, vsans in ends(store)
            if peer not in (None, switch)
            for vsan in vsans.split() or [""]
        }
    )


def ends(store: Store) -> Iterator[tuple[str, str | None, str]]:
    """Yield (switch, other switch, VSANs) for every listed ISL; the other switch is None if it has no other facts."""
    for switch, peer, vsans, _ in _listed(store, "isl i", "1"):
        yield switch, peer, vsans


def trunks(store: Store) -> Iterator[tuple[str, str | None, str, int | None]]:
    """Yield the same with the number of links in each; None for a trunk of unknown size."""
    store.ensure_entities(["switch_port", "trunk_member"])
    return _listed(store, ISLS, ISL_LINKS)


def _listed(store: Store, isls: str, links: str) -> Iterator[tuple[str, str | None, str, int | None]]:
    by_wwn = switches_by_wwn(store)
    names = {name for (name,) in store.rows("SELECT switch FROM switch UNION SELECT switch FROM isl") if name}
    long_names = sorted(name for name in names if len(name) > PRINTED_LENGTH)
    for switch, vsan, peer_wwn, peer_name, number in store.rows(
        f"SELECT i.switch, i.vsan, i.peer_wwn, i.peer_switch, {links} FROM {isls} "
        "WHERE i.switch IS NOT NULL AND coalesce(i.link_kind, 'isl') IN ('isl', 'fcip')"
    ):
        yield switch, by_wwn.get(peer_wwn or "") or _name_of(peer_name, names, long_names), vsan or "", number


def _name_of(printed: str | None, names: set[str], long_names: list[str]) -> str | None:
    """Return the switch that a printed name refers to; the name may be truncated."""
    if not printed:
        return None
    if printed in names:
        return printed
    if len(printed) < PRINTED_LENGTH:
        return None
    # In a sorted list, the names that begin with a text are neighbours.
    at = bisect_left(long_names, printed)
    cut = [name for name in long_names[at : at + 2] if name.startswith(printed)]
    return cut[0] if len(cut) == 1 else None
