"""A plan as plain values: which commands run on which machine, in which order, and what is left to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from checker.rules.book.rule import Severity

Stage = Literal["fabric", "array", "host", "other"]
STAGES: tuple[Stage, ...] = ("fabric", "array", "host", "other")
"""The order of work: zoning before masking, and masking before hosts rescan for paths."""


@dataclass(frozen=True)
class FindingRef:
    """The finding that a command fixes: rule, fingerprint, severity and message; ``pack`` is the rule's folder if it is not ours."""

    rule: str
    fingerprint: str
    severity: Severity
    message: str
    pack: str = ""

    @property
    def origin(self) -> str:
        """The rule, and the folder that it comes from unless it is a built-in one."""
        return f"{self.rule} of {self.pack}" if self.pack else self.rule


@dataclass
class Command:
    """One command line, quoted for its platform, and all findings that it fixes.

    ``undo`` reverts it, or is None if that is impossible. ``check`` shows whether it worked. ``effect`` lists the
    changes to the model; it is empty if the model cannot represent them. ``file`` is the kind of file that ``run`` is
    a line of (udev, multipath.conf), if any.
    """

    run: str
    undo: str | None = None
    check: str | None = None
    effect: tuple[Mapping[str, Any], ...] = ()
    fixes: list[FindingRef] = field(default_factory=list)
    file: str = ""


@dataclass
class Script:
    """The commands for one machine, in the order to run them.

    ``machine`` is (kind, name); the name is empty if no export states it. ``group`` collects the scripts that run
    before the next group starts: the fabric of a switch, the cluster of a host. ``names`` are all names of the
    machine. ``inspections`` are the read-only commands of the findings that it fixes, each with its machine: the person who
    decides looks at their output first, so they are not part of the script.
    """

    platform: str
    machine: tuple[str, str]
    stage: Stage
    group: str
    commands: list[Command] = field(default_factory=list)  # lines of files come last
    names: tuple[str, ...] = ()
    inspections: list[tuple[str, str]] = field(default_factory=list)
    number: int = 0
    file: str = ""

    @property
    def undoable(self) -> bool:
        """Whether any of the commands can be undone."""
        return any(command.undo or command.file for command in self.commands)

    @property
    def title(self) -> str:
        """The machine, as people call it."""
        return self.machine[1] or "a machine that no export names"


@dataclass(frozen=True)
class Task:
    """One thing that a person has to do or decide, for one finding.

    ``why`` is the reason it is not in a script: it ``cannot`` be a command, it must be ``decided`` first, two findings
    ``conflict``, or the commands are ``foreign``: from a rule that is not built in. ``inspections`` are read-only commands, ``then`` are commands to run
    afterwards, and ``commands`` are those that fix the finding after the decision, each with the condition, the
    command and its undo; ``activating`` are those that put them or their undo into effect. All of them name their machine.
    ``causes`` are rule and fingerprint of the planned findings that may have caused this one.
    """

    ref: FindingRef
    about: str
    summary: str
    why: Literal["cannot", "decided", "conflict", "foreign"]
    inspections: tuple[tuple[str, str], ...] = ()
    commands: tuple[tuple[str, str, str, str | None], ...] = ()
    then: tuple[tuple[str, str], ...] = ()
    activating: tuple[tuple[str, str], ...] = ()
    note: str = ""
    causes: tuple[tuple[str, str], ...] = ()


@dataclass
class Plan:
    """Everything that fixes the findings of an audit.

    ``scripts`` are numbered in the order of work. ``findings`` counts the findings the plan covers; ``suppressed`` and
    ``known`` count those it ignores because a suppression or a baseline hides them.
    """

    scripts: list[Script] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    findings: int = 0
    suppressed: int = 0
    known: int = 0

    @property
    def commands(self) -> int:
        """The number of commands in all scripts."""
        return sum(len(script.commands) for script in self.scripts)

    @property
    def excluded(self) -> str:
        """A phrase for the findings that the plan ignores; empty if there are none."""
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
    def scripted(self) -> dict[str, FindingRef]:
        """The findings that scripts fix, by fingerprint."""
        return {ref.fingerprint: ref for s in self.scripts for c in s.commands for ref in c.fixes}
