"""Dot Hill arrays (HPE MSA, Dell ME, Lenovo DS): text, XML and JSON state the same, and join the paths of a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.readers.dothill.parts import ports_of
from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample

DEVICE = "naa.600c0ff0000000a1d1e2f35a01000000"


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("dothill-*")), ids=lambda path: path.name)
def test_samples_are_recognised_and_robust(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = path.name.split(".", maxsplit=1)[0]
    assert harness.best_reader(text) == name
    for seed in range(4):
        harness.assert_robust(name, text, seed)


@pytest.mark.parametrize("name", ["dothill-ports.txt", "dothill-xml.xml"])
def test_fc_ports_with_controller_state_and_speed(name: str) -> None:
    ports = rows(name, "target_port")
    assert ports[0] == {
        "target_wwpn": "207000c0ff0000a1",
        "director": "A",
        "port": "1",
        "port_name": "A1",
        "role": "front-end",
        "health_state": "OK",
        "port_state": "up",
        "protocol": "fc",
        "speed_gbps": 16.0,
    }
    assert {port["port_name"]: port["port_state"] for port in ports}.items() >= {("A1", "up")}
    assert all("iqn" not in str(port.get("target_wwpn")) for port in ports)


def test_the_medium_of_a_port_states_its_topology() -> None:
    text = harness.sample("dothill-ports.txt").replace("B1     FC(P)", "B1     FC(L)")
    found = harness.read("dothill-ports", text, owner="a1").observations.rows("array_setting")
    assert [(row["scope"], row["setting"], row["value"]) for row in found] == [
        ("A1", "topology", "point-to-point"),
        ("B1", "topology", "loop"),
    ]


def test_rows_wrap_as_the_header_does() -> None:
    one, two = rows("dothill-ports.wrapped.txt", "target_port")
    assert (one["target_wwpn"], one["port_state"]) == ("207000c0ff0000a1", "up")
    assert (two["target_wwpn"], two["port_state"]) == ("247000c0ff0000a1", "disconnected")
    volumes = rows("dothill-volumes.vdisk.txt", "storage_volume")
    assert [(row["storage_volume"], row["device"], row["health_state"]) for row in volumes] == [
        ("vol01", DEVICE, "OK"),
        ("vol02", "naa.600c0ff0000000a1d2e2f35a01000000", "OK"),
    ]


@pytest.mark.parametrize("name", ["dothill-maps.txt", "dothill-xml.maps.xml", "dothill-json.maps.json"])
def test_mappings_name_volume_lun_and_ports(name: str) -> None:
    volumes = [row for row in rows(name, "mask_volume") if row["volume_name"] == "vol01"]
    # The serial number of a volume contains the digits of its NAA name.
    assert volumes == [{"view": "db01.*", "volume_name": "vol01", "device": DEVICE, "lun": 1}]
    ports = {row["port_name"] for row in rows(name, "mask_port") if row["view"] == "db01.*"}
    assert ports == {"A1", "B1", "A2", "B2"}
    assert "all other initiators" not in {row["view"] for row in rows(name, "mask_view")}


@pytest.mark.parametrize("name", ["dothill-maps.txt", "dothill-xml.maps.xml", "dothill-json.maps.json"])
def test_mappings_identify_the_volumes_that_the_list_of_volumes_names(name: str) -> None:
    assert {"storage_volume": "vol01", "device": DEVICE} in rows(name, "storage_volume")


def test_a_view_whose_volumes_have_different_ports_has_none() -> None:
    text = sample("dothill-maps.txt").replace("   1,2    2 ", "   1      2 ")
    found = rows("dothill-maps.txt", "mask_port", text)
    assert {row["view"] for row in found} == {"backup-1"}


def test_ports_by_number_and_by_name() -> None:
    assert ports_of("1,2") == ["A1", "B1", "A2", "B2"]
    assert ports_of("A1,B2") == ["A1", "B2"]
    assert ports_of("") == []


@pytest.mark.parametrize("name", ["dothill-host-groups.txt", "dothill-xml.maps.xml", "dothill-json.maps.json"])
def test_initiators_belong_to_their_host_and_its_group(name: str) -> None:
    views = {row["view"] for row in rows(name, "mask_initiator") if row["initiator_wwpn"] == "2100000000c10001"}
    assert views == {"db01.*", "cluster1.*.*"}
    hosts = {row["initiator_wwpn"]: row.get("host") for row in rows(name, "registered_initiator")}
    assert hosts.pop("2100000000c10001") == "db01"
    # "-nohost-" is no host, and not a member of the group printed above it.
    assert {host for wwpn, host in hosts.items() if wwpn != "2100000000c10002"} <= {None}
    loose = [
        row for row in rows(name, "mask_initiator") if row["initiator_wwpn"] in ("2100000000c10003", "2100000000c10007")
    ]
    assert loose == []


def test_initiators_of_fibre_channel_only() -> None:
    found = rows("dothill-initiators.txt", "registered_initiator")
    assert [row["initiator_wwpn"][-1] for row in found] == ["1", "2", "3"]  # type: ignore[index]
    assert len(rows("dothill-initiators.hosts.txt", "registered_initiator")) == 2


def test_volumes_with_exact_size_and_owners() -> None:
    base, snapshot = rows("dothill-json.json", "storage_volume")
    assert (base["device"], base["size_bytes"], base["pool"]) == (DEVICE, 195305472 * 512, "A")
    assert (base["default_owner"], base["current_owner"]) == ("A", "B")
    assert snapshot["replication_role"] == "snapshot"
    # Tables print rounded sizes.
    assert [row.get("size_bytes") for row in rows("dothill-volumes.txt", "storage_volume")] == [None, None]


def test_system_controllers_versions_pools_and_disks() -> None:
    system, _ = rows("dothill-system.txt", "storage_array")
    assert (system["serial"], system["model"], system["vendor"]) == ("00C0FF0000A1", "MSA 2050 SAN", "HPE")
    a, b = rows("dothill-controllers.txt", "director")
    assert (a["director"], a["operational_status"], b["operational_status"]) == ("A", "Operational", "Down")
    assert a["cache_bytes"] == 4096 << 20
    assert rows("dothill-versions.txt", "storage_array")[0]["array_version"] == "VL270R001"
    (pool,) = rows("dothill-json.maps.json", "pool")
    assert (pool["thin"], pool["used_bytes"] / pool["size_bytes"]) == (True, 0.5)  # type: ignore[operator]
    assert [row["health_state"] for row in rows("dothill-disks.txt", "component")] == ["OK", "Fault"]


def test_an_error_answer_is_noted() -> None:
    text = '{"status": [{"object-name": "status", "meta": "/meta/status", "response-type": "Error", "response": "Invalid sessionkey"}]}'
    result = harness.read("dothill-json", text)
    assert [note.text for note in result.notes] == ["the array returned an error: Invalid sessionkey"]


_PATHS = """fc.2000000000c10001:2100000000c10001-fc.208000c0ff0000a1:{target}-{device}
   UID: fc.2000000000c10001:2100000000c10001-fc.208000c0ff0000a1:{target}-{device}
   Runtime Name: {name}
   Device: {device}
   Device Display Name: HPE Fibre Channel Disk ({device})
   Adapter: vmhba3
   Channel: 0
   Target: {number}
   LUN: 1
   Plugin: NMP
   State: active
   Transport: fc
   Adapter Identifier: fc.2000000000c10001:2100000000c10001
   Target Identifier: fc.208000c0ff0000a1:{target}
   Adapter Transport Details: WWNN: 20:00:00:00:00:c1:00:01 WWPN: 21:00:00:00:00:c1:00:01
   Target Transport Details: WWNN: 20:80:00:c0:ff:00:00:a1 WWPN: {shown}
   Maximum IO Size: 33553920

