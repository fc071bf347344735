-- view: wwpn_switches
-- meaning: One row per fabric, VSAN and port name: the switches that list its login themselves.
-- grain: fabric, vsan, wwpn
-- owner: fabric
-- spine: login
-- column fabric text: name of the fabric
-- column vsan text: VSAN, '' without
-- column wwpn text: world wide port name
-- column label text: alias or registered name, else the port name
-- column switches span: switches that list its login themselves, without gateways [login.local]
-- column places list: those switches and ports
WITH held AS (
    SELECT f.fabric, l.vsan, l.wwpn, l.switch, l.port, l.local FROM login l
    JOIN switch_fabric f ON f.switch = l.switch AND f.vsan = l.vsan LEFT JOIN switch s ON s.switch = l.switch
    -- A gateway and the switch it is connected to both list the devices behind it.
    WHERE l.wwpn IS NOT NULL AND NOT coalesce(regexp_matches(lower(s.switch_mode), 'gateway|npv|ag'), FALSE)
)
SELECT h.fabric, h.vsan, h.wwpn, coalesce(min(r.label), h.wwpn) AS label, distinct_span(h.switch, h.local) AS switches,
    list_sort(list(h.switch || coalesce(' port ' || h.port, '')) FILTER (WHERE h.local IS NOT FALSE)) AS places
FROM held h LEFT JOIN port_role r ON r.wwpn = h.wwpn GROUP BY h.fabric, h.vsan, h.wwpn
