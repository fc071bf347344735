-- view: whole_scope
-- meaning: One row per array, VPLEX cluster, fabric or other scope that is declared to be exported completely, and without a truncated or filtered export.
-- grain: scope, name
-- spine: completeness
-- column scope text: what the declaration is about
-- column name text: its name
-- column complete bool: the declaration [completeness.complete]
WITH cut AS (
    SELECT DISTINCT owner FROM export WHERE owner IS NOT NULL AND NOT coalesce(superseded, FALSE) AND (ends_inside_record OR filtered)
), refuted AS (
    SELECT 'storage_array' AS scope, owner AS name FROM cut
    UNION SELECT 'vplex_cluster', v.cluster FROM vplex_cluster v JOIN cut c ON c.owner = v.storage_array
    UNION SELECT 'fabric', unnest([f.fabric, '*']) FROM switch_fabric f JOIN cut c ON c.owner = f.switch
)
SELECT c.scope, c.name, c.complete FROM completeness c ANTI JOIN refuted r ON r.scope = c.scope AND r.name = c.name
