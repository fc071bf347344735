"""Arrays by product family: XtremIO, disk arrays with cache, and others by the user's own figures.

Unknown facts of an array are reported as missing, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from checker.estimate.assemble.controllers import capacity_left, remark_of
from checker.estimate.assemble.parts import MissingFact, Parts
from checker.estimate.assemble.places import ArrayPlace
from checker.estimate.formulas.disks import Drive, RaidLevel, disk_pool
from checker.estimate.library import Library
from checker.estimate.network.arrays import ArrayModel, all_flash, xtremio
from checker.estimate.network.network import Delay, Visit
from checker.estimate.quantity import ONE

Word = TypeVar("Word", bound=str)
COPY_SUFFIX = " (remote copy)"
"""Suffix of the name of a hypothetical array that is identical to another one."""
MEASURED_RELEASE = "2.4"
"""Release of XtremIO whose measured figures the library contains."""
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
"""Drive types that name only the interface, classified as in the view ``raid_group_state``."""
_RAID: tuple[tuple[re.Pattern[str], RaidLevel], ...] = (
    (re.compile(r"10|1[_/+ ]*0"), "10"),
    (re.compile(r"6"), "6"),
    (re.compile(r"5"), "5"),
    (re.compile(r"1"), "1"),
    (re.compile(r"0"), "0"),
)


@dataclass(frozen=True, slots=True)
class DriveFacts:
    """Facts of a RAID group or pool; None if unknown."""

    raid_type: str | None = None
    drive_type: str | None = None
    drives: int | None = None
    write_cache: bool | None = None


@dataclass(frozen=True, slots=True)
class ArrayFacts:
    """Facts of an array.

    Attributes:
        name, family: name and product family.
        version: software version.
        flash: whether it is declared or known to be all-flash; None if unknown.
        bricks: X-Bricks of an XtremIO.
        pools: facts by name of the pool or RAID group.
        controllers: controllers with host ports, by name, with their engine or X-Brick, None if unknown.
        failed: controllers that have failed.
        stated: number of controllers that the array states; None if unknown.
    """

    name: str
    family: str | None
    version: str | None
    flash: bool | None
    bricks: int | None
    pools: Mapping[str, DriveFacts]
    controllers: Mapping[str, str | None] = field(default_factory=dict)
    failed: frozenset[str] = frozenset()
    stated: int | None = None


@dataclass(frozen=True, slots=True)
class Backing:
    """Visits and delays of an I/O at an array, and the missing facts as text."""

    visits: tuple[Visit, ...] = ()
    delays: tuple[Delay, ...] = ()
    missing: tuple[str, ...] = ()


def backing(parts: Parts, place: ArrayPlace, arrays: Mapping[str, ArrayFacts]) -> Backing:
    """Return visits and delays of I/O to a place on an array.

    Args:
        parts: collects stations.
        place: location of the data.
        arrays: facts by name of the array.
    """
    key = (place.storage_array, place.pool, place.raid_group)
    if key not in parts.backings:
        parts.backings[key] = _new_backing(parts, place, arrays)
    return parts.backings[key]


def _new_backing(parts: Parts, place: ArrayPlace, arrays: Mapping[str, ArrayFacts]) -> Backing:
    name = place.storage_array or ""
    facts = arrays.get(name.removesuffix(COPY_SUFFIX))
    if facts is not None and name.endswith(COPY_SUFFIX):
        facts = replace(facts, name=name)
    if facts is None or facts.family is None:
        columns = ("target_port.storage_array", "storage_array.family")
        gap = MissingFact("array", name or "the array behind the volume", columns, (("storage_array", name),))
        return Backing(missing=(parts.note_missing(gap),))
    if facts.family == "xtremio":
        return _xtremio(parts, facts)
    if facts.family in CACHED_DISK and not facts.flash:
        return _disk_array(parts, place, facts)
    return _all_flash(parts, facts)


def _xtremio(parts: Parts, facts: ArrayFacts) -> Backing:
    """Model an XtremIO by demands measured with two X-Bricks, in proportion to the number of its controllers that work."""
    bricks = parts.fact("x_bricks", facts.bricks)
    if not bricks:
        columns = ("engine.engine", "storage_array.model")
        gap = MissingFact("number of X-Bricks", facts.name, columns, (("storage_array", facts.name),), ("x_bricks",))
        return Backing(missing=(parts.note_missing(gap),))
    version = facts.version or ""
    if not version.startswith(MEASURED_RELEASE):
        why = f"no figures are known for XtremIO {version}" if version else "its release is unknown"
        parts.assume(
            f"{facts.name}: figures of release {MEASURED_RELEASE}, the nearest known one, are used, because {why}"
        )
    left = capacity_left(facts, bricks)
    return _backing_of(
        parts, facts, xtremio(parts.library, facts.name, int(bricks), working=1.0 if left is None else left.typical)
    )


def controller_remark(
    library: Library, overrides: Mapping[str, float], facts: ArrayFacts, *, named: bool = True
) -> str:
    """Return the assumption about the capacity of an array without its failed controllers.

    Args:
        library: the parameters.
        overrides: facts set by the user (``assemble.parts.FACTS``).
        facts: the array with its failed controllers.
        named: whether to name the controllers; otherwise the remark is about any of them.
    """
    bricks = overrides.get("x_bricks", facts.bricks) if facts.family == "xtremio" else None
    flash = facts.family not in CACHED_DISK or bool(facts.flash)
    known = bool(bricks) if facts.family == "xtremio" else not all_flash(library, facts.name).unknown
    return remark_of(facts, bricks, flash=flash, known=known, named=named)


def capacity_factor(overrides: Mapping[str, float], facts: ArrayFacts) -> float:
    """Return how many times as much of its capacity the same load takes of an array with failed controllers, typical."""
    left = capacity_left(facts, overrides.get("x_bricks", facts.bricks) if facts.family == "xtremio" else None)
    return 1.0 if left is None else 1.0 / left.typical


def _all_flash(parts: Parts, facts: ArrayFacts) -> Backing:
    """Model a generic array by the user's figures: peak IOPS and bandwidth, and latency at low load."""
    model = all_flash(parts.library, facts.name, working=capacity_left(facts) or ONE)
    if not model.unknown:
        return _backing_of(parts, facts, model)
    keys = tuple(
        f"all_flash.{name}"
        for name in ("read_latency", "write_latency", "read_iops", "write_iops")
        if not parts.library.known(f"all_flash.{name}")
    )
    gap = MissingFact("figures of the array", facts.name, owners=(("storage_array", facts.name),), keys=keys)
    built = _backing_of(parts, facts, model)
    return Backing(built.visits, built.delays, (parts.note_missing(gap),))


