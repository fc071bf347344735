"""workload.yaml: its meaning, its errors with their position, and agreement with the published schema."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from checker import resources
from checker.errors import UsageError
from checker.estimate.workload import fields, mix
from checker.estimate.workload.sources import yaml_file
from checker.estimate.workload.sources.yaml_file import read_workload_yaml
from checker.readers.toolkit.documents.located_yaml import parse

GOOD = """\
sanlint_workload: 1
profiles:
  reports: {read_pct: 95, size: 64K, sequential_pct: 80}
  own:
    hit_pct: 25
    types:
      - {share_pct: 66.7, operation: read, size: 8K}
      - {share_pct: 33.3, operation: write, order: sequential, size: 512B}
loads:
  - {volume: "ora_*", profile: oltp2, iops: 20000}
  - host: [esx01, esx02]
    group: reporting
    profile: reports
    hit_pct: 40
    burst: 4
    burst_cv: 0
    iops_each: 250
  - {host: esx03, read_pct: 70, read_size: 8K, write_size: 1 MiB, random_pct: 100, outstanding: 64, think_ms: 0.5}
  - {volume: '*', profile: own}
"""


def schema() -> Draft202012Validator:
    return Draft202012Validator(json.loads(resources.schema("workload").read_text()))


def test_a_workload_file_is_read_as_written() -> None:
    file = read_workload_yaml(GOOD, "w.yaml")
    oltp, reports, closed, rest = file.loads
    assert (oltp.workload.name, oltp.workload.iops, oltp.spread, oltp.volumes) == (
        "oltp2",
        20000,
        "together",
        ("ora_*",),
    )
    assert [(one.share, one.size_kib) for one in oltp.workload.types] == [(0.65, 8), (0.15, 8), (0.1, 64), (0.1, 64)]
    assert (reports.hosts, reports.groups, reports.spread) == (("esx01", "esx02"), ("reporting",), "each")
    assert (reports.workload.iops, reports.workload.burst, reports.workload.burst_cv) == (250, 4, 0)
    kinds = {(one.read, one.random): (round(one.share, 6), one.hit_share) for one in reports.workload.types}
    assert kinds == {
        (True, True): (0.19, 0.4), (True, False): (0.76, 0.4), (False, True): (0.01, None), (False, False): (0.04, None),
    }  # fmt: skip
    assert (closed.workload.outstanding, closed.workload.iops, closed.workload.think_ms) == (64, None, 0.5)
    assert [(one.read, one.size_kib) for one in closed.workload.types] == [(True, 8), (False, 1024)]
    assert not rest.workload.loaded
    assert [(round(one.share, 3), one.random, one.size_kib, one.hit_share) for one in rest.workload.types] == [
        (0.667, True, 8, 0.25), (0.333, False, 0.5, None),
    ]  # fmt: skip
    assert str(reports.origin) == "w.yaml:11:5"
    assert file.assumptions == ()


def test_an_unstated_io_order_is_reported() -> None:
    file = read_workload_yaml("sanlint_workload: 1\nloads: [{host: a, read_pct: 50, size: 8K, iops: 1}]\n", "w")
    assert file.assumptions == ("I/O is assumed to be random if the workload does not state it",)
    assert all(one.random for one in file.loads[0].workload.types)


LOAD = "sanlint_workload: 1\nloads:\n  - "
BAD = [
    (LOAD + "{vol: x, profile: oltp2, iops: 1}", "w:3:6: unknown key 'vol'; did you mean 'volume'?", True),
    (LOAD + "{volume: x, profile: oltp2, iops: 20k}", "w:3:33: iops: must be a number, not '20k'", True),
    (LOAD + "{volume: x, profile: oltp2, iops: -4}", "w:3:33: iops: IOPS must be at least 0, not -4", True),
    (LOAD + "{volume: x, profile: oltp2, iops: 1.0e+12}", "iops: IOPS must be at most 1,000,000,000", True),
    (LOAD + "{volume: x, profile: oltp2, iops: true}", "iops: must be a number, not true", True),
    (LOAD + "{volume: x, read_pct: 120, size: 8K}", "w:3:17: read_pct: a percentage must be at most 100, not 120", True),
    (LOAD + "{volume: x, read_pct: -1, size: 8K}", "read_pct: a percentage must be at least 0, not -1", True),
    (LOAD + "{volume: x, read_pct: 70, size: 8Q}", "w:3:31: size: unknown unit 'Q'; use B, K (KiB) or M (MiB)", True),
    (LOAD + "{volume: x, read_pct: 70, size: 8}", "size: missing unit, such as 8K (KiB) or 8B (bytes)", True),
    (LOAD + "{volume: x, read_pct: 70, size: 0}", "w:3:31: size: the size of an I/O must be between 1 byte and 1 GiB", True),
    (LOAD + "{volume: x, read_pct: 70, size: 0K}", "size: the size of an I/O must be between 1 byte and 1 GiB", False),
    (LOAD + "{volume: x, read_pct: 70}", "w:3:6: missing size (or read_size), such as 8K", False),
    (LOAD + "{volume: x, size: 8K}", "w:3:6: missing read_pct, the percentage of reads", True),
    (
        LOAD + "{volume: x, read_pct: 70, size: 8K, random_pct: 60, sequential_pct: 60}",
        "w:3:57: sequential_pct: with random_pct it is 120 %, not 100 %",
        False,
    ),
    (LOAD + "{profile: oltp2, iops: 1}", "w:3:6: missing target: give host, volume or group", True),
    (LOAD + "{volume: x}", "w:3:6: missing mix of I/O: give profile, or read_pct and size", True),
    (LOAD + "{volume: x, profile: oltp1}", "w:3:17: profile: oltp1: the VPLEX performance paper names it, but", False),
    (LOAD + "{volume: x, profile: oltp3}", "w:3:17: profile: 'oltp3' not found; did you mean 'oltp2'?", False),
    (LOAD + "{volume: x, profile: oltp2, size: 8K}", "size: already defined by the profile", False),
    (LOAD + "{volume: x, profile: oltp2, iops: 1, outstanding: 2}", "outstanding: iops already states the amount of I/O", True),
    (LOAD + "{volume: x, profile: oltp2, iops: 1, think_ms: 2}", "think_ms: only allowed with outstanding I/O", False),
    (LOAD + "{volume: x, profile: oltp2, burst: 0.5}", "burst: a burst must be at least 1, not 0.5", True),
    (LOAD + "{volume: x, profile: oltp2, burst_cv: 1}", "burst_cv: only allowed with burst", False),
    (LOAD + "{volume: [], profile: oltp2}", "w:3:6: volume: must be a name or a list of at most 100,000 names", True),
    (LOAD + "{volume: [{a: 1}], profile: oltp2}", "volume: must be a name or a list of names, not a mapping", True),
    (LOAD + "5", "w:3:1: each load must be a mapping such as", True),
    (
        LOAD + "volume: x\n    types:\n      - {share_pct: 60, operation: read, size: 8K}\n"
        "      - {share_pct: 30, operation: write, size: 8K}\n",
        "w:4:5: types: share_pct sums to 90 %, not 100 %",
        False,
    ),
    (LOAD + "{volume: x, types: [{share_pct: 100, operation: reed, size: 8K}]}", "must be read or write, not 'reed'", True),
    (LOAD + "{volume: x, types: [{share_pct: 100, size: 8K}]}", "missing operation in this type", True),
    (
        LOAD + "{volume: x, types: [{share_pct: 100, operation: write, size: 8K, hit_pct: 5}]}",
        "hit_pct: only reads have a hit ratio",
        False,
    ),
    ("loads: [{volume: x, profile: oltp2}]", "w:1:1: a workload must begin with sanlint_workload: 1", True),
    ("sanlint_workload: 2\nloads: [{volume: x, profile: oltp2}]", "w:1:1: sanlint_workload: this version of sanlint reads version 1", True),
    ("sanlint_workload: 1\nloads: []", "w:2:1: loads: must be a list of 1 to 200,000 loads", True),
    ("sanlint_workload: 1\nprofiles: {oltp2: {read_pct: 1, size: 8K}}\n" + LOAD[20:] + "{volume: x, profile: oltp2}",
     "w:2:12: oltp2 is a built-in profile; choose another name", False),
    ("sanlint_workload: 1\nprofiles: {p: {}}\n" + LOAD[20:] + "{volume: x, profile: oltp2}", "w:2:12: empty profile", True),
    ("- 1", "w:1:1: a workload must be a mapping", True),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message", "by_schema"), BAD, ids=[message[:50] for _, message, _ in BAD])
def test_mistakes_are_reported_with_their_location(text: str, message: str, by_schema: bool) -> None:
    with pytest.raises(UsageError) as caught:
        read_workload_yaml(text, "w")
    lines = str(caught.value).splitlines()
    assert any(message in line for line in lines), lines
    # One mistake, one message.
    assert len(lines) == 1, lines
    assert schema().is_valid(parse(text)) is not by_schema


@pytest.mark.parametrize(
    "text", ["x: [", "a: 1\na: 2", "!!python/object:os.system x", "\x00", "[" * 1500 + "]" * 1500, ""]
)
def test_what_is_no_yaml_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"^w:([12]| nested)"):
        read_workload_yaml(text, "w")


def test_at_most_ten_problems_are_listed_and_the_rest_counted() -> None:
    text = "sanlint_workload: 1\nloads:\n" + "  - {volume: x, profil: oltp2}\n" * 30
    with pytest.raises(UsageError) as caught:
        read_workload_yaml(text, "w")
    lines = str(caught.value).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "and 20 more"


def test_the_schema_knows_the_same_keys() -> None:
    assert schema().is_valid(parse(GOOD))
    document = json.loads(resources.schema("workload").read_text())
    definitions = document["$defs"]
    assert set(document["properties"]) == set(yaml_file.TOP)
    assert set(definitions["load"]["properties"]) == set(yaml_file.LOAD)
    assert set(definitions["profile"]["properties"]) == set(mix.MIX)
    assert set(definitions["type"]["properties"]) == set(mix.TYPE)
    assert definitions["load"]["properties"]["iops"]["maximum"] == fields.MOST_IOPS
    assert definitions["load"]["properties"]["outstanding"]["maximum"] == fields.MOST_OUTSTANDING
    assert definitions["load"]["properties"]["burst"]["maximum"] == fields.MOST_BURST
    assert definitions["load"]["properties"]["burst_cv"]["maximum"] == fields.MOST_BURST_CV
    assert document["properties"]["loads"]["maxItems"] == yaml_file.MOST_LOADS


def test_values_that_are_probably_not_meant_are_noted() -> None:
    text = LOAD + "{volume: x, read_pct: 0.7, size: 8K, iops: 0}"
    notes = read_workload_yaml(text, "w").notes
    assert len(notes) == 2
    assert any("read_pct: 0.7 is 0.7 %; write 70 if 70 % is meant" in note for note in notes)
    assert any("iops: 0 is no load" in note for note in notes)
    assert all(note.startswith("w:3:") for note in notes)
