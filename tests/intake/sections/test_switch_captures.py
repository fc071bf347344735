"""Captures as people keep them: filtered, pasted through web pages, of switches that are disabled, with wide prompts."""

from __future__ import annotations

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_text
from checker.readers.registry import claims, reader_named
from checker.readers.toolkit.base import Capture, ReadResult, read_capture
from tests.readers.harness import read


def read_after(command: str, name: str, text: str) -> ReadResult:
    return read_capture(reader_named(name), Capture(text=text, file="a.txt", owner="sw1", command=command))


def formats(text: str) -> list[str | None]:
    return [record.format for record in read_text(text, "a.txt", ("a.txt",), 0, Observations())]


def test_a_double_hyphen_is_not_a_module() -> None:
    text = (
        "switchName:     sw1\nswitchState:    Online\n\nIndex Port Address Media Speed State     Proto\n"
        "  8   8   010800    –    N8   No_Module   FC  (No POD License) Disabled\n"
    )
    (port,) = read("brocade-switchshow", text).observations.rows("switch_port")
    assert port["sfp_present"] is False
    assert "media" not in port


def test_a_fenced_port() -> None:
    text = (
        "switchName:     sw1\nswitchState:    Online\n\nIndex Port Address Media Speed State     Proto\n"
        "  1   1   010100   id    N16   No_Light   FC  Disabled (Fenced)\n"
        "  2   2   010200   id    N16   No_Light   FC  Disabled (Persistent)\n"
        "  3   3   010300   id    N16   Online     FC  F-Port  10:00:00:90:fa:00:00:01\n"
    )
    rows = read("brocade-switchshow", text).observations.rows("switch_port")
    assert [row.get("fenced") for row in rows] == [True, None, None]


def test_a_disabled_switch_has_no_domain() -> None:
    text = "switchName: sw1\nswitchState:    Offline\nswitchRole: Disabled\nswitchDomain:   1 (unconfirmed)\nzoning:  OFF\n"
    result = read("brocade-switchshow", text)
    (switch,) = result.observations.rows("switch")
    assert "domain_id" not in switch
    (setting,) = result.observations.rows("fabric_setting")
    assert (setting["setting"], setting["value"]) == ("unconfirmed domain id", "1")


def test_one_row_that_a_filter_let_through() -> None:
    row = "   5   5   010500   id    N32     Offline     FC   Disabled\n"
    command = 'switchshow | grep "^   5"'
    found = claims(Capture(text=row, file="a.txt", owner="sw1", command=command))
    assert found[0][1].name == "brocade-switchshow"
    (port,) = read_after(command, "brocade-switchshow", row).observations.rows("switch_port")
    assert (port["port"], port["port_state"], port["state_reason"]) == ("5", "offline", "Disabled")
    assert claims(Capture(text=row, file="a.txt", owner="sw1")) == []


def test_firmware_of_early_releases() -> None:
    text = "Primary version: \tv5.1.0\nSecondary version: \tUnknown\n"
    result = read("brocade-firmwareshow", text)
    assert [row["firmware_version"] for row in result.observations.rows("switch")] == ["v5.1.0"]
    assert result.unread_lines == 0


@pytest.mark.parametrize("blanks", ["", " ", "  ", "   "])
def test_blanks_after_the_prompt(blanks: str) -> None:
    text = (
        f"core-1#{blanks}show vsan membership\nvsan 1 interfaces:\n    fc1/1            fc1/2\n"
        f"core-1#{blanks}show zoneset active vsan 1\nzoneset name ZS1 vsan 1\n  zone name Z1 vsan 1\n"
        "  * fcid 0x670041 [pwwn 52:4a:93:00:00:00:00:01]\n"
    )
    assert formats(text) == ["nxos-show-vsan-membership", "nxos-show-zoneset-active"]


def test_what_follows_a_zone_status_is_not_dropped() -> None:
    status = (
        "VSAN: 1 default-zone: deny distribute: active only Interop: default\n    mode: basic merge-control: allow\n"
        "    session:  none\nStatus: Activation completed at 01:25:26 UTC May 14\n     2023\n"
    )
    assert read("nxos-show-zone-status", status).unread_lines == 0
    followed = status + "\nzoneset name ZS1 vsan 1\n  zone name Z1 vsan 1\n"
    assert read("nxos-show-zone-status", followed).unread_lines == 2


def test_totals_of_local_entries() -> None:
    text = (
        "VSAN 1:\nFCID        TYPE  PWWN                    (VENDOR)        FC4-TYPE:FEATURE\n"
        "0x670041    N     52:4a:93:00:00:00:00:01                 scsi-fcp:target\n\nTotal number of local entries = 1\n"
    )
    result = read("nxos-show-fcns-database", text)
    assert (result.printed_count, result.counted_records, result.unread_lines) == (1, 1, 0)


