"""Paths as ESXi prints them: esxcli storage core path list, esxcli storage nmp path list, esxcfg-mpath -b."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers

from checker.readers.toolkit.base import Capture
from tests.readers import harness
from tests.thorough import examples

CORE = "esxi-core-path-list"
NMP = "esxi-nmp-path-list"
BRIEF = "esxi-mpath-brief"
DEVICE_1 = "naa.6000144000000010aa00000000000001"
DEVICE_2 = "naa.6000144000000010aa00000000000002"


def fc_record(device: str, hba: int, target: int, lun: int, state: str = "active", plugin: str = "NMP") -> str:
    uid = f"fc.20000010aa00000{hba}:10000010aa00000{hba}-fc.5000144000aa0001:5000144010aa000{target}-{device}"
    return f"""{uid}
   UID: {uid}
   Runtime Name: vmhba{hba}:C0:T{target}:L{lun}
   Device: {device}
   Device Display Name: EMC Fibre Channel Disk ({device})
   Adapter: vmhba{hba}
   Channel: 0
   Target: {target}
   LUN: {lun}
   Plugin: {plugin}
   State: {state}
   Transport: fc
   Adapter Identifier: fc.20000010aa00000{hba}:10000010aa00000{hba}
   Target Identifier: fc.5000144000aa0001:5000144010aa000{target}
   Adapter Transport Details: WWNN: 20:00:00:10:aa:00:00:0{hba} WWPN: 10:00:00:10:aa:00:00:0{hba}
   Target Transport Details: WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:0{target}
   Maximum IO Size: 33553920
"""


ISCSI_RECORD = """iqn.1998-01.com.vmware:esx01-00023d000001,iqn.2010-01.example:array.a1,t,1-naa.600a0b80000000000000000000000009
   UID: iqn.1998-01.com.vmware:esx01-00023d000001,iqn.2010-01.example:array.a1,t,1-naa.600a0b80000000000000000000000009
   Runtime Name: vmhba64:C1:T0:L9
   Device: naa.600a0b80000000000000000000000009
   Device Display Name: backup target
   Adapter: vmhba64
   Channel: 1
   Target: 0
   LUN: 9
   Plugin: NMP
   State: standby
   Transport: iscsi
   Adapter Identifier: iqn.1998-01.com.vmware:esx01
   Target Identifier: 00023d000001,iqn.2010-01.example:array.a1,t,1
   Adapter Transport Details: iqn.1998-01.com.vmware:esx01
   Target Transport Details: IQN=iqn.2010-01.example:array.a1 Alias= Session=00023d000001 PortalTag=1
   Maximum IO Size: 131072
