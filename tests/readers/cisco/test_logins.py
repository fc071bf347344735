"""Logins and names: flogi database, name server, device aliases."""

from __future__ import annotations

from checker.readers.registry import reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, facts, read

FLOGI = """\
mds-a# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/3            10    0x0a0001  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01
                           [esx01_hba0]
fc1/3            10    0x0a0002  10:00:00:00:c9:aa:00:02 20:00:00:00:c9:aa:00:02
port-channel101  20    0x0b0001  50:0a:xx:xx:00:00:00:01 50:0a:00:00:00:00:00:00
                           [tape1]
san-port-channel 7
                 20    0x0b0002  50:0a:00:00:00:00:00:02 50:0a:00:00:00:00:00:00

Total number of flogi = 4.
"""

EARLY_FLOGI = """\
INTERFACE FCID PORT_NAME NODE_NAME
fc1/4 0x760300 21:00:00:e0:8b:00:00:5a 20:00:00:e0:8b:00:00:5a
"""

FCNS = """\
VSAN 10:
--------------------------------------------------------------------------
FCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE
--------------------------------------------------------------------------
0x0a0001    N     10:00:00:00:c9:aa:00:01 (Emulex)        scsi-fcp:init
                  [esx01_hba0]
0x0a0002    N     50:00:14:42:a0:00:00:10                 scsi-fcp:both 253

Total number of entries = 2

VSAN 20:
--------------------------------------------------------------------------
FCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE
--------------------------------------------------------------------------
0x0b0001    NL    50:0a:00:00:00:00:00:01 (Brand 1)       scsi-fcp:target fc-gs
0x0b0002    N     50:0a:00:00:00:00:00:02 (Cisco)         ipfc

Total number of entries = 2
"""

DETAIL = """\
------------------------
VSAN:10    FCID:0x0a0001
------------------------
port-wwn (vendor)           :10:00:00:00:c9:aa:00:01 (Emulex)
                             [esx01_hba0]
node-wwn                    :20:00:00:00:c9:aa:00:01
class                       :3
node-ip-addr                :0.0.0.0
ipa                         :ff ff ff ff ff ff ff ff
fc4-types:fc4_features      :scsi-fcp:init
symbolic-port-name          :esx01 port 0
symbolic-node-name          :LPe16002B FV1.1.43 esx01
port-type                   :N
port-ip-addr                :0.0.0.0
fabric-port-wwn             :20:03:00:0d:ec:aa:00:01
hard-addr                   :0x000000
permanent-port-wwn (vendor) :10:00:00:00:c9:aa:00:0f (Emulex)
connected interface         :fc1/3
switch name (IP address)    :mds-a (192.0.2.10)
------------------------
VSAN:10    FCID:0x0c0001  ===> on the other switch
------------------------
port-wwn (vendor)           :50:00:14:42:a0:00:00:10
node-wwn                    :50:00:14:40:47:00:00:10
fc4-types:fc4_features      :scsi-fcp:target
hard-addr                   :0x000000
Connected Interface         :fc2/7
Switch Name (IP address)    :mds-b (192.0.2.11)
"""

ALIASES = """\
device-alias name esx01_hba0 pwwn 10:00:00:00:c9:aa:00:01
  device-alias name redacted1 pwwn 10:00:XX:XX:c9:aa:00:02

Total number of entries = 2
"""


def test_flogi_field_by_field() -> None:
    assert best_reader(FLOGI) == "nxos-show-flogi-database"
    result = read("nxos-show-flogi-database", FLOGI, owner="mds-a")
    rows = result.observations.rows("login")
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "wwpn": "10000000c9aa0001",
        "wwnn": "20000000c9aa0001",
        "fcid": "0a0001",
        "port": "fc1/3",
        "alias": "esx01_hba0",
        "local": True,
        "line": 5,
    }
    assert "alias" not in rows[1]
    assert [(row["line"], row["port"], row["vsan"], row.get("wwpn"), row.get("alias")) for row in rows[2:]] == [
        (8, "port-channel101", "20", None, "tape1"),
        (11, "san-port-channel7", "20", "500a000000000002", None),
    ]
    assert (result.printed_count, result.counted_records, result.unread_lines) == (4, 4, 0)
    (bad,) = result.observations.rows("bad_value")
    assert (bad["line"], bad["problem"], bad["place"]) == (8, "redacted", "port-channel101")


