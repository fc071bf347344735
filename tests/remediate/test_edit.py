"""Inventories edited in place: one value changes, and every other character stays."""

from __future__ import annotations

import textwrap

import pytest

from checker.remediate.yaml_text import NotHere, Wish
from checker.remediate.yaml_text import edited as edited_all

FLOW = """\
# our SAN
hosts:
  h1: {psp:   VMW_PSP_FIXED, n: 1}   # why?
"""
BLOCK = """\
hosts:
  h1:
    # fixed for now
    psp: 'VMW_PSP_FIXED'   # by hand
    n: 1

"""


def edited(text: str, line: int, key: str, value: object) -> str:
    after, failed = edited_all(text, [Wish(line, key, value)])
    for reason in failed.values():
        raise NotHere(reason)
    return after


@pytest.mark.parametrize(
    ("text", "line", "value", "old", "new"),
    [
        (FLOW, 3, "VMW_PSP_RR", "psp:   VMW_PSP_FIXED,", "psp:   VMW_PSP_RR,"),
        (BLOCK, 2, "VMW_PSP_RR", "'VMW_PSP_FIXED'   #", "VMW_PSP_RR   #"),
        (BLOCK, 2, "a: b # c", "'VMW_PSP_FIXED'   #", '"a: b # c"   #'),
        (BLOCK, 2, 'x"\n- y', "'VMW_PSP_FIXED'   #", '"x\\"\\n- y"   #'),
        (BLOCK, 2, None, "'VMW_PSP_FIXED'   #", "null   #"),
        (BLOCK.replace("\n", "\r\n"), 2, 7, "'VMW_PSP_FIXED'   #", "7   #"),
        (FLOW.replace("our", "üñser \U0001f600"), 3, False, "psp:   VMW_PSP_FIXED,", "psp:   false,"),
    ],
)
def test_only_the_value_changes(text: str, line: int, value: object, old: str, new: str) -> None:
    assert edited(text, line, "psp", value) == text.replace(old, new)


def test_a_key_that_is_not_there_is_added() -> None:
    assert edited(FLOW, 3, "rr", "x") == FLOW.replace("{psp", "{rr: x, psp")
    assert edited("a: {}\n", 1, "rr", 1) == "a: {rr: 1}\n"
    assert edited(BLOCK, 2, "rr", 1) == BLOCK.replace("    psp:", "    rr: 1\n    psp:")
    assert edited(BLOCK, 2, "rr", None) == BLOCK


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a: 1\nb: 2\n", 7, "no object begins here"),
        ("a: {x: {psp: 1}, y: {psp: 2}}\n", 1, "2 objects begin on this line"),
        ("a: {psp: &p VMW}\nb: {psp: *p}\n", 1, "used elsewhere"),
        ("a: {psp: [1, 2]}\n", 1, "not a single value"),
        ("a:\n  psp: |\n    long\n", 1, "not a single value"),
        ("a: {psp: 1\n", 1, "invalid YAML"),
    ],
)
def test_what_is_not_plain_is_left_to_people(text: str, line: int, part: str) -> None:
    with pytest.raises(NotHere) as caught:
        edited(text, line, "psp", "new")
    assert part in str(caught.value)


def test_an_anchor_of_whole_objects_changes_all_of_them_or_none() -> None:
    text = textwrap.dedent("""\
        a: &one {psp: old}
        b: *one
    """)
    assert edited(text, 1, "psp", "new") == text.replace("old", "new")


def test_several_values_at_once_and_one_that_cannot_be() -> None:
    wishes = [Wish(2, "psp", "new"), Wish(2, "n", 22), Wish(2, "more", True), Wish(9, "psp", "x")]
    after, failed = edited_all(BLOCK, wishes)
    assert after == BLOCK.replace("'VMW_PSP_FIXED'", "new").replace("n: 1", "n: 22").replace(
        "psp", "more: true\n    psp"
    )
    assert failed == {wishes[3]: "no object begins here"}
