"""``sanlint rules new`` and ``rules schema``: a rule to begin with that proves itself, and the words to write it in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli.rules.new import VIEW, _text
from checker.rules.book.book import built_in_book, compile_folder
from checker.views.catalog import views
from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_rule_says_what_to_fill_in_and_passes_its_own_examples(sanlint: Run) -> None:
    done = sanlint("rules", "new", "XAB001", "too-few-paths", "--rules", "own")
    assert (done.code, done.out) == (0, "")
    assert "own/XAB001-too-few-paths.yaml: written; complete the parts marked <…>" in done.err
    text = Path("own/XAB001-too-few-paths.yaml").read_text()
    assert text.startswith("# yaml-language-server: $schema=./sanlint-rule.schema.json\n"), "no path of one machine"
    assert "violated" in json.loads(Path("own/sanlint-rule.schema.json").read_text())["properties"]
    assert text.count("<") - text.count("<…>") == 5
    proved = sanlint("rules", "test", "--rules", "own", "--quick", "--alone", "--jobs", "1")
    assert (proved.code, "1 rule, 3 examples: all passed." in proved.out) == (0, True), proved.out


def test_views_of_every_shape_have_a_template_that_loads(tmp_path: Path) -> None:
    shapes = {
        (len(view.grain) > 1, tuple(column.type for column in view.columns if column.name == view.grain[0])): view
        for view in views().values()
        if view.name != VIEW
    }
    for number, view in enumerate(shapes.values()):
        text = _text(f"XAB{number:03}", "some-fault", tmp_path, view, schema="./s.json", custom=True)
        (tmp_path / f"XAB{number:03}-some-fault.yaml").write_text(text)
    assert len(compile_folder(tmp_path, custom=True, others=built_in_book()).rules) == len(shapes) > 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["XAB001", "Too Few"], "Too Few: invalid name; use lower case and hyphens"),
        (["AB1", "few"], "AB1: invalid id; ids of your own rules look like XAB001"),
        (["PTH001", "few"], "PTH001: reserved for built-in rules; ids of your own rules look like XAB001"),
        (["XFR001", "few"], "XFR001: reserved for built-in rules; ids of your own rules look like XAB001"),
        (["XAB001", "few", "--for", "host_volum"], "--for: unknown view 'host_volum'; did you mean 'host_volume'?"),
        (["XAB002", "other"], "XAB002 is taken: rules/XAB002-few.yaml"),
        (["../XAB001", "few"], "../XAB001: invalid id; ids of your own rules look like XAB001"),
    ],
)
def test_what_can_not_be_a_rule_is_refused(sanlint: Run, arguments: list[str], said: str) -> None:
    Path("rules").mkdir()
    Path("rules/XAB002-few.yaml").write_text("")
    done = sanlint("rules", "new", *arguments)
    assert (done.code, said in done.err) == (2, True), done.err
    assert [path.name for path in Path("rules").iterdir()] == ["XAB002-few.yaml"]


def test_the_words_are_listed_for_people_and_programs(sanlint: Run) -> None:
    text = sanlint("rules", "schema").out
    for word in (
        "host_volume_cluster",
        "below(span, n): TRUE if every possible count is less than n",
        "sanlint rules schema VIEW",
    ):
        assert word in " ".join(text.split())
    document = json.loads(sanlint("rules", "schema", "--format", "json").out)
    assert {one["name"] for one in document["views"]} == set(views())
    assert document["rule"]["title"] == "sanlint rule"
    one = json.loads(sanlint("rules", "schema", "host_volume", "--format", "json").out)
    assert one["keys"] == ["host", "volume"]
    assert next(column for column in one["columns"] if column["name"] == "live_paths") == {
        "name": "live_paths", "type": "span", "meaning": "live paths",
        "facts": ["path.state", "path.target_wwpn", "path.initiator_wwpn", "path.hctl"],
    }  # fmt: skip
    page = sanlint("rules", "schema", "host_volume").out
    assert "key            host, volume" in page
    done = sanlint("rules", "schema", "host_volum")
    assert (done.code, "unknown view 'host_volum'; did you mean 'host_volume'?" in done.err) == (2, True)
