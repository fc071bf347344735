-- view: director_letter
-- meaning: One row per Fibre Channel port of a VPLEX director: the letter A or B by its director's name, by the port, and by its world wide name.
-- grain: storage_array, director, port
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column director text: director as the port names it; '' where it doesn't
-- column port text: port: A0-FC00
-- column target_wwpn text: world wide port name
-- column by_name text: letter at the end of the director's name; '' for names without one [target_port.director]
-- column by_port text: letter that the port begins with; '' for ports without one
-- column by_wwpn text: letter by the scheme of VS1 and VS2 names; '' for other names
SELECT t.storage_array, coalesce(t.director, '') AS director, coalesce(t.port, t.port_name, t.target_wwpn) AS port, t.target_wwpn,
    regexp_extract(t.director, '^director-[0-9]+-[0-9]+-([AB])$', 1) AS by_name,
    coalesce(regexp_extract(coalesce(t.port, t.port_name), '(?:^|-)([AB])[0-9]-[A-Z]{2}[0-9]{2}$', 1), '') AS by_port,
    coalesce(CASE WHEN y.hardware IN ('VS1', 'VS2') THEN vplex_letter(t.target_wwpn) END, '') AS by_wwpn
FROM target_port t
JOIN vplex_system y ON y.storage_array = t.storage_array
WHERE coalesce(t.protocol, 'fc') = 'fc' AND coalesce(t.port, t.port_name, t.target_wwpn) IS NOT NULL
