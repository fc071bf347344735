"""Array models: parts that an array adds to a network, from the library or the user's figures (estimator.md, section 3.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from checker.estimate.library import Library
from checker.estimate.network.network import BUT_READ_HITS, Concerns, Delay, Demand, Service, Station, Visit
from checker.estimate.quantity import ONE, Range

_ALL_FLASH = ("read_latency", "write_latency", "read_iops", "write_iops")
_SMALL_KIB = 4.0
"""I/O size for which peak IOPS are quoted; only larger I/O also costs bandwidth."""


@dataclass(frozen=True, slots=True)
class ArrayModel:
    """Parts that one array adds to a network.

    Attributes:
        stations: stations to add to the network.
        visits, delays: steps of an I/O at the array, to add to routes or legs.
        unknown: missing facts without which there is no response time; goes to ``Flow.unknown``.
        parameters: names of the library parameters used.
        assumptions: sentences to show with the numbers.
    """

    stations: tuple[Station, ...]
    visits: tuple[Visit, ...]
    delays: tuple[Delay, ...] = ()
    unknown: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()


def xtremio(
    library: Library, name: str, bricks: int, *, behind_cache: bool = False, working: float = 1.0
) -> ArrayModel:
    """Model an XtremIO by figures of release 2.4, scaled from two X-Bricks by the number of X-Bricks.

    Args:
        library: the parameters.
        name: id of the station.
        bricks: X-Bricks, at least 1.
        behind_cache: whether read hits (in the VPLEX cache) never reach the array.
        working: part of its capacity that is left, above 0 to 1.
    """
    scale = library.typical("xtremio.reference_bricks") / (bricks * working) / 1000.0
    service = Service(
        reads=Demand(
            library.range("xtremio.read_demand").scaled(scale),
            library.derive(lambda rate: 1.024 / rate, "xtremio.read_bandwidth").scaled(scale),
            beyond_kib=_SMALL_KIB,
        ),
        writes=Demand(
            library.range("xtremio.write_demand").scaled(scale),
            library.range("xtremio.write_per_kib").scaled(scale),
            beyond_kib=_SMALL_KIB,
        ),
        scv=Range.exactly(1.0),
        whole=True,
        interference=library.range("xtremio.interference"),
        zero_load_read_ms=library.range("xtremio.read_latency"),
        zero_load_write_ms=library.range("xtremio.write_latency"),
    )
    station = _array(library, name, service, library.whole("xtremio.servers"))
    return ArrayModel(
        (station,),
        (Visit(name, concerns=BUT_READ_HITS if behind_cache else Concerns()),),
        parameters=tuple(n for n in library.names() if n.startswith("xtremio.")),
        assumptions=(
            f"{name}: capacity is assumed to be proportional to the number of X-Bricks, here {bricks}",
            f"{name}: latency at low load is sanlint's own assumption; no source states it",
        ),
    )


def all_flash(
    library: Library,
    name: str,
    figures: Mapping[str, float] | None = None,
    *,
    behind_cache: bool = False,
    working: Range = ONE,
) -> ArrayModel:
    """Model an all-flash array by the user's figures: latency at low load, peak IOPS and bandwidth of reads and writes.

    Args:
        library: the parameters; ``all_flash.*`` applies where ``figures`` has no value.
        name: id of the station.
        figures: figures by the names of ``all_flash.*`` without that prefix.
        behind_cache: whether read hits never reach the array.
        working: part of its capacity that is left, above 0 to 1; its low end belongs to the high end of latency.
    """
    given = dict(figures or {})
    known: dict[str, Range] = {}
    for key in (*_ALL_FLASH, "read_bandwidth", "write_bandwidth"):
        if key in given:
            known[key] = Range.exactly(given[key])
        elif library.known(f"all_flash.{key}"):
            known[key] = library.range(f"all_flash.{key}")
    concerns = BUT_READ_HITS if behind_cache else Concerns()
    missing = tuple(
        f"{key.replace('_', ' ').replace('iops', 'IOPS')} of {name}" for key in _ALL_FLASH if key not in known
    )
    if missing:
        station = _array(library, name, None, (1, 1, 1))
        return ArrayModel((station,), (Visit(name, concerns=concerns),), unknown=missing)
    service = Service(
        reads=_flash_demand(known["read_iops"], known.get("read_bandwidth"), working),
        writes=_flash_demand(known["write_iops"], known.get("write_bandwidth"), working),
        scv=Range.exactly(1.0),
        whole=True,
        zero_load_read_ms=known["read_latency"],
        zero_load_write_ms=known["write_latency"],
    )
    unlimited = [key for key in ("read_bandwidth", "write_bandwidth") if key not in known]
    return ArrayModel(
        (_array(library, name, service, library.whole("all_flash.servers")),),
        (Visit(name, concerns=concerns),),
        parameters=tuple(n for n in library.names() if n.startswith("all_flash.")),
        assumptions=(
            f"{name}: reads and writes share one capacity and do not slow each other down",
            *(
                f"{name}: {key.replace('_', ' ')} is unknown, so large I/O costs no more than small I/O"
                for key in unlimited
            ),
        ),
    )


def _flash_demand(iops: Range, bandwidth: Range | None, working: Range) -> Demand:
    per_kib = Range.exactly(0.0) if bandwidth is None else bandwidth.map(lambda rate: 1.024 / rate / 1000.0)
    base = iops.map(lambda rate: 1000.0 / rate)
    return Demand(_longer(base, working), _longer(per_kib, working), beyond_kib=_SMALL_KIB)


def _longer(times: Range, working: Range) -> Range:
    return Range(times.low / working.high, times.typical / working.typical, times.high / working.low)


def _array(library: Library, name: str, service: Service | None, servers: tuple[int, int, int]) -> Station:
    return Station(
        name,
        "array",
        service,
        "array_service",
        "array_queue",
        servers_by_level=servers,
        limit=library.typical("sizing.limit.array"),
    )
