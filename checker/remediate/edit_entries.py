"""Inventory entries that a plan adds or removes: members of zones, aliases, initiators and ports of storage views."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checker.facts.kinds import kinds
from checker.facts.resolve import overlay
from checker.remediate.model import Plan
from checker.remediate.yaml_entries import with_entry, without
from checker.remediate.yaml_text import NotHere

if TYPE_CHECKING:
    from checker.facts.store.store import Store

INVENTORY = "sanlint-inventory"
"""The format of the edited files."""
SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Entry:
    """An entry to ``add`` to or ``remove`` from a file: its kind, its columns, and the findings it fixes."""

    file: str
    action: str
    kind: str
    row: Mapping[str, Any]
    prints: frozenset[str]


def planned_entries(store: Store, plan: Plan, config: str | None) -> tuple[list[Entry], dict[str, str]]:
    """Return the entries to add or remove in each inventory, and the reason for each finding left unfixed."""
    found: list[Entry] = []
    reasons: dict[str, str] = {}
    for script in plan.scripts:
        for command in script.commands:
            prints = frozenset(ref.fingerprint for ref in command.fixes)
            for change in command.effect:
                for action, what in change.items():
                    if action == "set":
                        continue
                    entries = [
                        Entry(file, action, kind, row, prints) for file, kind, row in _rows(store, action, what, config)
                    ]
                    found += [one for one in entries if one not in found]
                    if not entries:
                        reasons.update((one, "because no YAML inventory among the paths states it") for one in prints)
    return found, reasons


def edited_entries(text: str, entries: Sequence[Entry]) -> tuple[str, dict[str, str]]:
    """Return the text of an inventory after adding and removing entries, and the reason for each failure."""
    reasons: dict[str, str] = {}
    for entry in entries:
        try:
            text = (without if entry.action == "remove" else with_entry)(text, entry.kind, entry.row)
        except NotHere as problem:
            verb = "removed from" if entry.action == "remove" else "added to"
            reason = f"because an entry must be {verb} {entry.file} by hand ({problem})"
            reasons.update((one, reason) for one in entry.prints)
    return text, reasons


def _rows(
    store: Store, action: str, what: Mapping[str, Any], config: str | None
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Return (file, kind, columns) of the inventory entry to remove, or of the place where a new entry belongs."""
    kind = overlay.kind_of(action, what)
    if not store.has_table(f"obs_{kind}"):
        return
    stated = store.stated.get(kind, set())
    match = {**what[kind], **{name: value for name, value in what.items() if name != kind}}
    fabric = match.pop("fabric", None) if "fabric" not in kinds()[kind].column_names else None
    if action == "add":
        known = [name for name, value in match.items() if name in stated and isinstance(value, str)]
        like = " + ".join(["0", *(f"coalesce((o.{name} = ?)::INT, 0)" for name in known)])
        files = store.rows(
            f"SELECT e.file FROM obs_{kind} o JOIN export e ON e.export_id = o.export_id "
            f"WHERE e.format = '{INVENTORY}' AND e.member IS NULL GROUP BY 1 ORDER BY max({like}) DESC, 1",
            [match[name] for name in known],
        )
        # One file is enough: the one that contains its nearest neighbour.
        mine = [file for (file,) in files if _ours(file, config)]
        yield from ((file, kind, match) for file in mine[:1])
        return
    if any(name not in stated and value not in (None, "") for name, value in match.items()):
        return
    names = [name for name in kinds()[kind].key_columns if name in stated]
    conditions = [f"coalesce(o.{name}::VARCHAR, '') = ?" for name in match if name in stated]
    parameters = ["" if value is None else str(value) for name, value in match.items() if name in stated]
    if fabric is not None:
        conditions.append("o.switch IN (SELECT switch FROM switch_fabric WHERE fabric = ?)")
        parameters.append(fabric)
    rows = store.rows(
        f"SELECT DISTINCT e.file, {', '.join(f'o.{name}' for name in names)} FROM obs_{kind} o "
        f"JOIN export e ON e.export_id = o.export_id "
        f"WHERE e.format = '{INVENTORY}' AND e.member IS NULL AND {' AND '.join(conditions) or 'TRUE'} ORDER BY ALL",
        parameters,
    )
    for file, *values in rows:
        if _ours(file, config):
            yield file, kind, {name: value for name, value in zip(names, values, strict=True) if value is not None}


def _ours(file: str, config: str | None) -> bool:
    return file != config and file.lower().endswith(SUFFIXES)
