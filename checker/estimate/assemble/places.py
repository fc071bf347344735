"""Places of volumes: array, pool and RAID group, or VPLEX and its legs.

Volumes whose data is in the same place share a number, so that routes to it are built once.
"""

from __future__ import annotations

from dataclasses import dataclass

from checker.facts.store.store import Store

_KINDS = (
    "backend_path", "consistency_group", "device_component", "extent", "storage_array", "storage_volume", "target_port",
    "virtual_volume", "vplex_cluster", "vplex_device",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArrayPlace:
    """Place on an array; ``back`` is the number of the set of paths from VPLEX directors, None if unknown."""

    storage_array: str | None
    pool: str | None = None
    raid_group: str | None = None
    back: int | None = None


@dataclass(frozen=True, slots=True)
class LegPlace:
    """Copy of a VPLEX volume: its cluster, and the places of its pieces (one, unless striped)."""

    cluster: str | None
    pieces: tuple[ArrayPlace, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Location of a volume's data.

    Attributes:
        family: product family of the system that presents the volume; None if unknown.
        storage_array: array or VPLEX system that presents the volume; None if no export names it.
        array: place on the array, if an array presents the volume.
        legs: legs on VPLEX: one, or the legs of a mirror; empty if unknown.
        distributed: whether the legs are in different clusters.
        asynchronous: whether the remote leg is written later (Geo).
        deduced: whether the array of a leg was deduced, because its cluster uses a single one, instead of read from the
            volume's own layout.
    """

    family: str | None
    storage_array: str | None
    array: ArrayPlace | None = None
    legs: tuple[LegPlace, ...] = ()
    distributed: bool = False
    asynchronous: bool = False
    deduced: bool = False


def build_places(store: Store) -> dict[int, Place]:
    """Write ``estimate_place_of`` (host, device, place) and ``estimate_back`` (back, director, ports); return the places.

    Requires a store whose topology has been built.
    """
    store.ensure_entities(_KINDS)
    _backs(store)
    _pieces(store)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_place_of AS
        WITH seen AS (
            SELECT p.host, p.device, coalesce(min(p.family), min(d.family)) AS family,
                list_sort(list(DISTINCT p.storage_array)) AS arrays
            FROM path_place p LEFT JOIN device_scope d ON d.host = p.host AND d.device = p.device
            WHERE p.live GROUP BY p.host, p.device
        ), whole AS (
            SELECT s.*, a.pool, a.raid_group, a.storage_array AS own, v.layout
            FROM seen s
            LEFT JOIN estimate_native a ON a.device = s.device
            LEFT JOIN estimate_virtual v ON v.device = s.device
        )
        SELECT host, device, family, arrays, pool, raid_group, own, layout,
            dense_rank() OVER (ORDER BY family, arrays, pool, raid_group, own, layout) AS place
        FROM whole
    """)
    virtual = _virtual(store)
    found: dict[int, Place] = {}
    for place, family, arrays, pool, raid_group, own, layout in store.rows(
        "SELECT place, any_value(family), any_value(arrays), any_value(pool), any_value(raid_group), any_value(own), "
        "any_value(layout) FROM estimate_place_of GROUP BY place ORDER BY place"
    ):
        array = arrays[0] if len(arrays) == 1 else own
        if family == "vplex" or layout is not None:
            found[place] = virtual.get(layout, Place("vplex", array))
        else:
            found[place] = Place(family, array, ArrayPlace(array, pool, raid_group))
    return found


def _backs(store: Store) -> None:
    """Number the sets of back-end paths: by storage volume, or by array if a leg's storage volume is unknown."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_back_path AS
        SELECT b.storage_array AS vplex, b.cluster, b.director, b.device, b.initiator_wwpn, b.target_wwpn,
            coalesce(s.storage_array, t.storage_array) AS storage_array
        FROM backend_path b
        LEFT JOIN storage_volume s ON s.device = b.device
        LEFT JOIN target_place t ON t.target_wwpn = b.target_wwpn
        WHERE b.state IS DISTINCT FROM 'dead' AND b.in_service IS NOT FALSE AND b.director IS NOT NULL
            AND b.initiator_wwpn IS NOT NULL AND b.target_wwpn IS NOT NULL
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_back_of AS
        WITH sets AS (
            SELECT vplex, cluster, device, NULL AS storage_array,
                list_sort(list(DISTINCT [director, initiator_wwpn, target_wwpn])) AS ways
            FROM estimate_back_path WHERE device IS NOT NULL GROUP BY ALL
            UNION ALL
            SELECT vplex, cluster, NULL, storage_array, list_sort(list(DISTINCT [director, initiator_wwpn, target_wwpn]))
            FROM estimate_back_path WHERE storage_array IS NOT NULL GROUP BY ALL
        )
        SELECT *, dense_rank() OVER (ORDER BY vplex, cluster, ways) AS back FROM sets
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_back AS
        SELECT back, way[1] AS director, way[2] AS initiator_wwpn, way[3] AS target_wwpn
        FROM (SELECT back, unnest(any_value(ways)) AS way FROM estimate_back_of GROUP BY back)
    """)


