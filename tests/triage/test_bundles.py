"""Whole verdicts over bundles of exports, through the command line; and what must not change them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.thorough import sample
from tests.triage.bundles import Bundle, Parts, during, full_queue, slow_array, slow_fabric
from tests.triage.verdicts import causes, judged, segments, triage

APP5, APP567 = ("app05",), ("app05", "app06", "app07")


def large_and_slow(parts: Parts) -> Parts:
    return replace(parts, fabric=1.0)


ALL4 = ("app05", "app06", "app07", "app08")
ARRAY = Bundle(during(40, 60, slow_array, ALL4))
QUEUE = Bundle(during(40, 60, full_queue, APP5), depth=2)
FABRIC = Bundle(during(40, 60, slow_fabric, APP567, "vmhba4"))
SECONDS = 200
TICKS = 400_000
"""Ticks of 2.5 microseconds in a second."""
FULL = 16 * 25_000_000
"""Words of 4 bytes per second of a full link of 16 Gbit/s."""
DRAIN = replace(
    FABRIC, hosts=(*FABRIC.hosts, "dw2"),
    counters={("south-e1", "4"): {"tim64_txcrd_z": round(0.58 * SECONDS * TICKS), "stat64_wtx": round(0.09 * SECONDS * FULL), "er64_tx_c3_timeout": 96}},
)  # fmt: skip
DRAIN_ISL = {
    **DRAIN.counters,
    ("south-c1", "30"): {"stat64_wtx": round(0.85 * SECONDS * FULL), "tim64_txcrd_z": round(0.5 * SECONDS * TICKS)},
}


def neighbour(host: str, _volume: int, port: str, number: int, parts: Parts) -> Parts:
    """A backup on app06 fills the ISL of one side with large reads, and app05 waits there."""
    if not 40 <= number < 60:
        return parts
    if host == "app06":
        return replace(parts, iops=parts.iops * 5, fabric=3.0 if port == "vmhba4" else parts.fabric)
    return replace(parts, fabric=3.0) if host in APP567 and port == "vmhba4" else parts


NEIGHBOUR = Bundle(
    neighbour, io_kib=lambda host, _number: 256.0 if host == "app06" else 8.0,
    counters={("south-c1", "30"): {"stat64_wtx": round(0.9 * SECONDS * FULL)}},
)  # fmt: skip
ONE_PATH = replace(
    FABRIC, scenario=during(40, 60, slow_fabric, APP5, "vmhba4"),
    counters={
        ("south-e1", "0"): {"stat64_wtx": round(0.9 * SECONDS * FULL), "stat64_wrx": SECONDS},
        ("north-e1", "0"): {"stat64_wtx": round(0.05 * SECONDS * FULL), "stat64_wrx": SECONDS},
    },
)  # fmt: skip
BALANCED = {place: {**rises, "stat64_wtx": round(0.85 * SECONDS * FULL)} for place, rises in ONE_PATH.counters.items()}
# 20 credits over 25 km: a frame of 2,112 bytes comes back after 251.32 microseconds, which allows 168 MB/s of 1,600.
CREDITS = replace(
    FABRIC, isl=", buffer_credits: 20, distance_km: 25",
    counters={
        ("south-c1", "30"): {
            "stat64_wtx": round(0.95 * 168 / 1600 * SECONDS * FULL), "stat64_ftx": round(0.95 * 168 / 1600 * SECONDS * FULL * 4 / 2112),
            "tim64_txcrd_z": round(0.7 * SECONDS * TICKS),
        }
    },
)  # fmt: skip


def off(state: str) -> dict[str, str]:
    return {
        "cache.yaml": "sanlint: 1\nobserved: true\ncaptured_at: 2026-03-04T07:09:00Z\nstorage_arrays:\n"
        f"  flash1: {{array_class: disk, settings: [{{setting: SP Write Cache State, value: {state}}}]}}\n"
    }


CACHE = Bundle(during(40, 60, lambda parts: replace(parts, write=9.0)), more=off("Disabled"))
MDS = replace(
    DRAIN, cisco=True,
    counters={
        ("south-e1", "4"): {
            "TxWait 2.5us due to lack of transmit credits": round(0.61 * SECONDS * TICKS), "Tx total bytes": round(0.11 * SECONDS * FULL * 4),
            "Tx Timeout discards": 35,
        }
    },
)  # fmt: skip
SPLIT = Bundle(
    during(0, 90, lambda parts: replace(parts, array=parts.array * 3), APP5),
    unaligned={"app05": 0.93, "app06": 0.0, "app07": 0.02, "app08": 0.0},
)


def conflicts(
    hosts: tuple[str, ...], minute: int, device: str = "naa.624a93705a6c2f3b1d00000000000000"
) -> dict[str, str]:
    """Logs of hosts with two reservation conflicts in each second of two minutes."""
    lines = [
        f"2026-03-04T07:{minute + number // 60:02d}:{number % 60:02d}.{part}00Z cpu4:2097312)ScsiDeviceIO: 4115: Cmd(0x45b94f8a2c40) 0x89, "
        f'CmdSN 0x{number:x} from world 2097152 to dev "{device}" failed H:0x0 D:0x18 P:0x0'
        for number in range(120)
        for part in (1, 6)
    ]
    return {f"{host}/vmkernel.log": "\n".join(lines) + "\n" for host in hosts}


def contended(host: str, volume: int, _port: str, number: int, parts: Parts) -> Parts:
    """Commands of two hosts to one volume wait for retries."""
    return replace(parts, fabric=6.0) if host in ("app05", "app06") and volume == 0 and 40 <= number < 60 else parts


CONFLICTS = Bundle(contended, shared=("app05", "app06"), more=conflicts(("app05", "app06"), 7))


def two_faults(host: str, _volume: int, port: str, number: int, parts: Parts) -> Parts:
    """The queue of app05 fills, and a link of app07 damages frames."""
    if not 40 <= number < 60:
        return parts
    if host == "app05":
        return full_queue(parts)
    return replace(parts, fabric=12.0) if host == "app07" and port == "vmhba4" else parts


def test_queues_that_fill_behind_a_slow_array_are_its_consequence(tmp_path: Path):
    def behind(parts: Parts) -> Parts:
        return replace(parts, array=parts.array * 10, host=2.9, iops=parts.iops / 2)

    found = triage(tmp_path / "san", Bundle(during(40, 60, behind, ALL4), depth=2).files())
    assert causes(found) == [("TRI009", ("storage_array flash1",))]
    assert "the hosts queue I/O for 2.9 ms, less than the rise in the array's response time" in [
        one["text"] for one in found["explanations"][0]["for"]
    ]


TWO = Bundle(two_faults, depth=2, counters={("south-e1", "2"): {"er64_crc": 900, "er64_crc_good_eof": 900}})
# Both ends of the ISL, and the port of the host whose load it is.
OWN_PORT = replace(
    NEIGHBOUR,
    counters={
        **NEIGHBOUR.counters, ("south-e1", "30"): {"stat64_wrx": round(0.9 * SECONDS * FULL)}, ("south-e1", "1"): {"stat64_wtx": round(0.9 * SECONDS * FULL)},
    },
)  # fmt: skip
DAMAGED_MDS = replace(
    FABRIC,
    cisco=True,
    scenario=during(40, 60, slow_fabric, APP5, "vmhba4"),
    counters={("south-e1", "0"): {"Rx Invalid CRCs": 400}},
)


def uneven(array_ms: float) -> Bundle:
    """All volumes of a host take longer than others all the time, by as much as volumes of other loads do."""
    return Bundle(
        lambda host, _volume, _port, _number, parts: (
            replace(parts, array=array_ms) if host == "app05" else replace(parts, array=0.75)
        )
    )


CASES = {
    "the array is slow for all": (ARRAY, "ranked", [("TRI009", ("storage_array flash1",))]),
    "one host queues": (QUEUE, "ranked", [("TRI001", ("host app05",))]),
    "one side of the fabric, without counters": (FABRIC, "undecided", []),
    "nothing is slow": (Bundle(), "as_expected", []),
    "some volumes take longer than others, and none takes long": (uneven(1.1), "as_expected", []),
    "some volumes take longer than others and than is typical": (uneven(1.25), "undecided", []),
    "a device takes no frames": (DRAIN, "ranked", [("TRI003", ("switch_port south-e1 4",))]),
    "the ISL behind it fills": (replace(DRAIN, counters=DRAIN_ISL), "ranked", [("TRI003", ("switch_port south-e1 4",))]),
    "an ISL is full": (
        replace(FABRIC, counters={("south-c1", "30"): {"stat64_wtx": round(0.93 * SECONDS * FULL)}}),
        "ranked", [("TRI005", ("isl south-c1 - south-e1",))],
    ),
    "an ISL has too few credits": (CREDITS, "ranked", [("TRI005", ("isl south-c1 - south-e1",))]),
    "the write cache is off": (CACHE, "ranked", [("TRI010", ("storage_array flash1",))]),
    "the volumes of one host are misaligned": (SPLIT, "ranked", [("TRI012", tuple(f"volume {SPLIT.device('app05', volume)}" for volume in (0, 1)))]),
    "a link damages frames": (
        replace(
            FABRIC, scenario=during(40, 60, slow_fabric, APP5, "vmhba4"),
            counters={("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}},
        ),
        "ranked", [("TRI002", ("switch_port south-e1 0",))],
    ),
    "the array is slow for Linux hosts": (replace(ARRAY, linux=True), "ranked", [("TRI009", ("storage_array flash1",))]),
    "a Linux host waits, and nothing splits the wait": (replace(QUEUE, linux=True, with_array=False), "undecided", []),
    "a neighbour fills the ISL": (NEIGHBOUR, "ranked", [("TRI014", ("isl south-c1 - south-e1",))]),
    "a neighbour fills the ISL and the port of its host": (OWN_PORT, "ranked", [("TRI014", ("isl south-c1 - south-e1",))]),
    "a link of an MDS damages frames": (DAMAGED_MDS, "ranked", [("TRI002", ("switch_port south-e1 fc1/0",))]),
    "one path carries it all": (ONE_PATH, "ranked", [("TRI011", ("host app05",))]),
    "hosts contend for a datastore": (CONFLICTS, "ranked", [("TRI013", (f"volume {CONFLICTS.device('app05', 0)}",))]),
    "a device takes no frames of an MDS": (MDS, "ranked", [("TRI003", ("switch_port south-e1 fc1/4",))]),
    "an MDS resets the link to a device": (
        replace(MDS, counters={("south-e1", "4"): {"Tx Credit loss": 3}}), "ranked", [("TRI003", ("switch_port south-e1 fc1/4",))],
    ),
    "two faults at a time": (TWO, "ranked", [("TRI001", ("host app05",)), ("TRI002", ("switch_port south-e1 2",))]),
    # Decoys: each looks like one of the above.
    "a neighbour reads more, and the ISL is full of what hosts write": (
        replace(NEIGHBOUR, counters={("south-c1", "30"): {"stat64_wrx": round(0.9 * SECONDS * FULL)}}),
        "ranked", [("TRI005", ("isl south-c1 - south-e1",))],
    ),
    "a neighbour reads more, and a port of the array is full of what it receives": (
        replace(NEIGHBOUR, counters={("south-c1", "0"): {"stat64_wtx": round(0.9 * SECONDS * FULL)}}), "ranked", [("TRI004", ("switch_port south-c1 0",))],
    ),
    "an MDS counts transitions to zero, which says nothing about time": (
        replace(MDS, counters={("south-e1", "4"): {"Tx B2B credit transitions to zero": 50_000_000}}), "undecided", [],
    ),
    "conflicts of one host": (replace(CONFLICTS, more={"app05/vmkernel.log": CONFLICTS.more["app05/vmkernel.log"]}), "undecided", []),
    "conflicts at another time": (replace(CONFLICTS, more=conflicts(("app05", "app06"), 2)), "undecided", []),
    "conflicts on a volume that is fast": (replace(CONFLICTS, more=conflicts(("app05", "app06"), 7, CONFLICTS.device("app07", 1))), "undecided", []),
    "the array is slow, its figures are not there": (replace(ARRAY, with_array=False), "undecided", []),
    "the array's mean is over more than the window": (replace(ARRAY, array_step=300), "undecided", []),
    "the host's clock is ahead": (replace(ARRAY, ahead={"app06": 120}), "ranked", [("TRI009", ("storage_array flash1",))]),
    # It is full, which explains what its own host waits for, but not the others; and it is no slow drain.
    "a full link waits for credit": (
        replace(FABRIC, counters={("south-e1", "0"): {"stat64_wtx": round(0.93 * SECONDS * FULL), "tim64_txcrd_z": round(0.9 * SECONDS * TICKS)}}),
        "undecided", [],
    ),
    "all paths are full": (replace(ONE_PATH, counters=BALANCED), "ranked", [("TRI004", ("switch_port south-e1 0",))]),
    "the neighbour was as busy before": (
        replace(NEIGHBOUR, scenario=during(40, 60, lambda parts: replace(parts, fabric=3.0), APP567, "vmhba4")),
        "ranked", [("TRI005", ("isl south-c1 - south-e1",))],
    ),
    "without credit on a port that is busy": (
        replace(DRAIN, counters={("south-e1", "4"): {"stat64_wtx": round(0.65 * SECONDS * FULL), "tim64_txcrd_z": round(0.6 * SECONDS * TICKS)}}),
        "undecided", [],
    ),
    "the queue of a host fills because what is below is slow": (
        Bundle(during(40, 60, lambda parts: replace(parts, fabric=6.0, host=3.0), APP5), depth=2), "undecided", [],
    ),
    "a device takes no frames on one side, and both sides are slow": (
        replace(DRAIN, scenario=during(40, 60, slow_fabric, APP567)), "undecided", [],
    ),
    "damaged frames at one of four slow hosts": (
        replace(FABRIC, scenario=during(40, 60, slow_fabric, ALL4, "vmhba4"), counters={("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}}),
        "undecided", [],
    ),
    "a full ISL, and most hosts over it are fast": (
        Bundle(
            during(40, 60, slow_fabric, APP5, "vmhba4"), hosts=("app05", "app06", "app07", "app08", "app09"),
            counters={("south-c1", "30"): {"stat64_wtx": round(0.93 * SECONDS * FULL)}},
        ),
        "undecided", [],
    ),
    "an ISL without credit, and enough of them for its distance": (replace(CREDITS, isl=", buffer_credits: 400, distance_km: 25"), "undecided", []),
    "an ISL without credit, and its distance is not known": (replace(CREDITS, isl=""), "undecided", []),
    "an ISL with few credits behind a device that takes no frames": (
        replace(DRAIN, isl=CREDITS.isl, counters={**DRAIN.counters, **CREDITS.counters}), "ranked", [("TRI003", ("switch_port south-e1 4",))],
    ),
    "the write cache is on": (replace(CACHE, more={"cache.yaml": CACHE.more["cache.yaml"].replace("Disabled", "Enabled")}), "ranked", [("TRI009", ("storage_array flash1",))]),
    "the write cache was off before, and its figures are not there": (
        replace(CACHE, with_array=False, more={"cache.yaml": CACHE.more["cache.yaml"].replace("T07:09", "T06:09")}), "undecided", [],
    ),
    "the write cache is off, and reads are slow, too": (replace(ARRAY, more=CACHE.more), "ranked", [("TRI009", ("storage_array flash1",))]),
    "misaligned volumes were fast before": (replace(ARRAY, unaligned=SPLIT.unaligned, with_array=False), "undecided", []),
    "all volumes are misaligned as much, and one host is slow": (replace(SPLIT, unaligned=dict.fromkeys(ALL4, 0.9)), "undecided", []),
    "misaligned volumes of a host that waits for the fabric, and nothing measures the array": (
        replace(SPLIT, scenario=during(0, 90, lambda parts: replace(parts, fabric=parts.fabric + 2), APP5), with_array=False), "undecided", [],
    ),
    "old errors": (replace(DRAIN, counted=(0, 30)), "undecided", []),
    "without credit in the whole capture": (replace(DRAIN, counted=(0, 90)), "undecided", []),
    "damaged frames that came from elsewhere": (
        replace(FABRIC, counters={("south-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 0}}), "undecided", [],
    ),
    "errors on the fast side": (
        replace(FABRIC, counters={("north-e1", "0"): {"er64_crc": 400, "er64_crc_good_eof": 400}}), "undecided", [],
    ),
    "a device takes no frames, but the array is slow": (
        replace(ARRAY, hosts=(*ARRAY.hosts, "dw2"), counters=DRAIN.counters, with_array=False), "undecided", [],
    ),
    "slow with few I/Os": (
        Bundle(during(40, 60, lambda parts: replace(parts, array=40.0, iops=3.0)), with_array=False), "undecided", [],
    ),
    "larger I/Os take longer": (
        Bundle(during(40, 60, large_and_slow), io_kib=lambda _host, number: 256.0 if 40 <= number < 60 else 8.0), "undecided", [],
    ),
    "the array and the queue of a host rise together": (
        Bundle(during(40, 60, lambda parts: replace(parts, array=5.0, host=2.0)), depth=2),
        "ranked", [("TRI009", ("storage_array flash1",))],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_verdicts(tmp_path: Path, name: str):
    bundle, verdict, expected = CASES[name]
    document = judged(tmp_path, bundle.files(), verdict, expected)
    assert all(one["share"] <= 1 for one in document["explanations"])


def test_a_part_of_the_problem_is_not_the_headline(tmp_path: Path):
    document = triage(tmp_path, CASES["a full link waits for credit"][0].files())
    assert document["headline"] is None
    first = document["explanations"][0]
    assert (first["id"], first["role"]) == ("TRI004", "candidate")
    assert first["explains_ms"] < first["of_ms"] / 2


def test_timeouts_come_first_and_name_their_lines(tmp_path: Path):
    document = triage(tmp_path, DRAIN.files())
    assert document["headline"] == "most likely: slow-drain device"
    (first,) = (one for one in document["explanations"] if one["role"] == "cause")
    assert [place["file"].endswith("south-e1/portstats.txt") for one in first["for"] for place in one["locations"]] == [
        True,
        True,
    ]
    assert [(one["kind"], one["key"]) for one in first["who"]] == [("initiator", "10000000c9bb0401")]


def test_what_a_neighbour_fills_is_said_once(tmp_path: Path):
    found = triage(tmp_path, OWN_PORT.files())["explanations"]
    said = [(one["id"], one["role"], one["of"], *(part["key"] for part in one["where"])) for one in found]
    isl = "south-c1 - south-e1"
    assert said[0] == ("TRI014", "cause", None, isl)
    assert sorted(said[1:]) == [
        ("TRI004", "consequence", "TRI014", "south-e1 1"),
        ("TRI005", "consequence", "TRI014", isl),
    ]


def test_a_san_that_is_too_large_to_solve_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("checker.triage.run.MOST_PAIRS", 3)
    said = triage(tmp_path, ARRAY.files())["assumptions"]
    assert [text for text in said if text.startswith("nothing is estimated: there are 8 pairs")] != []


def test_the_window_is_found_and_the_rest_is_the_reference(tmp_path: Path):
    window = triage(tmp_path, ARRAY.files())["window"]
    assert (window["since"], window["until"], window["source"]) == (
        "2026-03-04T07:06:40Z",
        "2026-03-04T07:10:00Z",
        "found",
    )
    assert len(window["quiet"]) == 2


def test_segments_are_split_by_what_was_measured(tmp_path: Path):
    assert segments(triage(tmp_path / "a", ARRAY.files())) == {("S1",), ("S2",), ("S5",)}
    joined = triage(tmp_path / "b", replace(ARRAY, with_array=False).files())
    assert segments(joined) == {("S1",), ("S2", "S5")}
    assert joined["needs"][0]["owner"] == "flash1"
    assert joined["needs"][0]["command"] == "purevol monitor --interval 10 --repeat 180"


def test_paths_of_a_map_are_not_counted_again(tmp_path: Path):
    document = triage(tmp_path, replace(ARRAY, linux=True).files())
    assert segments(document) == {("S1", "S2"), ("S5",)}
    flows = [flow for flow in document["flows"] if flow["operation"] == "read"]
    assert len(flows) == len(ARRAY.hosts) * ARRAY.volumes
    assert all(450 < flow["iops"] < 670 for flow in flows)


def test_maps_that_nothing_identifies_are_not_counted(tmp_path: Path):
    files = replace(ARRAY, linux=True).files()
    files["san.yaml"] = files["san.yaml"].replace(", kernel_name: dm-0", "").replace(", kernel_name: dm-1", "")
    document = triage(tmp_path, files)
    assert causes(document) == [("TRI009", ("storage_array flash1",))]
    assert not any(flow["volume"].startswith("block:") for flow in document["flows"])
    guard = next(one for one in document["guards"] if one["guard"] == "unidentified")
    assert (guard["passed"], guard["left_out"]) == (False, 2 * len(ARRAY.hosts))


def test_disks_of_two_hosts_with_one_name_are_two_disks(tmp_path: Path):
    files = replace(ARRAY, linux=True, with_array=False, hosts=("app05", "app06"), volumes=1).files()
    del files["san.yaml"]
    document = triage(tmp_path, files)
    disks = {one["key"] for one in document["scope"] if one["kind"] == "volume"}
    assert {"app05 sdb", "app06 sdb"} <= disks
    assert not any("block:" in key for key in disks)
    guard = next(one for one in document["guards"] if one["guard"] == "unidentified")
    assert "app05 dm-0; app06 dm-0" in guard["text"]
    assert ("multipath -ll; lsblk", "app05") in {(one["command"], one["owner"]) for one in document["needs"]}


def test_maps_alone_that_nothing_identifies_are_named(tmp_path: Path):
    files = replace(ARRAY, linux=True, with_array=False).files()
    del files["san.yaml"]
    maps = {
        name: "\n".join(line for line in text.split("\n") if not line.startswith("sd")) for name, text in files.items()
    }
    document = triage(tmp_path, maps)
    assert (document["verdict"], document["reason"]) == (
        "no_evidence",
        "the latencies are of block devices whose LUN is unknown",
    )
    assert [one["owner"] for one in document["needs"]] == ["app05", "app06", "app07", "app08"]


def test_latencies_are_requested_from_all_hosts(tmp_path: Path):
    files = {"san.yaml": replace(ARRAY, hosts=("app05", "app06", "app07", "app08", "app09")).files()["san.yaml"]}
    needs = triage(tmp_path, files)["needs"]
    assert [one["owner"] for one in needs if "hosts" in one["why"]] == ["app05", "app06", "app07", "app08", "app09"]


def test_names_are_those_that_users_know(tmp_path: Path):
    document = triage(tmp_path, DRAIN.files())
    assert document["explanations"][0]["who"][0]["names"] == ["dw2 vmhba4"]
    assert {flow["volume_names"][0] for flow in document["flows"] if flow["volume"]} >= {"app05-v0", "app05-v1"}


def test_two_faults_are_two_places(tmp_path: Path):
    document = triage(tmp_path / "two", TWO.files())
    assert {(one["names"] or [one["key"]])[0].split(" ")[0] for one in document["places"]} == {"app05", "app07"}
    assert document["headline"] is None
    assert triage(tmp_path / "one", DRAIN.files())["places"] == []


def test_ports_of_hosts_point_at_the_side(tmp_path: Path):
    scope = triage(tmp_path, FABRIC.files())["scope"]
    best = {f"{one['kind']} {one['key']}" for one in scope if one["fit"] > 0.8 * scope[0]["fit"]}
    assert "isl south-c1 - south-e1" in best
    assert not any("north" in name for name in best)
    assert not any(name.startswith("host_port") for name in best)


@pytest.mark.parametrize("bundle", sample([FABRIC, ARRAY, QUEUE], 3), ids=lambda _: "")
def test_what_does_not_matter_changes_nothing(tmp_path: Path, bundle: Bundle):
    usual = triage(tmp_path / "usual", bundle.files())
    files = bundle.files()
    # Other order of files.
    renamed = {f"{9 - place}/{name}": text for place, (name, text) in enumerate(files.items())}
    assert causes(triage(tmp_path / "order", renamed)) == causes(usual)
    # Another day, everything shifted alike.
    shifted = replace(bundle, start=bundle.start + timedelta(days=3, hours=5))
    later = triage(tmp_path / "shifted", shifted.files())
    assert (causes(later), later["verdict"]) == (causes(usual), usual["verdict"])
    # An unrelated fast host.
    more = triage(tmp_path / "more", replace(bundle, hosts=(*bundle.hosts, "batch01")).files())
    assert causes(more) == causes(usual)
    # Other names.
    text = {name.replace("app0", "node-"): body.replace("app0", "node-") for name, body in files.items()}
    named = [
        (cause, tuple(part.replace("node-", "app0") for part in where))
        for cause, where in causes(triage(tmp_path / "names", text))
    ]
    assert named == causes(usual)


@pytest.mark.parametrize("bundle", sample([FABRIC, ARRAY, QUEUE, DRAIN], 4), ids=lambda _: "")
def test_a_missing_export_never_gives_another_cause(tmp_path: Path, bundle: Bundle):
    files = bundle.files()
    usual = causes(triage(tmp_path / "usual", files))
    for number, name in enumerate(files):
        rest = {other: text for other, text in files.items() if other != name}
        assert set(causes(triage(tmp_path / str(number), rest))) <= set(usual), name


def figures(folder: Path, latency: str) -> str:
    """A configuration with figures of the array, which the estimator needs."""
    rates = {"read_iops": 200_000, "write_iops": 150_000, "read_bandwidth": 6, "write_bandwidth": 3}
    lines = ["estimate:", "  parameters:", *(f"    all_flash.{way}_latency: {latency}" for way in ("read", "write"))]
    lines += [f"    all_flash.{name}: {value}" for name, value in rates.items()]
    path = folder / "figures.yaml"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_a_latency_above_the_estimate_is_not_explained_by_the_load(tmp_path: Path):
    config = figures(tmp_path, "{low: 0.3, typical: 0.4, high: 0.5}")
    read, _ = triage(tmp_path / "san", DRAIN.files(), "--config", config)["predictions"]
    assert read["suspicious"]
    assert read["predicted"]["low"] < 0.54 < read["predicted"]["high"] < read["measured_ms"]


def test_a_fault_scores_less_if_the_load_explains_the_latency(tmp_path: Path):
    config = figures(tmp_path, "{low: 0.3, typical: 3, high: 6}")
    explained = triage(tmp_path / "san", DRAIN.files(), "--config", config)
    assert not any(one["suspicious"] for one in explained["predictions"])
    usual = triage(tmp_path / "usual", DRAIN.files())
    assert usual["predictions"] == []
    assert explained["explanations"][0]["score"] == pytest.approx(usual["explanations"][0]["score"] / 2, abs=0.002)
