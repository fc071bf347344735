-- view: target_fan_in
-- meaning: One row per array port that initiators are zoned to: their speeds together against its own, and signs that this is too much.
-- grain: fabric, target_wwpn
-- owner: switch
-- spine: initiator_target
-- column fabric text: fabric
-- column target_wwpn text: world wide port name of the target port
-- column target_label text: alias or registered name
-- column switch text: switch it is logged in to [login.wwpn]
-- column initiators int: initiators that zones or paths join to it
-- column initiator_gbps float: their speeds together, Gbit/s; NULL unless all are known [switch_port.speed_gbps, login.wwpn]
-- column target_gbps float: its speed, Gbit/s [switch_port.speed_gbps]
-- column fan_in float: the first over the second
-- column load_measured bool: its throughput was measured
-- column peak_ratio float: highest measured peak over its line rate [port_load.peak, switch_port.speed_gbps, target_port.speed_gbps]
-- column drops_frames bool: frames to it time out at its switch port [counter_sample.value, counter_sample.captured_at, counter_sample.cleared_at, counter_sample.clear_age_seconds, login.wwpn]
-- column refused_commands float: commands it refused with queue full or busy, where an export counts them [port_load.value]
WITH fan AS (
    SELECT fabric, target_wwpn, min(target_label) AS target_label, min(target_switch) AS switch, count(*) AS initiators,
        CASE WHEN count(initiator_gbps) = count(*) THEN sum(initiator_gbps) END AS initiator_gbps, max(target_gbps) AS target_gbps
    FROM initiator_target GROUP BY fabric, target_wwpn
), drops AS (
    SELECT e.fabric, e.wwpn, CASE WHEN bool_or(c.rate_per_min > 0) THEN TRUE WHEN count(c.rate_per_min) = count(*) THEN FALSE END AS dropping
    FROM edge_port e LEFT JOIN counter_rate c ON c.switch = e.switch AND c.port = e.port AND c.counter = 'class3_timeout_tx' GROUP BY e.fabric, e.wwpn
), measured AS (
    SELECT place, max(peak_ratio) AS peak_ratio FROM port_utilisation WHERE about_kind = 'target_port' GROUP BY place
)
SELECT f.fabric, f.target_wwpn, f.target_label, f.switch, f.initiators, f.initiator_gbps, f.target_gbps, f.initiator_gbps / nullif(f.target_gbps, 0) AS fan_in,
    m.place IS NOT NULL AS load_measured, m.peak_ratio, q.refused AS refused_commands, d.dropping AS drops_frames
FROM fan f LEFT JOIN measured m ON m.place = f.target_wwpn LEFT JOIN target_port_queue q ON q.port = f.target_wwpn
LEFT JOIN drops d ON d.fabric = f.fabric AND d.wwpn = f.target_wwpn
