"""The response times of the array of a bundle as other arrays print them: same figures, other formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.triage.bundles import WRITES, Bundle


@dataclass(frozen=True)
class Load:
    """Of a volume in an interval that ends at ``at``: I/Os per second, and response times in ms."""

    volume: str
    at: datetime
    iops: float
    read_ms: float
    write_ms: float

    @property
    def reads(self) -> float:
        """Reads per second."""
        return self.iops * (1 - WRITES)

    @property
    def writes(self) -> float:
        """Writes per second."""
        return self.iops * WRITES

    @property
    def ms(self) -> float:
        """Mean of reads and writes."""
        return (1 - WRITES) * self.read_ms + WRITES * self.write_ms


def loads(bundle: Bundle) -> Iterator[Load]:
    """The loads of all volumes, interval by interval; the first interval ends at the start of the capture."""
    ratio = bundle.array_step // bundle.step
    for number in range(-1, bundle.bins // ratio):
        at = bundle.start + timedelta(seconds=bundle.array_step * (number + 1))
        for host in bundle.hosts:
            for volume in range(bundle.volumes):
                begin = max(number, 0) * ratio
                some = [bundle.mean(host, volume, one) for one in range(begin, begin + ratio)]
                ios = sum(one.iops for one in some)
                read = sum(one.iops * one.array for one in some) / ios
                write = sum(one.iops * (one.array + one.write) for one in some) / ios
                yield Load(f"{host}-v{volume}", at, ios / ratio, read, write)


def svc(bundle: Bundle) -> dict[str, str]:
    """Files of two nodes that do a half of the I/O each, in UTC+1."""
    totals: dict[tuple[str, str], list[float]] = {}
    files: dict[str, list[str]] = {}
    for load in loads(bundle):
        for node, late in (("node1", 0), ("node2", 3)):
            sums = totals.setdefault((node, load.volume), [1e6, 5e5, 4e5, 2e5])
            seconds = bundle.array_step
            for place, rise in enumerate(
                (load.reads, load.writes, load.reads * load.read_ms, load.writes * load.write_ms)
            ):
                sums[place] += rise / 2 * seconds
            at = load.at + timedelta(hours=1, seconds=late)
            head = (
                f'<diskStatsColl xmlns="http://ibm.com/storage/management/performance/api/2005/08/vDiskStats" scope="node" id="{node}" '
                f'cluster="{bundle.array}" sizeUnits="512B" timeUnits="msec" contains="virtualDiskStats" '
                f'timestamp="{at:%Y-%m-%d %H:%M:%S}" timezone="GMT+1:00">'
            )
            name = f"{bundle.array}/Nv_stats_{node}_{at:%y%m%d_%H%M%S}"
            ro, wo, rl, wl = (round(one) for one in sums)
            files.setdefault(name, ['<?xml version="1.0"?>', head]).append(
                f'<vdsk idx="0" id="{load.volume}" ro="{ro}" wo="{wo}" rb="{ro * 16}" wb="{wo * 16}" rl="{rl}" wl="{wl}"/>'
            )
    return {name: "\n".join([*lines, "</diskStatsColl>"]) + "\n" for name, lines in files.items()}


def threepar(bundle: Bundle) -> dict[str, str]:
    """``statvv -rw``."""
    lines = [f"{bundle.array} cli% statvv -rw -d {bundle.array_step}"]
    before: datetime | None = None
    for load in loads(bundle):
        if load.at != before:
            before = load.at
            lines += [
                f"{load.at:%H:%M:%S %m/%d/%y} r/w I/O per second KBytes per sec Svt ms IOSz KB",
                "          VVname      Cur  Avg  Max  Cur  Avg  Max  Cur  Avg  Cur  Avg Qlen",
            ]
        for letter, ios, ms in (
            ("r", load.reads, load.read_ms),
            ("w", load.writes, load.write_ms),
            ("t", load.iops, load.ms),
        ):
            rate, kilobytes = f"{ios:.0f}", f"{ios * 8:.0f}"
            lines.append(
                f" {load.volume} {letter} {' '.join([rate] * 3)} {' '.join([kilobytes] * 3)} {ms:.2f} {ms:.2f} 8.0 8.0 1"
            )
    return {f"{bundle.array}/statvv.txt": "\n".join(lines) + "\n"}


def unity(bundle: Bundle) -> dict[str, str]:
    """One answer for each metric."""
    figures: Mapping[str, Callable[[Load], float]] = {
        "readsRate": lambda one: one.reads,
        "writesRate": lambda one: one.writes,
        "responseTime": lambda one: one.ms * 1000,
    }
    entries = [
        {
            "content": {
                "path": f"sp.*.storage.lun.*.{path}", "timestamp": f"{load.at:%Y-%m-%dT%H:%M:%S}.000Z", "interval": bundle.array_step,
                "values": {"spa": {load.volume: str(figure(load))}},
            }
        }
        for load in loads(bundle)
        for path, figure in figures.items()
    ]  # fmt: skip
    return {f"{bundle.array}/metricValue.json": json.dumps({"entries": entries})}


def powerstore(bundle: Bundle) -> dict[str, str]:
    """One answer for each volume, in one file."""
    rows: dict[str, list[dict[str, object]]] = {}
    for load in loads(bundle):
        rows.setdefault(load.volume, []).append(
            {
                "volume_id": load.volume, "timestamp": f"{load.at:%Y-%m-%dT%H:%M:%SZ}", "avg_read_latency": load.read_ms * 1000,
                "avg_write_latency": load.write_ms * 1000, "avg_latency": load.ms * 1000, "read_iops": load.reads,
                "write_iops": load.writes, "total_iops": load.iops, "repeat_count": 1,
                "response_definition": "performance_metrics_by_volume", "entity": "performance_metrics_by_volume",
            }
        )  # fmt: skip
    return {f"{bundle.array}/metrics.json": "\n".join(json.dumps(one) for one in rows.values()) + "\n"}


def ontap(bundle: Bundle) -> dict[str, str]:
    """Totals of all LUNs, once in each interval."""
    totals: dict[str, list[float]] = {}
    answers: dict[datetime, list[dict[str, object]]] = {}
    for load in loads(bundle):
        sums = totals.setdefault(load.volume, [1e6, 5e5, 4e8, 2e8])
        for place, rise in enumerate(
            (load.reads, load.writes, load.reads * load.read_ms * 1000, load.writes * load.write_ms * 1000)
        ):
            sums[place] += rise * bundle.array_step
        reads, writes, read_us, write_us = (round(one) for one in sums)
        answers.setdefault(load.at, []).append(
            {
                "uuid": load.volume, "name": f"/vol/{load.volume}/lun1", "svm": {"name": "svm1"}, "os_type": "vmware",
                "space": {"size": 1073741824}, "location": {"node": {"name": "cl-01"}},
                "_links": {"self": {"href": f"/api/storage/luns/{load.volume}"}}, "statistics": {
                    "timestamp": f"{load.at:%Y-%m-%dT%H:%M:%SZ}", "status": "ok", "iops_raw": {"read": reads, "write": writes},
                    "latency_raw": {"read": read_us, "write": write_us},
                },
            }
        )  # fmt: skip
    text = "\n".join(json.dumps({"records": one, "num_records": len(one)}) for one in answers.values())
    return {f"{bundle.array}/rest.json": text + "\n"}
