"""Ports and their counters."""

from __future__ import annotations

from tests.readers.harness import best_reader, read

INTERFACES = """\
fc1/1 is trunking
    Port description is to mds-b
    Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
    Port WWN is 20:01:00:0d:ec:aa:00:01
    Peer port WWN is 20:0d:00:0d:ec:bb:00:01
    Admin port mode is auto, trunk mode is on
    snmp link state traps are enabled
    Port mode is TE
    Port vsan is 1
    Speed is 16 Gbps
    Rate mode is dedicated
    Transmit B2B Credit is 250
    Receive B2B Credit is 500
    Receive data field Size is 2112
    Beacon is turned off
    admin fec state is down
    oper fec state is up
    Trunk vsans (admin allowed and active) (1,10)
    Trunk vsans (up)                       (1,10)
    5 minutes input rate 352 bits/sec,44 bytes/sec, 0 frames/sec
    5 minutes output rate 288 bits/sec,36 bytes/sec, 0 frames/sec
      480849 frames input,35793364 bytes
        1 discards,2 errors
        3 invalid CRC/FCS,4 unknown class
        5 too long,6 too short
      480932 frames output,27649100 bytes
        7 discards,8 errors
      9 input OLS,10  LRR,11 NOS,12 loop inits
      13 output OLS,14 LRR, 15 NOS, 16 loop inits
      500 receive B2B credit remaining
      250 transmit B2B credit remaining
    Interface last changed at Sat Jan 15 01:00:44 2022

    Last clearing of "show interface" counters  :never

fc1/2 is up
    Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
    Port WWN is 20:02:00:0d:ec:aa:00:01
    Port mode is F, FCID is 0x0a0001
    Port vsan is 10
    Speed is 8 Gbps
    Belongs to port-channel 5
    last clearing of "show interface" counters never

fc1/3 is down (SFP not present)
    Hardware is Fibre Channel
    Port WWN is 20:03:xx:xx:ec:aa:00:01
    last clearing of "show interface" counters never

fc1/4 is down (Administratively down)
    Port WWN is 20:04:00:0d:ec:aa:00:01
    last clearing of "show interface" counters never

mgmt0 is up
    Hardware is GigabitEthernet
    77 packets input, 99 bytes

port-channel 5 is trunking (Not all VSANs UP on the trunk)
    Hardware is Fibre Channel
    Port WWN is 24:05:00:0d:ec:aa:00:01
    Port mode is TE
    Speed is 32 Gbps
    last clearing of "show interface" counters never
"""

COUNTERS = """\
fc1/1
    5 minutes input rate 352 bits/sec, 44 bytes/sec, 0 frames/sec
    100 frames input, 9600 bytes
      0 class-2 frames, 0 bytes
      100 class-3 frames, 9600 bytes
      0 discards, 0 errors, 2 CRC/FCS
    200 frames output, 19200 bytes
      0 discards, 0 errors
    3 timeout discards, 4 credit loss
    1 link failures, 5 sync losses, 6 signal losses
     14 Transmit B2B credit transitions to zero
     12 Receive B2B credit transitions to zero
      77 2.5us TxWait due to lack of transmit credits
      Percentage Tx credits not available for last 1s/1m/1h/72h: 0%/1%/2%/7%
      500 receive B2B credit remaining
    Last clearing of "show interface" counters : never

mgmt0
    500 frames input, 700 bytes
"""

BRIEF = """\
-----------------------------------------------------------------------------------------
Interface  Vsan   Admin  Admin   Status       SFP    Oper  Oper   Port     Logical
                  Mode   Trunk                       Mode  Speed  Channel   Type
                         Mode                              (Gbps)
-----------------------------------------------------------------------------------------
fc1/1      10     auto   on      up           swl    F     16     --       edge
fc1/2      10     auto   on      notConnected swl    --           --       --
fc1/3      1      E      auto    trunking     lwl    TE    32     112      core
fc1/4      1      auto   off     sfpAbsent    --     --    --     --       --

-------------------------------------------------------------------------------
Interface               Vsan   Admin   Status          Oper  Oper   IP
                               Trunk                   Mode  Speed  Address
                               Mode                          (Gbps)
-------------------------------------------------------------------------------
port-channel112         1      auto    trunking        TE    64     --
san-port-channel 2      20     on      down            --           --

-------------------------------------------------------------------------------
Interface          Status     Speed      IP Address            MTU
-------------------------------------------------------------------------------
mgmt0              up         1000       192.0.2.10            1500
port-channel9      up         1000       --                    1500
"""

BRIEF_OLD = """\
Interface  Vsan   Admin  Admin   Status          SFP    Oper  Oper   Port
                  Mode   Trunk                          Mode  Speed  Channel
                         Mode                                 (Gbps)
fc1/1      10     auto   on      up               swl    F       8    --
fc1/2      10     auto   on      notConnected     swl    --           5
"""


