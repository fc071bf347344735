"""``tsclockserver``: whether a switch has a time server, in both forms of the output."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers.harness import best_reader, read

NAME = "brocade-tsclockserver"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "Active NTP Server           198.51.100.4\nConfigured NTP Server List  198.51.100.4;198.51.100.5\n",
            "configured",
        ),
        ("Active NTP Server           LOCL\nConfigured NTP Server List  LOCL\n", "none"),
        ("Active NTP Server           LOCL\nConfigured NTP Server List  time.lab.example\n", "configured"),
        ("LOCL\n", "none"),
        ("198.51.100.4\n", "configured"),
        ("2001:db8::4\n", "configured"),
    ],
)
def test_whether_a_time_server_is_configured(text: str, value: str) -> None:
    assert best_reader(text, "tsclockserver") == NAME
    result = read(NAME, text)
    assert [(row["setting"], row["value"]) for row in result.observations.rows("fabric_setting")] == [
        ("ntp server", value)
    ]
    assert result.unread_lines == 0


@pytest.mark.parametrize("text", ["198.51.100.4\n", "LOCL\n"])
def test_a_word_without_the_command_is_no_time_server(text: str) -> None:
    assert best_reader(text) is None


def test_a_switch_without_a_time_server_is_found_at_the_line_that_says_so(tmp_path: Path) -> None:
    log = "sw7:admin> switchname\nsw7\nsw7:admin> tsclockserver\nLOCL\nsw7:admin> switchname\nsw7\n"
    (tmp_path / "sw7.log").write_text(log)
    found = audit([str(tmp_path)], Options(isolated=True, jobs=1, select=("DOC016",))).findings
    assert [(one.message, one.location.line) for one in found if one.location] == [("Switch sw7 has no NTP server", 4)]
