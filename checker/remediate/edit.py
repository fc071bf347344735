"""Fix YAML inventories in place: the effects of a plan's commands replace the old values in the files.

Only the text of values is replaced, and list entries are added or removed, so comments, order and layout are
preserved. A value that several objects share through an anchor is changed only if the plan changes it for all of them.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.audit.session import Session
from checker.errors import InternalError, UsageError
from checker.facts.kinds import kinds
from checker.facts.resolve import overlay
from checker.remediate.edit_entries import INVENTORY, SUFFIXES, edited_entries, planned_entries
from checker.remediate.model import FindingRef, Plan
from checker.remediate.output import replace_file
from checker.remediate.yaml_text import NotHere, Wish, edited

if TYPE_CHECKING:
    from checker.facts.store.store import Store


@dataclass(frozen=True)
class Place:
    """Where a value is stated: the file, the line where its object begins (from 1), and the column of the model."""

    file: str
    line: int
    column: str


@dataclass(frozen=True)
class Edited:
    """Result of editing the inventories.

    ``texts`` maps each changed file to its text before and after. ``fixed`` are the findings whose effects were all
    written, ``left`` those with an effect that could not be written, with the reason.
    """

    texts: Mapping[str, tuple[str, str]]
    fixed: tuple[FindingRef, ...]
    left: tuple[tuple[FindingRef, str], ...]

    def diff(self) -> str:
        """Return the changes as a unified diff."""
        parts: list[str] = []
        for file, (before, after) in self.texts.items():
            old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
            parts += difflib.unified_diff(old, new, fromfile=file, tofile=file)
        return "".join(part if part.endswith("\n") else part + "\n" for part in parts)

    def write(self) -> None:
        """Write the changed files, each one atomically.

        Raises:
            UsageError: a file is a link, has changed in the meantime, or cannot be written.
        """
        for file, (before, after) in self.texts.items():
            replace_file(Path(file), before, after)


def edit(san: Session, plan: Plan) -> Edited:
    """Edit the inventories among a session's paths, in memory.

    Args:
        san: the session that the plan comes from.
        plan: what to fix.
    """
    wishes, reasons = _changes(san.store, plan, san.config.path)
    entries, missing = planned_entries(san.store, plan, san.config.path)
    reasons |= missing
    texts: dict[str, tuple[str, str]] = {}
    for file in dict.fromkeys([place.file for place in wishes] + [entry.file for entry in entries]):
        before = _read(file, san.options.contents)
        after, failed = _edited(before, {place: value for place, value in wishes.items() if place.file == file})
        for place, reason in failed.items():
            reasons.update((print_, reason) for print_ in wishes[place][1])
        # Values are located by line, so replace them before entries are added or removed.
        after, left = edited_entries(after, [entry for entry in entries if entry.file == file])
        reasons |= left
        if after != before:
            texts[file] = (before, after)
    return _outcome(plan, texts, reasons)


def _outcome(plan: Plan, texts: Mapping[str, tuple[str, str]], reasons: Mapping[str, str]) -> Edited:
    fixed: list[FindingRef] = []
    left: list[tuple[FindingRef, str]] = []
    for fingerprint, ref in plan.scripted.items():
        if fingerprint in reasons:
            left.append((ref, reasons[fingerprint]))
        elif texts:
            fixed.append(ref)
    return Edited(texts, tuple(fixed), tuple(left))


_Wishes = dict[Place, tuple[Any, frozenset[str]]]
"""The new value at each place, and the findings that it fixes."""


def _changes(store: Store, plan: Plan, config: str | None) -> tuple[_Wishes, dict[str, str]]:
    """Return the values to write at each place, and the reason for each finding that cannot be fixed this way."""
    changes_of: dict[Place, dict[str, tuple[Any, set[str]]]] = {}
    reasons: dict[str, str] = {}
    for script in plan.scripts:
        for command in script.commands:
            prints = {ref.fingerprint for ref in command.fixes}
            for change in command.effect:
                for action, what in change.items():
                    if action != "set":
                        continue
                    places = list(_places(store, what, config))
                    if not places:
                        reasons.update((one, "because no YAML inventory among the paths states it") for one in prints)
                    for place, objects, value in places:
                        for one in objects:
                            changes_of.setdefault(place, {}).setdefault(one, (value, set()))[1].update(prints)
    wishes: _Wishes = {}
    for place, by_object in changes_of.items():
        prints = {one for _, fixed in by_object.values() for one in fixed}
        values = {repr(value) for value, _ in by_object.values()}
        if len(values) == 1 and set(by_object) >= _objects(store, place):
            wishes[place] = (next(iter(by_object.values()))[0], frozenset(prints))
        else:
            reason = f"because {place.file}:{place.line} is shared with objects that must not change"
            reasons.update((one, reason) for one in prints)
    return wishes, reasons


def _places(store: Store, what: Mapping[str, Any], config: str | None) -> Iterator[tuple[Place, list[str], Any]]:
    """Yield each place that states a value of the object: the place, the objects it describes, and the new value."""
    kind = overlay.kind_of("set", what)
    values = {name: value for name, value in what.items() if name != kind}
    if not store.has_table(f"obs_{kind}"):
        return
    stated = store.stated.get(kind, set())
    match = dict(what[kind])
    fabric = match.pop("fabric", None)
    if any(name not in stated and value not in (None, "") for name, value in match.items()):
        return
    conditions = [
        f"coalesce(o.{name}, '') = ?" if value == "" else f"o.{name} = ?"
        for name, value in match.items()
        if name in stated
    ]
    parameters = [value for name, value in match.items() if name in stated]
    if fabric is not None:
        conditions.append("o.switch IN (SELECT switch FROM switch_fabric WHERE fabric = ?)")
        parameters.append(fabric)
    rows = store.rows(
        f"SELECT e.file, o.line, {_key(kind, stated)} FROM obs_{kind} o JOIN export e ON e.export_id = o.export_id "
        f"WHERE e.format = '{INVENTORY}' AND e.member IS NULL AND {' AND '.join(conditions) or 'TRUE'} ORDER BY ALL",
        parameters,
    )
    found: dict[tuple[str, int], list[str]] = {}
    for file, line, key in rows:
        if file != config and file.lower().endswith(SUFFIXES):
            found.setdefault((file, line), []).append(key)
    for (file, line), objects in found.items():
        for column, value in values.items():
            yield Place(file, line, f"{kind}.{column}"), objects, value


def _key(kind: str, stated: set[str]) -> str:
    names = dict.fromkeys(name for key in kinds()[kind].keys for name in key if name in stated)
    return "concat_ws('|', " + ", ".join(f"coalesce(o.{name}::VARCHAR, '')" for name in names) + ")" if names else "''"


def _objects(store: Store, place: Place) -> set[str]:
    """Return all objects of the kind that the place describes: more than one where a YAML anchor is reused."""
    kind = place.column.partition(".")[0]
    rows = store.rows(
        f"SELECT DISTINCT {_key(kind, store.stated.get(kind, set()))} FROM obs_{kind} o "
        "JOIN export e ON e.export_id = o.export_id WHERE e.file = ? AND o.line = ?",
        [place.file, place.line],
    )
    return {key for (key,) in rows}


def _edited(text: str, wishes: _Wishes) -> tuple[str, dict[Place, str]]:
    """Return the text with the new values, and the reason for each value that cannot be written."""
    places = {Wish(place.line, place.column.partition(".")[2], value): place for place, (value, _) in wishes.items()}
    try:
        after, failed = edited(text, list(places))
    except NotHere as problem:
        return text, {place: f"because of {place.file} ({problem})" for place in wishes}
    found = {places[wish]: reason for wish, reason in failed.items()}
    return after, {place: f"because of {place.file}:{place.line} ({reason})" for place, reason in found.items()}


def _read(file: str, contents: Mapping[str, bytes]) -> str:
    path = Path(file)
    if (content := contents.get(os.path.realpath(path))) is not None:
        return content.decode("utf-8")
    if path.is_symlink():
        raise UsageError(f"{file}: is a link; name the file itself")
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise InternalError(f"{file}: not UTF-8, although it was read as an inventory") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
