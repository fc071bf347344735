"""Windows multipathing: mpclaim, MPIO settings, registry values, FC ports."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, Session
from checker.readers.registry import claims
from checker.readers.toolkit.base import Capture
from tests.readers.harness import best_reader, corpus_file, read, sample


def test_paths_and_disks_of_mpclaim() -> None:
    found = read("windows-mpclaim", sample("windows-mpclaim.txt"))
    devices = found.observations.rows("device")
    assert [(d["device"], d.get("kernel_name"), d["policy"]) for d in devices] == [
        ("block:mapper/MPIO Disk1", "PhysicalDrive3", "RR"),
        ("block:mapper/MPIO Disk0", "PhysicalDrive2", "RRWS"),
        ("naa.60001440000000103000000000000042", "PhysicalDrive2", "RRWS"),
    ]
    paths = found.observations.rows("path")
    assert [(p["hctl"], p["state"], p.get("optimised"), p.get("path_group")) for p in paths] == [
        ("5:0:1:7", "active", True, "2"),
        ("5:0:0:7", "active", True, "1"),
        ("4:0:1:7", "standby", None, None),
        ("4:0:0:7", "dead", None, None),
    ]
    assert {p["device"] for p in paths} == {"naa.60001440000000103000000000000042"}
    assert (found.printed_count, found.counted_records) == (4, 4)
    assert [p["hba"] for p in paths] == ["port5", "port5", "port4", "port4"]


def test_the_verbose_form_begins_with_the_timers_of_the_module() -> None:
    text = sample("windows-mpclaim.2.txt")
    found = read("windows-mpclaim", text)
    assert {(row["setting"], row["value"], row.get("unit")) for row in found.observations.rows("host_setting")} == {
        ("PDORemovePeriod", "20", "s"),
        ("RetryCount", "3", None),
        ("RetryInterval", "1", "s"),
        ("PathVerificationPeriod", "30", "s"),
        ("PathVerificationState", "Disabled", None),
    }
    assert {row["scope"] for row in found.observations.rows("host_setting")} == {"mpio"}
    assert (len(found.observations.rows("path")), found.unread_lines) == (4, 0)
    # A column that isn't there says nothing, and one that cannot be read is kept as it stands.
    cut = read("windows-mpclaim", text.replace("|0001|030|False|", "|00x1|"))
    assert {row["setting"] for row in cut.observations.rows("host_setting")} == {"PDORemovePeriod", "RetryCount"}
    assert [row["value"] for row in cut.observations.rows("bad_value")] == ["00x1"]


def test_a_count_that_disagrees_with_the_rows_is_reported() -> None:
    text = sample("windows-mpclaim.txt").replace("0000000077040000 Failed             004|000|000|007   0\n", "")
    found = read("windows-mpclaim", text)
    assert (found.printed_count, found.counted_records) == (4, 3)
    assert [note.text for note in found.notes] == ["MPIO Disk0: the heading counts 4 paths, but 3 are listed"]


def test_lost_indentation_and_collapsed_blanks() -> None:
    text = sample("windows-mpclaim.txt")
    flat = "\n".join(" ".join(line.split()) for line in text.split("\n") if line.strip())
    assert read("windows-mpclaim", flat).observations.rows("path")[2]["state_text"] == "Standby"
    assert len(read("windows-mpclaim", flat).observations.rows("path")) == 4


def test_a_redacted_serial_is_bad_and_the_paths_stay_together() -> None:
    text = sample("windows-mpclaim.txt").replace("60001440000000103000000000000042", "60001440000000xxxxxxxxxxxxxxxx42")
    found = read("windows-mpclaim", text)
    assert [b["problem"] for b in found.observations.rows("bad_value")] == ["redacted"]
    assert {p["device"] for p in found.observations.rows("path")} == {"block:mapper/MPIO Disk0"}


def test_a_truncated_path_row_is_reported() -> None:
    text = sample("windows-mpclaim.txt")
    found = read("windows-mpclaim", text[: text.index("0000000077040001") + 25])
    assert len(found.observations.rows("path")) == 2
    assert found.ends_inside_record


def test_mpio_settings() -> None:
    rows = read("windows-get-mpiosetting", sample("windows-get-mpiosetting.txt")).observations.rows("host_setting")
    assert {row["setting"]: row["value"] for row in rows} == {
        "PathVerificationState": "Enabled",
        "PathVerificationPeriod": "30",
        "PDORemovePeriod": "20",
        "RetryCount": "3",
        "RetryInterval": "1",
        "UseCustomPathRecoveryTime": "Disabled",
        "CustomPathRecoveryTime": "40",
        "DiskTimeoutValue": "60",
    }
    csv = '"PathVerificationState","PDORemovePeriod","RetryCount"\n"Disabled","20","3"\n'
    rows = read("windows-get-mpiosetting", csv).observations.rows("host_setting")
    assert [(row["setting"], row["value"], row["line"]) for row in rows] == [
        ("PathVerificationState", "Disabled", 2),
        ("PDORemovePeriod", "20", 2),
        ("RetryCount", "3", 2),
    ]


def test_the_default_policy_is_known_by_its_command_only() -> None:
    command = "Get-MSDSMGlobalDefaultLoadBalancePolicy"
    found = claims(Capture(text="RR\n", file="x.txt", owner="h", command=command))
    assert [claim[1].name for claim in found] == ["windows-get-msdsm-policy"]
    assert claims(Capture(text="RR\n", file="x.txt", owner="h")) == []
    rows = read("windows-get-msdsm-policy", "LQD\n").observations.rows("host_setting")
    assert [(row["setting"], row["value"]) for row in rows] == [("GlobalDefaultLoadBalancePolicy", "LQD")]


def test_registry_values_have_the_names_of_the_cmdlets_and_nothing_else_is_read() -> None:
    text = sample("windows-reg-query.txt") + (
        "\nHKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Services\\Other\n    Password    REG_SZ    secret\n"
    )
    found = read("windows-reg-query", text)
    rows = [(r["scope"], r["setting"], r["value"]) for r in found.observations.rows("host_setting")]
    assert rows == [
        ("mpio", "PathVerificationState", "Enabled"),
        ("mpio", "PathVerificationPeriod", "30"),
        ("mpio", "PDORemovePeriod", "20"),
        ("mpio", "UseCustomPathRecoveryTime", "Disabled"),
        ("disk", "TimeOutValue", "60"),
        ("ql2300", "DriverParameter", "qd=64"),
    ]
    exported = read("windows-reg-query", sample("windows-reg-query.2.txt")).observations.rows("host_setting")
    assert [(r["scope"], r["setting"], r["value"]) for r in exported] == [
        ("disk", "TimeOutValue", "30"),
        ("msdsm", "PDORemovePeriod", "120"),
    ]


def test_get_itemproperty_names_its_key_in_the_path() -> None:
    text = sample("windows-get-itemproperty.txt")
    assert best_reader(text) == "windows-get-itemproperty"
    rows = read("windows-get-itemproperty", text).observations.rows("host_setting")
    assert [(r["scope"], r["setting"], r["value"]) for r in rows] == [
        ("mpio", "PDORemovePeriod", "20"),
        ("mpio", "PathVerificationState", "Disabled"),
        ("disk", "TimeOutValue", "60"),
    ]


def test_fc_ports_and_no_iscsi_names() -> None:
    rows = read("windows-get-initiatorport", sample("windows-get-initiatorport.txt")).observations.rows("initiator")
    assert [(r.get("hba"), r["initiator_wwpn"], r["wwnn"]) for r in rows] == [
        (None, "21000024ff0a0b01", "20000024ff0a0b01"),
        ("PCI\\VEN_10DF&DEV_F100\\4&7", "10000090fa0a0b02", "20000090fa0a0b02"),
    ]
    rows = read("windows-get-initiatorport", sample("windows-get-initiatorport.2.json")).observations.rows("initiator")
    assert [r["initiator_wwpn"] for r in rows] == ["21000024ff0a0b01"]


def test_wmi_bytes_become_names_and_lost_bytes_are_reported() -> None:
    text = sample("windows-msfc-adapter.json")
    (row,) = read("windows-msfc-adapter", text).observations.rows("initiator")
    assert (row["wwnn"], row["model"], row["driver_version"]) == ("20000024ff0a0b01", "QLE2562", "9.1.17.21")
    port = (
        '{"InstanceName": "PCI\\\\VEN_1077", "Attributes": {"NodeWWN": [32,0,0,36,255,10,11,1], "PortWWN": [33,0,0,36,255,10,11,1],'
        ' "PortFcId": 66048, "PortSpeed": 16, "PortState": 2}}'
    )
    (row,) = read("windows-msfc-adapter", port).observations.rows("initiator")
    assert (row["initiator_wwpn"], row["wwnn"], row["fcid"]) == ("21000024ff0a0b01", "20000024ff0a0b01", "010200")
    assert (row["speed_gbps"], row["port_state"]) == (8.0, "online")
    listed = "InstanceName  : PCI\\VEN_1077\nDriverVersion : 9.1\nNodeWWN       : {32, 0, 0, 36...}\n"
    found = read("windows-msfc-adapter", listed)
    assert "wwnn" not in found.observations.rows("initiator")[0]
    assert len(found.notes) == 1


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("vplex-metro-1.txt", ["active"] * 4 + ["standby"] * 4),
        ("vplex-metro-2.txt", ["standby"] * 3 + ["active"]),
        ("vplex-metro-4.txt", ["active"] * 4 + ["standby"] * 4),
    ],
)
def test_mpclaim_of_the_corpus(name: str, states: list[str]) -> None:
    found = read("windows-mpclaim", corpus_file(f"hosts/windows-mpclaim/{name}"))
    paths = found.observations.rows("path")
    assert [p["state"] for p in paths] == states
    assert {p["device"] for p in paths} == {"naa.6000144000000010301f14f9976c13a6"}
    assert {p["hba"] for p in paths} == {"port4"}
    assert (found.unread_lines, found.printed_count) == (0, len(states))
    assert found.observations.rows("device")[0]["policy"] == "RRWS"


def test_windows_numbers_the_paths_of_all_disks_at_one_target_alike(tmp_path: Path) -> None:
    block = """MPIO Disk{disk}: 02 Paths, Round Robin, Symmetric Access
    Controlling DSM: Microsoft DSM
    SN: 600009700001979000015330303A000{disk}
    Supported Load Balance Policies: FOO RR RRWS LQD WP LB

    Path ID          State              SCSI Address      Weight
    ---------------------------------------------------------------------------
    0000000077050001 Active/Optimized   005|000|001|00{disk}   0
    0000000077040000 Active/Optimized   004|000|000|00{disk}   0

"""
    folder = tmp_path / "exports" / "win07"
    folder.mkdir(parents=True)
    (folder / "mpclaim.txt").write_text(block.format(disk=1) + block.format(disk=2))
    with Session.open([str(folder.parent)], Options(isolated=True, jobs=1, select=("DOC",))) as san:
        assert [one.rule for one in san.check().findings if one.rule.startswith("DOC")] == []
        assert san.store.rows("SELECT host, count(DISTINCT device), count(*) FROM path GROUP BY ALL") == [
            ("win07", 2, 4)
        ]


def test_lines_about_adapter_and_controller_of_a_path_are_known() -> None:
    text = sample("windows-mpclaim").replace(
        "    0000000077040000 Failed             004|000|000|007   0\n",
        "    0000000077040000 Failed             004|000|000|007   0\n"
        "        Adapter: QLogic Fibre Channel Adapter        (B|D|F: 059|000|000)\n"
        "        Controller: 46616B65436F6E74726F6C6C6572 (State: Active)\n",
    )
    assert "Controller: 4661" in text
    assert read("windows-mpclaim", text).unread_lines == 0
