"""An estimate before and after a failure as JSON, for ``sanlint estimate --fail`` and ``sanlint fail --workload``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.estimate.numbers import number, percentiles_json, response_json

if TYPE_CHECKING:
    from checker.estimate.answer.failed import Failed


def failed_json(failed: Failed) -> dict[str, Any]:
    """Return an estimate before and after a failure."""
    return {
        "components": [{"kind": kind, "key": key, "label": label} for kind, key, label in failed.components],
        "status": failed.status,
        "reason": failed.reason,
        "before": {
            "response_ms": response_json(failed.before, failed.bound_before),
            "percentiles_ms": percentiles_json(failed.percentiles_before),
            "bound": failed.bound_before,
        },
        "after": {
            "response_ms": response_json(failed.after, failed.bound_after),
            "percentiles_ms": percentiles_json(failed.percentiles_after),
            "bound": failed.bound_after,
        },
        "lost": [{"host": host, "volume": volume} for host, volume in failed.lost],
        "volumes": [
            {
                "host": one.host,
                "volume": one.volume,
                "status": one.status,
                "before_ms": number(one.before),
                "after_ms": number(one.after),
                "before_precise": one.before_precise,
                "after_precise": one.after_precise,
            }
            for one in failed.changes
        ],
        "busier": [
            {"resource": one.resource, "before": number(one.before), "after": number(one.after)} for one in failed.uses
        ],
        "assumptions": list(failed.assumptions),
    }
