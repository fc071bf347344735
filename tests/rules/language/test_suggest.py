"""The nearest right word, also where several are equally near."""

from __future__ import annotations

import pytest

from checker.rules.language.suggest import nearest

RULES = ["PTH001", "PTH003", "PTH013", "PTH023", "PRT001", "ZON001", "ZON012", "ZON021"]


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("PTH03", "PTH003"),
        ("PHT001", "PTH001"),
        ("pth013", "PTH013"),
        ("ZON12", "ZON012"),
        ("x", None),
    ],
)
def test_among_equally_near_words_the_likeliest_is_suggested(word: str, right: str | None) -> None:
    assert nearest(word, RULES) == right
