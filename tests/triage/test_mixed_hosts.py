"""Hosts that measure their queue and hosts that do not, and hosts that state the mean of reads and writes only."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from checker.cli.support.run import run
from tests.triage.bundles import Bundle, Parts, during, slow_fabric
from tests.triage.test_bundles import CACHE, DRAIN, NEIGHBOUR
from tests.triage.verdicts import causes, segments, triage

SEVERAL = ("app05", "app06", "app07")
DAMAGED = {("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}}


def maps_only(bundle: Bundle, *hosts: str) -> dict[str, str]:
    """The exports of a bundle in which these hosts are Linux and print multipath maps, but not their paths."""
    found = bundle.files()
    for host in hosts:
        del found[f"{host}/esxtop.csv"]
        lines = replace(bundle, linux=True).files()[f"{host}/iostat.txt"].split("\n")
        found[f"{host}/iostat.txt"] = "\n".join(line for line in lines if not line.startswith("sd"))
        found["san.yaml"] = found["san.yaml"].replace(
            f"  {host}:\n    platform: esxi", f"  {host}:\n    platform: linux"
        )
    return found


def test_what_one_host_does_not_measure_joins_no_segments_of_others(tmp_path: Path):
    document = triage(tmp_path, maps_only(Bundle(during(40, 60, slow_fabric, SEVERAL)), "app05"))
    assert segments(document) == {("S1",), ("S2",), ("S5",), ("S1", "S2")}
    assert {one["of"] for one in document["segments"]} == {
        "volumes, host queue measured", "volumes, host queue not measured"
    }  # fmt: skip
    assert sum(one["share"] for one in document["segments"]) <= 1.001


def test_several_hosts_at_the_same_time_do_not_wait_for_their_queues(tmp_path: Path):
    document = triage(tmp_path, maps_only(DRAIN, *DRAIN.hosts))
    assert causes(document) == [("TRI003", ("switch_port south-e1 4",))]


def test_damaged_frames_of_a_host_whose_queue_is_not_measured_fit_and_prove_nothing(tmp_path: Path):
    slow = Bundle(during(40, 60, slow_fabric, ("app05",)), counters=DAMAGED)
    document = triage(tmp_path, maps_only(slow, "app05"))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    (first,) = document["explanations"]
    assert (first["id"], first["role"], first["where"][0]["key"]) == ("TRI002", "candidate", "south-e1 0")
    assert [one["text"] for one in first["against"]] == [
        "the time in the queue of the host is not measured separately, so the wait may be there instead"
    ]
    assert "sfpshow 0 -f" in [one["command"] for one in first["confirm"]]


def test_a_neighbour_that_itself_waits_most_and_does_not_measure_where(tmp_path: Path):
    def busy(host: str, _volume: int, port: str, number: int, parts: Parts) -> Parts:
        slow = 40 <= number < 60 and port == "vmhba4" and host in ("app05", "app06")
        return replace(
            parts, fabric=3.0 if slow else parts.fabric, iops=parts.iops * (40 if slow and host == "app06" else 1)
        )

    files = maps_only(
        replace(NEIGHBOUR, scenario=busy, io_kib=lambda host, _number: 48.0 if host == "app06" else 8.0), "app06"
    )
    document = triage(tmp_path / "both", files)
    assert causes(document) == [("TRI014", ("isl south-c1 - south-e1",))]
    # Without the other host nothing shows that its I/O does not wait in its own queue.
    alone = triage(tmp_path / "one", files, "--focus", "app06")
    assert causes(alone) == []


def test_no_damaged_frames_no_explanation(tmp_path: Path):
    few = {("south-e1", "0"): {"er64_crc": 4, "er64_crc_good_eof": 4}}
    slow = Bundle(during(40, 60, slow_fabric, ("app05",)), counters=few)
    assert triage(tmp_path, maps_only(slow, "app05"))["explanations"] == []


def test_a_write_cache_is_found_where_a_host_states_one_mean(tmp_path: Path):
    files = CACHE.files()
    rows = list(csv.reader(io.StringIO(files["app08/esxtop.csv"])))
    kept = [place for place, name in enumerate(rows[0]) if not name.endswith(("MilliSec/Read", "MilliSec/Write"))]
    files["app08/esxtop.csv"] = "".join(",".join(f'"{row[place]}"' for place in kept) + "\n" for row in rows)
    document = triage(tmp_path, files)
    assert {one["operation"] for one in document["flows"] if one["state"] == "slow" and one["volume"]} == {
        "write",
        None,
    }
    assert causes(document)[0] == ("TRI010", ("storage_array flash1",))


def test_the_same_export_of_several_machines_is_asked_for_once(tmp_path: Path):
    slow = Bundle(during(40, 60, slow_fabric, SEVERAL), with_array=False)
    for name, text in slow.files().items():
        path = tmp_path / "san" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("naa.624a93705a6c2f3b1d", "naa.624a93705a6c2f3b1"))
    report = tmp_path / "report.txt"
    run(["triage", "--isolated", "--quiet", "-o", str(report), str(tmp_path / "san")])
    asked = [line for line in report.read_text().split("\n") if "esxcli storage core device list" in line]
    assert ["on app05, app06, app07" in line for line in asked] == [True]


def test_one_host_without_a_measured_queue_waits_where_others_do(tmp_path: Path):
    """The others measure that it is not their queue."""
    document = triage(tmp_path, maps_only(DRAIN, "app06"))
    assert causes(document) == [("TRI003", ("switch_port south-e1 4",))]
    assert document["headline"] == "most likely: slow-drain device"
    assert document["explanations"][0]["explains_ms"] == pytest.approx(document["explanations"][0]["of_ms"], rel=0.02)


def test_several_hosts_that_may_have_filled_their_queues(tmp_path: Path):
    """8,000 I/Os per second that take 4.5 ms are 36 outstanding, more than a queue of 30 holds."""
    busy = replace(
        DRAIN, scenario=during(40, 60, lambda parts: replace(parts, fabric=8.0, iops=8000.0), SEVERAL, "vmhba4")
    )
    document = triage(tmp_path, maps_only(busy, *busy.hosts))
    assert causes(document) == []
    first = document["explanations"][0]
    assert (first["id"], first["role"], len(first["against"])) == ("TRI003", "candidate", 1)


def test_the_queue_depth_is_asked_for_where_nothing_measures_the_queue(tmp_path: Path):
    slow = Bundle(during(40, 60, slow_fabric, ("app05",)), counters=DAMAGED)
    asked = [(one["owner"], one["command"]) for one in triage(tmp_path / "linux", maps_only(slow, "app05"))["needs"]]
    assert ("app05", "cat /sys/block/DISK/device/queue_depth") in asked
    measured = triage(tmp_path / "esxi", slow.files())["needs"]
    assert not [one for one in measured if "queue" in one["command"]]


def test_a_complaint_about_one_of_several_hosts_that_do_not_measure_their_queue(tmp_path: Path):
    document = triage(tmp_path, maps_only(DRAIN, *DRAIN.hosts), "--ticket", "app06 is slow")
    assert causes(document) == [("TRI003", ("switch_port south-e1 4",))]


def few_outstanding(parts: Parts) -> Parts:
    """Something on the host holds I/Os back: three to four are outstanding on each volume."""
    return replace(parts, host=7.0, iops=500.0)


def test_two_hosts_that_hold_i_os_back_do_not_wait_for_a_damaged_link(tmp_path: Path):
    """Nothing measures where they wait, and damaged frames of an ISL measure no wait."""
    ends = {("south-e1", "30"), ("south-c1", "30")}
    damaged = {end: {"er64_crc": 300, "er64_crc_good_eof": 300} for end in sorted(ends)}
    hosts = ("app05", "app06")
    held = Bundle(during(40, 60, few_outstanding, hosts), hosts=(*hosts, "app08"), counters=damaged)
    document = triage(tmp_path, maps_only(held, *hosts))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert {(one["id"], one["role"]) for one in document["explanations"]} == {("TRI002", "candidate")}


def test_two_hosts_that_hold_i_os_back_do_not_wait_for_a_full_isl(tmp_path: Path):
    """Nothing measures where they wait, and the use of a link measures no wait, either."""
    full = {("south-c1", "30"): {"stat64_wtx": round(0.95 * 200 * 16 * 25_000_000)}}
    hosts = ("app05", "app06")
    held = Bundle(during(40, 60, few_outstanding, hosts), hosts=(*hosts, "app08"), counters=full)
    document = triage(tmp_path / "held", maps_only(held, *hosts))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert [one["id"] for one in document["explanations"]] == ["TRI005"]
    measured = replace(held, scenario=during(40, 60, slow_fabric, hosts, "vmhba4"))
    assert causes(triage(tmp_path / "measured", measured.files())) == [("TRI005", ("isl south-c1 - south-e1",))]


def test_both_ends_of_a_damaged_link_are_one_cause(tmp_path: Path):
    ends = {("south-e1", "30"), ("south-c1", "30")}
    damaged = {end: {"er64_crc": 300, "er64_crc_good_eof": 300} for end in sorted(ends)}
    document = triage(tmp_path, Bundle(during(40, 60, slow_fabric, SEVERAL, "vmhba4"), counters=damaged).files())
    assert causes(document) == [("TRI002", ("isl south-c1 - south-e1",))] * 2
    assert document["headline"] == "most likely: physical link fault"


def test_figures_of_joined_segments_stay_in_one_line_of_a_narrow_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    for name, text in maps_only(Bundle(during(40, 60, slow_fabric, SEVERAL)), "app05").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setenv("COLUMNS", "72")
    run(["triage", "--isolated", "--quiet", str(tmp_path)])
    lines = capsys.readouterr().out.split("\n")
    assert max(map(len, lines)) <= 72
    assert [line for line in lines if "S1+S2 host queue" in line and "ms, usual 0." in line]
    assert not [line for line in lines if line.strip().startswith("0.")]


def test_a_device_without_credit_that_is_fast_itself_is_no_proven_cause(tmp_path: Path):
    """What it is sent waits for its credit first of all; no frame timed out."""
    idle = {"tim64_txcrd_z": round(0.35 * 200 * 400_000), "stat64_wtx": round(0.08 * 200 * 16 * 25_000_000)}
    hosts = ("app05", "app06")
    held = Bundle(during(40, 60, few_outstanding, hosts), counters={("south-e1", "2"): idle})
    document = triage(tmp_path / "fast", maps_only(held, *held.hosts))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    (first,) = document["explanations"]
    assert (first["id"], first["role"]) == ("TRI003", "candidate")
    assert "the reads of app07 behind it are as fast as usual" in first["against"][-1]["text"]
    lost = replace(held, counters={("south-e1", "2"): {**idle, "er64_tx_c3_timeout": 96}})
    assert causes(triage(tmp_path / "lost", maps_only(lost, *lost.hosts))) == [("TRI003", ("switch_port south-e1 2",))]


def test_of_two_tools_of_a_host_the_one_with_shorter_intervals_counts(tmp_path: Path):
    files = replace(Bundle(during(40, 60, slow_fabric, SEVERAL)), linux=True).files()
    rare = files.pop("app05/iostat.txt").split("\n\n")
    title = "   DEV       tps     rkB/s     wkB/s   areq-sz    aqu-sz     await     %util"
    rows = [
        f"07:{number // 6:02}:{number % 6 * 10:02}  {name}  900.00  7200.00  0.00  8.00  1.00  {0.5 + 0.01 * (number % 7) + 3.0 * (40 <= number < 60):.2f}  99.00"
        for number in range(1, 90)
        for name in ("dm-0", "dm-1")
    ]
    banner = "Linux 5.14.0-70.el9.x86_64 (app05) \t2026-03-04 \t_x86_64_\t(16 CPU)"
    files["app05/sar.txt"] = "\n".join([banner, "", f"07:00:00 {title}", *rows, ""])
    once = triage(tmp_path / "once", files)
    twice = triage(tmp_path / "twice", {**files, "app05/iostat.txt": "\n\n".join([rare[0], *rare[1::30]]) + "\n"})
    assert any(flow["host"] == "app05" for flow in once["flows"])
    assert twice["flows"] == once["flows"]
