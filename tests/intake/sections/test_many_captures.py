"""A file with many captures: every part keeps its lines and its machine."""

from checker.facts.observations import Observations
from checker.intake.read import read_text
from checker.intake.record import ExportRecord

SWITCH = """switchName: {name}
switchType: 118.1
switchState: Online
switchMode: Native
switchRole: Principal
switchDomain: {domain}
switchId: fffc0{domain}
switchWwn: 10:00:00:05:1e:00:00:0{domain}
zoning: ON (cfg1)
switchBeacon: OFF

Index Port Address Media Speed State Proto
==============================================
   0   0   0{domain}0000   id    N8   Online      FC  F-Port  10:00:00:00:c9:00:0{domain}:01
"""
FANS = """Fan 1 is Ok, speed is 6026 RPM
Fan 2 is Ok, speed is 6026 RPM
"""


def records_of(text: str) -> list[ExportRecord]:
    return read_text(text, "switches.txt", ("switches.txt",), 0, Observations())


def test_each_part_of_a_file_has_its_own_first_line() -> None:
    text = "".join(SWITCH.format(name=f"sw{domain}", domain=domain) + FANS for domain in range(1, 6))
    starts = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith(("switchName:", "Fan 1 "))]
    assert [record.first_line for record in records_of(text)] == starts
    assert len(starts) == 10


def test_a_part_without_a_name_belongs_to_the_machine_above_it() -> None:
    text = "".join(SWITCH.format(name=f"sw{domain}", domain=domain) + FANS for domain in range(1, 4))
    found = [(record.format, record.owner) for record in records_of(text)]
    assert found == [
        (name, f"sw{domain}") for domain in range(1, 4) for name in ("brocade-switchshow", "brocade-fanshow")
    ]


def test_a_part_before_any_name_is_not_assigned_to_a_later_machine() -> None:
    text = FANS + "".join(SWITCH.format(name=f"sw{domain}", domain=domain) for domain in (1, 2))
    first, *_ = records_of(text)
    assert first.format == "brocade-fanshow"
    assert first.owner not in ("sw1", "sw2")
