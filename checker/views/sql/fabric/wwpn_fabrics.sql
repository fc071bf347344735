-- view: wwpn_fabrics
-- meaning: One row per port that is logged in: the fabrics that list its login and those that zone it.
-- grain: wwpn
-- owner: switch
-- spine: login
-- column wwpn text: world wide port name of the device
-- column switch text: first switch that lists it
-- column label text: alias or registered name, else the world wide port name
-- column login_fabrics span: fabrics with a login in a switch-local table [login.local, login.wwpn]
-- column login_fabric_names list: names of those fabrics [login.local, login.wwpn]
-- column login_places list: switch and port of each local login [login.local, login.port]
-- column zoned_fabrics list: fabrics whose active zones contain the port [zone_member.wwpn, alias.wwpn, zone_member.active]
-- column zoned_elsewhere bool: logged in to one fabric, and only another fabric zones it; NULL if zones or logins leave it open [login.local, login.wwpn, zone_member.wwpn, alias.wwpn, zone_member.active]
-- column same_day bool: the exports of the switches concerned were taken within 24 hours; NULL if a time is unknown [export.captured_at]
-- column is_routed bool: FC routing or IVR may show the port in several fabrics
-- column ficon bool: in a FICON VSAN
WITH logged AS (
    SELECT l.wwpn, l.switch, l.vsan, l.port, l.local, f.fabric FROM login l
    JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan WHERE l.wwpn IS NOT NULL
), zones AS (
    SELECT fabric, count(*) FILTER (WHERE active IS NOT FALSE AND (wwpn IS NULL OR active IS NULL) AND member_type IS DISTINCT FROM 'property') AS unresolved
    FROM zone_port GROUP BY fabric HAVING count(*) FILTER (WHERE active IS NOT FALSE) > 0
), zoned AS (
    SELECT wwpn, list_sort(list(DISTINCT z.fabric)) AS fabrics FROM zone_port z
    -- A zone database of a fabric without known logins says nothing about swapped cables.
    JOIN (SELECT DISTINCT fabric FROM edge_port) e ON e.fabric = z.fabric
    WHERE z.active AND z.wwpn IS NOT NULL GROUP BY wwpn
), some_zones AS (
    SELECT count(*) AS fabrics, coalesce(sum(unresolved), 0) AS unresolved FROM zones
), routed AS (
    SELECT fabric FROM fabric WHERE fc_routing
    UNION SELECT f.fabric FROM isl i JOIN switch_fabric f ON f.switch = i.switch AND (coalesce(i.vsan, '') = '' OR list_contains(string_split(i.vsan, ' '), f.vsan)) WHERE i.link_kind IN ('ivr', 'fcr')
    UNION SELECT f.fabric FROM switch_port p JOIN switch_fabric f ON f.switch = p.switch WHERE p.port_type IN ('EX', 'VEX')
), special AS (
    SELECT DISTINCT wwpn FROM zone_port WHERE lower(zone_type) IN ('lsan', 'ivr') OR starts_with(lower(zone), 'lsan_') OR starts_with(lower(zone), 'ivr')
), ficon AS (
    SELECT switch, vsan FROM vsan WHERE ficon
), taken AS (
    SELECT owner AS switch, min(captured_at) AS first_at, max(captured_at) AS last_at, count(*) = count(captured_at) AS known FROM export GROUP BY owner
), taken_any AS (
    SELECT min(captured_at) AS first_at, max(captured_at) AS last_at, count(*) > 0 AND count(*) = count(captured_at) AS known FROM export
), dated AS (
    -- Statements that no export of the switch itself makes are as old as any of the input.
    SELECT s.switch, CASE WHEN t.switch IS NULL THEN a.first_at ELSE t.first_at END AS first_at,
        CASE WHEN t.switch IS NULL THEN a.last_at ELSE t.last_at END AS last_at, CASE WHEN t.switch IS NULL THEN a.known ELSE t.known END AS known
    FROM (SELECT DISTINCT switch FROM login) s LEFT JOIN taken t ON t.switch = s.switch CROSS JOIN taken_any a
), ports AS (
    SELECT l.wwpn, min(l.switch) AS switch, distinct_span(l.fabric, l.local) AS login_fabrics, names_of(l.fabric, l.local) AS login_fabric_names,
        list_sort(list(DISTINCT l.fabric)) AS all_fabrics, names_of(l.switch || coalesce(' port ' || l.port, ''), l.local) AS login_places,
        CASE WHEN bool_and(d.known) THEN date_diff('minute', min(d.first_at), max(d.last_at)) <= 1440 END AS same_day,
        bool_or(r.fabric IS NOT NULL) AS routed, bool_or(i.switch IS NOT NULL) AS ficon,
        bool_and(z.fabric IS NOT NULL) AS zones_known, sum(z.unresolved) AS unresolved
    FROM logged l LEFT JOIN dated d ON d.switch = l.switch LEFT JOIN (SELECT DISTINCT fabric FROM routed) r ON r.fabric = l.fabric
    LEFT JOIN ficon i ON i.switch = l.switch AND i.vsan = l.vsan LEFT JOIN zones z ON z.fabric = l.fabric
    GROUP BY l.wwpn
)
SELECT p.wwpn, p.switch, coalesce(r.label, p.wwpn) AS label, p.login_fabrics, p.login_fabric_names, p.login_places, coalesce(z.fabrics, []) AS zoned_fabrics,
    CASE WHEN list_has_any(z.fabrics, p.all_fabrics) THEN FALSE
         WHEN z.fabrics IS NULL AND s.fabrics > 0 AND s.unresolved = 0 THEN FALSE
         WHEN p.login_fabrics.hi = 0 THEN FALSE
         WHEN z.fabrics IS NOT NULL AND p.login_fabrics.lo >= 1 AND p.zones_known AND p.unresolved = 0 THEN TRUE END AS zoned_elsewhere,
    p.same_day, p.routed OR x.wwpn IS NOT NULL AS is_routed, p.ficon
FROM ports p
LEFT JOIN zoned z ON z.wwpn = p.wwpn
LEFT JOIN special x ON x.wwpn = p.wwpn
LEFT JOIN port_role r ON r.wwpn = p.wwpn
CROSS JOIN some_zones s
