"""Suppressing findings as people do it: in the configuration, from the command line, and what reports say of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.generate.sans.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
CHECK = ("check", "san.yaml", "--select", "PTH001,PTH004", "-q")
TODAY = "2026-11-01"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("san.yaml").write_text(tiny_san("lab01", "prod01"))


def report(sanlint: Run, *more: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(sanlint(*CHECK, "--format", "json", "--as-of", TODAY, *more).out)
    return document


def hidden(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["rule"], one["object"]["host"]) for one in document["findings"] if one["state"] == "suppressed"]


CONFIG = """\
suppressions:
  - rule: PTH
    objects: {host: "lab*"}
    reason: a lab host with one adapter
  - rule: PTH001
    reason: was accepted in spring
    expires: 2026-10-31
  - rule: PTH004
    objects: {host: gone01}
    reason: unknown
"""
LAST_LINES = """\
Config: sanlint.yaml (suppresses 2 findings)
Note: sanlint.yaml:5:5: the suppression of PTH001 expired on 2026-10-31 and no longer applies; renew or remove it
Note: sanlint.yaml:8:5: the suppression of PTH004 on host gone01 no longer matches anything; remove it
2 findings: 2 errors (2 more suppressed)."""


def test_a_report_counts_hidden_expired_and_unused_suppressions(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text(CONFIG)
    done = sanlint(*CHECK, "--format", "concise", "--as-of", TODAY)
    assert done.code == 1
    assert "lab01" not in done.out
    assert LAST_LINES in done.out.replace("As of: 2026-11-01T00:00:00+00:00\n", "")
    document = report(sanlint)
    assert [(one["place"], one["outcome"], one["findings"]) for one in document["suppressions"]] == [
        ("sanlint.yaml:2:5", "hides", 2),
        ("sanlint.yaml:5:5", "expired", 0),
        ("sanlint.yaml:8:5", "unused", 0),
    ]
    assert document["summary"]["suppressed"] == 2
    assert document["findings"][0]["suppression"] == {
        "kind": "config", "place": "sanlint.yaml:2:5", "reason": "a lab host with one adapter", "expires": None,
    }  # fmt: skip


@pytest.mark.parametrize("format_name", ["table", "full", "concise"])
def test_hidden_findings_are_listed_separately_with_their_reason_on_request(sanlint: Run, format_name: str) -> None:
    Path("sanlint.yaml").write_text("suppressions: [{rule: PTH, objects: {host: lab01}, reason: one adapter}]\n")
    usual = sanlint(*CHECK, "--format", format_name)
    shown = sanlint(*CHECK, "--format", format_name, "--show-suppressed")
    assert "lab01" not in usual.out
    text = " ".join(shown.out.split())
    assert "lab01 has only 1 live path to naa.60000970000192600123533030304101" in text
    assert text.lower().count("suppressed by sanlint.yaml:1:16: one adapter") == 2
    assert (usual.code, shown.code) == (1, 1)
    assert usual.out.splitlines()[-2:] == shown.out.splitlines()[-2:], "it changes neither verdict nor counts"


def test_hidden_findings_do_not_affect_the_exit_code_unless_all_are_shown(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text("suppressions: [{rule: PTH, reason: the whole SAN is a lab}]\n")
    assert sanlint(*CHECK).code == 0
    audited = sanlint(*CHECK, "--ignore-suppressions", "--format", "concise")
    assert (audited.code, audited.out.count("PTH001"), "hidden" in audited.out) == (1, 2, False)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- rule: PTH001\n", "sanlint.yaml:2:3: suppressions.1 is missing reason"),
        ("- reason: because of it\n", "sanlint.yaml:2:3: suppressions.1 must be an entry with rule or finding, and a reason"),
        ("- {rule: PTH001, reason: ''}\n", "sanlint.yaml:2:18: suppressions.1.reason must be the reason for accepting this"),
        ("- {rule: PTH001, reason: abc, expires: soon}\n", "sanlint.yaml:2:31: suppressions.1.expires must be a day such as 2027-01-31, not 'soon'"),
        ("- {rule: PTH001, reason: abc, expires: 2026-02-30}\n", "suppressions.1.expires must be a day such as"),
        ("- {rule: PTH001, reason: abc, object: {host: x}}\n", "sanlint.yaml:2:31: unknown key 'object'; did you mean 'objects'?"),
        ("- {rule: [], reason: abc}\n", "sanlint.yaml:2:4: suppressions.1.rule must be rules whose findings are suppressed"),
        ("- {finding: 4f1c, reason: abc}\n", "sanlint.yaml:2:4: suppressions.1.finding must be the fingerprint of a single finding"),
        ("- {rule: PHT001, reason: abc}\n", "sanlint.yaml:2:3: unknown rule, prefix or tag 'PHT001'; did you mean 'PTH001'?"),
        ("- {rule: PTH001, reason: abc, objects: {hots: x}}\n", "sanlint.yaml:2:3: unknown key in objects 'hots'; did you mean 'host'?"),
        ("- {rule: PTH001, reason: abc, objects: {switch: x}}\n", "sanlint.yaml:2:3: PTH001 checks host_volume_cluster, which has no column switch"),
    ],
)  # fmt: skip
def test_an_invalid_entry_is_reported_with_its_location(sanlint: Run, text: str, said: str) -> None:
    Path("sanlint.yaml").write_text(f"suppressions:\n{text}")
    done = sanlint(*CHECK)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_a_rule_is_suppressed_on_objects_and_begins_the_configuration(sanlint: Run) -> None:
    done = sanlint("suppress", "pth001", "--object", "host=lab*", "--reason", "one adapter: #7")
    assert (done.code, done.out) == (0, "")
    assert "sanlint.yaml:3: added; suppresses PTH001 on host lab* with no expiry date (consider --expires)" in done.err
    assert Path("sanlint.yaml").read_text() == (
        "# Configuration of sanlint; sanlint check --show-settings lists the active values.\n"
        "suppressions:\n"
        "  - rule: PTH001\n"
        '    objects: {host: "lab*"}\n'
        '    reason: "one adapter: #7"\n'
    )
    assert hidden(report(sanlint)) == [("PTH001", "lab01")]


def test_a_finding_is_suppressed_by_the_beginning_of_its_fingerprint(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text("select: [PTH001, PTH004]   # as agreed\n")
    before = report(sanlint)
    target = before["findings"][1]
    beginning = target["fingerprint"][:8]
    done = sanlint("suppress", beginning, "san.yaml", "--reason", "moves in May", "--expires", "2099-05-31")
    assert (done.code, f"suppresses finding {target['fingerprint']} ({target['rule']})" in done.err) == (0, True), (
        done.err
    )
    assert hidden(report(sanlint)) == [(target["rule"], target["object"]["host"])]
    assert (
        Path("sanlint.yaml")
        .read_text()
        .startswith("select: [PTH001, PTH004]   # as agreed\n\nsuppressions:\n  - rule: ")
    )
    again = sanlint("suppress", beginning, "san.yaml", "--reason", "moves in May")
    assert (again.code, "is already suppressed by sanlint.yaml:4:5, until 2099-05-31: moves in May" in again.err) == (
        2,
        True,
    )


def test_the_whole_fingerprint_needs_no_exports(sanlint: Run) -> None:
    target = report(sanlint)["findings"][0]
    assert sanlint("suppress", target["fingerprint"], "--reason", "as agreed").code == 0
    assert hidden(report(sanlint)) == [(target["rule"], target["object"]["host"])]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["PTH999", "--reason", "abc"], "unknown rule, prefix or tag 'PTH999'; did you mean"),
        (["4f1c2a", "--reason", "abc"], "4f1c2a is not a complete fingerprint: use all 16 digits"),
        (["4f1c2a", "san.yaml", "--reason", "abc"], "finding 4f1c2a not found in these exports; it may have been fixed"),
        (["PTH001", "san.yaml", "--reason", "abc"], "PTH001 is a rule: select objects with --object KEY=PATTERN"),
        (["PTH001", "--reason", " "], "--reason: state why it is accepted"),
        (["PTH001"], "Missing option '--reason'"),
        (["PTH001", "--reason", "abc", "--expires", "2020-01-01"], "--expires 2020-01-01: this date has passed"),
        (["PTH001", "--reason", "abc", "--expires", "soon"], "--expires must be a date such as 2027-01-31, not 'soon'"),
        (["PTH001", "--reason", "abc", "--object", "host"], "--object host: expected KEY=PATTERN"),
        (["PTH001", "--reason", "abc", "--object", "switch=x"], "--object: PTH001 checks host_volume_cluster, which has no column switch"),
        (["PTH001", "--reason", "abc", "--config", "none.yaml"], "none.yaml: cannot be read"),
    ],
)  # fmt: skip
def test_what_can_not_be_suppressed_is_refused_and_nothing_is_written(
    sanlint: Run, arguments: list[str], said: str
) -> None:
    done = sanlint("suppress", *arguments)
    assert (done.code, said in " ".join(done.err.split())) == (2, True), done.err
    assert not Path("sanlint.yaml").exists()


def test_a_rule_may_be_marked_as_not_suppressible(sanlint: Run) -> None:
    from tests.cli.rules.test_own_rules import RULE

    Path("own").mkdir()
    Path("own/XAB001-long-name.yaml").write_text(RULE.replace("tags:", "suppressible: false\ntags:"))
    Path("sanlint.yaml").write_text("rules: [own]\nsuppressions:\n- {rule: XAB001, reason: abc}\n")
    done = sanlint("check", "san.yaml", "--select", "XAB001")
    assert (done.code, done.err) == (
        2, "sanlint: error: sanlint.yaml:3:3: XAB001 cannot be suppressed: its findings are always shown; see sanlint explain "
        "XAB001 for alternatives\n",
    )  # fmt: skip
    Path("sanlint.yaml").write_text("rules: [own]\nsuppressions:\n- {rule: ALL, reason: abc}\n")
    shown = sanlint("check", "san.yaml", "--select", "XAB001,PTH001", "-q", "--format", "concise").out
    assert (shown.count("XAB001 warning"), "PTH001 error" in shown) == (2, False)
    refused = sanlint("suppress", "XAB001", "--reason", "abc")
    assert (refused.code, "XAB001: XAB001 cannot be suppressed" in refused.err) == (2, True)
    assert "its findings cannot be suppressed" in sanlint("explain", "XAB001").out


SHARED = """\
sanlint: 1
hosts:
  lin01: {host_cluster: db, platform: linux, initiators: {h1: {initiator_wwpn: "10:00:00:00:c9:00:00:01"}}}
  lin02: {host_cluster: web, platform: linux, initiators: {h1: {initiator_wwpn: "10:00:00:00:c9:00:00:02"}}}
