"""What can be in one place only: two places in one export are a contradiction, two exports with two ways to say it aren't."""

from __future__ import annotations

import pytest

from tests.support import store_of

_SWITCHSHOW = """\
sw1:FID128:admin> switchshow
switchName:\tsw1
switchState:\tOnline
switchDomain:\t1
switchWwn:\t10:00:00:05:33:aa:bb:01
Index Port Address Media Speed State     Proto
==============================================
   0   0   010000   id    N8   Online      FC  F-Port  10:00:00:00:c9:aa:bb:01
   1   1   010100   id    N8   Online      FC  F-Port  {second}
"""
_FLOGI = """\
mds1# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            10    0x0a0100  10:00:00:00:c9:11:22:33 20:00:00:00:c9:11:22:33
fc1/2            {vsan}    0x0a0200  10:00:00:00:c9:11:22:33 20:00:00:00:c9:11:22:33

Total number of flogi = 2.
"""


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ("10:00:00:00:c9:aa:bb:01", [("port", "1", 9, "0", 8)]),
        ("10:00:00:00:c9:aa:bb:02", []),
    ],
)
def test_one_name_at_two_ports_of_a_switch(second: str, found: list[tuple[object, ...]]) -> None:
    store = store_of({"sw1.txt": _SWITCHSHOW.format(second=second)})
    store.ensure_entities(["contradiction"])
    contradictions = store.rows(
        "SELECT fact, value_a, line_a, value_b, line_b FROM contradiction WHERE about_kind = 'login' AND fact <> 'port_index'"
    )
    assert contradictions == found


def test_one_name_in_two_vsans_is_two_logins() -> None:
    said = {vsan: store_of({"mds1.txt": _FLOGI.format(vsan=vsan)}) for vsan in (10, 20)}
    for store in said.values():
        store.ensure_entities(["contradiction"])
    facts = {vsan: store.rows("SELECT fact FROM contradiction ORDER BY fact") for vsan, store in said.items()}
    assert facts == {10: [("fcid",), ("port",)], 20: []}


def test_exports_may_name_a_port_differently() -> None:
    other = _SWITCHSHOW.format(second="10:00:00:00:c9:aa:bb:02").replace("   0   0   01", "   0   7   01")
    store = store_of({"a.txt": _SWITCHSHOW.format(second="10:00:00:00:c9:aa:bb:02"), "b.txt": other})
    store.ensure_entities(["contradiction"])
    assert store.rows("SELECT fact FROM contradiction WHERE about_kind = 'login' AND fact <> 'port_index'") == []
