"""Arrays by product family: XtremIO, disk arrays with cache, and others by the user's own figures.

What nobody knows of an array is missing, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from checker.estimate.arrays import ArrayModel, all_flash, xtremio
from checker.estimate.build_parts import Lack, Parts
from checker.estimate.build_places import ArrayPlace
from checker.estimate.disks import Drive, RaidLevel, disk_pool
from checker.estimate.network import Delay, Visit

Word = TypeVar("Word", bound=str)
TWIN = " (far copy)"
"""What the name of an array that is made up after another one ends in."""
CACHED_DISK = frozenset({"clariion", "symmetrix", "unity"})
_DRIVES: tuple[tuple[re.Pattern[str], Drive], ...] = (
    (re.compile(r"efd|flash|ssd", re.IGNORECASE), "efd"),
    (re.compile(r"15", re.IGNORECASE), "15k"),
    (re.compile(r"10\s*k|10000", re.IGNORECASE), "10k"),
    (re.compile(r"7\.?2?\s*k|sata|nl|ata", re.IGNORECASE), "7k"),
)
_USUAL: tuple[tuple[re.Pattern[str], Drive], ...] = (
    (re.compile(r"fc|fibre", re.IGNORECASE), "15k"),
    (re.compile(r"sas", re.IGNORECASE), "10k"),
)
"""Drives of which only the interface is told, as rules take them (view ``raid_group_state``)."""
_RAID: tuple[tuple[re.Pattern[str], RaidLevel], ...] = (
    (re.compile(r"10|1[_/+ ]*0"), "10"),
    (re.compile(r"6"), "6"),
    (re.compile(r"5"), "5"),
    (re.compile(r"1"), "1"),
    (re.compile(r"0"), "0"),
)


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """What exports tell of a RAID group or pool; None where nobody tells."""

    raid_type: str | None = None
    drive_type: str | None = None
    drives: int | None = None
    write_cache: bool | None = None


@dataclass(frozen=True, slots=True)
class ArrayFacts:
    """What exports tell of an array.

    Attributes:
        name, family: which.
        version: its software.
        flash: declared or known to hold flash only; None if not known.
        bricks: X-Bricks of an XtremIO.
        pools: by name of the pool or RAID group.
    """

    name: str
    family: str | None
    version: str | None
    flash: bool | None
    bricks: int | None
    pools: Mapping[str, DriveFacts]


@dataclass(frozen=True, slots=True)
class Backing:
    """What an I/O meets at an array: visits, delays, and what is missing (words)."""

    visits: tuple[Visit, ...] = ()
    delays: tuple[Delay, ...] = ()
    missing: tuple[str, ...] = ()


def backing(parts: Parts, place: ArrayPlace, arrays: Mapping[str, ArrayFacts]) -> Backing:
    """Return what I/O to a place on an array meets.

    Args:
        parts: where stations go.
        place: where the data is.
        arrays: what exports tell, by name of the array.
    """
    name = place.storage_array or ""
    facts = arrays.get(name.removesuffix(TWIN))
    if facts is not None and name.endswith(TWIN):
        facts = replace(facts, name=name)
    if facts is None or facts.family is None:
        told = ("target_port.storage_array", "storage_array.family")
        lack = Lack("array", name or "the array behind the volume", told, (("storage_array", name),))
        return Backing(missing=(parts.lack(lack),))
    if facts.family == "xtremio":
        return _xtremio(parts, facts)
    if facts.family in CACHED_DISK and not facts.flash:
        return _disk_array(parts, place, facts)
    return _all_flash(parts, facts)


def _xtremio(parts: Parts, facts: ArrayFacts) -> Backing:
    """Demands measured with two X-Bricks of release 2.4, in proportion to the X-Bricks."""
    bricks = parts.fact("x_bricks", facts.bricks)
    if not bricks:
        told = ("engine.engine", "storage_array.model")
        lack = Lack("number of X-Bricks", facts.name, told, (("storage_array", facts.name),), ("x_bricks",))
        return Backing(missing=(parts.lack(lack),))
    if facts.version and not facts.version.startswith("2.4"):
        parts.assume(
            f"{facts.name} runs XtremIO {facts.version}; no figures of that release are known, release 2.4's are used"
        )
    return _made(parts, facts, xtremio(parts.library, facts.name, int(bricks)))


def _all_flash(parts: Parts, facts: ArrayFacts) -> Backing:
    """A generic array by the user's figures: peak IOPS and bandwidth, and latency at low load."""
    model = all_flash(parts.library, facts.name)
    if not model.unknown:
        return _made(parts, facts, model)
    keys = tuple(
        f"all_flash.{name}"
        for name in ("read_latency", "write_latency", "read_iops", "write_iops")
        if not parts.library.known(f"all_flash.{name}")
    )
    lack = Lack("figures of the array", facts.name, owners=(("storage_array", facts.name),), keys=keys)
    made = _made(parts, facts, model)
    return Backing(made.visits, made.delays, (parts.lack(lack),))


