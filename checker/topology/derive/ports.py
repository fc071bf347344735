"""The role and owner of each port, and the location of target ports in their arrays."""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.topology.tables import tables

# A VPLEX port may be front-end or back-end, so the vendor's prefix alone does not give its role; the I/O module in the names of
# the second generation does.
_VPLEX_ROLE = "CASE vplex_role(wwpn) WHEN 'front-end' THEN 'target' WHEN 'back-end' THEN 'initiator' END"


def build_target_places(store: Store) -> None:
    """Write ``target_place`` for every WWPN known or seen as a target port."""
    store.execute(tables()["target_place"].ddl)
    seen = " UNION ".join(
        f"SELECT target_wwpn FROM {kind} WHERE target_wwpn IS NOT NULL"
        for kind in ("target_port", "path", "remote_port", "mask_port", "array_login")
        if store.filled(kind)
    )
    if not seen:
        return
    store.execute(f"""
        INSERT INTO target_place
        WITH seen AS (
            {seen}
        ), placed AS (
            SELECT s.target_wwpn, t.storage_array,
                coalesce(a.family, nullif(port_family(s.target_wwpn), '')) AS family,
                coalesce(nullif(t.cluster, ''), nullif(d.cluster, ''), regexp_extract(coalesce(t.director, d.director), '^director-([0-9]+)-[0-9]+-[AB]$', 1)) AS cluster_found,
                coalesce(d.engine, regexp_extract(t.director, '^director-([0-9]+-[0-9]+)-[AB]$', 1)) AS engine_found,
                coalesce(t.director, d.director) AS director,
                coalesce(d.letter, nullif(regexp_extract(coalesce(t.director, d.director), '^director-[0-9]+-[0-9]+-([AB])$', 1), ''),
                    nullif(regexp_extract(t.port_name, '-([AB])[0-9]-FC[0-9]+$', 1), '')) AS letter,
                coalesce(t.port, t.port_name) AS port, t.role, t.target_wwpn IS NOT NULL AS known
            FROM seen s
            LEFT JOIN target_port t ON t.target_wwpn = s.target_wwpn
            LEFT JOIN storage_array a ON a.storage_array = t.storage_array
            LEFT JOIN director d ON d.storage_array = t.storage_array AND d.director = t.director
                AND (t.cluster IS NULL OR t.cluster = '' OR d.cluster = '' OR d.cluster = t.cluster)
        )
        SELECT DISTINCT ON (target_wwpn) target_wwpn, storage_array, family,
            CASE WHEN family <> 'vplex' THEN ''
                 WHEN cluster_found = '' THEN NULL
                 WHEN regexp_full_match(cluster_found, '[0-9]+') THEN 'cluster-' || cluster_found ELSE cluster_found END,
            CASE WHEN engine_found = '' THEN NULL WHEN regexp_full_match(engine_found, '[0-9]+-[0-9]+') THEN 'engine-' || engine_found ELSE engine_found END,
            director, letter, port, role, known
        FROM placed ORDER BY target_wwpn, storage_array, director, cluster_found, engine_found, letter, port, role, family
    """)
    _decode_vplex_names(store)
    if store.filled("vplex_cluster"):
        _single_cluster(store)


def _decode_vplex_names(store: Store) -> None:
    """Derive the letter of VPLEX ports without an export from the WWPN scheme of VS1 and VS2."""
    rows = store.rows(
        "SELECT target_wwpn FROM target_place WHERE family = 'vplex' AND letter IS NULL AND director IS NULL ORDER BY 1"
    )
    if not rows:
        return
    from checker.facts.vplex_wwn import parse_wwpn

    for (wwpn,) in rows:
        port = parse_wwpn(wwpn)
        if port is not None:
            store.execute(
                "UPDATE target_place SET letter = ?, port = coalesce(port, ?) WHERE target_wwpn = ?",
                (port.letter, f"{port.letter}{port.module}-FC{port.port_number:02d}", wwpn),
            )


