"""Books: rules that fit together, compiled once, read back the same, and a cache that need not be trusted."""

from __future__ import annotations

import json
import os
import zlib

import pytest

from checker import cache
from checker.errors import RuleError
from checker.rules.book import book as books
from checker.rules.book.book import Book, compile_folder, load_book, read_book, write_book
from checker.rules.book.rule_folder import state_of
from tests.rules.book.rule_samples import (
    CROWDED_ARRAY,
    FEW_PATHS,
    ONE_INITIATOR,
    RETIRED,
    sample_vocabulary,
    write_rules,
)


def compiled(folder, **options) -> Book:
    return compile_folder(folder, sample_vocabulary(), **options)


def refused(folder, **options) -> str:
    with pytest.raises(RuleError) as caught:
        compiled(folder, **options)
    return str(caught.value)


def test_a_book_round_trips(tmp_path):
    book = compiled(write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR, CROWDED_ARRAY, RETIRED))
    write_book(book, tmp_path / "book")
    again = read_book(tmp_path / "book")
    assert list(again.rules) == ["TST001", "TST002", "TST003"]
    assert list(again.retired) == ["TST009"]
    for rule_id in book.rules:
        assert again.rules[rule_id] == book.rules[rule_id]
        assert again.text(rule_id) == book.text(rule_id)
        assert again.shape(rule_id) == book.shape(rule_id)
    assert again.digest == book.digest
    rule = again.rules["TST001"]
    assert rule.parameters["min"].maximum == 32
    assert rule.unless == {"TST002": ("host",)}
    assert rule.roll_up == ("host",)
    assert again.rules["TST002"].roll_up is None
    assert again.shape("TST001").columns["live_paths"] == "span"
    assert again.text("TST001").examples[0]["finds"] == [{"host": "esx01", "live_paths": 3}]


def test_the_text_is_read_only_on_demand(tmp_path):
    write_book(compiled(write_rules(tmp_path / "rules", ONE_INITIATOR)), tmp_path / "book")
    (tmp_path / "book" / "text.json.z").unlink()
    book = read_book(tmp_path / "book")
    assert book.rules["TST002"].name == "one-initiator"
    with pytest.raises(OSError, match=r"text\.json"):
        book.text("TST002")


def test_an_unknown_rule_names_the_nearest(tmp_path):
    book = compiled(write_rules(tmp_path, ONE_INITIATOR))
    with pytest.raises(RuleError, match="did you mean 'TST002'"):
        book.text("TST020")


def test_one_id_is_one_rule(tmp_path):
    folder = write_rules(tmp_path / "rules", ONE_INITIATOR)
    write_rules(folder, ONE_INITIATOR.replace("one-initiator", "one-port"), category="hosts")
    assert "TST002 is also the id of" in refused(folder)


@pytest.mark.parametrize(
    ("right", "wrong", "part"),
    [
        ("unless: {TST002: [host]}", "unless: {TST022: [host]}", "12:10: unless: unknown rule 'TST022'; did you mean 'TST002'?"),
        ("unless: {TST002: [host]}", "caused_by: [TST009]", "retired: TST001"),
        ("unless: {TST002: [host]}", "unless: {TST002: [volume]}", "TST002: unknown column 'volume'"),
        ("unless: {TST002: [host]}", "unless: [TST003]", "don't share the key column"),
        ("also: [TST002]", "also: [TST022]", "37:12: examples.0.also.0: unknown rule 'TST022'"),
    ],
)  # fmt: skip
def test_relations_need_rules_and_columns_of_both(right, wrong, part, tmp_path):
    text = FEW_PATHS.replace(right, wrong)
    # A related rule with a key that this one does not have.
    zones = CROWDED_ARRAY.replace("SELECT storage_array,", "SELECT storage_array AS cabinet,").replace(
        "keys: [storage_array]", "keys: [cabinet]").replace("{storage_array}", "{cabinet}")  # fmt: skip
    folder = write_rules(tmp_path / "rules", text, ONE_INITIATOR, zones, RETIRED)
    assert part in refused(folder)


def test_a_bare_id_means_the_keys_of_the_coarser(tmp_path):
    folder = write_rules(tmp_path / "rules", FEW_PATHS.replace("{TST002: [host]}", "[TST002]"), ONE_INITIATOR)
    assert compiled(folder).rules["TST001"].unless == {"TST002": None}


def test_relations_may_not_go_round(tmp_path):
    folder = write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR.replace("tags:", "unless: [TST001]\ntags:"))
    assert "circular reference: TST001 → TST002 → TST001" in refused(folder)
    other = write_rules(tmp_path / "other", FEW_PATHS, ONE_INITIATOR.replace("tags:", "caused_by: [TST001]\ntags:"))
    assert len(compiled(other).rules) == 2


def test_custom_rules_are_added_to_built_in_ones(tmp_path):
    built_in = compiled(write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR, RETIRED))
    text = ONE_INITIATOR.replace("TST002", "XAB001").replace("tags:", "unless: [TST002]\ntags:")
    own = tmp_path / "own"
    own.mkdir()
    (own / "XAB001-one-initiator.yaml").write_text(text)
    book = compiled(own, custom=True, others=built_in)
    assert book.rules["XAB001"].category == "custom"
    assert list(book.rules) == ["XAB001"]
    assert "own/XAB001-one-initiator.yaml:1:5: id: TST002" in refused_custom(
        tmp_path, text.replace("XAB001", "TST002"), built_in
    )


