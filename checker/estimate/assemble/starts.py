"""First bytes of the data of volumes: I/O to partitions that do not start on a page of the array touches one more page.

See estimator.md, section 6, case 3. Virtual disks are aligned to 1 MiB of their VMFS.
"""

from __future__ import annotations

from checker.facts.store.store import Store

COARSEST_PAGE = 1 << 20
"""Common multiple of the page sizes of arrays, in bytes: only the remainder of a first byte matters."""


def build_starts(store: Store) -> None:
    """Write ``estimate_start``: host, device, and the sorted first bytes of its data modulo ``COARSEST_PAGE``.

    Only volumes with data off that grid have a row, as far as exports contain exact values. There is one first byte per
    data area: partitions of virtual machines if exports list them, otherwise those of the host, plus LVM's own header if
    there is one.
    """
    store.execute("CREATE OR REPLACE TEMP TABLE estimate_start (host VARCHAR, device VARCHAR, starts BIGINT[])")
    if not (store.has_rows("partition") or store.has_rows("lvm_pv")):
        return
    store.ensure_entities(("host", "lvm_pv", "partition"))
    store.execute(f"""
        INSERT INTO estimate_start
        WITH own AS (
            SELECT p.host, p.device, p.role,
                CASE WHEN coalesce(p.exact, p.start_sector IS NOT NULL) THEN p.start_bytes END AS start
            FROM partition p LEFT JOIN host h ON h.host = p.host
            WHERE coalesce(p.guest, '') = '' AND p.host IS NOT NULL AND p.device IS NOT NULL AND NOT coalesce(p.is_local, FALSE)
                AND NOT coalesce(p.dynamic_disk, FALSE) AND (p.role = 'vmfs' OR p.role IN ('data', 'lvm') AND h.platform <> 'esxi')
        ), guest AS (
            SELECT g.host, g.device, g.start_bytes + coalesce(v.start, 0) AS start
            FROM partition g LEFT JOIN (
                SELECT host, device, min(start) AS start FROM own WHERE role = 'vmfs' GROUP BY ALL HAVING count(*) = 1
            ) v ON v.host = g.host AND v.device = g.device
            WHERE coalesce(g.guest, '') <> '' AND g.host IS NOT NULL AND g.device IS NOT NULL AND g.role IN ('data', 'lvm')
                AND NOT coalesce(g.dynamic_disk, FALSE) AND coalesce(g.exact, g.start_sector IS NOT NULL)
        ), lvm AS (
            SELECT host, device, count(*) AS parts, min(start) AS start FROM own WHERE role = 'lvm' GROUP BY ALL
        ), volume_group AS (
            SELECT v.host, v.device, CASE WHEN l.host IS NULL THEN 0 WHEN l.parts = 1 THEN l.start END + v.data_start_bytes AS start
            FROM lvm_pv v LEFT JOIN lvm l ON l.host = v.host AND l.device = v.device
            WHERE v.host IS NOT NULL AND v.device IS NOT NULL AND v.data_start_bytes IS NOT NULL
                AND (l.host IS NOT NULL OR regexp_matches(v.kernel_name, '^sd[a-z]+$'))
        ), found AS (
            SELECT * FROM guest
            UNION ALL SELECT * FROM volume_group WHERE start IS NOT NULL AND (host, device) NOT IN (SELECT (host, device) FROM guest)
            UNION ALL SELECT host, device, start FROM own WHERE (host, device) NOT IN (SELECT (host, device) FROM guest)
                AND NOT (role = 'lvm' AND (host, device) IN (SELECT (host, device) FROM volume_group WHERE start IS NOT NULL))
        )
        SELECT host, device, list_sort(list(start % {COARSEST_PAGE})) FROM found
        WHERE start IS NOT NULL GROUP BY ALL HAVING max(start % {COARSEST_PAGE}) > 0
    """)
