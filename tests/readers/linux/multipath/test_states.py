"""States and priorities of paths in words."""

from __future__ import annotations

import pytest

from checker.readers.linux.multipath.states import alua_optimised, path_state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("active ready running", "active"),
        ("undef ready running", "active"),
        ("active undef running", "unknown"),
        ("[active][undef]", "unknown"),
        ("failed undef running", "dead"),
        ("active shaky running", "unknown"),
        ("active delayed running", "unknown"),
        ("active i/o timeout running", "unknown"),
        ("active ready offline", "dead"),
        ("active", None),
        ("", None),
    ],
)
def test_state_words(text: str, state: str | None) -> None:
    assert path_state(text)[0] == state


def test_alua_priorities_set_only_what_they_imply() -> None:
    assert alua_optimised([50, 10], [2, 2]) == [True, False]
    assert alua_optimised([130, 90, 1, 0], [1, 1, 1, 0]) == [True, False, None, None]
    # 200 is a sum of priorities, so 50 may be one too.
    assert alua_optimised([200, 50], [4, 5]) == [None, None]
    assert alua_optimised([50], [5]) == [None]
    assert alua_optimised([50], [8]) == [True]
