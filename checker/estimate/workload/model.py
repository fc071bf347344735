"""Loads of a workload file or capture, before they are matched with the hosts and volumes of the SAN."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from checker.estimate.workload.mix_of_io import Workload

Spread = Literal["each", "together"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Origin of a load: the file as the user named it, 1-based line and column (0 if only the line is known)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        """``file:line:column``, as editors read it."""
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Observed:
    """Measurements to compare an estimate with: IOPS and mean latencies in ms."""

    iops: float | None = None
    read_ms: float | None = None
    write_ms: float | None = None
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """Load with its targets.

    Attributes:
        workload: mix with its IOPS or outstanding I/O; without either only the mix is known.
        origin: file and line that state it.
        hosts, volumes, groups: names or globs; an empty tuple does not restrict. A pair of host and volume matches if
            one of each matches.
        spread: ``each``: each volume has the figures of the workload, shared equally by its hosts; ``together``: all
            pairs share them equally.
        measured: whether it was measured. A measured load of an unknown volume is skipped with a note; in a written
            workload it is an error.
        observed: measurements to compare the estimate with.
        one_host: whether it comes from a single unnamed host, so that volume names such as /dev/sdb must not match
            several hosts.
        storage_array: array that measured it; '' if none did. Its volumes and groups are meant, not those of others.
    """

    workload: Workload
    origin: Origin
    hosts: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    spread: Spread = "each"
    measured: bool = False
    observed: Observed | None = None
    one_host: bool = False
    storage_array: str = ""


@dataclass(frozen=True, slots=True)
class LoadFile:
    """Loads of one workload in matching order: the first load that matches a pair applies.

    Attributes:
        path: path as the user named it.
        loads: the loads.
        assumptions: sentences to show with the results.
        notes: ``file:line: …``, skipped data with the reason.
        measured_at: time of the measurement; None if unknown, and for loads that were not measured.
    """

    path: str
    loads: tuple[Load, ...]
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HostVolume:
    """Volume of a host, with all names that users or tools may use for it.

    Attributes:
        host: name of the host.
        volume: identity of the LUN.
        host_names: further names of the host.
        names: names of the volume: on the array, on VPLEX, on the host (device, datastore).
        path_names: names of its single paths on the host, such as sdb. In a plan such a name refers to the volume; a
            measurement of one path is only a part of the load.
        groups: its groups: storage group or view, consistency group, host cluster, array, tag.
        given: names and groups that arrays gave it, with the array: (name, array).
    """

    host: str
    volume: str
    host_names: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    path_names: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Assigned:
    """Load of one host and volume, with the load entry that it comes from."""

    workload: Workload
    load: Load


@dataclass(frozen=True, slots=True)
class Assignment:
    """Loads by (host, volume). Pairs without a load count as idle. ``notes`` as in :class:`LoadFile`."""

    loads: dict[tuple[str, str], Assigned]
    notes: tuple[str, ...] = ()
