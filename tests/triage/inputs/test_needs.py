"""What triage says about exports that it cannot use, and that it does not ask for what is there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.triage.bundles import Bundle
from tests.triage.test_bundles import ARRAY, CASES, QUEUE
from tests.triage.verdicts import triage

_SAR = "DEV       tps     rkB/s     wkB/s     dkB/s   areq-sz    aqu-sz     await     %util"
_IOSTAT = "Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz  aqu-sz  %util"
_MULTIPATH = """mpatha (3624a9370aabbccdd0011223344556677) dm-0 PURE,FlashArray
size=500G features='0' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 1:0:0:1 sdb 8:16 active ready running
  `- 2:0:0:1 sdc 8:32 active ready running
"""
_LSBLK = """NAME     KNAME TYPE  SIZE WWN
sda      sda   disk  446G 0x600508b1001c4d3e
`-sda1   sda1  part  446G
dm-1     dm-1  lvm   100G
"""


def sar(date: str) -> str:
    rows = [
        f"07:{minute:02d}:01       sdb    500.00   4000.00   0.00      0.00      8.00      0.50      1.00      6.10"
        for minute in range(1, 20)
    ]
    return "\n".join((f"Linux 5.14.0-70.el9.x86_64 (db01) \t{date} \t_x86_64_\t(16 CPU)", "", f"07:00:01       {_SAR}", *rows, ""))  # fmt: skip


def iostat(*, stamped: bool = True) -> str:
    """Return 40 reports; sdb, sdc and their map are slow from the 21st on."""
    text = ["Linux 5.14.0-70.el9.x86_64 (db01) \t2026-04-03 \t_x86_64_\t(16 CPU)", ""]
    for number in range(40):
        time = datetime(2026, 4, 3, 7) + timedelta(seconds=10 * number)
        text += [f"{time:%Y-%m-%dT%H:%M:%S}+0000"] if stamped else []
        text.append(_IOSTAT)
        for disk in ("sda", "sdb", "sdc", "dm-0", "dm-1"):
            ms = 8.0 if number > 20 and disk in ("sdb", "sdc", "dm-0") else 1.0
            text.append(
                f"{disk:12} 250.00 2000.00 0.00 0.00 {ms:.2f} 8.00 0.00 0.00 0.00 0.00 0.00 0.00 {ms / 4:.2f} 6.00"
            )
        text.append("")
    return "\n".join(text)


@pytest.mark.parametrize(
    "text", [sar("2026年04月03日"), iostat(stamped=False)], ids=["date that is not understood", "iostat without -t"]
)
def test_a_load_without_times_is_named(tmp_path: Path, text: str):
    document = triage(tmp_path, {"db01/load.txt": text})
    assert document["verdict"] == "no_evidence"
    untimed = [one for one in document["guards"] if one["guard"] == "untimed"]
    assert untimed and not untimed[0]["passed"]
    assert [one["key"] for one in untimed[0]["about"]] == ["db01"]
    assert "load.txt" in untimed[0]["text"]


def test_a_date_with_one_meaning_gives_samples(tmp_path: Path):
    document = triage(tmp_path, {"db01/load.txt": sar("2026-04-03")})
    assert document["verdict"] != "no_evidence"
    assert not [one for one in document["guards"] if one["guard"] == "untimed" and not one["passed"]]


def commands(document: dict[str, list[dict[str, str]]]) -> list[str]:
    return [need["command"] for need in document["needs"]]


def test_what_is_there_is_not_asked_for(tmp_path: Path):
    without = commands(triage(tmp_path / "1", {"db01/iostat.txt": iostat()}))
    assert "multipath -ll; lsblk" in without
    files = {"db01/iostat.txt": iostat(), "db01/multipath.txt": _MULTIPATH}
    some = commands(triage(tmp_path / "2", files))
    # The array's own list of volumes says which array it is; sda and dm-1 are in no map.
    assert some == ["list of the volumes of the array with their identities (WWN)", "lsblk"]
    every = commands(triage(tmp_path / "3", {**files, "db01/lsblk.txt": _LSBLK}))
    assert every == some[:1]


def test_counters_of_the_window_are_not_asked_for_again(tmp_path: Path):
    bundle, _, _ = CASES["without credit on a port that is busy"]
    document = triage(tmp_path, bundle.files())
    assert [need["owner"] for need in document["needs"] if "portstats64show" in need["command"]] == []


@pytest.mark.parametrize(
    ("host", "change"),
    [
        ("app06", lambda text: text.replace("naa.624a93705a6c2f3b1d", "naa.624a93705a6c2f3b1")),
        ("db01", lambda _text: iostat(stamped=False)),
    ],
    ids=["identities that were cut", "no times"],
)
def test_nothing_is_as_expected_while_a_host_cannot_be_judged(tmp_path: Path, host: str, change: Callable[[str], str]):
    files = Bundle().files()
    text = files.pop(f"{host}/esxtop.csv", "")
    assert triage(tmp_path / "san", files)["verdict"] == "as_expected"
    files[f"{host}/load"] = change(text)
    assert triage(tmp_path / "all", files)["verdict"] == "undecided"
    # A complaint about another host can still be answered.
    assert triage(tmp_path / "focus", files, "--focus", "app05")["verdict"] == "as_expected"


@pytest.mark.parametrize(
    ("ticket", "verdict"),
    [
        ("app99 is slow", "undecided"),
        ("app05 and app99 are slow", "undecided"),
        ("app05 to app10 are slow", "undecided"),
        ("app05 is slow", "as_expected"),
        ("app05 is slow with ESX 7.0u3", "as_expected"),
    ],
)
def test_nothing_is_as_expected_while_the_complaint_is_about_a_host_that_is_not_there(
    tmp_path: Path, ticket: str, verdict: str
):
    document = triage(tmp_path / "san", Bundle().files(), "--ticket", ticket)
    assert document["verdict"] == verdict
    if "app99" in ticket:
        assert document["reason"] == "nothing that these exports have is slow, but no export has the latency of app99"


def test_hosts_without_any_latency_are_named_where_nothing_is_slow(tmp_path: Path):
    files = Bundle().files()
    every = triage(tmp_path / "all", files)
    del files["app08/esxtop.csv"]
    document = triage(tmp_path / "some", files)
    assert (every["verdict"], document["verdict"]) == ("as_expected", "as_expected")
    unmeasured = [[one for one in found["guards"] if one["guard"] == "unmeasured"] for found in (every, document)]
    assert unmeasured[0] == []
    assert [part["key"] for one in unmeasured[1] for part in one["about"]] == ["app08"]


def test_a_complaint_about_a_fast_host_names_the_slow_one(tmp_path: Path):
    document = triage(tmp_path, QUEUE.files(), "--ticket", "app08 is slow")
    assert document["verdict"] == "as_expected"
    assert document["reason"] == "nothing that the complaint is about is slow; what is slow is on app05"
    assert "that the complaint is about" in document["explanations"][0]["for"][0]["text"]


def test_an_array_of_which_no_samples_are_read_is_not_asked_for_them_as_if_they_were(tmp_path: Path):
    files = {
        name: text.replace("family: pure", "family: xtremio")
        for name, text in CASES["the array is slow for all"][0].files().items()
        if "purevol" not in name
    }
    document = triage(tmp_path, files)
    assert [one["command"] for one in document["needs"] if one["owner"] == "flash1"] == [
        "latency of volumes over time, of which triage reads no export of xtremio"
    ]


def test_response_times_of_arrays_alone_are_stated_and_not_asked_for(tmp_path: Path):
    files = {name: text for name, text in ARRAY.files().items() if "esxtop" not in name}
    document = triage(tmp_path, files)
    assert document["verdict"] == "no_evidence"
    assert "flash1 answers in 0.4 ms most of the time, and in 4." in document["reason"]
    assert {need["owner"] for need in document["needs"]} == {"app05", "app06", "app07", "app08"}
