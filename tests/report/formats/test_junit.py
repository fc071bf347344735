"""JUnit: read by another program, valid by Jenkins' schema, and every text in it is XML."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from junitparser import JUnitXml

from checker.report.base import Presentation
from checker.report.formats import junit
from checker.rules.evaluate.finding import FileCoverage, Report, RuleCoverage
from tests.report import hostile, samples
from tests.report.test_snapshots import REPORTS


@pytest.fixture(scope="module")
def schema() -> Any:
    import xmlschema

    return xmlschema.XMLSchema(Path(__file__).parents[1] / "schemas" / "junit-10.xsd")


def read(report: Report, **presented: Any) -> JUnitXml:
    return JUnitXml.fromstring(junit.render(report, Presentation(**presented)).encode())


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_it_is_valid(report: Report, schema: Any) -> None:
    for coverage in (False, True):
        schema.validate(junit.render(report, Presentation(coverage=coverage)).partition("?>")[2])


def test_without_coverage_there_are_only_failures_and_passes() -> None:
    document = read(samples.FAULTY)
    cases = [case for suite in document for case in suite]
    assert len([case for case in cases if not case.is_passed]) == len(samples.FAULTY.findings)
    assert not any(case.is_skipped for case in cases)
    assert "PTH009" not in {suite.name for suite in document}


def test_a_suite_is_a_rule_and_its_cases_are_findings_passes_and_missing_facts() -> None:
    suites = {suite.name: suite for suite in read(samples.FAULTY, coverage=True)}
    assert list(suites) == [
        "input",
        "HOST004 queue-depth-default",
        "NMP001 fixed-path-policy",
        "PTH003 director-missing-on-fabric",
        "PTH009",
        "ZON001 several-initiators-in-a-zone",
    ]
    suite = suites["ZON001 several-initiators-in-a-zone"]
    assert (suite.tests, suite.failures, suite.errors, suite.skipped) == (3, 1, 0, 1)
    failing, passing, skipped = suite
    assert failing.name == "zone lab_all, fabric fab-a [01020304]"
    assert failing.result[0].message == samples.OPEN_ZONE.message
    assert failing.result[0].type == "warning"
    assert "exports/fab-a/cfgshow.txt:77" in failing.result[0].text
    assert passing.is_passed
    assert passing.name == "30 objects passed"
    assert skipped.is_skipped
    assert skipped.result[0].message == "not evaluated: no data on zone member WWPN for 3 objects"
    properties = {one.name: one.value for one in suite.properties()}
    assert properties["severity"] == "warning"
    assert properties["not_evaluated"] == "3"


def test_a_failed_rule_is_an_error_and_one_without_objects_passes_nothing() -> None:
    rules = (RuleCoverage("PTH009", error="division by zero"), RuleCoverage("XFR001", outside=4))
    suites = {suite.name: suite for suite in read(replace(samples.CLEAN, rules=rules))}
    (case,) = suites["PTH009"]
    assert case.is_error
    assert case.result[0].message == "division by zero"
    assert "XFR001" not in suites


def test_a_rule_with_unnamed_missing_facts_is_skipped_too() -> None:
    suites = {
        suite.name: suite
        for suite in read(replace(samples.CLEAN, rules=(RuleCoverage("PTH009", not_evaluated=3),)), coverage=True)
    }
    (case,) = suites["PTH009"]
    assert case.is_skipped


def test_what_was_not_read_is_skipped() -> None:
    suite = next(iter(read(samples.FAULTY, coverage=True)))
    assert [(case.name, case.is_skipped) for case in suite] == [
        ("3 files fully read", False),
        ("exports/esx07/nmp-device-list.txt", True),
        ("exports/notes.docx", True),
    ]
    assert (
        "Evaluated: 3 of 6 rules fully, 235 checks in all; 2 rules could not be fully evaluated (123 checks lack data)"
        in suite._elem.findtext("system-out")
    )
    assert suite._elem.findtext("system-out").endswith("Some checks could not be run.")
    broken = next(iter(read(replace(samples.FAULTY, errors=("cut off",)))))
    assert broken.errors == 1
    nothing = replace(samples.NOTHING, files=(FileCoverage("a.bin", None, None, None, None, None, 1, 9, 0, 0),))
    assert [case.is_skipped for case in next(iter(read(nothing, coverage=True)))] == [True]


def test_the_totals_are_those_of_the_cases() -> None:
    document = read(samples.FAULTY)
    cases = [case for suite in document for case in suite]
    assert document.tests == len(cases)
    assert document.failures == len(samples.FAULTY.findings)
    assert document.skipped == sum(case.is_skipped for case in cases)
    assert document.errors == 0


def test_cases_have_names_of_their_own() -> None:
    """CI systems take cases with one name for one case."""
    twice = (samples.OPEN_ZONE, replace(samples.OPEN_ZONE, fingerprint="ffff030405060708"))
    cases = [(case.classname, case.name) for suite in read(replace(samples.FAULTY, findings=twice)) for case in suite]
    assert len(set(cases)) == len(cases)


def test_suppressed_findings_are_omitted_unless_requested() -> None:
    hidden = replace(samples.OPEN_ZONE, state="suppressed", suppressed_by="lab")
    report = replace(samples.FAULTY, findings=(hidden,))
    assert read(report).failures == 0
    before, after = read(report), read(report, suppressed=True)
    assert after.skipped == before.skipped + 1
    assert after.failures == 0


@given(hostile.texts)
def test_every_text_is_xml(text: str) -> None:
    written = junit.render(hostile.report_of(text), Presentation(suppressed=True))
    written.encode("utf-8")
    document = JUnitXml.fromstring(written.encode())
    assert document.failures == 1
    assert document.errors == 2
