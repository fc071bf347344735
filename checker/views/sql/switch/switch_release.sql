-- view: switch_release
-- meaning: One row per fabric and vendor of switches: the releases they run.
-- grain: fabric, vendor
-- owner: switch
-- spine: switch
-- column fabric text: name of the fabric
-- column vendor text: vendor
-- column switch text: first switch
-- column trains span: release trains, major and minor, of switches that are members of the fabric [switch.firmware_version, switch.switch_mode, isl.port, fabric_member.member_wwn]
-- column switch_releases list: each switch with its release
WITH linked AS (
    -- Access gateways and NPV switches have no ISLs and list no domains; NX-OS prints a mode for NPV switches only.
    SELECT switch FROM isl WHERE switch IS NOT NULL UNION SELECT switch FROM fabric_member WHERE switch IS NOT NULL
), switches AS (
    SELECT DISTINCT f.fabric, s.vendor, s.switch, s.firmware_version, regexp_extract(s.firmware_version, '([0-9]+\.[0-9]+)', 1) AS train,
        CASE WHEN regexp_matches(lower(s.switch_mode), 'gateway|npv') THEN FALSE WHEN s.switch_mode IS NOT NULL OR l.switch IS NOT NULL THEN TRUE END AS native
    FROM switch s JOIN switch_fabric f ON f.switch = s.switch LEFT JOIN linked l ON l.switch = s.switch WHERE s.vendor IS NOT NULL
)
SELECT fabric, vendor, min(switch) AS switch, distinct_span(nullif(train, ''), native) AS trains, names_of(switch || ': ' || firmware_version, native IS NOT FALSE) AS switch_releases
FROM switches GROUP BY fabric, vendor
