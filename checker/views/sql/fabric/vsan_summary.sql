-- view: vsan_summary
-- meaning: One row per fabric and VSAN: what unzoned devices may do there.
-- grain: fabric, vsan
-- owner: switch
-- spine: vsan, zone, login, switch
-- column fabric text: name of the fabric
-- column vsan text: VSAN or fabric id, '' without
-- column vsan_label text: the VSAN for messages; '' if the name of the fabric ends with it
-- column switch text: first switch that states the policy, else first switch of the fabric
-- column default_open bool: unzoned devices may communicate on some switch [vsan.default_zone]
-- column default_zone text: permit where a switch permits their traffic, for the place of a finding; NULL where none does
-- column default_in_force bool: the default zone governs traffic now; NULL if unknown [vsan.default_zone_in_force, switch.zoning_on]
-- column default_zone_in_force bool: the default zone governs all traffic on each switch, as no configuration is effective (always on NX-OS); NULL if they disagree or none says [vsan.default_zone_in_force, switch.zoning_on]
-- column open_switches list: switches that permit traffic between unzoned devices [vsan.default_zone]
-- column policy_switches list: those of them on which to change it: in enhanced zoning the first one, because the fabric distributes it [vsan.default_zone, vsan.zone_mode]
-- column idle_switches list: switches that state that no configuration is effective [vsan.default_zone_in_force, switch.zoning_on]
-- column unzoned list: devices that a switch lists in the default zone
-- column has_devices bool: some device is logged in; NULL if neither logins nor ports show it [login.wwpn, switch_port.port_type, switch_port.port_state, switch_port.port_vsan]
-- column ficon bool: declared or printed as a FICON VSAN
-- column has_modes bool: its switches have zoning modes, which NX-OS has and FOS does not
-- column is_basic bool: a switch runs basic zoning [vsan.zone_mode]
-- column basic_switches list: those switches
-- column is_interop bool: an interoperability mode is set, or switches of several vendors are in it
-- column is_partly_distributed bool: a switch distributes only the active zone set [vsan.distribute]
-- column partly_switches list: those switches
-- column switches span: switches in it [switch.switch_wwn, fabric_member.member_wwn]
-- column database_bytes int: size of the zone database, of the switch that states the most [vsan.zone_database_bytes]
-- column database_limit int: largest size, of the switch that states the least [fabric_setting.value]
WITH place AS (
    SELECT f.fabric, f.vsan, f.switch, s.vendor, s.zoning_on, s.switch IS NOT NULL AS is_switch
    FROM switch_fabric f LEFT JOIN switch s ON s.switch = f.switch
), active AS (
    SELECT DISTINCT coalesce(f.fabric, z.switch) AS fabric, z.vsan FROM zone z
    LEFT JOIN switch_fabric f ON f.switch = z.switch AND f.vsan = z.vsan WHERE z.active
), policy AS (
    SELECT p.fabric, p.vsan, p.switch, p.vendor, v.default_zone, v.ficon, v.zone_mode, v.interop_mode, v.distribute, v.zone_database_bytes,
        -- Brocade's default zone is inactive while a configuration is effective; an NX-OS one always governs what is in no zone.
        coalesce(v.default_zone_in_force, CASE WHEN p.vendor = 'cisco' THEN TRUE
            WHEN p.vendor = 'brocade' THEN CASE WHEN p.zoning_on OR a.fabric IS NOT NULL THEN FALSE WHEN NOT p.zoning_on THEN TRUE END END) AS in_force
    FROM place p JOIN vsan v ON v.switch = p.switch AND v.vsan = p.vsan
    LEFT JOIN active a ON a.fabric = p.fabric AND a.vsan = p.vsan
), policies AS (
    SELECT fabric, vsan, min(switch) AS switch, bool_or(ficon) AS ficon,
        CASE WHEN bool_or(default_zone = 'permit') THEN TRUE WHEN count(default_zone) = count(*) THEN FALSE END AS default_open,
        CASE WHEN bool_or(in_force) FILTER (WHERE default_zone = 'permit') THEN TRUE
             WHEN bool_and(in_force IS NOT NULL) FILTER (WHERE default_zone = 'permit') THEN FALSE END AS in_force,
        CASE WHEN bool_and(in_force) THEN TRUE WHEN bool_and(NOT in_force) THEN FALSE END AS default_zone_in_force, names_of(switch, in_force) AS idle_switches,
        min(default_zone) FILTER (WHERE default_zone = 'permit') AS default_zone, names_of(switch, default_zone = 'permit') AS open_switches,
        min(switch) FILTER (WHERE default_zone = 'permit' AND zone_mode = 'enhanced') AS enhanced_switch, names_of(switch, default_zone = 'permit' AND zone_mode IS DISTINCT FROM 'enhanced') AS single_switches,
        CASE WHEN bool_or(zone_mode = 'basic') THEN TRUE WHEN count(zone_mode) = count(*) THEN FALSE END AS is_basic, names_of(switch, zone_mode = 'basic') AS basic_switches,
        coalesce(bool_or(interop_mode NOT IN ('default', 'disabled', '0')), FALSE) AS is_interop,
        CASE WHEN bool_or(distribute LIKE 'active%') THEN TRUE WHEN count(distribute) = count(*) THEN FALSE END AS is_partly_distributed,
        names_of(switch, distribute LIKE 'active%') AS partly_switches, max(zone_database_bytes) AS database_bytes
    FROM policy GROUP BY fabric, vsan
), vendor_counts AS (
    SELECT fabric, vsan, count(DISTINCT vendor) AS vendors, bool_or(is_switch AND coalesce(vendor, 'other') <> 'brocade') AS has_modes, count(*) FILTER (WHERE is_switch) AS switches FROM place GROUP BY fabric, vsan
), listed AS (
    SELECT f.fabric, f.vsan, count(DISTINCT m.member_wwn) AS members, count(*) = count(m.member_wwn) AS known
    FROM fabric_member m JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan GROUP BY f.fabric, f.vsan
), limits AS (
    SELECT p.fabric, p.vsan, min(try_cast(replace(s.value, ',', '') AS BIGINT)) AS database_limit FROM place p
    JOIN fabric_setting s ON s.switch = p.switch AND s.vsan = p.vsan AND s.setting IN ('zone database limit bytes', 'zone database maximum bytes') GROUP BY p.fabric, p.vsan
), devices AS (
    SELECT fabric, vsan, count(*) AS logins FROM edge_port GROUP BY fabric, vsan
), states AS (
    SELECT p.fabric, p.vsan,
        (p.vsan = '' OR s.port_vsan = p.vsan) AND lower(s.port_state) IN ('online', 'up', 'trunking')
            AND (s.port_type LIKE 'F%' OR s.port_type IN ('NP', 'TF')) AS holds_device
    FROM place p LEFT JOIN switch_port s ON s.switch = p.switch WHERE p.is_switch
), ports AS (
    SELECT fabric, vsan, bool_or(holds_device) AS some_device, count(holds_device) = count(*) AS known FROM states GROUP BY fabric, vsan
), unzoned AS (
    SELECT f.fabric, f.vsan, names_of(coalesce(r.label, colons(m.wwpn), m.fcid), TRUE) AS devices FROM default_zone_member m
    JOIN switch_fabric f ON f.switch = m.switch AND f.vsan = m.vsan LEFT JOIN port_role r ON r.wwpn = m.wwpn GROUP BY f.fabric, f.vsan
), spine AS (
    SELECT fabric, vsan, coalesce(min(switch) FILTER (WHERE is_switch), min(switch)) AS switch FROM place GROUP BY fabric, vsan
)
SELECT s.fabric, s.vsan, vsan_label(s.fabric, s.vsan) AS vsan_label, coalesce(q.switch, s.switch) AS switch, q.default_open, q.default_zone, q.in_force AS default_in_force, q.open_switches, CASE WHEN q.enhanced_switch IS NULL THEN q.single_switches ELSE list_sort([q.enhanced_switch] || q.single_switches) END AS policy_switches, q.default_zone_in_force, q.idle_switches,
    u.devices AS unzoned, CASE WHEN d.logins > 0 OR p.some_device OR u.fabric IS NOT NULL THEN TRUE WHEN p.known THEN FALSE END AS has_devices,
    coalesce(q.ficon, FALSE) AS ficon,
    coalesce(m.has_modes, FALSE) AS has_modes, q.is_basic, q.basic_switches, coalesce(q.is_interop, FALSE) OR coalesce(m.vendors, 0) > 1 AS is_interop, q.is_partly_distributed, q.partly_switches,
    {'lo': greatest(m.switches, coalesce(l.members, 0)), 'hi': CASE WHEN l.known THEN greatest(m.switches, l.members) END} AS switches,
    q.database_bytes, n.database_limit
FROM spine s
LEFT JOIN policies q ON q.fabric = s.fabric AND q.vsan = s.vsan
LEFT JOIN devices d ON d.fabric = s.fabric AND d.vsan = s.vsan
LEFT JOIN ports p ON p.fabric = s.fabric AND p.vsan = s.vsan
LEFT JOIN vendor_counts m ON m.fabric = s.fabric AND m.vsan = s.vsan
LEFT JOIN listed l ON l.fabric = s.fabric AND l.vsan = s.vsan
LEFT JOIN limits n ON n.fabric = s.fabric AND n.vsan = s.vsan
LEFT JOIN unzoned u ON u.fabric = s.fabric AND u.vsan = s.vsan
