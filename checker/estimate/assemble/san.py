"""Queueing network of a SAN: one flow per host and volume, one station per shared resource.

Everything is derived from the entities and the topology; there is no second description of the SAN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from checker.estimate.assemble.arranged import Arrangement
from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.parts import MissingFact, Parts, sentence
from checker.estimate.assemble.paths import PathClass
from checker.estimate.assemble.ways import NONE_DEAD, Ways, carrying
from checker.estimate.library import Library
from checker.estimate.network.network import Flow, Network
from checker.estimate.quantity import Range
from checker.estimate.workload.mix_of_io import Workload

_SMALL_KIB = 64.0
_OF_FLOWS = frozenset({"load", "queue_depth"})
"""Overrides that flows use directly, so they always have an effect."""
Pairs = Mapping[tuple[str, str], Workload]


@dataclass(frozen=True, slots=True)
class Built:
    """Network, the missing facts without which some flows have no response time, and overrides without effect."""

    network: Network
    missing_facts: tuple[MissingFact, ...]
    unused: tuple[str, ...] = ()


@dataclass(frozen=True)
class Builder:
    """Builder of networks of one SAN.

    Attributes:
        san: facts of the SAN.
        library: the parameters.
        overrides: facts set by the user (``assemble.parts.FACTS``).
        arrangement: hypothetical arrangement of the storage (``assemble.arranged``); None for the actual one.
    """

    san: SanFacts
    library: Library
    overrides: Mapping[str, float] = field(default_factory=dict)
    arrangement: Arrangement | None = None

    def build(self, loads: Pairs) -> Built:
        """Return the network with these loads, given by (host, volume)."""
        parts = Parts(self.library, self.overrides)
        ways = Ways(self.san, parts, self.arrangement)
        flows = tuple(self._flows(parts, ways, loads))
        self._remark(parts, loads)
        if "hit_ratio" in self.overrides and any(map(_depends_on_hits, flows)):
            parts.used_facts.add("hit_ratio")
        needed = {what for flow in flows for what in flow.unknown}
        network = Network(tuple(parts.stations.values()), flows, tuple(parts.used), tuple(parts.assumptions))
        return Built(
            network,
            tuple(one for one in parts.missing_facts if one.what in needed),
            tuple(name for name in self.overrides if name not in parts.used_facts | _OF_FLOWS),
        )

    def _flows(self, parts: Parts, ways: Ways, loads: Pairs) -> Iterator[Flow]:
        factor = self.overrides.get("load", 1.0)
        scaled: dict[Workload, Workload] = {}
        # Identical pairs differ only in their names; unscaled workloads stay the same object.
        alike: dict[tuple[int, int], Flow] = {}
        for (host, volume), workload in loads.items():
            number = self.san.class_of.get((host, volume))
            if factor != 1.0:
                if workload not in scaled:
                    scaled[workload] = times(workload, factor)
                workload = scaled[workload]
            if number is None:
                # Its paths are unknown, so it has no response time and adds no load to any known resource.
                gap = MissingFact(
                    "live paths", f"{host} {volume}", ("path.state", "path.target_wwpn"), (("host", host),)
                )
                yield Flow(f"{host} {volume}", host, volume, workload, (), unknown=(parts.note_missing(gap),))
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
                known.in_turn,
                known.stays,
                known.reads_known,
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
        """Return the flow of a pair or of several identical pairs, without failed routes and back-end ports.

        Args:
            ways: builds and caches routes.
            name: id of the flow.
            pair: host and volume.
            kind: class of the pair.
            workload: load of one pair.
            gone: failed routes; at least one route must remain.
            dead: failed back-end ports.
            members: number of pairs that the flow represents; its queue depth is that of all of them.
        """
        small = _mostly_small_misses(workload, self.overrides.get("hit_ratio"))
        paths = ways.paths(carrying(kind, gone), kind.place, small_block=small, dead=dead)
        if kind.starts:
            ways.parts.note_pages(kind.number, (*paths.routes, *(route for leg in paths.legs for route in leg.routes)))
        # The remote leg of a Metro concerns writes only.
        more = paths.missing_writes if any(not io.read for io in workload.types) else ()
        unknown = tuple(dict.fromkeys((*paths.missing, *more)))
        return Flow(
            id=name,
            host=pair[0],
            volume=pair[1],
            workload=workload,
            routes=paths.routes,
            legs=paths.legs,
            queue_depth=self._depth(kind) * members,
            hit_share=Range.exactly(self.overrides.get("hit_ratio", 0.0)),
            starts=kind.starts,
            unknown=unknown,
            in_turn=kind.spread.policy == "round_robin" and kind.spread.limit == 1,
            stays=kind.spread.policy == "round_robin" and (kind.spread.limit or 1) > 1,
            reads_known=bool(unknown) and not paths.missing,
        )

    def _depth(self, kind: PathClass) -> int:
        depth = self.overrides.get("queue_depth", kind.queue_depth)
        return int(depth) if depth is not None else round(self.library.typical("host.queue_depth"))

    def _remark(self, parts: Parts, loads: Pairs) -> None:
        """Note the assumptions with the number of host-volume pairs affected."""
        depth = parts.library.typical("host.queue_depth")
        counts: Counter[str] = Counter()
        for pair, workload in loads.items():
            number = self.san.class_of.get(pair)
            if number is None:
                continue
            kind = self.san.classes[number]
            if kind.queue_depth is None and "queue_depth" not in self.overrides:
                counts[f"queue depth is unknown; the library's value of {depth:g} is used"] += 1
            if kind.spread.policy == "unknown" and len(kind.ways) > 1:
                counts["path policy is unknown; I/O is assumed to be spread evenly"] += 1
            if len(kind.ways) > 1 and (kind.spread.limit or 1) > 1:
                counts[
                    "I/O stays on a path for several I/Os, and paths are treated as chosen at random; "
                    "waits at busy ports are a lower bound"
                ] += 1
            if (workload.burst or 1.0) > 1.0:
                counts[
                    "I/O arrives in bursts; simulated mean response times of bursts differ by 1 to 3 % on average, and percentiles are not calculated"
                ] += 1
            if not kind.path_known:
                counts["the policy uses one path, but it is unknown which; one was chosen"] += 1
            if "hit_ratio" not in self.overrides and any(io.read and io.hit_share is None for io in workload.types):
                counts["the workload states no read hit ratio; all reads are assumed to be cache misses"] += 1
            for page in parts.pages.get(kind.number, ()):
                if page is None:
                    counts[
                        "data is not aligned to 1 MiB, but the array's page size is unknown; no extra I/O is added"
                    ] += 1
                elif any(start % round(page * 1024) for start in kind.starts):
                    counts[
                        f"data is not aligned to pages of {page:g} KiB; I/O that straddles pages touches one more"
                    ] += 1
        for text, count in counts.items():
            parts.assume(f"{count:,} host-volume pair{'' if count == 1 else 's'}: {text}")
        if any("queue depth" in text for text in counts):
            parts.use("host.queue_depth")
        if parts.unsped:
            ports = sentence(parts.unsped)
            parts.assume(
                f"speed of {len(parts.unsped):,} back-end port{'' if len(parts.unsped) == 1 else 's'} is unknown, "
                f"so their utilisation is unknown too: {ports}"
            )


def _depends_on_hits(flow: Flow) -> bool:
    """Whether reads whose load states no hit ratio go another way if they are hits, or may if facts were known."""
    if flow.unknown:
        return True
    if all(not io.read or io.hit_share is not None for io in flow.workload.types):
        return False
    routes = (*flow.routes, *(route for leg in flow.legs for route in leg.routes))
    visits = any(visit.concerns.cache != "any" for route in routes for visit in route.visits)
    return visits or any(delay.concerns.cache != "any" for route in routes for delay in route.delays)


def _mostly_small_misses(workload: Workload, hit_ratio: float | None) -> bool:
    """Whether most I/O is small read misses, for which a miss may cost more (estimator.md, E2)."""
    reads = [io for io in workload.types if io.read]
    total = sum(io.share for io in reads)
    if not total:
        return False
    misses = sum(io.share * (1 - (hit_ratio or 0.0 if io.hit_share is None else io.hit_share)) for io in reads)
    size = sum(io.share * io.size_kib for io in reads) / total
    return misses / sum(io.share for io in workload.types) > 0.5 and size < _SMALL_KIB


def times(workload: Workload, factor: float) -> Workload:
    """Return a workload with its amount of I/O multiplied by a factor."""
    return replace(
        workload,
        iops=None if workload.iops is None else workload.iops * factor,
        outstanding=None if workload.outstanding is None else workload.outstanding * factor,
    )
