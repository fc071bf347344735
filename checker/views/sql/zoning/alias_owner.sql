-- view: alias_owner
-- meaning: One row per alias and port it stands for: whether its name indicates another host or another fabric.
-- grain: fabric, vsan, alias, wwpn
-- owner: switch
-- spine: alias
-- column fabric text: name of the fabric; of the first one for an alias that several VSANs of a switch share
-- column vsan text: VSAN; '' for device aliases and without VSANs
-- column alias text: name of the alias
-- column wwpn text: port it stands for
-- column switch text: switch whose list was read
-- column host text: host that owns the port [initiator.host, initiator.initiator_wwpn]
-- column named_host text: a known host whose name begins the alias; '' if none does
-- column named_side text: side that the alias names with a word like fabric, fab, side or san before it: A or B; '' if it names none
-- column login_side text: declared side of the fabric where the port is logged in [fabric.side, login.wwpn]
WITH homes AS (
    -- A device alias has no VSAN and applies to all VSANs of its switch.
    SELECT a.switch, a.vsan, min(f.fabric) AS fabric FROM (SELECT DISTINCT switch, vsan FROM alias) a
    LEFT JOIN switch_fabric f ON f.switch = a.switch AND (f.vsan = a.vsan OR a.vsan = '') GROUP BY a.switch, a.vsan
), aliases AS (
    SELECT coalesce(h.fabric, '') AS fabric, coalesce(a.vsan, '') AS vsan, a.alias, a.wwpn, min(a.switch) AS switch
    FROM alias a LEFT JOIN homes h ON h.switch = a.switch AND h.vsan = a.vsan
    WHERE a.alias IS NOT NULL AND a.wwpn IS NOT NULL GROUP BY ALL
), named AS (
    SELECT DISTINCT lower(regexp_extract(host, '^[^.]+')) AS short, host FROM host WHERE host IS NOT NULL
), known AS (
    SELECT short, min(host) AS host FROM named GROUP BY short HAVING count(*) = 1
), words AS (
    -- The name of the alias up to each of its separators.
    SELECT DISTINCT alias, unnest(list_transform(range(1, least(length(alias), 64) + 1), lambda n: CASE WHEN n = length(alias) OR substr(alias, n + 1, 1) IN ('_', '-', '.') THEN lower(substr(alias, 1, n)) END)) AS start
    FROM (SELECT DISTINCT alias FROM aliases)
), named_hosts AS (
    SELECT w.alias, arg_max(k.host, length(w.start)) AS host FROM words w JOIN known k ON k.short = w.start WHERE w.start IS NOT NULL GROUP BY w.alias
), side AS (
    SELECT p.wwpn, min(f.side) AS side FROM port_fabric p JOIN fabric f ON f.fabric = p.fabric WHERE p.basis = 'login' GROUP BY p.wwpn
)
SELECT a.fabric, a.vsan, a.alias, a.wwpn, a.switch, r.host, coalesce(t.host, '') AS named_host,
    upper(regexp_extract(lower(a.alias), '(?:^|[^a-z0-9])(?:fabric|fab|side|san)[_-]?([ab])(?:[^a-z0-9]|$)', 1)) AS named_side, s.side AS login_side
FROM aliases a
LEFT JOIN port_role r ON r.wwpn = a.wwpn AND r.role = 'initiator'
LEFT JOIN named_hosts t ON t.alias = a.alias
LEFT JOIN side s ON s.wwpn = a.wwpn
