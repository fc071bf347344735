"""Command lists for Brocade FOS. Zoning is saved and enabled once, at the end, and from only one switch of a fabric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from checker.remediate.model import Script
from checker.remediate.render.base import Occasion, Renderer, steps, undo_steps
from checker.remediate.render.lines import head
from checker.rules.change.activation import activation, changes_fos_zoning


def script(script: Script, occasion: Occasion) -> str:
    """Return the commands; zoning changes are preceded by inspections and followed by saving and enabling."""
    runs = [command.run for command in script.commands]
    zoning = changes_fos_zoning(runs)
    lines = [*head(script, occasion, "#"), ""]
    lines += _before(occasion, script) if zoning else []
    for _, comments, command, check in steps(script):
        lines += ["", *(f"# {line}" for line in comments), command.run]
        if check is not None:
            lines += ["# Check:", check]
    lines += _after(script, occasion, runs) if zoning else []
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the undo commands, last change first; None if nothing can be undone."""
    undone = [command.undo for command in script.commands if command.undo]
    if not undone:
        return None
    lines = [*head(script, occasion, "#", undo=True)]
    for _, comments, command in undo_steps(script):
        lines += ["", *(f"# {line}" for line in comments)]
        lines += [command.undo or f"# Cannot be undone: {command.run}"]
    lines += _activate(script, occasion, undone)
    return "\n".join([*lines, ""])


def _before(occasion: Occasion, script: Script) -> Iterator[str]:
    fabric = occasion.machines.side(script.machine[1])
    yield f"# Zoning of {fabric or 'this fabric'}: run the commands on this switch only; the fabric distributes the changes."
    closing = activation("brocade", ":".join(script.machine), [one.run for one in script.commands], occasion.machines)
    enables = any(step.run.startswith("cfgenable") for step in closing)
    before = "# Before: keep the output of these commands, and make sure that no other change is open."
    yield before + (" cfgenable replaces the" if enables else "")
    if enables:
        yield "# effective zones by the defined ones: apart from this change, both must be the same."
    yield "cfgshow"
    yield "cfgtransshow"


def _after(script: Script, occasion: Occasion, runs: Sequence[str]) -> Iterator[str]:
    yield ""
    yield "# Validate all changes before they take effect:"
    yield "zone --validate"
    yield from _activate(script, occasion, runs)
    yield ""
    yield "# Continue with the next fabric only when every host has all its paths through this one again."


def _activate(script: Script, occasion: Occasion, runs: Sequence[str]) -> Iterator[str]:
    closing = activation("brocade", ":".join(script.machine), runs, occasion.machines)
    if closing:
        yield ""
        enables = any(step.run.startswith("cfgenable") for step in closing)
        asking = "Save and enable once; both commands ask" if enables else "Save; the command asks"
        yield f"# {asking} for confirmation. Until then, cfgtransabort discards the changes."
    for step in closing:
        yield f"# {step.run}" if step.checklist else step.run
        if step.check:
            yield from ("# Check:", step.check)


RENDERER = Renderer(script, undo)
