"""What passed, with the counts that rules compared and the limits that they meet: for terminals and the HTML page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checker.report.base import Section, Table
from checker.report.text.words import clean, plural, shortened, value_text
from checker.rules.language.column_names import key_name

if TYPE_CHECKING:
    from checker.report.text.sheet import Sheet
    from checker.rules.evaluate.finding import Checked, EvidenceValue, Passed, Report

_MOST = 2_000
_MOST_NAMED = 20
_TITLE = "What passed"


def write_passes(sheet: Sheet, report: Report) -> None:
    """Write the passes by object: the rules, the counts and their limits."""
    sheet.blank()
    sheet.paragraph([(_TITLE, "head")])
    if not report.passes:
        sheet.paragraph([("No rule with a count passed.", "dim")], indent=2)
        return
    for name, passed in _alike(report.passes):
        sheet.paragraph([(name, "head")], indent=2)
        for one in passed:
            times = f"  {plural(one.objects, 'object')}" if one.objects > 1 else ""
            label = [(f"    {clean(one.rule):<9}", "good")]
            sheet.paragraph([(checked_text(one.checked), ""), (times, "dim")], label, indent=13)


def passes_section(report: Report) -> Section:
    """Return the passes as a part of the HTML page."""
    rows = [
        (name, one.rule, checked_text(one.checked), f"{one.objects:,}")
        for name, passed in by_object(report.passes)
        for one in passed
    ]
    notes = (f"The first {_MOST:,} of {len(rows):,} rows are listed.",) if len(rows) > _MOST else ()
    objects = plural(len(by_object(report.passes)), "object")
    explained = (
        f"{plural(len(rows), 'count')} of {objects} {'meets its limit' if len(rows) == 1 else 'meet their limits'}. "
        "The appendix lists every rule with its number of passes."
    )
    table = Table(
        "Counts that meet their limits", ("Object", "Rule", "Checked", "Objects"), tuple(rows[:_MOST]), collapsed=True
    )
    return Section(_TITLE, (explained, *notes), (table,))


def by_object(passes: Sequence[Passed]) -> list[tuple[str, list[Passed]]]:
    """Group passes by the object they are about, such as ``host esx01``."""
    found: dict[str, list[Passed]] = {}
    for one in passes:
        found.setdefault(_name(one.object) or "the SAN", []).append(one)
    return sorted(found.items())


def _name(keys: Mapping[str, EvidenceValue]) -> str:
    return ", ".join(f"{key_name(key)} {value_text(key, value)}" for key, value in keys.items() if value)


def _alike(passes: Sequence[Passed]) -> list[tuple[str, list[Passed]]]:
    """Group passes as :func:`by_object`, with one heading for objects of a kind that pass the same: ``host esx01, esx02``."""
    groups: dict[tuple[object, ...], list[list[Passed]]] = {}
    for name, passed in by_object(passes):
        counts = [(one.rule, checked_text(one.checked), one.objects) for one in passed]
        keys = [key for key, value in passed[0].object.items() if value]
        groups.setdefault((*keys, *counts) if len(keys) == 1 else (name,), []).append(passed)
    found = []
    for first, *others in groups.values():
        names = [_name(first[0].object) or "the SAN"]
        names += [value_text(key, value) for one in others for key, value in one[0].object.items() if value]
        found.append((shortened(names, _MOST_NAMED), first))
    return found


def checked_text(checked: Sequence[Checked]) -> str:
    """Return the counts with their limits: ``live paths: 4 (at least 4)``; a limit of none is not repeated."""
    texts = []
    for one in checked:
        text = f"{key_name(one.column)}: {value_text(one.column, one.value)}"
        none = one.meets == "at most" and one.limit == 0
        texts.append(text if none else f"{text} ({one.meets} {value_text(one.column, one.limit)})")
    return ", ".join(texts)
