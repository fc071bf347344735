"""Benchmark plans and their results as loads: outstanding I/O of a run, or its rate limit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from checker.estimate.workload.fields import LARGEST_KIB, MOST_IOPS, MOST_OUTSTANDING
from checker.estimate.workload.mix_of_io import IoType, Workload
from checker.estimate.workload.model import Load, Observed, Origin

_MIX_PART = re.compile(r"([0-9]+)/([0-9.]+)\Z")


@dataclass(frozen=True, slots=True)
class Run:
    """Run of a plan: requested load and results, as rows of facts; either may be empty."""

    plan: str
    tool: str
    name: str
    origin: Origin
    requested: Mapping[str, Any]
    result: Mapping[str, Any]

    @property
    def starts_phase(self) -> bool:
        """Whether earlier runs end before it starts: always, except for fio jobs, which run together unless they wait."""
        return self.tool != "fio" or self.requested.get("waits") is not False


def runs_of(
    tools: Mapping[str, str],
    requested: Sequence[tuple[Mapping[str, Any], Origin]],
    results: Sequence[tuple[Mapping[str, Any], Origin]],
) -> list[Run]:
    """Combine observations of ``test_run`` with those of ``workload`` about runs, in the order of the files.

    Args:
        tools: benchmark tool by plan.
        requested: rows of ``test_run``.
        results: rows of ``workload`` about test runs.
    """
    found: dict[str, Run] = {}
    for row, origin in requested:
        plan, name = str(row.get("test_plan")), str(row.get("test_run"))
        before = found.get(f"{plan}/{name}")
        merged = {**(before.requested if before else {}), **row}
        found[f"{plan}/{name}"] = Run(plan, tools.get(plan, ""), name, before.origin if before else origin, merged, {})
    for row, origin in results:
        key = str(row.get("about_key"))
        run = found.get(key)
        if run is None:
            plan = str(row.get("test_plan") or key.rpartition("/")[0])
            tool = str(row.get("tool") or tools.get(plan, ""))
            found[key] = Run(plan, tool, key.removeprefix(f"{plan}/"), origin, {}, row)
        elif not run.result:
            found[key] = replace(run, result=row)
    return list(found.values())


def phases(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """Group runs that run at the same time, by the name of the first; runs that only fill volumes are skipped."""
    found: dict[str, list[Run]] = {}
    current: list[Run] | None = None
    plan = ""
    for run in runs:
        if current is None or run.starts_phase or run.plan != plan:
            current = []
            found[run.name if run.name not in found else f"{run.plan}/{run.name}"] = current
        plan = run.plan
        current.append(run)
    kept = {name: [run for run in group if not run.requested.get("fills_target")] for name, group in found.items()}
    return {name: group for name, group in kept.items() if group}


def load_of_run(run: Run, *, placed: bool = False) -> Load | str:
    """Return the load of a run, or the reason why it has none; ``placed`` if the caller states the volumes.

    Outstanding I/O is that of one worker times the number of workers, shared by the targets; a rate limit makes the load
    open. A result without either counts with the IOPS achieved.
    """
    types = _types(run)
    if isinstance(types, str):
        return types
    targets = str(run.requested.get("targets") or "").split()
    hosts = tuple(str(run.requested.get("host") or run.result.get("host") or "").split())
    if not targets and not hosts and not placed:
        return "names neither target nor host; name the volume with {volume: NAME, plan: FILE} in a workload.yaml"
    amount = _amount(run)
    if isinstance(amount, str):
        return amount
    iops, outstanding = amount
    return Load(
        Workload(run.name, types, iops=iops, outstanding=outstanding),
        run.origin,
        hosts=hosts,
        volumes=tuple(targets),
        spread="together",
        one_host=not hosts,
        observed=_observed(run.result),
    )


def combined(loads: Sequence[Load]) -> list[Load]:
    """Merge concurrent loads on the same volumes of the same hosts: amounts add up, mixes are weighted."""
    groups: dict[tuple[object, ...], list[Load]] = {}
    for load in loads:
        closed = load.workload.outstanding is not None
        groups.setdefault((load.hosts, load.volumes, closed), []).append(load)
    return [several[0] if len(several) == 1 else _blend(several) for several in groups.values()]


def _blend(several: Sequence[Load]) -> Load:
    closed = several[0].workload.outstanding is not None
    amounts = [(load.workload.outstanding if closed else load.workload.iops) or 0.0 for load in several]
    total = sum(amounts)
    parts = [(one, amount) for load, amount in zip(several, amounts, strict=True) for one in load.workload.types]
    types = tuple(replace(one, share=one.share * amount / total) for one, amount in parts if amount) if total else ()
    workload = Workload(
        " + ".join(load.workload.name for load in several)[:200],
        types or several[0].workload.types,
        iops=None if closed else total,
        outstanding=total if closed else None,
    )
    return replace(several[0], workload=workload, observed=None)


def _amount(run: Run) -> tuple[float | None, float | None] | str:
    rate = _number(run.requested, "rate_iops", MOST_IOPS) or _number(run.result, "requested_iops", MOST_IOPS)
    workers = _number(run.requested, "workers", MOST_OUTSTANDING)
    if rate:
        # fio limits the rate of each job, vdbench and others that of the whole run.
        return rate * (workers if run.tool == "fio" and workers else 1), None
    outstanding = _number(run.requested, "outstanding", MOST_OUTSTANDING)
    if outstanding:
        return None, outstanding * (workers or 1)
    if run.requested.get("outstanding_points"):
        return f"has several numbers of outstanding I/O ({run.requested['outstanding_points']}); give one in a workload.yaml"
    reached = _number(run.result, "iops", MOST_IOPS)
    if reached is not None:
        return reached, None
    return "states neither outstanding I/O nor a rate"


def _types(run: Run) -> tuple[IoType, ...] | str:
    row = {
        **{k: v for k, v in run.result.items() if v is not None},
        **{k: v for k, v in run.requested.items() if v is not None},
    }
    reads = _number(row, "read_ratio", 1.0)
    if reads is None:
        return "share of reads is unknown"
    random = _number(row, "random_ratio", 1.0)
    if random is None:
        random = {"random": 1.0, "sequential": 0.0}.get(str(row.get("pattern")))
    if random is None:
        return "random or sequential is unknown"
    found: list[IoType] = []
    for is_read, share in ((True, reads), (False, 1 - reads)):
        if share <= 0:
            continue
        sizes = _sizes(row, is_read)
        if not sizes:
            return "I/O size is unknown"
        for is_random, part in ((True, random), (False, 1 - random)):
            found += [IoType(share * part * of, is_read, kib, is_random) for kib, of in sizes if share * part * of > 0]
    return tuple(found)


def _sizes(row: Mapping[str, Any], is_read: bool) -> list[tuple[float, float]]:
    """Sizes in KiB with their shares: an explicit mix, else the single size."""
    mixes = str(row.get("io_size_mix") or "").split(", ")
    text = mixes[0] if is_read else mixes[-1]
    parts = [_MIX_PART.match(part) for part in text.split()]
    if parts and all(parts):
        pairs = [(int(part.group(1)) / 1024, float(part.group(2))) for part in parts if part]
        total = sum(share for _, share in pairs)
        if total > 0 and all(0 < kib <= LARGEST_KIB for kib, _ in pairs):
            return [(kib, share / total) for kib, share in pairs]
    size = _number(row, "read_io_bytes" if is_read else "write_io_bytes", 2**30) or _number(row, "io_bytes", 2**30)
    return [(size / 1024, 1.0)] if size else []


def _observed(result: Mapping[str, Any]) -> Observed | None:
    if not result:
        return None
    names = ("iops", "read_ms", "write_ms", "latency_ms")
    iops, read, write, mean = (_number(result, name, 1e12) for name in names)
    return Observed(iops, read, write, mean)


def _number(row: Mapping[str, Any], name: str, most: float) -> float | None:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if 0 <= value <= most else None