"""


def _host(folder: Path, targets: list[str]) -> None:
    text = "".join(
        _PATHS.format(
            target=target, device=DEVICE, name=f"vmhba3:C0:T{number}:L1", number=number,
            shown=":".join(target[i : i + 2] for i in range(0, 16, 2)),
        )
        for number, target in enumerate(targets)
    )  # fmt: skip
    (folder / "db01").mkdir()
    (folder / "db01" / "esxcli_storage_core_path_list.txt").write_text(text, encoding="utf-8")
    (folder / "db01" / "esxcli_storage_core_device_list.txt").write_text(
        f"{DEVICE}\n   Display Name: HPE Fibre Channel Disk ({DEVICE})\n   Has Settable Display Name: true\n   Size: 95367\n"
        f"   Device Type: Direct-Access\n   Multipath Plugin: NMP\n   Devfs Path: /vmfs/devices/disks/{DEVICE}\n   Vendor: HPE\n"
        "   Model: MSA 2050 SAN\n   Revision: V270\n   SCSI Level: 6\n   Status: degraded\n   Is Local: false\n   Is SSD: false\n",
        encoding="utf-8",
    )


def _findings(folder: Path, targets: list[str], files: dict[str, str]) -> list[dict[str, object]]:
    _host(folder, targets)
    (folder / "msa01").mkdir()
    for name, text in files.items():
        (folder / "msa01" / name).write_text(text, encoding="utf-8")
    report = audit([str(folder)], Options(isolated=True, jobs=1, select=("PTH007",)))
    assert report.errors == ()
    return [{**finding.object, **finding.evidence} for finding in report.findings if finding.rule.startswith("PTH007")]


@pytest.mark.parametrize("layout", ["text", "xml"])
def test_paths_of_a_host_end_at_one_controller_of_the_array(layout: str, tmp_path: Path) -> None:
    files = (
        {f"show_{name}.txt": sample(f"dothill-{name}.txt") for name in ("ports", "maps", "host-groups", "system")}
        if layout == "text"
        else {f"show_{name}.xml": sample(f"dothill-xml{part}") for name, part in (("ports", ".xml"), ("maps", ".maps.xml"), ("system", ".system.xml"))}
    )  # fmt: skip
    (found,) = _findings(
        tmp_path, ["207000c0ff0000a1", "217000c0ff0000a1"] if layout == "text" else ["207000c0ff0000a1"] * 1, files
    )
    assert (found["host"], found["controller_names"], found["storage_array"]) == ("db01", ["A"], "msa01")


def test_paths_to_both_controllers_are_fine(tmp_path: Path) -> None:
    files = {f"show_{name}.txt": sample(f"dothill-{name}.txt") for name in ("ports", "maps", "host-groups", "system")}
    assert _findings(tmp_path, ["207000c0ff0000a1", "247000c0ff0000a1"], files) == []


def test_captures_of_both_controllers_are_one_array(tmp_path: Path) -> None:
    for name, files in (("msa01-a", ("ports", "host-groups")), ("msa01-b", ("ports", "maps", "controllers"))):
        (tmp_path / name).mkdir()
        for file in files:
            (tmp_path / name / f"show_{file}.txt").write_text(sample(f"dothill-{file}.txt"), encoding="utf-8")
    (found,) = _findings(tmp_path, ["207000c0ff0000a1"], {})
    assert (found["controller_names"], found["storage_array"]) == (["A"], "msa01-a")


def test_the_greeting_states_the_firmware() -> None:
    (array,) = rows("dothill-greeting.txt", "storage_array")
    assert array["array_version"] == "IN210R004"


def test_a_volume_that_is_mapped_to_some_initiators_only() -> None:
    text = """\
Volume View [Serial Number (00c0ff1111110000bbbb000001000000) Name (vol01) ] Mapping:
 Ports  LUN  Access      Identifier        Nickname   Profile
 ------------------------------------------------------------
 1,2    3    read-write  10000000c9aa0001  esx01_p1   Standard
             not-mapped  all other initiators         Standard
"""
    result = harness.read("dothill-maps", text)
    assert [row["view"] for row in result.observations.rows("mask_view")] == ["esx01_p1"]
    assert result.unread_lines == 0
