-- view: port_owner
-- meaning: One row per world wide port name that a host or an array claims as its own.
-- grain: wwpn
-- spine: initiator, path, target_port
-- column wwpn text: world wide port name
-- column owners span: different machines that claim it [initiator.host, target_port.storage_array, path.host]
-- column owner_names list: the machines that are known
WITH claims AS (
    SELECT initiator_wwpn AS wwpn, 'host ' || host AS owner FROM initiator WHERE initiator_wwpn IS NOT NULL
    UNION SELECT initiator_wwpn, 'host ' || host FROM path WHERE initiator_wwpn IS NOT NULL
    UNION SELECT target_wwpn, 'array ' || storage_array FROM target_port WHERE target_wwpn IS NOT NULL
)
SELECT wwpn, distinct_span(owner, TRUE) AS owners, names_of(owner, TRUE) AS owner_names FROM claims GROUP BY wwpn
