"""The baseline: known findings don't affect the exit code, new ones do, fixed ones are counted and removed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fixtures.generate.sans.inventories import tiny_san
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]
CHECK = ("check", "san.yaml", "--select", "PTH001", "--format", "json")
ONE_PATH = "lab01 has only 1 live path to naa.60000970000192600123533030304101; at least 2 are required"


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("san.yaml").write_text(tiny_san("lab01", "prod01"))


def checked(sanlint: Run, *more: str) -> tuple[int, dict[str, Any], str]:
    done = sanlint(*CHECK, *more)
    return done.code, json.loads(done.out) if done.out else {}, done.err


def fixed() -> str:
    """The same hosts; the first has a second path now."""
    second = "      - {device: naa.60000970000192600123533030304101, initiator: '10000000c9aa0009', target: '5000097208123402', state: active}\n"
    return tiny_san("lab01", "prod01").replace("  prod01:", second + "  prod01:")


def test_what_was_known_decides_nothing_and_what_is_new_does(sanlint: Run) -> None:
    code, document, said = checked(sanlint, "--write-baseline", "known.json")
    assert (code, document["summary"]["findings"]) == (0, 2), "it is shown once more, and accepted"
    assert "known.json: 2 known findings written (all new); with --baseline only new findings are reported" in said
    code, document, _said = checked(sanlint, "--baseline", "known.json")
    assert (code, document["summary"]["findings"], document["summary"]["known"]) == (0, 0, 2)
    assert document["findings"][0]["suppression"]["kind"] == "baseline"
    # Collected again: in another order, with a host more.
    Path("san.yaml").write_text(
        tiny_san("prod01", first=2)
        + tiny_san("lab01").split("hosts:\n")[1]
        + tiny_san("new01", first=3).split("hosts:\n")[1]
    )
    code, document, _said = checked(sanlint, "--baseline", "known.json")
    shown = [one["object"]["host"] for one in document["findings"] if one["state"] == "fail"]
    assert (code, shown, document["baseline"]["known"]) == (1, ["new01"], 2)


def test_the_file_is_for_people_and_version_control(sanlint: Run) -> None:
    checked(sanlint, "--write-baseline", "known.json", "-q")
    text = Path("known.json").read_text()
    entries = json.loads(text)["findings"]
    first = entries[0]
    assert (first["rule"], first["object"]["host"], first["message"]) == ("PTH001", "lab01", ONE_PATH)
    assert len(text.splitlines()) == 2 + len(entries) + 3, "a finding a line"
    # A reworded message is kept: an entry is rewritten only if its finding is new.
    Path("known.json").write_text(text.replace("at least 2 are required", "two are agreed"))
    Path("san.yaml").write_text(tiny_san("lab01", "prod01", "new01"))
    said = checked(sanlint, "--write-baseline", "known.json")[2]
    assert "3 known findings written (1 new, 0 removed)" in said
    assert Path("known.json").read_text().count("two are agreed") == 2
    checked(sanlint, "--write-baseline", "known.yaml", "-q")
    assert Path("known.yaml").read_text().splitlines()[:7] == [
        "# Known findings: sanlint check --baseline suppresses them. Written by sanlint check --write-baseline.",
        "sanlint_baseline: 1",
        "findings:",
        f'- fingerprint: "{entries[0]["fingerprint"]}"',
        '  rule: "PTH001"',
        '  object: {"host": "lab01", "volume": "naa.60000970000192600123533030304101", "vplex_cluster": ""}',
        f'  message: "{ONE_PATH}"',
    ]
    assert checked(sanlint, "--baseline", "known.yaml")[0] == 0


def test_fixed_findings_are_counted_and_pruned_unseen_ones_stay(sanlint: Run) -> None:
    Path("san.yaml").write_text(tiny_san("lab01", "prod01", "gone01"))
    checked(sanlint, "--write-baseline", "known.json", "-q")
    Path("san.yaml").write_text(fixed())
    done = sanlint("check", "san.yaml", "--select", "PTH001", "--baseline", "known.json", "--format", "concise")
    assert done.code == 0
    assert (
        "Baseline: known.json (suppresses 1 finding); 1 of its findings are fixed (remove them with --prune-baseline); "
        "1 of its findings could not be evaluated\n" in done.out
    )
    said = checked(sanlint, "--baseline", "known.json", "--prune-baseline")[2]
    assert "known.json: removed 1 fixed finding" in said
    left = [one["object"]["host"] for one in json.loads(Path("known.json").read_text())["findings"]]
    assert left == ["gone01", "prod01"], "gone01 was not checked, so it does not count as fixed"
    assert "nothing to prune" in checked(sanlint, "--baseline", "known.json", "--prune-baseline")[2]


def test_findings_of_a_rule_that_did_not_run_do_not_count_as_fixed(sanlint: Run) -> None:
    checked(sanlint, "--write-baseline", "known.json", "-q")
    done = sanlint("check", "san.yaml", "--select", "PTH004", "--format", "json", "--baseline", "known.json")
    document = json.loads(done.out)
    assert (document["baseline"]["mended"], len(document["baseline"]["unseen"])) == ([], 2)


def test_the_configuration_names_it_and_it_may_be_missing_while_it_is_written(sanlint: Run) -> None:
    Path("site").mkdir()
    Path("site/sanlint.yaml").write_text("fail_on: info\nbaseline: known.json\n")
    chosen = ("--config", "site/sanlint.yaml")
    code, _document, said = checked(sanlint, *chosen)
    assert code == 2
    assert (
        "site/sanlint.yaml:2:1: baseline site/known.json not found; create it with sanlint check --write-baseline site/known.json"
        in said
    )
    assert checked(sanlint, *chosen, "--write-baseline", "site/known.json")[0] == 0
    code, document, _said = checked(sanlint, *chosen)
    assert (code, document["baseline"]["file"], document["summary"]["known"]) == (0, "site/known.json", 2)
    code, document, _said = checked(sanlint, *chosen, "--ignore-suppressions")
    assert (code, document["baseline"]) == (1, None)
    assert checked(sanlint, *chosen, "--isolated", "--baseline", "site/known.json")[1]["summary"]["known"] == 2


def test_what_a_suppression_hides_is_not_in_the_baseline(sanlint: Run) -> None:
    Path("sanlint.yaml").write_text(
        "suppressions: [{rule: ALL, objects: {host: lab01}, reason: abc, expires: 2026-11-30}]\n"
    )
    checked(sanlint, "--write-baseline", "known.json", "-q", "--as-of", "2026-11-01")
    later = checked(sanlint, "--baseline", "known.json", "--as-of", "2026-12-01")
    assert (later[0], [one["object"]["host"] for one in later[1]["findings"] if one["state"] == "fail"]) == (
        1,
        ["lab01"],
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"findings": []}', "known.json:1: not a sanlint baseline: does not begin with sanlint_baseline"),
        ("- a\n", "known.json:1: not a sanlint baseline"),
        ("", "known.json:1: not a sanlint baseline"),
        ('{"sanlint_baseline": 2, "findings": []}', "known.json:1: baseline of version 2; this sanlint reads 1"),
        ('{"sanlint_baseline": 1,\n "findings": {}}', "known.json:2: findings must be a list"),
        ('{"sanlint_baseline": 1,\n "findings": [\n  {"rule": "PTH001"}]}', "known.json:3: fingerprint must be 16 hexadecimal digits, in quotes"),
        ('{"sanlint_baseline": 1,\n "findings": [3]}', "known.json:2: an entry must be a mapping with fingerprint and rule"),
        ('{"sanlint_baseline": 1, "findings": [{"fingerprint": "4f1c2a9be07d3158"}]}', "known.json:1: an entry requires rule (an id)"),
        ('{"sanlint_baseline": 1,\n<<<<<<< HEAD\n', "known.json:2:1: invalid JSON"),
        ("sanlint_baseline: 1\nfindings: [\n", "known.json:"),
        ("sanlint_baseline: \xff", "known.json: not UTF-8 at byte 19"),
    ],
)  # fmt: skip
def test_a_damaged_or_foreign_baseline_is_reported_and_never_overwritten(sanlint: Run, content: str, said: str) -> None:
    Path("known.json").write_bytes(content.encode("latin-1"))
    for option in ("--baseline", "--write-baseline"):
        code, document, err = checked(sanlint, option, "known.json")
        assert (code, document, said in err) == (2, {}, True), err
    assert Path("known.json").read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--prune-baseline"], "--prune-baseline needs a baseline"),
        (["--baseline", "k.json", "--prune-baseline", "--write-baseline", "k.json"], "not needed with --write-baseline"),
        (["--write-baseline", "known.txt"], "--write-baseline known.txt: the name must end in .json, .yaml or .yml"),
        (["--baseline", "none.json"], "baseline none.json not found; create it with sanlint check --write-baseline none.json PATH…"),
        (["--write-baseline", "none/known.json"], "none/known.json cannot be written"),
    ],
)  # fmt: skip
def test_wrong_uses_say_what_to_do(sanlint: Run, options: list[str], said: str) -> None:
    code, _document, err = checked(sanlint, *options)
    assert (code, said in err) == (2, True), err
