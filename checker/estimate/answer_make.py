"""From a SAN, a workload and the user's changes to an answer: the network solved, other arrangements, failures, pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.answer import Answer, Case, Pair
from checker.estimate.answer_failure import KINDS, failure_cases
from checker.estimate.build import Builder
from checker.estimate.build_arranged import Arrangement, Mode
from checker.estimate.build_facts import SanFacts
from checker.estimate.build_parts import FACTS, Lack
from checker.estimate.build_places import Place
from checker.estimate.build_ways import carrying
from checker.estimate.estimator import Estimator, Model
from checker.estimate.library import Library
from checker.estimate.result import CurvePoint, Result, VolumeResult
from checker.estimate.workload import Workload
from checker.estimate.workload_model import Assigned, HostVolume

POINTS = 24
"""Points of a curve (estimator.md, section 3.9)."""
_NEARLY = 0.97


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a SAN.

    Attributes:
        workload: name of the workload, None without one.
        loads: what each host × volume does; empty without a workload.
        told: facts to replace (``build_parts.FACTS``).
        parameters: values of the library to replace.
        compare: arrangements to estimate the same load for.
        curve: whether to draw latency over load.
        shown: hosts × volumes to show, in order.
        assumptions, notes: what the workload brings along.
        measured: loads that the exports hold and nobody asked to use.
    """

    workload: str | None
    loads: Mapping[tuple[str, str], Assigned]
    told: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, float] = field(default_factory=dict)
    compare: tuple[Mode, ...] = ()
    curve: bool = False
    shown: Sequence[HostVolume] = ()
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured: int = 0


def make_answer(san: SanFacts, library: Library, question: Question) -> tuple[Answer, tuple[Lack, ...]]:
    """Return the answer, without the commands that would tell what is missing, and what is missing.

    Args:
        san: what exports tell.
        library: the parameters, without the question's.
        question: what is asked.
    """
    chosen = library.overridden(question.parameters, "--what-if") if question.parameters else library
    pairs = _pairs(san, question)
    changes = _changes(library, question)
    if not question.loads:
        built = Builder(san, chosen, question.told).build({})
        answer = Answer(
            question.workload, pairs, len(pairs), None, "unknown", changes=changes,
            assumptions=question.assumptions, notes=question.notes, measured=question.measured,
        )  # fmt: skip
        return answer, built.lacks
    loads = {pair: assigned.workload for pair, assigned in question.loads.items()}
    builder = Builder(san, chosen, question.told)
    built = builder.build(loads)
    model = Estimator(chosen).model(built.network)
    result = model.solve()
    failures, untried = failure_cases(builder, loads, rates_of(model))
    assumptions = dict.fromkeys((*question.assumptions, *result.assumptions))
    before = None
    if changes:
        before = _case(Builder(san, library), loads, "as it is", (), curve=False, limits=False)
    answer = Answer(
        workload=question.workload,
        pairs=pairs,
        idle=len(san.class_of) - sum(pair in san.class_of for pair in loads),
        result=result,
        binding=binding_of(result),
        risk="high" if any(case.utilisation >= 1 for case in failures) else result.risk,
        failures=failures,
        untried=untried,
        cases=_cases(builder, question, loads, assumptions),
        before=before,
        changes=changes,
        curve=_curve(model, result) if question.curve else (),
        assumptions=tuple(assumptions),
        sources=chosen.sources(result.parameters),
        notes=(*question.notes, *_without_effect(question, built.unused)),
        volumes=volumes_of(model, result),
    )
    return answer, built.lacks


def _without_effect(question: Question, unused: Sequence[str]) -> list[str]:
    """Remarks on facts that were set and change nothing; other arrangements may depend on them."""
    return [] if question.compare else [f"--what-if {name}: nothing here depends on it" for name in unused]


def volumes_of(model: Model, result: Result) -> dict[str, VolumeResult]:
    """Results of a solved model by flow; those of a class are worked out once."""
    found: dict[str, VolumeResult] = {}
    of_class: dict[int, VolumeResult] = {}
    for flow, number in zip(model.network.flows, model.plan.class_of.tolist(), strict=True):
        one = of_class.get(number)
        if one is None:
            one = of_class[number] = result.volumes[flow.id]
        found[flow.id] = VolumeResult(
            flow.id,
            flow.host,
            flow.volume,
            one.status,
            one.reason,
            one.response,
            one.breakdown,
            one.iops,
            one.outstanding,
            one.precise,
        )
    return found


def binding_of(result: Result) -> str | None:
    """What is full first.

    Response times grow beyond all bounds near the end of a resource, and use up any queue depth: where that happens within
    a few per cent of its saturation, the resource is what binds.
    """
    if result.binding is None or result.saturation_iops is None or result.binding in result.resources:
        return result.binding
    known = [one for one in result.resources.values() if one.utilisation is not None]
    busiest = max(known, key=lambda one: one.utilisation.typical if one.utilisation else 0.0, default=None)
    use = busiest.utilisation.typical if busiest is not None and busiest.utilisation is not None else 0.0
    if busiest is None or not use or result.saturation_iops.typical < _NEARLY * result.iops / use:
        return result.binding
    return busiest.station


