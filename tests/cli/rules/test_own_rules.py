"""Rules of one's own on the command line: wrong ones name file, line and column; broken ones stop nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
RULE = """\
id: XAB001
name: long-name
severity: warning
summary: The name of a host is longer than the console shows.
for: host_volume
violated: "length(host) > $longest"
params:
  longest: {default: 3, type: integer, minimum: 1, help: letters}
roll_up: [host]
message: "{host} [red]is long"
why: |
  A name that the console cuts off is mistaken for another one at night, when the display is not checked twice.
fix:
  summary: Give it a shorter name.
sources:
  - {document: derived, says: consoles are narrow}
since: "0.1"
tags: [derived]
examples:
  - name: a long name
    base: symmetrix-esx4
    finds: [{host: esx01}, {host: esx02}]
  - {name: the longest that is shown, base: symmetrix-esx4, params: {longest: 5}, silent: true}
  - {name: length unknown, base: symmetrix-esx4, not_evaluated: true}
"""
HOST = """\
sanlint: 1
observed: true
hosts:
  esx01:
    devices:
      naa.6000144000000010a1115d0000000021: {vendor: EMC, model: Invista, size_bytes: 1024}
    paths:
      - {device: naa.6000144000000010a1115d0000000021, hctl: "1:0:0:1", state: active}