def _single_cluster(store: Store) -> None:
    """Assign all ports of a VPLEX Local to its only cluster."""
    store.execute("""
        UPDATE target_place AS t SET cluster = c.cluster FROM (
            SELECT a.storage_array, min(c.cluster) AS cluster FROM storage_array a
            JOIN vplex_cluster c ON c.storage_array = a.storage_array
            WHERE a.family = 'vplex' AND lower(a.product_type) = 'local'
            GROUP BY a.storage_array HAVING count(DISTINCT c.cluster) = 1
        ) AS c WHERE t.storage_array = c.storage_array AND t.family = 'vplex' AND t.cluster IS NULL
    """)


_NAMED = ("login", "zone_member", "alias")
"""Tables whose WWPNs may have a vendor prefix that says what they are."""
_EVIDENCE = (
    (
        "backend_path",
        "SELECT initiator_wwpn, 'initiator', 'virtualiser', NULL, storage_array, director, 2, FALSE "
        "FROM backend_path WHERE initiator_wwpn IS NOT NULL",
    ),
    (
        "backend_path",
        "SELECT target_wwpn, 'target', NULL, NULL, NULL, NULL, 2, FALSE "
        "FROM backend_path WHERE target_wwpn IS NOT NULL",
    ),
    (
        "initiator",
        "SELECT initiator_wwpn, 'initiator', coalesce(owner_kind, 'host'), host, NULL, NULL, 3, TRUE "
        "FROM initiator WHERE initiator_wwpn IS NOT NULL",
    ),
    (
        "path",
        "SELECT initiator_wwpn, 'initiator', 'host', host, NULL, NULL, 4, TRUE "
        "FROM path WHERE initiator_wwpn IS NOT NULL",
    ),
    ("path", "SELECT target_wwpn, 'target', NULL, NULL, NULL, NULL, 4, FALSE FROM path WHERE target_wwpn IS NOT NULL"),
    (
        "remote_port",
        "SELECT target_wwpn, 'target', NULL, NULL, NULL, NULL, 5, FALSE "
        "FROM remote_port WHERE target_wwpn IS NOT NULL AND (roles IS NULL OR lower(roles) LIKE '%target%')",
    ),
    (
        "registered_initiator",
        "SELECT initiator_wwpn, 'initiator', NULL, host, NULL, initiator_name, 6, FALSE "
        "FROM registered_initiator WHERE initiator_wwpn IS NOT NULL",
    ),
    (
        "mask_initiator",
        "SELECT initiator_wwpn, 'initiator', NULL, NULL, NULL, initiator_name, 7, FALSE "
        "FROM mask_initiator WHERE initiator_wwpn IS NOT NULL",
    ),
    (
        "mask_port",
        "SELECT target_wwpn, 'target', NULL, NULL, storage_array, port_name, 7, FALSE "
        "FROM mask_port WHERE target_wwpn IS NOT NULL",
    ),
    (
        "login",
        "SELECT wwpn, fc4_role, NULL, NULL, NULL, alias, 8, FALSE "
        "FROM login WHERE wwpn IS NOT NULL AND (fc4_role IS NOT NULL OR alias IS NOT NULL)",
    ),
    ("alias", "SELECT wwpn, NULL, NULL, NULL, NULL, alias, 10, FALSE FROM alias WHERE wwpn IS NOT NULL"),
)
"""Kinds of evidence of what a port is, each with the kind whose rows are read; in addition to target ports and prefixes."""


