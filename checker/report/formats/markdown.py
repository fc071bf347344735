"""``markdown``: for tickets, pull requests and summaries of CI jobs; fits into a comment.

GitHub accepts 65,536 characters in a comment; GitLab and Jira accept more. Findings that don't fit are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from checker.report.base import Format, Presentation
from checker.rules.change.kind import kind_of
from checker.rules.change.multipath_conf import command_lines

if TYPE_CHECKING:
    from checker.rules.evaluate.finding import Finding, FixStep, Report

LONGEST = 65_536
# Limits for coverage, its rows of exports and the changes; the findings get the remaining space.
_MOST_COVERAGE = 12_000
_MOST_EXPORTS = 20
_MOST_CHANGES = 16_000
_LONGEST_LINE = 4_000
# A part of a change may be worse than none, so more commands than this are not shown at all.
_STEPS = 24


def render(report: Report, presentation: Presentation) -> str:
    """Return the report as Markdown of at most ``LONGEST`` UTF-16 code units."""
    from checker.report.changes import changes_markdown
    from checker.report.coverage import verdict_text
    from checker.report.digest import shown_findings
    from checker.report.text.markdown_text import escaped
    from checker.report.text.source_text import units
    from checker.report.text.words import plural

    head = f"## sanlint\n\n**{escaped(verdict_text(report))}**\n"
    if presentation.changes is not None:
        head += "".join(changes_markdown(presentation.changes, _MOST_CHANGES))
    tail = "\n".join(_coverage(report, presentation)) + "\n"
    shown = shown_findings(report)
    rules = {one.fingerprint: one.rule for one in shown}
    room = LONGEST - units(head) - units(tail) - 200
    parts: list[str] = []
    group: tuple[str, str] | None = None
    stated: dict[str, str] = {}
    for number, (subject, finding) in enumerate(_ordered(shown, in_order=presentation.by_cost)):
        lines = [f"\n### {escaped(f'{subject[0]} {subject[1]}'.strip())}\n"] if subject != group else []
        text = "\n".join([*lines, *_finding(finding, rules, stated)]) + "\n"
        if (room := room - units(text)) < 0:
            left = len(shown) - number
            presentation.warn(
                f"markdown: omitted {left:,} of {len(shown):,} findings, which exceed the size of a comment"
            )
            parts.append(f"\n**{plural(left, 'more finding')}** did not fit here.\n")
            break
        parts.append(text)
        group = subject
    if presentation.suppressed:
        parts += _hidden(report, room)
    return head + "".join(parts) + "\n" + tail


def _ordered(findings: list[Finding], *, in_order: bool) -> list[tuple[tuple[str, str], Finding]]:
    """Return findings in the order of the table: by subject, most severe first, or in the given order."""
    from checker.report.groups import grouped

    return [(name, finding) for name, group in grouped(findings, in_order=in_order) for finding in group]


def _finding(finding: Finding, rules: Mapping[str, str], stated: dict[str, str]) -> list[str]:
    """Return the lines of a finding; ``stated`` contains rule and fingerprint of each impact that was described before."""
    from checker.report.cost import MOST_ASSUMPTIONS
    from checker.report.sarif.rules import shorter
    from checker.report.text.markdown_text import code, escaped, with_code
    from checker.report.text.objects import causes_text, short
    from checker.report.text.words import place_text

    mark = escaped(f"[{short(finding.fingerprint)}]")
    message = escaped(shorter(finding.message, _LONGEST_LINE))
    lines = [f"- **{finding.severity}** {code(finding.rule)} {message}  "]
    place = f"{code(place_text(finding.location))} " if finding.location is not None else ""
    lines.append(f"  {place}{mark}  ")
    if finding.cost:
        impact = [f"  Impact: {escaped(str(finding.cost))}  "]
        assumed = "; ".join(finding.cost.assumptions[:MOST_ASSUMPTIONS])
        impact += [f"  Assumed: {escaped(assumed)}  "] if assumed else []
        text = "\n".join(impact)
        lines += [f"  Impact: the same as {stated[text]} above  "] if text in stated else impact
        stated.setdefault(text, f"{code(finding.rule)} {mark}")
    if causes := causes_text(finding, rules):
        lines.append(f"  Possible cause: {escaped(causes)}  ")
    if finding.fix_summary:
        lines.append(f"  Fix: {with_code(finding.fix_summary)}  ")
    lines[-1] = lines[-1].rstrip()
    return [*lines, *(line for line, following in pairwise([*_commands(finding), ""]) if line or following)]


def _commands(finding: Finding) -> list[str]:
    """Return the commands and manual steps by machine in the order of work, and their undo; all of them or none."""
    from checker.report.text.markdown_text import code
    from checker.report.text.words import plural

    steps = finding.fix
    if len(steps) > _STEPS:
        hint = code(f"sanlint explain {finding.fingerprint}")
        return ["", f"  {plural(len(steps), 'command')}; {hint} with the exports shows them.", ""]
    machines = groupby(steps, key=lambda step: (step.platform, step.on))
    return [line for (platform, _), group in machines for line in _on_machine(platform, list(group))]


def _on_machine(platform: str, steps: Sequence[FixStep]) -> Iterator[str]:
    from checker.report.text.markdown_text import code, escaped
    from checker.report.text.words import condition_text, where_text

    where = code(where_text(steps[0]))
    for condition, same in groupby(steps, key=condition_text):
        yield from ("", f"  Commands for {where}{', ' + escaped(condition) if condition else ''}:")
        yield from _listed((line, step.checklist) for step in same for line in _lines(step))
    undo = [(step.undo, False) for step in reversed(steps) if step.undo]
    if undo:
        fixing = [
            step for step in steps if not (step.checklist or step.activates) and kind_of(step.run, platform) == "fix"
        ]
        yield from ("", f"  {'Undo:' if all(step.undo for step in fixing) else 'Undo, as far as possible:'}")
        yield from _listed([*undo, *((step.run, step.checklist) for step in steps if step.activates)])


def _lines(step: FixStep) -> list[str]:
    return [step.run] if step.checklist else command_lines(step.platform, step.run)


def _listed(steps: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """Yield commands as blocks of code, and manual steps as list items."""
    from checker.report.text.markdown_text import block, escaped

    for manual, group in groupby(steps, key=itemgetter(1)):
        texts = [text for text, _ in group]
        lines = [f"- By hand: {escaped(text.removeprefix('By hand: '))}" for text in texts] if manual else block(texts)
        yield from ("", *(f"  {line}" for line in lines), "")


def _hidden(report: Report, room: int) -> list[str]:
    """Return the hidden findings, one per line, as far as there is room."""
    from checker.report.digest import hidden_findings
    from checker.report.hidden import hidden_by
    from checker.report.sarif.rules import shorter
    from checker.report.text.markdown_text import code, escaped
    from checker.report.text.source_text import units
    from checker.report.text.words import plural

    hidden = hidden_findings(report)
    if not hidden or room < _LONGEST_LINE:
        return []
    parts = [f"\n### Suppressed: {plural(len(hidden), 'finding')}, not counted\n\n"]
    room -= units(parts[0])
    for number, finding in enumerate(hidden):
        message = escaped(shorter(finding.message, _LONGEST_LINE))
        line = f"- {finding.severity} {code(finding.rule)} {message} (suppressed by {escaped(hidden_by(finding))})\n"
        if (room := room - units(line)) < 0:
            return [*parts, f"- {plural(len(hidden) - number, 'more suppressed finding')}\n"]
        parts.append(line)
    return parts


def _coverage(report: Report, presentation: Presentation) -> list[str]:
    from checker.report.coverage import coverage_lines
    from checker.report.sarif.rules import shorter
    from checker.report.text.markdown_text import code, escaped, with_code
    from checker.report.text.words import plural

    lines = ["### Coverage", ""]
    lines += [f"- **{label}:** {with_code(shorter(text, _LONGEST_LINE))}" for label, text in coverage_lines(report)]
    if report.missing_exports:
        lines += ["", "### Exports that would help", ""]
        lines += ["| device | command | rules | objects |", "|---|---|---|---|"]
    taken = sum(map(len, lines))
    for number, export in enumerate(report.missing_exports):
        # In a table cell a bar must be escaped even inside code.
        each = " or ".join(code(one) for one in shorter(export.command, 300).split(" or "))
        command = each.replace("|", "\\|")
        row = f"| {escaped(export.owner)} | {command} | {len(export.rules):,} | {export.objects:,} |"
        if (taken := taken + len(row)) > _MOST_COVERAGE or number == _MOST_EXPORTS:
            lines += ["", f"{plural(len(report.missing_exports) - number, 'more export')} would help (`--coverage`)."]
            break
        lines.append(row)
    lines += ["", f"sanlint {escaped(report.version)}, as of {escaped(report.as_of)}"]
    return lines


FORMAT = Format(
    "markdown",
    "for tickets and pull requests; fits into a comment",
    render,
    for_people=False,
    suffixes=(".md", ".markdown"),
)
