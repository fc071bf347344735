"""Triage as JSON: ``schemas/triage.schema.json``. Fields are added, never renamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from checker.report.failure.what_if_json import dumped, unrecognised
from checker.report.triage.words import Names
from checker.triage.model import moment

if TYPE_CHECKING:
    from checker.intake.record import ExportRecord
    from checker.triage.follow import Followed, FollowedSegment
    from checker.triage.model import (
        Common,
        Component,
        Evidence,
        Explanation,
        Flow,
        Guard,
        Need,
        Prediction,
        Segment,
        Span,
        Triage,
        Window,
    )
    from checker.triage.ticket.model import Range, Ticket


_ENDS = ("low", "typical", "high")


def triage_json(found: Triage, records: Sequence[ExportRecord]) -> str:
    """Return the triage as one JSON document."""
    return dumped(
        {
            "verdict": found.verdict,
            "headline": found.headline,
            "reason": found.reason or None,
            "ticket": _ticket(found.ticket, found.names) if found.ticket is not None else None,
            "window": _window(found.window) if found.window is not None else None,
            "clocks": [
                {
                    "kind": "host",
                    "key": host,
                    "ahead_seconds": ahead,
                    "source": "correlation",
                    "r": round(correlation, 3),
                }
                for host, ahead, correlation in found.clocks
            ],
            "guards": [_guard(one) for one in found.guards],
            "flows": [_flow(one, found.names) for one in found.flows],
            "segments": [_segment(one) for one in found.segments],
            "places": [_common(one, found.names) for one in found.places],
            "predictions": [_prediction(one) for one in found.predictions],
            "scope": [_common(one, found.names) for one in found.scope],
            "explanations": [_explanation(one, rank, found.names) for rank, one in enumerate(found.explanations, 1)],
            "excluded": [_excluded(one) for one in found.excluded],
            "also_found": [
                {"rule": rule, "message": message, "fingerprint": fingerprint}
                for rule, message, fingerprint in found.also_found
            ],
            "needs": [_need(one) for one in found.needs],
            "follow": None if found.follow is None else [_followed(one) for one in found.follow],
            "follow_window": _follow_window(found),
            "follow_segments": [_followed_segment(one) for one in found.follow_segments],
            "assumptions": found.assumptions,
            "unrecognised_files": unrecognised(records),
        }
    )


def _component(one: Component, names: Names) -> dict[str, Any]:
    return {"kind": one[0], "key": one[1], "names": list(names.get(one, ()))}


def _ticket(one: Ticket, names: Names) -> dict[str, Any]:
    return {
        "text": one.text or None,
        "understood": {
            "slow": [_component(component, names) for component in one.slow],
            "fast": [_component(component, names) for component in one.fast],
            "operation": one.operation or None,
            "ms": _range(one.ms),
            "before_ms": _range(one.before_ms),
            "time": _span(one.span) if one.span is not None else None,
        },
        "ignored": one.ignored,
    }


def _range(one: Range | None) -> dict[str, float] | None:
    return None if one is None else {"least": one[0], "most": one[1]}


def _span(one: Span) -> dict[str, str]:
    return {"since": _time(one.since), "until": _time(one.until)}


def _time(seconds: float) -> str:
    return moment(seconds).isoformat(timespec="seconds").replace("+00:00", "Z")


def _ms(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _window(one: Window) -> dict[str, Any]:
    return {
        **_span(one.span),
        "source": one.source,
        "interval_seconds": one.interval,
        "quiet": [_span(part) for part in one.quiet],
        "other_incidents": [_span(part) for part in one.others],
    }


def _guard(one: Guard) -> dict[str, Any]:
    about = [{"kind": kind, "key": key} for kind, key in one.about]
    return {"guard": one.name, "passed": one.passed, "about": about, "left_out": one.left_out, "text": one.text}


def _flow(one: Flow, names: Names) -> dict[str, Any]:
    return {
        "host": one.host,
        "volume": one.volume or None,
        "volume_names": list(names.get(one.component, ())) if one.volume else [],
        "operation": one.operation or None,
        "port": one.port or None,
        "system": one.system,
        "focus": one.focus,
        "state": one.state,
        "iops": round(one.window.iops, 1),
        "io_kib": None if one.window.io_bytes is None else round(one.window.io_bytes / 1024, 1),
        "measured_ms": _ms(one.window.ms),
        "error_ms": _ms(one.window.error),
        "reference_ms": _ms(one.reference_ms),
        "reference": one.reference or None,
        "excess_io_ms": _ms(one.excess),
    }


def _segment(one: Segment) -> dict[str, Any]:
    return {
        "operation": one.operation or None,
        "of": one.of or None,
        "segments": list(one.names),
        "measured_ms": _ms(one.measured_ms),
        "error_ms": _ms(one.error_ms),
        "budget_ms": _ms(one.budget_ms),
        "budget_source": one.budget_source,
        "excess_ms": _ms(one.excess_ms),
        "share": round(one.share, 3),
        "predicted": None if one.predicted is None else dict(zip(_ENDS, map(_ms, one.predicted), strict=True)),
        "suspicious": one.suspicious,
        "split_by": [_need(need) for need in one.split_by],
    }


def _prediction(one: Prediction) -> dict[str, Any]:
    return {
        "operation": one.operation,
        "measured_ms": _ms(one.measured_ms),
        "predicted": dict(zip(_ENDS, map(_ms, (one.low_ms, one.typical_ms, one.high_ms)), strict=True)),
        "suspicious": one.suspicious,
    }


def _common(one: Common, names: Names) -> dict[str, Any]:
    figures = {"recall": round(one.recall, 3), "precision": round(one.precision, 3), "fit": round(one.fit, 3)}
    return {**_component(one.component, names), **figures, "slow": one.slow, "fast": one.fast}


def _need(one: Need) -> dict[str, Any]:
    return {"command": one.command, "platform": one.platform or None, "owner": one.owner or None, "why": one.why}


def _follow_window(found: Triage) -> dict[str, str] | None:
    """Return which time of the capture after the change was compared."""
    if found.follow_span is None:
        return None
    since, until = (_time(edge) for edge in (found.follow_span.since, found.follow_span.until))
    return {"since": since, "until": until, "source": "whole" if found.follow_whole else "found"}


def _followed(one: Followed) -> dict[str, Any]:
    after = one.after
    return {
        "host": one.flow.host,
        "volume": one.flow.volume,
        "operation": one.flow.operation or None,
        "outcome": one.outcome.replace(" ", "_"),
        "before_ms": _ms(one.flow.window.ms),
        "after_ms": _ms(after.ms) if after is not None else None,
        "reference_ms": _ms(one.flow.reference_ms),
        "iops_before": round(one.flow.window.iops, 1),
        "iops_after": round(after.iops, 1) if after is not None else None,
    }


def _followed_segment(one: FollowedSegment) -> dict[str, Any]:
    return {
        "operation": one.segment.operation or None,
        "of": one.segment.of or None,
        "segments": list(one.segment.names),
        "before_ms": _ms(one.segment.measured_ms),
        "after_ms": _ms(one.after_ms),
        "budget_ms": _ms(one.segment.budget_ms),
    }


def _evidence(one: Evidence) -> dict[str, Any]:
    locations = [{"file": file, "member": member, "line": line} for file, member, line in one.locations]
    figures = {"value": _ms(one.value), "unit": one.unit or None, "threshold": _ms(one.threshold)}
    return {"text": one.text, **figures, "decisive": one.decisive, "locations": locations}


def _explanation(one: Explanation, rank: int, names: Names) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "rank": rank,
        "role": one.role,
        "of": one.of,
        "score": round(one.score, 3),
        "share": round(one.share, 3),
        "fit": round(one.fit, 3),
        "evidence_class": one.evidence_class,
        "explains_ms": _ms(one.explains_ms),
        "of_ms": _ms(one.of_ms),
        "where": [_component(component, names) for component in one.where],
        "who": [_component(component, names) for component in one.who],
        "for": [_evidence(evidence) for evidence in one.found_for],
        "against": [_evidence(evidence) for evidence in one.against],
        "confirm": [_need(need) for need in one.confirm],
        "effect": {"text": one.effect},
        "findings": list(one.findings),
    }


def _excluded(one: Explanation) -> dict[str, Any]:
    where = [{"kind": kind, "key": key} for kind, key in one.where]
    return {"id": one.id, "name": one.name, "where": where, "text": one.excluded_by.text if one.excluded_by else ""}
