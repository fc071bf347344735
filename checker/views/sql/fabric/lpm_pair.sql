-- view: lpm_pair
-- meaning: One row per fabric and virtual adapter of a PowerVM partition: which of its two names are zoned.
-- grain: fabric, adapter
-- owner: switch
-- spine: zone_member
-- column fabric text: name of the fabric
-- column adapter text: first of the two names
-- column switch text: switch whose zone database was read
-- column label text: alias or registered name of the zoned one
-- column wwpn text: the zoned one; the first if both are
-- column partner text: the name that is not zoned, else the second one
-- column zoned_names span: names of the adapter that active zones contain [zone_member.wwpn, alias.wwpn, zone_member.active]
-- column zone_names list: zones of the one that is zoned
-- column is_fixed bool: the partition is tagged not_movable
WITH named AS (
    SELECT z.fabric, z.zone, z.wwpn, z.switch,
        -- The two names of one virtual adapter differ in the last digit only: an even one and the next.
        substr(z.wwpn, 1, 15) || substr('0022446688aaccee', strpos('0123456789abcdef', substr(z.wwpn, 16, 1)), 1) AS first_name
    FROM zone_port z WHERE z.active AND name_assigned_by(z.wwpn) = 'hypervisor'
), open_zones AS (
    SELECT fabric, count(*) FILTER (WHERE wwpn IS NULL AND NOT regexp_full_match(member, '[0-9]+,[0-9]+')) AS open, count(*) FILTER (WHERE active IS NULL) AS undated
    FROM zone_port WHERE active IS NOT FALSE AND member_type IS DISTINCT FROM 'property' GROUP BY fabric
), pairs AS (
    SELECT fabric, first_name AS adapter, min(switch) AS switch, min(wwpn) AS zoned, count(DISTINCT wwpn) AS names, list_sort(list(DISTINCT zone)) AS zones FROM named GROUP BY fabric, first_name
), fixed AS (
    SELECT DISTINCT about_key FROM tag WHERE about_kind IN ('initiator', 'host') AND tag = 'not_movable'
)
SELECT p.fabric, p.adapter, p.switch, coalesce(r.label, p.zoned) AS label, p.zoned AS wwpn,
    CASE WHEN p.zoned = p.adapter THEN substr(p.adapter, 1, 15) || substr('1133557799bbddff', strpos('0123456789abcdef', substr(p.adapter, 16, 1)), 1) ELSE p.adapter END AS partner,
    {'lo': p.names, 'hi': CASE WHEN o.open = 0 AND o.undated = 0 AND q.fabric IS NULL THEN p.names ELSE 2 END} AS zoned_names, p.zones AS zone_names,
    f.about_key IS NOT NULL OR h.about_key IS NOT NULL AS is_fixed
FROM pairs p JOIN open_zones o ON o.fabric = p.fabric
LEFT JOIN (SELECT DISTINCT fabric FROM fabric_reading WHERE zones_cut) q ON q.fabric = p.fabric
LEFT JOIN port_role r ON r.wwpn = p.zoned
LEFT JOIN fixed f ON f.about_key = p.zoned LEFT JOIN fixed h ON h.about_key = r.host
