"""Arrays by the command line compared with an event simulation of them that shares no code with the estimator.

Each case is a random mix of I/O for the hosts of a base inventory. ``sanlint estimate`` reads both and reports JSON; the time
at the array (service, queue, slower drive) is compared with a simulation. The simulation takes its figures from the parameter
file and the physics from docs/reference/estimator.md:

- flash: c servers; I/O that a single server would serve for longer than the latency at low load is divided into equal parts;
  parts have exponential times and are served first come, first served; I/O completes that latency after its last part starts.
- drives: each has its own queue and gamma service times; a small write to RAID 5 reads a block of two drives and writes both when
  both reads have ended, to RAID 6 of three; to mirrors it writes two.

For small writes to RAID 5 a second family shows the error if the back-end I/O reached the drives all at once.
"""

from __future__ import annotations

import heapq
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np
import yaml

ROOT = Path(__file__).parents[2]
FIGURES = {
    name: entry.get("value", entry.get("typical"))
    for name, entry in yaml.safe_load((ROOT / "checker/estimate/library.yaml").read_text(encoding="utf-8")).items()
}
PARTS = ("array_service", "array_queue", "mirror_wait")


@dataclass(frozen=True)
class Io:
    """One type of I/O of a mix; sizes in KiB."""

    share: float
    read: bool
    kib: float
    sequential: bool = False


@dataclass(frozen=True)
class Case:
    """A mix, its load and the estimate compared with the simulation; times in ms."""

    family: str
    utilisation: float
    estimate: float
    simulated: float

    @property
    def error(self) -> float:
        return self.estimate / self.simulated - 1.0


