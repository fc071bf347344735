-- view: initiator_array
-- meaning: One row per initiator and array that zoning joins on a fabric, and what the array presents to the initiator.
-- grain: fabric, initiator_wwpn, storage_array
-- owner: storage_array
-- spine: zone_member, mask_initiator, path
-- column fabric text: name of the fabric; '' where only masking or a path joins them
-- column initiator_wwpn text: world wide port name of the initiator
-- column storage_array text: array
-- column initiator_label text: alias or registered name
-- column host text: host that owns the initiator
-- column owner_kind text: host, virtualiser, replication, backup or unknown
-- column targets span: target ports of the array in its zones [zone_member.wwpn, alias.wwpn, login.fc4_role, target_port.target_wwpn, target_port.role, target_port.storage_array]
-- column target_labels list: those ports
-- column is_zoned bool: an active zone joins them
-- column claimed_volumes span: volumes of the array that VPLEX has claimed and that are also presented to the initiator [storage_volume.used_by_array, mask_volume.device, mask_initiator.initiator_wwpn, path.device, path.initiator_wwpn]
-- column claimed_names list: those volumes
-- column presented_volumes span: volumes presented to the initiator; without an upper bound unless the array's masking was exported [mask_volume.device, mask_initiator.initiator_wwpn, path.device, path.initiator_wwpn, completeness.complete]
-- column is_behind_vplex bool: VPLEX claims volumes of the array and the array presents none to others [storage_volume.used_by_array, mask_initiator.initiator_wwpn]
-- column has_vplex bool: there is a VPLEX in the input
-- column is_migrating bool: the host, the array or a claimed volume is tagged migration
WITH zoned AS (
    SELECT z.fabric, z.initiator_wwpn, t.storage_array, count(DISTINCT z.target_wwpn) AS targets,
        list_sort(list(DISTINCT coalesce(r.label, z.target_wwpn))) AS labels
    FROM zoned_pair z JOIN target_place t ON t.target_wwpn = z.target_wwpn LEFT JOIN port_role r ON r.wwpn = z.target_wwpn
    WHERE t.storage_array IS NOT NULL GROUP BY z.fabric, z.initiator_wwpn, t.storage_array
), open_members AS (
    -- Members of an initiator's zones that may be one more port of any array.
    SELECT i.fabric, i.wwpn, count(DISTINCT coalesce(m.wwpn, m.member)) AS n
    FROM (SELECT * FROM zone_port WHERE active AND role IN ('initiator', 'both')) i
    JOIN (
        SELECT z.* FROM zone_port z LEFT JOIN target_place t ON t.target_wwpn = z.wwpn
        WHERE z.active AND z.member_type IS DISTINCT FROM 'property'
            AND (z.wwpn IS NULL OR z.role IS NULL OR z.role IN ('target', 'both') AND t.storage_array IS NULL)
    ) m ON m.fabric = i.fabric AND m.vsan = i.vsan AND m.zone = i.zone AND i.wwpn IS DISTINCT FROM m.wwpn
    GROUP BY i.fabric, i.wwpn
), claimed AS (
    SELECT device, min(storage_array) AS storage_array, min(coalesce(vplex_name, storage_volume, device)) AS name FROM storage_volume
    WHERE used_by_array IS NOT NULL AND device IS NOT NULL AND coalesce(lower(vplex_use), 'used') NOT IN ('unclaimed', 'unusable') GROUP BY device
), claims AS (
    SELECT count(*) AS claims FROM claimed
), masked AS (
    SELECT DISTINCT i.storage_array, i.initiator_wwpn, v.device FROM mask_initiator i
    JOIN mask_volume v ON v.storage_array = i.storage_array AND v.cluster = i.cluster AND v."view" = i."view"
    WHERE i.initiator_wwpn IS NOT NULL
), seen AS (
    SELECT DISTINCT t.storage_array, p.initiator_wwpn, p.device FROM path p JOIN target_place t ON t.target_wwpn = p.target_wwpn
    WHERE p.initiator_wwpn IS NOT NULL AND t.storage_array IN (SELECT storage_array FROM claimed)
), presented AS (
    SELECT storage_array, initiator_wwpn, device FROM masked UNION SELECT storage_array, initiator_wwpn, device FROM seen
), volumes AS (
    SELECT p.storage_array, p.initiator_wwpn, count(DISTINCT p.device) AS volumes, count(*) FILTER (WHERE p.device IS NULL) AS unnamed,
        count(DISTINCT c.device) AS claimed, names_of(c.name, c.device IS NOT NULL) AS claimed_names
    FROM presented p LEFT JOIN claimed c ON c.device = p.device GROUP BY p.storage_array, p.initiator_wwpn
), backing AS (
    -- Arrays whose every presented volume goes to VPLEX.
    SELECT c.storage_array, bool_and(r.owner_kind = 'virtualiser' OR port_family(m.initiator_wwpn) = 'vplex') AS only_vplex
    FROM (SELECT DISTINCT storage_array FROM claimed WHERE storage_array IS NOT NULL) c
    JOIN (SELECT DISTINCT storage_array, initiator_wwpn FROM presented) m ON m.storage_array = c.storage_array
    LEFT JOIN port_role r ON r.wwpn = m.initiator_wwpn GROUP BY c.storage_array
), masks AS (
    SELECT DISTINCT storage_array FROM mask_volume
), whole AS (
    SELECT DISTINCT name FROM whole_scope WHERE scope = 'storage_array' AND complete
), marks AS (
    SELECT DISTINCT about_kind, about_key FROM tag WHERE tag = 'migration'
), spine AS (
    SELECT fabric, initiator_wwpn, storage_array FROM zoned
    UNION ALL SELECT '', initiator_wwpn, storage_array FROM volumes v WHERE NOT EXISTS (SELECT 1 FROM zoned z WHERE z.initiator_wwpn = v.initiator_wwpn AND z.storage_array = v.storage_array)
)
SELECT s.fabric, s.initiator_wwpn, s.storage_array, coalesce(r.label, s.initiator_wwpn) AS initiator_label, r.host, r.owner_kind,
    {'lo': coalesce(z.targets, 0), 'hi': coalesce(z.targets, 0) + coalesce(o.n, 0)} AS targets, coalesce(z.labels, []) AS target_labels, z.targets IS NOT NULL AS is_zoned,
    {'lo': coalesce(v.claimed, 0), 'hi': CASE WHEN w.name IS NOT NULL OR k.storage_array IS NOT NULL THEN coalesce(CASE WHEN n.claims > 0 THEN v.claimed ELSE v.volumes END, 0) + coalesce(v.unnamed, 0) END} AS claimed_volumes,
    coalesce(v.claimed_names, []) AS claimed_names,
    {'lo': coalesce(v.volumes, 0), 'hi': CASE WHEN w.name IS NOT NULL AND k.storage_array IS NOT NULL THEN coalesce(v.volumes, 0) + coalesce(v.unnamed, 0) END} AS presented_volumes,
    b.only_vplex AS is_behind_vplex, (SELECT count(*) FROM target_place WHERE family = 'vplex') + (SELECT count(*) FROM storage_array WHERE family = 'vplex') > 0 AS has_vplex,
    ma.about_key IS NOT NULL OR mh.about_key IS NOT NULL AS is_migrating
FROM spine s
LEFT JOIN zoned z ON z.fabric = s.fabric AND z.initiator_wwpn = s.initiator_wwpn AND z.storage_array = s.storage_array
LEFT JOIN open_members o ON o.fabric = s.fabric AND o.wwpn = s.initiator_wwpn
LEFT JOIN port_role r ON r.wwpn = s.initiator_wwpn
LEFT JOIN volumes v ON v.initiator_wwpn = s.initiator_wwpn AND v.storage_array = s.storage_array
LEFT JOIN backing b ON b.storage_array = s.storage_array
LEFT JOIN masks k ON k.storage_array = s.storage_array
LEFT JOIN whole w ON w.name = s.storage_array
LEFT JOIN marks ma ON ma.about_kind = 'storage_array' AND ma.about_key = s.storage_array
LEFT JOIN marks mh ON mh.about_kind = 'host' AND mh.about_key = r.host
CROSS JOIN claims n
