"""Profiles: named selections of rules, and what they change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from checker.audit import Options, audit
from checker.errors import UsageError
from checker.rules.book.book import built_in_book
from checker.rules.config.profile import profiles
from checker.rules.config.select import select
from fixtures.generate.sans.inventories import small_san
from tests import folders

SAN = folders.FIXTURES / "symmetrix-nmp"


def chosen(name: str) -> set[str]:
    book = built_in_book()
    rules = [book.rules[rule_id] for rule_id in sorted(book.rules)]
    one = profiles()[name]
    return {rule.id for rule in select(rules, one.select, one.ignore, one.extend_select, experimental=one.experimental)}


@cache
def found(profile: str | None = None, severity: str | None = None) -> dict[str, str]:
    """The severity of each rule that finds something in a SAN with path policies and limits; ``severity`` is ``RULE=error``."""
    values = dict([f"severities.{severity}".split("=")]) if severity else {}
    options = Options(config=str(SAN / "sanlint.yaml"), profile=profile, config_values=values)
    return {one.rule: one.severity for one in audit([str(SAN / "exports")], options).findings}


def test_every_profile_selects_rules_that_exist() -> None:
    assert next(iter(profiles())) == "default"
    assert set(profiles()) == {"default", "all", "fc", "go-live", "pre-commit", "triage", "hygiene"}
    for name in profiles():
        assert chosen(name), name
    assert chosen("default") <= chosen("all")
    assert chosen("default") == chosen("go-live")


def test_default_is_what_runs_without_a_profile() -> None:
    assert found(profile="default") == found()


def test_go_live_lets_performance_inform_and_availability_decide() -> None:
    usual, live = found(), found(profile="go-live")
    book = built_in_book().rules
    assert set(usual) == set(live)
    lowered = {rule for rule in usual if usual[rule] != live[rule]}
    assert lowered
    assert {live[rule] for rule in lowered} == {"info"}
    assert all("availability" not in book[rule].tags for rule in lowered)
    assert [rule for rule in usual if usual[rule] == "error"] == [rule for rule in live if live[rule] == "error"]


def test_the_configuration_wins_over_a_profile() -> None:
    usual, live = found(), found(profile="go-live")
    rule = next(rule for rule in sorted(usual) if usual[rule] != live[rule])
    assert found(profile="go-live", severity=f"{rule}=error")[rule] == "error"


def test_an_unknown_profile_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'triage'"):
        audit([str(SAN / "exports")], Options(profile="triag", isolated=True))


def test_a_fibre_channel_profile_does_not_check_iscsi_unless_the_configuration_says_so(tmp_path: Path) -> None:
    session = "{host: h1, iscsi_target: iqn.2001-05.com.example:backup, session: '1', portal_address: 192.0.2.10, "
    more = f"facts:\n  iscsi_session:\n    - {session} local_address: 192.0.2.101, state: logged_in}}\n"
    (tmp_path / "san.yaml").write_text(small_san(more))

    def rules(profile: str, **values: object) -> set[str]:
        options = Options(isolated=True, profile=profile, config_values=values)
        return {one.rule for one in audit([str(tmp_path / "san.yaml")], options).findings}

    iscsi = {"PTH030", "PTH031"}
    assert rules("default") - rules("fc") == iscsi
    assert rules("fc", **{"PTH030.iscsi": True}) & iscsi == {"PTH030"}


def test_a_configuration_may_name_a_profile(tmp_path: Path) -> None:
    (tmp_path / "sanlint.yaml").write_text("profile: hygiene\n")
    report = audit([str(SAN / "exports")], Options(config=str(tmp_path / "sanlint.yaml")))
    assert {one.rule for one in report.rules} == chosen("hygiene")
