"""Names with invisible and bidirectional characters: JSON shows them escaped, and reads back the same."""

from __future__ import annotations

import json
import unicodedata

import pytest

from checker.facts.json_text import dumps
from checker.report.base import Presentation
from checker.report.registry import format_named
from tests.report.hostile import report_of

NAME = "sw\u202eexe.\u2066a\u2069\u200b\u2028\x9b1m"


@pytest.mark.parametrize(
    "text", [NAME, "\ufeff\u061c\u200e\xad", "\U000e0041\U000e007f", "café – 日本", '\\u202e \\ "']
)
def test_escaped_text_reads_back_the_same(text: str) -> None:
    written = dumps({text: [text]})
    assert json.loads(written) == {text: [text]}
    assert not [char for char in written if unicodedata.category(char) in ("Cf", "Cc", "Zl", "Zp")]
    assert dumps("café – 日本") == '"café – 日本"', "letters stay readable"


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "gitlab"])
def test_reports_contain_no_invisible_characters(form: str) -> None:
    found = format_named(form)
    assert found is not None
    text = found.render(report_of(NAME), Presentation())
    # The other two drop them.
    assert ("\\u202e" in text) == (form in ("json", "jsonl"))
    assert not [char for char in text if unicodedata.category(char) in ("Cf", "Zl", "Zp") or "\x7f" <= char <= "\x9f"]
