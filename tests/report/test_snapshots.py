"""Every format as a person or program sees it. ``SANLINT_UPDATE_SNAPSHOTS=1`` rewrites the files; look at the diff."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from checker.report.base import Presentation
from checker.report.registry import formats
from checker.rules.evaluate.finding import Report
from tests.report import samples

SNAPSHOTS = Path(__file__).parent / "snapshots"
REPORTS = {"faulty": samples.FAULTY, "clean": samples.CLEAN, "unseen": samples.UNSEEN, "nothing": samples.NOTHING}
# The page has separate snapshots, without style and script: test_html_page.py.
NAMES = sorted(formats().keys() - {"html"})
CASES = [
    *[(report, name, 100, False) for report in ("faulty", "unseen") for name in NAMES],
    ("faulty", "table", 60, False),
    ("faulty", "table", 100, True),
    ("faulty", "full", 60, False),
    ("faulty", "concise", 60, True),
    ("unseen", "table", 60, False),
    ("unseen", "table", 100, True),
    ("clean", "table", 100, False),
    ("nothing", "table", 100, False),
]


PRESENTED = Presentation(
    width=80,
    rule=lambda rule_id: samples.RULE if rule_id == samples.RULE.id else None,
    text=lambda rule_id: samples.TEXT if rule_id == samples.TEXT.id else None,
)


def shown(report: Report, name: str, width: int, *, coverage: bool = False, color: bool = False) -> str:
    presentation = replace(PRESENTED, width=width, color=color, coverage=coverage, statistics=coverage)
    return formats()[name].render(report, presentation)


@pytest.mark.parametrize(("report", "name", "width", "coverage"), CASES)
def test_a_format_looks_as_it_did(
    report: str, name: str, width: int, coverage: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some formats name the working directory; this one is everywhere.
    monkeypatch.chdir("/")
    text = shown(REPORTS[report], name, width, coverage=coverage)
    file = SNAPSHOTS / f"{report}-{name}-{width}{'-coverage' if coverage else ''}.txt"
    if os.environ.get("SANLINT_UPDATE_SNAPSHOTS"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    assert text == file.read_bytes().decode()


@pytest.mark.parametrize("name", ["table", "full"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_lines_stay_within_the_width_but_for_commands(name: str, width: int) -> None:
    commands = {line for step in samples.MISSING_DIRECTOR.fix for line in (step.run, f"undo: {step.undo}")}
    for line in shown(samples.FAULTY, name, width, coverage=True).splitlines():
        assert len(line) <= width or line.strip() in commands


def test_colour_adds_styles_and_nothing_else() -> None:
    plain = shown(samples.FAULTY, "table", 100)
    styled = shown(samples.FAULTY, "table", 100, color=True)
    assert "\x1b[" in styled
    assert re.sub(r"\x1b\[[0-9;]*m", "", styled) == plain


@pytest.mark.parametrize("name", ["table", "full"])
def test_links_add_nothing_that_can_be_seen(name: str) -> None:
    shown_plain = shown(samples.FAULTY, name, 80)
    linked = formats()[name].render(samples.FAULTY, replace(PRESENTED, links=True))
    assert linked.count("\x1b]8;id=") >= 3
    assert re.sub(r"\x1b\]8;[^\x1b]*\x1b\\", "", linked) == shown_plain


def test_nothing_is_conveyed_by_colour_alone_and_the_next_step_is_last() -> None:
    plain = shown(samples.FAULTY, "table", 100)
    for severity in ("error", "warning", "info"):
        assert f"\n  {severity}" in plain
    assert "Next: sanlint explain PTH003" in plain.splitlines()[-1]


def test_each_format_is_found_without_loading_the_others() -> None:
    import subprocess
    import sys

    program = (
        "import sys; from checker.report.registry import format_named; found = format_named(sys.argv[1]);"
        "print(found.name, 'checker.report.difference' in sys.modules)"
    )
    for name in ("table", "json"):
        ran = subprocess.run([sys.executable, "-c", program, name], capture_output=True, text=True, check=True)
        assert ran.stdout.split() == [name, "False"]


def test_formats_are_found_by_their_names_and_nothing_else_is() -> None:
    from checker.report.registry import format_named

    assert {name: format_named(name) for name in formats()} == formats()
    for name in ("base", "words", "sarif_log", "../x", "", "table.x"):
        assert format_named(name) is None
