"""Estimates from inventories compared with results calculated by hand, one for each mechanism of the model.

Each comment has the arithmetic in plain numbers and the source of the figures; nothing here calls the estimator's formulas.
Both arrays of the inventories are XtremIO with one X-Brick, so half of what the field test measured with two: 455,000 reads
or 160,000 writes of 4 KiB a second. Links have 8 Gbit/s, that is 800 MB/s of payload.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import folders
from tests.cli.conftest import Outcome

pytestmark = pytest.mark.usefixtures("opened_once")

Run = Callable[..., Outcome]
Estimate = Callable[..., dict[str, Any]]
READS = "read_pct: 100, random_pct: 100"
WRITES = "read_pct: 0, random_pct: 100"


@pytest.fixture
def estimate(sanlint: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Estimate:
    """Estimate a load of all volumes of a base; returns the document."""
    monkeypatch.chdir(tmp_path)

    def call(
        load: str,
        *what_if: str,
        base: str = "xtremio-bare",
        volume: str = "*",
        replaced: tuple[str, str] = ("", ""),
    ) -> dict[str, Any]:
        text = (folders.FIXTURES / "bases" / f"{base}.yaml").read_text(encoding="utf-8")
        Path("san.yaml").write_text(text.replace(*replaced) if replaced[0] else text)
        Path("w.yaml").write_text(f'sanlint_workload: 1\nloads:\n  - {{volume: "{volume}", {load}}}\n')
        options = [part for one in what_if for part in ("--what-if", one)]
        arguments = ("-W", "w.yaml", *options, "--isolated", "-q", "--exit-zero", "--format", "json")
        outcome = sanlint("estimate", "san.yaml", *arguments)
        assert outcome.code == 0, outcome.err
        document: dict[str, Any] = json.loads(outcome.out)
        return document

    return call


def part(document: dict[str, Any], component: str) -> float:
    """A component of the mean response time of the first volume."""
    return float(document["volumes"][0]["estimate"]["breakdown_ms"][component])


def response(document: dict[str, Any], which: str = "mean") -> float:
    return float(document["total"]["response_ms"][which]["typical"])


def use(document: dict[str, Any], name: str) -> float:
    return next(float(one["utilisation"]["typical"]) for one in document["resources"] if one["resource"] == name)


def test_1_a_flash_array_waits_by_the_moments_of_its_mix(estimate: Estimate) -> None:
    # Field test: 227,500 reads of 4 KiB/s with one X-Brick, 4.396 us each; 16 KiB take 12 x 1.024 / 2.75 GB/s = 4.468 us more.
    # Half and half: mean 6.630 us, so 120,667 IOPS are 80 %. Four servers take 17.58 and 35.46 us, exponentially: mean 26.52,
    # second moment 2 x (17.58^2 + 35.46^2) / 2 = 1,566.5. Erlang C(4, 80 %) = 0.5964 (tables).
    # Wait 0.5964 x 1,566.5 / (2 x 26.52) / (4 x 0.2) = 22.02 us (Pollaczek and Khinchine).
    types = "types: [{share_pct: 50, operation: read, order: random, size: 4K}, {share_pct: 50, operation: read, order: random, size: 16K}]"
    found = estimate(f"{types}, iops: 120667", "xtremio.servers=4")
    assert use(found, "xio1") == pytest.approx(0.8, rel=2e-3)
    assert part(found, "array_queue") == pytest.approx(0.02202, rel=0.01)


def test_2_each_drive_has_its_own_queue(estimate: Estimate) -> None:
    # 180 IOPS of a 15k drive: 5.5 ms. 1,200 reads on 20 drives: 60 x 0.0055 = 33 %.
    # M/G/1 with a squared coefficient of variation of 0.5: 0.33 x 5.5 x 1.5 / 2 / 0.67 = 2.032 ms.
    found = estimate(f"{READS}, size: 8K, iops: 1200", "drives=20", "raid=10", "drive_rpm=15000", base="symmetrix-esx4")
    assert part(found, "array_queue") == pytest.approx(2.032, rel=1e-3)
    assert part(found, "array_service") == pytest.approx(5.5, rel=1e-6)


@pytest.mark.parametrize(("level", "back_end"), [(10, 2), (5, 4), (6, 6)])
def test_3_the_write_penalty_of_raid_keeps_drives_busy(estimate: Estimate, level: int, back_end: int) -> None:
    # 600 small writes a second are 1,200, 2,400 or 3,600 back-end I/Os of 5.5 ms on 60 drives: 11, 22 or 33 %.
    found = estimate(
        f"{WRITES}, size: 8K, iops: 600", "drives=60", f"raid={level}", "drive_rpm=15000", base="symmetrix-esx4"
    )
    assert use(found, "vmax1") == pytest.approx(600 * back_end * 0.0055 / 60, rel=1e-6)
    # The write cache answers in 0.5 ms, whatever the level.
    assert part(found, "array_service") == pytest.approx(0.5, rel=1e-6)


def test_4_a_long_isl_adds_distance_and_runs_out_of_credits(estimate: Estimate) -> None:
    figures = [
        f"all_flash.{name}" for name in ("read_latency=0.3", "write_latency=0.3", "read_iops=1e6", "write_iops=1e6")
    ]
    load = "read_pct: 50, random_pct: 100, size: 8K, iops: 1200"
    near, far = (estimate(load, *figures, f"distance_km={km}", base="esxi-brocade") for km in (0, 100))
    # 20 credits of 2,048 bytes per round trip of 1 ms (5 us/km, light in glass) are 40.91 MB/s. 600 reads of 8,192 bytes a
    # second, half of them in each fabric, on two ISLs: 1.229 MB/s each, 3.00 %.
    assert use(far, "ISL sw-a2 > sw-a1") == pytest.approx(0.0300, rel=2e-3)
    # A read crosses once, 1 ms, and a write twice (command, transfer ready), 2 ms. The data takes 0.2002 ms on the ISL instead of
    # 0.0051 ms on the host's link with 1,600 MB/s, and waits 0.2002 x 0.03 / 2 / 0.97 = 0.0031 ms (M/D/1).
    assert response(far, "read") - response(near, "read") == pytest.approx(1.198, abs=0.002)
    assert response(far, "write") - response(near, "write") == pytest.approx(2.198, abs=0.002)


def test_5_a_metro_write_waits_for_one_round_trip(estimate: Estimate) -> None:
    two, seven = (estimate("profile: oltp2, iops: 4000", f"rtt_ms={rtt}", base="vplex-metro") for rtt in (2, 7))
    # H13540 p15: a Metro write takes RTT + 200 to 600 us; 25 % of this mix are writes: 1.25 ms of the mean.
    assert response(seven, "write") - response(two, "write") == pytest.approx(5.0, abs=0.02)
    assert response(seven, "read") == pytest.approx(response(two, "read"), abs=1e-3)
    assert response(seven) - response(two) == pytest.approx(1.25, abs=0.01)


def test_6_a_queue_depth_caps_the_load(estimate: Estimate) -> None:
    found = estimate(f"{READS}, size: 8K, iops: 20000", "queue_depth=2")
    # Little: two outstanding I/Os of 0.5 ms at the array, 10.24 us on the host's link (8,192 bytes at 800 MB/s), 2.56 us for a
    # frame at the array port and 1.6 us for switch and back: 3,888 a second of the 5,000 that a volume should do.
    for volume in found["volumes"]:
        assert volume["estimate"]["status"] == "queue_depth_limited"
        assert volume["estimate"]["iops"] == pytest.approx(2 / 0.5144e-3, rel=0.01)


def test_7_round_robin_spreads_a_load_over_the_ports(estimate: Estimate) -> None:
    # Two hosts read 20,000 blocks of 8,192 bytes a second each, 164 MB/s. In turn, each of four ports with 800 MB/s carries a
    # quarter of 328 MB/s, 10.24 %. On a fixed path both hosts use the same port, 40.96 %, each through one HBA port, 20.48 %.
    load = f"{READS}, size: 8K, iops: 40000"
    ports = ("xio1 X1-SC1 fc1 tx", "xio1 X1-SC1 fc2 tx", "xio1 X1-SC2 fc1 tx", "xio1 X1-SC2 fc2 tx")
    turns = estimate(load, volume="app01")
    assert [use(turns, port) for port in ports] == pytest.approx([0.1024] * 4, rel=1e-3)
    fixed = 'psp: VMW_PSP_FIXED, preferred_path: "vmhba2:C0:T0:L1"'
    one_path = estimate(load, volume="app01", replaced=("psp: VMW_PSP_RR", fixed))
    used = [one["resource"] for one in one_path["resources"] if one["resource"] in ports]
    assert [use(one_path, port) for port in used] == pytest.approx([0.4096], rel=1e-3)
    hosts = [use(one_path, f"{host} vmhba2 rx") for host in ("esx01", "esx02")]
    assert hosts == pytest.approx([0.2048] * 2, rel=1e-3)
    # Read data waits at the port: 10.24 us x 0.4096 / 2 / 0.5904 = 3.55 us (M/D/1). Then it leaves one I/O at a time, so that
    # at the HBA port of the same speed nothing waits.
    assert part(one_path, "port_wait") == pytest.approx(0.00355, rel=0.02)


def test_8_vplex_adds_what_its_vendor_publishes(estimate: Estimate) -> None:
    # H13540 p15: 200 to 600 us for a write, by load and size. 32 KiB on idle ports are (0 + 32 / 64) / 2 = 25 % of the way:
    # 300 us. The host's link takes 32,768 bytes / 800 MB/s.
    found = estimate(f"{WRITES}, size: 32K, iops: 4", "rtt_ms=0", base="vplex-metro")
    assert part(found, "vplex_added") == pytest.approx(0.3, abs=1e-3)
    # p15: a read that misses takes 200 to 400 us more, from 64 KiB on independent of the size.
    found = estimate(f"{READS}, size: 64K, iops: 4", base="vplex-metro")
    assert part(found, "vplex_added") == pytest.approx(0.3, abs=1e-3)


def test_9_the_bandwidth_between_clusters_limits_writes(estimate: Estimate) -> None:
    # 90 % of 100 Mbit/s are 11.25 MB/s: 1,373 writes of 8,192 bytes a second in each direction. 1,000 are 72.8 %;
    # each takes 0.728 ms on the line and waits 0.728 x 0.728 / 2 / 0.272 = 0.975 ms (M/D/1).
    found = estimate(
        f"{WRITES}, size: 8K, iops: 2000", "bandwidth_mbps=100", "window_kib=100000", "loss_ratio=0", base="vplex-metro"
    )
    assert use(found, "WAN vplex1 cluster-1 > cluster-2") == pytest.approx(0.728, rel=2e-3)
    assert part(found, "wan") == pytest.approx(2 + 0.728 + 0.975, rel=0.06)
    over = estimate(f"{WRITES}, size: 8K, iops: 2800", "bandwidth_mbps=100", "loss_ratio=0", base="vplex-metro")
    assert over["total"]["status"] == "wan_limited"


def test_10_a_write_waits_for_the_slower_of_two_equal_legs(estimate: Estimate) -> None:
    # Without a round trip both legs take as long: at the array 4 KiB write 0.6 ms, of which 32 x 12.5 us = 0.4 ms vary
    # exponentially. The later of two exponential times takes 1.5 times their mean: 0.2 ms more.
    found = estimate(f"{WRITES}, size: 4K, iops: 400", "rtt_ms=0", base="vplex-metro")
    assert part(found, "array_service") == pytest.approx(0.6, abs=0.005)
    assert part(found, "mirror_wait") == pytest.approx(0.2, rel=0.1)


def test_11_percentiles_of_mirrored_writes_follow_the_leg(estimate: Estimate) -> None:
    # 15 % of the I/O are writes of 8 KiB: 5.423 ms fixed (5 ms round trip, VPLEX 0.230, links 0.021, array 0.171) and an
    # exponential 0.4286; 10 % are writes of 64 KiB: 5.468 fixed and 0.6554 exponential. No read takes 6 ms. The 95th percentile t
    # is where 0.15 exp(-(t - 5.423) / 0.4286) + 0.10 exp(-(t - 5.468) / 0.6554) = 0.05: t = 6.272.
    # At 6.24, the result of two moments for the slower leg, 5.3 % still take longer.
    found = estimate("profile: oltp2, iops: 4000", "rtt_ms=5", base="vplex-metro")
    assert found["total"]["percentiles_ms"]["p95"]["typical"] == pytest.approx(6.272, abs=0.012)
