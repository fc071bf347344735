"""Paths that an inventory declares for a host whose paths were also observed: intent, not facts.

As entities they would be added to the observed paths and hide missing ones. Instead, the number declared and the number
observed are recorded as a contradiction (architecture.md, "Facts").
"""

from __future__ import annotations

from checker.facts.store.store import Store

_KEYS = (("initiator_wwpn", "target_wwpn"), ("hctl",), ("path_name",))


def set_aside_declared_paths(store: Store) -> bool:
    """Remove declared paths of observed hosts from the observations unless they were observed; TRUE if there are any."""
    stated = store.stated.get("path", set())
    if not {"host", "device"} <= stated or not store.rows("SELECT 1 FROM export_order WHERE intent LIMIT 1"):
        return False
    seen = " OR ".join(" AND ".join(f"s.{name} = o.{name}" for name in key) for key in _KEYS if set(key) <= stated)
    store.execute(
        "CREATE OR REPLACE TEMP TABLE declared_path AS SELECT o.*, EXISTS (SELECT 1 FROM obs_path s JOIN export_order y USING (export_id) "
        f"WHERE NOT y.intent AND s.host = o.host AND s.device = o.device AND ({seen or 'FALSE'})) AS seen "
        "FROM obs_path o JOIN export_order x ON x.export_id = o.export_id WHERE x.intent AND o.device IS NOT NULL AND o.host IN "
        "(SELECT s.host FROM obs_path s JOIN export_order y USING (export_id) WHERE NOT y.intent AND s.host IS NOT NULL)"
    )
    if not store.rows("SELECT 1 FROM declared_path LIMIT 1"):
        return False
    store.execute(
        "DELETE FROM obs_path WHERE (export_id, seq) IN (SELECT (export_id, seq) FROM declared_path WHERE NOT seen)"
    )
    return True


def record_declared_paths(store: Store) -> None:
    """Record, for each host and volume, where the observed paths or their number differ from the declaration."""
    store.ensure_entities(["contradiction"])
    identified = {"initiator_wwpn", "target_wwpn"} <= store.stated["path"]
    whole = "bool_and(initiator_wwpn IS NOT NULL AND target_wwpn IS NOT NULL)" if identified else "FALSE"
    each = " , ".join(name for key in _KEYS for name in key if name in store.stated["path"]) or "seq"
    store.execute(
        f"""
        INSERT INTO contradiction (about_kind, about_key, fact, value_a, value_b, export_a, line_a, export_b, line_b, declared)
        WITH wanted AS (
            SELECT host, device, count(DISTINCT ({each})) AS paths, count(DISTINCT ({each})) FILTER (WHERE NOT seen) AS missing,
                min(export_id) AS export_id, arg_min(line, (export_id, seq)) AS line FROM declared_path GROUP BY ALL
        ), there AS (
            SELECT host, device, count(*) AS paths, {whole} AS identified FROM path GROUP BY ALL
        ), place AS (
            SELECT o.host, arg_max(o.export_id, (x.position, -o.seq)) AS export_id, arg_max(o.line, (x.position, -o.seq)) AS line
            FROM obs_path o JOIN export_order x USING (export_id) WHERE NOT x.intent GROUP BY o.host
        )
        SELECT 'path', 'host ' || w.host || ', device ' || w.device, 'paths', coalesce(t.paths, 0) || ' observed',
            w.paths || ' declared' || CASE WHEN coalesce(t.identified, TRUE) AND w.missing < w.paths THEN ', ' || w.missing || ' of them not observed' ELSE '' END,
            p.export_id, p.line, w.export_id, w.line, TRUE
        FROM wanted w JOIN place p ON p.host = w.host LEFT JOIN there t ON t.host = w.host AND t.device = w.device
        WHERE w.paths <> coalesce(t.paths, 0) OR (coalesce(t.identified, TRUE) AND w.missing > 0)
        """
    )
    store.execute("DROP TABLE declared_path")
    if store.rows("SELECT 1 FROM contradiction LIMIT 1"):
        store.stated.setdefault("contradiction", set()).add("about_kind")
