"""Zones resolved to ports per fabric, and the pairs of ports that may communicate."""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.topology.tables import tables

MAY_TALK = (
    "(coalesce(i.zone_type, '') <> 'peer' OR i.member_role IS NULL OR t.member_role IS NULL OR i.member_role <> t.member_role) "
    "AND (NOT coalesce(i.smart, FALSE) OR (i.member_role IS NULL OR i.member_role IN ('initiator', 'both')) "
    "AND (t.member_role IS NULL OR t.member_role IN ('target', 'both')))"
)
"""Whether the roles of two members ``i`` and ``t`` of a zone let them communicate.

A peer zone connects principals with peers only; a smart zone connects initiators with targets by their stated role.
"""


_SMALL_ZONE = 16
"""Ports of a zone that is always resolved."""
_MOST_NEIGHBOURS = 50_000_000
"""Pairs of ports in the same larger zone: those of one zone of 7,000 ports, or of 3,000 zones of 128."""
_MOST_PAIRS = 1_000_000
"""Pairs of an initiator and a target. An alias of a thousand ports in a thousand zones, a file of 80 KB, has 250 million."""


def build_zoning(store: Store) -> None:
    """Write ``active_zone_set``, ``zone_port`` and ``zoned_pair``.

    Zone databases printed by several switches of a fabric are merged. Aliases are looked up on the same switch and VSAN,
    then anywhere in the fabric (device aliases have no VSAN). A member that cannot be resolved is kept with an unknown
    port, and so are the members of the largest zones if all zones together have too many.
    """
    store.execute(tables()["active_zone_set"].ddl)
    store.execute("""
        INSERT INTO active_zone_set
        SELECT switch, vsan, min(name) FROM (
            SELECT switch, '' AS vsan, effective_config AS name FROM switch
            UNION ALL SELECT switch, coalesce(vsan, ''), active_zone_set FROM vsan
            UNION ALL SELECT switch, coalesce(vsan, ''), zone_set FROM zone_set WHERE active
            UNION ALL SELECT switch, coalesce(vsan, ''), zone_set FROM zone WHERE active
        ) WHERE switch IS NOT NULL AND name IS NOT NULL GROUP BY ALL HAVING count(DISTINCT name) = 1
    """)
    store.execute(tables()["zone_port"].ddl)
    store.execute(tables()["zoned_pair"].ddl)
    if not store.has_rows("zone_member"):
        return
    # Only a switch's own logins: its entries for devices on other switches have port indexes of those switches.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE login_place AS
        SELECT DISTINCT f.fabric, s.domain_id || ',' || l.port_index AS place, l.wwpn FROM login l
        JOIN switch s ON s.switch = l.switch JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan
        WHERE l.port_index IS NOT NULL AND s.domain_id IS NOT NULL AND l.wwpn IS NOT NULL AND coalesce(l.local, TRUE)
    """)
    _name_ports(store)
    _find_wide(store)
    store.execute("""
        INSERT INTO zone_port
        WITH by_fcid AS (
            SELECT f.fabric, l.fcid, min(l.wwpn) AS wwpn FROM login l
            JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan WHERE l.fcid IS NOT NULL GROUP BY ALL
        ), resolved AS (
            SELECT DISTINCT m.fabric, m.vsan, m.active, m.zone, m.zone_type, m.smart, m.member, m.member_type,
                m.member_role, m.logged_in, m.switch,
                CASE WHEN w.zone IS NULL THEN coalesce(m.direct, a.wwpn, d.wwpn, c.wwpn) END AS wwpn
            FROM listed_member m
            LEFT JOIN wide_zone w ON w.fabric = m.fabric AND w.vsan = m.vsan AND w.active = m.active AND w.zone = m.zone
            LEFT JOIN named_port a ON a.fabric = m.fabric AND a.switch = m.switch AND a.vsan = m.vsan AND a.alias = m.alias
                AND m.direct IS NULL AND w.zone IS NULL
            LEFT JOIN login_place d ON d.fabric = m.fabric AND d.place = m.member AND m.member_type = 'domain_port'
            LEFT JOIN by_fcid c ON c.fabric = m.fabric AND c.fcid = m.fcid AND m.direct IS NULL AND m.member_type = 'fcid'
        ), has_logins AS (SELECT DISTINCT fabric FROM edge_port)
        SELECT r.fabric, r.vsan, r.active, r.zone, min(r.zone_type), bool_or(r.smart), min(r.member), min(r.member_type), min(r.member_role),
            r.wwpn, min(p.role),
            CASE WHEN bool_or(w.wwpn IS NOT NULL) OR bool_or(coalesce(r.logged_in, FALSE)) THEN TRUE
                 WHEN bool_or(r.logged_in IS NOT NULL) OR bool_or(h.fabric IS NOT NULL) AND r.wwpn IS NOT NULL THEN FALSE END,
            min(r.switch)
        FROM resolved r
        LEFT JOIN port_role p ON p.wwpn = r.wwpn
        LEFT JOIN wwpn_fabric w ON w.wwpn = r.wwpn AND w.fabric = r.fabric AND w.basis = 'login'
        LEFT JOIN has_logins h ON h.fabric = r.fabric
        GROUP BY r.fabric, r.vsan, r.active, r.zone, r.wwpn, CASE WHEN r.wwpn IS NULL THEN r.member END
    """)
    _limit_pairs(store)
    # Without the optimizer, a join is computed before its conditions.
    store.execute(f"""
        INSERT INTO zoned_pair
        SELECT DISTINCT i.fabric, i.zone, i.wwpn, t.wwpn
        FROM (SELECT * FROM zone_port WHERE active AND role IN ('initiator', 'both')) i
        JOIN (SELECT * FROM zone_port WHERE active AND role IN ('target', 'both')) t
            ON t.fabric = i.fabric AND t.vsan = i.vsan AND t.zone = i.zone
        WHERE i.wwpn <> t.wwpn AND {MAY_TALK}
    """)
    _note_wide(store)
    store.execute("DROP TABLE login_place; DROP TABLE listed_member; DROP TABLE named_port; DROP TABLE wide_zone")


def _name_ports(store: Store) -> None:
    """Write ``listed_member``, the members of all zones, and ``named_port``, the ports of the aliases among them."""
    store.execute("""
        CREATE OR REPLACE TEMP TABLE listed_member AS
        SELECT coalesce(f.fabric, m.switch) AS fabric, m.switch, m.vsan, m.active, m.zone, m.member, m.member_type,
            m.member_role, m.logged_in, m.fcid, z.zone_type, coalesce(z.smart, v.smart_zoning) AS smart,
            m.wwpn AS direct,
            CASE WHEN m.member_type = 'alias' OR m.wwpn IS NULL THEN coalesce(m.alias, m.member) END AS alias
        FROM zone_member m
        LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan
        LEFT JOIN zone z ON z.switch = m.switch AND z.vsan = m.vsan AND z.active = m.active AND z.zone = m.zone
        LEFT JOIN vsan v ON v.switch = m.switch AND v.vsan = m.vsan
    """)
    # An alias of the same switch and VSAN, else of the same switch, else of the fabric.
    store.execute("""
        CREATE OR REPLACE TEMP TABLE named_port AS
        WITH used AS (
            SELECT DISTINCT fabric, switch, vsan, alias FROM listed_member WHERE direct IS NULL AND alias IS NOT NULL
        ), of_switch AS (
            SELECT u.fabric, u.switch, u.vsan, u.alias, a.wwpn, a.member FROM used u
            JOIN alias a ON a.switch = u.switch AND a.alias = u.alias AND a.vsan IN (u.vsan, '')
            QUALIFY rank() OVER (PARTITION BY u.fabric, u.switch, u.vsan, u.alias ORDER BY a.vsan = u.vsan DESC) = 1
        ), of_fabric AS (
            SELECT DISTINCT u.fabric, u.alias, a.wwpn, a.member FROM (SELECT DISTINCT fabric, alias FROM used) u
            JOIN switch_fabric f ON f.fabric = u.fabric
            JOIN alias a ON a.switch = f.switch AND a.alias = u.alias AND a.vsan IN (f.vsan, '')
        ), found AS (
            FROM of_switch UNION ALL
            SELECT u.fabric, u.switch, u.vsan, u.alias, o.wwpn, o.member FROM used u
            JOIN of_fabric o ON o.fabric = u.fabric AND o.alias = u.alias
            ANTI JOIN of_switch s ON s.fabric = u.fabric AND s.switch = u.switch AND s.vsan = u.vsan AND s.alias = u.alias
        )
        SELECT DISTINCT n.fabric, n.switch, n.vsan, n.alias, coalesce(n.wwpn, d.wwpn) AS wwpn FROM found n
        LEFT JOIN login_place d ON d.fabric = n.fabric AND d.place = n.member AND n.wwpn IS NULL
    """)


def _find_wide(store: Store) -> None:
    """Write ``wide_zone``: the largest zones, if the zones have too many pairs of ports."""
    store.execute(f"""
        CREATE OR REPLACE TEMP TABLE wide_zone AS
        WITH sized AS (
            SELECT m.fabric, m.switch, m.vsan, m.active, m.zone, sum(coalesce(a.ports, 1)) AS ports FROM listed_member m
            LEFT JOIN (SELECT fabric, switch, vsan, alias, count(*) AS ports FROM named_port GROUP BY ALL) a
                ON a.fabric = m.fabric AND a.switch = m.switch AND a.vsan = m.vsan AND a.alias = m.alias AND m.direct IS NULL
            GROUP BY ALL
        )
        SELECT fabric, vsan, active, zone FROM
            (SELECT fabric, vsan, active, zone, max(ports) AS ports FROM sized GROUP BY ALL HAVING max(ports) > {_SMALL_ZONE})
        QUALIFY sum(ports * ports) OVER (ORDER BY ports, fabric, vsan, active, zone) > {_MOST_NEIGHBOURS}
    """)


def _note_wide(store: Store) -> None:
    if zones := [zone for (zone,) in store.rows("SELECT DISTINCT zone FROM wide_zone")]:
        store.leave_out("Ports are unknown, because together the zones have too many pairs of ports, in zone", zones)


def _limit_pairs(store: Store) -> None:
    """Make the ports of the widest zones unknown if the zones have too many pairs."""
    ports = store.rows("SELECT count(*) FROM zone_port WHERE active AND role IS NOT NULL")[0][0]
    if ports * ports // 4 <= _MOST_PAIRS:
        return
    store.execute(f"""
        INSERT INTO wide_zone
        SELECT fabric, vsan, TRUE, zone FROM (
            SELECT fabric, vsan, zone, count(*) FILTER (role <> 'target') * count(*) FILTER (role <> 'initiator') AS pairs
            FROM zone_port WHERE active GROUP BY ALL HAVING count(*) > {_SMALL_ZONE}
        ) QUALIFY sum(pairs) OVER (ORDER BY pairs, fabric, vsan, zone) > {_MOST_PAIRS}
    """)
    store.execute("""
        CREATE OR REPLACE TABLE zone_port AS
        SELECT DISTINCT p.* REPLACE (
            CASE WHEN w.zone IS NULL THEN p.wwpn END AS wwpn, CASE WHEN w.zone IS NULL THEN p.role END AS role,
            CASE WHEN w.zone IS NULL THEN p.logged_in END AS logged_in)
        FROM zone_port p LEFT JOIN wide_zone w ON w.fabric = p.fabric AND w.vsan = p.vsan AND w.zone = p.zone AND w.active AND p.active
    """)
