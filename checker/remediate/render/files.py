"""Files that make settings persistent on a Linux host: a set of udev rules, drop-ins for multipath.conf and sysctl.conf.

udev rules match volumes by identity and not by kernel name, which can change at every boot.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from checker.remediate.model import Command
from checker.remediate.render.base import fixed_lines
from checker.rules.change.multipath_conf import IDENTITY, merged, sections


@dataclass(frozen=True)
class Place:
    """Where a file belongs, the commands that apply it, and what else to do, as comments."""

    path: str
    function: str
    apply: tuple[str, ...]
    remarks: tuple[str, ...] = ()


PLACES = {
    "udev": Place(
        "/etc/udev/rules.d/99-sanlint.rules",
        "udev_rules",
        (
            "udevadm control --reload",
            "udevadm trigger --action=change --subsystem-match=block",
            "udevadm settle",
        ),
    ),
    "multipath.conf": Place(
        "/etc/multipath/conf.d/sanlint.conf",
        "multipath_conf",
        ("multipathd reconfigure",),
        (
            "Old versions (RHEL 6, SLES 11) do not read this folder: there, add the lines to /etc/multipath.conf.",
            "If the host boots from a multipath volume, build its initial RAM disk again (dracut -f, update-initramfs -u).",
        ),
    ),
    # The running values are set by commands of their own; the file is for the next boot.
    "sysctl.d": Place(
        "/etc/sysctl.d/99-sanlint.conf",
        "sysctl_conf",
        (),
        ("A line for the same setting in /etc/sysctl.conf is read after this file: correct it there, too.",),
    ),
}
_END = "SANLINT"
_OURS = "# Written by a script of sanlint fix."


def content(kind: str, commands: Sequence[Command]) -> list[str]:
    """Yield the lines of a file: its origin, then each line after the findings it fixes."""
    if kind == "multipath.conf":
        return [_OURS, *_named(commands), *sections(command.run for command in commands)]
    lines = [_OURS]
    last: list[str] = []
    for command in commands:
        named = list(_named([command]))
        lines += [*(named if named != last else []), command.run]
        last = named
    return lines


def write(kind: str, commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines of a shell script that write a file, which must not exist yet, and apply it."""
    place = PLACES[kind]
    yield f"# The file {place.path}:"
    yield from _function(place, content(kind, commands))
    yield from _into(
        place,
        f"    if [ -e {place.path} ] || [ -L {place.path} ]; then",
        f"        echo '{place.path} already exists: move it away, or add these lines by hand' >&2",
        "        exit 1",
        "    fi",
        f"    mkdir -p {place.path.rpartition('/')[0]}",
    )
    yield from (f"# {remark}" for remark in place.remarks)
    checks = (
        [f"multipathd show config | grep -E {shlex.quote(_settings(commands))} || echo not in effect"]
        if kind == "multipath.conf"
        else []
    )
    for check in dict.fromkeys([*checks, *(command.check for command in commands if command.check)]):
        yield "# Check:"
        yield from _guarded(check)


def take_back(kind: str, commands: Sequence[Command]) -> Iterator[str]:
    """Yield the lines of a shell script that restore the old values and remove the file."""
    place = PLACES[kind]
    old = [command.undo for command in commands if command.undo]
    yield "# Only if the file is the one that the script wrote:"
    yield from _guarded(f"grep -qx '{_OURS}' {place.path}")
    if old and kind == "udev":
        yield "# The previous values, in the same form:"
        yield from _function(place, [_OURS, *old])
        yield from _into(place)
    if kind == "udev" and any(command.undo is None for command in commands):
        yield "# Settings whose previous values are unknown revert at the next boot after the file is removed."
    yield from _guarded(f"rm -f {place.path}")
    for command in place.apply[:1]:
        yield from _guarded(command)
    yield from (f"# {remark}" for remark in place.remarks[1:])


def _into(place: Place, *before: str) -> Iterator[str]:
    """Write the file, or show it in a dry run; then apply it."""
    yield f"if really 'write {place.path}'; then"
    yield from before
    yield f"    {place.function} >{place.path}"
    yield "else"
    yield f"    {place.function}"
    yield "fi"
    for command in place.apply:
        yield from _guarded(command)


def _function(place: Place, lines: Iterable[str]) -> Iterator[str]:
    yield f"{place.function}() {{"
    # A quoted here-document: the shell expands nothing in it, and no line can equal the end mark.
    yield f"    cat <<'{_END}'"
    yield from (line if line != _END else f"# {line}" for line in lines)
    yield _END
    yield "}"


def _settings(commands: Iterable[Command]) -> str:
    """Return a pattern of the settings that sections of multipath.conf contain."""
    found = merged(command.run for command in commands).values()
    return "|".join(dict.fromkeys(name for pairs in found for name in pairs if name not in IDENTITY))


def _guarded(command: str) -> list[str]:
    return [f"if really {shlex.quote(command)}; then", f"    {command}", "fi"]


def _named(commands: Iterable[Command]) -> Iterator[str]:
    for line in dict.fromkeys(line for command in commands for line in fixed_lines(command)):
        yield f"# {line}"
