"""The findings as data for the page's script: each distinct text once, and findings as indexes of texts.

Findings of one SAN share most of their texts. Storing each once halves the page, and the script searches each text
once instead of once per finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from checker.report.page.escape import block
from checker.report.page.view import SIGNS, STATES
from checker.report.text.words import clean
from checker.rules.book.rule import SEVERITIES

if TYPE_CHECKING:
    from checker.report.page.view import CostView, FindingView, RuleView, StepView

FIELDS = (
    "anchor", "rule", "severity", "state", "message", "kind", "name", "object", "rolled", "evidence", "basis",
    "places", "fix_summary", "fix", "cost", "caused_by", "suppressed_by", "fingerprint",
)  # fmt: skip
"""The fields of a finding's row, in order; the script reads this list too."""


class _Texts:
    """Distinct texts, numbered in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def all(self) -> list[str]:
        return list(self._numbers)


def page_data(
    findings: Iterable[FindingView], rules: Mapping[str, RuleView], nodes: Mapping[str, tuple[str, list[int]]]
) -> str:
    """Return the data for the script as a block of JSON.

    Args:
        findings: all findings, in the order of the report.
        rules: what the findings of a rule share, by rule id.
        nodes: name and indexes of the findings of each node of the topology picture, by node id.
    """
    texts = _Texts()
    rule_numbers = {rule_id: number for number, rule_id in enumerate(rules)}
    states = list(STATES)
    rows = []
    for view in findings:
        if view.state not in states:
            states.append(view.state)
        # Each row is encoded immediately: fifty thousand rows as lists would keep the garbage collector busy.
        rows.append(block(_row(view, rule_numbers[view.rule], states.index(view.state), texts)))
    head = {
        "fields": FIELDS,
        "severities": [[severity, SIGNS[severity]] for severity in SEVERITIES],
        "states": [[state, STATES.get(state, clean(state))] for state in states],
        "rules": [[r.id, r.name, r.category, list(r.why), list(r.sources)] for r in rules.values()],
        "texts": texts.all(),
        "nodes": dict(nodes),
    }
    return f'{block(head)[:-1]},"findings":[{",".join(rows)}]}}'


def _row(view: FindingView, rule: int, state: int, texts: _Texts) -> list[Any]:
    return [
        view.anchor,
        rule,
        SEVERITIES.index(view.severity),
        state,
        texts(view.message),
        texts(view.kind),
        texts(view.name),
        texts(view.object),
        [[texts(label), [texts(name) for name in names]] for label, names in view.rolled],
        [[texts(label), texts(value)] for label, value in view.evidence],
        texts(view.basis),
        [[texts(place), texts(label)] for place, label in view.places],
        texts(view.fix_summary),
        [[texts(title), [_step(step, texts) for step in steps]] for title, steps in view.fix],
        _cost(view.cost, texts),
        [[texts(text), anchor] for text, anchor in view.caused_by],
        texts(view.suppressed_by),
        texts(view.fingerprint),
    ]


def _step(step: StepView, texts: _Texts) -> list[int]:
    parts = (step.run, step.undo, step.check, step.condition, step.no_undo)
    return [*map(texts, parts), int(step.checklist)]


def _cost(cost: CostView | None, texts: _Texts) -> list[Any] | None:
    if cost is None:
        return None
    return [texts(cost.text), [texts(note) for note in cost.notes], cost.delta_ms, cost.saturation, texts(cost.unknown)]
