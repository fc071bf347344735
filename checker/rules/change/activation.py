"""What puts changes to a switch into effect: once per machine, after all its changes, and again after their undo."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from checker.rules.change.kind import kind_of
from checker.rules.change.switches import Switches
from checker.rules.evaluate.finding import FixStep

_FOS_ZONING = re.compile(
    r"(zone|ali|cfg)(create|add|remove|delete|objectexpunge|objectrename)\b|defzone\b|zone --(add|create|remove)"
)
_LOSING = (
    "but first add to the defined zones what is in effect and missing from them ({compare} show both): "
    "activating them takes it away from the hosts that use it"
)
_VSAN = re.compile(r"\bvsan (\d+)\b")
_NXOS_ZONING = re.compile(r"(no )?(zone|zoneset|fcalias|device-alias)\b")
# Changes to zones or their members take effect when the zone set is activated; VSAN policies take effect immediately.
# Smart zoning filters by the roles of members in the active zone set, so switching it needs an activation, too.
_NXOS_CONTENT = re.compile(
    r"(no )?(zone name|zoneset name|zone clone|zone copy|zone rename|zone convert|zone smart-zoning)\b"
)
_NXOS_MEMBERSHIP = re.compile(r"zoneset name (\S+) vsan \d+ ; (no )?member (\S+)$")
_NXOS_ZONE = re.compile(r"(?:no )?zone name (\S+) vsan \d+\b")


def activation(platform: str, on: str, runs: Iterable[str], switches: Switches) -> list[FixStep]:
    """Return the steps that put changes into effect; empty if they take effect immediately.

    Args:
        platform: the platform of the commands.
        on: their machine, as in :class:`FixStep`.
        runs: the commands; those that change nothing are ignored.
        switches: the switches of the audit, for the names of their zone sets.
    """
    changes = [run for run in runs if kind_of(run, platform) == "fix"]
    build = _BUILD.get(platform)
    return list(build(on, changes, switches)) if build and changes else []


def changes_fos_zoning(runs: Iterable[str]) -> bool:
    """Whether some command changes zoning of Brocade FOS, which takes effect only when it is enabled."""
    return any(_FOS_ZONING.match(run) for run in runs)


def zoned_vsans(runs: Iterable[str]) -> list[str]:
    """Return the VSANs whose zoning commands of NX-OS change, in order."""
    return sorted({_vsan(run) for run in runs if _NXOS_ZONING.match(run) and _VSAN.search(run)}, key=int)


def _fos(on: str, runs: Sequence[str], switches: Switches) -> Iterator[FixStep]:
    if not changes_fos_zoning(runs):
        return
    switch = switches.machine(on)[1]
    name = switches.zone_set(switch, "")
    yield _step("brocade", on, "cfgsave")
    if not any(_changes_effective_fos(run, switch, name, switches) for run in runs):
        return
    if (switch, "") in switches.losing:
        yield _step("brocade", on, f"cfgenable, {_LOSING.format(compare='cfgshow')}", by_hand=True)
    elif name and re.fullmatch(r"[A-Za-z][A-Za-z0-9_$^-]*", name):
        yield _step("brocade", on, f'cfgenable "{name}"', "cfgactvshow")
    else:
        by_hand = "cfgenable with the name of the effective configuration; cfgactvshow shows it"
        yield _step("brocade", on, by_hand, by_hand=True)


def _changes_effective_fos(run: str, switch: str, effective: str | None, switches: Switches) -> bool:
    """Whether the effective zones differ after the command; zones that are only defined are changed by saving alone."""
    # An alias is deleted only if no zone uses it, and the default zone is committed by saving: effective zones stay.
    if not _FOS_ZONING.match(run) or run.startswith(("alidelete ", "alicreate ", "defzone ")):
        return False
    verb, *names = re.findall(r'[^\s",]+', run)
    if verb == "cfgadd":
        return effective in (None, *names[:1])
    zones = names[1:] if verb == "cfgremove" else names[:1]
    return any((switch, "", zone) not in switches.inactive for zone in zones)


def _nxos(on: str, runs: Sequence[str], switches: Switches) -> Iterator[FixStep]:
    switch = switches.machine(on)[1]
    for vsan in zoned_vsans(runs):
        check = f"show zoneset active vsan {vsan}"
        name = switches.zone_set(switch, vsan)
        commit = [f"zone commit vsan {vsan}"] if (switch, vsan) in switches.enhanced else []
        if not any(_vsan(run) == vsan and _changes_active_nxos(run, switch, name, switches) for run in runs):
            if commit:
                yield _step("cisco-mds", on, commit[0], f"show zone status vsan {vsan}")
        elif (switch, vsan) in switches.losing:
            compare = f"show zoneset vsan {vsan} and {check}"
            yield _step("cisco-mds", on, f"zoneset activate, {_LOSING.format(compare=compare)}", by_hand=True)
        elif name and re.fullmatch(r"[A-Za-z0-9_$^-]+", name):
            run = " ; ".join([f"zoneset activate name {name} vsan {vsan}", *commit])
            yield _step("cisco-mds", on, run, check)
        else:
            shows = f"the name of the active zone set; {check} shows it"
            by_hand = " and ".join([f"zoneset activate vsan {vsan} with {shows}", *(f"then {one}" for one in commit)])
            yield _step("cisco-mds", on, by_hand, by_hand=True)
    yield _step("cisco-mds", on, "copy running-config startup-config")


def _changes_active_nxos(run: str, switch: str, active: str | None, switches: Switches) -> bool:
    """Whether the command changes the active zone set once it is activated; zones that are only defined do not."""
    if not _NXOS_CONTENT.match(run):
        return False
    if match := _NXOS_MEMBERSHIP.match(run):
        zone_set, no, zone = match.groups()
        if not no:
            return active in (None, zone_set)
    elif match := _NXOS_ZONE.match(run):
        zone = match.group(1)
    else:
        return True
    return (switch, _vsan(run), zone) not in switches.inactive


def _vsan(run: str) -> str:
    match = _VSAN.search(run)
    return match.group(1) if match else ""


def _step(platform: str, on: str, run: str, check: str | None = None, *, by_hand: bool = False) -> FixStep:
    return FixStep(platform, run, on=on, check=check, checklist=by_hand, activates=True)


_BUILD: Mapping[str, Callable[[str, Sequence[str], Switches], Iterator[FixStep]]] = {
    "brocade": _fos,
    "cisco-mds": _nxos,
}
