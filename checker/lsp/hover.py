"""What an editor shows about a finding or a rule when one points at it, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from checker.report.formats.full import source_text
from checker.report.text.markdown_text import block, code, escaped
from checker.report.text.words import condition_text, paragraphs, value_text, where_text

if TYPE_CHECKING:
    from checker.rules.book.rule import Rule, RuleText
    from checker.rules.evaluate.finding import Finding, FixStep

_RULE_ID = re.compile(r"\b[A-Z]{2,5}[0-9]{3}\b")
_MOST_STEPS = 12
"""Commands shown in a hover; ``sanlint fix`` writes all of them."""


def rule_id_at(line: str, column: int) -> str | None:
    """Return the word like a rule's id at a column of a line, from 0; None if there is none."""
    return next((one.group() for one in _RULE_ID.finditer(line) if one.start() <= column <= one.end()), None)


def finding_text(finding: Finding, rule: Rule | None, text: RuleText | None) -> str:
    """Describe a finding: the fault, why it matters, how to fix it, and the sources of the rule."""
    head = f"**{escaped(finding.rule)} {escaped(finding.name)}** · {finding.severity}"
    parts = [head, escaped(finding.message), *_why(text)]
    if finding.fix_summary:
        parts.append(f"**How to fix it:** {escaped(finding.fix_summary)}")
    parts += _commands([step for step in finding.fix if not step.checklist])
    parts += [f"- [ ] {escaped(step.run)}" for step in finding.fix if step.checklist][:_MOST_STEPS]
    parts += _sources(rule)
    parts.append(f"Finding {code(finding.fingerprint)}")
    return "\n\n".join(parts)


def rule_text(rule: Rule, text: RuleText | None) -> str:
    """Describe a rule: what it checks, why, how to fix what it finds, and its parameters."""
    parts = [f"**{escaped(rule.id)} {escaped(rule.name)}** · {rule.severity}", escaped(rule.summary), *_why(text)]
    if rule.fix_summary:
        parts += ["**How to fix it:**", *(escaped(one) for one in paragraphs(rule.fix_summary))]
    parts += [
        f"- {code(f'{rule.id}.{name}')} = {code(value_text(name, one.default))}: {escaped(one.help)}"
        for name, one in rule.parameters.items()
    ]
    return "\n\n".join([*parts, *_sources(rule)])


def _why(text: RuleText | None) -> Iterator[str]:
    for number, paragraph in enumerate(paragraphs(text.why) if text is not None else ()):
        yield ("**Why:** " if number == 0 else "") + escaped(paragraph)


def _commands(steps: Iterable[FixStep]) -> Iterator[str]:
    """Yield the commands by machine, each group with the condition under which it is right."""
    listed = list(steps)
    for (_, _, condition), group in groupby(
        listed[:_MOST_STEPS], key=lambda step: (step.platform, step.on, condition_text(step))
    ):
        steps_there = list(group)
        where = escaped(where_text(steps_there[0]))
        yield f"{where}{', ' + escaped(condition) if condition else ''}:"
        yield "\n".join(block([step.run for step in steps_there]))
    if len(listed) > _MOST_STEPS:
        yield f"… and {len(listed) - _MOST_STEPS} more commands, which {code('sanlint fix')} writes."


def _sources(rule: Rule | None) -> list[str]:
    if rule is None or not rule.sources:
        return []
    return ["**Sources:** " + "; ".join(escaped(source_text(source)) for source in rule.sources)]
