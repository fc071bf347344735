"""States of VSANs on trunks, from both commands that print them."""

from __future__ import annotations

from tests import folders
from tests.readers.harness import best_reader, read

_HEAD = """\
{port} is trunking (Not all VSANs UP on the trunk)
    Hardware is Fibre Channel
    Port WWN is 24:05:00:0d:ec:aa:00:01
    Port mode is TE
    Port vsan is 1
"""
_TAIL = '    last clearing of "show interface" counters never\n'
TRUNK = f"""\
{_HEAD.format(port="port-channel 5")}\
    Trunk vsans (admin allowed and active) (1,10-11,20,
        30,40)
    Trunk vsans (up)                       (1)
    Trunk vsans (isolated)                 (10-11,30)
    Trunk vsans (initializing)             (20)
{_TAIL}\
{_HEAD.format(port="fc1/13")}\
    Belongs to port-channel 5
    Trunk vsans (isolated)                 (10-11,30)
{_TAIL}"""


def test_states_of_vsans_in_show_interface() -> None:
    result = read("nxos-show-interface", TRUNK, owner="mds-a")
    rows = result.observations.rows("trunk_vsan")
    assert {(row["port"], row["vsan"], row.get("vsan_state"), row["line"]) for row in rows} == {
        ("port-channel5", "1", "up", 8),
        ("port-channel5", "10", "isolated", 9),
        ("port-channel5", "11", "isolated", 9),
        ("port-channel5", "30", "isolated", 9),
        ("port-channel5", "20", "initializing", 10),
        ("port-channel5", "40", None, 7),
    }
    assert [row.get("vsan") for row in result.observations.rows("isl")] == ["1"]
    assert result.unread_lines == 0


def test_states_and_reasons_in_show_interface_trunk_vsan() -> None:
    text = (folders.SAMPLES / "nxos-show-interface-trunk-vsan.txt").read_text()
    assert best_reader(text) == "nxos-show-interface-trunk-vsan"
    result = read("nxos-show-interface-trunk-vsan", text, owner="mds-a")
    rows = result.observations.rows("trunk_vsan")
    assert [(r["port"], r["vsan"], r["vsan_state"], r.get("state_reason"), r["line"]) for r in rows] == [
        ("fc1/13", "1", "up", None, 5),
        ("fc1/13", "10", "isolated", "Isolation due to zone merge failure", 6),
        ("fc1/13", "20", "initializing", "Initializing", 7),
        ("port-channel5", "1", "up", None, 12),
        ("port-channel5", "30", "isolated", "Isolation due to vsan not configured on peer", 13),
    ]
    assert [(r["port"], r["trunk"]) for r in result.observations.rows("trunk_member")] == [("fc1/14", "port-channel5")]
    assert result.unread_lines == 0
