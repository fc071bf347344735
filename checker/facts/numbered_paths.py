"""Paths that a listing does not name: they are numbered, and stand beside the same paths in a listing that names them.

``lspath`` of AIX prints disk and adapter only, and ``lsmpio`` the same paths with their ids and target ports. Counted
twice they would hide that half of them is missing, so the numbered ones go where the same disk has named ones.
"""

from __future__ import annotations

from checker.facts.store import Store

_NUMBERED = "regexp_full_match({}path_name, '\\S+ [0-9]{{1,4}}')"


def set_aside_numbered_paths(store: Store) -> None:
    """Take numbered paths out of the observations of a host's disk whose paths another export names."""
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
