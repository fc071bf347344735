"""Costs of findings: passes facts about the objects of each finding to the cost cases of the estimator.

Rules know nothing of costs, and the estimator knows nothing of findings; this module joins them after the rules have run.
If a fact is missing, the cost is unknown, with the reason; it is never guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.rules.book.rule import Rule
from checker.rules.evaluate.finding import Finding

if TYPE_CHECKING:
    from checker.costs.under_load import Answer, UnderLoad
    from checker.estimate.answer.solved_load import Loaded
    from checker.estimate.cost.row import Row
    from checker.estimate.library import Library
    from checker.estimate.workload.model import LoadFile
    from checker.facts.store.store import Store
    from checker.rules.config.parameters import Settings
    from checker.views.catalog import View

MOST_OBJECTS = 200
"""Maximum number of objects of one finding that are evaluated, spread evenly, because very many are identical."""
MOST_OF_RULE = 50_000
"""Maximum number of objects of all findings of one rule that are evaluated."""
MOST_NOTES = 5
"""Maximum number of remarks about a workload that a report lists."""
_MINIMUM = "min"
_KINDS = ("path", "device", "wan_link", "host", "vplex_cluster", "storage_array", "storage_volume", "raid_group")
Key = tuple[str | None, ...]


def with_costs(
    store: Store,
    findings: Sequence[Finding],
    rules: Mapping[str, Rule],
    views: Mapping[str, View],
    settings: Settings,
    find_library: Callable[[], Library],
    load: tuple[LoadFile, Loaded] | None = None,
) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Return the findings with their costs, if their rule has a cost case, and remarks for the report.

    Args:
        store: store of the audit, with the views of the rules.
        findings: findings of the rules.
        rules: rules by id.
        views: views by name.
        settings: effective parameters of the rules.
        find_library: returns the estimator's parameters on demand, because reading them takes longer than most cases.
        load: workload of the audit, and the SAN solved under it; None for closed forms only.
    """
    concerned: dict[str, list[int]] = {}
    for place, finding in enumerate(findings):
        if (rule := rules.get(finding.rule)) is not None and rule.cost:
            concerned.setdefault(rule.id, []).append(place)
    if not concerned and load is None:
        return tuple(findings), ()
    costs = _Costs(store, views, settings, find_library)
    notices = costs.take(*load) if load is not None else ()
    result = list(findings)
    for rule_id, places in concerned.items():
        priced = costs.priced(rules[rule_id], [findings[place] for place in places])
        for place, finding in zip(places, priced, strict=True):
            result[place] = finding
    return tuple(result), notices