storage_arrays:
  xio1:
    family: xtremio
    views:
      all:   # sanlint: ignore[ARR, ALL]: we know
        initiators: ["10:00:00:00:c9:00:00:01", "10:00:00:00:c9:00:00:02"]
        volumes: [{volume_name: v1, lun: 1, device: naa.514f0c5000000001}]
"""


def test_a_volume_shared_by_unrelated_hosts_is_always_shown(sanlint: Run) -> None:
    Path("shared.yaml").write_text(SHARED)
    Path("sanlint.yaml").write_text("suppressions: [{rule: ALL, reason: abc}, {rule: ARR, reason: abc}]\n")
    given = ("check", "shared.yaml", "--select", "ARR017", "--format", "concise")
    done = sanlint(*given)
    assert (done.code, "ARR017 error" in done.out) == (1, True)
    assert sanlint(*given, "--write-baseline", "known.json").code == 1
    assert sanlint(*given, "--baseline", "known.json").code == 1
    fingerprint = json.loads(sanlint(*given[:-1], "json").out)["findings"][0]["fingerprint"]
    refused = sanlint("suppress", fingerprint, "shared.yaml", "--reason", "abc")
    assert (refused.code, "cannot be suppressed" in refused.err) == (2, True)
    # What is wanted is said as a fact.
    Path("shared.yaml").write_text(SHARED.replace("we know\n", "we know\n        tags: [shared]\n"))
    assert sanlint(*given).code == 0


@pytest.mark.parametrize("rule", ["ARR017", "ARR018", "DOC001", "DOC013"])
def test_what_makes_all_else_doubtful_or_costs_data_can_not_be_suppressed(sanlint: Run, rule: str) -> None:
    Path("sanlint.yaml").write_text(f"suppressions:\n- {{rule: {rule}, reason: abc}}\n")
    done = sanlint("check", "san.yaml")
    assert (done.code, f"sanlint.yaml:2:3: {rule} cannot be suppressed" in done.err) == (2, True)
    page = " ".join(sanlint("explain", rule).out.split())
    assert "its findings cannot be suppressed" in page.lower()
    assert any(way in page for way in ("`shared`", "`exclude`", "`max_unread`"))


def test_the_line_ends_of_the_file_stay(sanlint: Run) -> None:
    Path("sanlint.yaml").write_bytes(b"fail_on: info\r\n# end\r\n")
    assert sanlint("suppress", "PTH001", "--reason", "as agreed").code == 0
    assert Path("sanlint.yaml").read_bytes() == (
        b"fail_on: info\r\n# end\r\n\r\nsuppressions:\r\n  - rule: PTH001\r\n    reason: as agreed\r\n"
    )


def test_findings_of_rules_of_ones_own_are_hidden_too(sanlint: Run) -> None:
    # Such rules run in a process of their own; what hides their findings goes there and comes back.
    from tests.cli.rules.test_own_rules import RULE

    Path("own").mkdir()
    Path("own/XAB001-long-name.yaml").write_text(RULE)
    Path("sanlint.yaml").write_text(
        "rules: [own]\nsuppressions:\n- {rule: XAB001, objects: {host: lab01}, reason: abc}\n"
    )
    document = json.loads(sanlint("check", "san.yaml", "--select", "XAB001", "--format", "json").out)
    assert hidden(document) == [("XAB001", "lab01")]
    assert [one["findings"] for one in document["suppressions"]] == [1]


def test_pyproject_may_contain_suppressions_with_toml_dates(sanlint: Run) -> None:
    Path("pyproject.toml").write_text(
        "[tool.sanlint]\nas_of = 2026-11-01\n\n[[tool.sanlint.suppressions]]\n"
        'rule = "PTH001"\nreason = "one adapter"\nexpires = 2026-10-31\n\n'
        '[[tool.sanlint.suppressions]]\nrule = "PTH004"\nreason = "one adapter"\nexpires = 2026-11-01\n'
    )
    document = report(sanlint)
    assert [(one["place"], one["expires"], one["outcome"]) for one in document["suppressions"]] == [
        ("pyproject.toml:4:1", "2026-10-31", "expired"),
        ("pyproject.toml:9:1", "2026-11-01", "hides"),
    ]
