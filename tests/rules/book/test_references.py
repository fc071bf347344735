"""Rules name the documents that they are based on by ids, which reports and the command line share."""

from __future__ import annotations

import pytest

from checker.rules.book.book import built_in_book
from checker.rules.book.documents import documents
from checker.rules.book.rule import Source

# What no document with a title of its own says.
WITHOUT_ID = ("derived", "general knowledge", "recalled", "public ", "storage device driver tests")


def test_every_source_of_a_built_in_rule_is_a_listed_document_or_none() -> None:
    unlisted = {
        source.document
        for rule in built_in_book().rules.values()
        for source in rule.sources
        if not source.document_id and not source.document.startswith(WITHOUT_ID)
    }
    assert unlisted == set(), "add them to rules/data/document.yaml"


def test_every_listed_document_is_the_source_of_a_rule_under_its_title() -> None:
    used = {source.document_id: source.document for rule in built_in_book().rules.values() for source in rule.sources}
    used.pop("", None)
    assert used == documents()


@pytest.mark.parametrize(
    ("source", "reference"),
    [
        (Source("A guide", "5, Check System Status", None, "x", "a-guide"), "a-guide#5-check-system-status"),
        (Source("A guide", None, "64", "x", "a-guide"), "a-guide#page-64"),
        (Source("A guide", None, None, "x", "a-guide"), "a-guide"),
        (Source("A guide", "5", "64", "x"), ""),
    ],
)
def test_a_reference_is_the_document_with_its_section_or_page(source: Source, reference: str) -> None:
    assert source.reference == reference
