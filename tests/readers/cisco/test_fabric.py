"""Links and members of the fabric, and the switch itself."""

from __future__ import annotations

from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, read_capture
from tests.readers.harness import best_reader, read

TOPOLOGY = """\
FC Topology for VSAN 1 :
--------------------------------------------------------------------------------
       Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)
--------------------------------------------------------------------------------
            fc1/7 0xe7(231)          fc13/19  192.0.2.7(mds-core-1)
           fc1/46 0xe7(231)          fc18/13  192.0.2.7(mds-core-1)
   port-channel47 0x25(37)     port-channel9  192.0.2.8

FC Topology for VSAN 10 :
--------------------------------------------------------------------------------
       Interface  Peer Domain Peer Interface     Peer IP Address
--------------------------------------------------------------------------------
            fcip3 0x26(38)             fcip4  192.0.2.9
"""

DOMAINS = """\
VSAN 10
Number of domains: 2
Domain ID              WWN
---------    -----------------------
 0x25(37)    20:0a:00:0d:ec:aa:00:01 [Principal]
 0x26(38)    20:0a:00:0d:ec:bb:00:01 [Local]
VSAN 20
Number of domains: 1
Domain ID              WWN
---------    -----------------------
 0xef(239)   20:14:00:0d:ec:bb:00:01 [Local] [Principal]
"""

CHANNELS = """\
port-channel5
    Administrative channel mode is active
    Operational channel mode is active
    Last membership update succeeded
    First operational port is fc1/3
    2 ports in total, 1 ports up
    Ports:   fc1/3    [up] *
             fc1/4    [down]

port-channel 6
    Administrative channel mode is on
    No ports
"""

VERSION = """\
Cisco Nexus Operating System (NX-OS) Software
TAC support: http://www.cisco.com/tac
Copyright (c) 2002-2020, Cisco Systems, Inc. All rights reserved.

Software
  BIOS:      version 2.12.0
  loader:    version N/A
  kickstart: version 8.4(2b)
  system:    version 8.4(2b)
  system image file is:    bootflash:///m9700-sf3ek9-mz.8.4.2b.bin

Hardware
  cisco MDS 9710 (10 Slot) Chassis ("Supervisor Module-3")
  Intel(R) Xeon(R) CPU  with 8167348 kB of memory.
  Processor Board ID JAE00000000

  Device name: mds-a
  bootflash:    3932160 kB
Kernel uptime is 12 day(s), 3 hour(s), 4 minute(s), 5 second(s)
"""


def test_topology() -> None:
    assert best_reader(TOPOLOGY) == "nxos-show-topology"
    result = read("nxos-show-topology", TOPOLOGY, owner="mds-a")
    rows = result.observations.rows("isl")
    assert rows[0] == {
        "switch": "mds-a",
        "port": "fc1/7",
        "vsan": "1",
        "peer_switch": "mds-core-1",
        "peer_port": "fc13/19",
        "peer_domain": "231",
        "is_trunk": False,
        "link_kind": "isl",
        "line": 5,
    }
    assert [(r["port"], r["vsan"], r["peer_port"], r["is_trunk"], r["link_kind"]) for r in rows[2:]] == [
        ("port-channel47", "1", "port-channel9", True, "isl"),
        ("fcip3", "10", "fcip4", False, "fcip"),
    ]
    members = [(r["vsan"], r["member_domain"], r.get("member_name")) for r in result.observations.rows("fabric_member")]
    assert members == [("1", "231", "mds-core-1"), ("1", "37", None), ("10", "38", None)]
    assert result.unread_lines == 0


def test_domain_list() -> None:
    assert best_reader(DOMAINS) == "nxos-show-fcdomain-domain-list"
    result = read("nxos-show-fcdomain-domain-list", DOMAINS, owner="mds-a")
    rows = result.observations.rows("fabric_member")
    assert rows[0] == {
        "switch": "mds-a",
        "vsan": "10",
        "member_wwn": "200a000decaa0001",
        "member_domain": "37",
        "principal": True,
        "line": 5,
    }
    assert [(r["vsan"], r["member_domain"], r["principal"]) for r in rows[1:]] == [
        ("10", "38", False),
        ("20", "239", True),
    ]
    local = [(r["vsan"], r["value"]) for r in result.observations.rows("fabric_setting")]
    assert local == [("10", "38"), ("20", "239")]
    assert (result.printed_count, result.counted_records, result.unread_lines) == (3, 3, 0)