def build_port_roles(store: Store) -> None:
    """Write ``port_role``: one row per port, from the best available evidence.

    Evidence in order: array tables, host exports, what arrays and VPLEX registered, roles announced to the fabric, and
    vendor prefixes that are certain. A VPLEX back-end port is an initiator of a virtualiser, not a host.
    """
    filled = store.filled(*dict.fromkeys(kind for kind, _ in _EVIDENCE), *_NAMED)
    further = "".join(f"\n            UNION ALL {sql}" for kind, sql in _EVIDENCE if kind in filled)
    if named := [kind for kind in _NAMED if kind in filled]:
        wwpns = " UNION ".join(f"SELECT wwpn FROM {kind}" for kind in named)
        further += f"""
            UNION ALL SELECT wwpn, CASE WHEN port_family(wwpn) = 'vplex' THEN {_VPLEX_ROLE}
                WHEN port_role_by_name(wwpn) IN ('initiator', 'target') THEN port_role_by_name(wwpn) END, NULL, NULL, NULL, NULL, 9, FALSE
            FROM ({wwpns}) WHERE wwpn IS NOT NULL"""
    store.execute(tables()["port_role"].ddl)
    store.execute(f"""
        INSERT INTO port_role
        WITH evidence AS (
            SELECT target_wwpn AS wwpn, CASE WHEN role = 'back-end' THEN 'initiator' WHEN role = 'front-end' THEN 'target' WHEN role IS NOT NULL THEN 'both'
                       WHEN port_family(target_wwpn) <> 'vplex' THEN 'target' END AS role,
                   CASE WHEN role = 'back-end' THEN 'virtualiser' WHEN role IN ('wan-com', 'local-com', 'replication') THEN 'replication' END AS owner_kind,
                   NULL::VARCHAR AS host, storage_array, coalesce(port_place(director, coalesce(port, port_name)), director, port, port_name, '') AS label, 1 AS position, FALSE AS captured
            FROM target_port WHERE target_wwpn IS NOT NULL
            {further}
        )
        SELECT wwpn, arg_min(role, (position, role)) AS role,
            CASE WHEN port_role_by_name(wwpn) = 'replication' THEN 'replication'
                 WHEN arg_min(role, (position, role)) = 'target' THEN NULL
                 WHEN port_family(wwpn) = 'vplex' OR port_role_by_name(wwpn) = 'target' THEN coalesce(arg_min(owner_kind, (position, owner_kind)), 'virtualiser')
                 ELSE coalesce(arg_min(owner_kind, (position, owner_kind)), 'unknown') END,
            arg_min(host, (position, host)), arg_min(storage_array, (position, storage_array)),
            arg_min(nullif(trim(label), ''), (CASE WHEN position = 10 THEN 0 ELSE position END, label)), bool_or(captured)
        FROM evidence GROUP BY wwpn
    """)
    # An initiator with an HBA vendor's prefix belongs to a host unless an array or switch identifies it as something else.
    store.execute(
        "UPDATE port_role SET owner_kind = 'host' WHERE role = 'initiator' AND owner_kind = 'unknown' "
        "AND (port_role_by_name(wwpn) = 'initiator' OR host IS NOT NULL)"
    )
    # Arrays register the back-end ports of a virtualiser under a host name of their own, which is not a host of the SAN.
    store.execute(
        "UPDATE port_role SET host = NULL WHERE owner_kind IN ('virtualiser', 'replication') AND NOT captured"
    )


GATEKEEPER_BYTES = 10 * 1024 * 1024
"""Symmetrix devices smaller than this are gatekeepers, not volumes (rule-catalogue.md, PTH001)."""


