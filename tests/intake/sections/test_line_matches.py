"""What is found behind line ends is what a search of every character finds."""

import re

import pytest

from checker.intake.decode import decode
from checker.intake.sections.line_matches import matches_of_lines
from checker.intake.sections.required_text import may_match
from checker.readers.registry import cards
from tests.folders import SAMPLES


@pytest.mark.parametrize(
    ("pattern", "text", "starts"),
    [
        ("^a", "a\na\nba\n\na", [0, 2, 8]),
        ("^$", "a\n\nb\n", [2, 5]),
        # A match that begins inside an earlier one does not count.
        (r"^a\nb|^b", "a\nb\nb\n", [0, 4]),
        (r"^a\n", "a\na\n", [0, 2]),
        (r"(?<=\S\n)b", "b\nb\n\nb", [2]),
    ],
)
def test_matches_begin_where_lines_begin(pattern: str, text: str, starts: list[int]) -> None:
    assert [match.start() for match in matches_of_lines(pattern, text)] == starts


def test_the_begins_of_all_formats_are_found_in_all_samples() -> None:
    texts = [decode(path.read_bytes()) for path in sorted(SAMPLES.iterdir())]
    for pattern in {card.begins for card in cards() if card.begins}:
        search = re.compile(pattern, re.MULTILINE)
        for text in texts:
            if may_match(pattern, text):
                found = [match.span() for match in matches_of_lines(pattern, text)]
                assert found == [match.span() for match in search.finditer(text)], pattern
