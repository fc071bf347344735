"""From what exports tell to a queueing network: one flow for each host and volume, one station for each shared part.

Everything comes from the entities and the topology; there is no second description of the SAN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.build_arranged import Arrangement
from checker.estimate.build_facts import SanFacts
from checker.estimate.build_parts import Lack, Parts, sentence
from checker.estimate.build_paths import PathClass
from checker.estimate.build_ways import NONE_DEAD, Ways, carrying
from checker.estimate.library import Library
from checker.estimate.network import Flow, Network
from checker.estimate.quantity import Range
from checker.estimate.workload import Workload

_SMALL_KIB = 64.0
_OF_FLOWS = frozenset({"load", "queue_depth", "hit_ratio", "raid", "drive_rpm"})
"""Facts that are read as they are set, wherever they apply."""
Pairs = Mapping[tuple[str, str], Workload]


@dataclass(frozen=True, slots=True)
class Built:
    """A network, the facts without which some of its flows have no response time, and those set that it doesn't use."""

    network: Network
    lacks: tuple[Lack, ...]
    unused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Builder:
    """Makes networks of one SAN.

    Attributes:
        san: what exports tell.
        library: the parameters.
        told: facts that the user set (``build_parts.FACTS``).
        arrangement: how the storage is arranged, where not as exports tell it (``build_arranged``).
    """

    san: SanFacts
    library: Library
    told: Mapping[str, float] = field(default_factory=dict)
    arrangement: Arrangement | None = None

    def build(self, loads: Pairs) -> Built:
        """Return the network of these loads by (host, volume)."""
        parts = Parts(self.library, self.told)
        ways = Ways(self.san, parts, self.arrangement)
        flows = tuple(self._flows(parts, ways, loads))
        self._remark(parts, loads)
        network = Network(tuple(parts.stations.values()), flows, tuple(parts.used), tuple(parts.assumptions))
        return Built(
            network, tuple(parts.lacks), tuple(name for name in self.told if name not in parts.asked | _OF_FLOWS)
        )

    def _flows(self, parts: Parts, ways: Ways, loads: Pairs) -> Iterator[Flow]:
        factor = self.told.get("load", 1.0)
        scaled: dict[Workload, Workload] = {}
        # Pairs that are alike differ by their names only; workloads that are kept stay the same object.
        alike: dict[tuple[int, int], Flow] = {}
        for (host, volume), workload in loads.items():
            number = self.san.class_of.get((host, volume))
            if factor != 1.0:
                if workload not in scaled:
                    scaled[workload] = times(workload, factor)
                workload = scaled[workload]
            if number is None:
                # Its paths are not known: it has no response time, and loads nothing that we know of.
                lack = Lack("live paths", f"{host} {volume}", ("path.state", "path.target_wwpn"), (("host", host),))
                yield Flow(f"{host} {volume}", host, volume, workload, (), unknown=(parts.lack(lack),))
                continue
            known = alike.get((number, id(workload)))
            if known is None:
                kind = self.san.classes[number]
                known = self.flow(ways, f"{host} {volume}", (host, volume), kind, workload)
                alike[number, id(workload)] = known
                yield known
                continue
            yield Flow(
                f"{host} {volume}",
                host,
                volume,
                workload,
                known.routes,
                known.legs,
                known.queue_depth,
                known.hit_share,
                known.starts,
                known.unknown,
            )

    def flow(
        self,
        ways: Ways,
        name: str,
        pair: tuple[str, str],
        kind: PathClass,
        workload: Workload,
        gone: frozenset[int] = frozenset(),
        dead: frozenset[str] = NONE_DEAD,
        members: int = 1,
    ) -> Flow:
        """Return the flow of a pair, or of several that are alike, with some routes and back-end ports gone.

        Args:
            ways: makes and remembers routes.
            name: the flow's id.
            pair: host and volume.
            kind: its class.
            workload: the load; of one of the pairs.
            gone: routes that don't work; at least one must be left.
            dead: back-end ports that don't work.
            members: how many pairs the flow stands for: it has the queue depth of all of them.
        """
        small = _mostly_small_misses(workload, self.told.get("hit_ratio"))
        paths = ways.paths(carrying(kind, gone), kind.place, small_block=small, dead=dead)
        if kind.starts:
            ways.parts.note_pages(kind.number, (*paths.routes, *(route for leg in paths.legs for route in leg.routes)))
        return Flow(
            id=name,
            host=pair[0],
            volume=pair[1],
            workload=workload,
            routes=paths.routes,
            legs=paths.legs,
            queue_depth=self._depth(kind) * members,
            hit_share=Range.exactly(self.told.get("hit_ratio", 0.0)),
            starts=kind.starts,
            unknown=paths.missing,
        )

    def _depth(self, kind: PathClass) -> int:
        told = self.told.get("queue_depth", kind.queue_depth)
        return int(told) if told is not None else round(self.library.typical("host.queue_depth"))

    def _remark(self, parts: Parts, loads: Pairs) -> None:
        """Say what was taken for granted, and about how many hosts × volumes."""
        depth = parts.library.typical("host.queue_depth")
        counts: Counter[str] = Counter()
        for pair, workload in loads.items():
            number = self.san.class_of.get(pair)
            if number is None:
                continue
            kind = self.san.classes[number]
            if kind.queue_depth is None and "queue_depth" not in self.told:
                counts[f"no export tells the queue depth; {depth:g} is the library's"] += 1
            if kind.spread.policy == "unknown" and len(kind.ways) > 1:
                counts["no export tells the path policy; I/O is spread evenly"] += 1
            if not kind.path_known:
                counts["the policy uses one path and no export tells which; one was taken"] += 1
            if "hit_ratio" not in self.told and any(io.read and io.hit_share is None for io in workload.types):
                counts["the workload says nothing of read hits; no read is answered by a cache"] += 1
            for page in parts.pages.get(kind.number, ()):
                if page is None:
                    counts[
                        "data begins on no whole megabyte, and the array's pages are not known: nothing is added"
                    ] += 1
                elif any(start % round(page * 1024) for start in kind.starts):
                    counts[f"data begins on no page of {page:g} KiB; I/O that straddles pages asks for one more"] += 1
        for text, count in counts.items():
            parts.assume(f"{count:,} host × volume{'' if count == 1 else 's'}: {text}")
        if any("queue depth" in text for text in counts):
            parts.use("host.queue_depth")
        if parts.unsped:
            ports = sentence(parts.unsped)
            parts.assume(
                f"the speed of {len(parts.unsped):,} back-end ports is not known, so nor is their load: {ports}"
            )


def _mostly_small_misses(workload: Workload, hit_ratio: float | None) -> bool:
    """Whether most I/O is small reads that miss: then a miss may cost more (estimator.md, E2)."""
    reads = [io for io in workload.types if io.read]
    total = sum(io.share for io in reads)
    if not total:
        return False
    misses = sum(io.share * (1 - (hit_ratio or 0.0 if io.hit_share is None else io.hit_share)) for io in reads)
    size = sum(io.share * io.size_kib for io in reads) / total
    return misses / sum(io.share for io in workload.types) > 0.5 and size < _SMALL_KIB


def times(workload: Workload, factor: float) -> Workload:
    """A multiple of a load."""
    return replace(
        workload,
        iops=None if workload.iops is None else workload.iops * factor,
        outstanding=None if workload.outstanding is None else workload.outstanding * factor,
    )
