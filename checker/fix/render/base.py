"""What all scripts share: what stands in the header, what a comment may hold, and the steps with their checks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checker.engine.finding import Report
from checker.fix.estate import Estate
from checker.fix.model import Command, Script

_LONGEST = 300
ADDRESS = re.compile(r"[0-9.]+|[0-9A-Fa-f:]*:[0-9A-Fa-f:]*")
"""A machine that is known by its address only."""


@dataclass(frozen=True)
class Occasion:
    """Of which audit the scripts are: version of sanlint, time it judged by, paths, number of scripts, machines."""

    version: str
    as_of: str
    paths: tuple[str, ...]
    scripts: int = 0
    estate: Estate = field(default_factory=Estate)

    @classmethod
    def of(cls, report: Report, paths: Sequence[str], scripts: int, estate: Estate) -> Occasion:
        """The occasion of a finished audit."""
        return cls(report.version, report.as_of, tuple(paths), scripts, estate)


@dataclass(frozen=True)
class Renderer:
    """How scripts of a platform are written: the script and its undo, which is None where nothing can be undone."""

    script: Callable[[Script, Occasion], str]
    undo: Callable[[Script, Occasion], str | None]
    encoding: str = "utf-8"
    executable: bool = False


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Text from outside as part of a comment: one line without anything that a shell or terminal would act on."""
    shown = " ".join(
        "".join(
            char if char == " " or unicodedata.category(char)[0] not in "CZ" else " " if char.isspace() else "\ufffd"
            for char in text
        ).split()
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def short_names(names: Iterable[str]) -> list[str]:
    """The names that a machine may give as its own, in small letters, without domain: letters, digits, - and _ only."""
    short = dict.fromkeys(name.lower().partition(".")[0] for name in names if not ADDRESS.fullmatch(name))
    return [name for name in short if re.fullmatch(r"[a-z0-9_-]+", name)]


def header(script: Script, occasion: Occasion, *, undo: bool = False) -> Iterator[str]:
    """The lines of the header, without comment marks."""
    what = f"Takes back step {script.number}" if undo else f"Step {script.number}"
    yield f"{what} of {occasion.scripts}: {one_line(script.title)} ({script.platform})"
    yield (
        f"Written by sanlint {occasion.version}, from the audit as of {occasion.as_of} of: "
        f"{one_line(', '.join(occasion.paths))}"
    )
    yield "Nothing has been executed. Read this before you run it; plan.md has the order and what else is to be done."
    if script.machine[1] == "":
        yield "No export says which machine this is for: find out first."


def findings(script: Script) -> Iterator[str]:
    """A line for each finding that the script mends."""
    seen = {mend.fingerprint: mend for command in script.commands for mend in command.mends}
    for mend in seen.values():
        yield f"{mend.fingerprint} {mend.rule} {mend.severity}: {one_line(mend.message)}"


def steps(script: Script) -> Iterator[tuple[int, list[str], Command, str | None]]:
    """Number, comments, command, and the check after it; commands in a row with one check share it."""
    last: list[str] = []
    for number, command in enumerate(script.commands, 1):
        following = script.commands[number].check if number < len(script.commands) else None
        told = list(mends(command))
        yield number, _numbered(number, told, last), command, None if command.check == following else command.check
        last = told


def undo_steps(script: Script) -> Iterator[tuple[int, list[str], Command]]:
    """The same backwards, without checks."""
    last: list[str] = []
    for number, command in reversed(list(enumerate(script.commands, 1))):
        told = list(mends(command))
        yield number, _numbered(number, told, last), command
        last = told


def _numbered(number: int, told: list[str], last: list[str]) -> list[str]:
    return [f"{number}. for the same"] if told == last else [f"{number}. {line}" for line in told]


def mends(command: Command) -> Iterator[str]:
    """A line for each finding that a command mends."""
    for mend in command.mends:
        yield f"{mend.rule} {mend.fingerprint}: {one_line(mend.message)}"