def _pieces(store: Store) -> None:
    """Write ``estimate_native`` (pool of each LUN) and ``estimate_virtual`` (number of the layout of each VPLEX volume).

    A leg is an extent, or a local device that consists of extents. If no VPLEX export contains the layout of a volume, its
    data is assumed to be on the array of the cluster, provided the cluster uses a single array for data.
    """
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_native AS
        SELECT device, min(storage_array) AS storage_array, min(pool) AS pool, min(raid_group) AS raid_group
        FROM storage_volume WHERE device IS NOT NULL GROUP BY device
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_leg AS
        WITH volumes AS (
            SELECT v.device, v.storage_array AS vplex, v.vplex_device, nullif(v.cluster, '') AS home,
                coalesce(d.distributed, lower(v.locality) = 'distributed', FALSE) AS distributed,
                coalesce(d.distributed OR lower(d.geometry) = 'raid-1', lower(v.locality) = 'distributed', FALSE) AS mirrored,
                coalesce(lower(g.cache_mode) = 'asynchronous', lower(a.product_type) = 'geo', FALSE) AS asynchronous
            FROM virtual_volume v
            LEFT JOIN storage_array a ON a.storage_array = v.storage_array
            LEFT JOIN vplex_device d ON d.storage_array = v.storage_array AND d.vplex_device = v.vplex_device
                AND (d.cluster = v.cluster OR coalesce(d.cluster, '') = '' OR coalesce(v.cluster, '') = '')
            LEFT JOIN (SELECT storage_array, consistency_group, min(cache_mode) AS cache_mode FROM consistency_group GROUP BY ALL) g
                ON g.storage_array = v.storage_array AND g.consistency_group = v.consistency_group
            WHERE v.device IS NOT NULL AND v.storage_array IS NOT NULL
        ), parts AS (
            SELECT c.storage_array, c.vplex_device, c.component AS leg, coalesce(c.component_cluster, nullif(c.cluster, '')) AS cluster,
                coalesce(i.component, c.component) AS part
            FROM device_component c
            LEFT JOIN device_component i ON i.storage_array = c.storage_array AND i.vplex_device = c.component
                AND c.component_type IS DISTINCT FROM 'extent' AND i.component <> c.component
            UNION
            SELECT storage_array, used_by, extent, nullif(cluster, ''), extent FROM extent e
            WHERE used_by IS NOT NULL AND (storage_array, used_by) NOT IN (SELECT (storage_array, vplex_device) FROM device_component)
        ), known AS (
            SELECT v.device, v.vplex, v.distributed, v.mirrored, v.asynchronous, CASE WHEN v.mirrored THEN p.leg ELSE '' END AS leg,
                coalesce(p.cluster, nullif(e.cluster, ''), s.used_by_cluster, v.home) AS cluster, s.device AS lun,
                s.storage_array, s.pool, s.raid_group, FALSE AS deduced
            FROM volumes v
            JOIN parts p ON p.storage_array = v.vplex AND p.vplex_device = v.vplex_device
            LEFT JOIN extent e ON e.storage_array = v.vplex AND e.extent = p.part
            LEFT JOIN storage_volume s ON s.used_by_array = v.vplex AND s.vplex_name = e.storage_volume
                AND (s.used_by_cluster = e.cluster OR s.used_by_cluster IS NULL OR coalesce(e.cluster, '') = '')
        ), single AS (
            SELECT used_by_array AS vplex, used_by_cluster AS cluster, min(storage_array) AS storage_array FROM storage_volume
            WHERE used_by_array IS NOT NULL AND used_by_cluster IS NOT NULL AND lower(coalesce(vplex_use, '')) NOT IN ('meta-data', 'logging', 'unclaimed')
            GROUP BY ALL HAVING count(DISTINCT storage_array) = 1 AND count(storage_array) = count(*)
        ), clusters AS (
            SELECT DISTINCT storage_array AS vplex, cluster FROM vplex_cluster WHERE cluster <> ''
        ), deduced AS (
            SELECT v.device, v.vplex, v.distributed, v.mirrored, v.asynchronous, CASE WHEN v.distributed THEN c.cluster ELSE '' END AS leg,
                c.cluster, NULL AS lun, s.storage_array, NULL AS pool, NULL AS raid_group, TRUE AS deduced
            FROM volumes v JOIN clusters c ON c.vplex = v.vplex AND (v.distributed OR c.cluster = v.home OR v.home IS NULL)
            LEFT JOIN single s ON s.vplex = v.vplex AND s.cluster = c.cluster
            WHERE v.device NOT IN (SELECT device FROM known)
        )
        FROM known UNION ALL FROM deduced
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_virtual AS
        WITH placed AS (
            SELECT l.*, coalesce(b.back, a.back) AS back FROM estimate_leg l
            LEFT JOIN estimate_back_of b ON b.vplex = l.vplex AND b.cluster = l.cluster AND b.device = l.lun
            LEFT JOIN estimate_back_of a ON a.vplex = l.vplex AND a.cluster = l.cluster AND a.device IS NULL AND a.storage_array = l.storage_array
        ), legs AS (
            SELECT device, any_value(vplex) AS vplex, bool_or(distributed) AS distributed, bool_or(asynchronous) AS asynchronous, bool_or(deduced) AS deduced,
                leg, cluster, list_sort(list([storage_array, pool, raid_group, back::VARCHAR])) AS pieces
            FROM placed GROUP BY device, leg, cluster
        ), whole AS (
            SELECT device, any_value(vplex) AS vplex, bool_or(distributed) AS distributed, bool_or(asynchronous) AS asynchronous, bool_or(deduced) AS deduced,
                list_sort(list({'cluster': cluster, 'pieces': pieces})) AS legs
            FROM legs GROUP BY device
        )
        SELECT *, dense_rank() OVER (ORDER BY vplex, distributed, asynchronous, deduced, legs) AS layout FROM whole
    """)


def _virtual(store: Store) -> dict[int, Place]:
    """Places on VPLEX by number of layout."""
    found = {}
    for layout, vplex, distributed, asynchronous, deduced, legs in store.rows(
        "SELECT layout, any_value(vplex), any_value(distributed), any_value(asynchronous), any_value(deduced), any_value(legs) "
        "FROM estimate_virtual GROUP BY layout"
    ):
        found[layout] = Place(
            "vplex",
            vplex,
            legs=tuple(
                LegPlace(
                    leg["cluster"],
                    tuple(
                        ArrayPlace(piece[0], piece[1], piece[2], None if piece[3] is None else int(piece[3]))
                        for piece in leg["pieces"]
                    ),
                )
                for leg in legs
            ),
            distributed=distributed,
            asynchronous=asynchronous,
            deduced=deduced,
        )
    return found
