"""YAML costs in proportion to its size: bombs of aliases, deep brackets and long keys are refused with their line."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml.scanner import Scanner

from checker.errors import ConfigError, RuleError
from checker.readers.sanlint.ignores import find_ignores
from checker.readers.toolkit.documents import located_yaml
from checker.readers.toolkit.documents.located_yaml import COMPLETE_CHARACTERS, YamlProblem
from checker.readers.toolkit.documents.yaml_nodes import MOST_CHARACTERS
from checker.remediate.yaml_text import NotHere, Wish, edited
from checker.rules.config.text import read_yaml
from checker.rules.language import yaml_source
from checker.rules.suppress.edit import Entry, with_suppression
from tests.hostile.command import run
from tests.hostile.exports.repeated import guarded

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


_IGNORE = "# sanlint: ignore[PTH001]: a lab host"


def test_comments_of_objects_that_aliases_repeat_are_read_once() -> None:
    hosts = "".join(f"  h{number}:\n    paths: *paths\n" for number in range(1_500))
    paths = "      - {device: naa.60000970000192600123533030304131}\n" * 1_500
    with guarded():
        (found,) = find_ignores(f"sanlint: 1\nhosts:\n  h:   {_IGNORE}\n    paths: &paths\n{paths}{hosts}")
    assert found.objects == ({"host": "h"},)


def test_thousands_of_comments_are_read_in_one_pass() -> None:
    hosts = "".join(f"  h{number}:  {_IGNORE}\n    platform: linux\n" for number in range(2_000))
    with guarded():
        assert [one.objects for one in find_ignores(f"sanlint: 1\nhosts:\n{hosts}")][-1] == ({"host": "h1999"},)
        found = find_ignores("sanlint: 1\n" + f"{_IGNORE}\n" * 20_000 + "hosts:\n  h: {}\n")
    assert (len(found), found[0].problem[:21]) == (20_000, "belongs to no object:")


@pytest.mark.parametrize("body", ["a: " + "[" * 60_000, "- " * 3_000 + "a", "# " + "x" * MOST_CHARACTERS])
def test_who_edits_or_reads_comments_refuses_what_is_too_deep_or_too_long(body: str) -> None:
    with guarded():
        (found,) = find_ignores(f"{_IGNORE}\n{body}")
        assert found.problem.startswith("comments of this inventory are not read")
        with pytest.raises(NotHere):
            edited(body, [Wish(1, "a", "x")])
        with pytest.raises(ConfigError, match=r"^sanlint.yaml:1:|nested too deeply"):
            with_suppression(body, Entry("known", rule="PTH001"), "sanlint.yaml")


def test_comments_of_a_refused_inventory_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text(f"sanlint: 1\n{_IGNORE}\n{_BOMB}")
    done = run(tmp_path, "check", ".", "--exit-zero")
    assert "aliases repeat more than" in done.stdout + done.stderr
    assert "belongs to no object" not in done.stdout + done.stderr
