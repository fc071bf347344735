"""Every logical path with its location; for hosts without a path export, the paths planned by zoning and masking."""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.topology.derive.ports import GATEKEEPER_BYTES
from checker.topology.tables import tables

# Maximum number of paths per LUN in every release of ESX and ESXi (VMware, Configuration Maximums).
MOST_PATHS = 32
_MOST_PLANNED = 500_000
_PLANNED_A_ROW = 500
"""Paths that are planned: so many, and so many for each initiator, port and volume that a view lists. A view of 32 hosts with 8
ports and 200 volumes has 375 for each of them; one of 80 KB with 700 of each has 160,000."""
_LIVE = "CASE WHEN state IN ('active', 'standby') THEN TRUE WHEN state IN ('dead', 'disabled', 'unavailable') THEN FALSE END"


def build_paths(store: Store) -> None:
    """Write ``path_place``: observed paths first, then planned paths of hosts without observed paths.

    If an export may list only some paths of a volume, each further path that may exist gets a row of basis
    ``unlisted``. A path is live if its state is active or standby, not live if it is dead, disabled or unavailable, and
    unknown otherwise (rule-review.md, C2).
    """
    store.execute(tables()["path_place"].ddl)
    if store.filled("path"):
        _observe(store)
        if store.has_rows("device"):
            _leave_open(store)
    _plan(store)


def _observe(store: Store) -> None:
    store.execute(f"""
        INSERT INTO path_place
        SELECT p.host, p.device, p.protocol, p.hctl, p.path_name, p.hba, p.initiator_wwpn, p.target_wwpn, p.state, {_LIVE},
            'observed', {_FABRIC}, {_FABRIC_BASIS},
            t.storage_array, coalesce(t.family, s.family),
            CASE WHEN coalesce(t.family, s.family) = 'vplex' THEN t.cluster WHEN coalesce(t.family, s.family) IS NOT NULL THEN '' END,
            t.engine, t.director, t.letter, p.optimised
        FROM path p
        LEFT JOIN target_place t ON t.target_wwpn = p.target_wwpn
        LEFT JOIN port_fabric fi ON fi.wwpn = p.initiator_wwpn
        LEFT JOIN port_fabric ft ON ft.wwpn = p.target_wwpn
        LEFT JOIN device_scope s ON s.host = p.host AND s.device = p.device
        WHERE p.host IS NOT NULL AND p.device IS NOT NULL
    """)


def _leave_open(store: Store) -> None:
    """Add paths that may exist, with unknown parts, for devices whose export may list only some of their paths.

    Path counts then range from the observed number to the maximum, and a part that all known paths share need not be
    shared by all. If a complete path list of the host exists, there are no further paths.
    """
    whole = (
        "SELECT owner FROM export WHERE owner IS NOT NULL AND format LIKE 'esxi-%path%' AND records > 0 "
        "AND NOT coalesce(filtered, FALSE) AND NOT coalesce(selected, FALSE) AND NOT coalesce(ends_inside_record, FALSE)"
    )
    unless = f"AND d.host NOT IN ({whole})" if store.has_rows("export") else ""
    store.execute(f"""
        INSERT INTO path_place
        WITH open AS (
            SELECT d.host, d.device, min(s.family) AS family, count(p.device) AS listed
            FROM (SELECT DISTINCT host, device FROM device WHERE more_paths) d
            JOIN path p ON p.host = d.host AND p.device = d.device
            LEFT JOIN device_scope s ON s.host = d.host AND s.device = d.device
            WHERE d.host IS NOT NULL AND d.device IS NOT NULL {unless} GROUP BY d.host, d.device
        )
        SELECT host, device, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'unlisted', NULL, NULL, NULL, family,
            CASE WHEN family = 'vplex' THEN NULL WHEN family IS NOT NULL THEN '' END, NULL, NULL, NULL, NULL
        FROM open, range(greatest({MOST_PATHS} - listed, 1)) r(nth)
    """)


_FABRIC = (
    "CASE WHEN fi.fabric IS NULL OR ft.fabric IS NULL OR fi.fabric = ft.fabric THEN coalesce(fi.fabric, ft.fabric) END"
)
_FABRIC_BASIS = (
    "CASE WHEN 'inferred' IN (coalesce(fi.basis, ''), coalesce(ft.basis, '')) THEN 'inferred' "
    "ELSE coalesce(fi.basis, ft.basis) END"
)


