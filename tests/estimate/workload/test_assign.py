"""Loads matched with hosts and volumes: names, globs, groups, sharing, and unknown names."""

from __future__ import annotations

import pytest

from checker.errors import UsageError
from checker.estimate.workload.assign import assign
from checker.estimate.workload.mix_of_io import IoType, Workload
from checker.estimate.workload.model import Assignment, HostVolume, Load, LoadFile, Origin
from checker.estimate.workload.names import host_volumes
from checker.estimate.workload.sources.yaml_file import read_workload_yaml
from fixtures.generate.sans.inventories import VOL1, VOL2, small_san
from tests.support import store_of

PAIRS = [
    HostVolume("esx01", "naa.1", ("esx01.example.net",), ("ora_data", "sdb"), ("prod", "cg1")),
    HostVolume("esx01", "naa.2", ("esx01.example.net",), ("ora_redo", "sdc"), ("prod",)),
    HostVolume("esx02", "naa.1", (), ("ora_data", "sdc"), ("prod", "cg1")),
    HostVolume("db1", "naa.3", (), ("Files", "mpatha", "/dev/mapper/mpatha"), ()),
]


def loads(*lines: str) -> Assignment:
    text = "sanlint_workload: 1\nloads:\n" + "".join(f"  - {{{line}, profile: oltp2}}\n" for line in lines)
    return assign(read_workload_yaml(text, "w"), PAIRS)


def iops(found: Assignment) -> dict[tuple[str, str], float | None]:
    return {pair: one.workload.iops for pair, one in found.loads.items()}


def test_all_together_have_equal_parts() -> None:
    found = iops(loads("group: prod, iops: 900"))
    assert found == {("esx01", "naa.1"): 300, ("esx01", "naa.2"): 300, ("esx02", "naa.1"): 300}


def test_each_volume_has_its_load_even_when_shared() -> None:
    found = iops(loads("volume: 'ora_*', iops_each: 100"))
    assert found == {("esx01", "naa.1"): 50, ("esx02", "naa.1"): 50, ("esx01", "naa.2"): 100}
    closed = loads("volume: ora_data, outstanding_each: 32").loads
    assert {one.workload.outstanding for one in closed.values()} == {16}


def test_the_first_matching_entry_wins() -> None:
    found = loads("volume: ora_redo, iops: 7", "host: 'ESX*', iops: 100", "volume: '*', iops_each: 5")
    assert iops(found) == {
        ("esx01", "naa.2"): 7, ("esx01", "naa.1"): 50, ("esx02", "naa.1"): 50, ("db1", "naa.3"): 5,
    }  # fmt: skip
    assert found.loads["db1", "naa.3"].load.origin.line == 5


@pytest.mark.parametrize(
    "name", ["NAA.3", "files", "mpatha", "/dev/mapper/mpatha", "/dev/mpatha", "f[a-k]les", "?iles"]
)
def test_a_volume_is_known_by_all_of_its_names(name: str) -> None:
    assert list(iops(loads(f"volume: '{name}', iops: 1"))) == [("db1", "naa.3")]


def test_hosts_are_known_by_their_aliases() -> None:
    assert len(iops(loads("host: esx01.example.net, volume: '*', iops: 1"))) == 2


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("volume: ora_dta", "w:3:6: volume ora_dta not found; did you mean ora_data?"),
        ("host: esx03", "w:3:6: host esx03 not found; did you mean esx0"),
        ("group: zzz", "w:3:6: group zzz not found; known: cg1, prod"),
        ("volume: zzz", "w:3:6: volume zzz not found; known: files, mpatha, ora_data and 7 more"),
        ("host: db1, volume: ora_data", "no volume matches all of: host db1, volume ora_data; each of them exists"),
        ("volume: 'x*'", "volume x* not found"),
    ],
)
def test_a_volume_that_does_not_exist_is_wrong(line: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        loads(f"{line}, iops: 1")
    assert message in str(caught.value)


def test_a_load_fully_shadowed_by_earlier_ones_is_an_error() -> None:
    with pytest.raises(UsageError) as caught:
        loads("host: esx01, iops: 1", "volume: ora_redo, iops: 2")
    assert "w:4:6: all matching volumes already have a load, such as naa.2 of esx01 by line 3" in str(caught.value)


def test_names_come_from_the_model() -> None:
    tag = f"tags:\n  - {{about_kind: device, about_key: {VOL1}, tag: gold}}\n"
    store = store_of({"san.yaml": small_san(tag)})
    found = {(one.host, one.volume): one for one in host_volumes(store)}
    store.close()
    assert set(found) == {("h1", VOL1), ("h1", VOL2), ("h2", VOL2)}
    assert found["h1", VOL1].names == ("data1",)
    assert set(found["h1", VOL1].groups) == {"mv_h1", "vmax", "gold"}
    assert found["h2", VOL2].names == ("data2",)


def measured(array: str, *names: str, pairs: list[HostVolume], arrays: tuple[str, ...]) -> Assignment:
    workload = Workload("w", (IoType(1.0, True, 8.0, True, None),), iops=100.0)
    load = Load(workload, Origin("m", 1), volumes=names, spread="together", measured=True, storage_array=array)
    other = Load(workload, Origin("m", 2), volumes=("naa.9",), spread="together", measured=True)
    return assign(LoadFile("m", (load, other)), [*pairs, HostVolume("h9", "naa.9")], arrays)


@pytest.mark.parametrize(
    ("array", "names", "arrays", "found", "note"),
    [
        ("Box2", ("v1",), ("box1", "box2"), ["naa.2"], None),
        ("box3", ("v1",), ("box1", "box2", "box3"), [], "m:1: v1 of box3 not found; another array has a volume or group of that name"),
        ("elsewhere", ("v1",), ("box1", "box2"), [], "m:1: v1 of elsewhere not found; another array has a volume or group of that name"),
        ("elsewhere", ("v2",), ("box1", "box2"), ["naa.3"], "loads measured by elsewhere, which no export names otherwise, are taken for those of volumes of the same names on box2"),
        ("", ("v2",), ("box1", "box2"), ["naa.3"], None),
        ("box2", ("naa.1", "v1"), ("box1", "box2"), ["naa.1"], None),
    ],
)  # fmt: skip
def test_what_an_array_measured_is_of_its_own_volumes(
    array: str, names: tuple[str, ...], arrays: tuple[str, ...], found: list[str], note: str | None
) -> None:
    pairs = [
        HostVolume("h1", "naa.1", names=("v1",), given=(("v1", "box1"),)),
        HostVolume("h1", "naa.2", names=("v1",), given=(("v1", "box2"),)),
        HostVolume("h1", "naa.3", names=("v2",), given=(("v2", "box2"),)),
    ]
    done = measured(array, *names, pairs=pairs, arrays=arrays)
    assert [volume for _, volume in done.loads if volume != "naa.9"] == found
    assert done.notes == (() if note is None else (note,))
