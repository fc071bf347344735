-- view: volume_protocols
-- meaning: One row per volume with paths: by which protocols hosts reach it.
-- grain: volume
-- spine: path
-- column volume text: identity of the LUN or namespace
-- column protocols span: different protocols among the paths of all hosts [path.protocol]
-- column protocol_names list: those that are known
-- column hosts list: hosts with a path
SELECT device AS volume, distinct_span(protocol, TRUE) AS protocols, names_of(protocol, TRUE) AS protocol_names, names_of(host, TRUE) AS hosts
FROM path WHERE device IS NOT NULL AND host IS NOT NULL GROUP BY device
