"""Command lists for shells without scripting, to paste line by line: VPlexcli, xmcli, and the fallback for others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.remediate.model import Script
from checker.remediate.render.base import Occasion, Renderer, findings, header, steps, undo_steps


def script(script: Script, occasion: Occasion) -> str:
    """Return the commands, each after the findings it fixes, with checks in between."""
    lines = [*head(script, occasion, "#")]
    for _, comments, command, check in steps(script):
        lines += ["", *(f"# {line}" for line in comments), *parts(command.run)]
        if check is not None:
            lines += ["# Check:", check]
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the undo commands, last change first; None if nothing can be undone."""
    if not script.undoable:
        return None
    lines = [*head(script, occasion, "#", undo=True)]
    for _, comments, command in undo_steps(script):
        lines += ["", *(f"# {line}" for line in comments)]
        lines += parts(command.undo) if command.undo else [f"# Cannot be undone: {command.run}"]
    return "\n".join([*lines, ""])


def parts(command: str) -> list[str]:
    """Return the lines of a command, which may change context first; parts are separated by ``;`` between blanks."""
    return [part.strip() for part in command.split(" ; ")]


def head(script: Script, occasion: Occasion, mark: str, *, undo: bool = False) -> Iterator[str]:
    """Yield the header as comments."""
    summary = [
        *header(script, occasion, undo=undo),
        f"Lines that begin with {mark} are comments. Paste the others one at a time, and read each response.",
        "",
        "Findings:",
        *(f"  {line}" for line in findings(script)),
    ]
    yield from commented(summary, mark)


def commented(lines: Iterable[str], mark: str) -> Iterator[str]:
    """Yield lines as comments."""
    for line in lines:
        yield f"{mark} {line}".rstrip()


RENDERER = Renderer(script, undo)
