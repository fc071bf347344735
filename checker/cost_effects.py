"""The facts of an estimate with faults mended: what the fixes of rules do to the model, laid over it and read again.

A rule says once what mending does (``effect``): ``sanlint fix --simulate`` and costs under a workload both go by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker.engine.effect import changes_of, kind_of, resolve
from checker.errors import RuleError
from checker.estimate.build_facts import SanFacts, facts_of
from checker.estimate.cost_parts import Pair, with_pairs, with_storage
from checker.facts import overlay
from checker.facts.model import kinds

if TYPE_CHECKING:
    from checker.engine.finding import Finding
    from checker.engine.rule import Rule
    from checker.facts.store import Store

Change = Mapping[str, Any]
READ = frozenset({"device", "path", "raid_group", "wan_link"})
"""Kinds of which an estimate reads what rules mend."""
_OF_STORAGE = frozenset({"raid_group", "wan_link"})
_TOPOLOGY = frozenset({"path"})
"""Those of which the topology reads it too."""


def effects_of(rule: Rule, finding: Finding, rows: Sequence[Mapping[str, Any]]) -> list[Change]:
    """What mending a finding does to kinds that an estimate reads, each change once.

    Args:
        rule: of the finding.
        finding: with its commands.
        rows: a row of the rule's view for each object.
    """
    told = [change for step in finding.fix for change in step.effect]
    if rule.fix_effect is not None:
        told += [change for row in rows for change in resolve(rule.fix_effect, row)]
    known = kinds()
    kept: dict[str, Change] = {}
    for change in told:
        for _, what in changes_of(change):
            if isinstance(what, Mapping) and kind_of(what, known) in READ:
                kept[repr(change)] = change
    return list(kept.values())


def mended_facts(store: Store, changes: Iterable[Change]) -> SanFacts | None:
    """Return what an estimate reads with these changes made; None where none of them finds anything to change.

    Nothing stays changed: the store is as before afterwards.
    """
    store.ensure_entities(READ)
    stated = {kind: set(columns) for kind, columns in store.stated.items()}
    store.execute("BEGIN TRANSACTION")
    try:
        touched = set(_laid(store, changes))
        if not touched:
            return None
        if touched & _TOPOLOGY:
            from checker.topology.build import build_topology

            build_topology(store)
        return facts_of(store)
    finally:
        store.execute("ROLLBACK")
        store.stated.clear()
        store.stated.update(stated)


def part_of(
    base: SanFacts, mended: SanFacts | None, changes: Iterable[Change], pairs: Sequence[Pair]
) -> SanFacts | None:
    """The SAN with one finding's faults mended, of the facts with those of several mended; None if nothing is.

    Args:
        base: the SAN as it is.
        mended: with the faults of several findings mended.
        changes: the one finding's.
        pairs: hosts and volumes that it is about.
    """
    if mended is None:
        return None
    kinds_changed: set[str] = set()
    groups: dict[str, set[str | None]] = {}
    known = kinds()
    for change in changes:
        for _, what in changes_of(change):
            kind = kind_of(what, known) or ""
            kinds_changed.add(kind)
            if kind in _OF_STORAGE:
                groups.setdefault(str(what[kind].get("storage_array")), set()).add(what[kind].get("raid_group"))
    if groups:
        return with_storage(base, mended, groups)
    return with_pairs(base, mended, pairs) if kinds_changed else None


def linked(changes: Iterable[Change]) -> set[str]:
    """The systems whose links between clusters are changed."""
    told = (what for change in changes for _, what in changes_of(change))
    return {str(what["wan_link"].get("storage_array")) for what in told if isinstance(what.get("wan_link"), Mapping)}


def _laid(store: Store, changes: Iterable[Change]) -> Iterator[str]:
    """Make the changes; yields the kinds of which something changed. Alike ones are made at once: there may be thousands."""
    alike: dict[tuple[object, ...], list[tuple[str, Any]]] = {}
    known = kinds()
    for change in changes:
        for action, what in changes_of(change):
            kind = kind_of(what, known) or ""
            values = {name: value for name, value in what.items() if name != kind}
            told = all(isinstance(value, str) for value in what[kind].values()) and "fabric" not in what[kind]
            # A change of another form stands for itself.
            form = (action, kind, tuple(what[kind]), repr(values)) if action == "set" and told else (id(what),)
            alike.setdefault(form, []).append((action, what))
    for several in alike.values():
        action, what = several[0]
        try:
            if len(several) == 1:
                yield overlay.apply(store, action, what)
                continue
            kind = kind_of(what, known) or ""
            values = {name: value for name, value in what.items() if name != kind}
            rows = [[str(value) for value in one[kind].values()] for _, one in several]
            if overlay.set_many(store, kind, tuple(what[kind]), rows, values):
                yield kind
        except RuleError:
            # What it would change no export lists: that finding stays with its closed form.
            continue
