"""A title with a command is found for every command that is known."""

import re

import pytest

from checker.intake.sections.first_words import known_first_words
from checker.intake.sections.titles import forms_of

WORDS = sorted(word for word in known_first_words() if re.fullmatch(r"[\w.\-]+", word))


@pytest.mark.parametrize(
    "title",
    ["db01: {}", "=== db01 - {} ===", "=== {} on db01 ===", "[{}] (db01)", "output of {}: db01", "Output={} on db01"],
)
def test_every_command_is_found(title: str) -> None:
    without = [
        word for word in [*WORDS, "show-volumes"] if not any(form.with_command for form in forms_of(title.format(word)))
    ]
    assert not without


def test_a_key_announces_any_command() -> None:
    assert any(form.with_command for form in forms_of("db01, Command: anything"))
