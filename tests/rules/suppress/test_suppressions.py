"""Suppressions in the engine: exactly the objects that are meant, no fingerprint changes, nothing is hidden for ever."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from checker.errors import ConfigError
from checker.rules.config.parameters import Settings
from checker.rules.evaluate.difference import compare
from checker.rules.evaluate.finding import RuleCoverage
from checker.rules.suppress.model import Suppression
from checker.rules.suppress.suppressions import check_suppressions, hide_named, in_force, notices, uses
from tests.report import samples
from tests.rules.fake_san import AS_OF, FakeSan, fake_san, rule

FEW = rule("PTH001", "live_paths.hi < 4", evidence=("policy",), message="{host} {volume}")
FEWER = rule("PTH002", "live_paths.hi < 9", unless={"PTH001": ("host", "volume")})


@pytest.fixture
def san() -> Iterator[FakeSan]:
    with fake_san() as built:
        for host in ("lab01", "lab02", "prod01"):
            for volume in "ab":
                built.add(
                    "host_volume", {"host": host, "volume": volume, "live_paths": {"lo": 1, "hi": 1}, "policy": "p"}
                )
        yield built


def entry(*rules: str, place: str = "sanlint.yaml:2:5", expires: str | None = None, **objects: str) -> Suppression:
    return Suppression("config", place, "a reason", expires, rules, (objects,) if objects else ())


def settings(*given: Suppression, rules: tuple = (FEW, FEWER), moment: datetime = AS_OF) -> Settings:
    return Settings(suppressions=in_force(given, rules, moment))


def states(san: FakeSan, *given: Suppression, rules: tuple = (FEW,)) -> list[tuple]:
    found = san.run(*rules, settings=settings(*given, rules=rules)).findings
    return sorted((one.object["host"], tuple(each["volume"] for each in one.objects), one.state) for one in found)


def test_a_pattern_hides_the_objects_it_fits_and_no_others(san: FakeSan) -> None:
    assert states(san, entry("PTH001", host="lab*")) == [
        ("lab01", ("a", "b"), "suppressed"),
        ("lab02", ("a", "b"), "suppressed"),
        ("prod01", ("a", "b"), "fail"),
    ]
    assert {one[2] for one in states(san, entry("PTH002", host="lab*"))} == {"fail"}


def test_only_matching_objects_of_a_finding_are_suppressed(san: FakeSan) -> None:
    assert states(san, entry("PTH001", host="lab01", volume="a"))[:2] == [
        ("lab01", ("a",), "suppressed"),
        ("lab01", ("b",), "fail"),
    ]


def test_a_suppression_changes_no_fingerprint(san: FakeSan) -> None:
    san.connection.execute("UPDATE host_volume SET policy = 'q' WHERE host = 'lab01' AND volume = 'a'")
    numbered = replace(FEW, identity=())
    before = {one.fingerprint for one in san.run(numbered).findings}
    assert len(before) == 4
    for given in (entry("PTH001", host="lab01"), entry("PTH001", volume="a"), entry("PTH001")):
        found = san.run(numbered, settings=settings(given, rules=(numbered,))).findings
        assert {one.fingerprint for one in found} == before


def test_the_first_entry_that_fits_is_named(san: FakeSan) -> None:
    given = (entry("PTH", place="a:1:1", host="lab01"), entry("ALL", place="b:1:1"))
    found = san.run(FEW, settings=settings(*given)).findings
    assert {one.object["host"]: one.suppressed_by for one in found} == {
        "lab01": "a:1:1: a reason",
        "lab02": "b:1:1: a reason",
        "prod01": "b:1:1: a reason",
    }


def test_a_suppressed_rule_still_shadows_others(san: FakeSan) -> None:
    # rules.md: unless is evaluated on raw results; hiding one finding must not make another one appear.
    found = san.run(FEW, FEWER, settings=settings(entry("PTH001"))).findings
    assert [one.rule for one in found if one.state == "fail"] == []
    assert [one.rule for one in found].count("PTH001") == 3


def test_a_key_that_the_rules_objects_do_not_have_suppresses_nothing(san: FakeSan) -> None:
    assert {one[2] for one in states(san, entry("PTH001", switch="sw1"))} == {"fail"}


@pytest.mark.parametrize(
    ("expires", "moment", "state"),
    [
        (None, datetime(2030, 1, 1, tzinfo=UTC), "suppressed"),
        ("2026-03-01", datetime(2026, 3, 1, 23, 59, tzinfo=UTC), "suppressed"),
        ("2026-03-01", datetime(2026, 3, 2, tzinfo=UTC), "fail"),
    ],
)
def test_the_last_day_still_counts(san: FakeSan, expires: str | None, moment: datetime, state: str) -> None:
    chosen = settings(entry("PTH001", expires=expires), moment=moment)
    assert {one.state for one in san.run(FEW, settings=chosen).findings} == {state}


def test_a_rule_that_is_not_suppressible_is_always_shown(san: FakeSan) -> None:
    fixed = replace(FEW, suppressible=False)
    chosen = settings(entry("PTH"), entry("ALL"), rules=(fixed,))
    assert {one.state for one in san.run(fixed, settings=chosen).findings} == {"fail"}
    with pytest.raises(ConfigError, match=r"sanlint\.yaml:2:5: PTH001 cannot be suppressed"):
        check_suppressions([entry("PTH001")], {"PTH001": fixed}, ["host"])
    found = san.run(fixed).findings
    named = Suppression("config", "sanlint.yaml:2:5", "a reason", finding=found[0].fingerprint)
    with pytest.raises(ConfigError, match="PTH001 cannot be suppressed"):
        hide_named(found, [named], {"PTH001": fixed}, AS_OF)


def test_one_finding_is_hidden_by_its_fingerprint(san: FakeSan) -> None:
    found = san.run(FEW).findings
    target = next(one for one in found if one.object["host"] == "lab02")
    named = Suppression("config", "x:1:1", "a reason", None, ("PTH001",), ({"host": "lab0[12]"},), target.fingerprint)
    hidden = [one for one in hide_named(found, [named], {"PTH001": FEW}, AS_OF) if one.state == "suppressed"]
    assert [one.object["host"] for one in hidden] == ["lab02"]
    elsewhere = replace(named, objects=({"host": "prod*"},))
    assert hide_named(found, [elsewhere], {"PTH001": FEW}, AS_OF) == found
    expired = replace(named, expires="2026-02-28")
    assert hide_named(found, [expired], {"PTH001": FEW}, AS_OF) == found


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (entry("PTH009"), "unknown rule, prefix or tag 'PTH009'; did you mean 'PTH001'?"),
        (entry("PTH001", hots="x"), "unknown key in objects 'hots'; did you mean 'host'?"),
    ],
)
def test_mistakes_suggest_the_nearest_valid_word(given: Suppression, said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_suppressions([given], {"PTH001": FEW}, ["host", "volume"])
    assert str(caught.value) == f"sanlint.yaml:2:5: {said}"


def test_the_state_of_each_suppression_is_reported(san: FakeSan) -> None:
    given = (
        entry("PTH001", place="a:1:1", host="lab*"),
        entry("PTH001", place="a:2:1", host="gone"),
        entry("PTH001", place="a:3:1", expires="2026-02-28"),
        entry("PTH002", place="a:4:1"),
    )
    evaluation = san.run(FEW, settings=settings(*given))
    found = uses(given, evaluation.findings, {"PTH001": FEW}, evaluation.rules, AS_OF)
    assert [(use.outcome, use.findings) for use in found] == [
        ("hides", 2), ("unused", 0), ("expired", 0), ("not judged", 0),
    ]  # fmt: skip
    assert notices(found) == [
        "a:3:1: the suppression of PTH001 expired on 2026-02-28 and no longer applies; renew or remove it",
        "a:2:1: the suppression of PTH001 on host gone no longer matches anything; remove it",
    ]


@pytest.mark.parametrize(
    "coverage", [RuleCoverage("PTH001", passed=3, not_evaluated=1), RuleCoverage("PTH001", error="x")]
)
def test_with_missing_facts_no_suppression_is_called_unused(coverage: RuleCoverage) -> None:
    found = uses([entry("PTH001")], [], {"PTH001": FEW}, [coverage], AS_OF)
    assert [use.outcome for use in found] == ["not judged"]


def test_many_unused_suppressions_are_reported_in_a_few_lines() -> None:
    given = [entry("PTH001", place=f"a:{number}:1") for number in range(1, 9)]
    lines = notices(uses(given, [], {"PTH001": FEW}, [RuleCoverage("PTH001", passed=1)], AS_OF))
    assert len(lines) == 6
    assert lines[-1].startswith("3 more suppressions that no longer match anything")


def test_a_hidden_finding_is_neither_new_nor_unchanged_between_two_audits(san: FakeSan) -> None:
    found = san.run(FEW, settings=settings(entry("PTH001", host="lab01"))).findings
    new = replace(samples.CLEAN, findings=found)
    assert {one.object["host"] for one in compare(samples.CLEAN, new, {}, {}).new} == {"lab02", "prod01"}
    assert {one.object["host"] for one in compare(new, new, {}, {}).unchanged} == {"lab02", "prod01"}
