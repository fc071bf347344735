"""Failures as JSON: ``schemas/failure.schema.json``. Fields are added, never renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker import __version__
from checker.facts.json_text import dumps
from checker.report.estimate.failed_json import failed_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checker.intake.record import ExportRecord
    from checker.report.failure.what_if import Failure, Ranking
    from checker.topology.failure.effect import Loss
    from checker.topology.failure.parts import Component

VERSION = 1


def failure_json(failure: Failure) -> str:
    """Return the impact of one failure as one JSON document."""
    done = failure.effect
    return dumped(
        {
            "components": [_component(component, label) for component, label in failure.components],
            "host_volumes": done.total,
            "lost": [_loss(loss) for loss in done.lost],
            "maybe_lost": [_loss(loss) for loss in done.maybe],
            "undetermined": [_loss(loss) for loss in done.undetermined],
            "fewer_paths": [
                {"before": before, "after": after, "host_volumes": count} for before, after, count in done.fewer
            ],
            "findings": [
                {
                    "rule": fall.finding.rule,
                    "name": fall.finding.name,
                    "severity": fall.finding.severity,
                    "message": fall.finding.message,
                    "objects": [dict(one) for one in fall.objects],
                    "fingerprint": fall.finding.fingerprint,
                }
                for fall in failure.falls
            ],
            "restated_findings": failure.restated,
            "load": {
                "unit": "iops" if done.unit == "iops" else "host_volumes",
                "basis": "measured" if done.unit == "iops" else "path share",
                "parts": [
                    {
                        **_component(load.component, failure.labels[load.component]),
                        "before": load.before,
                        "after": load.after,
                    }
                    for load in done.load
                ],
            },
            "without_data": [{"storage_array": array, "virtual_volume": name} for array, name in failure.without_data],
            "data_known": not failure.data_unknown,
            "hosts_at_site": list(failure.at_site),
            "not_known": _unknown_counts(failure.unknown_counts),
            "unrecognised_files": unrecognised(failure.records),
            "errors": list(failure.errors),
            "estimate": None if failure.estimate is None else failed_json(failure.estimate),
        }
    )


def ranking_json(ranking: Ranking, limit: int) -> str:
    """Return a ranking as one JSON document; ``limit`` 0 includes all components."""
    costs = ranking.costs[:limit] if limit else ranking.costs
    rows: list[dict[str, Any]] = []
    for cost in costs:
        row: dict[str, Any] = {
            "components": [_component(component, ranking.labels[component]) for component in cost.components],
            "lost": cost.lost,
            "hosts": cost.hosts,
            "without_data": cost.no_data,
        }
        if ranking.every == "pair":
            row["only_together"] = cost.together
        else:
            row.update(maybe_lost=cost.maybe, one_path_left=cost.last, fewer_paths=cost.touched, paths=cost.paths)
        rows.append(row)
    return dumped(
        {
            "every": ranking.every,
            "host_volumes": ranking.total,
            "hosts": ranking.hosts,
            "data_known": not ranking.data_unknown,
            "costs": rows,
            "left_out": len(ranking.costs) - len(costs),
            "without_cost": [_component(component, ranking.labels[component]) for component in ranking.harmless],
            "not_known": _unknown_counts(ranking.unknown_counts),
            "unrecognised_files": unrecognised(ranking.records),
        }
    )


def dumped(document: Mapping[str, Any]) -> str:
    """Return a document as text, with its version and the tool's version."""
    head = {"version": VERSION, "tool": {"name": "sanlint", "version": __version__}}
    return dumps({**head, **document}, indent=2, allow_nan=False) + "\n"


def unrecognised(records: Sequence[ExportRecord]) -> list[str]:
    """Return the files that were not recognised."""
    return sorted({record.file for record in records if record.format is None and not record.ignored})


def _component(component: Component, label: str) -> dict[str, str]:
    return {"kind": component[0], "name": component[1], "label": label}


def _loss(loss: Loss) -> dict[str, Any]:
    return {"host": loss.host, "volume": loss.volume, "volume_name": loss.name, "paths_before": loss.paths}


def _unknown_counts(unknown_counts: Sequence[tuple[str, int, int]]) -> list[dict[str, Any]]:
    return [{"kind": kind, "paths_without": unplaced, "paths": paths} for kind, unplaced, paths in unknown_counts]
