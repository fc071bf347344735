"""The examples of a rule in readable form: the change to a SAN without findings, and the result of the rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checker.report.text.words import clean, plural, value_text
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet

_INDENT = 4
_CHANGES = 5
_STATES = (
    ("Finding", "error"),
    ("No finding", "good"),
    ("Not evaluated: data is missing", "warning"),
)
_VERBS = {"set": "with", "add": "with another", "remove": "without"}


def write_examples(sheet: Sheet, examples: Sequence[Mapping[str, Any]]) -> None:
    """Write the examples: with a finding, without one, and those that cannot be evaluated."""
    for number, (heading, style) in enumerate(_STATES):
        chosen = [example for example in examples if _state(example) == number]
        if chosen:
            sheet.blank()
            sheet.paragraph([(heading, style)])
        for example in chosen:
            sheet.paragraph([(clean(str(example.get("name", ""))), "")], [("  - ", "dim")], indent=_INDENT)
            for line in _lines(example):
                sheet.paragraph([(line, "dim")], indent=_INDENT + 2)


def _state(example: Mapping[str, Any]) -> int:
    return 2 if example.get("not_evaluated") else 1 if example.get("silent") else 0


def _lines(example: Mapping[str, Any]) -> list[str]:
    """Return the changes to the base SAN of the example, and the findings in it."""
    changes = [text for change in example.get("change") or () for text in _change(change)]
    lines = changes[:_CHANGES]
    if len(changes) > _CHANGES:
        lines.append(f"and {plural(len(changes) - _CHANGES, 'more change')}")
    raw = example.get("raw") or {}
    for name, text in (raw if isinstance(raw, Mapping) else {"": raw}).items():
        count = len(str(text).strip().splitlines())
        lines.append(f"an export of {plural(count, 'line')}" + (f": {clean(str(name))}" if name else ""))
    if params := example.get("params"):
        lines.append(f"with {_facts(params)}")
    lines += [f"finds {_facts(found)}" for found in example.get("finds") or () if found]
    return lines


def _change(change: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    for action, what in change.items():
        if action == "hide":
            lines.append(f"with unknown {', '.join(clean(str(one)) for one in what)}")
        elif action in _VERBS and isinstance(what, Mapping):
            # The object, then the values set on it.
            stated = {key: value for key, value in what.items() if not isinstance(value, Mapping)}
            lines += [
                f"{_VERBS[action]} {key_name(str(kind))} {_facts(facts)}" + (f": {_facts(stated)}" if stated else "")
                for kind, facts in what.items()
                if isinstance(facts, Mapping)
            ]
    return lines


def _facts(facts: Mapping[str, Any]) -> str:
    stated = {key: value for key, value in facts.items() if value != ""}
    return ", ".join(f"{key_name(str(key))} {value_text(str(key), value)}" for key, value in stated.items())
