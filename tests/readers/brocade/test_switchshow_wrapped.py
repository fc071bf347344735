"""``switchshow`` in a PowerShell window: rows continue on the next line, also inside words."""

from __future__ import annotations

import textwrap

import pytest

from tests import folders
from tests.readers.harness import facts, read

HEAD = """\
switchName:     edge-a1
switchType:     109.1
switchState:    Online
LS Attributes:  [FID: 128, Base Switch: No, Default Switch: Yes, Address Mode 0, Ficon Switch: No]

Index Port Address Media Speed State     Proto
==============================================
"""
ROWS = """\
   0   0   070000   id    N8   Online      FC  F-Port  10:00:00:90:fa:00:00:01
  11  11   070b00   id    N16  Online      FC  E-Port  10:00:00:05:33:aa:00:08 "edge-a2" (upstream)(Trunk master)
  12  12   070c00   id    N16  Online      FC  E-Port  (Trunk port, master is Slot  1 Port 11 )
  13  13   070d00   id    N16  Online      FC  LE E-Port  10:00:00:05:33:aa:00:09 "a-switch-with-a-long-name"
  14  14   070e00   id    16G  Online      FC  F-Port  1 N Port + 4 NPIV public and some more
  15  15   070f00   --    N16  No_Module   FC
"""


def wrapped(text: str, *, keep_blanks: bool, width: int = 80) -> str:
    lines = []
    for line in text.split("\n"):
        pieces = [line[at : at + width] for at in range(0, len(line), width)] or [""]
        lines += [piece if keep_blanks else piece.rstrip() for piece in pieces]
    return "\n".join(lines)


@pytest.mark.parametrize("keep_blanks", [True, False])
@pytest.mark.parametrize(
    ("shift", "width"), [*((shift, 80) for shift in range(6)), *((2, width) for width in range(60, 100, 3))]
)
def test_wrapped_rows_are_read_like_whole_ones(shift: int, width: int, keep_blanks: bool) -> None:
    text = HEAD + textwrap.indent(ROWS, " " * shift)
    whole = read("brocade-switchshow", text)
    result = read("brocade-switchshow", wrapped(text, keep_blanks=keep_blanks, width=width))
    assert whole.unread_lines == result.unread_lines == 0
    assert facts(result) == facts(whole)


def test_a_row_of_80_characters_is_not_joined_with_the_next() -> None:
    row = "   1   1   070100   id    N16  Online      FC  E-Port  10:00:00:05:33:aa:00:08 "
    text = HEAD + f"{row}\n   2   2   070200   id    N16  Online      FC  F-Port  10:00:00:90:fa:00:00:02\n"
    rows = read("brocade-switchshow", text).observations.rows("switch_port")
    assert [row["port"] for row in rows] == ["1", "2"]


def test_the_sample_is_read_as_before() -> None:
    text = (folders.SAMPLES / "brocade-switchshow.txt").read_text()
    assert facts(read("brocade-switchshow", wrapped(text, keep_blanks=True))) == facts(read("brocade-switchshow", text))
