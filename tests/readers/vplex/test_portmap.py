"""Calculated port maps of VPLEX engines."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.harness import assert_robust, best_reader, read
from tests.thorough import examples

MAP = """\
Name    WWN                     Role      Director IOModule Port
----    ---                     ----      -------- -------- ----
A0-FC00 50:00:14:42:60:A1:B2:00 front-end A        0        0
A1-FC01 50:00:14:42:60:A1:B2:11 back-end  A        1        1
B3-FC03 50:00:14:42:70:xx:xx:33 local-com B        3        3
"""


def test_ports_and_roles() -> None:
    assert best_reader(MAP) == "vplex-portmap"
    rows = read("vplex-portmap", MAP).observations.rows
    assert [(row["port"], row.get("target_wwpn"), row["role"], row["line"]) for row in rows("target_port")] == [
        ("A0-FC00", "5000144260a1b200", "front-end", 3),
        ("A1-FC01", "5000144260a1b211", "back-end", 4),
        ("B3-FC03", None, "local-com", 5),
    ]
    assert [row["problem"] for row in rows("bad_value")] == ["redacted"]


def test_a_truncated_row_is_noted() -> None:
    result = read("vplex-portmap", MAP[: MAP.index("70:xx")])
    assert result.ends_inside_record and result.notes[0].line == 5
    assert len(result.observations.rows("target_port")) == 2


@given(st.integers(0, 10_000))
@settings(max_examples=examples(25))
def test_damaged_input_breaks_nothing(seed: int) -> None:
    assert_robust("vplex-portmap", MAP, seed)
