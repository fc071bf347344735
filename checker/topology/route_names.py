"""Which host and which volume a person means who types a name."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from checker.errors import UsageError
from checker.facts.normalise import device_id
from checker.facts.store import Store


def find_host(store: Store, text: str) -> tuple[str, str, dict[str, str | None]]:
    """Return the name of a host, how it was found, and its ports with their names."""
    wanted = text.strip().lower()
    known = {
        str(name).lower(): str(host)
        for name, host in store.rows(
            "SELECT alias_name, host FROM (SELECT host AS alias_name, host FROM host UNION ALL SELECT host, host FROM path_place "
            "UNION ALL SELECT host, host FROM initiator UNION ALL SELECT host, host FROM port_role) WHERE host IS NOT NULL"
        )
    }
    for alias, host in store.rows(
        "SELECT alias, host FROM host_alias WHERE alias IS NOT NULL AND host IS NOT NULL ORDER BY ALL"
    ):
        known.setdefault(str(alias).lower(), str(host))
    if wanted in known:
        host = known[wanted]
        rows = store.rows(
            "SELECT wwpn, max(hba) FROM (SELECT initiator_wwpn AS wwpn, hba FROM initiator WHERE host = ?1 "
            "UNION ALL SELECT initiator_wwpn, hba FROM path_place WHERE host = ?1 "
            "UNION ALL SELECT wwpn, NULL FROM port_role WHERE host = ?1 AND role = 'initiator') WHERE wwpn IS NOT NULL GROUP BY wwpn",
            [host],
        )
        return host, "known", dict(rows)
    labelled = {
        str(label): str(port)
        for label, port in store.rows(
            "SELECT label, wwpn FROM port_role WHERE label IS NOT NULL AND coalesce(role, 'initiator') = 'initiator'"
        )
    }
    ports: dict[str, str | None] = {
        port: label
        for label, port in labelled.items()
        if label.lower() == wanted or label.lower().startswith((f"{wanted}_", f"{wanted}-"))
    }
    if ports:
        return text.strip(), "aliases", ports
    near = difflib.get_close_matches(wanted, known, n=3, cutoff=0.5)
    raise UsageError(
        f"there is no host {_printable(text)}; {_hint([known[n] for n in near], sorted(set(known.values())))}"
    )


def find_volume(store: Store, text: str, host: str) -> tuple[str, str | None]:
    """Return the identity of a volume and its name for people."""
    rows = store.rows(
        """
        SELECT device, name FROM (
            SELECT device, virtual_volume AS name, 1 AS position FROM virtual_volume
            UNION ALL SELECT device, volume_name, 2 FROM mask_volume UNION ALL SELECT device, label, 3 FROM storage_volume
            UNION ALL SELECT device, alias, 4 FROM device WHERE host = ?1 UNION ALL SELECT device, kernel_name, 5 FROM device WHERE host = ?1
            UNION ALL SELECT device, storage_volume, 6 FROM storage_volume
            UNION ALL SELECT device, NULL, 7 FROM path_place WHERE host = ?1
        ) WHERE device IS NOT NULL ORDER BY position, name
        """,
        [host],
    )
    names: dict[str, str] = {}
    by_name: dict[str, set[str]] = {}
    for device, name in rows:
        by_name.setdefault(device.lower(), set()).add(device)
        if name and name != device:
            names.setdefault(device, name)
            by_name.setdefault(name.lower(), set()).add(device)
    wanted = text.strip().lower()
    found = by_name.get(wanted) or by_name.get((device_id(text) or "").lower(), set())
    mine = {device for (device,) in store.rows("SELECT DISTINCT device FROM path_place WHERE host = ?", [host])}
    if not found:
        found = {device for device in mine if device.lower().endswith(wanted)} if len(wanted) >= 4 else set()
    if len(found) > 1:
        found = found & mine or found
    if len(found) == 1:
        device = next(iter(found))
        return device, names.get(device)
    if found:
        raise UsageError(f"{_printable(text)} may mean {', '.join(sorted(found)[:3])}; write one of them")
    near = difflib.get_close_matches(wanted, by_name, n=3, cutoff=0.5)
    seen = [f"{device} ({names[device]})" if device in names else device for device in sorted(mine)]
    raise UsageError(f"there is no volume {_printable(text)}; {_hint(near, seen)}")


def _hint(near: Sequence[str], known: Sequence[str]) -> str:
    if near:
        return f"nearest: {', '.join(near)}"
    if not known:
        return "none is known"
    return f"known: {', '.join(known[:3])}" + (f" and {len(known) - 3:,} more" if len(known) > 3 else "")


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in text[:80])
