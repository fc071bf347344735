"""Several JSON documents in one text, with lines, stretches between them and cut ends."""

from __future__ import annotations

from checker.facts.observations import Observations
from checker.readers.toolkit.documents.json_documents import Document, Skipped, documents, noted_documents


def test_documents_one_after_another_with_their_lines() -> None:
    found = list(documents('{"a": 1}\n{"b":\n 2}\n[3]\n', 10))
    assert [(item.line, item.value) for item in found if isinstance(item, Document)] == [
        (10, {"a": 1}),
        (11, {"b": 2}),
        (13, [3]),
    ]


def test_text_between_documents_is_reported() -> None:
    first, second, third = documents("\n> curl host\n> again\n{}\nbye\n")
    assert first == Skipped(2, 2)
    assert isinstance(second, Document) and second.line == 4
    assert third == Skipped(5, 1)


def test_brackets_in_strings_are_ignored() -> None:
    (only,) = documents('{"a": "}]\\"{"}')
    assert isinstance(only, Document) and only.value == {"a": '}]"{'}


def test_a_cut_document_keeps_its_complete_objects() -> None:
    (only,) = documents('{"list": [{"n": 1}, {"n": 2}, {"n": 3, "x": "cu')
    assert isinstance(only, Document) and only.truncated
    assert only.value == {"list": [{"n": 1}, {"n": 2}]}


def test_truncation_before_the_first_object_is_reported() -> None:
    (only,) = documents('{"a": "b')
    assert isinstance(only, Skipped) and only.truncated and only.problem


def test_damage_inside_does_not_hide_the_next_document() -> None:
    found = list(documents('{"a": [1, }\n{"b": 2}\n'))
    assert isinstance(found[0], Skipped) and found[0].problem
    assert [item.value for item in found if isinstance(item, Document)] == [{"b": 2}]


def test_hostile_input_takes_linear_time() -> None:
    for text in ("{" * 200_000, '{"' + '\\"' * 200_000, "[" + '"' * 200_001, "{]" * 100_000):
        assert list(documents(text))


def test_an_invalid_document_makes_a_capture_incomplete_where_all_objects_count() -> None:
    for whole in (False, True):
        out = Observations().writer(1, "host1")
        assert [found.value for found in noted_documents('{"a": [1, }\n{"b": 2}\n', 1, out, whole=whole)] == [{"b": 2}]
        assert (out.ends_inside_record, out.notes[0].text.partition(":")[0]) == (whole, "invalid JSON")
