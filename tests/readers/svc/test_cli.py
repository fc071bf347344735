"""The SVC command line: values of synthetic and outside captures, delimiters, damage, and an audit of one system."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, corpus_rows, rows, sample, single_controller
from tests.readers.harness import printed_size
from tests.support import intake_of

FILES = sorted(path.name for path in SAMPLES.glob("svc-*.txt"))
DEVICE = "naa.60050768028401f87c00000000000004"


@pytest.mark.parametrize("name", FILES)
def test_damaged_input_breaks_nothing(name: str) -> None:
    text, reader = sample(name), name.split(".", maxsplit=1)[0]
    assert harness.best_reader(text) == reader
    for seed in range(4):
        harness.assert_robust(reader, text, seed)


@pytest.mark.parametrize("name", ["svc-lshost.txt", "svc-lssystem.txt"])
@pytest.mark.parametrize("delimiter", [":", ",", "!"])
def test_detailed_views_with_a_delimiter(name: str, delimiter: str) -> None:
    text, reader = sample(name), name.split(".", maxsplit=1)[0]
    other = re.sub(r"(?m)^(\w+) ?", rf"\1{delimiter}", text)
    assert harness.best_reader(other) == reader
    assert harness.facts(harness.read(reader, other)) == harness.facts(harness.read(reader, text))


def test_ports_as_table_and_delimited() -> None:
    found = rows("svc-lsportfc.txt", "target_port")
    assert found[0] == {
        "target_wwpn": "5005076803040001",
        "director": "node1",
        "port": "1",
        "port_name": "node1:1",
        "port_state": "up",
        "operational_status": "active",
        "protocol": "fc",
        "speed_gbps": 16.0,
        "fcid": "010200",
    }
    assert (found[1]["port_state"], "speed_gbps" in found[1], "fcid" in found[1]) == (
        "inactive_unconfigured",
        False,
        False,
    )
    assert [row["target_wwpn"] for row in rows("svc-lsportfc.delim.txt", "target_port")] == [
        "5005076803040001",
        "5005076803080001",
    ]


def test_ports_with_collapsed_blanks() -> None:
    flat = re.sub(r" +", " ", sample("svc-lsportfc.txt"))
    assert rows("svc-lsportfc.txt", "target_port", flat) == rows("svc-lsportfc.txt", "target_port")


def test_virtual_target_ports_serve_hosts() -> None:
    found = rows("svc-lstargetportfc.txt", "target_port")
    assert [(row["role"], row["enabled"]) for row in found] == [("other", False), ("front-end", True)]


def test_only_logins_of_hosts_count() -> None:
    assert [(r["initiator_wwpn"], r["port_name"], r["logged_in"]) for r in rows("svc-lsfabric.txt", "array_login")] == [
        ("10000000c9000061", "node1:1", True),
        ("10000000c9000061", "node2:1", True),
        ("10000000c9000069", "node1:1", True),
    ]
    assert [
        (r["initiator_wwpn"], r.get("host"), r["registered"]) for r in rows("svc-lsfabric.txt", "registered_initiator")
    ] == [
        ("10000000c9000061", "esx61", True),
        ("10000000c9000069", None, False),
    ]


def test_host_in_detail() -> None:
    assert [
        (r["initiator_wwpn"], r["host"], r["port_state"]) for r in rows("svc-lshost.txt", "registered_initiator")
    ] == [
        ("10000000c9000061", "esx61", "active"),
        ("10000000c9000062", "esx61", "offline"),
    ]
    assert rows("svc-lshost.txt", "array_setting") == [
        {"scope": "10000000c9000061", "setting": "node_logged_in_count", "value": "2"},
        {"scope": "10000000c9000062", "setting": "node_logged_in_count", "value": "0"},
    ]
    assert rows("svc-lshost.table.txt", "mask_view") == [
        {"view": "esx61", "operational_status": "online"},
        {"view": "lin61", "operational_status": "offline"},
    ]


def test_mappings_and_volumes() -> None:
    assert rows("svc-lshostvdiskmap.txt", "mask_volume")[0] == {
        "view": "esx61",
        "device": DEVICE,
        "volume_name": "vol_61",
        "lun": 0,
    }
    by_volume = "id:name:SCSI_id:host_id:host_name:vdisk_UID\n4:vol_61:3:0:esx61:60050768028401F87C00000000000004\n"
    assert rows("svc-lshostvdiskmap.txt", "mask_volume", by_volume)[0]["lun"] == 3
    first, second = rows("svc-lsvdisk.txt", "storage_volume")
    assert first == {
        "device": DEVICE,
        "storage_volume": "vol_61",
        "size_low_bytes": 53676354048,
        "size_high_bytes": 53697828352,
        "operational_status": "online",
        "provision_type": "thin",
        "pool": "pool_61",
    }
    assert (second["operational_status"], second["provision_type"]) == ("offline", "thick")


def test_system_nodes_groups_pools() -> None:
    result = harness.read("svc-lssystem", sample("svc-lssystem.txt"))
    (system,) = result.observations.rows("storage_array")
    assert (system["storage_array"], system["serial"], system["array_version"]) == (
        "svc01",
        "0000020060C00001",
        "7.8.1.11",
    )
    nodes = rows("svc-lsnode.txt", "director")
    assert [(r["director"], r["engine"], r["operational_status"]) for r in nodes] == [
        ("node1", "io_grp0", "online"),
        ("node2", "io_grp0", "offline"),
    ]
    assert [row["engine"] for row in rows("svc-lsiogrp.txt", "engine")] == ["io_grp0"]
    (pool,) = rows("svc-lsmdiskgrp.txt", "pool")
    assert (pool["pool"], round(printed_size(pool) / (1 << 40), 6)) == ("pool_61", 8.13)
    assert [r["operational_status"] for r in rows("svc-lsmdisk.txt", "component")] == ["online", "offline"]


def test_table_without_header_is_not_claimed() -> None:
    assert harness.best_reader("0:1:1:fc:8Gb:1:node1:5005076803040001:010200:active:switch\n") is None


def test_several_commands_after_prompts() -> None:
    names = ("lsportfc", "lshost", "lsfabric", "lssystem")
    arguments = {"lshost": " 0", "lsfabric": " -delim :"}
    text = "".join(f"IBM_2145:svc01:superuser>{n}{arguments.get(n, '')}\n{sample(f'svc-{n}.txt')}" for n in names)
    records = intake_of({"svc.txt": text}).records
    assert [(record.format, record.unread_lines) for record in records] == [(f"svc-{name}", 0) for name in names]


def test_exports_of_one_system_are_one_array(tmp_path: Path) -> None:
    names = ("lsportfc", "lsfabric", "lshost", "lshostvdiskmap", "lsvdisk", "lsnode", "lssystem")
    files = {f"svc01-{name}.txt": sample(f"svc-{name}.txt") for name in names}
    _, found = single_controller(tmp_path, files, "esx61", DEVICE, [("10000000c9000061", "5005076803040001")])
    assert [(r["host"], r["controller_names"], r["storage_array"]) for r in found] == [("esx61", ["node1"], "svc01")]


def test_corpus() -> None:
    # The outside sample holds an id and a port number only: nothing that names a port.
    assert corpus_rows("svc-lsportfc", "arrays/svc-cli/delfin-get_all_fcports.txt", "target_port") == []


def test_mappings_of_releases_that_print_no_uid() -> None:
    assert [
        (row["view"], row["volume_name"], row["lun"]) for row in rows("svc-lshostvdiskmap.old.txt", "mask_volume")
    ] == [
        ("esx63", "vol_a", 0),
        ("esx63", "vol_b", 1),
        ("lin64", "vol_c", 0),
    ]


def test_columns_without_a_title_are_none_of_the_last_one() -> None:
    text = "id name    status mdisk_count vdisk_count capacity\n1  pool_a  online 1           10          8.00TB   1024        3.00TB\n"
    (pool,) = rows("svc-lsmdiskgrp.txt", "pool", text)
    assert (pool["pool"], printed_size(pool), "used_low_bytes" in pool) == ("pool_a", 8 << 40, False)


def test_node_names_with_the_delimiter_in_them() -> None:
    """``lsnode -delim :`` prints the iSCSI name as it is, with its colons."""
    lines = [re.sub(r" +", ":", line.strip()) for line in sample("svc-lsnode.txt").strip().split("\n")]
    result = harness.read("svc-lsnode", "\n".join(lines) + "\n")
    found = [(row["director"], row["operational_status"]) for row in result.observations.rows("director")]
    assert (found, result.unread_lines) == ([("node1", "online"), ("node2", "offline")], 0)