def _plan(store: Store) -> None:
    """Add planned paths: initiator and port in one view, zoned together or logged in; unknown if neither is known.

    Ports in different fabrics have no path unless a zone or a login connects them. Hosts of the largest views have none
    if all views together have far more paths than what they list.
    """
    if not (store.has_rows("mask_initiator") and store.has_rows("mask_port") and store.has_rows("mask_volume")):
        return
    _find_unplanned(store)
    store.execute(f"""
        INSERT INTO path_place
        WITH planned AS (
            SELECT DISTINCT i.host, v.device, i.initiator_wwpn, o.target_wwpn, i.storage_array
            FROM (SELECT * FROM masked WHERE host NOT IN (SELECT host FROM unplanned)) i
            JOIN mask_port o ON o.storage_array = i.storage_array AND o.cluster = i.cluster AND o.view = i.view
            JOIN mask_volume v ON v.storage_array = i.storage_array AND v.cluster = i.cluster AND v.view = i.view
            WHERE v.device IS NOT NULL AND o.target_wwpn IS NOT NULL AND coalesce(o.enabled, TRUE)
        ), assessed AS (
            SELECT p.*, z.zone IS NOT NULL OR coalesce(l.logged_in, FALSE) AS may,
                f.fabric IS NOT NULL AND f.fabric IN (SELECT fabric FROM zone_port WHERE active) AS zoning_known
            FROM planned p
            LEFT JOIN (SELECT DISTINCT initiator_wwpn, target_wwpn, min(zone) AS zone FROM zoned_pair GROUP BY ALL) z
                ON z.initiator_wwpn = p.initiator_wwpn AND z.target_wwpn = p.target_wwpn
            LEFT JOIN (SELECT initiator_wwpn, target_wwpn, bool_or(coalesce(logged_in, TRUE)) AS logged_in FROM array_login GROUP BY ALL) l
                ON l.initiator_wwpn = p.initiator_wwpn AND l.target_wwpn = p.target_wwpn
            LEFT JOIN port_fabric f ON f.wwpn = p.initiator_wwpn
        )
        SELECT p.host, p.device, 'fcp', NULL, NULL, NULL, p.initiator_wwpn, p.target_wwpn, NULL,
            CASE WHEN p.may THEN TRUE END, 'planned', {_FABRIC}, {_FABRIC_BASIS},
            t.storage_array, t.family, t.cluster, t.engine, t.director, t.letter, NULL
        FROM assessed p
        LEFT JOIN target_place t ON t.target_wwpn = p.target_wwpn
        LEFT JOIN port_fabric fi ON fi.wwpn = p.initiator_wwpn
        LEFT JOIN port_fabric ft ON ft.wwpn = p.target_wwpn
        WHERE p.may OR NOT p.zoning_known AND coalesce(fi.fabric = ft.fabric, TRUE)
    """)
    if hosts := [host for (host,) in store.rows("SELECT host FROM unplanned")]:
        store.leave_out("Planned paths are unknown, because together the views have too many, of host", hosts)
    store.execute("DROP TABLE masked; DROP TABLE unplanned")
    _planned_scope(store)


def _find_unplanned(store: Store) -> None:
    """Write ``masked``, the initiators in views of hosts without a path export, and ``unplanned``, the hosts of the largest views."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE masked AS
        SELECT i.storage_array, i.cluster, i.view, i.initiator_wwpn, r.host FROM mask_initiator i
        JOIN port_role r ON r.wwpn = i.initiator_wwpn
        WHERE r.host IS NOT NULL AND r.owner_kind = 'host' AND r.host NOT IN (SELECT host FROM path WHERE host IS NOT NULL)
    """)
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE unplanned AS
        WITH sized AS (
            SELECT i.storage_array, i.cluster, i.view, i.rows + o.rows + v.rows AS rows, i.rows * o.rows * v.rows AS paths
            FROM (SELECT storage_array, cluster, view, count(*) AS rows FROM masked GROUP BY ALL) i
            JOIN (SELECT storage_array, cluster, view, count(*) AS rows FROM mask_port GROUP BY ALL) o
                ON o.storage_array = i.storage_array AND o.cluster = i.cluster AND o.view = i.view
            JOIN (SELECT storage_array, cluster, view, count(*) AS rows FROM mask_volume GROUP BY ALL) v
                ON v.storage_array = i.storage_array AND v.cluster = i.cluster AND v.view = i.view
        ), wide AS (
            SELECT storage_array, cluster, view FROM sized
            QUALIFY sum(paths) OVER (ORDER BY paths, storage_array, cluster, view) > {_MOST_PLANNED} + {_PLANNED_A_ROW} * sum(rows) OVER ()
        )
        SELECT DISTINCT m.host FROM masked m
        JOIN wide w ON w.storage_array = m.storage_array AND w.cluster = m.cluster AND w.view = m.view
    """)


def _planned_scope(store: Store) -> None:
    """Put planned volumes in scope of path rules: a volume masked to a host is a data volume, with the exceptions of C3."""
    store.execute(f"""
        INSERT INTO device_scope
        WITH planned AS (
            SELECT host, device, min(family) AS family FROM path_place WHERE basis = 'planned' GROUP BY host, device
        ), facts AS (
            SELECT p.*, v.least_bytes, v.most_bytes, upper(s.replication_role) IN ('R2', 'NR', 'WD', 'SNAPSHOT') AS replica
            FROM planned p
            LEFT JOIN (
                SELECT device, min(coalesce(size_bytes, size_low_bytes)) AS least_bytes, min(coalesce(size_bytes, size_high_bytes)) AS most_bytes
                FROM mask_volume WHERE device IS NOT NULL GROUP BY 1
            ) v ON v.device = p.device
            LEFT JOIN storage_volume s ON s.device = p.device
        ), reasons AS (
            SELECT *, CASE WHEN most_bytes = 0 THEN 'zero size' WHEN replica THEN 'replica'
                WHEN family = 'symmetrix' AND most_bytes < {GATEKEEPER_BYTES} THEN 'gatekeeper' END AS reason
            FROM facts
        )
        SELECT host, device, CASE WHEN reason IS NOT NULL THEN FALSE WHEN family = 'symmetrix' AND (least_bytes IS NULL OR least_bytes < {GATEKEEPER_BYTES}) THEN NULL
            WHEN family IS NOT NULL THEN TRUE END, reason, family
        FROM reasons r
        WHERE NOT EXISTS (SELECT 1 FROM device_scope d WHERE d.host = r.host AND d.device = r.device)
    """)
