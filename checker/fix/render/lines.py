"""Command lists for command lines without scripts, to be pasted line by line: VPlexcli, xmcli, and as a last resort."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.fix.model import Script
from checker.fix.render.base import Occasion, Renderer, findings, header, steps, undo_steps


def script(script: Script, occasion: Occasion) -> str:
    """The commands, each after what it mends, with checks between."""
    lines = [*head(script, occasion, "#")]
    for _, comments, command, check in steps(script):
        lines += ["", *(f"# {line}" for line in comments), *parts(command.run)]
        if check is not None:
            lines += ["# Check:", check]
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """The commands that take it back, the last first; None if none can be taken back."""
    if not script.undoable:
        return None
    lines = [*head(script, occasion, "#", undo=True)]
    for _, comments, command in undo_steps(script):
        lines += ["", *(f"# {line}" for line in comments)]
        lines += parts(command.undo) if command.undo else [f"# Nothing takes back: {command.run}"]
    return "\n".join([*lines, ""])


def parts(command: str) -> list[str]:
    """The lines of a command; it may hold a change of context and what is done there, parted by ``;`` between blanks."""
    return [part.strip() for part in command.split(" ; ")]


def head(script: Script, occasion: Occasion, mark: str, *, undo: bool = False) -> Iterator[str]:
    """The header as comments."""
    wanted = [
        *header(script, occasion, undo=undo),
        f"Lines that begin with {mark} are for you. Paste the others one at a time, and read each answer.",
        "",
        "Findings:",
        *(f"  {line}" for line in findings(script)),
    ]
    yield from commented(wanted, mark)


def commented(lines: Iterable[str], mark: str) -> Iterator[str]:
    """Lines as comments."""
    for line in lines:
        yield f"{mark} {line}".rstrip()


RENDERER = Renderer(script, undo)
