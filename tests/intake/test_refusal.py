"""Documents that no reader recognises are refused with a reason; other text is not called a damaged document."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.facts.observations import Observations
from checker.intake.read import read_file
from checker.intake.unrecognised.refusal import reason
from checker.intake.walk import SourceFile

REFUSED = {
    "cut.json": ('{"items": [1,2', "invalid JSON: Expecting ',' delimiter: line 1 column 15 (char 14)"),
    "unknown.json": ('[{"name": "x", "kind": "y"}]', "JSON in an unknown format: its keys are name, kind"),
    "deep.json": ("[" * 100_000, "invalid JSON: nested too deeply"),
    "bad.yaml": ("hosts:\n  a: [1, 2\n b: 3\n", "invalid YAML: expected ',' or ']', but got ':'"),
    "inventory.yaml": (
        "storage_arrays:\n  a1: {vendor: x}\n",
        "YAML in an unknown format: its keys are storage_arrays; an inventory needs the line sanlint: 1",
    ),
    "pod.yml": ("apiVersion: v1\nkind: Pod\n", "YAML in an unknown format: its keys are apiVersion, kind"),
    "open.conf": ("foo {\n  bar {\n", "2 sections are not closed"),
    "extra.conf": ("foo {\n}\n}\n", "line 3: a closing brace without an opening one"),
    "other.conf": ("foo {\n  bar 1\n}\n", "sections in an unknown format: foo"),
    "oneline.conf": (
        "defaults { polling_interval 5 }\n",
        "sections defaults in one line: every setting and every closing brace needs a line of its own",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_note_of_the_file_is_the_reason(name: str, tmp_path: Path) -> None:
    text, expected = REFUSED[name]
    (tmp_path / name).write_text(text)
    source = SourceFile(str(tmp_path / name), (name,), tmp_path / name, len(text))
    (record,) = read_file(source, 0, Observations())
    assert record.format is None
    assert [note for _, note in record.notes] == [expected]


@pytest.mark.parametrize(
    "text", ["[root@db01 ~]# uptime\n", "[3:0:1:4] something\n", "Name: x\nfoo: [1\n", "hello\n", ""]
)
def test_other_text_has_no_reason(text: str) -> None:
    assert reason(text, "out.txt") is None


def test_a_large_document_is_not_parsed_again() -> None:
    assert reason('{"a": "' + "x" * 3_000_000, "big.json") == "JSON in an unknown format"


def test_a_line_counts_once_however_many_documents_it_contains(tmp_path: Path) -> None:
    path = tmp_path / "lsblk.json"
    path.write_text('{"blockdevices": [ {"name": "sdb", "size": 1,, ]} x {"blockdevices": [,]}')
    (record,) = read_file(SourceFile(str(path), ("lsblk.json",), path, 80), 0, Observations())
    assert (record.unread_lines, record.lines) == (1, 1)
