"""PowerShell scripts for Windows hosts and for PowerCLI. Without -Run they only show what they would do.

Scripts are pure ASCII after a byte order mark: older PowerShell versions can misread other bytes as typographic
quotes, which end a string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from checker.remediate.model import Script
from checker.remediate.powercli import PLATFORM
from checker.remediate.render.base import ADDRESS, Occasion, Renderer, findings, header, short_names, steps, undo_steps

_FRAME = r"""
param([switch]$Run, {more})
$ErrorActionPreference = 'Stop'

# Prints the command; $true if it is to be run.
function Test-Run([string]$Command) {
    if ($Run) { Write-Host "+ $Command"; $global:LASTEXITCODE = 0 } else { Write-Host "would run: $Command" }
    return [bool]$Run
}
function Assert-Done([int]$Step) {
    if ($LASTEXITCODE) { throw "stopped in step $Step with code $LASTEXITCODE; later steps were not run" }
}
"""
# The host under its vCenter name: the full name, or the name without the domain.
_VCENTER = r"""
# Uses the session of Connect-VIServer. -VMHost selects the host if vCenter has it under another name.
if ($Run) {
    $names = @(LISTED)
    if ($VMHost) { $names = @($VMHost) }
    $esx = @(Get-VMHost | Where-Object { $names -contains $_.Name -or $names -contains ($_.Name -split '\.')[0] })
    if ($esx.Count -ne 1) { throw "vCenter has $($esx.Count) hosts with this name; choose one with -VMHost" }
    $esx = $esx[0]
    $esxcli = Get-EsxCli -V2 -VMHost $esx
}
"""


def script(script: Script, occasion: Occasion) -> str:
    """Return the script that fixes the findings."""
    lines = [*_head(script, occasion, undo=False)]
    for number, comments, command, check in steps(script):
        lines += ["", *_comments(comments), *_guarded(command.run, number)]
        if check is not None:
            lines += ["# Check:", *_guarded(check, number)]
    return "\r\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the script that undoes it, last command first; None if no command can be undone."""
    if not script.undoable:
        return None
    lines = [*_head(script, occasion, undo=True)]
    for number, comments, command in undo_steps(script):
        lines += ["", *_comments(comments)]
        lines += _guarded(command.undo, number) if command.undo else [*_comments([f"Cannot be undone: {command.run}"])]
    return "\r\n".join([*lines, ""])


def _head(script: Script, occasion: Occasion, *, undo: bool) -> Iterator[str]:
    folder = "undo\\" if undo else ""
    yield from _comments(
        [
            *header(script, occasion, undo=undo),
            "",
            f"  .\\{folder}{script.file}        only prints what it would do",
            f"  .\\{folder}{script.file} -Run   runs the commands and stops at the first one that fails",
            "",
            "Findings:",
            *(f"  {line}" for line in findings(script)),
        ]
    )
    vcenter = script.platform == PLATFORM
    yield from _FRAME.replace("{more}", "[string]$VMHost" if vcenter else "[switch]$AnyHost").rstrip().split("\n")
    if vcenter:
        given = [name for name in (script.machine[1], *script.names) if name]
        short = [name.partition(".")[0] for name in given if not ADDRESS.fullmatch(name)]
        names = dict.fromkeys(name for name in (*given, *short) if name.isprintable())
        yield from _VCENTER.replace("LISTED", ", ".join(_text(name) for name in names)).rstrip().split("\n")
    if script.platform == "powershell" and script.machine[0] == "host" and script.machine[1]:
        listed = ", ".join(_text(name) for name in short_names((script.machine[1], *script.names)))
        yield ""
        yield "# Refuses to run on another machine; -AnyHost overrides this."
        yield f"if ($Run -and -not $AnyHost -and @({listed}) -notcontains $env:COMPUTERNAME) {{"
        yield '    throw "this is $env:COMPUTERNAME; the script is for another machine"'
        yield "}"


def _guarded(command: str, number: int) -> list[str]:
    return [f"if (Test-Run {_text(command)}) {{", f"    {command}", f"    Assert-Done {number}", "}"]


def _text(value: str) -> str:
    """Return text in single quotes, inside which only the quote itself is special."""
    return "'" + ascii_only(value).replace("'", "''") + "'"


def _comments(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"# {ascii_only(line)}".rstrip()


def ascii_only(text: str) -> str:
    """Return text with a question mark for every non-ASCII character."""
    return text.encode("ascii", "replace").decode("ascii")


RENDERER = Renderer(script, undo, encoding="utf-8-sig")
