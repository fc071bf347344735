"""A report never calls good what it could not look at, and never lets a name act on the terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.estimate.cost.cost import Cost
from checker.report.coverage import coverage_lines, verdict_text
from checker.report.text.words import clean, evidence_text, value_text
from checker.rules.evaluate.finding import EvidenceValue, FileCoverage, Finding, Place, RuleCoverage
from tests.report import samples
from tests.report.test_snapshots import shown

PEOPLE = ["table", "full", "concise"]


@pytest.mark.parametrize("name", PEOPLE)
def test_only_a_full_look_without_findings_is_called_no_findings(name: str) -> None:
    assert "No findings: 96 checks by 1 rule." in shown(samples.CLEAN, name, 100)
    assert "the audit is incomplete" in " ".join(shown(samples.UNSEEN, name, 100).split())
    assert "Nothing could be checked" in shown(samples.NOTHING, name, 100)


@pytest.mark.parametrize(
    "rule",
    [
        RuleCoverage("PTH009", not_evaluated=1),
        RuleCoverage("PTH009", passed=5, not_evaluated=1),
        RuleCoverage("PTH009", error="division by zero"),
    ],
)
def test_one_rule_without_a_verdict_is_enough_to_say_so(rule: RuleCoverage) -> None:
    report = replace(samples.CLEAN, rules=(*samples.CLEAN.rules, rule), selected_rules=3)
    assert verdict_text(report).startswith("No findings, but the audit is incomplete: 1 rule could not")


def test_the_numbers_of_rules_add_up() -> None:
    rules = (
        RuleCoverage("PTH001", passed=5),
        RuleCoverage("PTH002", passed=5, not_evaluated=1),
        RuleCoverage("PTH003", not_evaluated=2),
        RuleCoverage("PTH004"),
        RuleCoverage("PTH005", error="division by zero", passed=1),
    )
    text = dict(coverage_lines(replace(samples.CLEAN, rules=rules, selected_rules=5)))["Evaluated"]
    assert text == (
        "1 of 5 rules fully, 11 checks in all; 2 rules could not be fully evaluated (3 checks lack data); "
        "1 does not apply here; 1 rule failed with an error"
    )


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (FileCoverage("a.bin", None, None, None, None, None, 1, 9, 0, 0), "1 file not recognised"),
        (FileCoverage("a.txt", None, "brocade-cfgshow", "s", "content", None, 1, 9, 3, 2), "1 file only partly read"),
        (
            FileCoverage("a.txt", None, "x", "s", "path", None, 1, 9, 3, 0, ((9, "reading stopped: cut"),)),
            "1 file only partly read",
        ),
    ],
)
def test_one_file_not_read_in_full_is_enough_to_say_so(file: FileCoverage, said: str) -> None:
    report = replace(samples.CLEAN, files=(*samples.CLEAN.files, file))
    assert said in verdict_text(report)
    assert "a." in shown(report, "table", 100)


def test_findings_with_gaps_mention_the_gaps() -> None:
    assert "Some checks could not be run" in verdict_text(samples.FAULTY)
    whole = replace(samples.CLEAN, findings=(samples.OPEN_ZONE,))
    assert verdict_text(whole) == "1 finding: 1 warning."


def test_suppressed_findings_are_counted_and_not_shown() -> None:
    hidden = replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="known lab zone")
    report = replace(samples.FAULTY, findings=(samples.MISSING_DIRECTOR, hidden))
    text = shown(report, "table", 100)
    assert "ZON001" not in text
    assert "(1 more suppressed)" in text
    assert "sanlint.yaml (suppresses 1 finding)" in text


@pytest.mark.parametrize("name", PEOPLE)
def test_names_from_exports_are_only_text(name: str) -> None:
    evil = "[bold]x[/bold] \x1b]0;owned\x07\x1b[2J\u202egnp.exe\r\nFAKE: all good\x00 :warning:"
    finding = Finding(
        rule="PTH003", name=evil, severity="error", message=evil, object={"host": evil}, objects=({"volume": evil},),
        evidence={evil: evil, "names": [evil]}, fingerprint="00", location=Place(evil, 3, member=evil),
        related=(Place(evil, 4, label=evil),), fix_summary=evil,
        cost=Cost(evil, evil, assumptions=(evil,), sources=(evil,)), cost_unknown=evil,
    )  # fmt: skip
    file = replace(samples.FILES[0], path=evil, owner=evil, notes=((1, evil),))
    report = replace(
        samples.FAULTY, findings=(finding,), files=(file,), config=evil, notices=(evil,), errors=(evil,)
    )  # fmt: skip
    text = shown(report, name, 100, coverage=True)
    assert not set(text) & set("\x1b\x07\x00\r\u202e")
    assert not any(line.startswith("FAKE") for line in text.splitlines())
    assert "[bold]x[/bold]" in text
    assert ":warning:" in text


@given(st.text())
def test_cleaned_text_is_one_printable_line(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned.splitlines()) <= 1
    cleaned.encode("utf-8")
    assert clean(cleaned) == cleaned


@pytest.mark.parametrize(
    ("key", "value", "shown_as"),
    [
        ("initiator_wwpn", "1000000000000001", "10:00:00:00:00:00:00:01"),
        ("dead_paths", ["10000090fa000001 > 50001442a0000001"], "10:00:00:90:fa:00:00:01 > 50:00:14:42:a0:00:00:01"),
        ("device", "naa.6000144000000010a00a101000000011", "naa.6000144000000010a00a101000000011"),
        ("serial", "5012345678901234", "5012345678901234"),
        ("live_paths", {"lo": 2, "hi": 2}, "2"),
        ("live_paths", {"lo": 2, "hi": 4}, "2 to 4"),
        ("missing_pairs", [], "none"),
        ("state", None, "unknown"),
        ("ratio", 0.5, "0.5"),
        ("remote", False, "no"),
    ],
)
def test_values_look_as_people_write_them(key: str, value: EvidenceValue, shown_as: str) -> None:
    assert value_text(key, value) == shown_as


@pytest.mark.parametrize(
    ("key", "value", "shown_as"),
    [
        ("size_bytes", 67108864, "67108864 (64 MiB)"),
        ("minimum_bytes", 100_000_000, "100000000 (95.4 MiB)"),
        ("size_bytes", 1023 * 1024, "1047552 (1023 KiB)"),
        ("size_bytes", 512, "512"),
        ("size_bytes", None, "unknown"),
        ("blocks", 67108864, "67108864"),
    ],
)
def test_sizes_in_evidence_can_be_read(key: str, value: EvidenceValue, shown_as: str) -> None:
    assert evidence_text(key, value) == shown_as


def test_the_table_puts_the_worst_object_first() -> None:
    report = replace(samples.FAULTY, findings=tuple(reversed(samples.FAULTY.findings)))
    text = shown(report, "table", 100)
    assert text.index("host esx07") < text.index("zone lab_all") < text.index("host lnx02")
    assert text.index("PTH003") < text.index("NMP001")


def test_concise_is_one_line_a_finding_in_the_reports_order() -> None:
    lines = shown(samples.FAULTY, "concise", 60).splitlines()
    assert [line.split(": ")[0] for line in lines[:4]] == [
        "exports/esx07/core-path-list.txt:112",
        "exports/fab-a/cfgshow.txt:77",
        "exports/esx07/nmp-device-list.txt:20",
        "-",
    ]
    assert lines[0].split(": ", 1)[1].startswith("PTH003 error esx07 has no live path")


def test_full_shows_commands_whole_and_with_their_undo() -> None:
    text = shown(samples.FAULTY, "full", 60)
    for step in samples.MISSING_DIRECTOR.fix:
        assert step.run in (" ".join(text.split()) if step.checklist else text)
        assert step.undo is None or f"undo: {step.undo}" in text


def test_many_unrecognised_files_are_counted_by_suffix_and_broken_ones_named() -> None:
    blank = replace(next(file for file in samples.FILES if file.format is None), notes=())
    names = ("a.md", "b.md", "c.md", "d.py", "Makefile", "e.zip")
    files = [replace(blank, path=name, notes=((1, "damaged"),) if name == "e.zip" else ()) for name in names]
    text = " ".join(shown(replace(samples.CLEAN, files=(samples.FILES[0], *files)), "table", 100).split())
    assert "6 not recognised: e.zip (damaged); 3 .md, 1 .py, 1 without a suffix (listed with --coverage)" in text
