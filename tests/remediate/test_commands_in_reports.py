"""Every output lists the commands of a finding as its script runs them: the same commands, in its order, with their undo."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from checker import resources
from checker.audit.check import views_of
from checker.prove.examples import audit_example
from checker.prove.state import States
from checker.remediate.planner import make_plan
from checker.remediate.render.base import Occasion
from checker.remediate.render.checklist import checklist
from checker.remediate.render.registry import renderer
from checker.report.base import Presentation
from checker.report.formats.full import write_finding
from checker.report.registry import formats
from checker.report.text.sheet import Sheet
from checker.report.text.words import by_place, where_text
from checker.rules.book.book import built_in_book
from checker.rules.book.rule import Rule
from checker.rules.change.complete import complete
from checker.rules.change.kind import kind_of
from checker.rules.change.machines import Machines, machines_of
from checker.rules.evaluate.finding import Finding
from tests.report import samples
from tests.thorough import sample

WIDE = Presentation(width=100_000)
# A step as an output lists it: where, the command, its undo if it is listed with the command.
Shown = list[tuple[str, str, str]]
# The commands of each script, with their undo, and what puts them into effect: by platform and machine.
Place = tuple[str, tuple[str, str]]


@dataclass(frozen=True)
class Case:
    """A finding of an example, with the machines of the example."""

    finding: Finding
    machines: Machines

    @property
    def places(self) -> Mapping[str, Place]:
        """The platform and machine of each heading."""
        return {where_text(step): (step.platform, self.machines.machine(step.on)) for step in self.finding.fix}

    def by_script(self, shown: Shown) -> dict[Place, list[tuple[str, str]]]:
        """What an output lists, by platform and machine; what only inspects is in no script."""
        found: dict[Place, list[tuple[str, str]]] = {}
        for where, run, undo in shown:
            place = self.places[where.partition(" (undo")[0]]
            if kind_of(run, place[0]) != "inspect":
                found.setdefault(place, []).append((run, undo))
        return found

    def scripts(self) -> dict[Place, list[tuple[str, str]]]:
        """The commands of the scripts, once the decision that they need is made, and what puts them into effect."""
        plan = make_plan([self.finding], self.machines, [self.finding.rule])
        found: dict[Place, list[tuple[str, str]]] = {}
        for script in plan.scripts:
            for one in script.commands:
                found.setdefault((one.file or script.platform, script.machine), []).append((one.run, one.undo or ""))
            if script.platform in ("brocade", "cisco-mds"):
                occasion = Occasion("1.0", "2026-06-01", ("exports",), len(plan.scripts), self.machines)
                text = renderer(script.platform).script(script, occasion)
                closing = [step.run for step in self.finding.fix if step.activates and not step.checklist]
                last = text.rindex(script.commands[-1].run.rpartition(" ; ")[2])
                assert all(part in text[last:] for run in closing for part in run.split(" ; "))
                found[script.platform, script.machine] += [(run, "") for run in closing]
        return found


def without_layout(steps: Mapping[Place, list[tuple[str, str]]]) -> dict[Place, list[tuple[str, str]]]:
    """Steps with each file as its words: rules write sections of multipath.conf in one line, reports in a line for each setting."""
    return {
        place: [(" ".join(word for run, _ in found for word in run.split()), "")]
        if place[0] == "multipath.conf"
        else found
        for place, found in steps.items()
    }


def with_commands() -> list[str]:
    return sample(sorted(rule.id for rule in built_in_book().rules.values() if rule.fix_commands), 12)


def partners(rule_id: str) -> list[Rule]:
    """The rule, and the rules that suppress it."""
    rule = built_in_book().rules[rule_id]
    return [one for one in built_in_book().rules.values() if one.id in {rule_id, *rule.unless, *rule.only_with}]


def cases_of(rule_id: str, states: States) -> Iterator[Case]:
    """The findings that a script fixes, of all examples of a rule that fire."""
    rule, chosen = built_in_book().rules[rule_id], partners(rule_id)
    for example in built_in_book().text(rule_id).examples:
        if "finds" not in example:
            continue
        state = states.of(example)
        state.clean = True
        with state.changed(example.get("change", ()), views_of(chosen)) as changed:
            every = audit_example(state, changed, chosen, rule, example).findings
            found = [one for one in every if one.rule == rule_id]
            machines = machines_of(state.store)
        for one in found:
            case = Case(replace(one, fix=complete(one.fix, machines)), machines)
            if case.scripts():
                yield case


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    every = {one.id: one for name in with_commands() for one in partners(name)}
    states = States(resources.bases_folder(), views_of(list(every.values())))
    return [case for name in with_commands() for case in cases_of(name, states)]


def rendered(name: str, findings: Iterable[Finding]) -> str:
    return formats()[name].render(replace(samples.FAULTY, findings=tuple(findings)), WIDE)


def full(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """The text of the report, and of ``explain``."""
    sheet = Sheet(WIDE)
    write_finding(sheet, finding, WIDE, {})
    lines = sheet.render().splitlines()
    place, run = "", ""
    headings = [f"{heading}:" for heading, _ in by_place(finding.fix)]
    for line in lines[next(n for n, line in enumerate(lines) if line.startswith("  fix")) + 1 :]:
        text = line.strip()
        if text in headings:
            if run:
                yield place, run, ""
            place, run = text[:-1], ""
        elif text.startswith("undo: "):
            yield place, run, text.removeprefix("undo: ")
            run = ""
        # Further in are notes ("no undo: ..."), and settings within a section of a file.
        elif (
            (line.startswith(" " * 19) and ("multipath.conf" not in place or ": " in text))
            or not line.startswith(" " * 15)
            or text.startswith("[ ]")
        ):
            continue
        elif not re.fullmatch("(only if|once at the end).*:", text):
            if run:
                yield place, run, ""
            run = text
    if run:
        yield place, run, ""


def as_json(finding: Finding) -> Iterator[tuple[str, str, str]]:
    (shown,) = json.loads(rendered("json", [finding]))["findings"]
    for step, given in zip(shown["fix"], finding.fix, strict=True):
        if not step["checklist"]:
            yield where_text(given), step["run"], step["undo"] or ""


def page(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """The plain list of the HTML page, for readers without its script."""
    text = rendered("html", [finding])
    article = text[text.index("<dt>Fix</dt>") :].partition("</dd>")[0]
    parts = re.findall(
        r'<p class="platform">(.*?)</p>|<span>(undo|check)</span>.*?<code>(.*?)</code>|<pre><code>(.*?)</code>',
        article,
        re.S,
    )
    yield from _joined((where, run, text if word == "undo" else "") for where, word, text, run in parts)


def data_of_page(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """What the script of the HTML page shows."""
    match = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', rendered("html", [finding]), re.S)
    assert match
    data: dict[str, Any] = json.loads(match.group(1))
    (row,) = data["findings"]
    texts = data["texts"]
    for where, steps in row[data["fields"].index("fix")]:
        for run, undo, _, _, _, manual in steps:
            if not manual:
                yield texts[where], texts[run], texts[undo]


def _joined(parts: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Commands with the place above and the undo below them."""
    place, last = "", ""
    for where, run, undo in parts:
        if last and (run or where or undo):
            yield place, last, html.unescape(undo)
            last = ""
        place, last = html.unescape(where) or place, html.unescape(run) or last
    if last:
        yield place, last, ""