"""


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    Path("host.yaml").write_text(HOST)
    _write("own", RULE)


def _write(folder: str, text: str) -> None:
    Path(folder).mkdir(exist_ok=True)
    (Path(folder) / "XAB001-long-name.yaml").write_text(text)


def test_a_custom_rule_runs_with_the_others_and_markup_stays_text(sanlint: Run) -> None:
    outcome = sanlint(
        "check", "host.yaml", "--isolated", "--rules", "own", "--select", "XAB001,PTH", "--format", "concise"
    )
    assert "XAB001 warning esx01 [red]is long" in outcome.out
    quiet = sanlint(
        "check",
        "host.yaml",
        "--isolated",
        "--rules",
        "own",
        "--select",
        "XAB001,PTH",
        "--config",
        "XAB001.longest=5",
        "--format",
        "json",
    )
    assert "XAB001" not in [one["rule"] for one in json.loads(quiet.out)["findings"]]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("severity: warning", "severity: warnign", "own/XAB001-long-name.yaml:3:11: severity: unknown value 'warnign'; did you mean 'warning'?"),
        ("violated:", "violatd:", ":6:1: violatd: unknown key 'violatd'; did you mean 'violated'?"),
        ("for: host_volume", "for: host_volum", ":5:6: for: unknown view 'host_volum'; did you mean 'host_volume'?"),
        ("length(host)", "length(hots)", "violated: unknown column 'hots'; did you mean 'host'?"),
        ("length(host)", "lenght(host)", "violated: unknown function 'lenght'; did you mean 'length'?"),
        ("> $longest", "> $longst", "violated: unknown parameter '$longst'; did you mean '$longest'?"),
        ("{host} [red]", "{hots} [red]", "message: unknown name 'hots'; did you mean 'host'?"),
        ("length(host) > $longest", "(SELECT 1) = $longest", "violated: a sub-query is not allowed here"),
        ("tags: [derived]", "tags: [derived", "own/XAB001-long-name.yaml:19:9: expected"),
        ("id: XAB001", "id: PTH001", "ids of your own rules look like XAB001"),
    ],
)  # fmt: skip
def test_a_wrong_rule_names_its_place_and_the_nearest_word(sanlint: Run, old: str, new: str, said: str) -> None:
    assert old in RULE
    _write("own", RULE.replace(old, new, 1))
    outcome = sanlint("check", "host.yaml", "--isolated", "--rules", "own")
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
    assert "own/XAB001-long-name.yaml:" in outcome.err


def test_a_rule_that_fails_at_run_time_is_an_internal_error_and_the_others_still_run(sanlint: Run) -> None:
    _write("own", RULE.replace("length(host) >", "length(host) * 9223372036854775807 >"))
    outcome = sanlint(
        "check", "host.yaml", "--isolated", "--rules", "own", "--select", "XAB001,PTH", "--format", "json"
    )
    report = json.loads(outcome.out)
    assert outcome.code == 4
    assert [error.split(":")[0] for error in report["errors"]] == ["XAB001"]
    assert sum(rule["evaluated"] for rule in report["coverage"]["rules"]) > 3
    alone = sanlint("check", "host.yaml", "--isolated", "--rules", "own", "--select", "XAB001", "--require", "XAB001")
    assert alone.code == 4
    assert "Nothing could be checked: every rule failed with an error." in alone.out
    assert "required rule XAB001 failed: " in alone.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "none"], "none: rules folder not found"),
        (["--rules", "empty"], "empty: contains no rules"),
        (["--rules", "own", "--rules", "twin"], "twin: rule XAB001 is already defined in own"),
        (["--select", "PTHH"], "--select: unknown rule, prefix or tag 'PTHH'; did you mean 'PTH'?"),
        (["--ignore", "NOPE"], "--ignore: unknown rule"),
        (["--extend-select", "PTH0001"], "--extend-select: unknown rule"),
        (["--select", ""], "--select: expected a rule, prefix or tag"),
        (["--config", "select=PTHH"], "--config: unknown rule, prefix or tag 'PTHH'"),
        (["--config", "own.yaml"], "own.yaml:3:5: unknown rule, prefix or tag 'NOPE'"),
    ],
)
def test_what_selects_nothing_is_named_with_its_origin(sanlint: Run, arguments: list[str], said: str) -> None:
    Path("empty").mkdir()
    _write("twin", RULE)
    Path("own.yaml").write_text("ignore:\n  - PTH\n  - NOPE\n")
    isolated = [] if "own.yaml" in arguments else ["--isolated"]
    outcome = sanlint("check", "host.yaml", *isolated, *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err


def test_a_folder_that_is_named_twice_counts_once(sanlint: Run) -> None:
    outcome = sanlint("check", "host.yaml", "--isolated", "--rules", "own", "--rules", "./own", "--format", "concise")
    assert outcome.out.count("XAB001") == 1


def test_what_could_not_be_checked_never_passes(sanlint: Run) -> None:
    outcome = sanlint("check", "host.yaml", "--isolated", "--select", "PTH005", "--format", "concise")
    assert "Nothing could be checked: data is missing for every rule." in outcome.out
    assert outcome.code == 3
    assert "nothing could be checked: no rule produced a result" in outcome.err


def test_rules_test_proves_a_folder_of_ones_own(sanlint: Run) -> None:
    outcome = sanlint("rules", "test", "--rules", "own", "--quick", "--jobs", "1")
    assert outcome.code == 1
    assert "XAB001: length unknown: " in outcome.out
    assert "XAB001: a long name" not in outcome.out
    assert outcome.out.endswith("1 rule, 3 examples: 1 rule with problems.\n")
    for arguments, said in (
        (["--rules", "none"], "none: rules folder not found"),
        (["--rules", "own", "XAC"], "own: no rule id begins with XAC"),
        # It is said before the other rules are tested, which may take minutes.
        (["--rules", "own", "XAB", "XAC"], "own: no rule id begins with XAC"),
    ):
        wrong = sanlint("rules", "test", *arguments)
        assert (wrong.code, said in wrong.err) == (2, True)


def test_a_message_with_an_empty_value_is_a_problem_of_the_rule(sanlint: Run) -> None:
    _write("own", RULE.replace("is long", "uses {unused_fabrics|list}"))
    wrong = sanlint("rules", "test", "--rules", "own", "--quick", "--alone", "--jobs", "1")
    assert wrong.code == 1
    assert "the message contains an empty or unknown value: esx01 [red]uses none" in wrong.out
    _write("own", RULE.replace("is long", "is long[[, unlike {unused_fabrics|list}]]"))
    right = sanlint("rules", "test", "--rules", "own", "--quick", "--alone", "--jobs", "1")
    assert "empty or unknown value" not in right.out