def build_device_scope(store: Store) -> None:
    """Write ``device_scope`` for every host and device: whether path and policy rules apply to it (rule-review.md, C3)."""
    store.execute(tables()["device_scope"].ddl)
    if not store.filled("path", "device"):
        return
    store.execute(f"""
        INSERT INTO device_scope
        WITH seen AS (
            SELECT host, device FROM path WHERE host IS NOT NULL AND device IS NOT NULL
            UNION SELECT host, device FROM device WHERE host IS NOT NULL AND device IS NOT NULL
        ), plugin AS (
            SELECT host, device, bool_and(upper(plugin) = 'MASK_PATH') AS masked,
                   bool_and(transport IS NOT NULL AND lower(transport) NOT IN ('fc', 'fcoe', 'fcnvme', 'nvme')) AS other_transport,
                   bool_and(coalesce(lower(transport) = 'iscsi', FALSE)) AS over_iscsi,
                   bool_or(lower(transport) IN ('fc', 'fcoe', 'fcnvme') OR target_wwpn IS NOT NULL) AS fibre
            FROM path GROUP BY host, device
        ), facts AS (
            SELECT s.host, s.device, upper(trim(d.vendor)) AS vendor, upper(trim(d.model)) AS model, coalesce(d.size_bytes, d.size_low_bytes) AS least_bytes, coalesce(d.size_bytes, d.size_high_bytes) AS most_bytes, d.is_local,
                   lower(d.transport) AS transport, d.replication_role, p.masked, p.other_transport, p.over_iscsi, p.fibre, lower(d.multipath_owner) AS owner,
                   d.array_serial, device_family(s.device) AS named, device_role_by_name(s.device) AS named_role, v.device IS NOT NULL AS is_listed
            FROM seen s LEFT JOIN device d ON d.host = s.host AND d.device = s.device LEFT JOIN plugin p ON p.host = s.host AND p.device = s.device
            LEFT JOIN (SELECT DISTINCT device FROM storage_volume) v ON v.device = s.device
        ), known AS (
            -- The product alone identifies a Symmetrix.
            SELECT *, lun_family(named, vendor, model) AS family, named = 'symmetrix' OR lun_family(NULL, NULL, model) = 'symmetrix' AS is_symmetrix FROM facts
        ), reasons AS (
            SELECT *, CASE
                WHEN starts_with(device, 'mpx.') OR is_local OR starts_with(device, 'block:') AND NOT coalesce(fibre, FALSE) AND array_serial IS NULL AND owner IS NULL THEN 'local disk'
                WHEN named_role = 'local' OR vendor = 'ATA' OR vendor IN ('HP', 'HPE') AND starts_with(model, 'LOGICAL VOLUME')
                    OR vendor IN ('DELL', 'LSI', 'AVAGO', 'BROADCOM', 'LENOVO', 'INTEL', 'FUJITSU', 'CISCO') AND regexp_matches(model, '^(PERC|MR|MEGARAID|RAID|PRAID|UCSC)') THEN 'local disk'
                WHEN masked OR owner = 'mask_path' THEN 'masked by MASK_PATH'
                WHEN model IN ('LUNZ', 'UNIVERSAL XPORT', 'UTM') OR model LIKE '%-CM' OR vendor = 'EMC' AND model IN ('ACLX', 'VCM') THEN 'not a data volume'
                WHEN most_bytes = 0 THEN 'zero size'
                WHEN upper(replication_role) IN ('R2', 'NR', 'WD', 'SNAPSHOT') THEN 'replica'
                WHEN most_bytes < {GATEKEEPER_BYTES} AND is_symmetrix THEN 'gatekeeper'
                WHEN transport = 'iscsi' AND NOT coalesce(fibre, FALSE) OR over_iscsi THEN 'iSCSI'
                WHEN transport IN ('sas', 'sata', 'usb', 'ide', 'parallel', 'block') AND NOT coalesce(fibre, FALSE) OR other_transport THEN 'not on Fibre Channel'
            END AS reason FROM known
        )
        SELECT host, device,
            CASE WHEN reason IS NOT NULL THEN FALSE
                 WHEN named_role = 'volume' THEN TRUE
                 WHEN is_symmetrix THEN CASE WHEN least_bytes >= {GATEKEEPER_BYTES} THEN TRUE END
                 -- Arrays list their volumes, but not what only a driver sees, such as a LUNZ.
                 WHEN is_listed OR vendor IS NOT NULL AND (model IS NOT NULL OR array_serial IS NOT NULL) THEN TRUE END,
            reason,
            family
        FROM reasons
    """)
