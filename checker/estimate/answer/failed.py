"""Response times before and after the failure of chosen components, under the same load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from checker.estimate.answer.asked import percentiles_of
from checker.estimate.assemble.arrays import controller_remark
from checker.estimate.assemble.controllers import without_controllers
from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.places import LegPlace
from checker.estimate.assemble.san import Builder, Pairs
from checker.estimate.network.estimator import Estimator
from checker.estimate.network.results.result import Percentiles, ResponseTime, Result, Status, VolumeResult

Component = tuple[str, str]
_NOTICED = 1e-6


@dataclass(frozen=True, slots=True)
class Change:
    """Mean response time in ms of a host and volume before and after; None if there is none, with the state.

    A time that is not precise is a bound: the response time is longer.
    """

    host: str
    volume: str
    before: float | None
    after: float | None
    before_precise: bool
    after_precise: bool
    status: Status


@dataclass(frozen=True, slots=True)
class Use:
    """Utilisation of a resource before and after."""

    resource: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Failed:
    """Estimate after a failure.

    Attributes:
        components: what failed, as (kind, key, label).
        status: worst state of the remaining load; reason: why there is no response time.
        before, after: response times of all I/O; percentiles_before, percentiles_after: where known.
        bound_before, bound_after: why only the low end of a response time is meaningful; None if more is.
        lost: host-volume pairs with load that have no path left.
        changes: remaining host-volume pairs, those that get slower most first.
        uses: resources that get busier, the busiest first.
        assumptions: assumptions about the failure.
        names: display names of volumes, by identity.
    """

    components: tuple[tuple[str, str, str], ...]
    status: Status
    reason: str | None
    before: ResponseTime | None
    after: ResponseTime | None
    percentiles_before: Percentiles | None
    percentiles_after: Percentiles | None
    bound_before: str | None
    bound_after: str | None
    lost: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    uses: tuple[Use, ...]
    assumptions: tuple[str, ...]
    names: Mapping[str, str]


def failed_of(
    builder: Builder,
    after: SanFacts,
    loads: Pairs,
    components: Sequence[Component],
    labels: Mapping[Component, str],
    hosts: Sequence[str] = (),
) -> Failed:
    """Estimate a load before and after a failure.

    Args:
        builder: builder of the intact SAN.
        after: facts of the SAN with the failed components.
        loads: load of each host-volume pair; a load that was requested in IOPS stays the same.
        components: what fails.
        labels: their display names.
        hosts: hosts that fail with their site; their load ends.
    """
    left, stranded = without_lost_copies(builder.san, after, components)
    arrays = without_controllers(builder.san.arrays, components)
    left = replace(left, arrays=arrays)
    still = {pair: load for pair, load in loads.items() if pair[0] not in hosts}
    known = {pair for pair in still if pair in builder.san.class_of}
    lost = tuple(sorted(pair for pair in known if pair not in left.class_of or left.class_of[pair] in stranded))
    kept = {pair: load for pair, load in still.items() if pair not in lost}
    first, usual = _solved(builder, loads)
    second, percentiles = _solved(replace(builder, san=left), kept) if kept else (None, None)
    uses = _uses(first, second) if second is not None else ()
    changes = _changes(first, second, kept) if second is not None else ()
    nothing = "no host-volume pair with load keeps a path" if still else "every host with load is at the site"
    reason = None if kept else nothing
    if second is not None and second.response is None:
        reason = next((one.reason for one in second.volumes.values() if one.reason), None)
    assumptions = [
        controller_remark(builder.library, builder.overrides, facts)
        for _, facts in sorted(arrays.items())
        if facts.failed and facts.family != "vplex"
    ]
    if stopped := sorted({host for host, _ in loads if host in hosts}):
        assumptions.append(f"hosts at the site fail, too, and their load ends: {', '.join(stopped)}")
    return Failed(
        tuple((kind, key, labels[kind, key]) for kind, key in components),
        second.status if second is not None else "unknown_parameter",
        reason,
        first.response,
        None if second is None else second.response,
        usual,
        percentiles,
        first.bound,
        None if second is None else second.bound,
        lost,
        changes,
        uses,
        tuple(assumptions),
        builder.san.names,
    )


def _solved(builder: Builder, loads: Pairs) -> tuple[Result, Percentiles | None]:
    model = Estimator(builder.library).model(builder.build(loads).network)
    return model.solve(), percentiles_of(model).total


def _uses(before: Result, after: Result) -> tuple[Use, ...]:
    found = []
    for name, one in after.resources.items():
        if one.utilisation is None:
            continue
        known = before.resources.get(name)
        use = known.utilisation.typical if known is not None and known.utilisation is not None else 0.0
        if one.utilisation.typical > use + _NOTICED:
            found.append(Use(name, use, one.utilisation.typical))
    return tuple(sorted(found, key=lambda one: (-one.after, one.resource)))


def _changes(before: Result, after: Result, kept: Pairs) -> tuple[Change, ...]:
    found = []
    for host, volume in kept:
        first, second = (result.volumes[f"{host} {volume}"] for result in (before, after))
        found.append(
            Change(
                host,
                volume,
                _mean(first),
                _mean(second),
                first.precise,
                second.precise,
                second.status,
            )
        )
    return tuple(sorted(found, key=lambda one: (-_slower(one), one.host, one.volume)))


def _mean(one: VolumeResult) -> float | None:
    if one.response is None:
        return None
    return one.response.mean.typical if one.precise else one.response.mean.low


def _slower(one: Change) -> float:
    """Change in ms; infinite if there is no response time any more."""
    if one.before is None:
        return 0.0
    return float("inf") if one.after is None else one.after - one.before


def without_lost_copies(
    before: SanFacts, after: SanFacts, components: Sequence[Component]
) -> tuple[SanFacts, frozenset[int]]:
    """Facts after a failure without the copies of mirrors that fail, and the classes of volumes without any copy.

    Args:
        before: facts of the intact SAN.
        after: facts with the failed components, whose copies are still listed.
        components: what fails.
    """
    arrays = {key for kind, key in components if kind == "storage_array"}
    clusters = {key for kind, key in components if kind == "cluster"}
    reached = {
        piece.storage_array
        for place in before.places.values()
        for leg in place.legs
        for piece in leg.pieces
        if piece.back is not None
    }

    def gone(vplex: str | None, leg: LegPlace) -> bool:
        if f"{vplex} {leg.cluster}" in clusters:
            return True
        return any(
            piece.storage_array in arrays or (piece.back is None and piece.storage_array in reached)
            for piece in leg.pieces
        )

    places, empty = {}, set()
    for number, place in after.places.items():
        legs = tuple(leg for leg in place.legs if not gone(place.storage_array, leg))
        if place.legs and not legs:
            empty.add(number)
        single = len(legs) < 2
        places[number] = replace(
            place,
            legs=legs or place.legs,
            distributed=place.distributed and not single,
            asynchronous=place.asynchronous and not single,
        )
    stranded = frozenset(number for number, kind in after.classes.items() if kind.place in empty)
    return replace(after, places=places), stranded
