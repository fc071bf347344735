"""sanlun: LUNs of ONTAP and E-Series with their paths on every operating system, and FC adapters."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample

SAMPLE = "sanlun-lun-show"


def paths(name: str) -> list[tuple[object, ...]]:
    keys = ("device", "path_name", "hctl", "hba", "target", "lun", "state", "optimised")
    return [tuple(p.get(key) for key in keys) for p in rows(name, "path")]


def test_paths_on_linux_with_states_of_the_map_and_of_the_host() -> None:
    lun = "naa.600a098038300000000000000000a001"
    assert paths(f"{SAMPLE}.txt") == [
        (lun, "sdq", "15:0:5:7", "host15", "15:0:5", 7, "active", True),
        (lun, "sds", "16:0:5:7", "host16", "16:0:5", 7, "dead", True),
        (lun, "sdt", "15:0:4:7", "host15", "15:0:4", 7, "active", False),
        (lun, "sdu", "16:0:4:7", "host16", "16:0:4", 7, "active", False),
    ]
    (device,) = rows(f"{SAMPLE}.txt", "device")
    assert (device["alias"], device["policy"], device["multipath_owner"]) == (
        "mpathr",
        "service-time 0",
        "dm-multipath",
    )
    assert device["multipath_features"] == "3 queue_if_no_path pg_init_retries 50"


def test_earlier_releases_and_the_owner_of_a_volume_of_e_series() -> None:
    ontap, santricity = "naa.600a098038300000000000000000a002", "naa.60080e50000000010000000000000e02"
    assert paths(f"{SAMPLE}.old.txt") == [
        (ontap, "sda", None, "host0", "lif_1", 0, "active", True),
        (ontap, "sdb", None, "host1", "lif_2", 0, "active", False),
        (santricity, "sdcx", None, "host14", "A1", 16, "active", False),
        (santricity, "sdbv", None, "host13", "B1", 16, "active", True),
    ]
    assert [
        (d.get("vendor"), d.get("default_owner"), d.get("current_owner")) for d in rows(f"{SAMPLE}.old.txt", "device")
    ] == [
        ("NETAPP", None, None),
        (None, "Controller in Slot A", "Controller in Slot B"),
    ]


def test_aix_hp_ux_and_solaris() -> None:
    assert paths(f"{SAMPLE}.unix.txt") == [
        ("block:hdisk9", "0", None, "fcs0", "3b", 3, "active", False),
        ("block:hdisk9", "1", None, "fcs1", "3a", 3, "active", True),
    ]
    assert paths(f"{SAMPLE}.hpux.txt") == [
        ("block:disk718", "c37t6d7", None, "fclp0", "lif_7", 5, "active", True),
        ("block:disk718", "c22t6d7", None, "fclp1", "lif_8", 5, "active", False),
    ]
    assert paths(f"{SAMPLE}.solaris.txt") == []
    platforms = [rows(f"{SAMPLE}.{name}.txt", "host")[0]["platform"] for name in ("unix", "hpux", "solaris")]
    assert platforms == ["aix", "hpux", "solaris"]
    (device,) = rows(f"{SAMPLE}.solaris.txt", "device")
    assert device["device"] == "naa.600a098038300000000000000000b001"


def test_a_cut_path_is_noticed_and_a_disk_of_an_unknown_form_is_reported() -> None:
    text = sample(f"{SAMPLE}.txt")
    result = harness.read(SAMPLE, text[: text.index("16:0:4:7")])
    assert (result.ends_inside_record, len(list(result.observations.rows("path")))) == (True, 3)
    result = harness.read(SAMPLE, text.replace("mpathr(3600a098038300000000000000000a001)", "unknown"))
    assert [row["value"] for row in result.observations.rows("bad_value")] == ["unknown"]


def test_paths_of_multipath_are_the_same_paths(tmp_path: Path) -> None:
    (tmp_path / "db1").mkdir()
    (tmp_path / "db1" / "sanlun.txt").write_text(sample(f"{SAMPLE}.txt"))
    (tmp_path / "db1" / "multipath.txt").write_text("""\
mpathr (3600a098038300000000000000000a001) dm-4 NETAPP,LUN C-Mode
size=150G features='3 queue_if_no_path pg_init_retries 50' hwhandler='1 alua' wp=rw
|-+- policy='service-time 0' prio=50 status=active
| |- 15:0:5:7 sdq 65:0  active ready running
| `- 16:0:5:7 sds 65:32 failed faulty running
`-+- policy='service-time 0' prio=10 status=enabled
  |- 15:0:4:7 sdt 65:48 active ready running
  `- 16:0:4:7 sdu 65:64 active ready running
""")
    report = audit([str(tmp_path)], Options(jobs=1))
    assert [(one.rule, one.message) for one in report.findings] == [
        (
            "PTH014",
            "db1: the path from host16 to target 16:0:5 is dead for naa.600a098038300000000000000000a001 (sds)",
        )
    ]


def test_adapters() -> None:
    keys = (
        "hba",
        "initiator_wwpn",
        "port_state",
        "speed_gbps",
        "max_speed_gbps",
        "driver",
        "driver_version",
        "firmware_version",
    )
    assert [tuple(a.get(key) for key in keys) for a in rows("sanlun-fcp-show-adapter.txt", "initiator")] == [
        ("host15", "10000090fa000001", "online", 16.0, 16.0, "lpfc", "12.8.0.5", "12.8.340.8"),
        ("host16", "10000090fa000002", "linkdown", None, 16.0, "lpfc", "12.8.0.5", None),
    ]
