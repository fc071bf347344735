"""SANs by the command line compared with an event simulation of their stations, which are described here a second time.

Each case is an inventory (``inventories``) with a load for each host and volume. ``sanlint estimate`` reads both. The simulation
takes its figures from the parameter file and its physics from docs/reference/estimator.md; nothing comes from the network that
the estimator builds. Where the model simplifies what hardware does, a second simulation follows the hardware:

- with a round-robin limit of 1000, that many I/Os use one path before the next, while the model chooses paths at random;
- a director is a queue at any load, in front of an added latency that does not grow with its load.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import yaml

from estimate.inventories import Isls, San, device_name, host_name, inventory
from estimate.san_steps import Case, Simulated
from estimate.simulation import measured
from estimate.storage import FIGURES, Io


@dataclass(frozen=True)
class Found:
    """Estimated and simulated mean response time in ms of each host and volume, at the highest utilisation of a resource."""

    family: str
    utilisation: float
    estimates: tuple[float, ...]
    simulated: tuple[float, ...]

    @property
    def errors(self) -> list[float]:
        return [one / other - 1.0 for one, other in zip(self.estimates, self.simulated, strict=True)]


def compared(case: Case, use: float, seed: int, ios: int, *, many: tuple[Case, ...] = ()) -> Iterator[Found]:
    """Estimate a case at a highest utilisation, and yield it with its simulation and those of variants of its physics."""
    dice = np.random.default_rng(seed)
    pairs = case.san.hosts * case.san.volumes
    shares = dice.uniform(0.6, 1.4, pairs)
    probe = Simulated(case, list(shares))
    scale = use / max(probe.utilisation().values())
    loads = [float(share * scale) for share in shares]
    grown = {name: value * scale for name, value in probe.utilisation().items()}
    estimates = _estimate(case, loads)
    for one in (case, *many):
        t = Simulated(one, loads).tables(grown)
        result = measured(t, ios=ios, seed=seed, limit=one.turn)
        published = _published(one, use) if one.director_iops and not one.queue else 0.0
        yield Found(one.family, use, estimates, tuple(result.mean - published))


def _published(case: Case, use: float) -> float:
    """Wait at a director that the published latency includes: that at the utilisation or at 80 %, exponential service."""
    full = min(use, FIGURES["vplex.full_utilisation"])
    return 1000.0 / (case.director_iops or 1.0) * full / (1.0 - full)


def _estimate(case: Case, loads: list[float]) -> tuple[float, ...]:
    """Typical mean response time in ms of each host and volume, by the command line."""
    types = [
        {
            "share_pct": 100.0 * io.share,
            "operation": "read" if io.read else "write",
            "order": "random",
            "size": f"{io.kib:g}K",
        }
        for io in case.mix
    ]
    pairs = [
        (host_name(host), device_name(volume)) for host in range(case.san.hosts) for volume in range(case.san.volumes)
    ]
    entries = [
        {"host": host, "volume": volume, "iops": round(1000.0 * load, 6), "types": types, "burst": case.burst}
        for (host, volume), load in zip(pairs, loads, strict=True)
    ]
    what_if = {"x_bricks": case.bricks} | ({"vplex.director_iops": case.director_iops} if case.director_iops else {})
    with tempfile.TemporaryDirectory() as folder:
        san, load = Path(folder, "san.yaml"), Path(folder, "load.yaml")
        san.write_text(yaml.safe_dump(inventory(case.san), sort_keys=False), encoding="utf-8")
        load.write_text(yaml.safe_dump({"sanlint_workload": 1, "loads": entries}, sort_keys=False), encoding="utf-8")
        options = [part for key, value in what_if.items() for part in ("--what-if", f"{key}={value:g}")]
        program = "import sys; from checker.cli.entry import main; sys.exit(main())"
        done = subprocess.run(
            [sys.executable, "-c", program, "estimate", str(san), "-W", str(load), "--isolated", "--quiet", "--exit-zero",
             "--format", "json", "--limit", "0", *options],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{case.family}: {done.stderr}")
    found = {
        (one["host"], one["volume"]): one["estimate"]["response_ms"]["mean"]["typical"]
        for one in json.loads(done.stdout)["volumes"]
    }
    return tuple(found[pair] for pair in pairs)


SMALL = (Io(0.5, True, 4), Io(0.2, True, 8), Io(0.3, False, 8))
LARGE = (Io(0.6, True, 64), Io(0.2, True, 32), Io(0.2, False, 8))
WRITES = (Io(0.3, True, 8), Io(0.7, False, 8))


def families(hosts: int) -> Iterator[tuple[Case, tuple[Case, ...]]]:
    """Yield each family, with variants of its physics that the model does not follow."""
    yield Case("array and links", San(hosts, 2), SMALL, bricks=2), ()
    ports = Case("array ports, paths at random", San(hosts, 2, hba_speed=16), LARGE)
    yield ports, (replace(ports, family="*array ports, 1000 I/Os per path", turn=1000),)
    yield replace(ports, family="array ports, paths in turn", san=replace(ports.san, rr_limit=1), turn=1), ()
    yield Case("ISLs, one per exchange", San(hosts, 2, speed=16, isls=Isls(3, 8)), LARGE), ()
    yield Case("VPLEX Local, growing latency", San(hosts, 2, hba_speed=16, system="local"), LARGE), ()
    limited = Case("VPLEX directors with a limit", San(hosts, 2, system="local"), SMALL, director_iops=20_000)
    yield limited, (replace(limited, family="*VPLEX directors, queue at any load", queue=True),)
    yield Case("Metro writes", San(2 * ((hosts + 1) // 2), 2, system="metro"), WRITES, bricks=2), ()
    yield Case("bursts of 4 at an array", San(hosts, 2), SMALL, bricks=2, burst=4), ()
    burst = Case("bursts of 4 at array ports", San(hosts, 2, hba_speed=16), LARGE, burst=4)
    yield burst, (replace(burst, family="*bursts of 4, 1000 I/Os per path", turn=1000),)


def san_cases(uses: tuple[float, ...], ios: int, first: int = 0, only: str = "") -> Iterator[Found]:
    """Yield all families at each utilisation; ``first`` is the seed of the first one."""
    for number, use in enumerate(uses):
        for case, variants in families(2 + number % 2):
            if only in case.family:
                yield from compared(case, use, first + number, ios, many=variants)