def rates_of(model: Model) -> dict[str, float]:
    """I/O a second of each flow of a model, typical."""
    rate = model.solved("typical").rate * 1000.0
    return {flow.id: float(rate[number]) for flow, number in zip(model.network.flows, model.plan.class_of, strict=True)}


def _cases(
    builder: Builder, question: Question, loads: Mapping[tuple[str, str], Workload], known: Iterable[str]
) -> tuple[Case, ...]:
    """The arrangements asked for; unasked, the load without VPLEX where volumes with load are behind one."""
    modes = question.compare
    places = {
        builder.san.classes[number].place for pair in loads if (number := builder.san.class_of.get(pair)) is not None
    }
    if not modes and any(builder.san.places[place].family == "vplex" for place in places):
        modes = ("native",)
    return tuple(
        _case(replace(builder, arrangement=Arrangement(mode)), loads, mode, tuple(known), curve=question.curve)
        for mode in modes
    )


def _case(
    builder: Builder,
    loads: Mapping[tuple[str, str], Workload],
    name: str,
    known: tuple[str, ...],
    *,
    curve: bool,
    limits: bool = True,
) -> Case:
    built = builder.build(loads)
    model = Estimator(builder.library).model(built.network)
    result = model.solve()
    reason = (
        next((volume.reason for volume in result.volumes.values() if volume.reason), None)
        if result.response is None
        else None
    )
    return Case(
        name,
        result.status,
        result.response,
        result.saturation_iops if limits else None,
        binding_of(result) if limits else None,
        result.risk,
        reason,
        tuple(text for text in built.network.assumptions if text not in known),
        _curve(model, result) if curve else (),
    )


def _curve(model: Model, result: Result) -> tuple[CurvePoint, ...]:
    """Latency over load; none where a flow has no response time for want of a fact."""
    if any(flow.unknown for flow in model.network.flows):
        return ()
    return model.curve(POINTS)


def _changes(library: Library, question: Question) -> tuple[tuple[str, float, str], ...]:
    told = [(name, value, FACTS[name][2]) for name, value in question.told.items()]
    own = [(name, value, library.parameter(name).unit) for name, value in question.parameters.items()]
    return tuple(told + own)


PairFacts = tuple[str | None, str, int, int, str, int | None, int | None, float, float | None]
"""What ``Pair`` has from ``system`` to ``added_rtt_ms``."""


def _pairs(san: SanFacts, question: Question) -> list[Pair]:
    """What is known of each host × volume that is shown, worked out once a class."""
    of_route: dict[int, list[tuple[str, str]]] = {}
    for part, routes in san.parts.items():
        if part[0] in KINDS:
            for route in routes:
                of_route.setdefault(route, []).append(part)
    known: dict[int, PairFacts] = {}
    found = []
    for one in question.shown:
        number = san.class_of.get((one.host, one.volume))
        assigned = question.loads.get((one.host, one.volume))
        if number is None:
            facts: PairFacts
            facts = (None, "unknown", 0, 0, "unknown", None, None, 0.0, None)
        else:
            if number not in known:
                known[number] = _facts(san, number, of_route, question.told)
            facts = known[number]
        found.append(
            Pair(
                one.host,
                one.volume,
                san.names.get(one.volume),
                *facts,
                assigned.workload if assigned else None,
                str(assigned.load.origin) if assigned else None,
            )
        )
    return found


def _facts(
    san: SanFacts, number: int, of_route: Mapping[int, Sequence[tuple[str, str]]], told: Mapping[str, float]
) -> PairFacts:
    kind = san.classes[number]
    place = san.places.get(kind.place)
    ways = carrying(kind)
    lost: Counter[tuple[str, str]] = Counter()
    routes = [route for route, share in ways for _ in range(round(share * len(kind.ways)) or 1)]
    for route in routes:
        lost.update(set(of_route.get(route, ())))
    worst = max(lost.values(), default=0) / len(routes) if routes else 0.0
    first = min((rank for _, rank in kind.ways), default=0)
    count = 1 if kind.spread.policy in ("fixed", "mru") else sum(rank == first for _, rank in kind.ways)
    return (
        place.storage_array if place else None,
        arrangement_of(place),
        count,
        len(kind.ways),
        kind.spread.policy,
        kind.spread.limit,
        kind.queue_depth,
        worst,
        _round_trip(san, place, told),
    )


def _round_trip(san: SanFacts, place: Place | None, told: Mapping[str, float]) -> float | None:
    if place is None or not place.distributed or place.asynchronous:
        return None
    vplex = san.vplexes.get(place.storage_array or "")
    if "rtt_ms" in told:
        return told["rtt_ms"]
    return vplex.wan.rtt_ms if vplex is not None else None


def arrangement_of(place: Place | None) -> str:
    """``native``, ``local``, ``metro`` or ``geo``; ``unknown`` where the volume's data is nowhere told."""
    if place is None or place.family is None:
        return "unknown"
    if place.family != "vplex":
        return "native"
    if not place.legs:
        return "unknown"
    if not place.distributed:
        return "local"
    return "geo" if place.asynchronous else "metro"
