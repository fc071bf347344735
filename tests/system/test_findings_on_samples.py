"""Messages and places of findings about exports of all formats at once, and about outside exports if a corpus is there."""

from __future__ import annotations

import os
import re
from functools import cache

import pytest

from checker.audit import Options, audit
from checker.rules.evaluate.finding import Report
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


@cache
def _findings(folder: str) -> Report:
    return audit([folder], Options(isolated=True, as_of=AS_OF, jobs=1))


def _samples() -> str:
    return str(folders.SAMPLES)


def _gaps(report: Report) -> list[str]:
    messages = [(one.rule, _OWNER.sub("a machine", one.message)) for one in report.findings]
    assert len(messages) > 100
    return [f"{rule} {text}" for rule, text in messages if rule not in _MAY_SAY_SO and _GAP.search(text)]


def _nowhere(report: Report) -> list[str]:
    return [
        f"{one.rule} {one.message}"
        for one in report.findings
        if one.location is None and not (one.rule in _NO_LINE and one.location_unknown)
    ]


def test_no_message_about_a_sample_contains_an_empty_or_unknown_value() -> None:
    assert _gaps(_findings(_samples())) == []


def test_every_finding_about_a_sample_has_a_place() -> None:
    assert _nowhere(_findings(_samples())) == []


@needs_corpus
@pytest.mark.parametrize("fault", [_gaps, _nowhere])
def test_findings_about_outside_exports(fault: object) -> None:
    assert callable(fault)
    assert fault(_findings(os.environ["SANLINT_CORPUS"])) == []
