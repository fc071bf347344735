"""Fabric OS texts of several commands: supportshow, supportsave members, banners of fosexec."""

from __future__ import annotations

from checker.facts.observations import Observations
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from checker.intake.sections.split import split_commands


def _switch(name: str, fid: int, index: int) -> str:
    return f"""switchName:	{name}
switchType:	62.3
switchState:	Online
switchWwn:	10:00:00:05:33:aa:00:{index:02x}
zoning:
LS Attributes:	[FID: {fid}, Base Switch: No, Default Switch: No, Address Mode 0]

Index Port Address Media Speed State     Proto
==============================================
   {index}   {index}   0{index}0000   id    N8   No_Light    FC
"""


def _zoning(zone: str) -> str:
    return f"""Defined configuration:
 cfg:	prod	{zone}
 zone:	{zone}	10:00:00:90:fa:00:00:01; 50:00:14:42:a0:00:00:00

Effective configuration:
 no configuration in effect
"""


def _port(index: int) -> str:
    return f"portshow {index}\nportIndex:   {index}\nportFlags: 0x1 PRESENT U_PORT\nportState: 2 Offline\n\n"


SUPPORT = f"""Support Show Module

** SS CMD START **
Section : SSHOW_FABRIC
cfgshow              :
CURRENT CONTEXT -- 0 , 128
{_zoning("z_128")}
real	0m0.020s
cfgshow              :
CURRENT CONTEXT -- 1 , 99
{_zoning("z_99")}
SWITCHCMD /fabos/cliexec/errdump -a:
CURRENT CONTEXT -- 0 , 128
2024/06/12, [SEC-1203], 1, INFO
dom                  :
something else
SWITCHCMD /fabos/bin/switchshow:
CURRENT CONTEXT -- 0 , 128

{_switch("core_128", 128, 3)}
SWITCHCMD /fabos/bin/switchshow:
CURRENT CONTEXT -- 1 , 99

{_switch("core_99", 99, 4)}
** SS CMD END **
{_port(3)}{_port(4)}"""


def _read(text: str) -> tuple[list[ExportRecord], Observations]:
    found = Observations()
    return read_text(text, "S_core-S0-SSHOW_SYS.txt", ("S_core-S0-SSHOW_SYS.txt",), 0, found), found


def test_supportshow_is_cut_at_its_commands() -> None:
    commands = [section.command for section in split_commands(SUPPORT)]
    assert commands == [
        None,
        "cfgshow",
        "cfgshow",
        "errdump -a",
        "dom",
        "switchshow",
        "switchshow",
        "portshow 3",
        "portshow 4",
    ]


def test_lines_keep_their_numbers() -> None:
    lines = SUPPORT.split("\n")
    for section in split_commands(SUPPORT):
        first = section.text.split("\n", 1)[0]
        assert lines[section.first_line - 1] == first


def test_logical_switches_of_a_supportshow_come_apart() -> None:
    records, found = _read(SUPPORT)
    assert {record.format for record in records if record.format} == {
        "brocade-cfgshow",
        "brocade-switchshow",
        "brocade-portshow",
    }
    assert sum(record.unread_lines for record in records if record.format) == 0
    assert [(row["switch"], row["zone"]) for row in found.rows("zone")] == [("core_128", "z_128"), ("core_99", "z_99")]
    assert [(row["switch"], row["fabric_id"]) for row in found.rows("switch")] == [
        ("core_128", "128"),
        ("core_99", "99"),
    ]
    assert {(row["switch"], row["port"]) for row in found.rows("switch_port")} == {("core_128", "3"), ("core_99", "4")}


def test_a_switch_without_virtual_fabrics_owns_all_parts() -> None:
    text = f"** SS CMD START **\ncfgshow   :\n{_zoning('z1')}\nswitchshow    :\n{_switch('edge', 128, 3)}\n** SS CMD END **\n"
    _, found = _read(text)
    assert {row["switch"] for kind in ("zone", "switch_port") for row in found.rows(kind)} == {"edge"}


def _banner(command: str, fid: int) -> str:
    return f'---------------------------------------------------\n\n"{command}" on FID {fid}:\n\n'


def test_fosexec_for_all_fabric_ids_is_split() -> None:
    text = "".join(
        _banner("cfgshow", fid) + _zoning(f"z_{fid}") + _banner("switchshow", fid) + _switch(f"core_{fid}", fid, index)
        for fid, index in ((128, 3), (99, 4))
    )
    records, found = _read(text)
    assert [(row["switch"], row["zone"]) for row in found.rows("zone")] == [("core_128", "z_128"), ("core_99", "z_99")]
    assert all(record.format for record in records)


