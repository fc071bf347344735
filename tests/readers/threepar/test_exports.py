"""The console of 3PAR, Primera and Alletra: values, the kinds of exports, old and comma-separated tables, prompts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.intake.sections.split import split_commands
from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers import harness
from tests.readers.array_exports import SAMPLES, rows, sample
from tests.support import intake_of

FILES = sorted(path.name for path in SAMPLES.glob("3par-*"))


@pytest.mark.parametrize("name", FILES)
def test_lost_indentation_and_collapsed_blanks_change_nothing(name: str) -> None:
    reader = name.split(".", maxsplit=1)[0]
    flat = re.sub(r"(?m)^[ \t]+", "", re.sub(r"[ \t]+", " ", sample(name)))
    assert harness.best_reader(flat) == reader
    assert harness.facts(harness.read(reader, flat)) == harness.facts(harness.read(reader, sample(name)))


def test_only_fibre_channel_ports_are_read() -> None:
    found = rows("3par-showport.txt", "target_port")
    assert found[0] == {
        "target_wwpn": "20110002ac0a1b2c",
        "wwnn": "2ff70002ac0a1b2c",
        "director": "0",
        "port": "1:1",
        "port_name": "0:1:1",
        "role": "front-end",
        "port_state": "up",
        "operational_status": "ready",
        "protocol": "fc",
    }
    assert [(row["port_name"], row.get("role"), row["port_state"]) for row in found] == [
        ("0:1:1", "front-end", "up"),
        ("0:1:2", None, "down"),
        ("1:1:1", "front-end", "up"),
        ("1:1:2", "replication", "up"),
    ]


def test_details_of_an_array_name_the_node_that_is_not_in_the_cluster() -> None:
    (array,) = rows("3par-showsys-d.txt", "storage_array")
    assert (array["serial"], array["model"], array["controllers"]) == ("7CE704P15X", "HPE_3PAR 8440", 4)
    assert array["size_bytes"] == 268369920 << 20
    assert [(row["director"], row.get("health_state")) for row in rows("3par-showsys-d.txt", "director")] == [
        ("0", None),
        ("1", None),
        ("2", "not in cluster"),
        ("3", None),
    ]


def test_speeds_of_ports_that_are_no_disk_ports() -> None:
    assert [
        (row["port_name"], row["role"], row["max_speed_gbps"]) for row in rows("3par-showport.par.txt", "target_port")
    ] == [("0:1:1", "front-end", 16.0), ("1:1:2", "replication", 8.0)]


def test_ports_of_an_old_release_as_comma_separated_values() -> None:
    found = rows("3par-showport.csv", "target_port")
    assert [(row["target_wwpn"], row.get("protocol"), row["port_state"]) for row in found] == [
        ("20110002ac0a1b2c", None, "up"),
        ("21110002ac0a1b2c", None, "offline"),
    ]


def test_hosts_their_initiators_and_where_they_are_logged_in() -> None:
    assert [
        (r.get("initiator_wwpn"), r.get("host"), r.get("initiator_type"), r["registered"])
        for r in rows("3par-showhost.txt", "registered_initiator")
    ] == [
        ("10000000c9000071", "esx71", "VMware", True),
        ("10000000c9000072", "esx71", "VMware", True),
        ("10000000c9000073", "lin72", "Generic-ALUA", True),
        ("10000000c9000074", "lin72", "Generic-ALUA", True),
        ("10000000c9000079", None, None, False),
    ]
    assert [
        (r["initiator_wwpn"], r["port_name"], r["logged_in"]) for r in rows("3par-showhost.txt", "array_login")
    ] == [
        ("10000000c9000071", "0:1:1", True),
        ("10000000c9000072", "1:1:1", True),
        ("10000000c9000073", "0:1:1", True),
        ("10000000c9000073", "1:1:1", True),
        ("10000000c9000079", "1:1:1", True),
    ]
    assert [row["view"] for row in rows("3par-showhost.txt", "mask_view")] == ["esx71", "lin72", "web73", "new74"]


def test_an_initiator_at_no_port_is_not_logged_in(tmp_path: Path) -> None:
    states = {r.get("initiator_wwpn"): r.get("port_state") for r in rows("3par-showhost.txt", "registered_initiator")}
    assert {wwpn: state for wwpn, state in states.items() if state} == {"10000000c9000074": "not logged in"}
    (tmp_path / "showhost.txt").write_text(sample("3par-showhost.txt"))
    (tmp_path / "showvlun.txt").write_text(
        """\
