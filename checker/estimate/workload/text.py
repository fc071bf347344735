"""Writer of an analysed load as a workload.yaml for ``sanlint estimate --workload``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from checker.estimate.workload.analysis import Analysis, Profile
from checker.estimate.workload.measured import VOLUMES, Measured
from checker.estimate.workload.mix_of_io import IoType
from checker.estimate.workload.sources.yaml_file import VERSION


def workload_text(analysis: Analysis) -> str:
    """Return the YAML: one profile per cluster, and its volumes with the mean IOPS of the cluster.

    Totals of IOPS, reads, writes and throughput are preserved; single volumes get the mean of their cluster.
    """
    lines = [
        f"# Volumes: {analysis.totals.volumes:,}; clusters: {len(analysis.profiles)}. Written by sanlint workload.",
        "# Each volume has the mean IOPS of its cluster, and the mix of all I/O of the cluster.",
        f"sanlint_workload: {VERSION}",
        "profiles:",
    ]
    for profile in analysis.profiles:
        lines += [f"  {profile.name}:", "    types:", *(f"      - {_type(one)}" for one in profile.types)]
    lines.append("loads:")
    for profile in analysis.profiles:
        lines.append(f"  # {profile.name}: {_members(profile)}, {_number(profile.totals.iops)} IOPS together")
        lines += _loads(profile)
    return "\n".join(lines) + "\n"


def _loads(profile: Profile) -> Iterator[str]:
    volumes = [row for row in profile.members if row.kind in VOLUMES]
    by_host: dict[str | None, list[Measured]] = {}
    for row in volumes:
        by_host.setdefault(row.host if row.kind == "device" else None, []).append(row)
    for host, rows in by_host.items():
        names = [_volume(row) for row in rows]
        if host is not None:
            yield f"  - host: {_text(host)}"
            yield f"    volume: {_list(names)}"
        else:
            yield f"  - volume: {_list(names)}"
        yield f"    profile: {profile.name}"
        yield f"    iops_each: {_number(profile.iops_each)}"
    # Figures of a host or group apply to all of its volumes together.
    for row in profile.members:
        if row.kind not in VOLUMES:
            yield f"  - {'host' if row.kind == 'host' else 'group'}: {_text(row.name)}"
            yield f"    profile: {profile.name}"
            yield f"    iops: {_number(profile.iops_each)}"


def _members(profile: Profile) -> str:
    count = len(profile.members)
    return f"{count:,} member{'' if count == 1 else 's'}"


def _volume(row: Measured) -> str:
    device = row.device if row.device and not row.device.startswith("block:") else None
    return device or row.name


def _type(one: IoType) -> str:
    hit = f", hit_pct: {_number(100 * one.hit_share)}" if one.hit_share is not None else ""
    return (
        f"{{share_pct: {_number(100 * one.share)}, operation: {'read' if one.read else 'write'}, "
        f"order: {'random' if one.random else 'sequential'}, size: {_size(one.size_kib)}{hit}}}"
    )


def _size(kib: float) -> str:
    return f"{_number(kib)}K"


def _number(value: float) -> str:
    """Format with at most four decimals and without an exponent."""
    return f"{value:.4f}".rstrip("0").rstrip(".") or "0"


def _list(names: Sequence[str]) -> str:
    return _text(names[0]) if len(names) == 1 else f"[{', '.join(_text(name) for name in names)}]"


def _text(name: str) -> str:
    """Quote a name for YAML; JSON strings are valid YAML."""
    return json.dumps(name.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False)
