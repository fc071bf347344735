"""Paths that carry the I/O of each volume, and the order in which the others take over: hosts and volumes by class.

A million paths form a few thousand classes, because most volumes of a host have the same paths, policy and queue depth.
Everything more expensive is done once per class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checker.estimate.assemble.policy import ONE_PATH, Spread, spread_of
from checker.estimate.assemble.starts import build_starts
from checker.facts.store.store import Store
from checker.topology.failure.parts import ROUTE_KEY

RANKS = 8
"""Number of ranks of paths; all later paths get the last rank."""

_HINTS = ("optimised", "preferred", "current", "group_state", "priority", "path_group")
_KINDS = ("device", "host", "initiator", "path", "block_queue", "storage_array")


@dataclass(frozen=True, slots=True)
class PathClass:
    """Class of identical hosts and volumes.

    Attributes:
        number: number of the class.
        host: name of the host.
        ways: (route, rank) of each live path; rank 0 carries the I/O, the next takes over when all lower ranks failed.
        spread: policy that spreads the I/O over the paths of the lowest rank.
        path_known: False if one path is used and no export shows which; one was chosen for each volume.
        queue_depth: maximum outstanding I/O of the host to the volume; None if unknown.
        place: number of the place of its data (``build_places``).
        volumes: number of volumes in the class.
        starts: first bytes of its data (``build_starts``); empty if all data begins on MiB boundaries or if unknown.
    """

    number: int
    host: str
    ways: tuple[tuple[int, int], ...]
    spread: Spread
    path_known: bool
    queue_depth: int | None
    place: int
    volumes: int
    starts: tuple[int, ...] = ()


def build_classes(store: Store) -> list[PathClass]:
    """Write ``estimate_volume`` (host, device, class) and return the classes.

    Requires ``build_failure_parts`` and ``build_places``. Only volumes in scope of path rules that have a path known to
    be live get a class.
    """
    store.ensure_entities(_KINDS)
    spreads = _policies(store)
    _paths(store)
    _depths(store)
    build_starts(store)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE estimate_layout AS
        SELECT host, device, spread, list_sort(list(route * {RANKS} + rank)) AS ways, bool_and(known) AS known,
            count(*) FILTER (rank = 0) AS carrying
        FROM estimate_path GROUP BY host, device, spread
    """)
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_volume AS
        WITH whole AS (
            SELECT l.*, coalesce(p.place, -1) AS place,
                CASE WHEN d.each_path THEN d.depth * l.carrying ELSE d.depth END AS depth, s.starts
            FROM estimate_layout l
            LEFT JOIN estimate_depth d ON d.host = l.host AND d.device = l.device
            LEFT JOIN estimate_place_of p ON p.host = l.host AND p.device = l.device
            LEFT JOIN estimate_start s ON s.host = l.host AND s.device = l.device
        )
        SELECT host, device, dense_rank() OVER (ORDER BY host, spread, ways, known, depth, place, starts) AS class,
            spread, ways, known, depth, place, starts
        FROM whole
    """)
    rows = store.rows("""
        SELECT class, any_value(host), any_value(ways), any_value(spread), any_value(known), any_value(depth),
            any_value(place), count(*), any_value(starts)
        FROM estimate_volume GROUP BY class ORDER BY class
    """)
    return [
        PathClass(
            number, host, tuple(divmod(way, RANKS) for way in ways), spreads[spread], known,
            None if depth is None else max(int(depth), 1), place, volumes, tuple(starts or ()),
        )
        for number, host, ways, spread, known, depth, place, volumes, starts in rows
    ]  # fmt: skip


def _policies(store: Store) -> Sequence[Spread]:
    """Write ``estimate_policy`` (number and kind of the policy of each device); return the policies by number."""
    columns = ("psp", "policy", "path_grouping", "rr_type", "rr_iops")
    named = ", ".join(columns)
    found: dict[Spread, int] = {Spread("unknown"): 0}
    rows = []
    for settings in store.rows(f"SELECT DISTINCT {named} FROM device ORDER BY ALL"):
        spread = spread_of(*settings)
        number = found.setdefault(spread, len(found))
        rows.append((*settings, number, spread.policy in ONE_PATH))
    store.execute(
        "CREATE OR REPLACE TEMP TABLE estimate_spread (psp VARCHAR, policy VARCHAR, path_grouping VARCHAR, "
        "rr_type VARCHAR, rr_iops BIGINT, spread INTEGER, one_path BOOLEAN)"
    )
    if rows:
        store.insert("estimate_spread", rows)
    same = " AND ".join(f"s.{column} IS NOT DISTINCT FROM d.{column}" for column in columns)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE estimate_policy AS
        SELECT d.host, d.device, s.spread, s.one_path, coalesce(d.current_path, d.preferred_path) AS chosen,
            coalesce(d.rr_use_ano, FALSE) AS every_path, d.multipath_owner = 'dm-multipath' AS grouped
        FROM device d JOIN estimate_spread s ON {same} WHERE d.host IS NOT NULL AND d.device IS NOT NULL
    """)
    return list(found)