def estimate(base: str, mix: list[Io], iops: float, what_if: dict[str, float]) -> tuple[float, float] | None:
    """Mean time at the array in ms and its utilisation, by the command line; None if only a bound of it is known."""
    types = ", ".join(
        f"{{share_pct: {100 * io.share:.6f}, operation: {'read' if io.read else 'write'}, "
        f"order: {'sequential' if io.sequential else 'random'}, size: {io.kib:g}K}}"
        for io in mix
    )
    text = f'sanlint_workload: 1\nloads:\n  - {{host: "*", iops: {iops:.6f}, types: [{types}]}}\n'
    with tempfile.TemporaryDirectory() as folder:
        load = Path(folder, "load.yaml")
        load.write_text(text, encoding="utf-8")
        options = [part for key, value in what_if.items() for part in ("--what-if", f"{key}={value:g}")]
        program = "import sys; from checker.cli.entry import main; sys.exit(main())"
        command = [sys.executable, "-c", program, "estimate", str(ROOT / "fixtures/bases" / f"{base}.yaml")]
        done = subprocess.run(
            [*command, "-W", str(load), "--isolated", "--quiet", "--exit-zero", "--format", "json", "--limit", "0", *options],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
    found = json.loads(done.stdout)
    answers = [volume["estimate"] for volume in found["volumes"]]
    if any(one["breakdown_ms"] is None for one in answers):
        return None
    parts = [(one["iops"], sum(one["breakdown_ms"][part] for part in PARTS)) for one in answers]
    use = max(one["utilisation"]["typical"] for one in found["resources"] if one["kind"] in ("array", "disk_pool"))
    return sum(rate * ms for rate, ms in parts) / sum(rate for rate, _ in parts), use


def flash_demands(mix: list[Io], bricks: int) -> tuple[np.ndarray, np.ndarray]:
    """Time for which each type of I/O occupies a whole XtremIO, and its latency at low load, in ms."""
    beyond = [max(0.0, io.kib - 4.0) for io in mix]
    us = [
        FIGURES["xtremio.read_demand"] + kib * 1.024 / FIGURES["xtremio.read_bandwidth"]
        if io.read
        else FIGURES["xtremio.write_demand"] + kib * FIGURES["xtremio.write_per_kib"]
        for io, kib in zip(mix, beyond, strict=True)
    ]
    reads = sum(io.share for io in mix if io.read)
    mixed = 1.0 + FIGURES["xtremio.interference"] * 4.0 * reads * (1.0 - reads)
    whole = np.array(us) * mixed * FIGURES["xtremio.reference_bricks"] / bricks / 1000.0
    return whole, np.array([FIGURES[f"xtremio.{'read' if io.read else 'write'}_latency"] for io in mix])


@numba.njit(cache=True)
def _flash(rate, shares, parts, service, latency, servers, ios, seed):
    """Mean time at a flash array in ms."""
    np.random.seed(seed)
    free, now, total, counted = np.zeros(servers), 0.0, 0.0, 0
    for number in range(ios):
        now += np.random.exponential(1.0 / rate)
        dice, kind = np.random.random(), 0
        while kind < len(shares) - 1 and dice > shares[kind]:
            dice -= shares[kind]
            kind += 1
        last = now
        for _ in range(parts[kind]):
            server = np.argmin(free)
            last = max(now, free[server])
            free[server] = last + np.random.exponential(service[kind])
        if number > ios // 10:
            total += last - now + latency[kind]
            counted += 1
    return total / counted


@numba.njit(cache=True)
def _drives(rate, read, drives, mirrors, each, service, scv, cached, follows, ios, seed):
    """Mean time of reads and writes at drives in ms; cached writes are destaged at once and count as 0."""
    np.random.seed(seed)
    free = np.zeros(drives)
    later = [(0.0, 0, 0, 0.0)]
    later.pop()
    total, counted = np.zeros(2), np.zeros(2)
    now, number = 0.0, 0
    chosen = np.zeros(mirrors, np.int64)
    sets = np.zeros((1 << 20, mirrors), np.int64)
    while number < ios:
        arrival = now + np.random.exponential(1.0 / rate)
        while len(later) > 0 and later[0][0] <= arrival:
            start, which, _, began = heapq.heappop(later)
            end = start
            for side in range(mirrors):
                drive = sets[which, side]
                free[drive] = max(free[drive], start) + np.random.gamma(1.0 / scv, service * scv)
                end = max(end, free[drive])
            if not cached and number > ios // 10:
                total[1] += end - began
                counted[1] += 1
        now = arrival
        number += 1
        if np.random.random() < read:
            drive = np.random.randint(0, drives)
            free[drive] = max(free[drive], now) + np.random.gamma(1.0 / scv, service * scv)
            if number > ios // 10:
                total[0] += free[drive] - now
                counted[0] += 1
            continue
        for side in range(mirrors):
            drive = np.random.randint(0, drives)
            while (chosen[:side] == drive).any():
                drive = np.random.randint(0, drives)
            chosen[side] = drive
        end = now
        for side in range(mirrors):
            drive = chosen[side]
            visits = each if cached and not follows else 1
            for _ in range(visits):
                free[drive] = max(free[drive], now) + np.random.gamma(1.0 / scv, service * scv)
            end = max(end, free[drive])
        if each > 1 and (follows or not cached):
            sets[number % (1 << 20)] = chosen
            heapq.heappush(later, (end, number % (1 << 20), 0, now))
        elif not cached and number > ios // 10:
            total[1] += end - now
            counted[1] += 1
    return total / np.maximum(counted, 1)


def flash_case(family: str, seed: int, ios: int) -> Case | None:
    """A random mix on an XtremIO: ``small`` up to 16 KiB, ``mixed`` up to 64 KiB, ``large`` with some of 256 KiB or 1 MiB."""
    dice = np.random.default_rng([len(family), seed])
    sizes = {"small": (4, 8, 16), "mixed": (4, 8, 16, 32, 64), "large": (4, 8, 64, 256, 1024)}[family]
    shares = dice.dirichlet(np.ones(4))
    kibs = dice.choice(sizes, 4)
    if family == "large":
        # Few I/Os are large, or nothing else would count.
        shares = shares / np.maximum(1.0, kibs / 16.0)
        shares /= shares.sum()
    reads = [True, False, True, False]
    mix = [Io(float(s), r, float(k)) for s, r, k in zip(shares, reads, kibs, strict=True)]
    bricks, use = int(dice.choice([1, 2, 4])), float(dice.uniform(0.3, 0.95))
    whole, latency = flash_demands(mix, bricks)
    rate = use / float((shares * whole).sum())
    answer = estimate("xtremio-bare", mix, rate * 1000.0, {"x_bricks": bricks, "speed_gbps": 64, "queue_depth": 65_536})
    if answer is None:
        return None
    mine, shown = answer
    smallest = flash_demands([Io(0.5, True, 4), Io(0.5, False, 4)], bricks)[0] / (1.0 + FIGURES["xtremio.interference"])
    limit = min(FIGURES["xtremio.read_latency"] / smallest[0], FIGURES["xtremio.write_latency"] / smallest[1])
    servers = max(1, min(FIGURES["xtremio.servers"], math.floor(limit)))
    parts = np.ceil(servers * whole / latency / 1.0 - 1e-9).astype(np.int64)
    found = _flash(rate, shares, parts, servers * whole / parts, latency, servers, ios, seed)
    assert abs(shown / use - 1.0) < 0.01, (shown, use)
    return Case(f"flash, {family}", use, mine, found)


def drive_case(raid: int, seed: int, ios: int, *, follows: bool = True, most: float = 0.95) -> Case | None:
    """A random load on cached drives; reads miss the cache. The time of the cache is the same in both and left out."""
    dice = np.random.default_rng([raid, seed])
    drives, read = int(dice.integers(8, 64)), float(dice.uniform(0.4, 1.0))
    touched, each = {5: (2, 2), 6: (3, 2), 10: (2, 1)}[raid]
    service, use = FIGURES["drive.15k.service"], float(dice.uniform(0.3, most))
    rate = use * drives / service / (read + (1.0 - read) * touched * each)
    mix = [Io(read, True, 8), Io(1.0 - read, False, 8)]
    options = {"drives": drives, "raid": raid, "drive_rpm": 15000, "speed_gbps": 64, "queue_depth": 65_536}
    answer = estimate("symmetrix-esx4", mix, rate * 1000.0, options)
    if answer is None:
        return None
    mine, shown = answer
    mine = (mine - (1.0 - read) * FIGURES["symmetrix.write"]) / read
    times = _drives(rate, read, drives, touched, each, service, FIGURES["drive.scv"], True, follows, ios, seed)
    assert abs(shown / use - 1.0) < 0.01, (shown, use)
    name = f"drives, RAID {raid}" + ("" if follows else ", all I/O at once")
    return Case(name, use, mine, float(times[0]))


def cases(seeds: range, ios: int) -> Iterator[Case]:
    """Yield the cases of all families, one random load of each per seed, without those of which only a bound is known."""
    for seed in seeds:
        flash = [flash_case(family, seed, ios) for family in ("small", "mixed", "large")]
        drives = [drive_case(raid, seed, ios) for raid in (5, 6, 10)]
        yield from filter(None, (*flash, *drives, drive_case(5, seed, ios, follows=False)))
