"""Run everything that proves rules: examples, the hiding test and mutations, spread over several processes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from checker.audit.check import views_of
from checker.errors import RuleError, UsageError
from checker.facts.store.store import Store
from checker.prove.examples import Outcome, as_of, audit_example, problems_of, record_baseline, settings_of
from checker.prove.mutations import mutants
from checker.prove.record import Record
from checker.prove.state import State, States
from checker.prove.verdicts import Verdicts, verdicts
from checker.resources import rules_folder
from checker.rules.book.book import Book, built_in_book, load_book
from checker.rules.book.rule import Rule
from checker.views.catalog import View, views
from checker.views.mentions import macros

NEEDED = ("finds", "silent", "not_evaluated")
SECONDS = 600
"""Processor time for the examples of one rule of another folder."""

MEMORY_BYTES = 6 << 30
"""Address space of a process that runs the examples of another folder; states of bases take most of it."""


def check_rules(
    folder: Path,
    bases: Path,
    only: Sequence[str] = (),
    *,
    jobs: int | None = None,
    deep: bool = True,
    alone: bool = False,
    brief: bool = False,
    record: Path | None = None,
) -> list[Outcome]:
    """Check the rules of a folder and return the outcome of each; ``only`` are ids or prefixes.

    ``deep`` adds the hiding test and the mutations. ``alone`` runs each example with only the rule and
    those it refers to, which is many times faster but does not show what else fires. ``brief`` runs the first example of each
    kind of each rule. ``record`` is a file that receives each outcome immediately; rules already in it are skipped,
    unless the rules, views, bases or options have changed.

    Raises:
        RuleError: a rule file is invalid.
        UsageError: no rule id begins with one of ``only``, or the record cannot be read or written.
    """
    book, _ = _books(folder)
    for prefix in only:
        if not any(rule_id.startswith(prefix) for rule_id in book.rules):
            raise UsageError(f"{folder}: no rule id begins with {prefix}")
    chosen = [rule_id for rule_id in book.rules if not only or any(rule_id.startswith(prefix) for prefix in only)]
    kept = None if record is None else _record(record, folder, bases, deep=deep, alone=alone, brief=brief)
    found = [] if kept is None else [kept.known[rule_id] for rule_id in chosen if rule_id in kept.known]
    left = sorted(set(chosen) - {outcome.rule for outcome in found})
    for outcome in _outcomes(folder, bases, left, jobs or os.cpu_count() or 1, (deep, alone, brief)):
        found.append(outcome)
        if kept is not None:
            kept.add(outcome)
    return sorted(found, key=lambda outcome: outcome.rule)


def _record(path: Path, folder: Path, bases: Path, **ways: bool) -> Record:
    package = Path(__file__).resolve().parents[1]
    folders = [folder, rules_folder(), bases, *(package / name for name in ("rules", "facts", "topology", "views"))]
    return Record(path, [*folders, package / "prove"], [name for name, chosen in ways.items() if chosen])


def _outcomes(
    folder: Path, bases: Path, rule_ids: Sequence[str], jobs: int, ways: tuple[bool, bool, bool]
) -> Iterator[Outcome]:
    """Yield each outcome as soon as it is known; rules that are not ours run in processes with limits."""
    workers = min(jobs, len(rule_ids))
    limited = not _are_ours(folder)
    _, alone, _ = ways
    needed = _views_for(folder, rule_ids) if alone else None
    if workers < 2 and not (limited and rule_ids):
        for rule_id in rule_ids:
            yield _check(folder, bases, rule_id, needed, *ways)
        return
    from concurrent.futures import as_completed
    from concurrent.futures.process import BrokenProcessPool

    from checker.system.children import pool

    check = _check_limited if limited else _check
    with pool(workers, memory=MEMORY_BYTES if limited else None) as executor:
        given = [executor.submit(check, folder, bases, rule_id, needed, *ways) for rule_id in rule_ids]
        try:
            for done in as_completed(given):
                yield done.result()
        except BrokenProcessPool:
            raise RuleError(
                f"{folder}: an example was stopped: it needs more than {MEMORY_BYTES >> 30} GiB of memory, or {SECONDS} seconds"
            ) from None
        finally:
            executor.shutdown(cancel_futures=True)


@cache
def _states(bases: Path, needed: tuple[str, ...] | None) -> States:
    """Return the bases as this process has read them: building one takes longer than ten examples on it."""
    return States(bases, needed)


def _views_for(folder: Path, rule_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the views of rules that are checked alone: all others of a base would be built for nothing."""
    book, rules = _books(folder)
    running = {*rule_ids}.union(*(_partners(book.rules[rule_id]) for rule_id in rule_ids))
    return tuple(views_of([one for one in rules if one.id in running]))


def _check(
    folder: Path, bases: Path, rule_id: str, needed: tuple[str, ...] | None, deep: bool, alone: bool, brief: bool
) -> Outcome:
    book, rules = _books(folder)
    rule = book.rules[rule_id]
    running = [one for one in rules if one.id == rule_id or one.id in _partners(rule)] if alone else rules
    return _check_rule(book, running, _states(bases, needed), rule, deep, alone, brief)


def _check_limited(
    folder: Path, bases: Path, rule_id: str, needed: tuple[str, ...] | None, deep: bool, alone: bool, brief: bool
) -> Outcome:
    from checker.system.children import limit_seconds

    limit_seconds(SECONDS)
    return _check(folder, bases, rule_id, needed, deep, alone, brief)


def _are_ours(folder: Path) -> bool:
    return folder.resolve() == rules_folder().resolve()