def _paths(store: Store) -> None:
    """Write ``estimate_path``: route and rank of each live path of each volume.

    Order: the path in use if the policy uses a single one, active before standby, the active group of dm-multipath, the
    group of highest priority, optimised paths. If a policy uses one path and it is unknown which, volumes get different
    ones.
    """
    same = " AND ".join(f"r.{name} IS NOT DISTINCT FROM p.{name}" for name in ROUTE_KEY)
    # Joining the paths again is expensive, and most exports contain nothing that needs it.
    hinted = bool(store.stated.get("path", set()) & set(_HINTS))
    hints = """
        LEFT JOIN (
            SELECT host, device, coalesce(hctl, '') AS hctl, coalesce(path_name, '') AS path_name,
                coalesce(initiator_wwpn, '') AS initiator_wwpn, coalesce(target_wwpn, '') AS target_wwpn,
                bool_or(optimised) AS optimised, bool_or(preferred) AS preferred, bool_or(current) AS current,
                min(lower(group_state)) AS group_state, max(priority) AS priority, min(path_group) AS path_group
            FROM path GROUP BY ALL
        ) x ON x.host = p.host AND x.device = p.device AND x.hctl = coalesce(p.hctl, '')
            AND x.path_name = coalesce(p.path_name, '') AND x.initiator_wwpn = coalesce(p.initiator_wwpn, '')
            AND x.target_wwpn = coalesce(p.target_wwpn, '')
    """
    columns = "x.optimised, x.preferred, x.current, x.group_state, x.priority, x.path_group"
    nothing = (
        "NULL::BOOLEAN AS optimised, NULL::BOOLEAN AS preferred, NULL::BOOLEAN AS current, "
        "NULL::VARCHAR AS group_state, NULL::BIGINT AS priority, NULL::VARCHAR AS path_group"
    )
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE estimate_path AS
        WITH live AS (
            SELECT p.host, p.device, r.route, p.state = 'standby' AS standby, coalesce(e.spread, 0) AS spread,
                coalesce(e.one_path, FALSE) AS one_path, coalesce(e.every_path, FALSE) AS every_path,
                coalesce(e.grouped, FALSE) AS grouped, e.chosen, p.hctl, p.path_name, {columns if hinted else nothing}
            FROM path_place p JOIN failure_route r ON {same}
            JOIN failure_volume v ON v.host = p.host AND v.device = p.device
            LEFT JOIN estimate_policy e ON e.host = p.host AND e.device = p.device
            {hints if hinted else ""}
            -- If some paths are missing, the spread of a volume's I/O is unknown.
            WHERE p.live AND NOT EXISTS (SELECT 1 FROM path_place u WHERE u.host = p.host AND u.device = p.device AND u.basis = 'unlisted')
        ), used_paths AS (
            SELECT *, CASE WHEN chosen IS NOT NULL THEN chosen IN (hctl, path_name) ELSE coalesce(current, preferred) END AS used,
                count(*) OVER (PARTITION BY host, device) AS paths
            FROM live
        ), marked AS (
            -- DMP marks every path of a device as in use, which does not identify the one that the policy uses.
            SELECT *, count(*) FILTER (used) OVER (PARTITION BY host, device) = 1 AS one_known FROM used_paths
        )
        SELECT host, device, route, spread, NOT one_path OR one_known OR paths = 1 AS known,
            least(dense_rank() OVER (PARTITION BY host, device ORDER BY
                one_path AND one_known AND used IS NOT TRUE, coalesce(standby, FALSE),
                grouped AND group_state IS NOT NULL AND group_state <> 'active',
                CASE WHEN grouped AND group_state IS NULL THEN -coalesce(priority, 0) ELSE 0 END,
                CASE WHEN every_path THEN FALSE ELSE optimised IS FALSE END,
                CASE WHEN one_path THEN md5(device || route) ELSE '' END), {RANKS}) - 1 AS rank
        FROM marked
    """)


def _depths(store: Store) -> None:
    """Write ``estimate_depth``: queue depth of each volume on each host, and whether it applies per path.

    Linux has a queue depth per path (SCSI disk), VMware and others per volume. Of VMware's two limits the lower one
    applies as soon as virtual machines compete, which is the normal case.
    """
    store.execute("""
        CREATE OR REPLACE TEMP TABLE estimate_depth AS
        WITH queue AS (
            SELECT coalesce(b.device, p.device) AS device, b.host, min(b.queue_depth) AS depth FROM block_queue b
            LEFT JOIN (SELECT DISTINCT host, path_name, device FROM path WHERE path_name IS NOT NULL) p
                ON p.host = b.host AND p.path_name = b.kernel_name
            WHERE b.queue_depth IS NOT NULL GROUP BY ALL
        ), port AS (
            SELECT host, min(queue_depth) AS depth FROM initiator WHERE queue_depth IS NOT NULL GROUP BY host
        )
        SELECT d.host, d.device, h.platform = 'linux' AS each_path,
            CASE WHEN h.platform = 'linux' THEN coalesce(q.depth, d.queue_depth, i.depth)
                ELSE least(coalesce(d.queue_depth, i.depth), d.outstanding_limit) END AS depth
        FROM device d
        LEFT JOIN host h ON h.host = d.host
        LEFT JOIN queue q ON q.host = d.host AND q.device = d.device
        LEFT JOIN port i ON i.host = d.host
        WHERE d.device IS NOT NULL
    """)
