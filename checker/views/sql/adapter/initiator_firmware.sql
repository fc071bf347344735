-- view: initiator_firmware
-- meaning: One row per FC port of a host whose adapter states the firmware in its flash in addition to the one that runs.
-- grain: host, initiator_wwpn
-- owner: host
-- spine: initiator
-- column host text: name of the host
-- column initiator_wwpn text: world wide port name of the port
-- column model text: adapter model [initiator.model]
-- column running text: firmware that runs [initiator.firmware_version]
-- column stored text: firmware in the flash [initiator.flash_firmware_version]
-- column same bool: both are the same version [initiator.firmware_version, initiator.flash_firmware_version]
SELECT host, initiator_wwpn, min(model) AS model, min(firmware_version) AS running, min(flash_firmware_version) AS stored,
    -- Some adapters print the name of the image after the version.
    min(lower(split_part(trim(firmware_version), ' ', 1))) = min(lower(split_part(trim(flash_firmware_version), ' ', 1))) AS same
FROM initiator
WHERE host IS NOT NULL AND initiator_wwpn IS NOT NULL AND flash_firmware_version IS NOT NULL AND coalesce(owner_kind, 'host') = 'host'
GROUP BY host, initiator_wwpn
