"""Estimates as JSON: ``schemas/estimate.schema.json``. Fields are added, never renamed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checker.estimate.simulate.simulate import error_of
from checker.report.estimate.words import rounded_parts
from checker.report.failure.what_if_json import dumped, unrecognised

if TYPE_CHECKING:
    from checker.estimate.answer.answer import Answer, Case, FailureCase, Missing, Pair
    from checker.estimate.network.result import CurvePoint, ResourceResult, ResponseTime, Result, VolumeResult
    from checker.estimate.quantity import Range
    from checker.estimate.simulate.measured import Figure, Figures
    from checker.estimate.simulate.simulate import Simulated
    from checker.estimate.tails.tails import Percentiles
    from checker.estimate.workload.mix_of_io import Workload
    from checker.intake.record import ExportRecord

_PLACES = 6


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
                {"parameter": one.parameter, "low_ms": _number(one.low_ms), "high_ms": _number(one.high_ms)}
                for one in answer.influences
            ],
            "not_known": [_missing(one) for one in answer.missing],
            "assumptions": list(answer.assumptions),
            "sources": list(answer.sources),
            "notes": list(answer.notes),
            "measured_loads_unused": answer.measured,
            "unrecognised_files": unrecognised(records),
            "simulation": None if answer.simulated is None else _simulation(answer, answer.simulated),
        }
    )


def _total(answer: Answer, result: Result) -> dict[str, Any]:
    return {
        "status": result.status,
        "risk": answer.risk,
        "iops": _number(result.iops),
        "response_ms": _response(result.response),
        "percentiles_ms": _percentiles(answer.percentiles),
        "saturation_iops": _range(result.saturation_iops),
        "binding": answer.binding,
        "knee_iops": _range(result.knee_iops),
        "knee_outstanding": _range(result.knee_outstanding),
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
        "saturation_ratio": _number(pair.saturation_ratio),
        "worst_failure_share": _number(pair.failure_share),
        "added_rtt_ms": _number(pair.added_rtt_ms),
        "load": None if pair.workload is None else _workload(pair.workload, pair.origin),
        "estimate": None,
    }
    if pair.workload is not None and pair.flow in answer.volumes:
        found["estimate"] = _volume(answer.volumes[pair.flow])
        found["estimate"]["percentiles_ms"] = _percentiles(answer.percentiles_of.get(pair.flow))
        if answer.simulated is not None:
            figures = answer.simulated.classes[answer.simulated_class[pair.flow]]
            found["estimate"]["simulated_ms"] = None if figures is None else _figures(figures)
    return found


def _percentiles(found: Percentiles | None) -> dict[str, Any] | None:
    return None if found is None else {"p95": _range(found.p95), "p99": _range(found.p99)}


def _simulation(answer: Answer, simulated: Simulated) -> dict[str, Any]:
    total = simulated.total
    response = answer.result.response if answer.result is not None else None
    known = answer.percentiles
    formulas = {
        "mean": None if response is None else response.mean.typical,
        "read": None if response is None or response.read is None else response.read.typical,
        "write": None if response is None or response.write is None else response.write.typical,
        "p95": None if known is None else known.p95.typical,
        "p99": None if known is None else known.p99.typical,
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
        "simulated_s": _number(simulated.span_ms / 1000.0),
        "figures": {name: _compared(one, formulas[name]) for name, one in figures.items()},
        "utilisation": {name: _number(value) for name, value in simulated.utilisation.items()},
    }


def _compared(figure: Figure | None, formula: float | None) -> dict[str, float | None] | None:
    if figure is None:
        return None
    return {
        "ms": _number(figure.ms),
        "margin_ms": _number(figure.margin),
        "formula_ms": _number(formula),
        "error": _number(error_of(formula, figure)),
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {
        "ios": figures.ios,
        "mean": _number(figures.mean.ms),
        "p95": None if figures.p95 is None else _number(figures.p95.ms),
        "p99": None if figures.p99 is None else _number(figures.p99.ms),
    }


def _workload(workload: Workload, origin: str | None) -> dict[str, Any]:
    return {
        "name": workload.name,
        "stated_at": origin,
        "iops": workload.iops,
        "outstanding": workload.outstanding,
        "read_ratio": _number(workload.read_share),
        "mean_kib": _number(workload.mean_kib),
    }


def _volume(result: VolumeResult) -> dict[str, Any]:
    breakdown = None
    if result.response is not None:
        mean = round(result.response.mean.typical, _PLACES)
        breakdown = rounded_parts(result.breakdown, mean, _PLACES)
    return {
        "status": result.status,
        "reason": result.reason,
        "response_ms": _response(result.response),
        "breakdown_ms": breakdown,
        "iops": _number(result.iops),
        "outstanding": _number(result.outstanding),
        "precise": result.precise,
    }


def _resource(resource: ResourceResult) -> dict[str, Any]:
    return {
        "resource": resource.station,
        "kind": resource.kind,
        "utilisation": _range(resource.utilisation),
        "limit": resource.limit,
        "risk": resource.risk,
    }


def _failure(case: FailureCase) -> dict[str, Any]:
    return {
        "kind": case.kind,
        "key": case.key,
        "label": case.label,
        "busiest": case.station or None,
        "utilisation": _number(case.utilisation),
        "utilisation_before": _number(case.before),
        "mean_ms": _number(case.response),
        "lost_host_volumes": case.lost,
    }


def _case(case: Case) -> dict[str, Any]:
    return {
        "case": case.name,
        "status": case.status,
        "reason": case.reason,
        "response_ms": _response(case.response),
        "saturation_iops": _range(case.saturation_iops),
        "binding": case.binding,
        "risk": case.risk,
        "assumptions": list(case.assumptions),
        "curve": [_point(point) for point in case.curve],
    }


def _point(point: CurvePoint) -> dict[str, Any]:
    return {
        "load": _number(point.load),
        "iops": _number(point.iops),
        "mean_ms": _range(point.mean_ms),
        "read_ms": _number(point.read_ms),
        "write_ms": _number(point.write_ms),
        "utilisation": _number(point.utilisation),
    }


def _missing(one: Missing) -> dict[str, Any]:
    return {
        "what": one.what,
        "of": list(one.of),
        "facts": list(one.facts),
        "exports": [{"owner": owner or None, "command": command} for owner, command in one.commands],
        "what_if": list(one.keys),
    }


def _response(response: ResponseTime | None) -> dict[str, Any] | None:
    if response is None:
        return None
    return {"mean": _range(response.mean), "read": _range(response.read), "write": _range(response.write)}


def _range(value: Range | None) -> dict[str, float | None] | None:
    if value is None:
        return None
    return {"low": _number(value.low), "typical": _number(value.typical), "high": _number(value.high)}


def _number(value: float | None) -> float | None:
    """Round to six decimals; None if there is no finite value, such as the high end of a load that may saturate."""
    return None if value is None or not math.isfinite(value) else round(value, _PLACES)
