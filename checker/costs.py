"""What findings cost: gives the cases of the estimator what the store knows of each finding's objects.

The engine doesn't know what a finding costs, and the estimator doesn't know what a finding is; this module joins them
after the rules have run. A missing fact is no cost, with the reason; never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.engine.finding import Finding
from checker.engine.rule import Rule

if TYPE_CHECKING:
    from checker.cost_under_load import Answer, UnderLoad
    from checker.engine.parameters import Settings
    from checker.estimate.cost_row import Row
    from checker.estimate.library import Library
    from checker.estimate.loaded import Loaded
    from checker.estimate.workload_model import LoadFile
    from checker.facts.store import Store
    from checker.views.catalog import View

MOST_OBJECTS = 200
"""Objects of one finding whose facts are looked at, spread evenly over all of them: very many are alike."""
MOST_OF_RULE = 50_000
"""Objects of all findings of one rule whose facts are looked at."""
MOST_NOTES = 5
"""Remarks about a workload that a report shows one by one."""
_WANTED = "min"
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
    """Return the findings with what they cost, where their rule has a case of the estimator, and remarks for the report.

    Args:
        store: of the audit, with the views that the rules run over.
        findings: as the rules made them.
        rules: by id.
        views: by name.
        settings: parameters of the rules as they were set.
        find_library: gives the estimator's parameters when a case asks for them: reading them takes longer than most cases.
        load: the workload of the audit, and the SAN solved under it; None for closed forms only.
    """
    concerned: dict[str, list[int]] = {}
    for place, finding in enumerate(findings):
        if (rule := rules.get(finding.rule)) is not None and rule.cost:
            concerned.setdefault(rule.id, []).append(place)
    if not concerned and load is None:
        return tuple(findings), ()
    costs = _Costs(store, views, settings, find_library)
    notices = costs.take(*load) if load is not None else ()
    told = list(findings)
    for rule_id, places in concerned.items():
        priced = costs.priced(rules[rule_id], [findings[place] for place in places])
        for place, finding in zip(places, priced, strict=True):
            told[place] = finding
    return tuple(told), notices


class _Costs:
    """Looks facts up once for all findings of a rule."""

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
        """Solve findings again under this workload; returns what of it was left out."""
        found, loads = loaded.assignment, loaded.loads
        if loads:
            from checker.cost_under_load import UnderLoad
            from checker.estimate.cost_solve import CostSolver

            solver = CostSolver(loaded.san, self._library(), loads, loaded.result, loaded.model)
            self._under_load = UnderLoad(self._store, solver)
        notes = (*workload.notes, *found.notes)
        told = tuple(f"workload: {text}" for text in (*workload.assumptions, *notes[:MOST_NOTES]))
        if not loads:
            told = (*told, f"workload: {workload.path} says of no volume how much I/O it has: costs hold for any load")
        return told if len(notes) <= MOST_NOTES else (*told, f"workload: {len(notes) - MOST_NOTES:,} remarks more")

    def priced(self, rule: Rule, findings: Sequence[Finding]) -> list[Finding]:
        """The findings of one rule with their costs, or with the reason why there is none."""
        try:
            samples = self._samples(rule, findings)
        except Exception as error:  # noqa: BLE001 - a fault in an estimate must not take findings away
            return [replace(finding, cost_unknown=_fault(error)) for finding in findings]
        answers: list[Answer] = [self._closed(rule, rows) for rows in samples]
        if self._under_load is not None:
            try:
                answers = self._under_load.told(rule, findings, samples, answers)
            except Exception as error:  # noqa: BLE001 - see above
                answers = [_fault(error)] * len(findings)
        return [_with(*one) for one in zip(findings, samples, answers, strict=True)]

    def _closed(self, rule: Rule, rows: Sequence[Row]) -> Answer:
        from checker.estimate.cost_cases import cost_of_finding
        from checker.estimate.cost_row import Question

        try:
            return cost_of_finding(rule.cost or "", Question(rows, self._mended(rule), self._library))
        except Exception as error:  # noqa: BLE001 - see above
            return _fault(error)

    def _samples(self, rule: Rule, findings: Sequence[Finding]) -> list[list[Row]]:
        """For each finding the facts of its objects, or of some of them where there are many."""
        from checker.cost_facts import link_facts, path_facts, raid_facts
        from checker.estimate.cost_cases import ABOUT_PATHS

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
            wanted = {"paths_wanted": self._wanted(rule)} if rule.cost == "lost_paths" else {}
            return [
                [{**paths.get((str(row.get("host")), str(row.get("volume"))), {}), **row, **wanted} for row in rows]
                for rows in samples
            ]
        if rule.cost == "wan_loss":
            return [[{**link_facts(self._store, row), **row} for row in rows] for rows in samples]
        if rule.cost == "write_cache_off":
            return [[one for row in rows for one in raid_facts(self._store, row)] for rows in samples]
        return samples

    def _view_rows(self, rule: Rule, objects: Sequence[Mapping[str, Any]]) -> dict[Key, Row]:
        """The rows of the rule's view for these objects, by their keys; nothing for rules that bring their own rows."""
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

    def _mended(self, rule: Rule) -> Mapping[str, Any]:
        """What the fix sets, where it is the same for all objects, and how many paths the rule wants."""
        found: dict[str, Any] = {}
        for column, value in _effects(rule):
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                found.setdefault(column, value)
        if rule.cost == "lost_paths" and (wanted := self._wanted(rule)) is not None:
            found["paths_wanted"] = wanted
        return found

    def _wanted(self, rule: Rule) -> float | None:
        """The number of paths that a rule wants; None if it has no such parameter, or objects have values of their own."""
        name = f"{rule.id}.{_WANTED}"
        parameter = rule.parameters.get(_WANTED)
        if parameter is None or any(name in override.parameters for override in self._settings.overrides):
            return None
        value = self._settings.parameters.get(name, parameter.default)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _with(finding: Finding, rows: Sequence[Row], answer: Answer) -> Finding:
    if isinstance(answer, str):
        return replace(finding, cost=None, cost_unknown=answer)
    if len(rows) < len(finding.objects):
        said = f"{len(finding.objects):,} objects are like the {len(rows):,} of them that were looked at"
        answer = replace(answer, assumptions=(said, *answer.assumptions))
    return replace(finding, cost=answer, cost_unknown="")


def _spread(objects: Sequence[Mapping[str, Any]], most: int) -> list[Mapping[str, Any]]:
    """At most so many of the objects, evenly over all of them."""
    if len(objects) <= most:
        return list(objects)
    return [objects[number * len(objects) // most] for number in range(most)]


def _key(one: Mapping[str, Any]) -> Key:
    return tuple(None if value is None else str(value) for value in one.values())


def _fault(error: Exception) -> str:
    return f"the estimate failed, which is a fault of sanlint ({type(error).__name__}: {error})"


def _effects(rule: Rule) -> Iterable[tuple[str, Any]]:
    for command in rule.fix_commands:
        effect = command.effect.get("set") if isinstance(command.effect, Mapping) else None
        yield from effect.items() if isinstance(effect, Mapping) else ()
