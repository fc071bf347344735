"""Facts that an estimate needs, read from the store once: classes of volumes, routes, ports, arrays."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.estimate.assemble.arrays import ArrayFacts, DriveFacts
from checker.estimate.assemble.paths import PathClass, build_classes
from checker.estimate.assemble.places import Place, build_places
from checker.estimate.assemble.ports import Bundle, Crossing, Port, bundles_of, crossings_of, ports_of
from checker.estimate.assemble.route import RouteFacts
from checker.estimate.assemble.wan import VplexFacts, Wan, wans_of
from checker.facts.store.store import Store
from checker.topology.failure.parts import Component, build_failure_parts

_OF_CLASSES = frozenset({"device", "lvm_pv", "partition"})
"""Kinds that only the classes of volumes depend on."""
_MODEL_BRICKS = re.compile(r"^\s*(\d{1,2})\s*[xX]\s*\d")


@dataclass(frozen=True, slots=True)
class SanFacts:
    """Facts of a SAN that an estimate needs.

    Attributes:
        classes: classes of identical hosts and volumes, by number; class_of: number of the class of each (host, volume).
        routes, ports, bundles, crossings: the fabric.
        places, arrays, vplexes, backs: the storage.
        parts: routes that need each component, for failures.
        names: display names of volumes, by identity.
    """

    classes: Mapping[int, PathClass]
    class_of: Mapping[tuple[str, str], int]
    routes: Mapping[int, RouteFacts]
    ports: Mapping[str, Port]
    bundles: Mapping[tuple[str, str], Bundle]
    crossings: Mapping[tuple[str, str, str], Crossing]
    places: Mapping[int, Place]
    arrays: Mapping[str, ArrayFacts]
    vplexes: Mapping[str, VplexFacts]
    backs: Mapping[int, Sequence[tuple[str, str, str]]]
    parts: Mapping[Component, frozenset[int]]
    names: Mapping[str, str]


def facts_of(store: Store) -> SanFacts:
    """Read the facts from a store whose topology has been built. Writes temporary tables only."""
    build_failure_parts(store)
    places = build_places(store)
    classes, class_of = _classes(store)
    routes = {
        row[0]: RouteFacts(*row[1:])
        for row in store.rows(
            "SELECT route, host, initiator_wwpn, target_wwpn, cluster, fabric, storage_array, director, from_switch, to_switch, "
            "host_site, array_site FROM failure_route"
        )
    }
    parts: dict[Component, set[int]] = {}
    for kind, key, route in store.rows(
        "SELECT p.kind, p.key, r.route FROM failure_route_part r JOIN failure_part p ON p.part = r.part ORDER BY p.kind, p.key"
    ):
        parts.setdefault((kind, key), set()).add(route)
    backs: dict[int, list[tuple[str, str, str]]] = {}
    for back, director, initiator, target in store.rows(
        "SELECT back, director, initiator_wwpn, target_wwpn FROM estimate_back ORDER BY ALL"
    ):
        backs.setdefault(back, []).append((director, initiator, target))
    return SanFacts(
        classes,
        class_of,
        routes,
        ports_of(store),
        bundles_of(store),
        crossings_of(store),
        places,
        _arrays(store),
        _vplexes(store),
        backs,
        {part: frozenset(found) for part, found in parts.items()},
        _names(store),
    )


def changed_facts(store: Store, base: SanFacts, kinds: Collection[str]) -> SanFacts:
    """Read the facts again after entities of some kinds have changed.

    Args:
        store: store from which ``base`` was read last, with its temporary tables.
        base: the facts before.
        kinds: kinds of the changed entities; the topology is that after the change.
    """
    if not _OF_CLASSES | {"raid_group", "wan_link"} >= set(kinds):
        return facts_of(store)
    found = base
    if not _OF_CLASSES.isdisjoint(kinds):
        classes, class_of = _classes(store)
        found = replace(found, classes=classes, class_of=class_of)
    if "raid_group" in kinds:
        found = replace(found, arrays=_arrays(store))
    if "wan_link" in kinds:
        found = replace(found, vplexes=_vplexes(store))
    return found


def _classes(store: Store) -> tuple[dict[int, PathClass], dict[tuple[str, str], int]]:
    classes = {kind.number: kind for kind in build_classes(store)}
    rows = store.rows("SELECT host, device, class FROM estimate_volume ORDER BY host, device")
    return classes, {(host, device): number for host, device, number in rows}


def _names(store: Store) -> dict[str, str]:
    """Best name of each volume: on VPLEX, in masking, on the array, on the host."""
    store.ensure_entities(("device", "mask_volume", "storage_volume", "virtual_volume"))
    rows = store.rows("""
        WITH named AS (
            SELECT device, virtual_volume AS name, 1 AS position FROM virtual_volume
            UNION ALL SELECT device, label, 2 FROM storage_volume
            UNION ALL SELECT device, volume_name, 3 FROM mask_volume
            UNION ALL SELECT device, storage_volume, 4 FROM storage_volume
            UNION ALL SELECT device, alias, 5 FROM device
        )
        SELECT device, arg_min(name, (position, name)) FROM named
        WHERE device IS NOT NULL AND name IS NOT NULL AND name <> device GROUP BY device
    """)
    return dict(rows)


def _arrays(store: Store) -> dict[str, ArrayFacts]:
    store.ensure_entities(("engine", "pool", "raid_group", "storage_array", "target_port"))
    pools: dict[str, dict[str, DriveFacts]] = {}
    for array, group, raid, drive, drives, cache in store.rows(
        "SELECT storage_array, pool, raid_type, drive_type, NULL, NULL FROM pool WHERE pool IS NOT NULL "
        "UNION ALL SELECT storage_array, raid_group, raid_type, drive_type, drives, write_cache FROM raid_group WHERE raid_group IS NOT NULL"
    ):
        pools.setdefault(array, {})[group] = DriveFacts(raid, drive, drives, cache)
    controllers: dict[str, dict[str, str | None]] = {}
    for array, director, engine in store.rows(
        "SELECT storage_array, director, min(engine) FROM target_place WHERE storage_array IS NOT NULL AND director IS NOT NULL "
        "GROUP BY ALL ORDER BY ALL"
    ):
        controllers.setdefault(array, {})[director] = engine
    rows = store.rows("""
        WITH named AS (
            SELECT storage_array, family, model, array_version, lower(array_class) AS class, controllers FROM storage_array
        ), placed AS (
            SELECT storage_array, min(family) AS family FROM target_place WHERE storage_array IS NOT NULL GROUP BY 1
        ), bricks AS (
            SELECT storage_array, count(DISTINCT engine) AS bricks FROM engine GROUP BY 1
        )
        SELECT coalesce(n.storage_array, p.storage_array), coalesce(n.family, p.family), n.model, n.array_version, n.class, b.bricks, n.controllers
        FROM named n FULL JOIN placed p ON p.storage_array = n.storage_array
        LEFT JOIN bricks b ON b.storage_array = coalesce(n.storage_array, p.storage_array) ORDER BY 1
    """)
    found = {}
    for name, family, model, version, kind, bricks, stated_controllers in rows:
        stated = _MODEL_BRICKS.match(model or "")
        count = bricks or (int(stated.group(1)) if stated else None)
        flash = None if kind is None else kind == "flash"
        found[name] = ArrayFacts(
            name,
            family,
            version,
            flash,
            count,
            pools.get(name, {}),
            controllers.get(name, {}),
            stated=stated_controllers,
        )
    return found


def _vplexes(store: Store) -> dict[str, VplexFacts]:
    store.ensure_entities(("storage_array", "vplex_cluster"))
    wans = wans_of(store)
    clusters: dict[str, list[str]] = {}
    for vplex, cluster in store.rows(
        "SELECT storage_array, cluster FROM vplex_cluster WHERE cluster <> '' "
        "UNION SELECT storage_array, cluster FROM target_place WHERE family = 'vplex' AND cluster <> '' AND storage_array IS NOT NULL ORDER BY ALL"
    ):
        clusters.setdefault(vplex, []).append(cluster)
    named = {
        name: (hardware, kind)
        for name, hardware, kind in store.rows(
            "SELECT storage_array, hardware, lower(product_type) FROM storage_array WHERE family = 'vplex'"
        )
    }
    return {
        name: VplexFacts(name, *named.get(name, (None, None)), tuple(clusters.get(name, ())), wans.get(name, Wan()))
        for name in sorted({*clusters, *named})
    }
