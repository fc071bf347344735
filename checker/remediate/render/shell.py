"""POSIX shell scripts, for hosts and for array command line tools that run on a management host.

Written for minimal shells (ESXi's busybox, dash, ksh). A script only shows what it would do unless DRY_RUN=0, and
stops at the first command that fails.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from checker.remediate.model import Command, Script
from checker.remediate.render import files
from checker.remediate.render.base import Occasion, Renderer, findings, header, one_line, short_names, steps, undo_steps

# Array tools run on any host that reaches the array.
_ANYWHERE = frozenset({"symcli", "naviseccli"})
_FRAME = """
set -eu
: "${DRY_RUN:=1}"
case $DRY_RUN in
0 | 1) ;;
*) echo 'DRY_RUN must be 0 or 1' >&2 && exit 2 ;;
esac
step=0
ended() {
    code=$?
    if [ "$code" -ne 0 ]; then echo "stopped in step $step with code $code; later steps were not run" >&2; fi
}
trap ended EXIT

# Prints the command; succeeds if it is to be run.
really() {
    if [ "$DRY_RUN" = 0 ]; then
        echo "+ $1"
    else
        echo "would run: $1"
        return 1
    fi
}
"""
_GUARD = """
# Refuses to run on another machine; ANY_HOST=1 overrides this.
if [ "$DRY_RUN" = 0 ] && [ "${{ANY_HOST:-0}}" != 1 ]; then
    case $(hostname | tr '[:upper:]' '[:lower:]') in
    {patterns}) ;;
    *) echo "this is $(hostname); the script is for "{name} >&2 && exit 2 ;;
    esac
fi
"""
_NO_NAME = """
# The exports identify the machine by an address or a display name: make sure that it is this one, and set ANY_HOST=1.
if [ "$DRY_RUN" = 0 ] && [ "${{ANY_HOST:-0}}" != 1 ]; then
    echo "this is $(hostname); make sure that it is the right one and set ANY_HOST=1: the script is for "{name} >&2
    exit 2
fi
"""


def script(script: Script, occasion: Occasion) -> str:
    """Return the script that fixes the findings."""
    lines = [*_head(script, occasion, undo=False)]
    for number, comments, command, check in steps(script):
        if not command.file:
            lines += ["", *(f"# {line}" for line in comments), f"step={number}"]
            lines += _guarded(command.run)
            if check is not None:
                lines += ["# Check:", *_guarded(check)]
    for number, kind, commands in _files(script):
        lines += ["", f"step={number}", *files.write(kind, commands)]
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the script that undoes it, last command first; None if no command can be undone."""
    if not script.undoable:
        return None
    lines = [*_head(script, occasion, undo=True)]
    for number, kind, commands in reversed(list(_files(script))):
        lines += ["", f"step={number}", *files.take_back(kind, commands)]
    for number, comments, command in undo_steps(script):
        if not command.file:
            lines += ["", *(f"# {line}" for line in comments), f"step={number}"]
            lines += _guarded(command.undo) if command.undo else [f"# Cannot be undone: {command.run}"]
    return "\n".join([*lines, ""])


def _files(script: Script) -> Iterator[tuple[int, str, list[Command]]]:
    """Yield the files that the script writes: number of the step, kind, and the commands that are lines of the file."""
    number = sum(not command.file for command in script.commands)
    for kind in dict.fromkeys(command.file for command in script.commands if command.file):
        number += 1
        yield number, kind, [command for command in script.commands if command.file == kind]


def _head(script: Script, occasion: Occasion, *, undo: bool) -> Iterator[str]:
    yield "#!/bin/sh"
    yield "# shellcheck disable=SC1003,SC2016 # names and commands are shown unchanged"
    file = f"undo/{script.file}" if undo else script.file
    usage = [
        "",
        f"  sh {file}            only prints what it would do",
        f"  DRY_RUN=0 sh {file}  runs the commands and stops at the first one that fails",
        *([] if undo or not script.undoable else [f"  sh undo/{script.file}       undoes it"]),
        "",
        "Findings:",
        *(f"  {line}" for line in findings(script)),
    ]
    yield from _comments([*header(script, occasion, undo=undo), *usage])
    yield from _FRAME.rstrip().split("\n")
    if script.machine[0] == "host" and script.machine[1] and script.platform not in _ANYWHERE:
        yield from _guard((script.machine[1], *script.names)).rstrip().split("\n")


def _guard(names: Iterable[str]) -> str:
    known = list(names)
    # Only these names can be compared with the output of ``hostname``; quoted text in a pattern is literal.
    patterns = " | ".join(f"{shlex.quote(name)} | {shlex.quote(name)}.*" for name in short_names(known))
    name = shlex.quote(one_line(known[0]))
    return _GUARD.format(patterns=patterns, name=name) if patterns else _NO_NAME.format(name=name)


def _guarded(command: str) -> list[str]:
    return [f"if really {shlex.quote(command)}; then", f"    {command}", "fi"]


def _comments(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"# {line}".rstrip()


RENDERER = Renderer(script, undo, executable=True)
