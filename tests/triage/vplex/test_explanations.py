"""Verdicts over bundles of a SAN with a VPLEX, through the command line: segments behind its front end, and its causes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.thorough import sample
from tests.triage.verdicts import causes, judged, segments, triage
from tests.triage.vplex.bundle import DIRECTORS, Parts, VplexBundle, during

ONE = DIRECTORS[1:]


def slow_array(parts: Parts) -> Parts:
    return replace(parts, array=parts.array * 9)


def busy_vplex(parts: Parts) -> Parts:
    return replace(parts, vplex=5.5, busy=0.88)


def slow_way(parts: Parts) -> Parts:
    return replace(parts, back=4.5)


def slow_wan(parts: Parts) -> Parts:
    return replace(parts, wan=9.0)


def slow_writes(parts: Parts) -> Parts:
    return replace(parts, write=9.0)


def fewer_hits(parts: Parts) -> Parts:
    return replace(parts, hits=0.0, array=4.0)


def long_trip(number: int) -> float:
    return 8.0 if 40 <= number < 60 else 1.2


ARRAY = VplexBundle(during(40, 60, slow_array))
WAN = VplexBundle(rtt=long_trip)
HOT = VplexBundle(during(40, 60, busy_vplex, ONE))
BACK = VplexBundle(during(40, 60, slow_way, ONE))
SECOND = VplexBundle(
    lambda host, *at: during(40, 60, slow_way, ONE if host == "esx13" else ())(host, *at), second=("esx13",)
)
BOUND = VplexBundle(
    lambda host, *at: during(40, 60, slow_array, DIRECTORS if host in ("esx12", "esx14") else ())(host, *at),
    hosts=("esx11", "esx12", "esx13", "esx14"), bound=True, leave_out=("array",),
)  # fmt: skip
AT_ARRAY = [("TRI009", ("storage_array pure1",))]
AT_WAN = [("TRI006", ("wan_link wan-a",))]
AT_B = f"director vplex7 {DIRECTORS[1]}"
CASES = {
    "the array behind it is slow": (ARRAY, "ranked", AT_ARRAY),
    "the array is slow, and fewer reads are cached": (VplexBundle(during(40, 60, fewer_hits)), "ranked", AT_ARRAY),
    "the round trip is longer": (WAN, "ranked", AT_WAN),
    "the round trip is longer, and all volumes are distributed": (replace(WAN, leave_out=("local",)), "ranked", AT_WAN),
    "one director is busy": (HOT, "ranked", [("TRI007", (AT_B,))]),
    "all directors are busy": (
        VplexBundle(during(40, 60, busy_vplex)), "ranked", [("TRI007", tuple(f"director vplex7 {one}" for one in DIRECTORS))],
    ),
    "one director reaches the array slowly": (BACK, "ranked", [("TRI008", (AT_B, "storage_array pure1"))]),
    "the same, and the array's figures are not there": (
        replace(BACK, leave_out=("array",)), "ranked", [("TRI008", (AT_B, "storage_array pure1"))],
    ),
    "one director reaches one of two arrays slowly": (SECOND, "ranked", [("TRI008", (AT_B, "storage_array pure3"))]),
    # Decoys: each looks like one of the above.
    "the other site is slow, not the way to it": (VplexBundle(during(40, 60, slow_wan)), "undecided", []),
    "the round trip is not measured": (replace(WAN, leave_out=("rtt",)), "undecided", []),
    "the array is slow, its figures are not there": (replace(ARRAY, leave_out=("array",)), "undecided", []),
    "all directors reach the array slowly": (VplexBundle(during(40, 60, slow_way)), "undecided", []),
    "LUNs are slow, and only one director uses them": (BOUND, "undecided", []),
    "directors are always busy, and the array is slow": (
        VplexBundle(lambda host, director, number, parts: replace(ARRAY.scenario(host, director, number, parts), busy=0.9)), "ranked", AT_ARRAY,
    ),
    "one director is always slow to the array, and the WAN is slow": (
        replace(WAN, scenario=during(0, 90, slow_way, ONE)), "ranked", AT_WAN,
    ),
    "slow inside VPLEX, and no director is busy": (
        VplexBundle(during(40, 60, lambda parts: replace(parts, vplex=5.0))), "undecided", [],
    ),
    "the round trip is longer, and the array is slow": (
        replace(ARRAY, rtt=lambda number: 1.6 if 40 <= number < 60 else 1.2), "ranked", AT_ARRAY,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_verdicts(tmp_path: Path, name: str):
    bundle, verdict, expected = CASES[name]
    judged(tmp_path, bundle.files(), verdict, expected)


def cache(state: str, array: str = "pure1") -> dict[str, str]:
    """The write cache of an array with disks, in the slow time."""
    settings = f"settings: [{{setting: SP Write Cache State, value: {state}}}]"
    text = f"sanlint: 1\nobserved: true\ncaptured_at: 2026-05-11T13:09:00Z\nstorage_arrays:\n  {array}: {{array_class: disk, {settings}}}\n"
    return {"cache.yaml": text}


CACHE = VplexBundle(during(40, 60, slow_writes))


@pytest.mark.parametrize(
    ("bundle", "more", "expected"),
    [
        (CACHE, cache("Disabled"), [("TRI010", ("storage_array pure1",))]),
        (replace(CACHE, leave_out=("array",)), cache("Disabled"), [("TRI010", ("storage_array pure1",))]),
        (CACHE, cache("Enabled"), AT_ARRAY),
        (replace(CACHE, leave_out=("array",)), cache("Enabled"), []),
        # Neither the time of other writes nor the state of another array says anything about this one.
        (replace(CACHE, leave_out=("array",)), cache("Disabled", "pure2"), []),
        (ARRAY, cache("Disabled"), AT_ARRAY),
        (WAN, cache("Disabled"), AT_WAN),
        (replace(WAN, leave_out=("back", "local", "rtt")), cache("Disabled"), []),
    ],
    ids=["off", "off, no figures of the array", "on", "on, no figures of the array", "off at the other site", "reads are slow too", "the WAN is slow", "the WAN may be slow"],
)  # fmt: skip
def test_a_write_cache_behind_vplex(tmp_path: Path, bundle: VplexBundle, more: dict[str, str], expected: list[Any]):
    document = triage(tmp_path, {**bundle.files(), **more})
    assert causes(document) == expected, json.dumps(document["explanations"], indent=1)


def unaligned(bundle: VplexBundle, host: str, share: float, far: float = 0.0) -> dict[str, str]:
    """What the arrays behind it count on the storage volumes of a host, and of the others."""
    found = bundle.files()
    for one in bundle.hosts:
        own = f"{share if one == host else 0.02}, used_by_array"
        for name in (f"sv_dd_{one}", f"sv_loc_{one}"):
            near, _, rest = found["san.yaml"].partition("  pure2:")
            near = re.sub(rf"({name}: .*)used_by_array", rf"\g<1>unaligned_ratio: {own}", near)
            other = f"{far if one == host else 0.02}, used_by_array"
            found["san.yaml"] = f"{near}  pure2:" + re.sub(
                rf"({name}: .*)used_by_array", rf"\g<1>unaligned_ratio: {other}", rest
            )
    return found


ONE_HOST = VplexBundle(
    lambda host, director, number, parts: replace(parts, array=parts.array * 4) if host == "esx12" else parts,
    hosts=("esx11", "esx12", "esx13", "esx14"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("bundle", "share", "far", "expected"),
    [
        (ONE_HOST, 0.9, 0.02, [("TRI012", tuple(f"volume naa.{volume[1]}" for volume in ONE_HOST.volumes("esx12")))]),
        (ONE_HOST, 0.02, 0.9, []),
        (replace(ONE_HOST, leave_out=("back",)), 0.9, 0.02, []),
    ],
    ids=["aligned badly", "at the other site only", "the way behind VPLEX is not measured"],
)
def test_misaligned_storage_volumes(tmp_path: Path, bundle: VplexBundle, share: float, far: float, expected: list[Any]):
    document = triage(tmp_path, unaligned(bundle, "esx12", share, far))
    assert causes(document) == expected, json.dumps(document["explanations"], indent=1)


def test_segments_are_split_as_far_as_they_are_measured(tmp_path: Path):
    ends = {("S1",), ("S2",)}
    inner = {("S3",), ("S4",), ("S5",)}
    assert segments(triage(tmp_path / "a", ARRAY.files())) == {*ends, *inner, ("S6",)}
    assert segments(triage(tmp_path / "b", replace(ARRAY, leave_out=("array",)).files())) == {
        *ends, ("S3",), ("S4", "S5"), ("S6",),
    }  # fmt: skip
    joined = triage(tmp_path / "c", replace(ARRAY, leave_out=("hits",)).files())
    assert segments(joined) == {*ends, ("S3", "S4", "S5"), *inner, ("S6",)}
    assert {one["owner"] for one in joined["needs"]} == {"vplex7"}
    without = triage(tmp_path / "d", replace(ARRAY, leave_out=("back", "local")).files())
    assert segments(without) == {*ends, ("S3", "S4", "S5"), ("S3", "S4", "S5", "S6")}


def test_the_segments_are_those_of_the_model(tmp_path: Path):
    document = triage(tmp_path, WAN.files())
    found = {one["segments"][0]: (one["measured_ms"], one["budget_ms"]) for one in document["segments"]}
    usual = Parts()
    assert found["S6"] == (pytest.approx(8.0, rel=0.02), pytest.approx(usual.wan, rel=0.02))
    assert found["S3"][0] == pytest.approx(usual.vplex, rel=0.05)
    assert found["S5"][0] == pytest.approx(usual.array, rel=0.05)


@pytest.mark.parametrize("bundle", sample([HOT, WAN, BACK], 3), ids=lambda _: "")
def test_a_missing_export_never_gives_another_cause(tmp_path: Path, bundle: VplexBundle):
    files = bundle.files()
    usual = {cause for cause, _ in causes(triage(tmp_path / "usual", files))}
    for number, name in enumerate(files):
        rest = {other: text for other, text in files.items() if other != name}
        assert {cause for cause, _ in causes(triage(tmp_path / str(number), rest))} <= usual, name


def test_a_director_that_few_hosts_use_is_busy(tmp_path: Path):
    files = replace(HOT, bound=True).files()
    # The other two hosts have no path to it.
    hosts = re.split(r"^(?=  esx)", files["san.yaml"], flags=re.MULTILINE)
    for place in (1, 3):
        hosts[place] = re.sub(r"      - \{device.*target: '[0-9a-f]{12}01.*\n", "", hosts[place])
    files["san.yaml"] = "".join(hosts)
    document = triage(tmp_path, files)
    assert causes(document) == [("TRI007", (AT_B,))]
    assert "director-1-1-B is 88% busy, the others at most 35%" in str(document["explanations"])


def test_monitors_say_which_directors_a_volume_uses_where_no_export_has_the_paths(tmp_path: Path):
    files = HOT.files()
    files["san.yaml"] = re.sub(r"    paths:\n(?:      - \{.*\n)+", "", files["san.yaml"])
    assert causes(triage(tmp_path, files)) == [("TRI007", (AT_B,))]


def test_a_busy_director_that_did_none_of_the_slow_io_is_no_cause(tmp_path: Path):
    def slow(host: str, director: str, number: int, parts: Parts) -> Parts:
        # All hosts have paths to both directors; these two only use the first.
        inside = host in ("esx11", "esx13") and 40 <= number < 60
        return replace(parts, vplex=5.5 if inside else parts.vplex, busy=0.9 if director in ONE else parts.busy)

    document = triage(tmp_path, VplexBundle(slow, bound=True).files())
    assert (document["verdict"], causes(document)) == ("undecided", [])


@pytest.mark.parametrize(
    ("slow", "expected"),
    [
        (VplexBundle(rtt=lambda _number: 8.0), AT_WAN),
        (VplexBundle(during(0, 90, slow_way, ONE)), [("TRI008", (AT_B, "storage_array pure1"))]),
        # The round trip is as long as in the good time.
        (VplexBundle(during(0, 90, slow_wan)), []),
    ],
    ids=["round trip", "way to the array", "other site"],
)
def test_what_directors_measured_in_a_good_time_is_compared(tmp_path: Path, slow: VplexBundle, expected: list[Any]):
    for name, text in VplexBundle().files().items():
        path = tmp_path / "good" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    later = replace(slow, start=slow.start + timedelta(days=1), hosts=("esx11", "esx12", "esx13"))
    found = triage(tmp_path / "san", later.files(), "--baseline", str(tmp_path / "good"))
    assert causes(found) == expected


def test_a_single_cause_without_a_headline_says_why(tmp_path: Path):
    document = triage(tmp_path, HOT.files())
    assert (len(causes(document)), document["headline"]) == (1, None)
    assert document["reason"] == "not certain: no volume or port is fast, so other components cannot be ruled out"


def test_no_export_is_asked_for_that_is_there(tmp_path: Path):
    document = triage(tmp_path, replace(HOT, second=("esx13",)).files())
    assert [one["owner"] for one in document["needs"]] == ["pure3"]


def test_distributed_writes_of_a_healthy_metro_are_no_finding(tmp_path: Path):
    hosts = tuple(f"esx{number}" for number in range(11, 16))
    found = triage(tmp_path, VplexBundle(hosts=hosts).files())
    assert (found["verdict"], [one["id"] for one in found["explanations"]]) == ("as_expected", ["TRI015"])
    # A round trip of more than 5 ms in the whole capture is not what is typical.
    far = triage(tmp_path / "far", VplexBundle(hosts=hosts, rtt=lambda _bin: 9.0).files())
    assert far["verdict"] == "undecided"


def test_distributed_writes_wait_for_the_array_of_the_other_site_too(tmp_path: Path):
    slow = VplexBundle(rtt=lambda number: 9.0 if 40 <= number < 60 else 1.2)
    common = {(one["kind"], one["key"]): one["recall"] for one in triage(tmp_path, slow.files())["scope"]}
    assert common["storage_array", "pure2"] == 1


@pytest.mark.parametrize(
    "focus", [(), ("--focus", "esx11", "--focus", "esx12")], ids=["all hosts", "hosts of the other site"]
)
def test_a_slow_array_of_the_other_site(tmp_path: Path, focus: tuple[str, ...]):
    west = ("esx21", "esx22")

    def slow(host: str, _director: str, number: int, parts: Parts) -> Parts:
        if not 40 <= number < 60:
            return parts
        # Writes of the other hosts wait for this array over a WAN that takes as long as ever.
        return replace(parts, array=parts.array + 6) if host in west else replace(parts, wan=parts.wan + 6)

    bundle = VplexBundle(slow, hosts=("esx11", "esx12", "esx13", *west), west=west)
    found = triage(tmp_path / "san", bundle.files(), *focus)
    assert causes(found) == [("TRI009", ("storage_array pure2",))]


@pytest.mark.parametrize(("slow_ms", "expected"), [(6.5, [("TRI009", ("storage_array pure2",))]), (0.5, [])])
def test_a_slow_array_of_the_other_site_that_no_host_uses_itself(tmp_path: Path, slow_ms: float, expected: list[Any]):
    bundle = VplexBundle(during(40, 60, lambda parts: replace(parts, wan=parts.wan + 6)))
    lines = [
        "pureuser@pure2> purevol monitor --interval 10 --repeat 90",
        "Name       Time                     B/s (read)  B/s (write)  op/s (read)  op/s (write)  us/op (read)  us/op (write)",
    ]
    for number in range(-1, bundle.bins):
        at = bundle.start + timedelta(seconds=bundle.step * (number + 1))
        ms = slow_ms if 40 <= number < 60 else 0.5
        lines += [
            f"sv_dd_{host}  {at:%Y-%m-%d %H:%M:%S} UTC  0  1966080  0  240  0  {1000 * ms:.0f}" for host in bundle.hosts
        ]
    document = triage(tmp_path, {**bundle.files(), "pure2/purevol.txt": "\n".join(lines) + "\n"})
    assert causes(document) == expected


def test_a_round_trip_as_usual_excludes_the_wan(tmp_path: Path):
    document = triage(tmp_path, VplexBundle(during(40, 60, slow_wan)).files())
    why = {one["id"]: one["text"] for one in document["excluded"]}
    assert why["TRI006"].startswith(
        "the directors of vplex7 measure 1.2 ms to the other cluster, 1.2 ms when it is fast"
    )
    assert [(one["owner"], one["why"].partition(":")[0]) for one in document["needs"]] == [
        ("pure2", "separates the WAN from the array of the other site")
    ]


def test_the_array_of_the_other_site_is_asked_for_only_where_the_time_is_there(tmp_path: Path):
    assert "pure2" not in {one["owner"] for one in triage(tmp_path, HOT.files())["needs"]}
