"""Command lists for Brocade FOS. Zoning is saved and enabled once, at the end, and from only one switch of a fabric."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.remediate.model import Script
from checker.remediate.render.base import Occasion, Renderer, steps, undo_steps
from checker.remediate.render.lines import head

_ZONING = re.compile(
    r"(zone|ali|cfg)(create|add|remove|delete|objectexpunge|objectrename)\b|defzone\b|zone --(add|create|remove)"
)
_NEW_ZONE = re.compile(r'zonecreate "([A-Za-z0-9_$^-]+)"|zonecreate --peerzone "([A-Za-z0-9_$^-]+)"')


def script(script: Script, occasion: Occasion) -> str:
    """Return the commands; zoning changes are preceded by inspections and followed by saving and enabling."""
    zoning = _changes_zoning(command.run for command in script.commands)
    lines = [*head(script, occasion, "#"), ""]
    lines += _before(occasion, script) if zoning else []
    for _, comments, command, check in steps(script):
        lines += ["", *(f"# {line}" for line in comments), command.run]
        if check is not None:
            lines += ["# Check:", check]
    lines += _after(script, occasion, [command.run for command in script.commands]) if zoning else []
    return "\n".join([*lines, ""])


def undo(script: Script, occasion: Occasion) -> str | None:
    """Return the undo commands, last change first; None if nothing can be undone."""
    undone = [command for command in script.commands if command.undo]
    if not undone:
        return None
    lines = [*head(script, occasion, "#", undo=True)]
    name = _configuration(script, occasion)
    zones = [zone for command in script.commands for zone in _new_zones(command.run)]
    lines += ["", "# First remove the new zones from the configuration:"] if zones else []
    lines += [_of_configuration("cfgremove", name, zone) for zone in zones]
    for _, comments, command in undo_steps(script):
        lines += ["", *(f"# {line}" for line in comments)]
        lines += [command.undo or f"# Cannot be undone: {command.run}"]
        lines += [_of_configuration("cfgadd", name, zone) for zone in _new_zones(command.undo or "")]
    if _changes_zoning(command.undo or "" for command in undone):
        lines += _activate(name)
    return "\n".join([*lines, ""])


def _before(occasion: Occasion, script: Script) -> Iterator[str]:
    fabric = occasion.machines.side(script.machine[1])
    yield f"# Zoning of {fabric or 'this fabric'}: run the commands on this switch only; the fabric distributes the changes."
    yield "# Before: keep the output of these commands, and make sure that no other change is open."
    yield "cfgshow"
    yield "cfgtransshow"


def _after(script: Script, occasion: Occasion, commands: list[str]) -> Iterator[str]:
    name = _configuration(script, occasion)
    zones = [zone for command in script.commands for zone in _new_zones(command.run)]
    if zones:
        yield ""
        yield "# New zones take effect only as part of the configuration."
        for zone in zones:
            yield _of_configuration("cfgadd", name, zone)
    yield ""
    yield "# Validate all changes before they take effect:"
    yield "zone --validate"
    yield from _activate(name)
    yield ""
    yield "# Continue with the next fabric only when every host has all its paths through this one again."


def _activate(name: str | None) -> Iterator[str]:
    yield ""
    yield "# Save and enable once; both commands ask for confirmation. Until then, cfgtransabort discards the changes."
    yield "cfgsave"
    yield f'cfgenable "{name}"' if name else f"# {_unknown('cfgenable with its name')}"
    yield "# Check:"
    yield "cfgactvshow"


def _of_configuration(verb: str, name: str | None, zone: str) -> str:
    return f'{verb} "{name}", "{zone}"' if name else f"# {_unknown(verb + ' for ' + zone)}"


def _unknown(what: str) -> str:
    return f"{what}: the effective configuration is not in the exports; cfgactvshow shows its name."


def _configuration(script: Script, occasion: Occasion) -> str | None:
    name = occasion.machines.zone_sets.get((script.machine[1], ""))
    return name if name and re.fullmatch(r"[A-Za-z][A-Za-z0-9_$^-]*", name) else None


def _new_zones(command: str) -> list[str]:
    return [one or other for one, other in _NEW_ZONE.findall(command)]


def _changes_zoning(commands: Iterator[str]) -> bool:
    return any(_ZONING.match(command) for command in commands)


RENDERER = Renderer(script, undo)
