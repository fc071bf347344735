"""Each guard of section 3.5: the evidence that it removes, and that it is silent where nothing is wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from checker.cli.support.run import run
from tests.triage.bundles import Bundle, Parts, during, slow_array, slow_fabric
from tests.triage.inputs.test_bad_input import MONITOR, SHORT, guards
from tests.triage.test_bundles import DRAIN, FULL, ONE_PATH, SECONDS, TICKS
from tests.triage.verdicts import causes, segments, triage

SLOW_DRAIN = ("TRI003", ("switch_port south-e1 4",))
PORTS = "south-e1/portstats.txt"


def test_nothing_is_wrong(tmp_path: Path):
    found = triage(tmp_path, SHORT.files())
    assert guards(found).keys() <= {"no_siblings"}


def test_few_ios_take_no_side(tmp_path: Path):
    def few(host: str, volume: int, port: str, number: int, parts: Parts) -> Parts:
        changed = during(30, 45, slow_array)(host, volume, port, number, parts)
        return replace(changed, iops=8.0, array=changed.array * 20) if host == "app07" else changed

    found = triage(tmp_path, replace(SHORT, scenario=few).files())
    assert "fewer than 50 I/Os per second" in guards(found)["too_few_ios"]
    assert {flow["state"] for flow in found["flows"] if flow["host"] == "app07"} == {"unused"}


@pytest.mark.parametrize(("middle", "unused"), [(5.4, True), (6.0, False)])
def test_half_of_the_intervals_have_few_ios(tmp_path: Path, middle: float, unused: bool):
    """In 10 s, 20 reads in half of the intervals, then 38 or 42: the median of 60 intervals is the mean of both, 29 or 31."""

    def some(host: str, _volume: int, _port: str, number: int, parts: Parts) -> Parts:
        return replace(parts, iops=(2.9, 900.0, 2.9, 900.0, 2.9, middle)[number % 6]) if host == "app07" else parts

    found = triage(tmp_path, replace(SHORT, scenario=some).files())
    (reads,) = (one for one in found["flows"] if one["host"] == "app07" and one["operation"] == "read")
    assert (reads["state"] == "unused", reads["iops"] > 50) == (unused, True)


def session(text: str) -> tuple[str, str]:
    """The samples of the port counters before and after the slow time."""
    begin = text.index("south-e1:admin> date", 10)
    return text[:begin], text[begin:]


def changed(name: str) -> str:
    """The counters of the slow-drain device, made useless in one way."""
    text = DRAIN.files()[PORTS]
    first, second = session(text)
    if name == "single_sample":
        return second
    if name == "wrap":
        return second.replace("07:10:00", "07:06:40") + first.replace("07:06:40", "07:10:00")
    row = "     frames      enc    crc    crc    too    too    bad    enc   disc   link   loss   loss   frjt   fbsy  c3timeout    pcs  uncor\n"
    head = (
        row
        + "     tx     rx     in    err    g_eof  shrt   long   eof     out   c3    fail    sync   sig                   tx    rx     err    err\n"
    )
    values = "  4:    1.2g   3.4g    0      12k    0      0      0      0      0      0      0      0      0      0      0     0      0      0      0\n"
    return "".join(
        f"south-e1:admin> date\nWed Mar 04 07:{at} UTC 2026\nsouth-e1:admin> porterrshow\n{head}{values.replace('12k', crc)}"
        for at, crc in (("06:40", "12k"), ("10:00", "19k"))
    )


@pytest.mark.parametrize("name", ["single_sample", "wrap", "rounded"])
def test_counters_without_a_rate(tmp_path: Path, name: str):
    found = triage(tmp_path, {**DRAIN.files(), PORTS: changed(name)})
    assert causes(found) == []
    assert "south-e1 port 4" in guards(found)[name]


def of_32_bits(text: str) -> str:
    """The counters as portstatsshow prints them, in one number."""
    one_line = re.sub(r"(?m)^(stat|tim)64_(\w+) +\d+ +top_int : counter\n +(\d+) +bottom_int", r"\1_\2  \3  ", text)
    return one_line.replace("portstats64show", "portstatsshow")


def test_counters_of_32_bits_that_may_have_wrapped(tmp_path: Path):
    # In half an hour a port of 16 Gbit/s can send more than 2 to the power of 32 frames, so few more say nothing.
    starved = {("south-e1", "4"): {"tim64_txcrd_z": round(0.58 * 9 * SECONDS * TICKS), "stat64_ftx": 50_000}}
    bundle = replace(DRAIN, step=90, array_step=90, counters=starved)
    files = bundle.files()
    assert causes(triage(tmp_path / "64", files)) == [("TRI003", ("switch_port south-e1 4",))]
    short = of_32_bits(files[PORTS])
    assert "top_int" not in short
    found = triage(tmp_path / "32", {**files, PORTS: short})
    assert causes(found) == []
    (one,) = (one for one in found["explanations"] if one["id"] == "TRI003")
    assert [fact["decisive"] for fact in one["for"]] == [False, False]


def test_a_mean_over_too_long(tmp_path: Path):
    long = replace(SHORT, bins=90, array_step=300)
    found = triage(tmp_path, long.files())
    assert causes(found) == []
    text = guards(found)["window"]
    assert "nothing is subtracted; a mean over 5 minutes can hide up to " in text
    assert float(text.split("up to ")[1].split(" ms")[0]) > 3.6


def skewed(seconds: int) -> Bundle:
    """A slow array, and a host whose clock is ahead; the load of the host hardly varies, so nothing shows the offset."""

    def steady(host: str, volume: int, port: str, number: int, parts: Parts) -> Parts:
        return replace(during(30, 45, slow_array)(host, volume, port, number, parts), iops=800.0)

    return replace(SHORT, scenario=steady, ahead={"app05": seconds})


def test_an_unknown_clock(tmp_path: Path):
    found = triage(tmp_path, skewed(120).files(), "--focus", "app05")
    assert "how far the clock of flash1 is from that of app05, app06, app07 is unknown" in guards(found)["clock_offset"]
    needs = [need for one in found["segments"] for need in one["split_by"]]
    assert {(need["owner"], "--clock flash1=SECONDS" in need["why"]) for need in needs} == {("flash1", True)}
    assert not any("S5" in names and len(names) == 1 for names in segments(found))


DECLARED = "sanlint: 1\nhosts:\n  app05: {settings: [{scope: clock, setting: clock offset seconds, value: '120'}]}\n"


@pytest.mark.parametrize("how", ["option", "declared"])
def test_a_known_clock(tmp_path: Path, how: str):
    files = skewed(120).files()
    options = ("--clock", "app05=120") if how == "option" else ()
    found = triage(tmp_path, {**files, **({"clocks.yaml": DECLARED} if how == "declared" else {})}, *options)
    assert causes(found) == [("TRI009", ("storage_array flash1",))]
    states = "--clock" if how == "option" else "the inventory"
    assert f"the clock of app05 is 120 s ahead, as {states} states" in found["assumptions"]


def test_the_clock_of_a_switch(tmp_path: Path):
    text = DRAIN.files()[PORTS].replace("07:06:40", "08:06:40").replace("07:10:00", "08:10:00")
    files = {**DRAIN.files(), PORTS: text}
    assert causes(triage(tmp_path / "unknown", files)) == []
    assert causes(triage(tmp_path / "known", files, "--clock", "south-e1=3600")) == [SLOW_DRAIN]
    assert run(["triage", "--isolated", "--quiet", "--clock", "south-x9=3600", str(tmp_path / "known")]) == 2


def test_larger_io_takes_no_side(tmp_path: Path):
    large = replace(
        SHORT, scenario=during(30, 45, slow_fabric), io_kib=lambda _host, number: 256.0 if 30 <= number < 45 else 8.0
    )  # fmt: skip
    found = triage(tmp_path, large.files())
    assert causes(found) == []
    assert "more than twice as large" in guards(found)["io_size"]
    assert (
        found["reason"]
        == "the volumes that take longer do I/Os of more than twice their usual size, and larger I/O takes longer"
    )
    (size,) = (one for one in found["guards"] if one["guard"] == "io_size")
    assert size["left_out"] == len({(one["host"], one["volume"]) for one in found["flows"] if one["volume"]})


def test_an_array_that_takes_longer_than_the_host_waits(tmp_path: Path):
    files = SHORT.files()
    lines = files[MONITOR].split("\n")
    slower = [
        " ".join([*cells[:-2], *(str(int(cell) * 9) for cell in cells[-2:])])
        if len(cells := line.split()) > 8 and "UTC" in cells
        else line
        for line in lines
    ]
    found = triage(tmp_path, {**files, MONITOR: "\n".join(slower)})
    assert causes(found) == []
    assert "the array reports more time than the host waits" in guards(found)["negative_segment"]


def test_formats_that_are_not_confirmed(tmp_path: Path):
    log = "2026/03/04-07:07:12, [MAPS-1003], 4711, FID 128, WARNING, south-e1, F-Port 4, Current Value:[DEV_LATENCY_IMPACT, IO_FRAME_LOSS], RuleName=x.\n"
    found = triage(tmp_path, {**SHORT.files(), "south-e1/errdump.txt": f"south-e1:admin> errdump\n{log}"})
    assert "brocade-errdump" in guards(found)["unverified_format"]


def test_captures_of_different_days_do_not_overlap(tmp_path: Path):
    files = SHORT.files()
    late = replace(SHORT, start=SHORT.start + timedelta(days=1))
    found = triage(tmp_path, {**files, MONITOR: late.files()[MONITOR]})
    assert "flash1 are of another time" in guards(found)["overlap"]


def test_a_port_that_sends_more_than_it_can(tmp_path: Path):
    counters = {("south-e1", "0"): {"stat64_wtx": round(1.3 * SECONDS * FULL)}}
    found = triage(tmp_path, replace(ONE_PATH, counters=counters).files())
    assert causes(found) == []
    assert "south-e1 0" in guards(found)["impossible"]


def test_a_ticket_about_an_unknown_host(tmp_path: Path):
    found = triage(tmp_path, SHORT.files(), "--ticket", "esx99 is slow since 07:05")
    assert any("no export names esx99" in text for text in found["ticket"]["ignored"])
    assert causes(found) == [("TRI009", ("storage_array flash1",))]


def test_a_host_that_sends_few_ios_and_waits_long_is_not_as_expected(tmp_path: Path):
    def starved(parts: Parts) -> Parts:
        return replace(parts, fabric=30.0, iops=8.0)

    bundle = Bundle(during(40, 60, starved, ("app05",)), step=60, with_array=False)
    found = triage(tmp_path / "san", bundle.files())
    assert (found["verdict"], causes(found)) == ("undecided", [])
    assert found["reason"].startswith(
        "slow are only volumes with too few I/Os to judge by a mean, such as app05 with 30."
    )
