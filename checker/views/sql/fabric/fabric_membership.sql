-- view: fabric_membership
-- meaning: One row per fabric and VSAN: do its switches list each other as members?
-- grain: fabric, vsan
-- owner: switch
-- spine: switch, fabric_member
-- column fabric text: name of the fabric
-- column vsan text: VSAN, or ''
-- column vsan_label text: the VSAN for messages; '' if the name of the fabric ends with it
-- column switch text: the first of its switches that do not list each other, else of all
-- column is_whole bool: each two of its switches are listed together; NULL if a list, or the name under which it would list a switch, is missing [fabric_member.member_wwn, fabric_member.member_name, switch.switch_wwn, switch.switch_mode]
-- column apart list: switches that list members, but not each other
WITH lister AS (
    SELECT switch, coalesce(vsan, '') AS vsan, bool_and(member_wwn IS NOT NULL) AS by_wwn FROM fabric_member GROUP BY ALL
), node AS (
    -- Gateways and NPV switches have no domain and no list, and are in none.
    SELECT f.fabric, f.vsan, f.switch, s.switch_wwn FROM switch_fabric f JOIN switch s ON s.switch = f.switch
    WHERE NOT coalesce(regexp_matches(lower(s.switch_mode), 'gateway|npv|ag mode'), FALSE) OR f.switch IN (SELECT switch FROM lister)
), listed AS (
    SELECT switch, coalesce(vsan, '') AS vsan, member_wwn AS member FROM fabric_member WHERE member_wwn IS NOT NULL
    UNION SELECT switch, coalesce(vsan, ''), member_name FROM fabric_member WHERE member_name IS NOT NULL
), ordered AS (
    SELECT a.fabric, a.vsan, a.switch, a.switch_wwn, b.switch AS other, b.switch_wwn AS other_wwn
    FROM node a JOIN node b ON b.fabric = a.fabric AND b.vsan = a.vsan AND b.switch <> a.switch
), seen AS (
    SELECT o.fabric, o.vsan, least(o.switch, o.other) AS one, greatest(o.switch, o.other) AS other,
        bool_or(w.member IS NOT NULL OR n.member IS NOT NULL) AS is_listed,
        -- Not being listed says something only where both have a list, and names that the other's list would show.
        count(l.switch) FILTER (WHERE l.by_wwn AND o.other_wwn IS NOT NULL) = 2 AS is_comparable
    FROM ordered o LEFT JOIN lister l ON l.switch = o.switch AND l.vsan = o.vsan
    LEFT JOIN listed w ON w.switch = o.switch AND w.vsan = o.vsan AND w.member = o.other_wwn
    LEFT JOIN listed n ON n.switch = o.switch AND n.vsan = o.vsan AND n.member = o.other
    GROUP BY ALL
), judged AS (
    SELECT fabric, vsan, one, other, CASE WHEN is_listed THEN TRUE WHEN is_comparable THEN FALSE END AS is_joined FROM seen
), pairs AS (
    SELECT fabric, vsan, CASE WHEN bool_or(is_joined IS FALSE) THEN FALSE WHEN count(is_joined) = count(*) THEN TRUE END AS is_whole,
        count(*) AS pairs, names_of(one || ' and ' || other, is_joined IS FALSE) AS apart,
        min(one) FILTER (WHERE is_joined IS FALSE) AS one
    FROM judged GROUP BY fabric, vsan
)
SELECT n.fabric, n.vsan, vsan_label(n.fabric, n.vsan) AS vsan_label, coalesce(any_value(p.one), min(n.switch)) AS switch, CASE WHEN any_value(p.pairs) IS NULL THEN TRUE ELSE any_value(p.is_whole) END AS is_whole,
    coalesce(any_value(p.apart), []) AS apart
FROM node n LEFT JOIN pairs p ON p.fabric = n.fabric AND p.vsan = n.vsan
GROUP BY n.fabric, n.vsan
