"""Messages and places of findings about exports of all formats at once, and about outside exports if a corpus is there."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Finding, Place, Report
from tests import folders
from tests.readers.harness import needs_corpus
from tests.system.test_scenarios import AS_OF

# Names of machines that no export names contain the word.
_OWNER = re.compile(r"unknown (?:host|switch|array) \([^)]*\)")
# Missing values and their traces; "0 to 4 ports" states what is known.
_GAP = re.compile(r"\bunknown\b|\bnone\b|\bnull\b|\ban? unnamed\b| [,;.:](?= |$)|\(\)|: *$|  |: [,;]", re.IGNORECASE)
# The message is about a fact that is missing, or quotes what an export says, or says how many rows have no line, or of how
# many members of a zone the role is unknown.
_MAY_SAY_SO = {"DOC002", "DOC009", "DOC013", "ZON001"}
# No line states what this rule found missing, which the finding then says.
_NO_LINE = {"BE001"}
# The place states the same in other words: names of vendors by WWNs, numbers of devices and channels, serial numbers as parts
# of identities, rates of counters, a record without a key, LUNs in back-end nexuses, or that something is missing or has another value elsewhere.
_IN_OTHER_WORDS = {
    *(
        "DOC009",
        "DOC013",
        "DOC019",
        "FAB030",
        "HOST015",
        "HOST020",
        "HOST022",
        "HOST039",
        "MET020",
        "MET027",
        "MET029",
        "PRT013",
    ),
    *("PTH004", "PTH014", "PTH028", "WKL016"),
}
# Names and numbers with three characters or more.
_WORD = re.compile(r"[A-Za-z0-9][\w.:\-]+[A-Za-z0-9]")
# Lines before and after, of which records with one line per fact consist.
_RECORD = 12


@cache
def _findings(folder: str) -> Report:
    return audit([folder], Options(isolated=True, as_of=AS_OF, jobs=1))


def _samples() -> str:
    return str(folders.SAMPLES)


def _gaps(report: Report) -> list[str]:
    messages = [(one.rule, _OWNER.sub("a machine", _without_stated_none(one))) for one in report.findings]
    assert len(messages) > 100
    return [f"{rule} {text}" for rule, text in messages if rule not in _MAY_SAY_SO and _GAP.search(text)]


def _without_stated_none(finding: Finding) -> str:
    """The message without ``none`` where that is the value of a setting."""
    stated = [*finding.evidence.values(), *(value for known in finding.objects for value in known.values())]
    return re.sub(r"\bnone\b", "a value", finding.message) if "none" in stated else finding.message


def _nowhere(report: Report) -> list[str]:
    return [
        f"{one.rule} {one.message}"
        for one in report.findings
        if one.location is None and not (one.rule in _NO_LINE and one.location_unknown)
    ]


def _elsewhere(report: Report) -> list[str]:
    """The findings whose places show neither their objects nor their facts, in the line or in those of the record around it."""
    return [
        f"{one.rule} {one.message} {one.location.file}:{one.location.line}"
        for one in report.findings
        if one.location is not None and one.location.member is None and one.rule not in _IN_OTHER_WORDS
        if not _is_shown(one, one.location)
    ]


def _is_shown(finding: Finding, place: Place) -> bool:
    lines = _lines(place.file)
    assert place.line <= len(lines)
    record = "\n".join(lines[max(0, place.line - 1 - _RECORD) : place.line + _RECORD])
    objects = [_bare(str(value)) for known in finding.objects for value in known.values()]
    facts = [_bare(value) for value in finding.evidence.values() if isinstance(value, str)]
    # English words are everywhere, and numbers and names of one or two characters nearly so.
    named = [_bare(word) for word in _WORD.findall(finding.message) if re.search(r"[\d_]|\w[-.:/]\w", word)]
    return any(word in record for word in (*objects, *facts, *named) if len(word) > 2) or any(
        re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", lines[place.line - 1])
        for word in (*objects, *re.findall(r"\d+", finding.message))
        if len(word) < 3
    )


@cache
def _lines(file: str) -> list[str]:
    return _bare(Path(file).read_text(errors="replace")).split("\n")


def _bare(text: str) -> str:
    """Text in lower case without the signs that formats print in world wide names."""
    return re.sub(r"[:.\-]|\bnaa\.", "", text.lower())


def test_no_message_about_a_sample_contains_an_empty_or_unknown_value() -> None:
    assert _gaps(_findings(_samples())) == []


def test_every_finding_about_a_sample_has_a_place() -> None:
    assert _nowhere(_findings(_samples())) == []


def test_the_place_of_a_finding_shows_what_it_is_about() -> None:
    assert _elsewhere(_findings(_samples())) == []


@needs_corpus
@pytest.mark.parametrize("fault", [_gaps, _nowhere, _elsewhere])
def test_findings_about_outside_exports(fault: object) -> None:
    assert callable(fault)
    assert fault(_findings(os.environ["SANLINT_CORPUS"])) == []
