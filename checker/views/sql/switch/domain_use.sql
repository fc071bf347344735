-- view: domain_use
-- meaning: One row per switch and VSAN: which other switches of its fabric, or of fabrics that are to be merged, have its domain id.
-- grain: switch, vsan
-- owner: switch
-- spine: switch
-- column switch text: name of the switch
-- column vsan text: VSAN, '' without
-- column fabric text: name of the fabric
-- column domain_id text: domain id, decimal [switch.domain_id, fabric_setting.value]
-- column is_shared bool: another member has the same one; NULL while that of a member is unknown [switch.domain_id, fabric_setting.value]
-- column sharing_switches list: those members
-- column is_locked bool: the switch keeps its domain id or does not join the fabric: insistent on Brocade, static on Cisco [fabric_setting.value]
-- column place_zones span: active zones of its fabric that name a member by domain and port or by FC address; NULL without an export of its zones [zone_member.member_type, alias.member, zone_member.alias]
-- column is_to_be_merged bool: the fabric is tagged to_be_merged
WITH merging AS (
    SELECT DISTINCT about_key AS fabric FROM tag WHERE about_kind = 'fabric' AND tag = 'to_be_merged'
), stated AS (
    SELECT switch, vsan, min(value) AS domain_id FROM fabric_setting WHERE setting = 'current domain id' GROUP BY switch, vsan
), locks AS (
    SELECT switch, vsan, bool_or(CASE WHEN setting = 'fabric.ididmode' THEN value <> '0' ELSE value LIKE '%static%' END) AS locked,
        bool_or(value IS NULL) AS hidden FROM fabric_setting WHERE setting IN ('configured domain id', 'fabric.ididmode') GROUP BY switch, vsan
), placed AS (
    SELECT fabric, vsan, count_span(above(place_members, 0)) AS zones FROM zone_addressing GROUP BY fabric, vsan
), alone AS (
    SELECT switch FROM switch_fabric GROUP BY switch HAVING count(*) = 1
), members AS (
    SELECT s.switch, f.vsan, f.fabric, coalesce(t.domain_id, CASE WHEN o.switch IS NOT NULL THEN s.domain_id END) AS domain_id, m.fabric IS NOT NULL AS merging
    FROM switch s JOIN switch_fabric f ON f.switch = s.switch
    LEFT JOIN stated t ON t.switch = s.switch AND t.vsan = f.vsan LEFT JOIN alone o ON o.switch = s.switch LEFT JOIN merging m ON m.fabric = f.fabric
    WHERE NOT coalesce(regexp_matches(lower(s.switch_mode), 'gateway|npv'), FALSE)
), others AS (
    SELECT a.switch, a.vsan, bool_or(a.domain_id = b.domain_id) AS shared, count(b.domain_id) = count(*) AS known, names_of(b.switch, a.domain_id = b.domain_id) AS names
    FROM members a JOIN members b ON b.switch <> a.switch AND b.vsan = a.vsan AND (b.fabric = a.fabric OR a.merging AND b.merging) GROUP BY a.switch, a.vsan
)
SELECT m.switch, m.vsan, m.fabric, m.domain_id,
    CASE WHEN o.shared THEN TRUE WHEN m.domain_id IS NOT NULL AND coalesce(o.known, TRUE) THEN FALSE END AS is_shared, coalesce(o.names, []) AS sharing_switches,
    CASE WHEN l.locked THEN TRUE WHEN NOT l.hidden THEN FALSE END AS is_locked, p.zones AS place_zones, m.merging AS is_to_be_merged
FROM members m LEFT JOIN others o ON o.switch = m.switch AND o.vsan = m.vsan
LEFT JOIN locks l ON l.switch = m.switch AND l.vsan = m.vsan
LEFT JOIN placed p ON p.fabric = m.fabric AND p.vsan = m.vsan