"""
FOUR_PATHS = "\n".join(
    (
        fc_record(DEVICE_1, 2, 0, 1),
        fc_record(DEVICE_1, 3, 1, 1, state="dead"),
        ISCSI_RECORD,
        fc_record(DEVICE_2, 2, 0, 2, plugin="PowerPath"),
    )
)


def test_core_path_list_states_every_path_with_its_ports():
    result = harness.read(CORE, FOUR_PATHS)
    paths = result.observations.rows("path")
    assert [path["line"] for path in sorted(paths, key=lambda row: row["line"])] == [1, 19, 37, 55]
    first = next(path for path in paths if path["line"] == 1)
    assert first == {
        "host": "owner1",
        "device": DEVICE_1,
        "protocol": "fcp",
        "initiator_wwpn": "10000010aa000002",
        "target_wwpn": "5000144010aa0000",
        "hctl": "vmhba2:C0:T0:L1",
        "hba": "vmhba2",
        "target": "vmhba2:C0:T0",
        "lun": 1,
        "state": "active",
        "state_text": "active",
        "plugin": "NMP",
        "transport": "fc",
        "max_io_bytes": 33553920,
        "line": 1,
    }
    assert next(path for path in paths if path["line"] == 19)["state"] == "dead"
    iscsi = next(path for path in paths if path["line"] == 37)
    assert iscsi["hctl"] == "vmhba64:C1:T0:L9"
    assert iscsi["state"] == "standby"
    assert "protocol" not in iscsi
    assert "initiator_wwpn" not in iscsi
    assert result.unread_lines == 0
    assert not result.notes


def test_core_path_list_states_ports_and_devices_once():
    observations = harness.read(CORE, FOUR_PATHS).observations
    assert observations.rows("host") == [{"host": "owner1", "platform": "esxi", "line": 1}]
    assert [
        (row["hba"], row["initiator_wwpn"], row["wwnn"], row["line"]) for row in observations.rows("initiator")
    ] == [
        ("vmhba2", "10000010aa000002", "20000010aa000002", 1),
        ("vmhba3", "10000010aa000003", "20000010aa000003", 19),
    ]
    assert [
        (row["scsi_target"], row["target_wwpn"], row["target_wwnn"]) for row in observations.rows("remote_port")
    ] == [
        ("vmhba2:C0:T0", "5000144010aa0000", "5000144000aa0001"),
        ("vmhba3:C0:T1", "5000144010aa0001", "5000144000aa0001"),
    ]
    devices = {row["device"]: row for row in observations.rows("device")}
    assert len(observations.rows("device")) == 3
    assert devices[DEVICE_2]["multipath_owner"] == "powerpath"
    assert devices[DEVICE_1]["vendor"] == "EMC"
    assert devices["naa.600a0b80000000000000000000000009"]["alias"] == "backup target"
    assert {(row["device"], row["multipath_owner"]) for row in observations.rows("device_owner")} == {
        (DEVICE_1, "nmp"),
        (DEVICE_2, "powerpath"),
        ("naa.600a0b80000000000000000000000009", "nmp"),
    }


def rows_without_line(text: str, name: str = CORE) -> set[tuple[object, ...]]:
    return {
        tuple(sorted((key, value) for key, value in row.items() if key != "line"))
        for row in harness.read(name, text).observations.rows("path")
    }


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "\n".join(line.lstrip() for line in text.split("\n")),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "[root@esx01:~] esxcli storage core path list\n" + text + "[root@esx01:~]\n",
        lambda text: "\n".join(line for line in text.split("\n") if not line.startswith(("fc.", "iqn."))),
        lambda text: text.replace("   ", "  \t ").replace(": ", ":  "),
    ],
    ids=["no indentation", "doubled blank lines", "prompts", "no name lines", "doubled blanks"],
)
def test_damaged_layout_gives_the_same_paths(damage):
    assert rows_without_line(damage(FOUR_PATHS)) == rows_without_line(FOUR_PATHS)


def test_lines_are_those_of_the_file_also_between_damaged_records():
    broken = fc_record(DEVICE_1, 3, 1, 1).replace("   Channel: 0\n", "")
    text = "\n".join((fc_record(DEVICE_1, 2, 0, 1), broken, fc_record(DEVICE_2, 2, 0, 2)))
    result = harness.read(CORE, text)
    found = {row["hctl"]: row["line"] for row in result.observations.rows("path")}
    assert found == {"vmhba2:C0:T0:L1": 1, "vmhba3:C0:T1:L1": 19, "vmhba2:C0:T0:L2": 36}
    assert result.unread_lines == 0


def test_identifier_and_details_that_disagree_are_no_wwpn():
    text = fc_record(DEVICE_1, 2, 0, 1).replace("WWPN: 10:00:00:10:aa:00:00:02", "WWPN: 10:00:00:10:bb:00:00:02")
    observations = harness.read(CORE, text).observations
    assert "initiator_wwpn" not in observations.rows("path")[0]
    bad = observations.rows("bad_value")
    assert [(row["fact"], row["value"]) for row in bad] == [
        ("initiator_wwpn", "10:00:00:10:bb:00:00:02 and 10000010aa000002")
    ]


def test_a_redacted_detail_leaves_the_identifier():
    text = fc_record(DEVICE_1, 2, 0, 1).replace("WWPN: 10:00:00:10:aa:00:00:02", "WWPN: 10:00:00:10:xx:xx:xx:xx")
    observations = harness.read(CORE, text).observations
    assert observations.rows("path")[0]["initiator_wwpn"] == "10000010aa000002"
    assert not observations.rows("bad_value")


def test_wholly_redacted_ports_and_devices_are_bad_values():
    text = fc_record("naa.6000144000000010xxxx", 2, 0, 1).replace("10000010aa000002", "1000xxxxxxxxxxxx")
    text = text.replace("10:00:00:10:aa:00:00:02", "10:00:xx:xx:xx:xx:xx:xx")
    observations = harness.read(CORE, text).observations
    row = observations.rows("path")[0]
    assert "initiator_wwpn" not in row
    assert "device" not in row
    assert row["target_wwpn"] == "5000144010aa0000"
    assert {(bad["fact"], bad["problem"]) for bad in observations.rows("bad_value")} == {
        ("initiator_wwpn", "redacted"),
        ("device", "redacted"),
    }


def test_fcoe_identifiers_print_the_wwpn_first():
    identifier = "fcoe.10000010aa000007:20000010aa000007"
    uid = f"{identifier}-fcoe.5000144010aa0007:5000144000aa0007-{DEVICE_1}"
    text = f"{uid}\n   UID: {uid}\n   Runtime Name: vmhba33:C0:T0:L1\n   Device: {DEVICE_1}\n   Plugin: NMP\n"
    text += "   State: active\n   Transport: fcoe\n   Target Transport Details: n/a\n"
    observations = harness.read(CORE, text).observations
    assert observations.rows("path")[0]["initiator_wwpn"] == "10000010aa000007"
    assert observations.rows("initiator")[0]["wwnn"] == "20000010aa000007"
    assert observations.rows("path")[0]["target_wwpn"] == "5000144010aa0007"


def test_a_path_without_a_device_stays_a_path():
    text = fc_record(DEVICE_1, 2, 0, 5, state="dead", plugin="(unclaimed)").replace(f"-{DEVICE_1}", "-")
    text = text.replace(f"Device: {DEVICE_1}", "Device: No associated device")
    text = text.replace(f"EMC Fibre Channel Disk ({DEVICE_1})", "No associated device")
    observations = harness.read(CORE, text).observations
    row = observations.rows("path")[0]
    assert row["state"] == "dead"
    assert row["target_wwpn"] == "5000144010aa0000"
    assert "device" not in row
    assert not observations.rows("device")
    assert not observations.rows("bad_value")


def test_nvme_is_recognised_by_the_display_name_only():
    text = fc_record("eui.00000000000000010000000000000001", 2, 0, 1, plugin="HPP")
    assert (
        harness.read(CORE, text.replace("EMC Fibre", "NVMe Fibre")).observations.rows("path")[0]["protocol"] == "nvme"
    )
    given_name = text.replace("EMC Fibre Channel Disk (eui.00000000000000010000000000000001)", "fast")
    assert "protocol" not in harness.read(CORE, given_name).observations.rows("path")[0]


def test_mpath_l_form_with_four_keys_on_one_line():
    text = f"""fc.20000010aa000002:10000010aa000002-fc.5000144000aa0001:5000144010aa0000-{DEVICE_1}
   Runtime Name: vmhba2:C0:T0:L1
   Device: {DEVICE_1}
   Device Display Name: EMC Fibre Channel Disk ({DEVICE_1})
   Adapter: vmhba2 Channel: 0 Target: 0 LUN: 1
   Adapter Identifier: fc.20000010aa000002:10000010aa000002
   Target Identifier: fc.5000144000aa0001:5000144010aa0000
   Plugin: NMP
   State: active
   Transport: fc
   Adapter Transport Details: WWNN: 20:00:00:10:aa:00:00:02 WWPN: 10:00:00:10:aa:00:00:02
   Target Transport Details: WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:00
