"""Groups of findings in reports for people: by object, rule or file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from checker.report.base import GroupBy
from checker.report.text.objects import INPUT_FILES, INPUT_HEADINGS, subject
from checker.report.text.words import place_text
from checker.rules.book.rule import SEVERITIES, Rule
from checker.rules.evaluate.finding import Finding

Heading = tuple[str, str]
Group = tuple[Heading, list[Finding]]
# The category of the rules about the exports and inventories themselves.
_ABOUT_INPUT = "inventory"


def grouped(
    findings: Sequence[Finding], heading: Callable[[Finding], Heading] = subject, *, in_order: bool = False
) -> list[Group]:
    """Group findings by heading; the group with the most errors comes first, then by warnings and info.

    With ``in_order`` the order of the findings is kept, and only neighbours with the same heading form a group.
    """
    if in_order:
        return [(name, list(group)) for name, group in groupby(findings, heading)]
    groups: dict[Heading, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(heading(finding), []).append(finding)
    for group in groups.values():
        group.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return sorted(
        groups.items(),
        key=lambda item: ([-sum(f.severity == severity for f in item[1]) for severity in SEVERITIES], item[0]),
    )


def heading_by(group_by: GroupBy, rule: Callable[[str], Rule | None]) -> Callable[[Finding], Heading]:
    """Return the function that maps a finding to the heading it is listed under."""
    if group_by == "rule":
        return lambda finding: (finding.rule, finding.name)
    if group_by == "file":
        return _file
    return lambda finding: (INPUT_FILES, "") if _is_note(finding, rule) else subject(finding)


def rules_about_input(findings: Sequence[Finding], rule: Callable[[str], Rule | None]) -> frozenset[str]:
    """Return those of the rules of findings that are about exports and inventories."""
    named = {finding.rule: rule(finding.rule) for finding in findings}
    return frozenset(name for name, known in named.items() if known is not None and known.category == _ABOUT_INPUT)


def together(heading: Heading, findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return the entries of a group: findings of one rule about input files together, every other one by itself."""
    if heading != (INPUT_FILES, ""):
        return [[finding] for finding in findings]
    entries: dict[tuple[str, str, int], list[Finding]] = {}
    for number, finding in enumerate(findings):
        alone = number if finding.severity == "error" else -1
        entries.setdefault((finding.rule, finding.severity, alone), []).append(finding)
    return list(entries.values())


def _is_note(finding: Finding, rule: Callable[[str], Rule | None]) -> bool:
    """Whether a finding is a remark about the input that would otherwise be listed under the object it names."""
    if finding.severity != "info" or subject(finding)[0] in INPUT_HEADINGS:
        return False
    known = rule(finding.rule)
    return known is not None and known.category == _ABOUT_INPUT


def _file(finding: Finding) -> Heading:
    if finding.location is None:
        return "no file", ""
    return "", place_text(finding.location).rpartition(":")[0]
