-- view: registered_adapter_group
-- meaning: One row per host and adapter model as registered with the fabrics: versions of its FC ports, without hosts whose own exports state them.
-- grain: hostname, os_name, model
-- spine: registered_adapter
-- column hostname text: name that the host registered
-- column os_name text: operating system that it registered; '' if it registered none
-- column model text: adapter model
-- column named bool: name and operating system identify a host: a name that many machines have does not, and neither does a name alone
-- column wwpn text: one of the ports
-- column ports int: FC ports of that model
-- column firmwares span: different firmware versions [registered_adapter.firmware_version]
-- column firmware_names list: those versions
-- column driver_versions span: different driver versions [registered_adapter.driver_version]
-- column driver_version_names list: those versions
WITH port AS (
    -- A host has one operating system: other ones under its name are of another host, or of another time.
    SELECT wwpn, lower(hostname) AS hostname, coalesce(os_name, '') AS os_name, model, firmware_version, driver_version
    FROM registered_adapter WHERE hostname IS NOT NULL AND model IS NOT NULL
), described AS (
    SELECT DISTINCT p.hostname FROM port p JOIN initiator i ON i.initiator_wwpn = p.wwpn WHERE i.firmware_version IS NOT NULL OR i.driver_version IS NOT NULL
)
SELECT hostname, os_name, model, os_name <> '' AND NOT regexp_matches(hostname, '^(localhost[46]?(\..*)?|linux|esxi?|host|server|default)$') AS named, min(wwpn) AS wwpn, count(*) AS ports,
    distinct_span(firmware_version, TRUE) AS firmwares, names_of(firmware_version, TRUE) AS firmware_names,
    distinct_span(driver_version, TRUE) AS driver_versions, names_of(driver_version, TRUE) AS driver_version_names
FROM port WHERE hostname NOT IN (SELECT hostname FROM described) GROUP BY hostname, os_name, model
