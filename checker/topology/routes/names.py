"""Lookup of hosts and volumes by the names that users type."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from checker.errors import UsageError
from checker.facts.normalise import device_id
from checker.facts.store.store import Store


def find_host(store: Store, text: str) -> tuple[str, str, dict[str, str | None]]:
    """Return the name of a host, the basis ("known" or "aliases"), and its ports with their names.

    Raises:
        UsageError: there is no such host.
    """
    sought = text.strip().lower()
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
    if sought in known:
        host = known[sought]
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
        if label.lower() == sought or label.lower().startswith((f"{sought}_", f"{sought}-"))
    }
    if ports:
        return text.strip(), "aliases", ports
    near = difflib.get_close_matches(sought, known, n=3, cutoff=0.5)
    raise UsageError(
        f"no such host: {_printable(text)}; {_hint([known[n] for n in near], sorted(set(known.values())))}"
    )


def find_volume(store: Store, text: str, host: str) -> tuple[str, str | None]:
    """Return the identity of a volume and its display name.

    Raises:
        UsageError: there is no such volume, or the name is ambiguous.
    """
    rows = store.rows(
        """
        SELECT device, name FROM (
            SELECT device, virtual_volume AS name, 1 AS position FROM virtual_volume
            UNION ALL SELECT device, label, 2 FROM storage_volume UNION ALL SELECT device, volume_name, 3 FROM mask_volume
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
    sought = text.strip().lower()
    found = by_name.get(sought) or by_name.get((device_id(text) or "").lower(), set())
    mine = {device for (device,) in store.rows("SELECT DISTINCT device FROM path_place WHERE host = ?", [host])}
    if not found:
        found = {device for device in mine if device.lower().endswith(sought)} if len(sought) >= 4 else set()
    if len(found) > 1:
        found = found & mine or found
    if len(found) == 1:
        device = next(iter(found))
        return device, names.get(device)
    if found:
        raise UsageError(f"{_printable(text)} is ambiguous; use one of {', '.join(sorted(found)[:3])}")
    near = difflib.get_close_matches(sought, by_name, n=3, cutoff=0.5)
    seen = [f"{device} ({names[device]})" if device in names else device for device in sorted(mine)]
    raise UsageError(f"no such volume: {_printable(text)}; {_hint(near, seen)}")


def _hint(near: Sequence[str], known: Sequence[str]) -> str:
    if near:
        return f"nearest: {', '.join(near)}"
    if not known:
        return "none are known"
    return f"known: {', '.join(known[:3])}" + (f" and {len(known) - 3:,} more" if len(known) > 3 else "")


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in text[:80])