def _disk_array(parts: Parts, place: ArrayPlace, facts: ArrayFacts) -> Backing:
    """Cache answers writes and read hits; misses wait for a drive, and drives destage what was written."""
    group = place.raid_group or place.pool
    told = facts.pools.get(group or "", DriveFacts())
    if group is None and len(facts.pools) == 1:
        group, told = next(iter(facts.pools.items()))
    drives = int(parts.fact("drives", told.drives) or 0) or None
    drive, level = _drive(parts, told), _raid(parts, told)
    name = f"{facts.name} {group}" if group else facts.name
    if drives is not None and drive is not None and level is not None:
        if told.write_cache is None:
            parts.assume(f"{name}: no export says whether its write cache is on; it is taken to be")
        if "drive_rpm" not in parts.told and _match(_DRIVES, told.drive_type) is None:
            parts.assume(f"{name}: no export says how fast its drives of type {told.drive_type} turn; {drive} is usual")
        model = disk_pool(
            parts.library,
            name,
            drives=drives,
            drive=drive,
            raid=level,
            write_cache=told.write_cache is not False,
            family="symmetrix" if facts.family == "symmetrix" else "array_cache",
        )
        return _made(parts, facts, model)
    columns = (("raid_group.drives", drives), ("raid_group.drive_type", drive), ("raid_group.raid_type", level))
    missing = tuple(fact for fact, value in columns if value is None)
    where = () if group else ("storage_volume.raid_group",)
    named = (("drives", drives), ("drive_rpm", drive), ("raid", level))
    keys = tuple(key for key, value in named if value is None)
    lack = Lack("drives behind the cache", name, (*missing, *where), (("storage_array", facts.name),), keys)
    return Backing(missing=(parts.lack(lack),))


def _drive(parts: Parts, told: DriveFacts) -> Drive | None:
    rpm = parts.told.get("drive_rpm")
    if rpm is None:
        return _match(_DRIVES, told.drive_type) or _match(_USUAL, told.drive_type)
    return "efd" if rpm == 0 else "15k" if rpm > 12000 else "10k" if rpm > 8500 else "7k"


def _raid(parts: Parts, told: DriveFacts) -> RaidLevel | None:
    level = parts.told.get("raid")
    return _match(_RAID, told.raid_type if level is None else f"{level:g}")


def _made(parts: Parts, facts: ArrayFacts, model: ArrayModel) -> Backing:
    page = f"page.{facts.family}"
    known = page in parts.library and parts.library.known(page)
    for station in model.stations:
        parts.station(replace(station, page_kib=parts.library.typical(page)) if known else station)
    parts.use(*model.parameters, "sizing.limit.array")
    for text in model.assumptions:
        parts.assume(text)
    return Backing(model.visits, model.delays)


def _match(patterns: Sequence[tuple[re.Pattern[str], Word]], text: str | None) -> Word | None:
    return next((word for pattern, word in patterns if text and pattern.search(text)), None)
