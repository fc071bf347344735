-- view: network_measurement
-- meaning: One row per measurement between two addresses, and the WAN link that it was assigned to.
-- grain: tool, source, destination
-- spine: network_test
-- column tool text: ping, mtr, winmtr or iperf3
-- column source text: where it ran; '' if unknown
-- column destination text: address or name of the other end
-- column wan_link text: link that has this address [network_test.wan_link]
-- column sent int: probes sent
-- column received int: probes answered [network_test.received]
-- column rtt_ms float: average round trip in ms
-- column throughput_mbps float: throughput of iperf3 in Mbit/s
-- column links list: WAN links in the input that it could belong to
-- column used bool: a link has this address, and a probe was answered [network_test.received]
-- column unused text: why it was not used: no link has this address, or no probe was answered
SELECT t.tool, t.source, t.destination, t.wan_link, t.sent, t.received, t.rtt_avg_ms AS rtt_ms, t.throughput_mbps,
    coalesce((SELECT list_sort(list(DISTINCT w.wan_link)) FROM wan_link w WHERE w.management_vpn IS NOT TRUE), []) AS links,
    t.wan_link IS NOT NULL AND (t.tool = 'iperf3' OR t.received > 0) AS used,
    CASE WHEN t.wan_link IS NULL THEN 'no WAN link is declared with this address' WHEN t.received = 0 THEN 'no probe was answered' END AS unused
FROM network_test t WHERE t.tool IS NOT NULL AND t.destination IS NOT NULL