def test_flogi_of_early_switches_has_no_vsan() -> None:
    assert best_reader(EARLY_FLOGI) == "nxos-show-flogi-database"
    result = read("nxos-show-flogi-database", EARLY_FLOGI)
    (row,) = result.observations.rows("login")
    assert (row["vsan"], row["port"], row["wwpn"], row["line"]) == ("", "fc1/4", "210000e08b00005a", 2)
    assert [note.text for note in result.notes] == ["the total number of logins is missing; the text may be truncated"]


def test_flogi_with_fewer_rows_than_its_total() -> None:
    lines = FLOGI.split("\n")
    result = read("nxos-show-flogi-database", "\n".join(lines[:6] + lines[11:]))
    assert (result.printed_count, result.counted_records) == (4, 1)


def test_flogi_survives_collapsed_blanks() -> None:
    collapsed = "\n".join(" ".join(line.split()) for line in FLOGI.split("\n"))
    rows = read("nxos-show-flogi-database", collapsed).observations.rows("login")
    assert rows == read("nxos-show-flogi-database", FLOGI).observations.rows("login")


def test_fcns_table() -> None:
    assert best_reader(FCNS) == "nxos-show-fcns-database"
    result = read("nxos-show-fcns-database", FCNS, owner="mds-a")
    rows = result.observations.rows("login")
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "wwpn": "10000000c9aa0001",
        "fcid": "0a0001",
        "fc4_role": "initiator",
        "vendor": "Emulex",
        "alias": "esx01_hba0",
        "local": False,
        "line": 5,
    }
    found = [(r["line"], r["vsan"], r["wwpn"], r.get("vendor"), r.get("fc4_role"), r["local"]) for r in rows[1:]]
    assert found == [
        (7, "10", "50001442a0000010", None, "both", False),
        (15, "20", "500a000000000001", "Brand 1", "target", False),
        (16, "20", "500a000000000002", "Cisco", None, False),
    ]
    assert (result.printed_count, result.counted_records, result.unread_lines) == (4, 4, 0)


def test_fcns_detail_names_the_attaching_switch() -> None:
    assert best_reader(DETAIL) == "nxos-show-fcns-database-detail"
    result = read("nxos-show-fcns-database-detail", DETAIL, owner="mds-a")
    here, seen, there = result.observations.rows("login")
    assert here == {
        "switch": "mds-a",
        "vsan": "10",
        "wwpn": "10000000c9aa0001",
        "wwnn": "20000000c9aa0001",
        "fcid": "0a0001",
        "port": "fc1/3",
        "symbolic_name": "esx01 port 0",
        "node_symbolic_name": "LPe16002B FV1.1.43 esx01",
        "fc4_role": "initiator",
        "vendor": "Emulex",
        "alias": "esx01_hba0",
        "local": True,
        "permanent_port_wwn": "10000000c9aa000f",
        "line": 2,
    }
    assert (seen["switch"], seen["local"], seen.get("port"), seen["fc4_role"]) == ("mds-a", False, None, "target")
    assert (there["switch"], there["local"], there["port"]) == ("mds-b", True, "fc2/7")
    assert result.unread_lines == 0
    assert not result.ends_inside_record


def test_fcns_detail_truncated_inside_an_entry() -> None:
    cut = DETAIL[: DETAIL.index("fc4-types:fc4_features      :scsi-fcp:target")]
    result = read("nxos-show-fcns-database-detail", cut, owner="mds-a")
    assert result.ends_inside_record
    assert [(note.line, note.text) for note in result.notes] == [(21, "truncated: the last entry is incomplete")]
    last = result.observations.rows("login")[-1]
    assert (last["wwpn"], last["local"]) == ("50001442a0000010", False)
    assert "fc4_role" not in last


