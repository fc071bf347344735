"""Parts that all scripts share: the header, safe text for comments, and the steps with their checks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checker.remediate.model import Command, Script
from checker.rules.change.machines import Machines
from checker.rules.evaluate.finding import Report

_LONGEST = 300
ADDRESS = re.compile(r"[0-9.]+|[0-9A-Fa-f:]*:[0-9A-Fa-f:]*")
"""A machine that is known only by its address."""


@dataclass(frozen=True)
class Occasion:
    """The audit that the scripts come from: sanlint version, reference time, paths, number of scripts, machines."""

    version: str
    as_of: str
    paths: tuple[str, ...]
    scripts: int = 0
    machines: Machines = field(default_factory=Machines)

    @classmethod
    def of(cls, report: Report, paths: Sequence[str], scripts: int, machines: Machines) -> Occasion:
        """Return the occasion of a finished audit."""
        return cls(report.version, report.as_of, tuple(paths), scripts, machines)


@dataclass(frozen=True)
class Renderer:
    """How a platform's scripts are written: the script, and its undo, which is None if nothing can be undone."""

    script: Callable[[Script, Occasion], str]
    undo: Callable[[Script, Occasion], str | None]
    encoding: str = "utf-8"
    executable: bool = False


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Return untrusted text for a comment: one line without characters that a shell or terminal interprets."""
    shown = " ".join(
        "".join(
            char if char == " " or unicodedata.category(char)[0] not in "CZ" else " " if char.isspace() else "\ufffd"
            for char in text
        ).split()
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def short_names(names: Iterable[str]) -> list[str]:
    """Return the names a machine may report as its own: lower case, no domain, only letters, digits, - and _."""
    short = dict.fromkeys(name.lower().partition(".")[0] for name in names if not ADDRESS.fullmatch(name))
    return [name for name in short if re.fullmatch(r"[a-z0-9_-]+", name)]


def header(script: Script, occasion: Occasion, *, undo: bool = False) -> Iterator[str]:
    """Yield the lines of the header, without comment marks."""
    what = f"Undoes step {script.number}" if undo else f"Step {script.number}"
    yield f"{what} of {occasion.scripts}: {one_line(script.title)} ({script.platform})"
    yield (
        f"Written by sanlint {occasion.version}, from the audit as of {occasion.as_of} of: "
        f"{one_line(', '.join(occasion.paths))}"
    )
    yield "Nothing has been executed. Read this before you run it; plan.md has the order of work and the manual steps."
    if script.machine[1] == "":
        yield "No export states which machine this is for: identify it first."


def findings(script: Script) -> Iterator[str]:
    """Yield a line for each finding that the script fixes."""
    seen = {ref.fingerprint: ref for command in script.commands for ref in command.fixes}
    for ref in seen.values():
        yield f"{ref.fingerprint} {one_line(ref.origin)} {ref.severity}: {one_line(ref.message)}"


def steps(script: Script) -> Iterator[tuple[int, list[str], Command, str | None]]:
    """Yield number, comments, command, and the check after it; consecutive commands with the same check share it."""
    last: list[str] = []
    for number, command in enumerate(script.commands, 1):
        following = script.commands[number].check if number < len(script.commands) else None
        lines = list(fixed_lines(command))
        yield number, _numbered(number, lines, last), command, None if command.check == following else command.check
        last = lines


def undo_steps(script: Script) -> Iterator[tuple[int, list[str], Command]]:
    """Yield the undo steps in reverse order, without checks."""
    last: list[str] = []
    for number, command in reversed(list(enumerate(script.commands, 1))):
        lines = list(fixed_lines(command))
        yield number, _numbered(number, lines, last), command
        last = lines


def _numbered(number: int, lines: list[str], last: list[str]) -> list[str]:
    return [f"{number}. for the same findings"] if lines == last else [f"{number}. {line}" for line in lines]


def fixed_lines(command: Command) -> Iterator[str]:
    """Yield a line for each finding that a command fixes."""
    for ref in command.fixes:
        yield f"{one_line(ref.origin)} {ref.fingerprint}: {one_line(ref.message)}"
