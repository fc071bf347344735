-- view: zone_member_state
-- meaning: One row per member of an active zone, resolved to a port, once per fabric.
-- grain: fabric, vsan, zone, member, member_port
-- owner: switch
-- spine: zone_member
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column zone text: name of the zone
-- column member text: member as written
-- column defined_member text: the member as the defined zone lists it, which may be an alias; NULL if its export is missing, or if it is an alias that also stands for other ports
-- column nxos_member text: the same as NX-OS configures it: pwwn, device-alias or fcalias, with the role in a smart zone; NULL if that is unknown [zone_member.member_type, zone_member.wwpn, alias.alias]
-- column member_port text: port the member stands for; the member itself where that is unknown
-- column switch text: switch whose zone database was read
-- column member_label text: alias or registered name of the port, else its name
-- column wwpn text: port; NULL if unknown [zone_member.wwpn, alias.wwpn]
-- column port_role text: initiator, target or both; NULL if unknown [login.fc4_role, initiator.initiator_wwpn, target_port.target_wwpn, target_port.role]
-- column initiator_owner text: what counts as one initiator: the array of a virtualiser or replication port, the pair of an LPM adapter, else the port [zone_member.wwpn, alias.wwpn]
-- column owner_kind text: host, virtualiser, replication, backup or unknown, for initiators
-- column target_array text: array of a target port [target_port.storage_array]
-- column target_kind text: tape or disk, for target ports; NULL if neither the array nor the registered name shows it [login.node_symbolic_name, login.symbolic_name, target_port.storage_array]
-- column vplex_side text: front-end or back-end, for ports of VPLEX [target_port.role]
-- column is_logged_in bool: logged in to this fabric; FALSE only where the logins of the fabric are complete or the switch marks its members [login.wwpn, zone_member.logged_in, zone_member.wwpn, alias.wwpn, completeness.complete, fabric_member.member_wwn, login.local, switch_port.port_type, switch_port.attached_wwn]
-- column is_expected_absent bool: a spare, a pooled or a partner port that need not be logged in
-- column ficon bool: in a FICON VSAN
-- column spread_days span: days between the oldest and the newest export of the switches of the fabric [export.captured_at]
-- column zone_absent_labels list: members of the zone that are not logged in and should be
-- column zone_live_initiators span: initiators of the zone that are logged in [login.wwpn, zone_member.logged_in, zone_member.wwpn, alias.wwpn, zone_member.member_role, login.fc4_role]
-- column zone_live_targets span: target ports of the zone that are logged in [login.wwpn, zone_member.logged_in, zone_member.wwpn, alias.wwpn, zone_member.member_role, login.fc4_role]
-- column zone_elsewhere list: switch ports, in another VSAN or fabric, at which absent members of the zone are logged in; NULL if there are none
WITH tagged AS (
    SELECT about_key, list_sort(list(tag)) AS tags FROM tag WHERE about_kind IN ('zone', 'alias', 'initiator', 'zone_member') GROUP BY 1
), marked AS (
    SELECT DISTINCT coalesce(f.fabric, m.switch) AS fabric, m.vsan, m.zone FROM zone_member m
    LEFT JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan WHERE m.active AND m.logged_in IS NOT NULL
), ficon AS (
    SELECT DISTINCT f.fabric, v.vsan FROM vsan v JOIN switch_fabric f ON f.switch = v.switch AND f.vsan = v.vsan WHERE v.ficon
), registered AS (
    -- The symbolic name of the port; with FCP it contains the SCSI product.
    SELECT wwpn, max(upper(concat_ws(' ', node_symbolic_name, symbolic_name, device_type, vendor))) AS words FROM login WHERE wwpn IS NOT NULL GROUP BY wwpn
), ports AS (
    SELECT z.fabric, z.vsan, z.zone, z.member, z.wwpn, z.role, z.member_role, z.switch, z.logged_in, r.owner_kind, r.storage_array, r.label,
        CASE WHEN z.role IN ('target', 'both') THEN coalesce(t.storage_array, r.storage_array) END AS target_array,
        CASE WHEN z.role NOT IN ('target', 'both') THEN NULL
             WHEN regexp_matches(g.words, 'ULTRIUM|ULT3580|T10000|STK |SL[0-9]{3,4}\\b|03584|03592|SCALAR|\\bTAPE|\\bDXI|\\bVTL|DATA DOMAIN|DATADOMAIN|STOREONCE|MEDIA CHANGER') THEN 'tape'
             WHEN t.storage_array IS NOT NULL OR t.family IN ('vplex', 'symmetrix', 'xtremio', 'clariion') THEN 'disk'
             WHEN regexp_matches(g.words, 'SYMMETRIX|VRAID|\\bDGC\\b|FLASHARRAY|3PARDATA|COMPELNT|HSV[0-9]|2145|2107|NETAPP|ONTAP|OPEN-|XTREMAPP|INVISTA|DISK-SUBSYSTEM') THEN 'disk' END AS target_kind,
        CASE WHEN t.family = 'vplex' AND t.role IN ('front-end', 'back-end') THEN t.role END AS vplex_side,
        -- Both names of one virtual adapter differ in their last digit; one of them is inactive until the partition moves.
        CASE WHEN name_assigned_by(z.wwpn) = 'hypervisor' THEN substr(z.wwpn, 1, 15) || (strpos('0123456789abcdef', substr(z.wwpn, 16, 1)) - 1) // 2 END AS pair
    FROM zone_port z LEFT JOIN port_role r ON r.wwpn = z.wwpn
    LEFT JOIN target_place t ON t.target_wwpn = z.wwpn LEFT JOIN registered g ON g.wwpn = z.wwpn
    WHERE z.active AND z.member_type IS DISTINCT FROM 'property'
), states AS (
    SELECT p.fabric, p.vsan, p.zone, p.member, coalesce(p.wwpn, p.member) AS member_port, p.switch,
        coalesce(p.label, p.wwpn, p.member) AS member_label, p.wwpn, p.role AS port_role,
        -- A smart zone states what each member may be.
        coalesce(p.role, CASE WHEN p.member_role IN ('initiator', 'target', 'both') THEN p.member_role END) AS zoned_role,
        CASE WHEN port_family(p.wwpn) = 'vplex' THEN 'VPLEX'
             WHEN p.owner_kind IN ('virtualiser', 'replication', 'backup') THEN coalesce(p.storage_array, p.owner_kind)
             ELSE coalesce(p.pair, p.wwpn, p.member) END AS initiator_owner,
        p.owner_kind, p.target_array, p.target_kind, p.vplex_side,
        CASE WHEN p.logged_in THEN TRUE WHEN NOT p.logged_in AND (m.zone IS NOT NULL OR c.logins_complete) THEN FALSE END AS is_logged_in,
        coalesce(p.pair IS NOT NULL OR name_assigned_by(p.wwpn) = 'service profile'
            OR list_contains(z.tags, 'spare') OR list_contains(w.tags, 'spare') OR list_contains(a.tags, 'spare'), FALSE) AS is_expected_absent,
        i.fabric IS NOT NULL AS ficon
    FROM ports p
    LEFT JOIN marked m ON m.fabric = p.fabric AND m.vsan = p.vsan AND m.zone = p.zone
    LEFT JOIN fabric_reading c ON c.fabric = p.fabric AND c.vsan = p.vsan
    LEFT JOIN ficon i ON i.fabric = p.fabric AND i.vsan = p.vsan
    LEFT JOIN tagged z ON z.about_key = p.zone
    LEFT JOIN tagged w ON w.about_key = p.wwpn
    LEFT JOIN tagged a ON a.about_key = p.member
), exports AS (
    SELECT fabric, {'lo': ceil((epoch(max(captured_at)) - epoch(min(captured_at))) / 86400)::BIGINT,
        'hi': CASE WHEN count(captured_at) = count(*) THEN ceil((epoch(max(captured_at)) - epoch(min(captured_at))) / 86400)::BIGINT END} AS spread_days
    FROM (SELECT f.fabric, e.captured_at FROM (SELECT DISTINCT fabric, switch FROM switch_fabric) f JOIN export e ON e.owner = f.switch AND NOT coalesce(e.intent, FALSE)
        -- Of several captures of one thing the newest counts.
        QUALIFY row_number() OVER (PARTITION BY f.fabric, e.owner, e.format ORDER BY e.captured_at DESC NULLS LAST, e.file) = 1)
    GROUP BY fabric HAVING count(captured_at) > 0
), seen AS (
    SELECT wwpn, list(DISTINCT 'port ' || port || ' of ' || switch || CASE WHEN vsan <> '' THEN ' (VSAN ' || vsan || ')' ELSE '' END) AS places
    FROM login WHERE wwpn IS NOT NULL AND port IS NOT NULL AND local IS NOT FALSE GROUP BY wwpn
), alias_names AS (
    SELECT switch, alias, list(DISTINCT vsan) AS vsans FROM alias GROUP BY switch, alias
), defined AS (
    SELECT p.fabric, p.vsan, p.zone, p.member, min(coalesce(p.wwpn, p.member)) AS member_port,
        min(nxos_member(p.member_type, p.member, p.wwpn, p.vsan, a.vsans, p.member_role)) AS nxos
    FROM zone_port p LEFT JOIN alias_names a ON p.member_type = 'alias' AND a.switch = p.switch AND a.alias = p.member
    WHERE NOT p.active GROUP BY p.fabric, p.vsan, p.zone, p.member HAVING count(*) = 1
), moved AS (
    SELECT s.fabric, s.vsan, s.zone, list_sort(list_distinct(flatten(list(l.places)))) AS elsewhere
    FROM states s JOIN seen l ON l.wwpn = s.wwpn WHERE NOT s.is_logged_in AND NOT s.is_expected_absent GROUP BY ALL
), zones AS (
    SELECT fabric, vsan, zone, names_of(member_label, NOT is_logged_in AND NOT is_expected_absent) AS absent_labels,
        count_span(CASE WHEN zoned_role = 'target' OR NOT is_logged_in THEN FALSE WHEN zoned_role IS NOT NULL AND is_logged_in THEN TRUE END) AS live_initiators,
        count_span(CASE WHEN zoned_role = 'initiator' OR NOT is_logged_in THEN FALSE WHEN zoned_role IS NOT NULL AND is_logged_in THEN TRUE END) AS live_targets
    FROM states GROUP BY fabric, vsan, zone
)
SELECT s.* EXCLUDE (zoned_role), d.member AS defined_member, d.nxos AS nxos_member, e.spread_days, z.absent_labels AS zone_absent_labels, z.live_initiators AS zone_live_initiators, z.live_targets AS zone_live_targets, m.elsewhere AS zone_elsewhere
FROM states s LEFT JOIN exports e ON e.fabric = s.fabric JOIN zones z ON z.fabric = s.fabric AND z.vsan = s.vsan AND z.zone = s.zone
LEFT JOIN moved m ON m.fabric = s.fabric AND m.vsan = s.vsan AND m.zone = s.zone
LEFT JOIN defined d ON d.fabric = s.fabric AND d.vsan = s.vsan AND d.zone = s.zone AND d.member_port = s.member_port
