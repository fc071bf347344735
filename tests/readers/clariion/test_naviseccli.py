"""naviseccli of CLARiiON and VNX: values of synthetic and outside captures, damage, and an audit of one array's exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import corpus_rows, rows, sample, single_controller

LUN_12 = "naa.6006016012603d000000000000000012"
READERS = [
    "getagent",
    "domain-list",
    "arrayname",
    "ndu-list",
    "getsp",
    "getcontrol",
    "getcache",
    "networkadmin",
    "port-list",
    "connection-getport",
    "lun-list",
    "getlun",
    "storagegroup-list",
    "getdisk",
    "getrg",
    "storagepool-list",
    "getcrus",
    "faults-list",
    "ioportconfig",
    "getall",
]


@pytest.mark.parametrize("name", READERS)
def test_damaged_input_breaks_nothing(name: str) -> None:
    text = sample(f"clariion-{name}.txt")
    assert harness.best_reader(text) == f"clariion-{name}"
    for seed in range(4):
        harness.assert_robust(f"clariion-{name}", text, seed)


@pytest.mark.parametrize("name", READERS)
def test_indentation_and_runs_of_blanks_are_no_part_of_the_format(name: str) -> None:
    text = sample(f"clariion-{name}.txt")
    flat = "\n".join(line.strip() for line in text.split("\n"))
    read = harness.read(f"clariion-{name}", flat)
    assert harness.facts(read) == harness.facts(harness.read(f"clariion-{name}", text))
    assert harness.best_reader(flat) == f"clariion-{name}"


def test_agent_names_array_and_processor() -> None:
    assert rows("clariion-getagent.txt", "storage_array") == [
        {
            "serial": "APM00150000001",
            "vendor": "EMC",
            "family": "clariion",
            "model": "VNX5600",
            "array_version": "05.33.008.3.297",
        }
    ]
    assert rows("clariion-getagent.txt", "director") == [
        {"director": "SP A", "letter": "A", "version": "05.33.008.3.297"}
    ]


def test_operating_environment_among_the_packages() -> None:
    assert rows("clariion-ndu-list.txt", "storage_array")[0]["array_version"] == "05.33.008.3.297"


@pytest.mark.parametrize("name", ["clariion-getcontrol.txt", "clariion-getcache.txt"])
def test_write_cache_is_off(name: str) -> None:
    settings = {(row["scope"], row["setting"]): row["value"] for row in rows(name, "array_setting")}
    assert settings[("", "SP Write Cache State")] == "Disabled"
    assert settings[("", "SP Read Cache State")] == "Enabled"


def test_cache_states_of_each_processor_and_watermarks() -> None:
    settings = {(row["scope"], row["setting"]): row["value"] for row in rows("clariion-getcache.txt", "array_setting")}
    assert settings[("SP B", "SP Write Cache State")] == "Disabled"
    assert settings[("", "High watermark")] == "80"
    assert settings[("", "Write cache mirrored")] == "YES"


def test_ports_and_logins() -> None:
    ports = rows("clariion-port-list.txt", "target_port")
    assert ports[0] == {
        "target_wwpn": "5006016008600001",
        "wwnn": "5006016088600001",
        "director": "SP A",
        "port": "0",
        "port_name": "A-0",
        "role": "front-end",
        "port_state": "up",
        "operational_status": "online",
        "enabled": True,
        "protocol": "fc",
        "speed_gbps": 8.0,
        "max_speed_gbps": 8.0,
        "fcid": "010300",
    }
    assert (ports[2]["port_state"], ports[2]["enabled"], ports[2].get("fcid")) == ("down", False, None)
    assert [
        (r["initiator_wwpn"], r.get("target_wwpn"), r["port_name"], r["logged_in"])
        for r in rows("clariion-port-list.txt", "array_login")
    ] == [
        ("10000000c9000001", "5006016008600001", "A-0", True),
        ("10000000c9000001", "5006016808600001", "B-0", False),
        ("10000000c9000002", "5006016108600001", "A-1", True),
        ("10000000c9000002", None, "B-1", False),
    ]
    assert rows("clariion-port-list.txt", "registered_initiator")[0] == {
        "initiator_wwpn": "10000000c9000001",
        "wwnn": "20000000c9000001",
        "host": "esx01",
        "initiator_type": "3",
        "registered": True,
    }
    assert rows("clariion-port-list.txt", "port_load")[0] == {
        "about_kind": "target_port",
        "about_key": "5006016008600001",
        "metric": "queue_full_count",
        "value": 12.0,
    }


def test_failover_mode_is_a_setting_of_the_initiator() -> None:
    text = sample("clariion-port-list.txt").replace(
        "Initiator Type:           3", "Initiator Type:  3\nFailover mode:  1", 1
    )
    assert rows("clariion-port-list.txt", "array_setting", text) == [
        {"scope": "10000000c9000001 A-0", "setting": "failover mode", "value": "1"}
    ]


def test_redacted_initiator_is_kept_as_bad_value() -> None:
    text = sample("clariion-port-list.txt").replace("10:00:00:00:C9:00:00:02", "10:xx:xx:xx:C9:00:00:02")
    assert [row["problem"] for row in rows("clariion-port-list.txt", "bad_value", text)] == ["redacted"]


def test_trespassed_lun() -> None:
    volume, other = rows("clariion-lun-list.txt", "storage_volume")
    assert volume == {
        "device": LUN_12,
        "storage_volume": "12",
        "label": "oradata_12",
        "size_bytes": 20971520 * 512,
        "provision_type": "thin",
        "operational_status": "Ready",
        "health_state": "ok",
        "pool": "Pool 1",
        "current_owner": "SP B",
        "default_owner": "SP A",
    }
    assert (other["label"], other["health_state"], other["provision_type"]) == ("oralog 13", "faulted", "thick")


def test_getlun_states_caches_and_raid_group() -> None:
    (volume,) = rows("clariion-getlun.txt", "storage_volume")
    assert (volume["label"], volume["raid_group"], volume["current_owner"], volume["default_owner"]) == (
        "LUN 40",
        "2",
        "SP A",
        "SP B",
    )
    assert rows("clariion-getlun.txt", "array_setting") == [
        {"scope": "LUN 40", "setting": "Write Cache", "value": "DISABLED"},
        {"scope": "LUN 40", "setting": "Read Cache", "value": "ENABLED"},
    ]


def test_storage_group_is_a_view() -> None:
    name = "clariion-storagegroup-list.txt"
    assert rows(name, "mask_view") == [{"view": "SG_esx01"}, {"view": "empty"}]
    assert [row["initiator_wwpn"] for row in rows(name, "mask_initiator")] == ["10000000c9000001", "10000000c9000002"]
    assert [row["port_name"] for row in rows(name, "mask_port")] == ["A-0", "B-1"]
    assert [(row["volume_name"], row["lun"]) for row in rows(name, "mask_volume")] == [("12", 0), ("13", 1)]
    assert {row["host"] for row in rows(name, "registered_initiator")} == {"esx01"}


def test_disks_groups_and_pools() -> None:
    disks = rows("clariion-getdisk.txt", "component")
    assert [
        (d["component_type"], d["component"], d["operational_status"], d.get("health_indications")) for d in disks
    ] == [
        ("disk", "Bus 0 Enclosure 0 Disk 4", "Enabled", "hard read errors: 3"),
        ("hot-spare", "Bus 0 Enclosure 0 Disk 9", "Hot Spare Ready", None),
        ("disk", "Bus 1 Enclosure 0 Disk 3", "Removed", None),
    ]
    assert rows("clariion-getdisk.txt", "raid_group") == [{"raid_group": "2", "drive_type": "sas"}]
    assert rows("clariion-getrg.txt", "raid_group") == [
        {
            "raid_group": "2",
            "raid_type": "r5",
            "drives": 3,
            "size_bytes": 4502478848 * 512,
            "operational_status": "Explicit_Remove",
        },
        {"raid_group": "3", "raid_type": "hot_spare", "drives": 1, "operational_status": "Valid_luns"},
        {"raid_group": "4", "raid_type": "r5", "drives": 3, "operational_status": "Halted"},
    ]
    assert rows("clariion-storagepool-list.txt", "pool") == [
        {
            "pool": "Pool 1",
            "size_bytes": 4501398528 * 512,
            "used_bytes": 316237824 * 512,
            "subscribed_bytes": 430230528 * 512,
            "raid_type": "r_5",
            "drive_type": "sas",
            "operational_status": "Ready",
        }
    ]


def test_parts_and_faults() -> None:
    supplies = rows("clariion-getcrus.txt", "power_supply")
    assert [(s["supply_type"], s["operational_status"]) for s in supplies] == [
        ("psu", "Present"),
        ("psu", "Faulted"),
        ("sps", "Present"),
    ]
    assert rows("clariion-faults-list.txt", "storage_array")[0]["array_state"] == "faulted"
    assert [c["component"] for c in rows("clariion-faults-list.txt", "component")] == [
        "Bus 1 Enclosure 0 Disk 3",
        "Bus 0 Enclosure 0 Power B",
    ]
    quiet = rows("clariion-faults-list.txt", "storage_array", "The array is operating normally.\n")
    assert quiet[0]["array_state"] == "operating normally"


def test_everything_at_once_equals_its_parts() -> None:
    assert rows("clariion-getall.txt", "storage_volume") == rows("clariion-getlun.txt", "storage_volume")
    assert rows("clariion-getall.txt", "mask_volume") == rows("clariion-storagegroup-list.txt", "mask_volume")
    assert rows("clariion-getall.txt", "director") == rows("clariion-getagent.txt", "director")
    assert [row["port_name"] for row in rows("clariion-getall.txt", "target_port")] == ["A-0"]
    assert rows("clariion-getall.txt", "raid_group") == [
        {"raid_group": "2", "drive_type": "sas"},
        {"raid_group": "2", "raid_type": "r5", "drives": 2},
    ]


def test_output_of_a_script_is_read_like_getall() -> None:
    names = ("getagent", "getsp", "lun-list", "storagegroup-list", "getrg", "storagepool-list", "port-list")
    text = "\n".join(sample(f"clariion-{name}.txt") for name in names)
    assert harness.best_reader(text) == "clariion-getall"
    for kind, name in (
        ("storage_volume", "lun-list"),
        ("mask_volume", "storagegroup-list"),
        ("array_login", "port-list"),
        ("pool", "storagepool-list"),
        ("raid_group", "getrg"),
    ):
        assert rows("clariion-getall.txt", kind, text) == rows(f"clariion-{name}.txt", kind)


def test_exports_of_one_array_are_one_array(tmp_path: Path) -> None:
    files = {
        f"vnx01-{name}.txt": sample(f"clariion-{name}.txt")
        for name in ("getagent", "getsp", "port-list", "lun-list", "storagegroup-list", "getcontrol")
    }
    logins = [("10000000c9000001", "5006016008600001"), ("10000000c9000002", "5006016108600001")]
    report, found = single_controller(tmp_path, files, "esx01", LUN_12, logins)
    assert [(row["host"], row["controller_names"]) for row in found] == [("esx01", ["SP A"])]
    assert found[0]["storage_array"] == "APM00150000001"
    assert all(file.unread_lines == 0 for file in report.files)


def test_corpus_ports() -> None:
    ports = corpus_rows("clariion-port-list", "arrays/naviseccli/storops-port_list_sp_all.txt", "target_port")
    assert len(ports) == 28
    assert (ports[0]["target_wwpn"], ports[0]["fcid"], ports[0]["port_name"]) == ("5006016036e01681", "9c0b00", "A-0")


def test_corpus_luns_pools_groups() -> None:
    folder = "arrays/naviseccli/"
    (volume,) = corpus_rows("clariion-lun-list", folder + "storops-lun_list_all_l_4.txt", "storage_volume")
    assert (volume["device"], volume["current_owner"]) == ("naa.6006016012603d00956338879d69e511", "SP A")
    pools = corpus_rows("clariion-storagepool-list", folder + "storops-storagepool_list_all.txt", "pool")
    assert (len(pools), pools[0]["pool"], pools[0]["raid_type"]) == (5, "Pool 1", "r_5")
    groups = corpus_rows("clariion-getrg", folder + "storops-getrg.txt", "raid_group")
    assert (len(groups), groups[0]["drives"]) == (7, 5)
    disks = corpus_rows("clariion-getdisk", folder + "storops-getdisk_t0.txt", "component")
    assert len(disks) == 40


def test_corpus_masking_and_logins() -> None:
    folder = "arrays/naviseccli/"
    reader = "clariion-storagegroup-list"
    volumes = corpus_rows(reader, folder + "delfin-view_datas.txt", "mask_volume")
    assert volumes == [{"view": "AIX_PowerHA_node2", "volume_name": "335", "lun": 1}]
    views = corpus_rows(reader, folder + "storops-storagegroup_list_host_iscsiattributes.txt", "mask_view")
    assert [view["view"] for view in views] == ["ubuntu-server11", "VNX9495", "ubuntu14", "ubuntu-server7"]
    logins = corpus_rows("clariion-port-list", folder + "delfin-hba_datas.txt", "array_login")
    assert logins == [{"initiator_wwpn": "10000000c99b5779", "port_name": "A-6", "logged_in": False}]


@pytest.mark.parametrize(
    ("reader", "file", "kind", "count"),
    [
        ("getagent", "storops-getagent.txt", "director", 1),
        ("getsp", "storops-getsp.txt", "director", 2),
        ("getcontrol", "storops-getcontrol.txt", "array_setting", 3),
        ("domain-list", "storops-domain_list.txt", "storage_array", 2),
        ("ndu-list", "storops-ndu_list.txt", "array_setting", 16),
        ("connection-getport", "storops-connection_getport_all.txt", "target_port", 4),
        ("ioportconfig", "delfin-bus_port_state_datas.txt", "component", 6),
        ("ioportconfig", "delfin-io_port_config_datas.txt", "component", 3),
        ("lun-list", "storops-lun_list_all_l_1.txt", "storage_volume", 1),
    ],
)
def test_corpus_files_are_read_in_full(reader: str, file: str, kind: str, count: int) -> None:
    assert len(corpus_rows(f"clariion-{reader}", f"arrays/naviseccli/{file}", kind)) == count
