"""What shells print instead of an output: the command is not installed, or not in the search path."""

from __future__ import annotations

import re

_NAME = r"(?P<name>[\w.+/\\\-]{1,120})"
_MESSAGES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"[\w./\-]{{0,40}}(?:sh|sudo|env|nohup|timeout): (?:line )?(?:\d{{1,6}}: )?['‘]?{_NAME}['’]?: {{1,2}}(?:command )?not found\b.*",
        rf"[\w./\-]{{0,40}}sh: (?:line )?(?:\d{{1,6}}: )?{_NAME}: No such file or directory",
        rf"[\w./\-]{{0,40}}sh: (?:\d{{1,6}}: )?command not found: {_NAME}",
        rf"{_NAME}: Command not found\.?",
        rf"Command '{_NAME}' not found\b.*",
        rf"'{_NAME}' is not recogni[sz]ed as an internal or external command\b.*",
        rf"{_NAME} ?: The term '(?P=name)' is not recogni[sz]ed\b.*",
    )
)
_LONGEST = 2_000


def missing_command(text: str) -> str | None:
    """Return the name of the command that a shell did not find, if a text is its message, otherwise None."""
    if len(text) > _LONGEST:
        return None
    first = text.strip().partition("\n")[0].strip()
    found = next((match for pattern in _MESSAGES if (match := pattern.fullmatch(first))), None)
    return re.split(r"[/\\]", found["name"])[-1] if found is not None else None
