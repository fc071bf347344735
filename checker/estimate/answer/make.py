"""Answer for a SAN, a workload and the user's changes: solved network, other arrangements, failures, pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.estimate.answer.answer import Answer, Case, Pair
from checker.estimate.answer.asked import Asked, answered
from checker.estimate.answer.failure import KINDS, controller_remarks, failure_cases
from checker.estimate.answer.sensitivity import influences
from checker.estimate.answer.unused import without_effect
from checker.estimate.assemble.arranged import Arrangement, Mode
from checker.estimate.assemble.facts import SanFacts
from checker.estimate.assemble.parts import FACTS, MissingFact
from checker.estimate.assemble.places import Place
from checker.estimate.assemble.san import Builder, Pairs
from checker.estimate.assemble.ways import carrying
from checker.estimate.library import Library
from checker.estimate.network.estimator import Estimator, Model
from checker.estimate.network.network import Network
from checker.estimate.network.results.result import CurvePoint, Result, VolumeResult
from checker.estimate.workload.mix_of_io import Workload
from checker.estimate.workload.model import Assigned, HostVolume

POINTS = 24
"""Number of points of a curve (estimator.md, section 3.9)."""
_NEARLY = 0.97


@dataclass(frozen=True, slots=True)
class Question:
    """Question about a SAN.

    Attributes:
        workload: name of the workload, None without one.
        loads: load of each host-volume pair; empty without a workload.
        overrides: facts to replace (``assemble.parts.FACTS``).
        parameters: library values to replace.
        compare: arrangements to estimate for the same load.
        curve: whether to compute latency over load.
        shown: host-volume pairs to show, in order.
        assumptions, notes: assumptions and notes of the workload.
        measured: loads measured in the exports that were not requested.
        asked: further questions.
    """

    workload: str | None
    loads: Mapping[tuple[str, str], Assigned]
    overrides: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, float] = field(default_factory=dict)
    compare: tuple[Mode, ...] = ()
    curve: bool = False
    shown: Sequence[HostVolume] = ()
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    measured: int = 0
    asked: Asked = field(default_factory=Asked)


def make_answer(san: SanFacts, library: Library, question: Question) -> tuple[Answer, tuple[MissingFact, ...]]:
    """Return the answer, without the commands that provide missing facts, and the missing facts.

    Args:
        san: facts of the SAN.
        library: the parameters, without those of the question.
        question: the question.
    """
    chosen = library.overridden(question.parameters, "--what-if") if question.parameters else library
    pairs = _pairs(san, question)
    changes = _changes(library, question)
    if not question.loads:
        built = Builder(san, chosen, question.overrides).build({})
        answer = Answer(
            question.workload, pairs, len(pairs), None, "unknown", changes=changes,
            assumptions=question.assumptions, notes=question.notes, measured=question.measured,
        )  # fmt: skip
        return answer, built.missing_facts
    loads = {pair: assigned.workload for pair, assigned in question.loads.items()}
    builder = Builder(san, chosen, question.overrides)
    built = builder.build(loads)
    model = Estimator(chosen).model(built.network)
    result = model.solve()
    failures, untried = failure_cases(builder, loads, rates_of(model))
    remarks = controller_remarks(builder, failures)
    assumptions = dict.fromkeys((*question.assumptions, *result.assumptions, *remarks))
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
        cases=_cases(builder, question, loads, assumptions, built.network),
        before=before,
        changes=changes,
        curve=_curve(model, result) if question.curve else (),
        influences=influences(builder, loads, result),
        assumptions=tuple(assumptions),
        sources=chosen.sources(result.parameters),
        notes=(
            *question.notes,
            *([] if question.compare else without_effect(builder, library, question.parameters, loads, built, result)),
        ),
        volumes=volumes_of(model, result),
    )
    return answered(answer, model, question.asked, builder, loads), built.missing_facts


def volumes_of(model: Model, result: Result) -> dict[str, VolumeResult]:
    """Results of a solved model by flow; identical flows are computed once per class."""
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
            one.bound,
            one.reads,
        )
    return found


def binding_of(result: Result) -> str | None:
    """First resource to fill up.

    Near saturation response times use up any queue depth; within a few percent of it, the resource is the limit.
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
    """Typical IOPS of each flow of a model."""
    rate = model.solved("typical").rate * 1000.0
    return {flow.id: float(rate[number]) for flow, number in zip(model.network.flows, model.plan.class_of, strict=True)}


def _cases(
    builder: Builder, question: Question, loads: Pairs, known: Iterable[str], network: Network
) -> tuple[Case, ...]:
    """Cases of the requested arrangements; by default the load without VPLEX, if its volumes have response times on one."""
    modes = question.compare
    san = builder.san
    places = {san.classes[number].place for pair in loads if (number := san.class_of.get(pair)) is not None}
    vplex = any(san.places[place].family == "vplex" for place in places)
    if not modes and vplex and not any(flow.unknown for flow in network.flows):
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
        result.bound,
    )


def _curve(model: Model, result: Result) -> tuple[CurvePoint, ...]:
    """Latency over load; empty if a flow has no response time because of missing facts."""
    if any(flow.unknown for flow in model.network.flows):
        return ()
    return model.curve(POINTS)


def _changes(library: Library, question: Question) -> tuple[tuple[str, float, str], ...]:
    set_facts = [(name, value, FACTS[name][2]) for name, value in question.overrides.items()]
    own = [(name, value, library.parameter(name).unit) for name, value in question.parameters.items()]
    return tuple(set_facts + own)


PairFacts = tuple[str | None, str, int, int, str, int | None, int | None, float, float | None]
"""Fields of ``Pair`` from ``system`` to ``added_rtt_ms``."""


def _pairs(san: SanFacts, question: Question) -> list[Pair]:
    """Facts of each host-volume pair to show, computed once per class."""
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
                known[number] = _facts(san, number, of_route, question.overrides)
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
    san: SanFacts, number: int, of_route: Mapping[int, Sequence[tuple[str, str]]], overrides: Mapping[str, float]
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
        _round_trip(san, place, overrides),
    )


def _round_trip(san: SanFacts, place: Place | None, overrides: Mapping[str, float]) -> float | None:
    if place is None or not place.distributed or place.asynchronous:
        return None
    vplex = san.vplexes.get(place.storage_array or "")
    if "rtt_ms" in overrides:
        return overrides["rtt_ms"]
    return vplex.wan.rtt_ms if vplex is not None else None


def arrangement_of(place: Place | None) -> str:
    """Return ``native``, ``local``, ``metro`` or ``geo``; ``unknown`` if the location of the data is unknown."""
    if place is None or place.family is None:
        return "unknown"
    if place.family != "vplex":
        return "native"
    if not place.legs:
        return "unknown"
    if not place.distributed:
        return "local"
    return "geo" if place.asynchronous else "metro"
