"""The page that reports for people are written on: wrapping, styles, and nothing that a terminal would act on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from checker.report.base import Presentation
from checker.report.registry import formats
from checker.report.text.sheet import Sheet, columns
from tests.report import samples


def _page(width: int = 40, *, color: bool = False) -> Sheet:
    return Sheet(Presentation(width=width, color=color))


def test_text_wraps_under_itself_after_its_label() -> None:
    sheet = _page()
    sheet.paragraph([("one two three four five six seven eight nine ten", "")], [("  key", "head")], indent=8)
    assert sheet.render() == "  key   one two three four five six\n        seven eight nine ten\n"


def test_a_label_longer_than_its_column_gets_a_line_of_its_own() -> None:
    sheet = _page()
    sheet.paragraph([("text", "")], [("a long label", "head")], indent=8)
    assert sheet.render() == "a long label\n        text\n"


def test_a_label_as_long_as_its_column_does_not_touch_the_text() -> None:
    sheet = _page()
    sheet.paragraph([("text", "")], [("12345678", "head")], indent=8)
    sheet.paragraph([("text", "")], [("1234567 ", "head")], indent=8)
    assert sheet.render() == "12345678\n        text\n1234567 text\n"


@pytest.mark.parametrize("word", ["x" * 95, "日" * 50])
def test_a_word_longer_than_a_line_is_cut_and_nothing_is_lost(word: str) -> None:
    sheet = _page()
    sheet.paragraph([(f"see {word} there", "")])
    lines = sheet.render().splitlines()
    assert max(map(columns, lines)) <= 40
    assert "".join(lines).replace(" ", "") == f"see{word}there"


def test_a_path_longer_than_a_line_is_split_after_a_slash() -> None:
    sheet = _page()
    sheet.paragraph([("fixtures/demo/exports/vplex-metro/cluster-1_storage-views.txt:10 and more", "")])
    assert sheet.render().splitlines() == [
        "fixtures/demo/exports/vplex-metro/",
        "cluster-1_storage-views.txt:10 and more",
    ]


def test_a_heading_has_a_rule_between_its_ends_or_two_lines() -> None:
    sheet = _page()
    sheet.heading([("host esx07", "head")], [("1 error", "dim")])
    sheet.heading([("host " + "x" * 30, "head")], [("1 error", "dim")])
    assert sheet.render().splitlines() == [
        "host esx07 ───────────────────── 1 error",
        "host " + "x" * 30,
        "  1 error",
    ]


def test_links_enclose_their_text_on_every_line_and_nothing_else_changes() -> None:
    plain, linked = _page(), Sheet(Presentation(width=40, links=True))
    for sheet in (plain, linked):
        style = sheet.linked("dim", "/exports/a b/\x1b[2J#é.txt")
        sheet.paragraph([("see ", ""), ("/exports/a b/" + "x" * 50, style), (" and more", "")])
    text = linked.render()
    opened = re.findall(r"\x1b\]8;id=1;(file://[!-~]*/exports/a%20b/%1B%5B2J%23%C3%A9\.txt)\x1b\\", text)
    assert len(opened) == 3
    assert text.count("\x1b]8;;\x1b\\") == 3
    assert re.sub(r"\x1b\]8;[^\x1b]*\x1b\\", "", text) == plain.render()


def test_a_style_goes_on_where_its_text_is_cut() -> None:
    sheet = _page(color=True)
    sheet.paragraph([("plain ", ""), ("bold " * 12, "head")])
    first, second = sheet.render().splitlines()
    assert first.startswith("plain \x1b[1mbold ")
    assert second.startswith("\x1b[1mbold ")
    assert first.endswith("bold\x1b[0m")


@pytest.mark.parametrize("color", [False, True])
def test_nothing_gets_through_that_a_terminal_would_act_on(color: bool) -> None:
    hostile = "a\x1b[2J\x9b31m\r\n[red]b[/red]\x07\u202e"
    sheet = _page(color=color)
    sheet.paragraph([(hostile, "")], [(hostile, "")], indent=2)
    sheet.verbatim(hostile)
    sheet.heading([(hostile, "")], [("c", "")])
    # The rule of the heading has a separate style.
    text = re.sub(r"\x1b\[[02]m", "", sheet.render())
    assert not set("\x1b\x9b\r\x07\u202e") & set(text)
    assert text.count("[red]b[/red]") == 4


def test_ten_thousand_findings_are_all_written() -> None:
    findings = tuple(replace(samples.FAULTY.findings[0], fingerprint=f"{number:016x}") for number in range(10_000))
    report = replace(samples.FAULTY, findings=findings)
    presentation = Presentation(rule=lambda _id: samples.RULE, text=lambda _id: samples.TEXT)
    text = formats()["full"].render(report, presentation)
    assert text.count("fingerprint") == 10_000
