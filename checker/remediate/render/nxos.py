"""Command lists for Cisco NX-OS: commands in configuration mode, zone sets activated once, saved at the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from checker.remediate.model import Script
from checker.remediate.render.base import Occasion, Renderer, steps, undo_steps
from checker.remediate.render.lines import head, parts

_VSAN = re.compile(r"\bvsan (\d+)\b")
_ZONING = re.compile(r"(no )?(zone|zoneset|fcalias|device-alias)\b")
# Changes to zones or their members take effect when the zone set is activated; VSAN policies take effect immediately.
_CONTENT = re.compile(r"(no )?(zone name|zoneset name|zone clone|zone copy|zone rename)\b")


def script(script: Script, occasion: Occasion) -> str:
    """Return the commands in configuration mode with checks; zone sets are activated and saved at the end."""
    lines = [*head(script, occasion, "!"), ""]
    runs = [command.run for command in script.commands]
    for vsan in _vsans(runs):
        lines += [
            f"! Before: keep the output of these commands for VSAN {vsan}, and make sure that no other change is open.",
            f"show zoneset vsan {vsan}",
            f"show zone status vsan {vsan}",
        ]
    for _, comments, command, check in steps(script):
        lines += ["", *(f"! {line}" for line in comments), *_configured(command.run)]
        if check is not None:
            lines += ["! Check:", check]
    lines += [*_end(script, occasion, runs)]
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the undo commands, last change first; None if nothing can be undone."""
    undone = [command.undo for command in reversed(script.commands) if command.undo]
    if not undone:
        return None
    lines = [*head(script, occasion, "!", undo=True)]
    for _, comments, command in undo_steps(script):
        lines += ["", *(f"! {line}" for line in comments)]
        lines += _configured(command.undo) if command.undo else [f"! Cannot be undone: {command.run}"]
    lines += [*_end(script, occasion, undone)]
    return "\n".join([*lines, ""])


def _configured(command: str) -> list[str]:
    """Return a command wrapped in configuration mode."""
    return [command] if command.startswith("clear ") else ["configure terminal", *parts(command), "end"]


def _end(script: Script, occasion: Occasion, runs: Sequence[str]) -> Iterator[str]:
    switch = script.machine[1]
    for vsan in _vsans(runs):
        content = any(_CONTENT.match(run) and _VSAN.search(run) and _of(run) == vsan for run in runs)
        enhanced = (switch, vsan) in occasion.machines.enhanced
        if not content and not enhanced:
            continue
        yield ""
        yield f"! VSAN {vsan}: once, after all its changes."
        name = occasion.machines.zone_sets.get((switch, vsan))
        if content:
            plain = name if name and re.fullmatch(r"[A-Za-z0-9_$^-]+", name) else None
            activate = ["configure terminal", f"zoneset activate name {plain} vsan {vsan}"]
            unknown = f"! zoneset activate: the active zone set is not in the exports; show zoneset active vsan {vsan} shows its name."
            yield from activate if plain else [unknown, "configure terminal"]
        else:
            yield "configure terminal"
        if enhanced:
            yield f"zone commit vsan {vsan}"
        yield "end"
        yield "! Check:"
        yield f"show zoneset active vsan {vsan}"
        yield f"show zone status vsan {vsan}"
    if any(not run.startswith("clear ") for run in runs):
        yield ""
        yield "! When all checks are good, save the configuration on every switch that was changed:"
        yield "copy running-config startup-config"
    yield "! Continue with the next fabric only when every host has all its paths through this one again."


def _vsans(runs: Iterable[str]) -> list[str]:
    found = {_of(run) for run in runs if _ZONING.match(run) and _VSAN.search(run)}
    return sorted(found, key=int)


def _of(run: str) -> str:
    match = _VSAN.search(run)
    return match.group(1) if match else ""


RENDERER = Renderer(script, undo)
