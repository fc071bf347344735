"""CSV: read by another reader, by a spreadsheet's rules; no cell is a formula."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given

from checker.report.base import Presentation
from checker.report.formats import csv as csv_report
from checker.rules.evaluate.finding import Report
from tests.report import hostile, samples

FORMULA = tuple("=+-@\t\r＝＋－＠")


def read(report: Report) -> list[dict[str, str]]:
    text = csv_report.render(report, Presentation())
    text.encode("utf-8")
    assert text.endswith("\r\n")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def test_one_row_per_finding_and_a_warning_about_the_rest() -> None:
    warned: list[str] = []
    csv_report.render(samples.FAULTY, Presentation(warn=warned.append))
    assert ["findings only" in one for one in warned] == [True]
    rows = read(samples.FAULTY)
    assert [(row["state"], row["rule"], row["severity"]) for row in rows] == [
        ("fail", "PTH003", "error"),
        ("fail", "ZON001", "warning"),
        ("fail", "NMP001", "warning"),
        ("fail", "HOST004", "info"),
    ]
    first = rows[0]
    assert first["object"] == "host esx07, VPLEX cluster cluster-1"
    assert (first["file"], first["line"], first["objects"]) == ("exports/esx07/core-path-list.txt", "112", "12")
    assert first["fingerprint"] == samples.MISSING_DIRECTOR.fingerprint
    assert first["message"] == samples.MISSING_DIRECTOR.message


def test_a_clean_run_is_a_header() -> None:
    assert read(samples.CLEAN) == []


def test_hidden_findings_say_why() -> None:
    hidden = replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="sanlint.yaml:3:5: lab")
    row = read(replace(samples.CLEAN, findings=(hidden,)))[0]
    assert (row["state"], row["suppressed_by"]) == ("suppressed", "sanlint.yaml:3:5: lab")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("-1", "'-1"),
        ("  @SUM(A1)", "  '@SUM(A1)"),
        ("\t=1", " '=1"),
        ('"=1', "\"'=1"),
        ("a;=1", "a;'=1"),
        ("a, =1", "a, '=1"),
        ("＝1", "'＝1"),
        ("esx-07 a=b, c+d", "esx-07 a=b, c+d"),
        ("10:00:00:90:fa:00:00:01", "10:00:00:90:fa:00:00:01"),
    ],
)
def test_formulas_become_text_and_other_text_stays(text: str, cell: str) -> None:
    assert csv_report.safe(text) == cell


@given(hostile.texts)
def test_no_cell_is_a_formula_wherever_cells_are_cut(text: str) -> None:
    written = csv_report.render(hostile.report_of(text), Presentation())
    assert len(written.split("\r\n")) - 1 == len(read(hostile.report_of(text))) + 1
    for delimiter in ",;\t":
        for row in csv.reader(io.StringIO(written, newline=""), delimiter=delimiter):
            for cell in row:
                assert not cell.lstrip(' "').startswith(FORMULA), cell
