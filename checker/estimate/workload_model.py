"""Who does which I/O: what a workload file or a capture says before it is matched with the hosts and volumes there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from checker.estimate.workload import Workload

Spread = Literal["each", "together"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a load is stated: the file as the user named it, 1-based line and column (0 where only the line is known)."""

    file: str
    line: int
    column: int = 0

    def __str__(self) -> str:
        """``file:line:column``, as editors read it."""
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Observed:
    """What was measured beside the load, to hold an estimate against: I/O per second and mean latencies in ms."""

    iops: float | None = None
    read_ms: float | None = None
    write_ms: float | None = None
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """A load and whom it concerns.

    Attributes:
        workload: the mix, with its IOPS or outstanding I/O; without either only the mix is known.
        origin: where it is stated.
        hosts, volumes, groups: names or globs; an empty tuple does not restrict. A pair of host and volume is concerned if
            one of each fits.
        spread: ``each`` volume has the figures of the workload, and the hosts that share it have equal parts of them; or all
            pairs have them ``together``, in equal parts.
        measured: it was measured. A measured load of a volume that no host has is left out with a note; one that people
            wrote down is an error.
        observed: what was measured beside it.
        one_host: it comes from one host, which is not named: names of volumes such as /dev/sdb must not fit several.
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


@dataclass(frozen=True, slots=True)
class LoadFile:
    """All loads of one workload, in the order in which they are matched: the first one that fits a pair holds.

    Attributes:
        path: what the user named.
        loads: the loads.
        assumptions: what was taken for granted, each a sentence to show with the results.
        notes: ``file:line: …``, what was left out and why.
    """

    path: str
    loads: tuple[Load, ...]
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HostVolume:
    """A volume as a host has it, with every name by which people or tools may call it.

    Attributes:
        host: name of the host.
        volume: identity of the LUN.
        host_names: further names of the host.
        names: names of the volume: on the array, on VPLEX, on the host (device, datastore).
        path_names: names of its single paths on the host, such as sdb: a plan that names one means the volume, but what was
            measured there is a part of the load only.
        groups: groups it is in: storage group or view, consistency group, host cluster, array, tag.
    """

    host: str
    volume: str
    host_names: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    path_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assigned:
    """The load of one host and volume, and the statement it comes from."""

    workload: Workload
    load: Load


@dataclass(frozen=True, slots=True)
class Assignment:
    """Loads by (host, volume). Pairs without one are idle as far as anybody said. ``notes`` as in :class:`LoadFile`."""

    loads: dict[tuple[str, str], Assigned]
    notes: tuple[str, ...] = ()
