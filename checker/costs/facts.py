"""Facts about objects of findings that the views of their rules do not contain: paths, links, drives."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.estimate.cost.row import Row
    from checker.facts.store.store import Store

_PATH_COLUMNS = (
    "path_active", "path_live", "path_unknown", "path_ports", "path_sharers", "path_in_fabric", "path_remote",
    "queue_depth", "rtt_ms",
)  # fmt: skip
_LINK_COLUMNS = ("loss_ratio", "rtt_ms", "bandwidth_mbps", "tcp_streams", "window_bytes")
_SHARERS = """
    SELECT target_wwpn, count(DISTINCT host) AS hosts FROM path_place WHERE live AND state IS DISTINCT FROM 'standby' GROUP BY 1
"""
_NO_SHARERS = "SELECT NULL::VARCHAR AS target_wwpn, NULL::BIGINT AS hosts WHERE FALSE"


def path_facts(store: Store, pairs: Collection[tuple[str, str]], *, shared: bool) -> dict[tuple[str, str], Row]:
    """Counts of paths by host and volume: see ``checker.estimate.cost.row.PATH_COLUMNS``.

    Args:
        store: with its topology.
        pairs: hosts and volumes.
        shared: whether to count the hosts that share a port, which reads the paths of all hosts.
    """
    ordered = sorted(pairs)
    rows = store.rows(
        f"""
        WITH wanted AS (
            SELECT unnest(?::VARCHAR[]) AS host, unnest(?::VARCHAR[]) AS device
        ), hints AS (
            SELECT p.host, p.device, coalesce(p.hctl, '') AS hctl, coalesce(p.path_name, '') AS path_name,
                coalesce(p.initiator_wwpn, '') AS initiator_wwpn, coalesce(p.target_wwpn, '') AS target_wwpn,
                bool_or(p.optimised) AS optimised
            FROM path p JOIN wanted w ON w.host = p.host AND w.device = p.device GROUP BY ALL
        ), placed AS (
            SELECT p.host, p.device, p.target_wwpn, p.fabric, p.live, p.storage_array,
                p.live AND p.state IS DISTINCT FROM 'standby' AND x.optimised IS DISTINCT FROM FALSE AS active,
                h.site <> coalesce(c.site, CASE WHEN p.family <> 'vplex' THEN a.site END) AS remote
            FROM path_place p
            JOIN wanted w ON w.host = p.host AND w.device = p.device
            LEFT JOIN hints x ON x.host = p.host AND x.device = p.device AND x.hctl = coalesce(p.hctl, '')
                AND x.path_name = coalesce(p.path_name, '') AND x.initiator_wwpn = coalesce(p.initiator_wwpn, '')
                AND x.target_wwpn = coalesce(p.target_wwpn, '')
            LEFT JOIN host h ON h.host = p.host
            LEFT JOIN vplex_cluster c ON c.storage_array = p.storage_array AND c.cluster = p.cluster
            LEFT JOIN storage_array a ON a.storage_array = p.storage_array
        ), sharers AS (
            {_SHARERS if shared else _NO_SHARERS}
        ), by_fabric AS (
            SELECT host, device, max(paths) AS most FROM (
                SELECT host, device, fabric, count(*) AS paths FROM placed WHERE live GROUP BY ALL
            ) GROUP BY ALL HAVING count(*) = count(fabric)
        ), links AS (
            SELECT storage_array, CASE WHEN count(rtt_ms) = count(*) THEN max(rtt_ms) END AS rtt_ms
            FROM wan_link WHERE management_vpn IS DISTINCT FROM TRUE GROUP BY 1
        )
        SELECT p.host, p.device, count(*) FILTER (p.active), count(*) FILTER (p.live), count(*) FILTER (p.live IS NULL),
            count(DISTINCT p.target_wwpn) FILTER (p.active), max(s.hosts), max(f.most),
            CASE WHEN count(*) FILTER (p.active AND p.remote IS NULL) = 0 THEN count(*) FILTER (p.active AND p.remote) END,
            max(d.queue_depth), max(l.rtt_ms)
        FROM placed p
        LEFT JOIN sharers s ON s.target_wwpn = p.target_wwpn
        LEFT JOIN by_fabric f ON f.host = p.host AND f.device = p.device
        LEFT JOIN device d ON d.host = p.host AND d.device = p.device
        LEFT JOIN links l ON l.storage_array = p.storage_array
        GROUP BY p.host, p.device
        """,
        [[host for host, _ in ordered], [volume for _, volume in ordered]],
    )
    return {(host, device): dict(zip(_PATH_COLUMNS, values, strict=True)) for host, device, *values in rows}


def link_facts(store: Store, row: Row) -> Row:
    """Facts of a WAN link in addition to its packet loss; the row names ``storage_array`` and ``wan_link``."""
    found = store.rows(
        f"SELECT {', '.join(_LINK_COLUMNS)} FROM wan_link WHERE storage_array = ? AND wan_link = ?",
        [row.get("storage_array"), row.get("wan_link")],
    )
    return dict(zip(_LINK_COLUMNS, found[0], strict=True)) if found else {}


def raid_facts(store: Store, row: Row) -> list[Row]:
    """Return the row with the drives of the LUN's RAID group, or one row for each group of the array."""
    if row.get("raid_type") is not None and row.get("drive_class") is not None:
        return [row]
    group = row.get("raid_group")
    if row.get("part_kind") == "LUN":
        lun = [row.get("storage_array"), row.get("part")]
        placed = store.rows("SELECT raid_group FROM storage_volume WHERE storage_array = ? AND storage_volume = ?", lun)
        group = placed[0][0] if placed else None
        if group is None:
            return [row]
    found = store.rows(
        """
        SELECT replace(replace(lower(raid_type), 'raid', 'r'), ' ', ''),
            CASE WHEN regexp_matches(lower(drive_type), 'ssd|efd|flash|nvme') THEN 'flash'
                WHEN regexp_matches(lower(drive_type), 'sata|nl|ata|7[.]?2') THEN 'nl'
                WHEN regexp_matches(lower(drive_type), '15 ?k|15000') THEN 'fc'
                WHEN regexp_matches(lower(drive_type), 'sas|10 ?k') THEN 'sas'
                WHEN regexp_matches(lower(drive_type), 'fc|fibre') THEN 'fc' END
        FROM raid_group WHERE storage_array = ? AND (? IS NULL OR raid_group = ?)
        """,
        [row.get("storage_array"), group, group],
    )
    return [{**row, "raid_type": raid, "drive_class": drive} for raid, drive in found] or [row]
