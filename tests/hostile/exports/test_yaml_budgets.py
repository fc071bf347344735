"""YAML costs in proportion to its size: bombs of aliases, deep brackets and long keys are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml.scanner import Scanner

from checker.errors import ConfigError, RuleError
from checker.readers.toolkit.documents import located_yaml
from checker.readers.toolkit.documents.located_yaml import COMPLETE_CHARACTERS, YamlProblem
from checker.rules.config.text import read_yaml
from checker.rules.language import yaml_source
from tests.hostile.command import run

_BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
_ENTRIES = {
    "vault": "- name: >-\n    zone {0}\n    of two lines\n  password: !vault |\n    $ANSIBLE_VAULT;1.1;AES256\n    62386439\n",
    "hiera": "profile::san::zone{0}:\n  'esx{0}':\n    ensure: \"pre\\\\x73ent\"\n    text: long text\n      on two lines\n",
    "anchors": "esx{0}: &host{0}\n  hba: {{wwpn: '10:00:00:00:c9:aa:00:01'}}\nagain{0}: *host{0}\nmerged{0}:\n  <<: *host{0}\n",
}


@pytest.mark.parametrize("entry", list(_ENTRIES.values()), ids=list(_ENTRIES))
def test_large_files_need_no_complete_parser(entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(located_yaml, "_events", lambda *_: pytest.fail("the complete parser was used"))
    number = COMPLETE_CHARACTERS // len(entry) + 1
    (value,) = located_yaml.parse_all("".join(entry.format(one) for one in range(number)))
    assert len(value) % number == 0


def test_aliases_of_aliases_are_refused_before_they_are_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    scalar = located_yaml._scalar
    monkeypatch.setattr(located_yaml, "_scalar", lambda event: built.append(1) or scalar(event))
    with pytest.raises(YamlProblem, match=r"aliases repeat more than 50,0.. values: write them out"):
        located_yaml.parse(_BOMB)
    assert 40_000 < len(built) < 60_000


@pytest.mark.parametrize(
    "text", ["? a\n: b\n", "k" * 2000 + ": x\n", "a: {" * 300, "a:\tb\n"], ids=["key", "long", "deep", "tab"]
)
def test_long_texts_are_not_given_to_the_complete_parser(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(located_yaml, "_events", lambda *_: pytest.fail("the complete parser was used"))
    before = "- fine: 1\n" * (COMPLETE_CHARACTERS // 10)
    with pytest.raises(YamlProblem, match=r"read only up to 64 KiB .*: rewrite this line") as problem:
        list(located_yaml.parse_all(f"x: 1\n---\n{before}---\n{text}{'z: 1' * COMPLETE_CHARACTERS}"))
    assert problem.value.line == COMPLETE_CHARACTERS // 10 + 4


@pytest.mark.parametrize("opened", ["{", "[", "a: [", "? {"])
def test_deep_brackets_are_refused_at_the_first_that_is_too_deep(opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = []
    fetch = Scanner.fetch_more_tokens
    monkeypatch.setattr(Scanner, "fetch_more_tokens", lambda self: tokens.append(1) or fetch(self))
    with pytest.raises(RuleError, match=r"rule.yaml:1:\d+: nested deeper than 30"):
        yaml_source.parse("a: " + "{" * 200_000, "rule.yaml")
    with pytest.raises(ConfigError, match=r"sanlint.yaml:1:\d+: nested deeper than 50"):
        read_yaml(opened.replace("a: ", "") * 200_000, "sanlint.yaml")
    with pytest.raises(YamlProblem, match="nested deeper than 200"):
        list(located_yaml.parse_all("a: " + "[" * 60_000))
    assert len(tokens) < 1000


def test_a_refused_inventory_is_reported_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text("sanlint: 1\n" + _BOMB)
    done = run(tmp_path, "check", ".")
    assert "site.yaml" in done.stdout + done.stderr
    assert "aliases repeat more than" in done.stdout + done.stderr