def refused_custom(tmp_path, text, built_in) -> str:
    (tmp_path / "own" / "XAB001-one-initiator.yaml").write_text(text)
    return refused(tmp_path / "own", custom=True, others=built_in)


def test_files_that_are_no_rules(tmp_path):
    folder = write_rules(tmp_path / "rules", ONE_INITIATOR)
    (folder / "data").mkdir()
    (folder / "data" / "limits.yaml").write_text("not: a rule\n")
    (folder / "README.md").write_text("text")
    (folder / "paths" / ".TST002-x.yaml.swp").write_text("x")
    assert list(compiled(folder).rules) == ["TST002"]
    (folder / "paths" / "TST004-x.yml").write_text("x")
    assert "rename it to .yaml" in refused(folder)
    (folder / "paths" / "TST004-x.yml").unlink()
    (folder / "TST005-x.yaml").mkdir()
    assert list(compiled(folder).rules) == ["TST002"]
    os.mkfifo(folder / "paths" / "TST006-pipe.yaml")
    assert "not a file" in refused(folder)
    with pytest.raises(RuleError, match="rules folder not found"):
        compiled(tmp_path / "nowhere")


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """A folder of rules over the sample views, a private cache, and a count of compilations."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(books, "built_in", sample_vocabulary)
    count: list[int] = []
    real = books.compile_folder

    def counting(*args, **options):
        count.append(1)
        return real(*args, **options)

    monkeypatch.setattr(books, "compile_folder", counting)
    return write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR), count, tmp_path / "cache" / "sanlint"


def test_the_second_load_comes_from_a_private_cache(cached):
    folder, count, place = cached
    first = load_book(folder, custom=False)
    second = load_book(folder, custom=False)
    assert len(count) == 1
    assert dict(first.rules) == dict(second.rules)
    assert first.text("TST001") == second.text("TST001")
    assert place.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in place.iterdir()} == {0o600}
    assert {path.suffix for path in place.iterdir()} == {".json"}


def test_a_changed_rule_or_other_built_in_rules_are_compiled_again(cached):
    folder, count, _ = cached
    load_book(folder, custom=False)
    path = folder / "paths" / "TST002-one-initiator.yaml"
    path.write_text(path.read_text().replace("severity: warning", "severity: error"))
    assert load_book(folder, custom=False).rules["TST002"].severity == "error"
    assert len(count) == 2
    load_book(folder, custom=False, use_cache=False)
    assert len(count) == 3


def test_a_changed_vocabulary_is_compiled_again(cached, monkeypatch):
    folder, count, _ = cached
    load_book(folder, custom=False)
    monkeypatch.setattr(books, "_catalogue", lambda: "another view catalogue")
    load_book(folder, custom=False)
    monkeypatch.setattr(books, "__version__", "99.0")
    load_book(folder, custom=False)
    assert len(count) == 3


@pytest.mark.parametrize(
    "spoil",
    [
        lambda place: [path.write_bytes(path.read_bytes()[:-20]) for path in place.iterdir()],
        lambda place: [path.write_bytes(path.read_bytes().replace(b"TST001", b"TST666")) for path in place.iterdir()],
        lambda place: [path.write_bytes(b"") for path in place.iterdir()],
        lambda place: [path.chmod(0o644) for path in place.iterdir()],
        lambda place: place.chmod(0o755),
        lambda place: [path.rename(path.with_suffix(".moved")) for path in place.iterdir()],
        lambda place: [(path.rename(path.with_suffix(".away")), path.symlink_to(path.with_suffix(".away")))
                       for path in list(place.iterdir())],
    ],
)  # fmt: skip
def test_a_spoilt_or_open_cache_is_not_believed(spoil, cached):
    folder, count, place = cached
    load_book(folder, custom=False)
    spoil(place)
    book = load_book(folder, custom=False)
    assert len(count) == 2
    assert list(book.rules) == ["TST001", "TST002"]


def test_a_text_missing_from_the_cache_is_rebuilt(cached):
    folder, count, place = cached
    load_book(folder, custom=False)
    book = load_book(folder, custom=False)
    for path in place.glob("*-text.json"):
        path.unlink()
    assert book.text("TST002").why.startswith("One broken cable")
    assert len(count) == 2


def test_a_cache_that_cannot_be_written_is_no_error(cached, tmp_path, monkeypatch):
    folder, count, _ = cached
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert len(load_book(folder, custom=False).rules) == 2
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/path")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache.folder() == tmp_path / "home" / ".cache" / "sanlint"
    assert len(load_book(folder, custom=False).rules) == 2
    assert not (tmp_path / "relative").exists()
    assert len(count) == 2


def test_a_book_is_json_and_nothing_else(tmp_path):
    write_book(compiled(write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR)), tmp_path / "book")
    core, text = ((tmp_path / "book" / name).read_bytes() for name in ("core.json", "text.json.z"))
    for content in (core, zlib.decompress(text)):
        assert isinstance(json.loads(content), dict)


def test_a_changed_or_removed_rule_changes_the_state_of_its_folder(tmp_path):
    folder = write_rules(tmp_path / "rules", FEW_PATHS, ONE_INITIATOR)
    (one, *_) = sorted(folder.rglob("*.yaml"))
    states = [state_of(folder), state_of(folder)]
    one.write_text(one.read_text() + "# changed\n")
    states.append(state_of(folder))
    one.unlink()
    states.append(state_of(folder))
    assert states[0] == states[1]
    assert len(set(states)) == 3
