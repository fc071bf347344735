"""Plans built by hand, from findings whose names may be hostile."""

from __future__ import annotations

from collections.abc import Iterable

from checker.remediate.model import Plan, Script
from checker.remediate.planner import make_plan
from checker.remediate.render.base import Occasion
from checker.remediate.render.registry import renderer
from checker.rules.book import fix
from checker.rules.book.rule import FixCommand
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import Finding, FixStep

HOSTILE = (
    "a b", "a;touch canary", "$(touch canary)", "`touch canary`", "a'b", 'a"b', "a\\", "$HOME", "a|b", "a&b", "a>canary",
    "x\ntouch canary", "x\r\ntouch canary", "#a", "a*", "~", "!!", "SANLINT", "\nSANLINT\ntouch canary\n", "'\n'", "-rf",
    "\u2028touch canary", "\x1b[2J", "a\u202eb", "{a}", "EOF\n", "\x00", "é",
)  # fmt: skip


def finding(steps: Iterable[FixStep], message: str = "it is wrong", number: int = 1, **more: object) -> Finding:
    """A finding with steps; the object is the host h1 unless stated otherwise."""
    given: dict[str, object] = {
        "rule": "TST001", "name": "test", "severity": "warning", "message": message, "object": {"host": "h1"},
        "objects": ({"host": "h1"},), "evidence": {}, "fingerprint": f"{number:016x}", "fix": tuple(steps),
        "fix_summary": "Fix it.",
    }  # fmt: skip
    return Finding(**{**given, **more})  # type: ignore[arg-type]


def steps(command: FixCommand, **values: object) -> list[FixStep]:
    """The steps of a command for the host h1, with these values."""
    return fix.steps(command, {"host": "h1", **values})


def occasion(plan: Plan, machines: Machines | None = None) -> Occasion:
    """An audit of the folder exports."""
    return Occasion("1.0", "2026-06-01T00:00:00+00:00", ("exports",), len(plan.scripts), machines or Machines())


def scripts(findings: Iterable[Finding], machines: Machines | None = None) -> list[tuple[Script, str, str | None]]:
    """Each script of the plan for findings: itself, its text and that of its undo."""
    known = machines or Machines()
    plan = make_plan(findings, known)
    when = occasion(plan, known)
    return [
        (script, renderer(script.platform).script(script, when), renderer(script.platform).undo(script, when))
        for script in plan.scripts
    ]