"""
    result = harness.read(CORE, text)
    row = result.observations.rows("path")[0]
    assert (row["hba"], row["lun"], row["initiator_wwpn"]) == ("vmhba2", 1, "10000010aa000002")
    assert result.unread_lines == 0


def test_a_text_truncated_after_all_needed_fields_is_reported():
    whole = "\n".join(fc_record(DEVICE_1, hba, 0, 1) for hba in (2, 3, 4))
    cut = whole[: whole.rindex("   Target Transport Details")]
    result = harness.read(CORE, cut)
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 3
    assert not harness.read(CORE, whole).ends_inside_record
    # Records with two kinds of ending prove nothing.
    mixed = whole.replace("   Maximum IO Size: 33553920\n", "", 1)
    assert not harness.read(CORE, mixed[: mixed.rindex("   Maximum IO Size")]).ends_inside_record


def test_a_truncated_text_is_reported_and_the_cut_value_dropped():
    whole = fc_record(DEVICE_1, 2, 0, 1) + "\n" + fc_record(DEVICE_1, 3, 1, 1)
    cut = whole[: whole.rindex("State: active") + len("State: act")]
    result = harness.read(CORE, cut)
    assert result.ends_inside_record
    assert [note.line for note in result.notes] == [19]
    last = result.observations.rows("path")[-1]
    assert last["hctl"] == "vmhba3:C0:T1:L1"
    assert "state" not in last


def test_unknown_lines_are_counted():
    text = fc_record(DEVICE_1, 2, 0, 1) + "\nsome unexpected words here\n   New Key: 1\n"
    result = harness.read(CORE, text)
    assert (result.unread_lines, result.first_unread) == (2, 19)


NMP_TEXT = f"""fc.20000010aa000002:10000010aa000002-fc.5000144000aa0001:5000144010aa0000-{DEVICE_1}
   Runtime Name: vmhba2:C0:T0:L1
   Device: {DEVICE_1}
   Device Display Name: DGC Fibre Channel Disk ({DEVICE_1})
   Group State: active
   Array Priority: 0
   Storage Array Type Path Config: {{TPG_id=1,TPG_state=AO,RTP_id=4,RTP_health=UP}}
   Path Selection Policy Path Config: {{current: yes; preferred: no}}

