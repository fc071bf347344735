-- view: remote_port_state
-- meaning: One row per port of a host and target port that it sees or has lost.
-- grain: host, hba, target
-- owner: host
-- spine: remote_port
-- column host text: name of the host
-- column hba text: name of the host's port
-- column target text: world wide port name of the target port, else its SCSI address
-- column target_wwpn text: world wide port name of the target port
-- column target_shown text: names of the target port, else its world wide name or SCSI address
-- column port_state text: state as printed [remote_port.port_state]
-- column gone bool: the host cannot reach it; FALSE where no state is printed, but all paths from that port to it are live [remote_port.port_state, path.state]
-- column wanted bool: it is not a port that was taken out of use and that the host still lists: another port of its node is there, or its state is a passing one; NULL if unknown [remote_port.port_state, remote_port.target_wwnn]
-- column is_target bool: it is not only an initiator; TRUE where the host prints no roles [remote_port.roles]
WITH live AS (
    SELECT host, hba, target_wwpn FROM path WHERE target_wwpn IS NOT NULL GROUP BY ALL HAVING bool_and(coalesce(state IN ('active', 'standby'), FALSE))
), ports AS (
    SELECT host, hba, coalesce(target_wwpn, scsi_target) AS target, target_wwpn, target_wwnn, port_state, state_word(port_state) AS word,
        coalesce(lower(roles) LIKE '%target%', TRUE) AS is_target
    FROM remote_port WHERE host IS NOT NULL AND coalesce(target_wwpn, scsi_target) IS NOT NULL
), there AS (
    SELECT DISTINCT host, target_wwnn FROM ports WHERE word IN ('online', 'up') AND target_wwnn IS NOT NULL
), judged AS (
    SELECT p.*, CASE WHEN word IN ('online', 'up', 'live') OR word IS NULL AND l.host IS NOT NULL THEN FALSE
        WHEN word IN ('blocked', 'not-present', 'marginal') OR no_link(word) OR state_class(word) = 'failed' THEN TRUE END AS gone,
        -- Linux lists a port that was removed for good as not present until it restarts.
        CASE WHEN word <> 'not-present' OR t.host IS NOT NULL THEN TRUE END AS wanted
    FROM ports p LEFT JOIN there t ON t.host = p.host AND t.target_wwnn = p.target_wwnn
    LEFT JOIN live l ON l.host = p.host AND l.hba = p.hba AND l.target_wwpn = p.target_wwpn
)
SELECT j.host, coalesce(j.hba, '') AS hba, j.target, min(j.target_wwpn) AS target_wwpn, coalesce(min(i.shown), j.target) AS target_shown, min(j.port_state) AS port_state,
    CASE WHEN bool_or(NOT j.gone) THEN FALSE ELSE bool_or(j.gone) END AS gone, bool_or(j.wanted) AS wanted, bool_or(j.is_target) AS is_target
FROM judged j LEFT JOIN port_identity i ON i.wwpn = j.target_wwpn
GROUP BY j.host, j.hba, j.target