def test_a_fabric_id_that_no_switchshow_names_is_not_mixed_with_another() -> None:
    text = "".join(_banner("cfgshow", fid) + _zoning(f"z_{fid}") for fid in (128, 99))
    _, found = _read(text)
    assert [(row["switch"], row["zone"]) for row in found.rows("zone")] == [("FID 128", "z_128"), ("FID 99", "z_99")]


def test_the_requested_fabric_id_wins_over_the_session_in_the_banner() -> None:
    text = "".join(
        f"> fosexec --fid {fid} -cmd '{command}'\n\n" + _banner(command, 128) + body
        for fid, command, body in (
            (128, "switchshow", _switch("core_128", 128, 3)),
            (99, "switchshow", _switch("core_99", 99, 4)),
            (128, "cfgshow", _zoning("z_128")),
            (99, "cfgshow", _zoning("z_99")),
        )
    )
    _, found = _read(text)
    assert [(row["switch"], row["zone"]) for row in found.rows("zone")] == [("core_128", "z_128"), ("core_99", "z_99")]


def test_other_texts_are_left_alone() -> None:
    text = "switchshow is mentioned here\nzone :\nport :\n"
    assert [section.text for section in split_commands(text)] == [text]


def test_thousands_of_ports_stay_one_section() -> None:
    text = SUPPORT + "".join(_port(index) for index in range(5, 6_005))
    sections = split_commands(text)
    assert [section.command for section in sections][-2:] == ["switchshow", "portshow 3"]
    _, found = _read(text)
    ports = [row for row in found.rows("switch_port") if row["port_index"] == 6_004]
    assert [row["switch"] for row in ports] == ["several logical switches"]


def test_a_banner_belongs_to_the_output_below_it() -> None:
    table = "  1:  0->  4 10:00:00:05:33:aa:00:12  12 core-a          sp:  8.000G bw: 16.000G TRUNK QOS\n"
    records, _ = _read("> islshow\n\n" + _banner("islshow", 128) + table)
    assert [(record.format, record.records) for record in records] == [("brocade-islshow", 1)]


def test_paths_and_dates_around_commands() -> None:
    text = (
        "/fabos/bin/switchshow   :\n\n" + _switch("edge", 128, 3) + "Mon Jun 12 11:21:58 UTC 2023\n\n"
        "/fabos/cliexec/cfgshow   :\n" + _zoning("z1") + "Date: Mon Jun 12 11:22:01 UTC 2023\nreal\t0m0.120s\n"
    )
    records, found = _read(text)
    assert [(record.format, record.command) for record in records] == [
        ("brocade-switchshow", "switchshow"),
        ("brocade-cfgshow", "cfgshow"),
    ]
    assert [record.unread_lines for record in records] == [0, 0]
    assert {row["switch"] for row in found.rows("zone")} == {"edge"}


def test_a_remote_user_with_a_domain_is_part_of_the_prompt() -> None:
    prompt = "sw1:FID128:jo.doe@corp.example.com>"
    text = f"{prompt} cfgshow\n{_zoning('z1')}\n{prompt} portcmd --ping 9/ge2\n4 packets transmitted\n{prompt} exit\n"
    records, found = _read(text)
    (zoning,) = [record for record in records if record.format]
    assert (zoning.format, zoning.owner, zoning.unread_lines) == ("brocade-cfgshow", "sw1", 0)
    assert {row["zone"] for row in found.rows("zone")} == {"z1"}


def test_each_session_of_an_appended_terminal_log_has_its_time() -> None:
    ruler = "=~=~=~=~=~=~=~=~=~=~=~="
    log = "".join(
        f"{ruler} PuTTY log 2026.01.{day} 08:00:{day} {ruler}\nsw1:admin> cfgshow\n{_zoning('z1')}\n"
        for day in ("02", "09")
    )
    records, _ = _read(log)
    assert [(str(record.captured_at), record.unread_lines) for record in records] == [
        ("2026-01-02 08:00:02+00:00", 0),
        ("2026-01-09 08:00:09+00:00", 0),
    ]


def test_a_drive_of_windows_is_no_switch() -> None:
    (part,) = split_commands("C:\\Users\\jo>wmic diskdrive get size\nSize\n1\n")
    assert (part.host, part.command) == (None, "wmic diskdrive get size")
