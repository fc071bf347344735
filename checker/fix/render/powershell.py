"""PowerShell scripts, for Windows hosts and for PowerCLI. Without -Run they only say what they would do.

Everything is ASCII, and begins with a byte order mark: older PowerShells take other bytes for typographic quotes, which
end a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.fix.model import Script
from checker.fix.render.base import Occasion, Renderer, findings, header, steps, undo_steps

_FRAME = r"""
param([switch]$Run, [switch]$AnyHost)
$ErrorActionPreference = 'Stop'

# Says what comes; $true if it is to be done.
function Test-Run([string]$Command) {
    if ($Run) { Write-Host "+ $Command"; $global:LASTEXITCODE = 0 } else { Write-Host "would run: $Command" }
    return [bool]$Run
}
function Assert-Done([int]$Step) {
    if ($LASTEXITCODE) { throw "stopped in step $Step with code $LASTEXITCODE; later steps were not begun" }
}
"""


def script(script: Script, occasion: Occasion) -> str:
    """The script that mends."""
    lines = [*_head(script, occasion, undo=False)]
    for number, comments, command, check in steps(script):
        lines += ["", *_comments(comments), *_guarded(command.run, number)]
        if check is not None:
            lines += ["# Check:", *_guarded(check, number)]
    return "\r\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """The script that takes it back, the last command first; None if no command can be taken back."""
    if not script.undoable:
        return None
    lines = [*_head(script, occasion, undo=True)]
    for number, comments, command in undo_steps(script):
        lines += ["", *_comments(comments)]
        lines += (
            _guarded(command.undo, number) if command.undo else [*_comments([f"Nothing takes back: {command.run}"])]
        )
    return "\r\n".join([*lines, ""])


def _head(script: Script, occasion: Occasion, *, undo: bool) -> Iterator[str]:
    folder = "undo\\" if undo else ""
    yield from _comments(
        [
            *header(script, occasion, undo=undo),
            "",
            f"  .\\{folder}{script.file}        says what it would do, and does nothing",
            f"  .\\{folder}{script.file} -Run   does it, and stops at the first command that fails",
            "",
            "Findings:",
            *(f"  {line}" for line in findings(script)),
        ]
    )
    yield from _FRAME.rstrip().split("\n")
    if script.platform == "powershell" and script.machine[0] == "host" and script.machine[1]:
        known = dict.fromkeys(name.lower().partition(".")[0] for name in (script.machine[1], *script.names))
        listed = ", ".join(_text(name) for name in known)
        yield ""
        yield "# Refuses to run on another machine; -AnyHost lets it."
        yield f"if ($Run -and -not $AnyHost -and @({listed}) -notcontains $env:COMPUTERNAME) {{"
        yield '    throw "this is $env:COMPUTERNAME, the script is for another machine"'
        yield "}"


def _guarded(command: str, number: int) -> list[str]:
    return [f"if (Test-Run {_text(command)}) {{", f"    {command}", f"    Assert-Done {number}", "}"]


def _text(value: str) -> str:
    """A text between single quotes, in which nothing but the quote itself has a meaning."""
    return "'" + ascii_only(value).replace("'", "''") + "'"


def _comments(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"# {ascii_only(line)}".rstrip()


def ascii_only(text: str) -> str:
    """Text with a question mark for everything that isn't ASCII."""
    return text.encode("ascii", "replace").decode("ascii")


RENDERER = Renderer(script, undo, encoding="utf-8-sig")
