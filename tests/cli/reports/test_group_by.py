"""``sanlint check --group-by``: the table by object, rule or file, and findings about input files in one entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from checker.rules.evaluate.finding import Place
from tests.cli.conftest import Outcome, Stub, StubBook
from tests.report import samples

Sanlint = Callable[..., Outcome]


def headings(outcome: Outcome) -> list[str]:
    return [line.partition(" ──")[0] for line in outcome.out.splitlines() if " ──" in line]


def test_findings_are_grouped_by_object_rule_or_file(audit: Stub, sanlint: Sanlint) -> None:
    by_object = ["host esx07", "zone lab_all", "host lnx02"]
    assert headings(sanlint("check", "capture.txt")) == by_object
    assert headings(sanlint("check", "capture.txt", "--group-by", "object")) == by_object
    assert headings(sanlint("check", "capture.txt", "--group-by", "rule")) == [
        "PTH003 director-missing-on-fabric", "NMP001 fixed-path-policy", "ZON001 several-initiators-in-a-zone",
        "HOST004 queue-depth-default",
    ]  # fmt: skip
    assert headings(sanlint("check", "capture.txt", "--group-by", "file")) == [
        "exports/esx07/core-path-list.txt", "exports/esx07/nmp-device-list.txt", "exports/fab-a/cfgshow.txt", "no file",
    ]  # fmt: skip
    assert sanlint("check", "capture.txt", "--group-by", "zone").code == 2


def test_findings_of_one_rule_show_their_fix_once(audit: Stub, sanlint: Sanlint) -> None:
    other = replace(samples.FIXED_POLICY, object={"host": "esx08"}, fingerprint="bb" * 8, message="esx08 uses it, too")
    audit.report = replace(samples.FAULTY, findings=(samples.FIXED_POLICY, other))
    by_rule = sanlint("check", "capture.txt", "--group-by", "rule").out
    assert by_rule.count("Fix: Set the path selection policy") == 1
    assert "esx08 uses it, too" in by_rule
    assert "[aa11bb22]" in by_rule
    assert "[bbbbbbbb]" in by_rule
    assert sanlint("check", "capture.txt").out.count("Fix: Set the path selection policy") == 2


@pytest.mark.parametrize("severity", ["info", "warning", "error"])
def test_findings_about_input_files_are_one_entry_with_the_files(audit: Stub, sanlint: Sanlint, severity: str) -> None:
    notes = tuple(
        replace(
            samples.ADVICE, rule="DOC090", name="cut-off", severity=severity, message=f"Incomplete data from {name}",
            object={"first_line": 1, "file": name}, objects=({"first_line": 1, "file": name},),
            location=Place(name, 7), fingerprint=f"{number:x}" * 16, fix_summary="Capture it again.",
        )
        for number, name in enumerate(("a.txt", "b.txt", "c.txt"))
    )  # fmt: skip
    audit.report = replace(samples.FAULTY, findings=notes)
    shown = sanlint("check", "capture.txt")
    assert headings(shown) == ["Input files"]
    for number, name in enumerate(("a.txt", "b.txt", "c.txt")):
        assert f"{name}:7" in shown.out
        assert f"[{f'{number}' * 8}]" in shown.out
    together = severity != "error"
    assert shown.out.count("DOC090 ") == (1 if together else 3), "errors are listed one by one"
    assert shown.out.count("Fix: Capture it again.") == (1 if together else 3)
    assert ("3 findings: cut-off" in shown.out) is together


def test_notes_about_the_input_are_not_listed_under_the_objects_they_name(
    audit: Stub, sanlint: Sanlint, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit.report = replace(samples.FAULTY, findings=(samples.FIXED_POLICY, samples.ADVICE))
    assert headings(sanlint("check", "capture.txt")) == ["host esx07", "host lnx02"]
    about_input = replace(samples.RULE, id="HOST004", category="inventory")
    monkeypatch.setattr(StubBook, "rules", {"HOST004": about_input})
    assert headings(sanlint("check", "capture.txt")) == ["host esx07", "Input files"]


@pytest.mark.parametrize("kind", ["html", "full", "table"])
def test_a_note_about_the_input_that_names_no_object_is_not_a_fault_of_the_san(
    audit: Stub, sanlint: Sanlint, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    ports = ({"wwpn": "50060e8010203040"}, {"wwpn": "50060e8010203041"})
    audit.report = replace(samples.FAULTY, findings=(replace(samples.ADVICE, object={}, objects=ports),))
    about_input = replace(samples.RULE, id="HOST004", category="inventory")
    for rules, listed in (({}, "the SAN"), ({"HOST004": about_input}, "Input files")):
        monkeypatch.setattr(StubBook, "rules", rules)
        text = sanlint("check", "capture.txt", "--format", kind).out
        shown = text[text.index("Most affected") :].split("</table>")[0] if kind == "html" else text.split("object ")[0]
        assert listed in shown
        assert ("the SAN" in shown) is (listed == "the SAN")


def test_what_a_heading_says_is_not_repeated_below_it(audit: Stub, sanlint: Sanlint) -> None:
    by_rule = sanlint("check", "capture.txt", "--group-by", "rule").out
    assert by_rule.count("\n  error    esx07 has no live path") == 1
    assert "error    PTH003" not in by_rule
    by_file = sanlint("check", "capture.txt", "--group-by", "file").out
    assert by_file.count("exports/esx07/core-path-list.txt") == 1
    assert "line 112" in by_file


def test_a_finding_about_a_file_is_listed_under_the_input(audit: Stub, sanlint: Sanlint) -> None:
    about = {"file": "a.txt", "first_line": 1}
    audit.report = replace(samples.FAULTY, findings=(replace(samples.ADVICE, object=about, objects=(about,)),))
    assert headings(sanlint("check", "capture.txt")) == ["Input files"]
