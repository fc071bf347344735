"""A file is searched for the beginning of a format only where it contains the texts that the beginning needs."""

import re
from pathlib import Path

import pytest

from checker.intake.decode import decode
from checker.intake.sections.required_text import may_match, required_texts
from checker.readers.registry import cards

SAMPLES = Path(__file__).parents[2] / "readers" / "samples"


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"^[ \t]*switchName:", ("switchName:",)),
        (r"^(?:VSAN \d+|zoneset name \w+ vsan)", ("VSAN ", "zoneset name ")),
        (r"^Name(?: +|,)Size", ("Name",)),
        (r"^(?:lun )?igroup show\b", ("igroup show",)),
        (r"^(?:Local Port){1,3}$", ("Local Port",)),
        # A branch, an optional part or a set names no text that every match contains.
        (r"^(?:Local|.*)$", ()),
        (r"^(?:Local)?\d+$", ()),
        (r"^[LR]o\d$", ()),
        (r"(?i)^switchName:", ()),
        (r"^(?i:switchName):", ()),
    ],
)
def test_required_texts_of_a_pattern(pattern: str, texts: tuple[str, ...]) -> None:
    assert required_texts(pattern) == texts


def test_no_beginning_is_missed_in_the_sample_of_any_format() -> None:
    texts = [decode(path.read_bytes()) for path in sorted(SAMPLES.iterdir())]
    begins = [card.begins for card in cards() if card.begins]
    found = 0
    for pattern in begins:
        search = re.compile(pattern, re.MULTILINE).search
        for text in texts:
            if search(text):
                found += 1
                assert may_match(pattern, text), pattern
    assert found > len(begins)
