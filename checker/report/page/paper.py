"""The findings of the sign-off on paper: grouped by rule, of bounded length however many there are.

The screen and the appendix list all findings with their details instead; style sheets show one or the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from checker.report.page.escape import shown
from checker.report.page.view import SIGNS
from checker.report.text.words import plural
from checker.rules.book.rule import SEVERITIES

if TYPE_CHECKING:
    from checker.report.page.view import FindingView, RuleView

LINES = 110
"""Lines of text that the findings may take: less than two pages of A4 or Letter at 8 points."""
_HEADING = 1.4
"""Lines that the name of a rule takes, with the space around it."""
_WIDTH = 105
"""Characters that a line has room for."""
_LONGEST = 3 * _WIDTH
_PER_RULE = (2, 4, 8, 20)
"""A rule lists so many findings, as long as there is room: a few of each rule before many of one."""


@dataclass
class _Group:
    """The findings of one rule and severity, and how many of them are listed."""

    rule: str
    severity: str
    messages: list[str] = field(default_factory=list)
    listed: int = 0


def findings(found: Sequence[FindingView], rules: Mapping[str, RuleView]) -> str:
    """Return the findings that are not suppressed; each rule with its number of findings and the first of them."""
    groups: dict[tuple[str, str], _Group] = {}
    for view in found:
        if view.state != "suppressed":
            group = groups.setdefault((view.rule, view.severity), _Group(view.rule, view.severity))
            group.messages.append(_shortened(view.message))
    if not groups:
        return ""
    ordered = sorted(groups.values(), key=lambda one: (SEVERITIES.index(one.severity), -len(one.messages), one.rule))
    listed = _filled(ordered)
    rows = "".join(_row(group, rules[group.rule].name) for group in ordered[:listed])
    return f'<div class="sign-off-only"><ul class="by-rule">{rows}</ul>{_rest(ordered[listed:])}</div>'


def _filled(groups: Sequence[_Group]) -> int:
    """Decide how many findings each group lists; return the number of groups that are listed at all."""
    room = float(LINES)
    count = 0
    for group in groups:
        lines = _HEADING + _lines(group.messages[0]) + (len(group.messages) > 1)
        if lines > room:
            break
        room -= lines
        group.listed = 1
        count += 1
    for severity in SEVERITIES:
        for limit in _PER_RULE:
            for group in groups[:count]:
                while group.severity == severity and group.listed < min(limit, len(group.messages)):
                    lines = _lines(group.messages[group.listed])
                    if lines > room:
                        break
                    room -= lines
                    group.listed += 1
    return count


def _lines(text: str) -> int:
    return -(-len(text) // _WIDTH)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def _row(group: _Group, name: str) -> str:
    listed = "".join(f"<li><bdi>{shown(message)}</bdi></li>" for message in group.messages[: group.listed])
    more = len(group.messages) - group.listed
    listed += f"<li>and {more:,} more: see the appendix</li>" if more else ""
    return (
        f'<li><p><span class="{group.severity}">{SIGNS[group.severity]} {group.severity}</span> '
        f'<span class="rule">{shown(group.rule)}</span> {shown(name)}, {plural(len(group.messages), "finding")}</p><ul>{listed}</ul></li>'
    )


def _rest(groups: Sequence[_Group]) -> str:
    if not groups:
        return ""
    counts = [(severity, sum(len(g.messages) for g in groups if g.severity == severity)) for severity in SEVERITIES]
    named = ", ".join(
        plural(count, severity, "info" if severity == "info" else None) for severity, count in counts if count
    )
    return f"<p>{plural(len({g.rule for g in groups}), 'more rule')} with {named}: see the appendix.</p>"
