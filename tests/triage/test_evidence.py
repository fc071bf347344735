"""Response times of arrays in the formats of several products lead to the same verdict."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.array_exports import ontap, powerstore, svc, threepar, unity
from tests.triage.bundles import Bundle, Parts, during, slow_array
from tests.triage.test_bundles import ARRAY, DRAIN, ONE_PATH, SPLIT
from tests.triage.verdicts import causes, segments, triage

COARSE = replace(ARRAY, step=60, array_step=60, with_array=False)
MONITOR = "flash1/purevol-monitor.txt"
PRODUCTS = {"svc": svc, "3par": threepar, "unity": unity, "powerstore": powerstore, "netapp": ontap}


def files(bundle: Bundle, product: str) -> dict[str, str]:
    """The exports of a bundle whose array is of this product."""
    found = {**bundle.files(), **PRODUCTS[product](bundle)}
    san = found["san.yaml"].replace("family: pure", f"family: {product}")
    if product == "netapp":
        for host in bundle.hosts:
            for volume in range(bundle.volumes):
                name = f"{host}-v{volume}"
                san = san.replace(f"volume_name: {name}}}", f"volume_name: 'svm1:/vol/{name}/lun1'}}")
    return {**found, "san.yaml": san}


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_slow_array_of_each_product(tmp_path: Path, product: str):
    document = triage(tmp_path, files(COARSE, product))
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert segments(document) == {("S1",), ("S2",), ("S5",)}
    measured = {tuple(one["segments"]): one["measured_ms"] for one in document["segments"]}
    assert measured["S5",] == pytest.approx(4.0, rel=0.06)


def write_direction(parts: Parts) -> Parts:
    """Writes wait on the way to the array, which takes as long as usual."""
    return replace(parts, write=9.0)


def test_a_mean_of_both_operations_is_used_where_it_is_clear(tmp_path: Path):
    slow_writes = replace(COARSE, scenario=during(40, 60, write_direction), hosts=("app05", "app06"), far=())
    document = triage(tmp_path, files(slow_writes, "unity"))
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    (measured,) = (
        one["measured_ms"] for one in document["segments"] if one["operation"] == "write" and one["segments"] == ["S5"]
    )
    assert measured == pytest.approx(9.4, rel=0.05)
    assert [one["text"] for one in document["explanations"][0]["against"]] == [
        "only writes are slow, and there are no more of them than usual"
    ]


def test_a_mean_above_what_the_faster_operation_waits_is_no_contradiction(tmp_path: Path):
    slow = replace(COARSE, scenario=during(40, 60, lambda parts: replace(parts, array=4.0, write=-0.7)))
    document = triage(tmp_path / "both", files(slow, "unity"))
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert segments(document) == {("S1",), ("S2",), ("S5",)}
    assert not [one for one in document["guards"] if one["guard"] == "negative_segment"]
    # An array that takes longer than the hosts wait for both is one.
    more = {
        **files(slow, "unity"),
        **unity(replace(slow, scenario=during(40, 60, lambda parts: replace(parts, array=6.0)))),
    }
    guards = [one["guard"] for one in triage(tmp_path / "more", more)["guards"] if not one["passed"]]
    assert "negative_segment" in guards


def array_as_usual(scenario: Callable[[Parts], Parts]) -> dict[str, str]:
    """The exports of hosts whose writes wait, while the array answers as usual."""
    slow_writes = replace(COARSE, scenario=during(40, 60, scenario), hosts=("app05", "app06"), far=())
    usual = replace(slow_writes, scenario=during(40, 60, lambda parts: parts))
    return {**files(slow_writes, "unity"), **unity(usual)}


def test_a_mean_of_both_operations_is_not_used_where_it_is_not_clear(tmp_path: Path):
    document = triage(tmp_path, array_as_usual(lambda parts: replace(parts, write=2.0)))
    assert causes(document) == []
    assert ("S5",) not in {tuple(one["segments"]) for one in document["segments"] if one["operation"] == "write"}
    (guard,) = (one for one in document["guards"] if one["guard"] == "mixed_operations")
    assert not guard["passed"] and guard["text"].startswith("flash1 states only the mean of reads and writes")


def test_a_mean_of_both_operations_is_used_where_even_all_of_it_is_little(tmp_path: Path):
    document = triage(tmp_path, array_as_usual(write_direction))
    assert causes(document) == []
    found = {tuple(one["segments"]): one["measured_ms"] for one in document["segments"] if one["operation"] == "write"}
    assert found["S5",] < 1.0
    assert found["S2",] == pytest.approx(9.0, rel=0.1)


def test_busy_controllers_say_why_an_array_is_slow(tmp_path: Path):
    def history(percent: int) -> str:
        rows = "".join(f"2603040{7 + minute // 60}{minute % 60:02d}00:cpu_pc:{percent}\n" for minute in range(35, 70))
        return f"IBM_2145:flash1:superuser>lssystemstats -delim : -history cpu_pc\nsample_time:stat_name:stat_value\n{rows}"

    for percent in (85, 30):
        document = triage(tmp_path / str(percent), {**files(COARSE, "svc"), "flash1/stats.txt": history(percent)})
        assert causes(document) == [("TRI009", ("storage_array flash1",))]
        said = [one["text"] for one in document["explanations"][0]["for"]]
        assert ("flash1 is 85% busy" in said) == (percent == 85)


FRAME_LOSS = "".join(
    f"2026/03/04-07:0{minute}:12, [MAPS-1003], 4711, FID 128, WARNING, south-e1, F-Port 4, Condition=ALL_F_PORTS(DEV_LATENCY_IMPACT/NONE=="
    f"{state}), Current Value:[DEV_LATENCY_IMPACT, {state}], RuleName=x, Dashboard Category=Fabric Performance Impact.\n"
    for minute in (7, 8)
    for state in ("IO_FRAME_LOSS",)
)
NO_COUNTERS = replace(DRAIN, counters={})


def with_log(name: str, text: str, bundle: Bundle = NO_COUNTERS) -> dict[str, str]:
    """The exports of a bundle with a log of a switch."""
    return {**bundle.files(), f"south-e1/{name}.txt": text}


def test_frames_lost_by_maps_prove_a_slow_drain_device(tmp_path: Path):
    document = triage(tmp_path, with_log("errdump", f"south-e1:admin> errdump\n{FRAME_LOSS}"))
    assert causes(document) == [("TRI003", ("switch_port south-e1 4",))]
    assert any("south-e1" in text and "state no zone" in text for text in document["assumptions"])


@pytest.mark.parametrize(
    ("before", "after"),
    [("07:0", "09:0"), ("IO_FRAME_LOSS", "IO_PERF_IMPACT"), ("IO_FRAME_LOSS", "IO_LATENCY_CLEAR")],
    ids=["another-time", "latency-only", "cleared"],
)
def test_other_states_prove_nothing(tmp_path: Path, before: str, after: str):
    document = triage(tmp_path, with_log("errdump", f"south-e1:admin> errdump\n{FRAME_LOSS.replace(before, after)}"))
    assert causes(document) == []


def test_the_zone_of_a_switch(tmp_path: Path):
    log = FRAME_LOSS.replace("-07:0", "-08:0")
    document = triage(tmp_path, with_log("errdump", f"south-e1:admin> errdump\n{log}"), "--timezone", "Europe/Berlin")
    assert causes(document) == [("TRI003", ("switch_port south-e1 4",))]


def txwait(share: float) -> str:
    """Intervals of 20 s without credit over the slow time."""
    rows = "".join(
        f"| fc1/4          | {round(share * 20 / 2.5e-6)}      | {round(share * 20)}       | {share:.0%}        | Wed Mar  4 07:0{at // 60}:{at % 60:02d} 2026 |\n"
        for at in range(7 * 60, 10 * 60 + 1, 20)
        if at % 60 or at // 60 < 10
    )
    title = "| Interface      | Delta TxWait Time       | Congestion | Timestamp                |\n"
    return f"south-e1# show logging onboard txwait\n{title}{rows}"


def test_recorded_time_without_credit_needs_the_use_of_the_port(tmp_path: Path):
    mds = replace(NO_COUNTERS, cisco=True)
    alone = triage(tmp_path / "alone", with_log("txwait", txwait(0.6), mds))
    assert causes(alone) == []
    (found,) = (one for one in alone["explanations"] if one["id"] == "TRI003")
    assert found["for"][0]["text"].startswith("port fc1/4 of south-e1 had no credit for 5")
    bytes_sent = {("south-e1", "4"): {"Tx total bytes": round(0.1 * 200 * 16e8)}}
    both = triage(tmp_path / "both", with_log("txwait", txwait(0.6), replace(mds, counters=bytes_sent)))
    assert causes(both) == [("TRI003", ("switch_port south-e1 fc1/4",))]


def test_throughput_over_time_fills_a_port(tmp_path: Path):
    row = "    0      1      2      3      4\n=====================\n 1.45g    0    0    0    0\n"
    session = f"south-e1:admin> date\nWed Mar 04 07:07:00 UTC 2026\nsouth-e1:admin> portperfshow -tx -t 10\n{row * 17}"
    one_way = triage(tmp_path / "tx", with_log("portperfshow", session, replace(ONE_PATH, counters={})))
    assert ("TRI004", ("switch_port south-e1 0",)) in causes(one_way)
    both = session.replace(" -tx", "")
    assert causes(triage(tmp_path / "both", with_log("portperfshow", both, replace(ONE_PATH, counters={})))) == []


def test_latencies_of_volumes_without_an_identity_are_not_asked_for_again(tmp_path: Path):
    found = files(COARSE, "3par")
    found["flash1/statvv.txt"] = re.sub(r"app0(\d)-v", r"unknown\1-v", found["flash1/statvv.txt"])
    document = triage(tmp_path, found)
    assert causes(document) == []
    needs = [(one["command"], one["why"]) for one in document["needs"] if one["owner"] == "flash1"]
    assert needs == [("showvv -d", "its latencies are there, but not which LUN each of its volumes is")]


def test_an_array_is_slow_also_where_the_complaint_is_about_one_of_its_volumes(tmp_path: Path):
    ticket = ("--ticket", "app05-v0 is slow")
    document = triage(tmp_path / "all", ARRAY.files(), *ticket)
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert "on 8 of its 8 measured volumes" in [one["text"] for one in document["explanations"][0]["for"]]

    def slow_volume(host: str, volume: int, _port: str, number: int, parts: Parts) -> Parts:
        return replace(parts, array=4.0) if (host, volume) == ("app05", 0) and 40 <= number < 60 else parts

    one = triage(tmp_path / "one", replace(ARRAY, scenario=slow_volume).files(), *ticket)
    assert causes(one) == []


def test_a_slow_array_whose_volumes_do_more_says_so(tmp_path: Path):
    def busy(host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
        during_window = 40 <= number < 60
        iops = parts.iops * (9 if host == "app07" and during_window else 1)
        return replace(parts, array=parts.array * (10 if during_window else 1), iops=iops)

    document = triage(tmp_path / "more", replace(ARRAY, scenario=busy).files())
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    shown = [one["text"] for one in document["explanations"][0]["for"]]
    assert [
        one for one in shown if re.search(r"do 2\.\d times the I/O of .*, (?:9\d|100)% of the rise from app07", one)
    ]
    alike = triage(tmp_path / "alike", ARRAY.files())["explanations"][0]["for"]
    assert not [one for one in alike if "times the I/O" in one["text"]]


def test_shares_of_unaligned_io_of_several_volumes_are_a_range(tmp_path: Path):
    san = SPLIT.files()
    san["san.yaml"] = re.sub(r"(app05-v1: .*unaligned_ratio: )0.93", r"\g<1>0.41", san["san.yaml"])
    document = triage(tmp_path, san)
    assert causes(document)[0][0] == "TRI012"
    said = document["explanations"][0]["for"][0]["text"]
    assert said == "flash1 counts 41% to 93% of the I/O of 2 slow volumes as unaligned"


@pytest.mark.parametrize(("volumes", "expected"), [(3, [("TRI009", ("storage_array flash1",))]), (2, [])])
def test_an_array_that_is_slow_on_the_volumes_of_one_host_only(tmp_path: Path, volumes: int, expected: list[object]):
    """It measures these volumes itself, so that others are fast is no reason against it; three are no coincidence."""
    document = triage(tmp_path, Bundle(during(40, 60, slow_array, ("app05",)), volumes=volumes).files())
    assert causes(document) == expected
    said = [one["text"] for one in document["explanations"] for one in one["for"]]
    assert ("on 3 of its 12 measured volumes" in said) == bool(expected)
