"""What VPLEX and metro node add to reads and writes, and their directors (estimator.md, section 3.6)."""

from __future__ import annotations

from checker.estimate.library import Library
from checker.estimate.network import READ_HITS, READ_MISSES, WRITES, Delay, Demand, Service, Station
from checker.estimate.quantity import ONE, Range


def vplex_delays(
    library: Library, grows_with: tuple[str, ...] = (), *, small_block_misses: bool = False, metro_node: bool = False
) -> tuple[Delay, ...]:
    """Latency of read hits, and what read misses and writes cost above the array's.

    Visits of the array behind must not concern read hits (``BUT_READ_HITS``). The round trip of a Metro write is a delay of
    the remote leg, not part of this.

    Args:
        library: the parameters.
        grows_with: stations whose load decides where in the published range the latency lies: directors with a known
            ceiling, else front-end ports. Without any, the typical value of the library holds.
        small_block_misses: whether the load is small blocks of which most miss, for which the paper's upper end is higher.
        metro_node: whether it is metro node, for which the upper ends are higher.
    """
    miss = "vplex.read_miss_added_small_block" if small_block_misses else "vplex.read_miss_added"
    write = "vplex.write_added"
    if metro_node:
        miss, write = "metro_node.read_added", "metro_node.write_added"
    # The typical latency grows to the upper end of VPLEX's own range; higher ends only widen the result.
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
    """Names of the parameters behind ``vplex_delays``, for the list of sources."""
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
    """A director, by the user's ceiling; without one it has no utilisation and the verdict rests on its ports.

    The published added latency holds its queueing up to ``vplex.full_utilisation``; only waiting beyond counts.

    Args:
        library: the parameters; ``vplex.director_iops`` counts where ``iops`` is None.
        name: the station's id.
        iops: I/O that the director can do in a second.
    """
    if iops is None and library.known("vplex.director_iops"):
        iops = library.typical("vplex.director_iops")
    service = None
    if iops is not None:
        # Its time is inside the added latency: a pure delay, so the station itself only adds waiting.
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
