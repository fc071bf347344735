"""``sanlint calibrate`` on captures of each kind, with loads and response times of an event simulation.

The simulation below has six servers, each a queue of exponential service times in front of a constant; no formula of waiting
times is used. What the captures print comes from it: means over the I/Os of an interval.
"""

from __future__ import annotations

import heapq
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
READ, WRITE, PEAK, SERVERS = 0.5, 0.8, 60_000.0, 6
SERVICE = SERVERS * 1000 / PEAK
LOADS = (0.05, 0.15, 0.3, 0.45, 0.55, 0.65, 0.72, 0.78, 0.83, 0.87, 0.9, 0.93)


@dataclass(frozen=True)
class Interval:
    """Reads and writes per second, and their mean response times in ms."""

    reads: float
    writes: float
    read_ms: float
    write_ms: float

    @property
    def mean_ms(self) -> float:
        return (self.reads * self.read_ms + self.writes * self.write_ms) / (self.reads + self.writes)


@cache
def intervals(ios: int = 60_000) -> tuple[Interval, ...]:
    dice = random.Random(11)
    found = []
    for number, load in enumerate(LOADS):
        share = (0.3, 0.5, 0.7, 0.9)[number % 4]
        rate = load * PEAK / 1000
        free = [0.0] * SERVERS
        now, sums, counts = 0.0, [0.0, 0.0], [0, 0]
        for done in range(ios + ios // 10):
            now += dice.expovariate(rate)
            began = max(free[0], now)
            end = began + dice.expovariate(1 / SERVICE)
            heapq.heapreplace(free, end)
            read = dice.random() < share
            if done >= ios // 10:
                # The latency at low load includes the service.
                sums[read] += end - now + (READ if read else WRITE) - SERVICE
                counts[read] += 1
        found.append(Interval(rate * 1000 * share, rate * 1000 * (1 - share), sums[1] / counts[1], sums[0] / counts[0]))
    return tuple(found)


def iostat(folder: Path, rows: Sequence[Interval]) -> None:
    text = "Linux 5.14.0-70.el9.x86_64 (db02) \t01/15/2026 \t_x86_64_\t(16 CPU)\n\n"
    head = "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util"
    for minute, one in enumerate((rows[0], *rows)):
        cpu = "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n           4.10    0.00    1.20    0.80    0.00   93.90"
        text += f"01/15/2026 11:{minute:02}:50 AM\n{cpu}\n\n{head}\n"
        text += (
            f"sdb {one.reads:.2f} {8 * one.reads:.2f} 0.00 0.00 {one.read_ms:.3f} 8.00 {one.writes:.2f} {8 * one.writes:.2f} "
            f"0.00 0.00 {one.write_ms:.3f} 8.00 0.10 60.00\n\n"
        )
    (folder / "iostat.txt").write_text(text)


def esxtop(folder: Path, rows: Sequence[Interval]) -> None:
    device = "\\\\esx01\\Physical Disk SCSI Device(naa.514f0c5000000001)\\"
    names = ("Commands/sec", "Reads/sec", "Writes/sec", "MBytes Read/sec", "MBytes Written/sec",
             "Average Driver MilliSec/Command", "Average Kernel MilliSec/Command", "Average Guest MilliSec/Command")  # fmt: skip
    lines = [",".join(f'"{cell}"' for cell in ("(PDH-CSV 4.0) (UTC)(0)", *(device + name for name in names)))]
    for minute, one in enumerate(rows):
        figures = (
            one.reads + one.writes,
            one.reads,
            one.writes,
            one.reads / 128,
            one.writes / 128,
            one.mean_ms,
            0.0,
            one.mean_ms,
        )
        lines.append(
            ",".join(f'"{cell}"' for cell in (f"01/15/2026 08:{minute:02}:05", *(f"{x:.3f}" for x in figures)))
        )
    (folder / "esxtop.csv").write_text("\n".join(lines) + "\n")


def unisphere(folder: Path, rows: Sequence[Interval]) -> None:
    result = [
        {
            "HostIOs": one.reads + one.writes, "HostReads": one.reads, "HostWrites": one.writes,
            "HostMBs": (one.reads + one.writes) / 128, "ResponseTime": one.mean_ms, "ReadResponseTime": one.read_ms,
            "WriteResponseTime": one.write_ms, "AvgIOSize": 8.0, "timestamp": 1719400500000 + 300000 * number,
        }
        for number, one in enumerate(rows)
    ]  # fmt: skip
    document = {
        "storage_group_id": "sg1",
        "result": result,
        "array_id": "000197912345",
        "reporting_level": "storage_group",
    }
    (folder / "performance.json").write_text(json.dumps(document))


def vplex(folder: Path, rows: Sequence[Interval]) -> None:
    lines = [
        "Virtual Volume,VPD Id,fe-lu ops (counts/s),fe-lu read (KB/s),fe-lu write (KB/s),fe-lu read-lat recent-average (us),"
        "fe-lu write-lat recent-average (us)"
    ]
    for minute, one in enumerate(rows):
        lines += [
            f"2016-10-11 10:{minute:02}:54",
            f"dd_db01_vol,VPD83T3:6000144000000010a0a1b20000000001,{one.reads + one.writes:.0f},{8 * one.reads:.0f},"
            f"{8 * one.writes:.0f},{1000 * one.read_ms:.0f},{1000 * one.write_ms:.0f}",
            "",
        ]
    (folder / "monitor.csv").write_text("\n".join(lines) + "\n")


def xtremio(folder: Path, rows: Sequence[Interval]) -> None:
    for number, one in enumerate(rows):
        volume = {
            "name": "vol_a", "index": 1, "vol-id": ["0a", "vol_a", 1], "sys-id": ["0b", "xio01", 1],
            "naa-name": "514f0c5000000001", "vol-size": "1048576", "lb-size": 512, "alignment-offset": 0,
            "iops": f"{one.reads + one.writes:.0f}", "rd-iops": f"{one.reads:.0f}", "wr-iops": f"{one.writes:.0f}",
            "bw": f"{8 * (one.reads + one.writes):.0f}", "rd-bw": f"{8 * one.reads:.0f}", "wr-bw": f"{8 * one.writes:.0f}",
            "avg-latency": f"{1000 * one.mean_ms:.0f}", "rd-latency": f"{1000 * one.read_ms:.0f}",
            "wr-latency": f"{1000 * one.write_ms:.0f}",
        }  # fmt: skip
        (folder / f"volumes-{number:02}.json").write_text(json.dumps({"volumes": [volume]}))


@pytest.mark.parametrize("writer", [iostat, esxtop, unisphere, vplex, xtremio])
def test_simulated_figures_come_back_from_each_kind_of_capture(
    sanlint: Run, tmp_path: Path, writer: Callable[[Path, Sequence[Interval]], None]
) -> None:
    writer(tmp_path, intervals())
    outcome = sanlint("calibrate", str(tmp_path), "--format", "json")
    assert outcome.code == 0, outcome.err
    document: dict[str, Any] = json.loads(outcome.out)
    values = {one["name"]: one for one in document["values"]}
    assert len({one["point"] for one in document["residuals"]}) >= len(LOADS) - 1
    assert values["read_latency"]["best"] == pytest.approx(READ, rel=0.03)
    assert values["write_latency"]["best"] == pytest.approx(WRITE, rel=0.03)
    for name in ("read_iops", "write_iops"):
        assert values[name]["best"] == pytest.approx(PEAK, rel=0.04)
        assert values[name]["low"] < PEAK < values[name]["high"]
    assert values["servers"]["low"] <= SERVERS <= values["servers"]["high"]


def symstat(folder: Path) -> None:
    (folder / "symstat.txt").write_text(
        "Symmetrix ID: 000192601234\n\n"
        "DEVICE                           IO/sec         KB/sec      % Hits  %Seq  Num WP\n"
        "10:15:20                       READ  WRITE   READ  WRITE   RD WRT   READ  Tracks\n\n"
        "10:15:30 000A1 (/dev/sdc   )    120     40   7680   2560   93 100     12      31\n"
    )


def test_captures_of_one_san_have_times_of_their_own(sanlint: Run, tmp_path: Path) -> None:
    # The host, VPLEX and the array measure the same I/O, never in the same second. The host's response times are 1 ms longer.
    longer = [Interval(one.reads, one.writes, one.read_ms + 1, one.write_ms + 1) for one in intervals()]
    esxtop(tmp_path, longer)
    vplex(tmp_path, intervals())
    symstat(tmp_path)
    outcome = sanlint("calibrate", str(tmp_path), "--format", "json")
    assert outcome.code == 0, outcome.err
    document: dict[str, Any] = json.loads(outcome.out)
    values = {one["name"]: one["best"] for one in document["values"]}
    assert values["read_latency"] == pytest.approx(READ, rel=0.03)
    assert values["read_iops"] == pytest.approx(PEAK, rel=0.04)
    assert "11 times measured by hosts: not used: VPLEX measured the I/O closer to the array" in document["notes"]
    assert any("symstat.txt: not used: response times are unknown" in note for note in document["notes"])


def test_symstat_has_no_response_times(sanlint: Run, tmp_path: Path) -> None:
    symstat(tmp_path)
    outcome = sanlint("calibrate", str(tmp_path))
    assert outcome.code == 3
    assert "response times are unknown" in outcome.out
