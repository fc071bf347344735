"""Hitachi VSP: values of CCI tables and REST answers, volume numbers in both notations, and one SAN from host to volume."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample
from tests.support import intake_of

TABLES = sorted(path.name for path in SAMPLES.glob("hitachi-raidcom-*") if "ldev" not in path.name)
NAA = "naa.60060e8008ab01000050ab010000018d"


def read_with(name: str, text: str, *, file: str = "capture.txt", command: str | None = None) -> ReadResult:
    return read_capture(reader_named(name), Capture(text=text, file=file, owner="vsp1", command=command))


@pytest.mark.parametrize("name", TABLES)
def test_lost_indentation_and_collapsed_blanks_change_nothing(name: str) -> None:
    reader = name.split(".", maxsplit=1)[0]
    flat = re.sub(r"(?m)^[ \t]+", "", re.sub(r"[ \t]+", " ", sample(name)))
    assert harness.best_reader(flat) == reader
    assert harness.facts(harness.read(reader, flat)) == harness.facts(harness.read(reader, sample(name)))


def test_ports_with_several_attributes_are_one_port_without_a_certain_role() -> None:
    assert [
        (p["port_name"], p.get("target_wwpn"), p.get("role"), p.get("speed_gbps"))
        for p in rows("hitachi-raidcom-port.txt", "target_port")
    ] == [
        ("CL1-A", "50060e8008ab0100", "front-end", 16.0),
        ("CL2-A", "50060e8008ab0110", "front-end", None),
        ("CL3-B", "50060e8008ab0121", None, None),
        ("CL5-A", "50060e8008ab0140", "replication", None),
        ("CL6-A", "50060e8008ab0150", "back-end", None),
    ]


def test_logins_of_a_port() -> None:
    assert [
        (row["initiator_wwpn"], row["port_name"], row["logged_in"])
        for row in rows("hitachi-raidcom-port-login.txt", "array_login")
    ] == [("10000000c9000101", "CL1-A", True), ("10000000c9000103", "CL1-A", True)]


def test_host_groups_their_modes_and_options() -> None:
    assert [
        (v["view"], v["initiator_group"], v["port_group"]) for v in rows("hitachi-raidcom-host-grp.txt", "mask_view")
    ] == [
        ("CL1-A-0", "1A-G00", "CL1-A"),
        ("CL1-A-1", "lin31", "CL1-A"),
        ("CL1-A-2", "esx cluster 7", "CL1-A"),
        ("CL2-A-1", "lin31", "CL2-A"),
    ]
    settings = {(s["scope"], s["setting"]): s["value"] for s in rows("hitachi-raidcom-host-grp.txt", "array_setting")}
    assert settings["CL1-A-1", "host mode"] == "LINUX/IRIX"
    assert settings["CL1-A-2", "host mode options"] == "54 63 114"
    assert settings["CL2-A-1", "host mode options"] == "none"


def test_quoted_names_and_numbers_without_a_group() -> None:
    name = "hitachi-raidcom-host-grp.detail.txt"
    assert [v["initiator_group"] for v in rows(name, "mask_view")] == ["1A-G00", "lin31 prod"]
    assert [s["value"] for s in rows(name, "array_setting") if s["setting"] == "host mode options"] == [
        "none",
        "2 22 68",
    ]


def test_initiators_of_host_groups() -> None:
    assert [
        (m["view"], m.get("initiator_wwpn"), m.get("initiator_name"))
        for m in rows("hitachi-raidcom-hba-wwn.txt", "mask_initiator")
    ] == [
        ("CL1-A-1", "10000000c9000101", None),
        ("CL1-A-2", "10000000c9000103", None),
        ("CL2-A-1", "10000000c9000102", None),
        ("CL2-A-2", None, "10000000c9xxxxxx"),
    ]
    (bad,) = rows("hitachi-raidcom-hba-wwn.txt", "bad_value")
    assert (bad["value"], bad["place"], bad["problem"]) == ("10000000c9xxxxxx", "CL2-A-2", "redacted")
    assert [s["value"] for s in rows("hitachi-raidcom-hba-wwn.txt", "array_setting")] == ["lin31_hba0", "lin31 hba1"]


def test_decimal_and_hexadecimal_volume_numbers_are_the_same_volumes() -> None:
    expected = [("397", 0), ("25600", 1)]
    decimal, fx = rows("hitachi-raidcom-lun.txt", "mask_volume"), rows("hitachi-raidcom-lun.fx.txt", "mask_volume")
    assert [(m["volume_name"], m["lun"]) for m in decimal if m["view"] == "CL1-A-1"] == expected
    assert [(m["volume_name"], m["lun"]) for m in fx] == expected


HEADER = "PORT GID HMD LUN NUM LDEV CM Serial# HMO_BITs\n"
AMBIGUOUS = HEADER + "CL1-A 1 LINUX/IRIX 0 1 6400 - 540001\n"


@pytest.mark.parametrize(
    ("text", "file", "command", "volume", "noted"),
    [
        (AMBIGUOUS, "lun.txt", "raidcom get lun -port CL1-A-1 -fx -I1", "25600", False),
        (AMBIGUOUS, "lun.txt", "raidcom get lun -port CL1-A-1 -I1", "6400", False),
        (AMBIGUOUS, "raidcom_get_lun_-fx.txt", None, "25600", False),
        (AMBIGUOUS, "lun.txt", None, "6400", True),
        (AMBIGUOUS + "CL1-A 1 LINUX/IRIX 1 1 64AF - 540001\n", "lun.txt", None, "25600", False),
        (AMBIGUOUS + "CL1-A 1 LINUX/IRIX 1 1 10000 - 540001\n", "lun.txt", None, "6400", False),
    ],
)
def test_notation_of_volume_numbers(text: str, file: str, command: str | None, volume: str, noted: bool) -> None:
    result = read_with("hitachi-raidcom-lun", text, file=file, command=command)
    assert result.observations.rows("mask_volume")[0]["volume_name"] == volume
    assert bool(result.notes) == noted


def test_rows_of_two_arrays_are_two_arrays() -> None:
    text = HEADER + "CL1-A 1 LINUX/IRIX 0 1 10 - 540001\nCL1-A 1 LINUX/IRIX 0 1 10 - 540002\n"
    found = read_with("hitachi-raidcom-lun", text, command="x").observations
    assert [row["storage_array"] for row in found.rows("mask_volume")] == ["540001", "540002"]
    assert [(row["storage_array"], row["serial"]) for row in found.rows("storage_array")] == [
        ("540001", "540001"),
        ("540002", "540002"),
    ]
    owner_in = reader_named("hitachi-raidcom-lun").owner_in
    assert owner_in is not None
    assert (owner_in(text), owner_in(AMBIGUOUS)) == (None, "540001")


def test_volumes_with_size_pool_and_paths() -> None:
    assert rows("hitachi-raidcom-ldev.txt", "storage_volume") == [
        {
            "storage_volume": "397",
            "size_bytes": 41943040 * 512,
            "label": "data 01",
            "operational_status": "NML",
            "provision_type": "thin",
            "pool": "0",
        },
        {
            "storage_volume": "25600",
            "size_bytes": 2097152 * 512,
            "operational_status": "BLK",
            "provision_type": "thick",
            "own_number": True,
        },
    ]
    assert [(m["view"], m["volume_name"], m["lun"]) for m in rows("hitachi-raidcom-ldev.txt", "mask_volume")] == [
        ("CL1-A-1", "397", 0),
        ("CL2-A-1", "397", 0),
    ]
    # A letter in one number shows that all are hexadecimal.
    assert [v["storage_volume"] for v in rows("hitachi-raidcom-ldev.fx.txt", "storage_volume")] == ["25760", "25616"]


def test_a_lost_line_does_not_join_two_volumes() -> None:
    first, second = "LDEV : 1\nVOL_TYPE : OPEN-V\nVOL_Capacity(BLK) : 100\n", "VOL_TYPE : OPEN-V\nSTS : BLK\n"
    found = read_with("hitachi-raidcom-ldev", f"{first}\n{second}", command="x")
    assert [row.get("operational_status") for row in found.observations.rows("storage_volume")] == [None]
    assert found.unread_lines == 1


def test_raidscan_has_the_identity_of_volumes() -> None:
    assert [(v["storage_volume"], v.get("device")) for v in rows("hitachi-raidscan.txt", "storage_volume")] == [
        ("397", NAA),
        ("25600", "naa.60060e8008ab01000050ab0100006400"),
        ("510", None),
    ]


def test_raidscan_without_identities_has_pairs_and_paths() -> None:
    text = sample("hitachi-raidscan.plain.txt")
    result = harness.read("hitachi-raidscan", text)
    assert [(v["storage_volume"], v.get("device")) for v in result.observations.rows("storage_volume")] == [
        ("397", None),
        ("25600", None),
        ("62", None),
    ]
    assert [(c["component"], c["operational_status"]) for c in result.observations.rows("component")] == [
        ("P-VOL 397", "PSUE")
    ]
    # A port without a host group shows no view.
    assert [(m["view"], m["volume_name"], m["lun"]) for m in result.observations.rows("mask_volume")] == [
        ("CL1-A-1", "397", 0),
        ("CL1-A-1", "25600", 1),
    ]
    assert result.unread_lines == 0


def test_parity_groups() -> None:
    groups = rows("hitachi-raidcom-parity-grp.txt", "raid_group")
    assert [(g["raid_group"], g["raid_type"], g["drives"]) for g in groups] == [
        ("1-1", "RAID5", 8),
        ("1-2", "RAID1", 4),
    ]


def test_the_list_of_dynamic_provisioning_pools() -> None:
    """Its columns come in another order, and it has no serial number."""
    assert [
        (p["pool"], p["size_bytes"], p["used_bytes"], p["thin"], p["operational_status"])
        for p in rows("hitachi-raidcom-dp-pool.txt", "pool")
    ] == [
        ("0", 50331648 << 20, (50331648 - 14596096) << 20, True, "POLN"),
        ("12", 5242880 << 20, (5242880 - 104857) << 20, True, "POLF"),
    ]


def test_pools_resource_groups_and_arrays() -> None:
    pools = rows("hitachi-raidcom-pool.txt", "pool")
    assert [(p["pool"], p["label"], p["size_bytes"], p["used_bytes"]) for p in pools] == [
        ("0", "gold pool", 4194304 << 20, 3145728 << 20),
        ("102", "silver", 1048576 << 20, (1048576 - 104857) << 20),
    ]
    (virtual,) = rows("hitachi-raidcom-resource.txt", "array_setting")
    assert (virtual["scope"], virtual["value"]) == ("vsm west", "441234")
    assert [(a["serial"], a["array_version"]) for a in rows("hitachi-raidqry.txt", "storage_array")] == [
        ("540001", "90-05-02/00"),
        ("411002", "88-07-03/00"),
    ]


def test_rest_names_everything_as_cci_does() -> None:
    ports = rows("hitachi-rest.ports.json", "target_port")
    assert [(p["port_name"], p["target_wwpn"], p.get("role"), p.get("speed_gbps")) for p in ports] == [
        ("CL1-A", "50060e8008ab0100", "front-end", 16.0),
        ("CL2-A", "50060e8008ab0110", None, None),
    ]
    assert [(r["initiator_wwpn"], r["logged_in"]) for r in rows("hitachi-rest.ports.json", "array_login")] == [
        ("10000000c9000101", True),
        ("10000000c9000109", False),
    ]
    (volume,) = rows("hitachi-rest.ldev.json", "storage_volume")
    assert (volume["storage_volume"], volume["device"], volume["size_bytes"]) == ("397", NAA, 41943040 * 512)
    assert [(m["view"], m["volume_name"], m["lun"]) for m in rows("hitachi-rest.ldev.json", "mask_volume")] == [
        ("CL1-A-1", "397", 0),
        ("CL2-A-1", "397", 0),
    ]
    assert [m["volume_name"] for m in rows("hitachi-rest.luns.json", "mask_volume")] == ["397"]
    modes = rows("hitachi-rest.host-groups.json", "array_setting")
    assert [(s["scope"], s["value"]) for s in modes if s["setting"] == "host mode"] == [
        ("CL1-A-1", "LINUX/IRIX"),
        ("CL2-A-1", "WIN_EX"),
    ]
    (array,) = harness.read("hitachi-rest-storages", sample("hitachi-rest-storages.json")).observations.rows(
        "storage_array"
    )
    assert (array["storage_array"], array["model"], array["array_version"]) == ("540001", "VSP 5500", "90-05-02/00")


def test_a_number_without_a_volume_is_no_volume() -> None:
    assert [v["storage_volume"] for v in rows("hitachi-rest.ldevs.json", "storage_volume")] == ["0"]
    assert "25601" not in {v["storage_volume"] for v in rows("hitachi-raidcom-ldev.txt", "storage_volume")}


def test_outputs_of_a_script_are_separate_and_the_volumes_of_a_list_are_not() -> None:
    names = ("raidcom-port", "raidcom-host-grp", "raidcom-ldev", "raidcom-lun")
    records = intake_of({"all.txt": "".join(sample(f"hitachi-{name}.txt") for name in names)}).records
    assert [(record.format, record.owner) for record in records] == [(f"hitachi-{name}", "540001") for name in names]


_MULTIPATH = """\
data01 (360060e8008ab01000050ab010000018d) dm-2 HITACHI,OPEN-V
size=20G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  |- 3:0:0:0 sdb 8:16 active ready running
  `- 4:0:0:0 sdc 8:32 active ready running
data02 (360060e8008ab01000050ab0100006400) dm-3 HITACHI,OPEN-V
size=1.0G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
`-+- policy='service-time 0' prio=50 status=active
  `- 3:0:0:1 sdd 8:48 active ready running
"""
_SYSFS = """\
/sys/class/fc_host/host3/port_name:0x10000000c9000101
/sys/class/fc_host/host4/port_name:0x10000000c9000102
/sys/class/fc_remote_ports/rport-3:0-1/port_name:0x50060e8008ab0100
/sys/class/fc_remote_ports/rport-3:0-1/scsi_target_id:0
/sys/class/fc_remote_ports/rport-4:0-1/port_name:0x50060e8008ab0110
/sys/class/fc_remote_ports/rport-4:0-1/scsi_target_id:0
"""


def test_a_host_joins_its_vsp_and_a_missing_path_is_found(tmp_path: Path) -> None:
    """Paths, target ports, the array by serial number, volumes by identity, masking: from host, CCI and REST."""
    (tmp_path / "lin31").mkdir()
    (tmp_path / "lin31" / "multipath_-ll.txt").write_text(_MULTIPATH)
    (tmp_path / "lin31" / "sysfs_fc.txt").write_text(_SYSFS)
    vsp = tmp_path / "vsp"
    vsp.mkdir()
    for name in ("raidcom-port.txt", "raidcom-hba-wwn.txt", "raidcom-lun.txt", "rest.ldev.json", "raidscan.txt"):
        (vsp / name).write_text(sample(f"hitachi-{name}"))
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("PTH001",)))
    assert report.errors == ()
    (finding,) = [found for found in report.findings if found.rule.startswith("PTH001")]
    assert finding.object["host"] == "lin31"
    assert finding.object["volume"] == "naa.60060e8008ab01000050ab0100006400"
    assert "540001" in finding.message


_OTHER = "naa.60060e8008ab01000050ab0100006400"
_ZONES = """\
sw01:admin> cfgactvshow
Effective configuration:
 cfg:   CFG_A
 zone:  Z_LIN31_A
                10:00:00:00:c9:00:01:01
                50:06:0e:80:08:ab:01:00
 zone:  Z_LIN31_B
                10:00:00:00:c9:00:01:02
                50:06:0e:80:08:ab:01:10

"""
_LDEVS = """\
Serial#  : 543777
LDEV : 397
VOL_TYPE : OPEN-V-CVS
VOL_Capacity(BLK) : 41943040
NUM_PORT : 2
PORTs : CL1-A-1 0 lin31 : CL2-A-1 0 lin31
VOL_ATTR : CVS : HDP
STS : NML
RSGID : 0

Serial#  : 543777
LDEV : 25600
VOL_TYPE : OPEN-V-CVS
VOL_Capacity(BLK) : 41943040
NUM_PORT : 2
PORTs : CL1-A-1 1 lin31 : CL2-A-1 1 lin31
VOL_ATTR : CVS : HDP
STS : NML
RSGID : 0

Serial#  : 543777
LDEV : 398
VOL_TYPE : OPEN-V-CVS
VOL_Capacity(BLK) : 41943040
NUM_PORT : 2
PORTs : CL1-A-1 2 lin31 : CL2-A-1 2 lin31
VOL_ATTR : CVS : HDP
STS : NML
RSGID : {group}
"""


@pytest.mark.parametrize(("group", "unseen"), [("0", {f"{NAA[:-1]}e": "lin31 has 0 of the 2"}), ("1", {})])
def test_paths_to_volumes_without_an_identity_in_cci_are_compared_with_masking(
    tmp_path: Path, group: str, unseen: dict[str, str]
) -> None:
    """raidcom get ldev prints no identity: the names on the host contain serial number and volume number."""
    (tmp_path / "lin31").mkdir()
    (tmp_path / "lin31" / "multipath_-ll.txt").write_text(_MULTIPATH)
    (tmp_path / "lin31" / "sysfs_fc.txt").write_text(_SYSFS)
    (tmp_path / "sw01.txt").write_text(_ZONES)
    vsp = tmp_path / "vsp"
    vsp.mkdir()
    for name in ("raidcom-port.txt", "raidcom-hba-wwn.txt"):
        (vsp / name).write_text(sample(f"hitachi-{name}").replace("540001", "543777"))
    (vsp / "ldev.txt").write_text(_LDEVS.format(group=group))
    report = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("PTH019",)))
    assert report.errors == ()
    missing = {finding.object["volume"]: finding.message.split(" paths to ")[0] for finding in report.findings}
    assert missing == {_OTHER: "lin31 has 1 of the 2", **unseen}