def _partners(rule: Rule) -> set[str]:
    """Return the rules that are required to check this one."""
    return {*rule.unless, *rule.only_with, *rule.caused_by}


def _books(folder: Path) -> tuple[Book, list[Rule]]:
    """Return the book of the folder, and every rule that runs with it: other folders run with the built-in rules."""
    if _are_ours(folder):
        book = load_book(folder, custom=False)
        return book, list(book.rules.values())
    built_in = built_in_book()
    book = load_book(folder, custom=True, others=built_in)
    return book, [*built_in.rules.values(), *book.rules.values()]


def _check_rule(
    book: Book, rules: Sequence[Rule], states: States, rule: Rule, deep: bool, alone: bool = False, brief: bool = False
) -> Outcome:
    outcome = Outcome(rule.id)
    if rule.replaced_by:
        return outcome
    examples = book.text(rule.id).examples
    for kind in NEEDED:
        outcome.kinds[kind] = sum(1 for example in examples if kind in example)
        if not outcome.kinds[kind]:
            outcome.problems.append(f"has no example that {kind.replace('_', ' ')}")
    if brief:
        firsts = (next((one for one in examples if kind in one), None) for kind in NEEDED)
        examples = tuple(one for one in firsts if one is not None)
    alive = [] if not deep else list(_mutants(rule, rules, states, examples))
    outcome.mutants = len(alive)
    for example in examples:
        outcome.examples += 1
        name = example["name"]
        try:
            state = states.of(example)
            if not alone:
                record_baseline(state, rules)
            with state.changed(example.get("change", ()), views_of(rules) if alone else None) as changed:
                store = state.store
                evaluation = audit_example(state, changed, rules, rule, example)
                problems = problems_of(rule, example, evaluation, alone=alone)
                outcome.problems += [f"{name}: {problem}" for problem in problems]
                if deep:
                    before = verdicts(store, rule, settings_of(rule, example))
                    alive = [m for m in alive if not _notices(store, m[1], example, before)]
                    dropped = [m for m in alive if m[0].startswith("unless")]
                    alive = [m for m in alive if m not in dropped] + [
                        m for m in dropped if not _changes_findings(store, rules, m[1], example, evaluation)
                    ]
                    if "not_evaluated" not in example:
                        _hide(state, rule, example, before, outcome)
        except RuleError as error:
            outcome.problems.append(f"{name}: {error}")
    outcome.survivors = [what for what, _ in alive]
    return outcome


def _mutants(
    rule: Rule, rules: Sequence[Rule], states: States, examples: Sequence[Mapping[str, Any]]
) -> list[tuple[str, Rule]]:
    if not examples:
        return []
    connection = states.of(examples[0]).store.connection
    connection.execute(macros())
    found = list(mutants(rule, connection))
    known = {one.id for one in rules}
    for other in rule.unless:
        if other in known:
            rest = {key: value for key, value in rule.unless.items() if key != other}
            found.append((f"unless {other} dropped", replace(rule, unless=rest)))
    return found


def _notices(store: Store, mutant: Rule, example: Mapping[str, Any], before: Verdicts) -> bool:
    try:
        return verdicts(store, mutant, settings_of(mutant, example)) != before
    except Exception:  # noqa: BLE001 - a mutant that no longer runs is noticed
        return True


def _changes_findings(
    store: Store, rules: Sequence[Rule], mutant: Rule, example: Mapping[str, Any], evaluation: Any
) -> bool:
    from checker.rules.evaluate.evaluate import evaluate

    # Raw results decide shadowing: only the rules that a mutant names can change whether it fires.
    partners = [one for one in rules if one.id in _partners(mutant) and not (one.experimental or one.replaced_by)]
    again = evaluate(store.connection, [mutant, *partners], views(), settings_of(mutant, example), as_of=as_of(example))

    def own(result: Any) -> list[str]:
        return [finding.fingerprint for finding in result.findings if finding.rule == mutant.id]

    return own(again) != own(evaluation)


def _inputs(rule: Rule) -> dict[str, set[str]]:
    """Map every fact that a column of the rule depends on to the columns that name it."""
    used = {name for e in (rule.violated, rule.when) if e for name in e.columns}
    sources: list[View] = (
        [views()[rule.view]] if rule.rows is None else [views()[name] for name in views_of([rule]) if name in views()]
    )
    found: dict[str, set[str]] = {}
    for view in sources:
        for column in view.columns:
            if column.name in used or rule.rows is not None:
                for fact in column.inputs:
                    found.setdefault(fact, set()).add(column.name)
    return found


def _hide(state: State, rule: Rule, example: Mapping[str, Any], before: Verdicts, outcome: Outcome) -> None:
    """Hide each fact in turn from the current state: a verdict may become unknown, but never its opposite."""
    for fact in sorted(_inputs(rule)):
        outcome.hidden += 1
        try:
            if not state.has_fact(fact):
                continue
            with state.changed([{"hide": [fact]}], views_of([rule])) as changed:
                if not changed.keys() & {*views_of([rule])}:
                    continue
                after = verdicts(state.store, rule, settings_of(rule, example))
        except RuleError as error:
            outcome.problems.append(f"{example['name']}: hiding {fact}: {error}")
            continue
        flipped = [
            key
            for key, (verdict, *_) in before.items()
            if verdict is not None and key in after and after[key][0] not in (None, verdict)
        ]
        # A passing object may become unknown; an object that no longer exists had its name hidden.
        if flipped:
            shown = ", ".join(map(str, flipped[0]))
            outcome.problems.append(
                f"{example['name']}: hiding {fact} turns {before[flipped[0]][0]} into {after[flipped[0]][0]} for {shown}"
            )