fc.20000010aa000003:10000010aa000003-fc.5000144000aa0001:5000144010aa0001-{DEVICE_1}
   Runtime Name: vmhba3:C0:T1:L1
   Device: {DEVICE_1}
   Device Display Name: DGC Fibre Channel Disk ({DEVICE_1})
   Group State: active unoptimized
   Array Priority: 0
   Storage Array Type Path Config: {{TPG_id=2,TPG_state=ANO,RTP_id=9,RTP_health=UP}}
   Path Selection Policy Path Config: {{non-current path; rank: 0}}

fc.20000010aa000003:10000010aa000003-fc.5000144000aa0001:5000144010aa0002-{DEVICE_1}
   Runtime Name: vmhba3:C0:T2:L1
   Device: {DEVICE_1}
   Device Display Name: DGC Fibre Channel Disk ({DEVICE_1})
   Group State: dead
   Array Priority: 0
   Storage Array Type Path Config: SATP VMW_SATP_SYMM does not support path configuration.
   Path Selection Policy Path Config: PSP VMW_PSP_RR does not support path configuration.
"""


def test_nmp_path_list():
    observations = harness.read(NMP, NMP_TEXT).observations
    first, second, third = observations.rows("path")
    assert first == {
        "host": "owner1",
        "device": DEVICE_1,
        "protocol": "fcp",
        "initiator_wwpn": "10000010aa000002",
        "target_wwpn": "5000144010aa0000",
        "hctl": "vmhba2:C0:T0:L1",
        "hba": "vmhba2",
        "target": "vmhba2:C0:T0",
        "lun": 1,
        "state": "active",
        "state_text": "active",
        "optimised": True,
        "group_state": "active",
        "preferred": False,
        "current": True,
        "plugin": "NMP",
        "transport": "fc",
        "line": 1,
    }
    assert (second["state"], second["optimised"], second["current"], second["line"]) == ("active", False, False, 10)
    assert "preferred" not in second
    assert (third["state"], third["line"]) == ("dead", 19)
    assert not {"optimised", "current", "preferred"} & third.keys()
    assert len(observations.rows("device")) == 1
    assert observations.rows("device_owner")[0]["multipath_owner"] == "nmp"
    assert {row["target_wwpn"] for row in observations.rows("remote_port")} == {
        "5000144010aa0000",
        "5000144010aa0001",
        "5000144010aa0002",
    }


def test_nmp_path_list_without_indentation():
    flat = "\n".join(line.strip() for line in NMP_TEXT.split("\n"))
    assert rows_without_line(flat, NMP) == rows_without_line(NMP_TEXT, NMP)


def test_nmp_path_list_that_breaks_off():
    result = harness.read(NMP, NMP_TEXT[: NMP_TEXT.rindex("Group State: dead") + len("Group State: de")])
    assert result.ends_inside_record
    assert "state" not in result.observations.rows("path")[-1]


def brief_path(hba: int, target: int, lun: int, state: str = "active") -> str:
    return (
        f"   vmhba{hba}:C0:T{target}:L{lun} LUN:{lun} state:{state} fc "
        f"Adapter: WWNN: 20:00:00:10:aa:00:00:0{hba} WWPN: 10:00:00:10:aa:00:00:0{hba}  "
        f"Target: WWNN: 50:00:14:40:00:aa:00:01 WWPN: 50:00:14:40:10:aa:00:0{target}\n"
    )


BRIEF_TEXT = (
    f"{DEVICE_1} : EMC Fibre Channel Disk ({DEVICE_1})\n"
    + brief_path(2, 0, 1)
    + brief_path(3, 1, 1, "off")
    + f"\n{DEVICE_2} : production one\n"
    + brief_path(2, 0, 2, "standby")
    + "   vmhba0:C1:T0:L0 LUN:0 state:active sas Adapter: 500a0000000000a0  Target: 500a0000000000b0\n"
)


def test_mpath_brief():
    result = harness.read(BRIEF, BRIEF_TEXT)
    observations = result.observations
    assert [
        (row["line"], row["device"], row["hctl"], row["state"], row["state_text"], row["transport"])
        for row in observations.rows("path")
    ] == [
        (2, DEVICE_1, "vmhba2:C0:T0:L1", "active", "active", "fc"),
        (3, DEVICE_1, "vmhba3:C0:T1:L1", "disabled", "off", "fc"),
        (6, DEVICE_2, "vmhba2:C0:T0:L2", "standby", "standby", "fc"),
        (7, DEVICE_2, "vmhba0:C1:T0:L0", "active", "active", "sas"),
    ]
    first = observations.rows("path")[0]
    assert (first["initiator_wwpn"], first["target_wwpn"], first["lun"]) == ("10000010aa000002", "5000144010aa0000", 1)
    assert "initiator_wwpn" not in observations.rows("path")[3]
    assert [(row["scsi_target"], row["target_wwnn"]) for row in observations.rows("remote_port")] == [
        ("vmhba2:C0:T0", "5000144000aa0001"),
        ("vmhba3:C0:T1", "5000144000aa0001"),
    ]
    assert result.unread_lines == 0


def test_mpath_brief_survives_copying():
    flat = "\n".join(" ".join(line.split()) for line in BRIEF_TEXT.split("\n"))
    assert rows_without_line(flat, BRIEF) == rows_without_line(BRIEF_TEXT, BRIEF)
    assert rows_without_line(BRIEF_TEXT.replace("\n", "\n\n"), BRIEF) == rows_without_line(BRIEF_TEXT, BRIEF)
    wrapped = BRIEF_TEXT.replace("  Target: WWNN", "\nTarget: WWNN")
    assert rows_without_line(wrapped, BRIEF) == rows_without_line(BRIEF_TEXT, BRIEF)
    glued = BRIEF_TEXT.replace("WWNN: 20", "WWNN:20")
    assert rows_without_line(glued, BRIEF) == rows_without_line(BRIEF_TEXT, BRIEF)


def test_mpath_brief_gives_no_path_to_the_wrong_device():
    orphaned = BRIEF_TEXT.replace(f"{DEVICE_2} : production one\n", "")
    result = harness.read(BRIEF, orphaned)
    assert [row.get("device") for row in result.observations.rows("path")] == [DEVICE_1, DEVICE_1, None, None]
    assert [note.line for note in result.notes] == [5]


def test_mpath_brief_that_breaks_off_leaves_the_path_out():
    cut = BRIEF_TEXT[: BRIEF_TEXT.index("state:standby") + len("state:standby fc Adapter: WWNN: 20:00")]
    result = harness.read(BRIEF, cut)
    assert result.ends_inside_record
    assert len(result.observations.rows("path")) == 2
    assert not result.observations.rows("bad_value")


def test_mpath_brief_redacted():
    text = BRIEF_TEXT.replace("10:00:00:10:aa:00:00:02", "10:00:00:xx:xx:xx:xx:02").replace(DEVICE_2, "naa.6000xxxx")
    observations = harness.read(BRIEF, text).observations
    assert "initiator_wwpn" not in observations.rows("path")[0]
    assert "device" not in observations.rows("path")[2]
    assert {(row["fact"], row["problem"]) for row in observations.rows("bad_value")} == {
        ("initiator_wwpn", "redacted"),
        ("device", "redacted"),
    }


@pytest.mark.parametrize(("name", "text"), [(CORE, FOUR_PATHS), (NMP, NMP_TEXT), (BRIEF, BRIEF_TEXT)])
def test_formats_are_recognised_and_prose_is_not(name, text):
    assert harness.best_reader(text) == name
    assert harness.best_reader("\n".join(line.strip() for line in text.split("\n"))) == name
    prose = "\n".join(f"This is line {number} of a long text about storage." for number in range(200))
    assert harness.best_reader(f"{prose}\n{text}\n{prose}") is None


@given(seed=integers())
@settings(max_examples=examples(25))
@pytest.mark.parametrize(("name", "text"), [(CORE, FOUR_PATHS), (NMP, NMP_TEXT), (BRIEF, BRIEF_TEXT)])
def test_no_damage_breaks_the_readers(name, text, seed):
    harness.assert_robust(name, text, seed)


@given(place=integers(min_value=0, max_value=10_000))
@settings(max_examples=examples(25))
@pytest.mark.parametrize(("name", "text"), [(CORE, FOUR_PATHS), (NMP, NMP_TEXT), (BRIEF, BRIEF_TEXT)])
def test_a_cut_text_states_nothing_new_but_in_its_last_record(name, text, place):
    cut = text[: place % len(text)]
    whole = rows_without_line(text, name)
    read = harness.read(name, cut).observations.rows("path")
    for row in sorted(read, key=lambda row: row["line"])[:-1]:
        assert tuple(sorted((key, value) for key, value in row.items() if key != "line")) in whole


def test_long_hostile_lines_take_no_quadratic_time():
    blanks = " " * 200_000
    for line in (
        f"fc.{'-' * 200_000}=",
        f"UID:{blanks}x{blanks}y",
        "Target Transport Details: " + "WWNN:" * 40_000,
        f"naa.1{blanks}x",
        f"vmhba1:C0:T0:L1 LUN:1 state:a{blanks}b{blanks}c",
        "naa." + ":" * 200_000 + "\nx",
        blanks + "-",
    ):
        for name in (CORE, NMP, BRIEF):
            assert harness.read(name, line + "\n").failure is None
        harness.best_reader(f"Runtime Transport Selection Config State vmhba LUN: state:\n{line}\n")


def test_lines_count_from_the_capture():
    from checker.readers.registry import reader_named
    from checker.readers.toolkit.base import read_capture

    capture = Capture(text=FOUR_PATHS, file="bundle.txt", first_line=101, owner="esx01")
    rows = read_capture(reader_named(CORE), capture).observations.rows("path")
    assert sorted(row["line"] for row in rows) == [101, 119, 137, 155]


def test_many_records_give_the_same_as_few(monkeypatch):
    from checker.readers.esxi.paths import core_path, mpath_brief

    monkeypatch.setattr(core_path, "_PIECE", 1_000)
    monkeypatch.setattr(mpath_brief, "_PIECE", 100)
    core = harness.read(CORE, FOUR_PATHS.replace("\n", "\n\n", 3))
    monkeypatch.undo()
    assert harness.facts(core) == harness.facts(harness.read(CORE, FOUR_PATHS))
    monkeypatch.setattr(mpath_brief, "_PIECE", 100)
    brief = harness.read(BRIEF, BRIEF_TEXT)
    monkeypatch.undo()
    assert brief.observations.rows("path") == harness.read(BRIEF, BRIEF_TEXT).observations.rows("path")


def test_the_controller_that_newer_releases_print_changes_nothing_but_line_numbers():
    with_controller = FOUR_PATHS.replace("   Channel: ", "   Controller: Not Applicable\n   Channel: ")
    result, plain = harness.read(CORE, with_controller), harness.read(CORE, FOUR_PATHS)
    assert result.unread_lines == 0
    rows, plain_rows = result.observations.rows("path"), plain.observations.rows("path")
    assert [{**row, "line": 0} for row in rows] == [{**row, "line": 0} for row in plain_rows]
    printed = with_controller.split("\n")
    assert [printed[row["line"] - 1].split("-")[0] for row in rows] == [
        FOUR_PATHS.split("\n")[row["line"] - 1].split("-")[0] for row in plain_rows
    ]