def test_domain_list_takes_the_vsan_of_its_command_and_reports_missing_rows() -> None:
    text = "\n".join(DOMAINS.split("\n")[1:5])
    capture = Capture(text=text, owner="mds-a", command="show fcdomain domain-list vsan 7")
    result = read_capture(reader_named("nxos-show-fcdomain-domain-list"), capture)
    (row,) = result.observations.rows("fabric_member")
    assert row["vsan"] == "7"
    assert (result.printed_count, result.counted_records) == (2, 1)


def test_contradicting_domain_is_not_believed() -> None:
    result = read("nxos-show-fcdomain-domain-list", DOMAINS.replace("0x25(37)", "0x25(99)"))
    assert "member_domain" not in result.observations.rows("fabric_member")[0]


def test_port_channels() -> None:
    assert best_reader(CHANNELS) == "nxos-show-port-channel-database"
    result = read("nxos-show-port-channel-database", CHANNELS, owner="mds-a")
    rows = [(r["line"], r["port"], r["trunk"], r["is_master"]) for r in result.observations.rows("trunk_member")]
    assert rows == [(7, "fc1/3", "port-channel5", True), (8, "fc1/4", "port-channel5", False)]
    states = [(r["port"], r["port_channel"], r["port_state"]) for r in result.observations.rows("switch_port")]
    assert states == [("fc1/3", "port-channel5", "up"), ("fc1/4", "port-channel5", "down")]
    assert result.unread_lines == 0


def test_version() -> None:
    assert best_reader(VERSION) == "nxos-show-version"
    reader = reader_named("nxos-show-version")
    assert reader.owner_in is not None
    assert reader.owner_in(VERSION) == "mds-a"
    result = read("nxos-show-version", VERSION, owner="mds-a")
    assert result.observations.rows("switch") == [
        {
            "switch": "mds-a",
            "vendor": "cisco",
            "model": "MDS 9710",
            "firmware_version": "8.4(2b)",
            "installed_firmware": "8.4(2b)",
            "is_director": True,
            "line": 9,
        }
    ]


def test_fabric_switch_is_not_a_director() -> None:
    text = VERSION.replace(
        'MDS 9710 (10 Slot) Chassis ("Supervisor Module-3")', 'MDS 9148S 16G 48 FC (1 Slot) Chassis ("FC/Supervisor")'
    )
    (row,) = read("nxos-show-version", text).observations.rows("switch")
    assert (row["model"], row["is_director"]) == ("MDS 9148S 16G 48 FC", False)


def test_truncated_version_is_reported() -> None:
    result = read("nxos-show-version", VERSION[: VERSION.index("Hardware")])
    assert result.ends_inside_record
    (row,) = result.observations.rows("switch")
    assert "model" not in row
    assert row["firmware_version"] == "8.4(2b)"


def test_switchname_needs_its_command() -> None:
    assert best_reader("mds-a\n") is None
    assert best_reader("mds-a# show switchname\nmds-a\n") == "nxos-show-switchname"
    ((_, reader),) = claims(Capture(text="mds-a\n", owner="x", command="show hostname"))
    assert reader.owner_in is not None
    assert reader.owner_in("mds-a# show switchname\nmds-a\n") == "mds-a"
    result = read("nxos-show-switchname", "mds-a\n", owner="mds-a")
    assert result.observations.rows("switch") == [{"switch": "mds-a", "vendor": "cisco", "line": 1}]


def test_switch_wwn() -> None:
    text = "Switch WWN is 20:00:00:0d:ec:aa:00:01\n"
    assert best_reader(text) == "nxos-show-wwn-switch"
    (row,) = read("nxos-show-wwn-switch", text, owner="mds-a").observations.rows("switch")
    assert row == {"switch": "mds-a", "vendor": "cisco", "switch_wwn": "2000000decaa0001", "line": 1}
