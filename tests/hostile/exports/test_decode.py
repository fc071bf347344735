"""Bytes that terminals and attackers produce are decoded in one pass."""

from __future__ import annotations

import pytest

from checker.intake.decode import decode
from tests.hostile.exports.repeated import guarded

_MANY = 400_000


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("swx\b1 is up\n", "sw1 is up\n"),
        ("abc\b\b\bsw1\n", "sw1\n"),
        ("\b\bsw1\n", "sw1\n"),
        ("sw1\n\bx\n", "sw1\nx\n"),
        ("N\bNA\bAM\bME\bE\n", "NAME\n"),
        ("_\bn_\ba_\bm_\be\n", "name\n"),
    ],
)
def test_a_backspace_removes_the_character_before_it_in_its_line(printed: str, shown: str) -> None:
    assert decode(printed.encode()) == shown


def test_many_backspaces_are_one_pass() -> None:
    with guarded():
        assert decode(b"a" * _MANY + b"\b" * _MANY + b"sw1\n") == "sw1\n"
        assert decode(b"a\b" * _MANY + b"sw1\n") == "sw1\n"
        assert decode(b"\n\b" * _MANY) == "\n" * _MANY


@pytest.mark.parametrize(
    "unit",
    [b"\x1b[", b"\x1b]", b"\x1b]0;a", b"\x1b[0", b"\x1bP", b"\r", b"\0", b"--More--", b"^[[", b"<pre>", b"> ", b"["],
)
def test_unfinished_control_sequences_end(unit: bytes) -> None:
    with guarded():
        decode(unit * (_MANY // len(unit)))
        decode(b'\x1b[0m <pre> More stdout_lines": [\n' + unit * (_MANY // len(unit)))
