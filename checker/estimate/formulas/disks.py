"""Arrays of drives with a cache: CLARiiON, Symmetrix and pools of flash drives (estimator.md, section 3.8)."""

from __future__ import annotations

from typing import Literal

from checker.estimate.library import Library
from checker.estimate.network.arrays import ArrayModel
from checker.estimate.network.network import (
    READ_HITS,
    READ_MISSES,
    WRITES,
    Concerns,
    Delay,
    Demand,
    Service,
    Station,
    Visit,
)
from checker.estimate.quantity import ONE, Range

Drive = Literal["15k", "10k", "7k", "efd"]
RaidLevel = Literal["0", "1", "10", "5", "6"]

_RANDOM_WRITES = Concerns(reads=False, sequential=False)
_SEQUENTIAL_WRITES = Concerns(reads=False, random=False)


def disk_pool(
    library: Library,
    name: str,
    *,
    drives: int,
    drive: Drive,
    raid: RaidLevel,
    raid_width: int | None = None,
    write_cache: bool = True,
    family: Literal["array_cache", "symmetrix"] = "array_cache",
) -> ArrayModel:
    """Model one RAID group or pool of drives of an array with cache.

    Read hits take the time of the cache, misses that of one particular drive, which has its own queue. With write cache,
    writes take the time of the cache and their back-end I/O keeps drives busy; without it, the host waits for the slowest
    of the reads and then for the slowest of the writes.

    Args:
        library: the parameters.
        name: id of the station.
        drives: drives that share the load, at least 1.
        drive: type of drive.
        raid: RAID level.
        raid_width: drives of a RAID group, for full-stripe writes; all drives by default.
        write_cache: whether the array's write cache is on.
        family: product family whose cache times to use.
    """
    width = raid_width or drives
    penalty = 1.0 if drive == "efd" else library.typical(f"raid.small_write.{raid}")
    parity = {"5": 1, "6": 2}.get(raid, 0)
    # A small write changes its data and parity, or both sides of a mirror: on each of these drives one write, or a read and
    # then a write of the same block.
    each = 2.0 if penalty > 2 else 1.0
    following = 1.0 - 1.0 / each
    touched = max(1, int(penalty / each))
    stripe = width / (width - parity) if width > parity else 1.0
    if raid in {"1", "10"}:
        stripe = 2.0
    names = [f"drive.{drive}.service"] if drive != "efd" else ["drive.efd.read_iops", "drive.efd.write_iops"]
    names += ["drive.scv", "drive.media_rate", f"{family}.read_hit", f"{family}.write", f"raid.small_write.{raid}"]
    hit = Delay("array_service", library.range(f"{family}.read_hit"), READ_HITS)
    visits = [Visit(name, concerns=READ_MISSES)]
    delays = [hit]
    if write_cache:
        delays.append(Delay("array_service", library.range(f"{family}.write"), WRITES))
        met = min(1.0, touched / drives)
        batch = library.derive(lambda writes: each * (1.0 + (writes - 1.0) * met), "drive.destage_burst")
        visits.append(Visit(name, penalty, _RANDOM_WRITES, awaited=False, batch=batch, following=following))
        names.append("drive.destage_burst")
        visits.append(Visit(name, stripe, _SEQUENTIAL_WRITES, awaited=False))
    else:
        # Old data and parity are read in parallel, then written in parallel: the host waits for one read and one write.
        both = Range.exactly(each)
        visits.append(Visit(name, each, _RANDOM_WRITES, batch=both, following=following, parallel=touched))
        if touched > 1:
            visits.append(Visit(name, penalty - each, _RANDOM_WRITES, awaited=False, batch=both, following=following))
        visits.append(Visit(name, 1.0, _SEQUENTIAL_WRITES))
    station = Station(
        name,
        "disk_pool",
        _drive_service(library, drive, cache_off_parity=not write_cache and parity > 0),
        "array_service",
        "array_queue",
        servers_by_level=(drives, drives, drives),
        limit=library.typical("sizing.limit.array"),
        separate=True,
    )
    return ArrayModel(
        (station,),
        tuple(visits),
        tuple(delays),
        parameters=tuple(names),
        assumptions=(
            f"{name}: {drives} {drive} drives, RAID {raid}, write cache {'on' if write_cache else 'off'}",
            f"{name}: the cache accepts every write without delay as long as the drives keep up",
            f"{name}: random I/O is spread evenly over the drives, and each drive has its own queue",
        ),
    )


def _drive_service(library: Library, drive: Drive, *, cache_off_parity: bool) -> Service:
    per_kib = library.derive(lambda rate: 1.024 / rate, "drive.media_rate")
    if drive == "efd":
        reads = Demand(library.derive(lambda rate: 1000.0 / rate, "drive.efd.read_iops"))
        writes = Demand(library.derive(lambda rate: 1000.0 / rate, "drive.efd.write_iops"))
        return Service(reads, writes, scv=library.range("drive.scv"))
    random = Demand(library.range(f"drive.{drive}.service"))
    streaming = Demand(per_kib_ms=per_kib)
    turned = Range.exactly(0.0)
    if cache_off_parity:
        # Half a revolution to the old data, and a full one until it can be overwritten (section 3.8).
        turned = library.range(f"drive.{drive}.rotation").scaled(1.5)
    return Service(
        random,
        random,
        sequential_reads=streaming,
        sequential_writes=Demand(turned, per_kib),
        scv=library.range("drive.scv"),
    )


def director_station(library: Library, name: str, iops: float | None, *, limit: float) -> Station:
    """Station of a Symmetrix front-end or VPLEX director, by the user's IOPS ceiling; without one it has no utilisation.

    Args:
        library: the parameters; ``symmetrix.director_iops`` applies if ``iops`` is None.
        name: id of the station.
        iops: maximum IOPS of the director.
        limit: sizing limit of its utilisation.
    """
    if iops is None and library.known("symmetrix.director_iops"):
        iops = library.typical("symmetrix.director_iops")
    service = None
    if iops is not None:
        demand = Demand(Range.exactly(1000.0 / iops))
        service = Service(demand, demand, scv=ONE)
    return Station(name, "director", service, "array_service", "array_queue", limit=limit)
