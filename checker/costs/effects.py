"""Facts of an estimate after fixes: the ``effect`` of rules applied to the store, and the facts read again.

``sanlint fix --simulate`` and costs under a workload both use the ``effect`` of a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker.errors import RuleError
from checker.estimate.assemble.facts import SanFacts, changed_facts
from checker.estimate.cost.parts import Pair, with_pairs, with_storage
from checker.facts.kinds import kinds
from checker.facts.resolve import overlay
from checker.rules.book.effect import changes_of, kind_of, resolve

if TYPE_CHECKING:
    from checker.facts.store.store import Store
    from checker.rules.book.rule import Rule
    from checker.rules.evaluate.finding import Finding

Change = Mapping[str, Any]
READ = frozenset({"device", "lvm_pv", "partition", "path", "raid_group", "wan_link"})
"""Kinds that an estimate reads and that fixes of rules change."""
_OF_STORAGE = frozenset({"raid_group", "wan_link"})
_TOPOLOGY = frozenset({"path"})
"""Kinds among these that the topology reads, too."""


def effects_of(rule: Rule, finding: Finding, rows: Sequence[Mapping[str, Any]]) -> list[Change]:
    """Changes that the fix of a finding makes to kinds that an estimate reads, without duplicates.

    Args:
        rule: rule of the finding.
        finding: finding with its fix.
        rows: a row of the rule's view for each object.
    """
    changes = [change for step in finding.fix for change in step.effect]
    if rule.fix_effect is not None:
        changes += [change for row in rows for change in resolve(rule.fix_effect, row)]
    known = kinds()
    kept: dict[str, Change] = {}
    for change in changes:
        for _, what in changes_of(change):
            if isinstance(what, Mapping) and kind_of(what, known) in READ:
                kept[repr(change)] = change
    return list(kept.values())


def fixed_facts(store: Store, base: SanFacts, changes: Iterable[Change]) -> SanFacts | None:
    """Return the facts of an estimate after these changes; None if none of them has an effect.

    The store, from which ``base`` was read last, is restored afterwards.
    """
    store.ensure_entities(READ)
    stated = {kind: set(columns) for kind, columns in store.stated.items()}
    store.execute("BEGIN TRANSACTION")
    try:
        touched = set(_laid(store, changes))
        if not touched:
            return None
        if touched & _TOPOLOGY:
            from checker.topology.derive.topology import build_topology

            build_topology(store)
        return changed_facts(store, base, touched)
    finally:
        store.execute("ROLLBACK")
        store.stated.clear()
        store.stated.update(stated)


def part_of(
    base: SanFacts, fixed: SanFacts | None, changes: Iterable[Change], pairs: Sequence[Pair]
) -> SanFacts | None:
    """Return the SAN with one finding fixed, from the facts with several findings fixed; None if nothing changes.

    Args:
        base: the SAN as it is.
        fixed: the SAN with several findings fixed.
        changes: changes of the one finding.
        pairs: hosts and volumes of the finding.
    """
    if fixed is None:
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
        return with_storage(base, fixed, groups)
    return with_pairs(base, fixed, pairs) if kinds_changed else None


def linked(changes: Iterable[Change]) -> set[str]:
    """VPLEX systems whose links between clusters are changed."""
    targets = (what for change in changes for _, what in changes_of(change))
    return {str(what["wan_link"].get("storage_array")) for what in targets if isinstance(what.get("wan_link"), Mapping)}


def _laid(store: Store, changes: Iterable[Change]) -> Iterator[str]:
    """Apply the changes and yield the kinds changed. Similar changes are applied together, because there may be thousands."""
    alike: dict[tuple[object, ...], list[tuple[str, Any]]] = {}
    known = kinds()
    for change in changes:
        for action, what in changes_of(change):
            kind = kind_of(what, known) or ""
            values = {name: value for name, value in what.items() if name != kind}
            matches_text = all(isinstance(value, str) for value in what[kind].values()) and "fabric" not in what[kind]
            # Other changes are applied one by one.
            form = (action, kind, tuple(what[kind]), repr(values)) if action == "set" and matches_text else (id(what),)
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
            # No export contains the object to change, so the cost of this finding stays that of the closed form.
            continue
