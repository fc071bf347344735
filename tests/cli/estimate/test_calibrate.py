"""``sanlint calibrate``: known figures come back from captures, and what the data cannot say is said."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import folders
from tests.cli.conftest import Outcome
from tests.schema import fits

Run = Callable[..., Outcome]
READ, WRITE, PEAK, SERVERS = 0.4, 0.7, 120_000.0, 8
BARE = str(folders.ROOT / "fixtures" / "bases" / "xtremio-bare.yaml")


def wait_ms(iops: float) -> float:
    """Wait in M/M/c with the servers and the peak above; Erlang C by its sums."""
    offered = iops / PEAK * SERVERS
    last = offered**SERVERS / math.factorial(SERVERS) / (1 - offered / SERVERS)
    busy = last / (sum(offered**k / math.factorial(k) for k in range(SERVERS)) + last)
    return busy * 1000 / PEAK / (1 - offered / SERVERS)


def write(folder: Path, loads: Sequence[float], noise: float = 0.01, shares: Sequence[float] = (0.4, 0.8)) -> list[str]:
    """One table of two volumes for each hour, with response times that scatter by ``noise``."""
    dice = random.Random(4)
    paths = []
    for hour, load in enumerate(loads):
        share = shares[0] + (shares[1] - shares[0]) * dice.random()
        rows = ["Name;Host IOs/sec;Read Response Time (ms);Write Response Time (ms);% Reads;Avg I/O Size (KB)"]
        for name, part in (("db1", 0.7), ("db2", 0.3)):
            times = [(one + wait_ms(load * PEAK)) * (1 + noise * dice.gauss(0, 1)) for one in (READ, WRITE)]
            rows.append(f"{name};{load * PEAK * part:.1f};{times[0]:.4f};{times[1]:.4f};{100 * share:.2f};8")
        path = folder / f"hour-{hour:02}.csv"
        path.write_text("\n".join(rows) + "\n")
        paths.append(str(path))
    return paths


def document(sanlint: Run, *arguments: str, code: int = 0) -> dict[str, Any]:
    outcome = sanlint("calibrate", *arguments, "--format", "json")
    assert outcome.code == code, outcome.err
    found: dict[str, Any] = json.loads(outcome.out)
    fits(found, "calibration")
    return found


def test_known_figures_come_back_within_their_interval(sanlint: Run, tmp_path: Path) -> None:
    loads = [0.1, 0.2, 0.35, 0.5, 0.6, 0.7, 0.78, 0.84, 0.88, 0.92]
    found = document(sanlint, *write(tmp_path, loads))
    values = {one["name"]: one for one in found["values"]}
    known = {"read_latency": READ, "write_latency": WRITE, "read_iops": PEAK, "write_iops": PEAK, "servers": SERVERS}
    assert set(values) == set(known)
    for name, value in known.items():
        assert values[name]["low"] <= value <= values[name]["high"], name
    assert values["read_latency"]["high"] - values["read_latency"]["low"] < 0.1
    assert max(abs(one["fitted_ms"] / one["measured_ms"] - 1) for one in found["residuals"]) < 0.05
    # The block is a valid configuration.
    block = yaml.safe_load("\n".join(found["configuration"]))["estimate"]["parameters"]
    assert block["all_flash.read_iops"]["low"] >= block["all_flash.read_iops"]["high"]
    (tmp_path / "sanlint.yaml").write_text("\n".join(found["configuration"]) + "\n")
    load = tmp_path / "w.yaml"
    load.write_text('sanlint_workload: 1\nloads:\n  - {volume: "*", profile: oltp2, iops: 100}\n')
    config = ("--config", str(tmp_path / "sanlint.yaml"))
    assert sanlint("estimate", BARE, "-W", str(load), *config, "-q", "-o", str(tmp_path / "o.json")).code == 0


def test_exact_measurements_give_the_exact_figures(sanlint: Run, tmp_path: Path) -> None:
    found = document(sanlint, *write(tmp_path, [0.1, 0.3, 0.5, 0.65, 0.75, 0.82, 0.88, 0.92], noise=0.0))
    best = {one["name"]: one["best"] for one in found["values"]}
    assert best["servers"] == SERVERS
    assert best["read_iops"] == pytest.approx(PEAK, rel=0.005)
    assert best["write_iops"] == pytest.approx(PEAK, rel=0.005)
    assert best["read_latency"] == pytest.approx(READ, rel=0.005)


def test_a_flat_load_gives_the_latency_only(sanlint: Run, tmp_path: Path) -> None:
    paths = write(tmp_path, [0.02, 0.05, 0.1, 0.15, 0.2])
    found = document(sanlint, *paths)
    assert [one["name"] for one in found["values"]] == ["read_latency", "write_latency"]
    assert found["values"][0]["low"] <= READ <= found["values"][0]["high"]
    assert any("peak and servers cannot be fitted" in text for text in found["remarks"])
    page = sanlint("calibrate", *paths).out
    assert "FITTED       best value and 95 % interval" in page
    assert "the highest load was 24,000 IOPS" in " ".join(page.split())


def test_a_constant_mix_has_one_peak(sanlint: Run, tmp_path: Path) -> None:
    loads = [0.1, 0.3, 0.5, 0.7, 0.8, 0.86, 0.92]
    found = document(sanlint, *write(tmp_path, loads, shares=(0.7, 0.7)), "--array", "xtremio:2")
    assert any("the peaks of reads and writes cannot be distinguished" in text for text in found["remarks"])
    values = {one["name"]: one["best"] for one in found["values"]}
    assert values["read_iops"] == values["write_iops"]
    # Demands of an XtremIO are in microseconds of the two X-Bricks of reference.
    block = yaml.safe_load("\n".join(found["configuration"]))["estimate"]["parameters"]
    assert block["xtremio.read_demand"]["typical"] == pytest.approx(1e6 / values["read_iops"], rel=1e-3)


def test_too_few_points_are_refused_with_what_is_needed(sanlint: Run, tmp_path: Path) -> None:
    outcome = sanlint("calibrate", *write(tmp_path, [0.1, 0.101, 0.5]))
    assert outcome.code == 3
    assert "the captures contain 3 usable points with 2 different loads; at least 4 loads" in outcome.err
    assert sanlint("calibrate", *write(tmp_path, [0.1]), "--array", "xtremio").code == 2
