"""A captured load as JSON: ``schemas/workload-analysis.schema.json``. Fields are added, never renamed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from checker.report.failure.what_if_json import dumped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checker.estimate.workload.analysis import Analysis, PlainMeans, Totals
    from checker.estimate.workload.measured import Measured

_MIX = ("random_read", "sequential_read", "random_write", "sequential_write")


def workload_json(analysis: Analysis, kind: str, assumptions: Sequence[str], notes: Sequence[str]) -> str:
    """Return the load as one JSON document; shares are 0 to 1, sizes in KiB, rates in IOPS and 10^6 bytes per second."""
    skew = analysis.skew
    return dumped(
        {
            "about": kind,
            "totals": _totals(analysis.totals),
            "skew": None
            if skew is None
            else {
                "busiest_tenth_share": _short(skew.tenth),
                "busiest_tenth_volumes": skew.tenth_volumes,
                "busiest_fifth_share": _short(skew.fifth),
                "busiest_fifth_volumes": skew.fifth_volumes,
                "busiest_to_median": _short(skew.busiest_to_median),
                "gini": _short(skew.gini),
            },
            "groups": [
                {
                    "name": _text(group.name),
                    "members": [_text(name) for name in group.members],
                    "totals": _totals(group.totals),
                    "means_of_volumes": _means(group.means),
                }
                for group in analysis.groups
            ],
            "profiles": [
                {
                    "name": profile.name,
                    "members": [_member(row) for row in profile.members],
                    "iops_each": _short(profile.iops_each),
                    "types": [
                        {
                            "share": _short(one.share),
                            "operation": "read" if one.read else "write",
                            "order": "random" if one.random else "sequential",
                            "size_kib": _short(one.size_kib),
                            "hit_share": _short(one.hit_share),
                        }
                        for one in profile.types
                    ],
                    "totals": _totals(profile.totals),
                }
                for profile in analysis.profiles
            ],
            "explained": _short(analysis.explained),
            "idle": [_member(row) for row in analysis.idle],
            "not_known": [_member(row) for row in analysis.without_mix],
            "assumptions": list(assumptions),
            "notes": [_text(note) for note in notes],
        }
    )


def _totals(found: Totals) -> dict[str, Any]:
    return {
        "volumes": found.volumes,
        "iops": _short(found.iops),
        "mbps": _short(found.mbps),
        "read_share": _short(found.read_share),
        "size_kib": _short(found.size_kib),
        "mix": _mix(found.mix),
        "hit_share": _short(found.hit_share),
        "read_ms": _short(found.read_ms),
        "write_ms": _short(found.write_ms),
        "capacity_gib": _short(found.capacity_gib),
    }


def _means(found: PlainMeans) -> dict[str, Any]:
    return {
        "read_share": _short(found.read_share),
        "size_kib": _short(found.size_kib),
        "mix": _mix(found.mix),
        "hit_share": _short(found.hit_share),
        "capacity_gib": _short(found.capacity_gib),
    }


def _mix(mix: tuple[float, float, float, float] | None) -> dict[str, float | None] | None:
    return None if mix is None else {name: _short(share) for name, share in zip(_MIX, mix, strict=True)}


def _member(row: Measured) -> dict[str, Any]:
    place = {"file": _text(row.origin.file), "line": row.origin.line}
    device = None if row.device is None else _text(row.device)
    return {"name": _text(row.name), "host": row.host, "device": device, "iops": _short(row.iops), "place": place}


def _short(value: float | None) -> float | None:
    """Round to eight significant digits; further digits differ between machines."""
    return None if value is None else float(f"{value:.8g}")


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
