-- view: host_adapter
-- meaning: One row per adapter card of a host: what its slot can carry, and what its ports can.
-- grain: host, adapter
-- owner: host
-- spine: host_hba
-- column host text: name of the host
-- column adapter text: PCI address of the card, else its serial number
-- column model text: adapter model [host_hba.model]
-- column ports int: FC ports of the card whose speed is known
-- column port_gbps float: line rates of those ports together, in Gbit/s as FC counts them [initiator.speed_gbps, initiator.max_speed_gbps, initiator.pci_address]
-- column port_mbps float: the same in 10^6 bytes per second, 100 for each Gbit/s [initiator.speed_gbps, initiator.max_speed_gbps, initiator.pci_address]
-- column lanes_card int: PCIe lanes of the card [host_hba.lanes_card]
-- column lanes_negotiated int: PCIe lanes in use [host_hba.lanes_negotiated]
-- column slot_mbps float: what these lanes carry one way, in 10^6 bytes a second: PCI Express base specification, rate a lane times 8b/10b up to 5 GT/s, 128b/130b above [host_hba.lanes_negotiated, host_hba.lane_speed_gtps]
-- column load_ratio float: line rate of the ports over what the slot carries; NULL as long as the speed of a port or of the slot is unknown
WITH port AS (
    SELECT host, regexp_replace(pci_address, '\.[0-9a-fA-F]+$', '') AS card, initiator_wwpn, hba, max(coalesce(speed_gbps, max_speed_gbps)) AS gbps
    FROM initiator WHERE pci_address IS NOT NULL AND coalesce(lower(transport), 'fc') IN ('fc', 'fcoe') AND npiv_parent_wwpn IS NULL
    GROUP BY ALL
), card AS (
    -- Native NVMe lists a port twice.
    SELECT host, card, count(DISTINCT coalesce(initiator_wwpn, hba)) AS ports, count(*) = count(gbps) AS known, sum(gbps) AS gbps
    FROM (SELECT host, card, coalesce(initiator_wwpn, hba) AS hba, NULL AS initiator_wwpn, max(gbps) AS gbps FROM port GROUP BY ALL) GROUP BY ALL
), adapter AS (
    SELECT h.host, coalesce(h.pci_address, h.serial) AS adapter, h.model, c.ports, CASE WHEN c.known THEN c.gbps END AS gbps, h.lanes_card, h.lanes_negotiated,
        h.lanes_negotiated * h.lane_speed_gtps * 125 * CASE WHEN h.lane_speed_gtps > 5 THEN 128.0 / 130 ELSE 0.8 END AS slot_mbps
    FROM host_hba h LEFT JOIN card c ON c.host = h.host AND c.card = h.pci_address
    WHERE h.host IS NOT NULL
)
SELECT host, adapter, model, ports, gbps::DOUBLE AS port_gbps, 100.0 * gbps::DOUBLE AS port_mbps, lanes_card, lanes_negotiated, slot_mbps::DOUBLE AS slot_mbps, 100.0 * gbps::DOUBLE / nullif(slot_mbps::DOUBLE, 0) AS load_ratio
FROM adapter WHERE adapter IS NOT NULL
