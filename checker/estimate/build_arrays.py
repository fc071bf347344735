"""Arrays as stations, by product family: XtremIO, disk arrays with cache, and others by the user's own figures.

Estimator.md, section 3.8. What nobody knows of an array is missing, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from checker.estimate.build_parts import Lack, Parts
from checker.estimate.build_places import ArrayPlace
from checker.estimate.network import (
    NOTHING,
    READ_HITS,
    READ_MISSES,
    WRITES,
    Delay,
    Demand,
    Service,
    Station,
    Visit,
)

CACHED_DISK = frozenset({"clariion", "symmetrix", "unity"})
_DRIVES = (
    (re.compile(r"efd|flash|ssd", re.IGNORECASE), "efd"),
    (re.compile(r"15", re.IGNORECASE), "15k"),
    (re.compile(r"10\s*k|10000", re.IGNORECASE), "10k"),
    (re.compile(r"7\.?2?\s*k|sata|nl|ata", re.IGNORECASE), "7k"),
)
_RAID = (
    (re.compile(r"10|1[_/+ ]*0"), "10"),
    (re.compile(r"6"), "6"),
    (re.compile(r"5"), "5"),
    (re.compile(r"1"), "1"),
    (re.compile(r"0"), "0"),
)


@dataclass(frozen=True, slots=True)
class ArrayFacts:
    """What exports tell of an array.

    Attributes:
        name, family: which.
        version: its software.
        flash: declared or known to hold flash only; None if not known.
        bricks: X-Bricks of an XtremIO.
        pools: (raid type, drive type, drives) by pool or RAID group.
        single: such a group where the array has only one.
    """

    name: str
    family: str | None
    version: str | None
    flash: bool | None
    bricks: int | None
    pools: dict[str, tuple[str | None, str | None, int | None]]


@dataclass(frozen=True, slots=True)
class Backing:
    """What an I/O meets at an array: visits, delays, and what is missing (words)."""

    visits: tuple[Visit, ...] = ()
    delays: tuple[Delay, ...] = ()
    missing: tuple[str, ...] = ()


def backing(parts: Parts, place: ArrayPlace, facts: ArrayFacts | None) -> Backing:
    """Return what I/O to a place on an array meets.

    Args:
        parts: where stations go.
        place: where the data is.
        facts: of that array; None if no export names it.
    """
    if facts is None or facts.family is None:
        name = place.storage_array or "the array behind the volume"
        lack = Lack(
            "array", name, ("target_port.storage_array", "storage_array.family"), ("storage_array", place.storage_array or ""),
        )  # fmt: skip
        return Backing(missing=(parts.lack(lack),))
    if facts.family == "xtremio":
        return _xtremio(parts, facts)
    if facts.family in CACHED_DISK and not facts.flash:
        return _disk_array(parts, place, facts)
    return _all_flash(parts, facts)


def _xtremio(parts: Parts, facts: ArrayFacts) -> Backing:
    """Time of the whole array: demands measured with two X-Bricks of release 2.4, in proportion to the X-Bricks."""
    bricks = parts.fact("x_bricks", facts.bricks)
    if not bricks:
        lack = Lack(
            "number of X-Bricks",
            facts.name,
            ("engine.engine", "storage_array.model"),
            ("storage_array", facts.name),
            ("x_bricks",),
        )
        return Backing(missing=(parts.lack(lack),))
    library = parts.library
    part = library.typical("xtremio.reference_bricks") / bricks
    parts.use(*(name for name in library.names() if name.startswith("xtremio.")), "sizing.limit.array")
    if facts.version and not facts.version.startswith("2.4"):
        parts.assume(f"{facts.name} runs XtremIO {facts.version}; its figures are those measured with release 2.4")
    service = Service(
        reads=Demand(
            base_ms=library.derive(lambda us: us * part / 1000, "xtremio.read_demand"),
            # 1 KiB at 1 GB/s takes 1.024 us.
            per_kib_ms=library.derive(lambda rate: 1.024e-3 * part / rate, "xtremio.read_bandwidth"),
            beyond_kib=4.0,
        ),
        writes=Demand(
            base_ms=library.derive(lambda us: us * part / 1000, "xtremio.write_demand"),
            per_kib_ms=library.derive(lambda us: us * part / 1000, "xtremio.write_per_kib"),
        ),
        whole=True,
        interference=library.range("xtremio.interference"),
        zero_load_read_ms=library.range("xtremio.read_latency"),
        zero_load_write_ms=library.range("xtremio.write_latency"),
    )
    return Backing((Visit(_array(parts, facts.name, service, library.whole("xtremio.servers"))),))


def _all_flash(parts: Parts, facts: ArrayFacts) -> Backing:
    """A generic array by the user's figures: peak IOPS and bandwidth, and latency at low load."""
    library = parts.library
    needed = ("read_latency", "write_latency", "read_iops", "write_iops")
    lacking = [f"all_flash.{name}" for name in needed if not library.known(f"all_flash.{name}")]
    if lacking:
        lack = Lack("figures of the array", facts.name, keys=tuple(lacking), owner=("storage_array", facts.name))
        return Backing(missing=(parts.lack(lack),))
    names = [f"all_flash.{name}" for name in needed]
    demands = {}
    for kind in ("read", "write"):
        rate = f"all_flash.{kind}_bandwidth"
        per_kib = NOTHING
        if library.known(rate):
            per_kib = library.derive(lambda value: 1.024e-3 / value, rate)
            names.append(rate)
        demands[kind] = Demand(library.derive(lambda iops: 1000 / iops, f"all_flash.{kind}_iops"), per_kib, 4.0)
    parts.use(*names, "all_flash.servers", "sizing.limit.array")
    service = Service(
        demands["read"],
        demands["write"],
        whole=True,
        zero_load_read_ms=library.range("all_flash.read_latency"),
        zero_load_write_ms=library.range("all_flash.write_latency"),
    )
    return Backing((Visit(_array(parts, facts.name, service, library.whole("all_flash.servers"))),))


