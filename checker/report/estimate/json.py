"""Estimates as JSON: ``schemas/estimate.schema.json``. Fields are added, never renamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checker.report.estimate.failed_json import failed_json
from checker.report.estimate.numbers import PLACES, number, percentiles_json, range_json, response_json
from checker.report.estimate.percentile_text import Formula, formula_of, formula_of_range
from checker.report.estimate.words import rounded_parts
from checker.report.failure.what_if_json import dumped, unrecognised

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer, Case, FailureCase, Missing, Pair
    from checker.estimate.answer.growth import Grown, Growth
    from checker.estimate.answer.reach import Goal, Reached
    from checker.estimate.network.results.result import CurvePoint, ResourceResult, Result, VolumeResult
    from checker.estimate.simulate.measured import Figure, Figures
    from checker.estimate.simulate.simulate import Simulated
    from checker.estimate.workload.mix_of_io import Workload
    from checker.intake.record import ExportRecord


def estimate_json(answer: Answer, records: Sequence[ExportRecord]) -> str:
    """Return an estimate as one JSON document."""
    return dumped(
        {
            "workload": answer.workload,
            "what_if": [{"key": key, "value": value, "unit": unit} for key, value, unit in answer.changes],
            "total": None if answer.result is None else _total(answer, answer.result),
            "volumes": [_pair(pair, answer) for pair in answer.pairs],
            "volumes_without_load": answer.idle,
            "resources": [] if answer.result is None else [_resource(one) for one in answer.result.resources.values()],
            "failures": [_failure(case) for case in answer.failures],
            "failures_not_tried": answer.untried,
            "cases": [_case(case) for case in answer.cases],
            "before": None if answer.before is None else _case(answer.before),
            "curve": [_point(point) for point in answer.curve],
            "influences": [
                {"parameter": one.parameter, "low_ms": number(one.low_ms), "high_ms": number(one.high_ms)}
                for one in answer.influences
            ],
            "not_known": [_missing(one) for one in answer.missing],
            "assumptions": list(answer.assumptions),
            "sources": list(answer.sources),
            "notes": list(answer.notes),
            "measured_loads_unused": answer.measured,
            "unrecognised_files": unrecognised(records),
            "until": None if answer.goal is None else _until(answer.goal, answer.reached),
            "growth": None if answer.growth is None else _growth(answer.growth, answer.grown),
            "failed": None if answer.failed is None else failed_json(answer.failed),
            "simulation": None if answer.simulated is None else _simulation(answer, answer.simulated),
        }
    )


def _total(answer: Answer, result: Result) -> dict[str, Any]:
    return {
        "status": result.status,
        "risk": answer.risk,
        "iops": number(result.iops),
        "response_ms": response_json(result.response, result.bound),
        "percentiles_ms": percentiles_json(answer.percentiles),
        "reads_alone_ms": range_json(result.reads, result.bound),
        "saturation_iops": range_json(result.saturation_iops),
        "binding": answer.binding,
        "bound": result.bound,
        "knee_iops": range_json(result.knee_iops),
        "knee_bound": result.knees.bound,
        "knee_outstanding": range_json(result.knee_outstanding),
    }


def _pair(pair: Pair, answer: Answer) -> dict[str, Any]:
    found: dict[str, Any] = {
        "host": pair.host,
        "volume": pair.volume,
        "name": pair.name,
        "system": pair.system,
        "arrangement": pair.arrangement,
        "carrying_paths": pair.carrying,
        "live_paths": pair.live,
        "policy": pair.policy,
        "round_robin_limit": pair.round_robin_limit,
        "queue_depth": pair.queue_depth,
        "saturation_ratio": number(pair.saturation_ratio),
        "worst_failure_share": number(pair.failure_share),
        "added_rtt_ms": number(pair.added_rtt_ms),
        "load": None if pair.workload is None else _workload(pair.workload, pair.origin),
        "estimate": None,
    }
    if pair.workload is not None and pair.flow in answer.volumes:
        found["estimate"] = _volume(answer.volumes[pair.flow])
        found["estimate"]["percentiles_ms"] = percentiles_json(answer.percentiles_of.get(pair.flow))
        if answer.simulated is not None:
            figures = answer.simulated.classes[answer.simulated_class[pair.flow]]
            found["estimate"]["simulated_ms"] = None if figures is None else _figures(figures)
    return found


def _until(goal: Goal, found: Sequence[Reached]) -> dict[str, Any]:
    units = {"load": "IOPS", "x_bricks": "X-Bricks", "ports": "ports", "rtt_ms": "ms"}
    return {
        "measure": goal.measure,
        "limit": number(goal.value),
        "reached": [
            {
                "quantity": one.quantity,
                "of": one.of or None,
                "unit": units[one.quantity],
                "now": number(one.now),
                "at": number(one.at),
                "factor": number(one.factor),
                "resource": one.resource or None,
                "precise": one.bound is None,
                "bound": one.bound,
            }
            for one in found
        ],
    }


def _growth(growth: Growth, found: Sequence[Grown]) -> dict[str, Any]:
    return {
        "rate": number(growth.ratio),
        "per": "year" if growth.months == 12 else "month",
        "since": None if growth.since is None else growth.since.isoformat(),
        "reached": [
            {
                "limit": one.limit,
                "iops": number(one.iops),
                "factor": number(one.factor),
                "months": number(one.months),
                "month": None if one.month is None else f"{one.month:%Y-%m}",
                "resource": one.resource or None,
                "precise": one.bound is None,
                "bound": one.bound,
            }
            for one in found
        ],
    }


def _simulation(answer: Answer, simulated: Simulated) -> dict[str, Any]:
    total = simulated.total
    response = answer.result.response if answer.result is not None else None
    known = answer.percentiles
    mean = formula_of(answer)
    precise = mean is None or mean.precise
    formulas = {
        "mean": mean,
        "read": None if response is None else formula_of_range(response.read, precise=precise),
        "write": None if response is None else formula_of_range(response.write, precise=precise),
        "p95": None if known is None else formula_of_range(known.p95, precise=True),
        "p99": None if known is None else formula_of_range(known.p99, precise=True),
    }
    figures = {
        "mean": total.mean,
        "read": simulated.reads,
        "write": simulated.writes,
        "p95": total.p95,
        "p99": total.p99,
    }
    return {
        "ios": simulated.ios,
        "seed": simulated.seed,
        "simulated_s": number(simulated.span_ms / 1000.0),
        "figures": {name: _compared(one, formulas[name]) for name, one in figures.items()},
        "utilisation": {name: number(value) for name, value in simulated.utilisation.items()},
    }


def _compared(figure: Figure | None, formula: Formula | None) -> dict[str, float | None] | None:
    if figure is None:
        return None
    from checker.estimate.simulate.simulate import error_of

    exact = formula.ms if formula is not None and formula.precise else None
    return {
        "ms": number(figure.ms),
        "margin_ms": number(figure.margin),
        "formula_ms": number(exact),
        "formula_bound_ms": number(formula.ms) if formula is not None and not formula.precise else None,
        "error": number(error_of(exact, figure)),
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {
        "ios": figures.ios,
        "mean": number(figures.mean.ms),
        "p95": None if figures.p95 is None else number(figures.p95.ms),
        "p99": None if figures.p99 is None else number(figures.p99.ms),
    }


def _workload(workload: Workload, origin: str | None) -> dict[str, Any]:
    return {
        "name": workload.name,
        "stated_at": origin,
        "iops": workload.iops,
        "outstanding": workload.outstanding,
        "read_ratio": number(workload.read_share),
        "mean_kib": number(workload.mean_kib),
    }


def _volume(result: VolumeResult) -> dict[str, Any]:
    breakdown = None
    # Where only a bound of the response time is known, so are its parts and what waits.
    if result.response is not None and result.bound is None:
        mean = round(result.response.mean.typical, PLACES)
        breakdown = rounded_parts(result.breakdown, mean, PLACES)
    return {
        "status": result.status,
        "reason": result.reason,
        "response_ms": response_json(result.response, result.bound),
        "breakdown_ms": breakdown,
        "iops": number(result.iops),
        "outstanding": number(result.outstanding) if result.bound is None else None,
        "precise": result.precise,
        "bound": result.bound,
        "reads_alone_ms": range_json(result.reads, result.bound),
    }


def _resource(resource: ResourceResult) -> dict[str, Any]:
    return {
        "resource": resource.station,
        "kind": resource.kind,
        "utilisation": range_json(resource.utilisation),
        "limit": resource.limit,
        "risk": resource.risk,
    }


def _failure(case: FailureCase) -> dict[str, Any]:
    return {
        "kind": case.kind,
        "key": case.key,
        "label": case.label,
        "busiest": case.station or None,
        "utilisation": number(case.utilisation),
        "utilisation_before": number(case.before),
        "mean_ms": number(case.response),
        "lost_host_volumes": case.lost,
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "case": case.name,
        "status": case.status,
        "reason": case.reason,
        "response_ms": response_json(case.response, case.bound),
        "bound": case.bound,
        "saturation_iops": range_json(case.saturation_iops),
        "binding": case.binding,
        "risk": case.risk,
        "assumptions": list(case.assumptions),
        "curve": [_point(point) for point in case.curve],
    }


def _point(point: CurvePoint) -> dict[str, Any]:
    return {
        "load": number(point.load),
        "iops": number(point.iops),
        "mean_ms": range_json(point.mean_ms, point.bound),
        "read_ms": number(point.read_ms),
        "write_ms": number(point.write_ms),
        "utilisation": number(point.utilisation),
        "precise": point.bound is None,
        "bound": point.bound,
    }


def _missing(one: Missing) -> dict[str, Any]:
    return {
        "what": one.what,
        "of": list(one.of),
        "facts": list(one.facts),
        "exports": [{"owner": owner or None, "command": command} for owner, command in one.commands],
        "what_if": list(one.keys),
    }
