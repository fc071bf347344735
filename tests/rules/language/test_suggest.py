"""The nearest right word, also where several are equally near."""

from __future__ import annotations

import pytest

from checker.rules.language.suggest import nearest, unknown

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


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("stig", "unknown reference 'stig'; did you mean 'disa-san-stig'?"),
        (
            "vsphere",
            "unknown reference 'vsphere'; did you mean 'disa-vsphere-storage-guide' or 'vmware-vsphere-storage'?",
        ),
        ("zz", "unknown reference 'zz'"),
    ],
)
def test_a_part_of_a_long_word_suggests_the_words_that_contain_it(word: str, message: str) -> None:
    many = [f"document-{number}" for number in range(12)]
    assert (
        unknown("reference", word, ["disa-san-stig", "disa-vsphere-storage-guide", "vmware-vsphere-storage", *many])
        == message
    )