def test_ports_field_by_field() -> None:
    assert best_reader(INTERFACES) == "nxos-show-interface"
    result = read("nxos-show-interface", INTERFACES, owner="mds-a")
    first, second, third, fourth, channel = result.observations.rows("switch_port")
    assert first == {
        "switch": "mds-a",
        "port": "fc1/1",
        "port_state": "up",
        "description": "to mds-b",
        "media": "short wave laser w/o OFC (SN)",
        "sfp_present": True,
        "port_wwn": "2001000decaa0001",
        "attached_wwn": "200d000decbb0001",
        "port_type": "TE",
        "port_vsan": "1",
        "speed_gbps": 16.0,
        "buffer_credits": 500,
        "fec": True,
        "line": 1,
    }
    assert (second["port_type"], second["fcid"], second["port_channel"]) == ("F", "0a0001", "port-channel5")
    assert third == {
        "switch": "mds-a",
        "port": "fc1/3",
        "port_state": "down",
        "state_reason": "SFP not present",
        "sfp_present": False,
        "line": 45,
    }
    assert (fourth["port_state"], fourth["persistently_disabled"]) == ("disabled", True)
    assert (channel["port"], channel["state_reason"]) == ("port-channel5", "Not all VSANs UP on the trunk")
    assert result.unread_lines == 0
    assert [row["line"] for row in result.observations.rows("bad_value")] == [47]


def test_counters_of_an_interface() -> None:
    result = read("nxos-show-interface", INTERFACES, owner="mds-a")
    rows = [row for row in result.observations.rows("counter_sample") if row["port"] == "fc1/1"]
    assert {row["counter"]: row["value"] for row in rows} == {
        "frames_rx": 480849,
        "bytes_rx": 35793364,
        "discards_rx": 1,
        "errors_rx": 2,
        "crc_err": 3,
        "unknown_class": 4,
        "too_long": 5,
        "too_short": 6,
        "frames_tx": 480932,
        "bytes_tx": 27649100,
        "discards_tx": 7,
        "errors_tx": 8,
        "ols_rx": 9,
        "link_reset_rx": 10,
        "nos_rx": 11,
        "loop_inits_rx": 12,
        "ols_tx": 13,
        "link_reset_tx": 14,
        "nos_tx": 15,
        "loop_inits_tx": 16,
    }
    assert rows[0] == {
        "switch": "mds-a",
        "port": "fc1/1",
        "counter": "frames_rx",
        "value": 480849,
        "rounded": False,
        "line": 22,
    }
    assert {row["port"] for row in result.observations.rows("counter_sample")} == {"fc1/1"}


def test_links_to_other_switches() -> None:
    result = read("nxos-show-interface", INTERFACES, owner="mds-a")
    single, also, trunk = result.observations.rows("isl")
    assert (single["port"], single["speed_gbps"], single["is_trunk"]) == ("fc1/1", 16.0, False)
    assert (single["vsan"], also["vsan"]) == ("1", "10")  # each VSAN that is up on the trunk
    assert (trunk["port"], trunk["bandwidth_gbps"], trunk["is_trunk"]) == ("port-channel5", 32.0, True)
    assert "speed_gbps" not in trunk
    members = [(row["port"], row["trunk"]) for row in result.observations.rows("trunk_member")]
    assert members == [("fc1/2", "port-channel5")]


def test_an_ethernet_port_channel_is_skipped() -> None:
    text = "fc1/1 is up\n    Port WWN is 20:01:00:0d:ec:aa:00:01\n    last clearing of x\n\nport-channel9 is up\n  Hardware: Port-Channel, address: 0011.2233.4455\n  5 discards, 6 CRC\n"
    result = read("nxos-show-interface", text)
    assert [row["port"] for row in result.observations.rows("switch_port")] == ["fc1/1"]
    assert result.observations.rows("counter_sample") == []


OLD_RELEASE = """\
fc1/1 is up
    Hardware is Fibre Channel, SFP is short wave laser w/o OFC (SN)
    Port WWN is 20:01:00:0d:ec:00:00:40
    Admin port mode is FX
    Port mode is F, FCID is 0x650001
    Port vsan is 10
    Speed is 2 Gbps
      93 frames input, 4372 bytes
        0 discards, 0 errors
      90 frames output, 4272 bytes
        0 discards, 0 errors
      0 input OLS, 0 LRR, 0 NOS, 0 loop inits
      0 output OLS, 0 LRR, 0 NOS, 0 loop inits
"""


def test_blocks_of_old_releases_have_no_closing_line() -> None:
    whole = read("nxos-show-interface", OLD_RELEASE)
    assert (whole.ends_inside_record, whole.notes) == (False, [])
    assert read("nxos-show-interface", OLD_RELEASE[: OLD_RELEASE.index("      0 output OLS")]).ends_inside_record
    closing = OLD_RELEASE.replace("fc1/1", "fc1/2") + '    Last clearing of "show interface" counters : never\n'
    assert read("nxos-show-interface", closing + OLD_RELEASE).ends_inside_record