def test_rows_of_show_interface_brief_without_their_header() -> None:
    rows = (
        "fc1/2       1      auto   on      up           swl   F      16     --       edge\n"
        "fc1/3       1      E      auto    up           swl   E      32     112      core\n"
        "port-channel112       1     auto   up             E    64      --              core\n"
    )
    command = "show interface brief | i edge|core"
    assert (
        claims(Capture(text=rows, file="a.txt", owner="sw1", command=command))[0][1].name == "nxos-show-interface-brief"
    )
    result = read_after(command, "nxos-show-interface-brief", rows)
    found = [
        (row["port"], row["port_vsan"], row["port_type"], row["speed_gbps"], row.get("port_channel"))
        for row in result.observations.rows("switch_port")
    ]
    assert found == [
        ("fc1/2", "1", "F", 16.0, None),
        ("fc1/3", "1", "E", 32.0, "port-channel112"),
        ("port-channel112", "1", "E", 64.0, None),
    ]
    assert claims(Capture(text=rows, file="a.txt", owner="sw1")) == []


PLAY = """
- hosts: fabric_a
  gather_facts: False
  vars:
    credential:
      fos_user_name: "{{ fos_user_name }}"
  tasks:
  - name: access gateway mode
    brocade_fibrechannel_switch:
      credential: "{{ credential }}"
      vfid: -1
      switch:
        ag_mode: 3
"""


def test_a_playbook_is_no_answer_of_a_switch() -> None:
    found = claims(Capture(text=PLAY, file="a.yml", owner="sw1"))
    assert [reader.name for _, reader in found] == ["ansible-brocade-zoning"]
    result = read("ansible-brocade-zoning", PLAY)
    assert result.records == 0
    assert [note.text for note in result.notes] == ["a playbook for Fabric OS without zoning"]


def test_policies_of_zones() -> None:
    text = (
        "Vsan: 10\n   Default-zone: permit\n   Distribute: active only\n   Broadcast: disable\n   Merge control: restrict\n"
        "   Generic Service: read-write\n\nVsan: 20\n   Default-zone: deny\n   Distribute: full\n   Smart-zone: enabled\n"
        "   Colour: green\n"
    )
    result = read("nxos-show-zone-policy", text)
    assert [
        {name: value for name, value in row.items() if name != "line"} for row in result.observations.rows("vsan")
    ] == [
        {
            "switch": "owner1",
            "vsan": "10",
            "default_zone": "permit",
            "default_zone_in_force": True,
            "distribute": "active only",
            "merge_control": "restrict",
        },
        {
            "switch": "owner1",
            "vsan": "20",
            "default_zone": "deny",
            "default_zone_in_force": True,
            "distribute": "full",
            "smart_zoning": True,
        },
    ]
    assert result.unread_lines == 1
    cut = read("nxos-show-zone-policy", "Vsan: 10\n")
    assert cut.ends_inside_record
    assert cut.observations.rows("vsan") == []


def test_a_user_name_alone_is_no_switch() -> None:
    text = (
        "admin> islshow\n  1:  6->  6 10:00:d8:1f:cc:aa:00:01   1 FCSw2   sp: 16.000G bw: 16.000G QOS CR_RECOV FEC \n"
    )
    (record,) = read_text(text, "core1/links.txt", ("core1", "links.txt"), 0, Observations())
    assert (record.format, record.owner_basis) == ("brocade-islshow", "path")


ROWS_OF_A_PORT = [
    (
        "portstatsshow 1/6 | grep tim_txcrd_z",
        "brocade-portstatsshow",
        "tim_txcrd_z         128441      Time TX Credit Zero (2.5Us ticks)\n",
        "counter_sample",
        {"port": "1/6", "counter": "credit_zero", "value": 128441},
    ),
    (
        "portloginshow 6 | grep fe",
        "brocade-portloginshow",
        "  fe  010600  10:00:00:00:c9:aa:00:01    16  2048   c  scr=0x3\n",
        "login",
        {"port": "6", "wwpn": "10000000c9aa0001", "fcid": "010600"},
    ),
    (
        "sfpshow 6 | grep -i power",
        "brocade-sfpshow",
        "RX Power:    -3.2    dBm (478.6uW)  100.0  uW  1258.9 uW  158.5  uW 794.3  uW\n"
        "TX Power:    -2.6    dBm (550.8 uW) 125.9  uW  1258.9 uW  251.2  uW 794.3  uW\n",
        "sfp",
        {"port": "6", "rx_power_uw": 478.6, "tx_power_uw": 550.8},
    ),
    (
        'sfpshow -all | egrep "Port|RX Power"',
        "brocade-sfpshow",
        "Slot  1/Port  4:\nRX Power:    -3.2    dBm (478.6uW)  100.0  uW  1258.9 uW  158.5  uW 794.3  uW\n",
        "sfp",
        {"port": "1/4", "rx_power_uw": 478.6, "rx_low_warning_uw": 158.5},
    ),
]


@pytest.mark.parametrize(("command", "name", "text", "kind", "facts"), ROWS_OF_A_PORT)
def test_what_a_filter_leaves_of_one_port(
    command: str, name: str, text: str, kind: str, facts: dict[str, object]
) -> None:
    assert claims(Capture(text=text, file="a.txt", owner="sw1", command=command))[0][1].name == name
    [row] = read_after(command, name, text).observations.rows(kind)
    assert facts.items() <= row.items()
