"""State of the entries of a baseline: known, fixed, or not evaluated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from checker.rules.evaluate.finding import RuleCoverage
from checker.rules.suppress.baseline import apply, baseline_text, known_of, read_baseline
from checker.rules.suppress.model import KnownFinding, Suppression
from checker.rules.suppress.suppressions import hide
from tests.report import samples

FINDINGS = samples.FAULTY.findings
GONE = KnownFinding("00000000000000aa", "PTH003", {"host": "esx99"}, "gone")


def applied(*entries: KnownFinding, coverage: RuleCoverage, hosts: tuple[str, ...] = ("esx99",), **more):
    return apply(
        FINDINGS, entries, "known.json", suppressible=more.get("suppressible", lambda _rule: True), coverage=[coverage],
        existing=more.get("existing", {"PTH003"}), present=lambda _kind: hosts,
    )[1]  # fmt: skip


@pytest.mark.parametrize(
    ("coverage", "hosts", "fixed"),
    [
        (RuleCoverage("PTH003", passed=5), ("esx99",), True),
        (RuleCoverage("PTH003", outside=5), ("esx99",), True),
        (RuleCoverage("PTH003", passed=5, not_evaluated=1), ("esx99",), False),
        (RuleCoverage("PTH003"), ("esx99",), False),
        (RuleCoverage("PTH004", passed=5), ("esx99",), False),
        (RuleCoverage("PTH003", passed=5), ("esx01",), False),
    ],
)
def test_only_checked_findings_count_as_fixed(coverage: RuleCoverage, hosts: tuple[str, ...], fixed: bool) -> None:
    use = applied(GONE, coverage=coverage, hosts=hosts)
    assert ((use.fixed, use.unseen) if fixed else (use.unseen, use.fixed)) == ((GONE,), ())


def test_findings_of_a_rule_that_is_gone_can_not_come_back() -> None:
    assert applied(GONE, coverage=RuleCoverage("ZON001", passed=1), existing={"ZON001"}).fixed == (GONE,)


def test_a_rule_that_can_not_be_suppressed_is_shown_in_spite_of_the_baseline() -> None:
    entries = known_of(FINDINGS)
    found, use = apply(
        FINDINGS, entries, "k", suppressible=lambda rule: rule != FINDINGS[0].rule, coverage=(), existing=(),
        present=lambda _kind: (),
    )  # fmt: skip
    assert {one.rule for one in found if one.state == "fail"} == {FINDINGS[0].rule}
    assert len(use.known) == len(entries)


def test_suppressed_findings_are_not_written_known_ones_are() -> None:
    by_person = hide(FINDINGS[0], Suppression("config", "c:1:1", "why"))
    by_baseline = hide(FINDINGS[1], Suppression("baseline", "k.json"))
    assert [one.fingerprint for one in known_of([by_person, by_baseline])] == [FINDINGS[1].fingerprint]


@pytest.mark.parametrize("yaml", [False, True])
def test_a_baseline_round_trips_whatever_the_names_contain(tmp_path: Path, yaml: bool) -> None:
    hostile = KnownFinding(
        "00000000000000bb",
        "PTH003",
        {"host": 'a": {"# \u2028\n\U0001f4a3 %YAML', "vsan": 7, "x": None},
        "- [\x1b]: &a *b",
    )
    entries = tuple(sorted((*known_of(FINDINGS), hostile, replace(GONE, message="")), key=lambda one: one.fingerprint))
    path = tmp_path / "known"
    path.write_text(baseline_text(entries, yaml=yaml), encoding="utf-8")
    assert tuple(sorted(read_baseline(path), key=lambda one: one.fingerprint)) == entries
    path.write_text(baseline_text((), yaml=yaml), encoding="utf-8")
    assert read_baseline(path) == ()


def test_the_order_of_findings_does_not_matter() -> None:
    assert baseline_text(known_of(FINDINGS), yaml=False) == baseline_text(known_of(reversed(FINDINGS)), yaml=False)
