"""A plan: which commands on which machine, in which order, and what is left to people. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from checker.engine.rule import Severity

Stage = Literal["fabric", "array", "host", "other"]
STAGES: tuple[Stage, ...] = ("fabric", "array", "host", "other")
"""The order of work: zoning before masking, masking before hosts look for paths."""


@dataclass(frozen=True)
class Mend:
    """The finding that a command mends: rule, fingerprint, severity and message."""

    rule: str
    fingerprint: str
    severity: Severity
    message: str


@dataclass
class Command:
    """One command line, quoted for its platform, and all findings that it mends.

    ``undo`` takes it back; None if nothing does. ``check`` shows whether it worked. ``effect`` are the changes it makes
    to the model, none if the model can't show them. ``file`` is the kind of file that ``run`` is a line of, if it is one
    (udev, multipath.conf).
    """

    run: str
    undo: str | None = None
    check: str | None = None
    effect: tuple[Mapping[str, Any], ...] = ()
    mends: list[Mend] = field(default_factory=list)
    file: str = ""


@dataclass
class Script:
    """The commands for one machine, in the order they are to be given.

    ``machine`` is (kind, name); a name is empty if no export tells it. ``group`` are scripts that are run before anything
    of the next group: the fabric of a switch, the cluster of a host. ``names`` are all names of the machine.
    """

    platform: str
    machine: tuple[str, str]
    stage: Stage
    group: str
    commands: list[Command] = field(default_factory=list)  # those that are lines of files come last
    names: tuple[str, ...] = ()
    number: int = 0
    file: str = ""

    @property
    def undoable(self) -> bool:
        """Whether anything of it can be taken back."""
        return any(command.undo or command.file for command in self.commands)

    @property
    def title(self) -> str:
        """The machine as people call it."""
        return self.machine[1] or "a machine that no export names"


@dataclass(frozen=True)
class Task:
    """One thing that a person has to do or decide, for one finding.

    ``why`` says why it isn't in a script: it ``can't`` be a command, it must be ``decided`` first, or two findings ask
    for ``contrary`` things. ``looks`` are commands that only show something, ``then`` are to be given afterwards, and
    ``commands`` are those that mend it once it is decided, each with the condition, the command and its undo. All of
    them name their machine.
    """

    mend: Mend
    about: str
    summary: str
    why: Literal["can't", "decided", "contrary"]
    looks: tuple[tuple[str, str], ...] = ()
    commands: tuple[tuple[str, str, str, str | None], ...] = ()
    then: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass
class Plan:
    """Everything that mends an audit's findings.

    ``scripts`` are numbered in the order of work. ``findings`` counts those that the plan is made for; ``suppressed`` and
    ``known`` those that it leaves alone, because a suppression or a baseline hides them.
    """

    scripts: list[Script] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    findings: int = 0
    suppressed: int = 0
    known: int = 0

    @property
    def commands(self) -> int:
        """How many commands the scripts hold."""
        return sum(len(script.commands) for script in self.scripts)

    @property
    def left_out(self) -> str:
        """What the plan leaves alone, as people read it; empty if nothing."""
        parts = [
            text
            for count, text in (
                (self.suppressed, f"{self.suppressed:,} suppressed"),
                (self.known, f"{self.known:,} known to the baseline"),
            )
            if count
        ]
        return " and ".join(parts)

    @property
    def scripted(self) -> dict[str, Mend]:
        """The findings that scripts mend, by fingerprint."""
        return {mend.fingerprint: mend for s in self.scripts for c in s.commands for mend in c.mends}
