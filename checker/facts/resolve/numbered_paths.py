"""Numbered paths: paths that a listing only counts and that duplicate the named paths of another listing.

On AIX, ``lspath`` prints only disk and adapter; ``lsmpio`` prints the same paths with ids and target ports. Counting
them twice would hide that half of them are missing, so numbered paths are removed if the same disk has named ones.
"""

from __future__ import annotations

from checker.facts.store.store import Store

_NUMBERED = "regexp_full_match({}path_name, '(\\S+|unknown host \\(.*\\)) [0-9]{{1,4}}')"


def set_aside_numbered_paths(store: Store) -> None:
    """Remove numbered paths of a host's disk from the observations if another export names its paths."""
    if not {"host", "device", "path_name"} <= store.stated.get("path", set()):
        return
    numbered = _NUMBERED.format("")
    if not store.rows(f"SELECT 1 FROM obs_path WHERE {numbered} LIMIT 1"):
        return
    named = "s.path_name IS NOT NULL"
    if "target_wwpn" in store.stated["path"]:
        named += " OR s.target_wwpn IS NOT NULL"
    store.execute(
        f"DELETE FROM obs_path AS o WHERE {numbered} AND EXISTS (SELECT 1 FROM obs_path s WHERE s.host = o.host "
        f"AND s.device = o.device AND s.export_id <> o.export_id AND NOT coalesce({_NUMBERED.format('s.')}, FALSE) AND ({named}))"
    )