def _array(parts: Parts, name: str, service: Service, servers: tuple[int, int, int]) -> str:
    return parts.station(
        Station(
            id=f"array {name}",
            kind="array",
            service=service,
            component="array_service",
            wait_component="array_queue",
            servers_by_level=servers,
            limit=parts.library.typical("sizing.limit.array"),
        )
    )


def _disk_array(parts: Parts, place: ArrayPlace, facts: ArrayFacts) -> Backing:
    """Cache answers writes and read hits; misses wait for a drive, and drives destage what was written."""
    symmetrix = facts.family == "symmetrix"
    hit = "symmetrix.read_hit" if symmetrix else "array_cache.read_hit"
    write = "symmetrix.write" if symmetrix else "array_cache.write"
    delays = (
        Delay("array_service", parts.range(hit), READ_HITS),
        Delay("array_service", parts.range(write), WRITES),
    )
    group = place.raid_group or place.pool
    raid, kind, drives = facts.pools.get(group or "", (None, None, None))
    if group is None and len(facts.pools) == 1:
        group, (raid, kind, drives) = next(iter(facts.pools.items()))
    drives = int(parts.fact("drives", drives) or 0) or None
    drive, level = _match(_DRIVES, kind), _match(_RAID, raid)
    if drives is None or drive is None or level is None:
        told = (("raid_group.drives", drives), ("raid_group.drive_type", drive), ("raid_group.raid_type", level))
        lack = Lack(
            "drives behind the cache",
            f"{facts.name} {group}" if group else facts.name,
            (*(fact for fact, value in told if value is None), *(() if group else ("storage_volume.raid_group",))),
            ("storage_array", facts.name),
            ("drives",) if drives is None else (),
        )
        return Backing(delays=delays, missing=(parts.lack(lack),))
    penalty = f"raid.small_write.{level}"
    parts.use(penalty, "drive.scv", "sizing.limit.array")
    pool = Station(
        id=f"drives {facts.name} {group}" if group else f"drives {facts.name}",
        kind="disk_pool",
        service=_drive_service(parts, drive),
        component="array_service",
        wait_component="array_queue",
        servers_by_level=(drives,) * 3,
        limit=parts.library.typical("sizing.limit.array"),
    )
    name = parts.station(pool)
    return Backing(
        (Visit(name, 1.0, READ_MISSES), Visit(name, parts.library.typical(penalty), WRITES, awaited=False)), delays
    )


def _drive_service(parts: Parts, drive: str) -> Service:
    library = parts.library
    if drive == "efd":
        parts.use("drive.efd.read_iops", "drive.efd.write_iops")
        ms: Callable[[float], float] = lambda iops: 1000 / iops  # noqa: E731
        reads, writes = (Demand(library.derive(ms, f"drive.efd.{kind}_iops")) for kind in ("read", "write"))
    else:
        reads = writes = Demand(parts.range(f"drive.{drive}.service"))
    return Service(reads, writes, scv=library.range("drive.scv"))


def _match(patterns: tuple[tuple[re.Pattern[str], str], ...], text: str | None) -> str | None:
    return next((word for pattern, word in patterns if text and pattern.search(text)), None)
