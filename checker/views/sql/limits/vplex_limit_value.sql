-- view: vplex_limit_value
-- meaning: One row per VPLEX system and limit that the reference table knows for its product and release.
-- grain: storage_array, limit_name
-- owner: storage_array
-- spine: vplex_system
-- column storage_array text: VPLEX system
-- column limit_name text: what is limited
-- column minimum int: least value allowed; NULL if there is none [storage_array.array_version, storage_array.product_type]
-- column maximum int: greatest value allowed; NULL if there is none [storage_array.array_version, storage_array.product_type]
-- column limit_source text: document the value is from
WITH limits AS (
    SELECT *, string_split(from_release, '.')::INTEGER[] AS first_release, string_split(to_release, '.')::INTEGER[] AS last_release FROM ref_vplex_limit
)
SELECT s.storage_array, l.limit_name, l.minimum, l.maximum, l.source AS limit_source
FROM vplex_system s
JOIN limits l ON l.product IN ('any', s.product_type) AND s.release_parts::INTEGER[] BETWEEN l.first_release AND l.last_release