def _disk_array(parts: Parts, place: ArrayPlace, facts: ArrayFacts) -> Backing:
    """Model a disk array: the cache answers writes and read hits, read misses wait for a drive, and writes are destaged."""
    group = place.raid_group or place.pool
    drive_facts = facts.pools.get(group or "", DriveFacts())
    if group is None and len(facts.pools) == 1:
        group, drive_facts = next(iter(facts.pools.items()))
    drives = int(parts.fact("drives", drive_facts.drives) or 0) or None
    drive, level = _drive(parts, drive_facts), _raid(parts, drive_facts)
    name = f"{facts.name} {group}" if group else facts.name
    if drives is not None and drive is not None and level is not None:
        if drive_facts.write_cache is None:
            parts.assume(f"{name}: state of the write cache is unknown; it is assumed to be on")
        if "drive_rpm" not in parts.overrides and _match(_DRIVES, drive_facts.drive_type) is None:
            parts.assume(f"{name}: speed of its {drive_facts.drive_type} drives is unknown; {drive} is assumed")
        model = disk_pool(
            parts.library,
            name,
            drives=drives,
            drive=drive,
            raid=level,
            write_cache=drive_facts.write_cache is not False,
            family="symmetrix" if facts.family == "symmetrix" else "array_cache",
        )
        return _backing_of(parts, facts, model)
    columns = (("raid_group.drives", drives), ("raid_group.drive_type", drive), ("raid_group.raid_type", level))
    missing = tuple(fact for fact, value in columns if value is None)
    where = () if group else ("storage_volume.raid_group",)
    named = (("drives", drives), ("drive_rpm", drive), ("raid", level))
    keys = tuple(key for key, value in named if value is None)
    gap = MissingFact("drives behind the cache", name, (*missing, *where), (("storage_array", facts.name),), keys)
    return Backing(missing=(parts.note_missing(gap),))


def _drive(parts: Parts, drive_facts: DriveFacts) -> Drive | None:
    rpm = parts.fact("drive_rpm", None)
    if rpm is None:
        return _match(_DRIVES, drive_facts.drive_type) or _match(_USUAL, drive_facts.drive_type)
    return "efd" if rpm == 0 else "15k" if rpm > 12000 else "10k" if rpm > 8500 else "7k"


def _raid(parts: Parts, drive_facts: DriveFacts) -> RaidLevel | None:
    level = parts.fact("raid", None)
    return _match(_RAID, drive_facts.raid_type if level is None else f"{level:g}")


def _backing_of(parts: Parts, facts: ArrayFacts, model: ArrayModel) -> Backing:
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
