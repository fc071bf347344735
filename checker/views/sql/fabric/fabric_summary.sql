-- view: fabric_summary
-- meaning: One row per fabric: a connected component of switches, and what was declared about it.
-- grain: fabric
-- owner: switch
-- spine: switch, fabric_switch, zone, login
-- column fabric text: name of the fabric
-- column switch text: first switch of the fabric
-- column switches list: its switches
-- column declared_sides span: different declared sides among its switches; NULL if no side is declared [fabric.side, fabric_switch.fabric]
-- column side_switches list: each switch with its declared side [fabric.side, fabric_switch.fabric]
-- column is_routed bool: FC routing or IVR joins it to others on purpose
-- column vendors span: vendors of its switches; access gateways and NPV switches don't count [switch.vendor, switch.switch_mode, fabric_member.member_wwn]
-- column vendor_switches list: each switch with its vendor
-- column differs_from_twin bool: the fabric of the other side at its site has switches of other vendors; NULL if a vendor or a mode is unknown [switch.vendor, switch.switch_mode, fabric_member.member_wwn]
-- column twin text: that fabric
WITH place AS (
    SELECT DISTINCT f.fabric, f.switch, s.switch IS NOT NULL AS is_switch FROM switch_fabric f LEFT JOIN switch s ON s.switch = f.switch
), declared AS (
    -- The fabric's own name is among its switches where zones were declared without a switch.
    SELECT DISTINCT f.fabric, d.fabric AS declared_fabric, d.switch, b.side, d.switch = d.fabric AS is_name
    FROM switch_fabric f JOIN fabric_switch d ON d.switch = f.switch AND d.vsan = f.vsan LEFT JOIN fabric b ON b.fabric = d.fabric
), sides AS (
    SELECT fabric, distinct_span(side, TRUE) AS declared_sides FROM (SELECT DISTINCT fabric, declared_fabric, side FROM declared) GROUP BY fabric
), named AS (
    SELECT fabric, list_sort(list(DISTINCT switch || ': side ' || side) FILTER (WHERE side IS NOT NULL AND NOT is_name)) AS side_switches FROM declared GROUP BY fabric
), routed AS (
    SELECT fabric FROM declared WHERE declared_fabric IN (SELECT fabric FROM fabric WHERE fc_routing)
    UNION SELECT f.fabric FROM isl i JOIN switch_fabric f ON f.switch = i.switch AND (coalesce(i.vsan, '') = '' OR list_contains(string_split(i.vsan, ' '), f.vsan)) WHERE i.link_kind IN ('ivr', 'fcr')
    UNION SELECT f.fabric FROM switch_port p JOIN switch_fabric f ON f.switch = p.switch WHERE p.port_type IN ('EX', 'VEX')
), members_by_vendor AS (
    SELECT p.fabric, p.switch, s.vendor, CASE WHEN regexp_matches(lower(s.switch_mode), 'gateway|npv|ag mode') THEN FALSE WHEN s.switch_mode IS NOT NULL OR p.switch IN (SELECT switch FROM fabric_member) THEN TRUE END AS native
    -- Access gateways and NPV switches list no domains.
    FROM (SELECT DISTINCT fabric, switch FROM place WHERE is_switch) p JOIN switch s ON s.switch = p.switch
), vendors AS (
    SELECT fabric, distinct_span(vendor, native) AS vendors, names_of(switch || ': ' || vendor, native IS NOT FALSE) AS vendor_switches,
        CASE WHEN bool_and(native IS FALSE OR native AND vendor IS NOT NULL) THEN array_to_string(names_of(vendor, native), ' ') END AS vendor_words
    FROM members_by_vendor GROUP BY fabric
), declared_side AS (
    SELECT d.fabric, min(b.side) AS side, min(b.site) AS site FROM declared d JOIN fabric b ON b.fabric = d.declared_fabric GROUP BY d.fabric HAVING count(DISTINCT b.side) = 1
), twins AS (
    SELECT a.fabric, min(b.fabric) FILTER (WHERE va.vendor_words <> vb.vendor_words) AS twin,
        CASE WHEN bool_or(va.vendor_words <> vb.vendor_words) THEN TRUE WHEN count(va.vendor_words || vb.vendor_words) = count(*) THEN FALSE END AS differs FROM declared_side a JOIN declared_side b ON b.side <> a.side AND b.site = a.site
    JOIN vendors va ON va.fabric = a.fabric JOIN vendors vb ON vb.fabric = b.fabric
    WHERE a.side = 'A' GROUP BY a.fabric
), spine AS (
    SELECT fabric, coalesce(min(switch) FILTER (WHERE is_switch), min(switch)) AS switch,
        list_sort(list(switch) FILTER (WHERE is_switch)) AS switches FROM place GROUP BY fabric
)
SELECT s.fabric, s.switch, coalesce(s.switches, []) AS switches, d.declared_sides, coalesce(n.side_switches, []) AS side_switches, r.fabric IS NOT NULL AS is_routed,
    v.vendors, coalesce(v.vendor_switches, []) AS vendor_switches, CASE WHEN t.fabric IS NULL THEN FALSE ELSE t.differs END AS differs_from_twin, t.twin
FROM spine s LEFT JOIN sides d ON d.fabric = s.fabric LEFT JOIN named n ON n.fabric = s.fabric
LEFT JOIN (SELECT DISTINCT fabric FROM routed) r ON r.fabric = s.fabric
LEFT JOIN vendors v ON v.fabric = s.fabric LEFT JOIN twins t ON t.fabric = s.fabric
