"""Latency that VPLEX and metro node add to reads and writes, and their directors (estimator.md, section 3.6)."""

from __future__ import annotations

from checker.estimate.library import Library
from checker.estimate.network.network import READ_HITS, READ_MISSES, WRITES, Delay, Demand, Service, Station
from checker.estimate.quantity import ONE, Range


def vplex_delays(
    library: Library, grows_with: tuple[str, ...] = (), *, small_block_misses: bool = False, metro_node: bool = False
) -> tuple[Delay, ...]:
    """Latency of read hits, and latency added to read misses and writes on top of the array's.

    Visits to the back-end array must exclude read hits (``BUT_READ_HITS``). The round trip of a Metro write is a delay of
    the remote leg, not part of this.

    Args:
        library: the parameters.
        grows_with: stations whose load determines the position within the published range: directors with a known
            ceiling, otherwise front-end ports. Without any, the typical value of the library applies.
        small_block_misses: whether most I/O is small-block read misses, for which the paper's upper end is higher.
        metro_node: whether the system is a metro node, for which the upper ends are higher.
    """
    miss = "vplex.read_miss_added_small_block" if small_block_misses else "vplex.read_miss_added"
    write = "vplex.write_added"
    if metro_node:
        miss, write = "metro_node.read_added", "metro_node.write_added"
    # The typical latency grows to the upper end of the VPLEX range; higher upper ends only widen the result.
    ends = (
        ("vplex.read_hit", "vplex.read_hit", READ_HITS),
        (miss, "vplex.read_miss_added", READ_MISSES),
        (write, "vplex.write_added", WRITES),
    )
    return tuple(
        Delay("vplex_added", library.range(name), concerns, grows_with, library.range(grown).high)
        for name, grown, concerns in ends
    )


def vplex_parameters(*, small_block_misses: bool = False, metro_node: bool = False) -> tuple[str, ...]:
    """Names of the parameters that ``vplex_delays`` uses, for the list of sources."""
    names = [
        "vplex.read_hit",
        "vplex.read_miss_added",
        "vplex.write_added",
        "vplex.full_utilisation",
        "vplex.full_size",
    ]
    if small_block_misses:
        names.append("vplex.read_miss_added_small_block")
    if metro_node:
        names += ["metro_node.read_added", "metro_node.write_added"]
    return tuple(names)


def vplex_director(library: Library, name: str, iops: float | None = None) -> Station:
    """Station of a director, by the user's IOPS ceiling; without one it has no utilisation and the verdict uses its ports.

    The published added latency includes queueing up to ``vplex.full_utilisation``; only additional waiting is added.

    Args:
        library: the parameters; ``vplex.director_iops`` applies if ``iops`` is None.
        name: id of the station.
        iops: maximum IOPS of the director.
    """
    if iops is None and library.known("vplex.director_iops"):
        iops = library.typical("vplex.director_iops")
    service = None
    if iops is not None:
        # Its service time is part of the added latency, which is a pure delay; the station itself only adds waiting.
        demand = Demand(Range.exactly(1000.0 / iops))
        nothing = Range.exactly(0.0)
        service = Service(demand, demand, scv=ONE, whole=True, zero_load_read_ms=nothing, zero_load_write_ms=nothing)
    return Station(
        name,
        "director",
        service,
        "vplex_added",
        "vplex_added",
        limit=library.typical("sizing.limit.vplex"),
        waits_beyond=library.typical("vplex.full_utilisation"),
    )
