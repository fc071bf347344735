"""Command lists for Cisco NX-OS: commands in configuration mode, zone sets activated once, saved at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.remediate.model import Script
from checker.remediate.render.base import Occasion, Renderer, steps, undo_steps
from checker.remediate.render.lines import head, parts
from checker.rules.change.activation import activation, zoned_vsans

_REPLACES = (
    "! a zone set replaces the active zones by those that this switch stores: apart from this change, both must be the same.",
)


def script(script: Script, occasion: Occasion) -> str:
    """Return the commands in configuration mode with checks; zone sets are activated and saved at the end."""
    lines = [*head(script, occasion, "!"), ""]
    runs = [command.run for command in script.commands]
    closing = activation("cisco-mds", ":".join(script.machine), runs, occasion.machines)
    for vsan in zoned_vsans(runs):
        activates = any(step.run.startswith("zoneset activate") and f" vsan {vsan}" in step.run for step in closing)
        lines += [
            f"! Before: keep the output of these commands for VSAN {vsan}, and make sure that no other change is open."
            + (" Activating" if activates else ""),
            *(_REPLACES if activates else ()),
            f"show zoneset vsan {vsan}",
            f"show zoneset active vsan {vsan}",
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
    return [command] if command.startswith(("clear ", "copy ")) else ["configure terminal", *parts(command), "end"]


def _end(script: Script, occasion: Occasion, runs: Sequence[str]) -> Iterator[str]:
    closing = activation("cisco-mds", ":".join(script.machine), runs, occasion.machines)
    if closing:
        yield ""
        yield "! Once, after all changes; when all checks are good, save the configuration on every switch that was changed:"
    for step in closing:
        yield from [f"! {step.run}"] if step.checklist else _configured(step.run)
        if step.check:
            yield from ("! Check:", step.check)
    yield "! Continue with the next fabric only when every host has all its paths through this one again."


RENDERER = Renderer(script, undo)