def test_interface_truncated_inside_a_block() -> None:
    result = read("nxos-show-interface", INTERFACES[: INTERFACES.index("        3 invalid CRC")])
    assert result.ends_inside_record
    assert [(note.line, note.text) for note in result.notes] == [(1, "truncated inside the block of fc1/1")]
    counters = {row["counter"] for row in result.observations.rows("counter_sample")}
    assert counters == {"frames_rx", "bytes_rx", "discards_rx", "errors_rx"}


def test_interface_without_indentation() -> None:
    flat = "\n".join(line.strip() for line in INTERFACES.split("\n"))
    whole = read("nxos-show-interface", INTERFACES)
    for kind in ("switch_port", "counter_sample", "isl"):
        assert read("nxos-show-interface", flat).observations.rows(kind) == whole.observations.rows(kind)


def test_counters_command() -> None:
    assert best_reader(COUNTERS) == "nxos-show-interface-counters"
    result = read("nxos-show-interface-counters", COUNTERS, owner="mds-a")
    assert {(row["port"], row["counter"]): row["value"] for row in result.observations.rows("counter_sample")} == {
        ("fc1/1", "frames_rx"): 100,
        ("fc1/1", "bytes_rx"): 9600,
        ("fc1/1", "discards_rx"): 0,
        ("fc1/1", "errors_rx"): 0,
        ("fc1/1", "crc_err"): 2,
        ("fc1/1", "frames_tx"): 200,
        ("fc1/1", "bytes_tx"): 19200,
        ("fc1/1", "discards_tx"): 0,
        ("fc1/1", "errors_tx"): 0,
        ("fc1/1", "class3_timeout_tx"): 3,
        ("fc1/1", "credit_loss"): 4,
        ("fc1/1", "link_failure"): 1,
        ("fc1/1", "loss_sync"): 5,
        ("fc1/1", "loss_signal"): 6,
        ("fc1/1", "credit_zero"): 14,
        ("fc1/1", "credit_zero_rx"): 12,
        ("fc1/1", "txwait_2_5us"): 77,
        ("fc1/1", "txwait_percent_1s"): 0,
        ("fc1/1", "txwait_percent_1m"): 1,
        ("fc1/1", "txwait_percent_1h"): 2,
        ("fc1/1", "txwait_percent_72h"): 7,
    }
    assert result.unread_lines == 0


def test_share_of_the_time_without_credit_in_newer_words() -> None:
    newer = COUNTERS.replace("Tx credits not available for last", "TxWait for last")
    assert newer != COUNTERS
    shares = [
        [
            row
            for row in read("nxos-show-interface-counters", text).observations.rows("counter_sample")
            if "percent" in row["counter"]
        ]
        for text in (newer, COUNTERS)
    ]
    assert shares[0] == shares[1] and len(shares[0]) == 4


def test_brief() -> None:
    assert best_reader(BRIEF) == "nxos-show-interface-brief"
    result = read("nxos-show-interface-brief", BRIEF, owner="mds-a")
    rows = result.observations.rows("switch_port")
    assert rows[0] == {
        "switch": "mds-a",
        "port": "fc1/1",
        "port_vsan": "10",
        "port_state": "up",
        "media": "swl",
        "sfp_present": True,
        "port_type": "F",
        "speed_gbps": 16.0,
        "line": 6,
    }
    assert rows[1] == {
        "switch": "mds-a",
        "port": "fc1/2",
        "port_vsan": "10",
        "port_state": "down",
        "state_reason": "notConnected",
        "media": "swl",
        "sfp_present": True,
        "line": 7,
    }
    assert (rows[2]["port_type"], rows[2]["speed_gbps"], rows[2]["port_channel"]) == ("TE", 32.0, "port-channel112")
    assert (rows[3]["state_reason"], rows[3]["sfp_present"]) == ("sfpAbsent", False)
    assert (rows[4]["port"], rows[4]["port_type"], rows[4]["speed_gbps"]) == ("port-channel112", "TE", 64.0)
    assert (rows[5]["port"], rows[5]["port_vsan"], rows[5]["port_state"]) == ("san-port-channel2", "20", "down")
    assert len(rows) == 6
    assert result.unread_lines == 0


def test_brief_without_logical_type() -> None:
    rows = read("nxos-show-interface-brief", BRIEF_OLD).observations.rows("switch_port")
    assert (rows[0]["speed_gbps"], rows[0].get("port_channel")) == (8.0, None)
    assert (rows[1].get("speed_gbps"), rows[1]["port_channel"]) == (None, "port-channel5")