class _Costs:
    """Pricing with a lookup of facts once per rule."""

    def __init__(
        self, store: Store, views: Mapping[str, View], settings: Settings, find_library: Callable[[], Library]
    ) -> None:
        self._store = store
        self._views = views
        self._settings = settings
        self._library = find_library
        self._under_load: UnderLoad | None = None
        store.ensure_entities(_KINDS)

    def take(self, workload: LoadFile, loaded: Loaded) -> tuple[str, ...]:
        """Solve findings under this workload; returns remarks about skipped parts of it."""
        found, loads = loaded.assignment, loaded.loads
        if loads:
            from checker.costs.under_load import UnderLoad
            from checker.estimate.cost.solve import CostSolver

            solver = CostSolver(loaded.san, self._library(), loads, loaded.result, loaded.model)
            self._under_load = UnderLoad(self._store, solver)
        notes = (*workload.notes, *found.notes)
        remarks = tuple(f"workload: {text}" for text in (*workload.assumptions, *notes[:MOST_NOTES]))
        if not loads:
            remarks = (
                *remarks,
                f"workload: {workload.path} states no amount of I/O for any volume; impacts are estimated without a load",
            )
        return (
            remarks if len(notes) <= MOST_NOTES else (*remarks, f"workload: {len(notes) - MOST_NOTES:,} more remarks")
        )

    def priced(self, rule: Rule, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings of one rule with their costs, or with the reason why they are unknown."""
        try:
            samples = self._samples(rule, findings)
        except Exception as error:  # noqa: BLE001 - an error in an estimate must not suppress findings
            return [replace(finding, cost_unknown=_fault(error)) for finding in findings]
        answers: list[Answer] = [self._closed(rule, rows) for rows in samples]
        if self._under_load is not None:
            try:
                answers = self._under_load.priced(rule, findings, samples, answers)
            except Exception as error:  # noqa: BLE001 - see above
                answers = [_fault(error)] * len(findings)
        return [_with(*one) for one in zip(findings, samples, answers, strict=True)]

    def _closed(self, rule: Rule, rows: Sequence[Row]) -> Answer:
        from checker.estimate.cost.cases import cost_of_finding
        from checker.estimate.cost.row import Question

        try:
            return cost_of_finding(rule.cost or "", Question(rows, self._fix_values(rule), self._library))
        except Exception as error:  # noqa: BLE001 - see above
            return _fault(error)

    def _samples(self, rule: Rule, findings: Sequence[Finding]) -> list[list[Row]]:
        """Facts of the objects of each finding, or of some of them if there are many."""
        from checker.costs.facts import link_facts, path_facts, raid_facts
        from checker.estimate.cost.cases import ABOUT_PATHS

        most = max(1, min(MOST_OBJECTS, MOST_OF_RULE // max(1, len(findings))))
        chosen = [_spread(finding.objects, most) for finding in findings]
        known = self._view_rows(rule, [one for objects in chosen for one in objects])
        samples: list[list[Row]] = [
            [{**finding.evidence, **one, **known.get(_key(one), {})} for one in objects]
            for finding, objects in zip(findings, chosen, strict=True)
        ]
        if rule.cost in ABOUT_PATHS:
            pairs = {(str(row.get("host")), str(row.get("volume"))) for rows in samples for row in rows}
            paths = path_facts(self._store, pairs, shared=rule.cost == "rr_limit")
            required = {"paths_wanted": self._required_paths(rule)} if rule.cost == "lost_paths" else {}
            return [
                [{**paths.get((str(row.get("host")), str(row.get("volume"))), {}), **row, **required} for row in rows]
                for rows in samples
            ]
        if rule.cost == "wan_loss":
            return [[{**link_facts(self._store, row), **row} for row in rows] for rows in samples]
        if rule.cost == "write_cache_off":
            return [[one for row in rows for one in raid_facts(self._store, row)] for rows in samples]
        return samples

    def _view_rows(self, rule: Rule, objects: Sequence[Mapping[str, Any]]) -> dict[Key, Row]:
        """Rows of the rule's view for these objects, by their keys; empty for rules with rows of their own."""
        view = self._views.get(rule.view)
        if rule.rows is not None or view is None or not objects:
            return {}
        names = tuple(objects[0])
        given = ", ".join(f"unnest(?::VARCHAR[]) AS key_{number}" for number in range(len(names)))
        same = " AND ".join(f'v."{name}"::VARCHAR IS NOT DISTINCT FROM o.key_{n}' for n, name in enumerate(names))
        keys = sorted({_key(one) for one in objects}, key=str)
        cursor = self._store.connection.execute(
            f'SELECT v.* FROM "{view.name}" v JOIN (SELECT {given}) o ON {same}',
            [list(values) for values in zip(*keys, strict=True)],
        )
        columns = [column[0] for column in cursor.description or ()]
        rows = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
        return {_key({name: row[name] for name in names}): row for row in rows}

    def _fix_values(self, rule: Rule) -> Mapping[str, Any]:
        """Values that the fix sets, if they are the same for all objects, and the number of required paths."""
        found: dict[str, Any] = {}
        for column, value in _effects(rule):
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                found.setdefault(column, value)
        if rule.cost == "lost_paths" and (required := self._required_paths(rule)) is not None:
            found["paths_wanted"] = required
        return found

    def _required_paths(self, rule: Rule) -> float | None:
        """Number of paths that a rule requires; None if it has no such parameter, or if objects have their own values."""
        name = f"{rule.id}.{_MINIMUM}"
        parameter = rule.parameters.get(_MINIMUM)
        if parameter is None or any(name in override.parameters for override in self._settings.overrides):
            return None
        value = self._settings.parameters.get(name, parameter.default)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _with(finding: Finding, rows: Sequence[Row], answer: Answer) -> Finding:
    if isinstance(answer, str):
        return replace(finding, cost=None, cost_unknown=answer)
    if len(rows) < len(finding.objects):
        said = f"{len(rows):,} of {len(finding.objects):,} objects were evaluated; the others are assumed to be similar"
        answer = replace(answer, assumptions=(said, *answer.assumptions))
    return replace(finding, cost=answer, cost_unknown="")


def _spread(objects: Sequence[Mapping[str, Any]], most: int) -> list[Mapping[str, Any]]:
    """Return at most ``most`` of the objects, spread evenly."""
    if len(objects) <= most:
        return list(objects)
    return [objects[number * len(objects) // most] for number in range(most)]


def _key(one: Mapping[str, Any]) -> Key:
    return tuple(None if value is None else str(value) for value in one.values())


def _fault(error: Exception) -> str:
    return f"the estimate failed because of an error in sanlint ({type(error).__name__}: {error})"


def _effects(rule: Rule) -> Iterable[tuple[str, Any]]:
    for command in rule.fix_commands:
        effect = command.effect.get("set") if isinstance(command.effect, Mapping) else None
        yield from effect.items() if isinstance(effect, Mapping) else ()