OUTPUTS: Mapping[str, Callable[[Finding], Iterator[tuple[str, str, str]]]] = {
    "json": as_json, "full": full, "page": page, "data of the page": data_of_page,
}  # fmt: skip


@pytest.mark.parametrize("output", OUTPUTS)
def test_commands_are_those_of_the_script(output: str, cases: list[Case]) -> None:
    assert cases
    for case in cases:
        shown = case.by_script(list(OUTPUTS[output](case.finding)))
        assert without_layout(shown) == without_layout(case.scripts()), case.finding.message


def test_markdown_lists_them_and_their_undo_in_order(cases: list[Case]) -> None:
    for case in cases:
        text = rendered("markdown", [case.finding])
        if re.search(r"^  \d+ commands; ", text, re.M):
            continue
        done: Shown = []
        undone: dict[Place, list[str]] = {}
        where, undoing, fenced = "", False, False
        for line in (one.removeprefix("  ") for one in text.splitlines()):
            if line.startswith("```"):
                fenced = not fenced
            elif fenced and undoing:
                undone.setdefault(case.places[where], []).append(line)
            elif fenced:
                done.append((where, line, ""))
            elif match := re.match(r"Commands for `(.*?)`", line):
                where, undoing = match.group(1), False
            elif line.startswith("Undo"):
                undoing = True
        scripts = case.scripts()
        activating = {step.run for step in case.finding.fix if step.activates}
        commands = {place: [(run, "") for run, _ in lines] for place, lines in scripts.items()}
        assert without_layout(case.by_script(done)) == without_layout(commands)
        undo = {place: [undo for _, undo in reversed(lines) if undo] for place, lines in scripts.items()}
        closing = {place: [run for run, _ in lines if run in activating] for place, lines in scripts.items()}
        assert undone == {place: [*lines, *closing[place]] for place, lines in undo.items() if lines}


def test_the_plan_lists_what_needs_a_decision(cases: list[Case]) -> None:
    for case in cases:
        plan = make_plan([case.finding], case.machines)
        text = checklist(plan, Occasion("1.0", "2026-06-01", ("exports",), len(plan.scripts), case.machines))
        parts = re.findall(r"^    - (`+) ?(.*?) ?\1(?: on .*?)?(?:; undo: (`+) ?(.*?) ?\3)?$", text, re.M)
        scripted = {one.run for script in plan.scripts for one in script.commands}
        expected = [
            step
            for lines in case.scripts().values()
            for step in lines
            if step[0] not in scripted and any(task.commands for task in plan.tasks)
        ]
        listed = [(run, undo) for _, run, _, undo in parts]
        assert [step for step in listed if step in expected] == expected


def test_the_order_of_an_undo_is_stated(cases: list[Case]) -> None:
    """An output that lists each undo next to its command says in which order they are right."""
    for case in cases:
        several = [lines for lines in case.scripts().values() if sum(bool(undo) for _, undo in lines) > 1]
        for output in (full, page, data_of_page):
            stated = {
                where
                for where, _, _ in output(case.finding)
                if where.endswith("(undo from the last command to the first)")
            }
            assert len(stated) == len(several)