def test_device_aliases() -> None:
    assert best_reader(ALIASES) == "nxos-show-device-alias-database"
    result = read("nxos-show-device-alias-database", ALIASES, owner="mds-a")
    assert result.observations.rows("alias") == [
        {
            "switch": "mds-a",
            "vsan": "",
            "alias": "esx01_hba0",
            "member": "10000000c9aa0001",
            "wwpn": "10000000c9aa0001",
            "line": 1,
        },
        {"switch": "mds-a", "vsan": "", "alias": "redacted1", "member": "10:00:XX:XX:c9:aa:00:02", "line": 2},
    ]
    assert (result.printed_count, result.counted_records) == (2, 2)
    assert [row["line"] for row in result.observations.rows("bad_value")] == [2]


def test_a_truncated_device_alias_is_not_an_alias() -> None:
    cut = read("nxos-show-device-alias-database", ALIASES[: ALIASES.index(" 10:00:XX")])
    assert [row["alias"] for row in cut.observations.rows("alias")] == ["esx01_hba0"]
    assert cut.unread_lines == 1
    assert cut.ends_inside_record


def test_device_alias_status() -> None:
    text = """\
Fabric Distribution: Enabled
Database:- Device Aliases 24  Mode: Enhanced
           Checksum: 0x1f2e3d
Locked By:- User "admin" SWWN 20:00:00:0d:ec:aa:00:01
Pending Database:- Device Aliases 25  Mode: Enhanced
"""
    assert best_reader(text) == "nxos-show-device-alias-status"
    result = read("nxos-show-device-alias-status", text, owner="mds-a")
    settings = [(row["line"], row["setting"], row["value"]) for row in result.observations.rows("fabric_setting")]
    assert settings == [
        (1, "device-alias distribution", "enabled"),
        (2, "device-alias count", "24"),
        (2, "device-alias mode", "enhanced"),
        (3, "device-alias checksum", "0x1f2e3d"),
        (4, "device-alias locked by", 'User "admin" SWWN 20:00:00:0d:ec:aa:00:01'),
        (5, "device-alias pending count", "25"),
    ]
    assert result.unread_lines == 0


def test_prose_with_a_table_in_it_is_not_claimed() -> None:
    assert best_reader("The command shows who is logged in:\n\n" + FLOGI.split("\n", 1)[1]) is None
    assert best_reader("Name server entries look like this.\n" + FCNS) is None


def test_flogi_details_have_a_flags_column() -> None:
    text = FLOGI.replace("c9:aa:00:01\n", "c9:aa:00:01  PA\n").replace("NODE NAME\n", "NODE NAME   FLAGS\n")
    rows = read("nxos-show-flogi-database", text).observations.rows("login")
    assert (rows[0]["wwnn"], rows[0]["alias"]) == ("20000000c9aa0001", "esx01_hba0")


def test_local_name_server_entries_are_local() -> None:
    capture = Capture(text=FCNS, owner="mds-a", command="show fcns database local")
    rows = read_capture(reader_named("nxos-show-fcns-database"), capture).observations.rows("login")
    assert {row["local"] for row in rows} == {True}


def test_the_supervisor_is_not_a_device_but_counts() -> None:
    text = FLOGI.replace(
        "Total number",
        "sup-fc0          10    0x0a0f01  10:00:00:0d:ec:aa:00:01 20:00:00:0d:ec:aa:00:00\n                           [mds-a]\n\nTotal number",
    )
    plain, result = read("nxos-show-flogi-database", FLOGI), read("nxos-show-flogi-database", text)
    assert facts(result) == facts(plain)
    assert result.unread_lines == 0
    assert plain.counted_records is not None and result.counted_records == plain.counted_records + 1