Active VLUNs
Lun VVName HostName -Host_WWN/iSCSI_Name- Port  Type Status ID
  1 vol_b  lin72    10000000C9000073      0:1:1 host active  1
"""
    )
    report = audit([str(tmp_path)], Options(select=("ARR019",)))
    assert [(finding.rule, finding.location and finding.location.line) for finding in report.findings] == [
        ("ARR019", 6)
    ]
    assert "10:00:00:00:c9:00:00:74" in report.findings[0].message


def test_number_of_paths_of_each_host() -> None:
    found = rows("3par-showhost.pathsum.txt", "array_setting")
    assert [row for row in found if row["setting"] == "paths"] == [
        {"scope": "esx71", "setting": "paths", "value": "4"},
        {"scope": "lin72", "setting": "paths", "value": "1"},
    ]


def test_exports_active_and_by_template() -> None:
    assert [(r["view"], r["volume_name"], r["lun"]) for r in rows("3par-showvlun.txt", "mask_volume")] == [
        ("esx71", "vol_a", 1),
        ("lin72", "vol_s", 10),
        ("esx71", "vol_b", 2),
        ("port 1:1:1", "vol_p", 20),
    ]
    assert [(r["view"], r["port_name"]) for r in rows("3par-showvlun.txt", "mask_port")] == [
        ("esx71", "0:1:1"),
        ("esx71", "1:1:1"),
        ("lin72", "0:1:1"),
        ("port 1:1:1", "1:1:1"),
    ]
    result = harness.read("3par-showvlun", sample("3par-showvlun.txt"))
    assert (result.printed_count, result.counted_records) == (8, 8)
    assert [note.text.split(":")[0] for note in result.notes] == ["skipped exports to sets of hosts or volumes"]


def test_names_of_iscsi_are_no_world_wide_names() -> None:
    result = harness.read("3par-showvlun", sample("3par-showvlun.csv"))
    assert result.observations.rows("bad_value") == []
    assert [row.get("device") for row in rows("3par-showvlun.csv", "mask_volume")] == [
        "naa.60002ac0000000000000000700011b2c",
        "naa.60002ac0000000000000000900011b2c",
    ]
    assert [row["initiator_wwpn"] for row in rows("3par-showvlun.csv", "mask_initiator")] == ["10000000c9000071"]


def test_the_host_is_logged_in_where_its_path_is_not_optimised() -> None:
    text = (
        "Lun VVName HostName -Host_WWN/iSCSI_Name/Host_NQN- Port     Type Status ID\n"
        "  1 vol_a  esx71    10000000C9000071               0:3:1 host set nonopt 10\n"
        "  4 vol_b  esx71    10000000C9000071               1:3:1 host set active 10\n"
    )
    result = harness.read("3par-showvlun", text)
    assert result.unread_lines == 0
    assert [(r["port_name"], r["logged_in"]) for r in result.observations.rows("array_login")] == [
        ("0:3:1", True),
        ("1:3:1", True),
    ]


def test_the_array_its_nodes_release_and_volumes() -> None:
    array = harness.read("3par-showsys", sample("3par-showsys.txt")).observations.rows("storage_array")[0]
    assert {key: array[key] for key in ("storage_array", "serial", "model", "controllers", "size_bytes")} == {
        "storage_array": "storeb01",
        "serial": "1617027",
        "model": "HP_3PAR 7400 FC",
        "controllers": 4,
        "size_bytes": 16752640 << 20,
    }
    assert rows("3par-shownode.txt", "director")[1] == {
        "director": "1",
        "hostname": "1617027-1",
        "operational_status": "Degraded",
    }
    assert rows("3par-showversion.txt", "storage_array")[0]["array_version"] == "3.2.2.204"
    assert [
        (row["storage_volume"], row["size_bytes"], row["provision_type"], row["operational_status"])
        for row in rows("3par-showvv.txt", "storage_volume")
    ] == [
        ("admin", 10240 << 20, "thick", "normal"),
        ("vol_a", 102400 << 20, "thin", "normal"),
        ("vol_b", 204800 << 20, "thin", "degraded"),
    ]
    assert [row["device"] for row in rows("3par-showvv.d.txt", "storage_volume")] == [
        "naa.60002ac0000000000000000700011b2c",
        "naa.50002ac000091b2c",
    ]


@pytest.mark.parametrize("array", ["storeb01", "3par-fin2"])
def test_several_commands_at_the_prompt_of_the_array(array: str) -> None:
    names = ("showsys", "shownode", "showport", "showhost", "showvlun", "showvv")
    text = "".join(f"{array} cli% {name}\n{sample(f'3par-{name}.txt')}" for name in names).replace("storeb01", array)
    text += f"{array} cli% showlicense\nId Name -Total- -Used-\n 1 a        2      1\n"
    records = [record for record in intake_of({"session.txt": text}).records if record.format]
    assert [record.format for record in records] == [f"3par-{name}" for name in names]
    assert {record.owner for record in records} == {array}
    assert sum(record.unread_lines for record in records) == 0


def test_sets_of_hosts_and_of_volumes() -> None:
    text = sample("3par-showset.txt")
    for command, kind in (("showhostset -d", "host set"), ("showvvset", "volume set"), (None, "set")):
        capture = Capture(text=text, owner="array7", command=command)
        result = read_capture(reader_named("3par-showset"), capture)
        found = {(row["scope"], row["setting"]) for row in result.observations.rows("array_setting")}
        assert found == {
            ("esx71", f"{kind} set_vmware"),
            ("lin72", f"{kind} set_linux"),
            ("lin73", f"{kind} set_linux"),
        }
        assert (result.printed_count, result.counted_records, result.unread_lines) == (3, 3, 0)


def test_the_bare_prompt_of_the_console_parts_commands() -> None:
    text = "% showport\nN:S:P Mode\n\n% showhost\nId Name\n20 % more\n"
    assert [(part.command, part.first_line) for part in split_commands(text)] == [("showport", 2), ("showhost", 5)]


def test_speeds_of_ports_to_hosts_once_for_all_devices() -> None:
    assert [(row["port_name"], row["speed_gbps"]) for row in rows("3par-showport.c.txt", "target_port")] == [
        ("0:1:1", 16.0),
        ("1:1:1", 8.0),
    ]


def test_adapters_of_ports() -> None:
    found = rows("3par-showport.i.txt", "array_setting")
    assert {row["setting"] for row in found} == {"adapter"}
    assert [(row["scope"], row["value"]) for row in found] == [
        ("0:0:1", "LSI 9205-8e 17.11.00.00"),
        ("0:1:1", "QLOGIC QLE2672 8.1.1"),
        ("1:1:1", "QLOGIC QLE2672 8.1.1"),
    ]


@pytest.mark.parametrize("name", ["3par-showhost.txt", "3par-wsapi.host.json"])
def test_personas_are_host_modes(name: str) -> None:
    assert [(row["scope"], row["setting"], row["value"]) for row in rows(name, "array_setting")][:3] == [
        ("esx71", "persona", "VMware"),
        ("lin72", "persona", "Generic-ALUA"),
        ("web73", "persona", "Generic"),
    ]
