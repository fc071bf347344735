"""Reference tables: read with their types and sources, and refused with file and row where they are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from checker.errors import RuleError
from checker.facts.reference import load_reference_tables, read_reference
from checker.facts.store.store import Store

GOOD = """columns:
  family: text
  page_bytes: int
rows:
  - {family: vplex, page_bytes: 4096, source: "a manual"}
  - {family: other, source: "somebody's memory", confirmed: false}
"""


@pytest.fixture
def store() -> Iterator[Store]:
    filled = Store(1)
    yield filled
    filled.close()


def write(folder: Path, text: str, name: str = "page") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_table_contains_its_rows_with_source_and_confirmation(tmp_path: Path, store: Store) -> None:
    write(tmp_path, GOOD)
    load_reference_tables(store, tmp_path, {"ref_page", "host_volume"})
    assert store.rows("SELECT family, page_bytes, source, confirmed FROM ref_page ORDER BY family") == [
        ("other", None, "somebody's memory", False),
        ("vplex", 4096, "a manual", True),
    ]


def test_only_tables_in_use_are_loaded_and_again_is_no_error(tmp_path: Path, store: Store) -> None:
    write(tmp_path, GOOD)
    write(tmp_path, "not a table", "broken")
    load_reference_tables(store, tmp_path, {"ref_page"})
    load_reference_tables(store, tmp_path, {"ref_page"})
    assert store.rows("SELECT count(*) FROM ref_page") == [(2,)]


def test_a_table_without_rows_is_there_and_empty(tmp_path: Path, store: Store) -> None:
    write(tmp_path, "columns: {family: text}\nrows: []\n")
    load_reference_tables(store, tmp_path, {"ref_page"})
    assert store.rows("SELECT count(*) FROM ref_page") == [(0,)]


def test_a_table_without_a_file_is_named(tmp_path: Path, store: Store) -> None:
    with pytest.raises(RuleError, match=r"page\.yaml: .*ref_page"):
        load_reference_tables(store, tmp_path, {"ref_page"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("columns: {a: text}\nrows: [{a: x}]\n", "row 1 has no source"),
        ("columns: {a: text}\nrows: [{a: x, source: y}, {a: x, source: ''}]\n", "row 2 has no source"),
        ("columns: {a: text}\nrows: [x]\n", "row 1 has no source"),
        ("columns: {a: text}\nrows: [{b: x, source: y}]\n", "row 1: 'b' is not one of a"),
        ("columns: {a: varchar}\nrows: []\n", "column a: 'varchar' is not one of text"),
        ("columns: {a: [text]}\nrows: []\n", "column a"),
        ("columns: {'a; DROP TABLE x': text}\nrows: []\n", "column a; DROP TABLE x"),
        ("columns: {1: text}\nrows: []\n", "column 1"),
        ("columns: {}\n", "a mapping with columns and rows"),
        ("[1, 2]\n", "a mapping with columns and rows"),
        ("", "a mapping with columns and rows"),
        ("a: [\n", r"page\.yaml"),
        ("columns: {a: int}\nrows: [{a: many, source: y}]\n", "row 1: a"),
        ("columns: {a: bool}\nrows: [{a: 7 GB, source: y}]\n", "row 1: a"),
        ("columns: {a: text}\nrows: [{a: [x], source: y}]\n", "row 1: a"),
        ("columns: {a: text}\nrows: [{1: x, source: y}, {a: x, b: z, 2: z, source: y}]\n", "row 1: 1 is not one of a"),
    ],
)
def test_mistakes_are_reported_with_the_file(tmp_path: Path, store: Store, text: str, said: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(RuleError, match=said) as caught:
        load_reference_tables(store, tmp_path, {"ref_page"})
    assert str(path) in str(caught.value)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.yaml"
    path.write_bytes(b"columns: {a: text}\nrows: [{a: \xff\xfe, source: y}]\n")
    with pytest.raises(RuleError, match=r"page\.yaml"):
        read_reference(path)
