"""``lsnports``: whether the fabric behind the ports of a Virtual I/O Server supports NPIV."""

from __future__ import annotations

from tests.readers.harness import read, sample


def test_ports() -> None:
    result = read("aix-lsnports", sample("aix-lsnports"))
    found = {(row["scope"], row["setting"]): row["value"] for row in result.observations.rows("host_setting")}
    assert (found["fcs0", "npiv fabric support"], found["fcs1", "npiv fabric support"]) == ("1", "0")
    assert (found["fcs0", "npiv free ports"], found["fcs0", "npiv free names"]) == ("60", "2032")
    assert result.unread_lines == 0


def test_a_damaged_row_is_unread() -> None:
    assert read("aix-lsnports", sample("aix-lsnports").replace("     1     64", "     ?     64")).unread_lines == 1
