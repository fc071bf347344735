"""Hosts that print only the mean of reads and writes behind a VPLEX, which states latencies of both but not how many there are of each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.verdicts import causes, segments, triage
from tests.triage.vplex.bundle import Parts, VplexBundle
from tests.triage.vplex.test_explanations import ARRAY, AT_ARRAY, AT_WAN, BACK, HOT, WAN

READS = 0.6
AT_B = "director vplex7 director-1-1-B"


def with_solaris(bundle: VplexBundle, *hosts: str) -> dict[str, str]:
    """The exports of a bundle in which these hosts are Solaris and print ``iostat -xn -T d``."""
    found = bundle.files()
    for host in hosts:
        del found[f"{host}/esxtop.csv"]
        found["san.yaml"] = found["san.yaml"].replace(
            f"  {host}:\n    platform: esxi", f"  {host}:\n    platform: solaris"
        )
        lines = []
        for number, at in bundle._times():
            lines += [
                at.strftime("%a %b %d %H:%M:%S UTC %Y"),
                "                    extended device statistics",
                "    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device",
            ]
            both = [bundle.parts(host, director, number) for director in bundle.directors(host)]
            iops, queue, fabric = (sum(getattr(one, name) for one in both) / 2 for name in ("iops", "host", "fabric"))
            for _, device, _, far in bundle.volumes(host):
                read, write = (sum(one.front(read=way, distributed=far) for one in both) / 2 for way in (True, False))
                below = fabric + READS * read + (1 - READS) * write
                reads, writes = iops * READS, iops * (1 - READS)
                lines.append(
                    f"{reads:.1f} {writes:.1f} {reads * 8:.1f} {writes * 8:.1f} 0.0 {iops * below / 1000:.1f} {queue:.2f} {below:.2f} 0 40 c0t{device.upper()}d0"
                )
        found[f"{host}/iostat.txt"] = "\n".join(lines) + "\n"
    return found


CASES = {
    "the array is slow": (ARRAY, AT_ARRAY), "the round trip is longer": (WAN, AT_WAN), "one director is busy": (HOT, [("TRI007", (AT_B,))]),
    "one director reaches the array slowly": (BACK, [("TRI008", (AT_B, "storage_array pure1"))]),
}  # fmt: skip


@pytest.mark.parametrize("hosts", [("esx11", "esx12", "esx13"), ("esx12",)], ids=["all hosts", "one of three"])
@pytest.mark.parametrize("name", CASES)
def test_verdicts(tmp_path: Path, name: str, hosts: tuple[str, ...]):
    bundle, expected = CASES[name]
    document = triage(tmp_path, with_solaris(bundle, *hosts))
    assert (document["verdict"], causes(document)) == ("ranked", expected)


def test_the_segments_are_those_of_the_model(tmp_path: Path):
    document = triage(tmp_path, with_solaris(WAN, *WAN.hosts))
    assert segments(document) == {("S1",), ("S2",), ("S3",), ("S4",), ("S5",), ("S6",)}
    measured = {one["segments"][0]: one["measured_ms"] for one in document["segments"]}
    usual = Parts()
    asking = READS * (1 - usual.hits) + 1 - READS
    expected = {
        "S1": usual.host, "S2": usual.fabric, "S3": usual.vplex, "S4": asking * usual.back, "S5": asking * usual.array,
        "S6": (1 - READS) * 8.0,
    }  # fmt: skip
    for name, ms in expected.items():
        assert measured[name] == pytest.approx(ms, rel=0.1, abs=0.03), name
    assert "distributed I/Os take" in " ".join(one["text"] for one in document["explanations"][0]["for"])


def test_nothing_is_split_without_cache_hits(tmp_path: Path):
    document = triage(tmp_path, with_solaris(replace(ARRAY, leave_out=("hits",)), *ARRAY.hosts))
    assert (document["verdict"], causes(document)) == ("undecided", [])
    assert ("S3", "S4", "S5") in segments(document)
